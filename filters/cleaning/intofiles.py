"""scutch-clean -o: a run for each input, into a file of its own."""
from argparse import Namespace
from types import ModuleType
from typing import Any

from .. import stream
from ..edge.console import interruptible
from ..edge.lines import listed
from ..sinks.formats import EXTENSIONS, JSON_EXTENSION
from .chain import has_lists
from .outputs import all_written, places
from .settled import settled

NAME = "scutch-clean"


def into_files(module: ModuleType, opts: Namespace, usual: Namespace) -> int:
    """Clean each input into a file of its own; return the status.

    module:  of the command. usual: the options where none is given.
    Raises:  Unusable for options that cannot be, and for a file that cannot be written.
    """
    inputs = opts.files or ["-"]
    found = places(listed(inputs, opts.null) if has_lists(opts) else inputs, opts.output,
                   EXTENSIONS.get(settled(opts, usual).format or "text", JSON_EXTENSION), NAME,
                   opts.skip_existing)

    def of_one(files, path=None):
        return Namespace(**{**vars(opts), "files": files, "names": False, "null": False,
                            "stdout": path})

    def run_alone(file, path):
        one = of_one([file], path)
        return stream.run(stream.made(module, one), one, NAME)

    def run_all():
        if opts.archive:                 # whose steps remember the hosts
            return all_written(found, run_alone, NAME)
        step: Any = stream.made(module, of_one([]))
        with stream.Runs(step, of_one([]), NAME) as runs:
            def run_next(file, path):
                one = of_one([file], path)
                step.read(settled(one, usual))
                return runs(one)
            return all_written(found, run_next, NAME)
    return interruptible(run_all)
