"""scutch-clean -o: a run for each input, into a file of its own."""
import json
from argparse import Namespace
from collections import Counter
from types import ModuleType
from typing import Any

from .. import stream
from ..edge.console import interruptible, to_stderr
from ..edge.files import shown
from ..edge.outputs import all_written, places
from ..errors import Unusable
from ..sinks.formats import EXTENSIONS, JSON_EXTENSION
from ..sources.lists import names_in
from .cleanoptions import settled

NAME = "scutch-clean"


def into_files(module: ModuleType, opts: Namespace) -> int:
    """Clean each input into a file of its own; return the status.

    module:  of the command.
    Raises:  Unusable for options that cannot be, and for a file that cannot be written.
    """
    inputs = opts.files or ["-"]
    counts = Counter(inputs=0, existing=0)
    targets = places(names_in(inputs) if opts.names else inputs, opts.output,
                     EXTENSIONS.get(settled(opts).format or "text", JSON_EXTENSION), NAME,
                     opts.skip_existing, counts)

    def of_one(files, path=None):
        return Namespace(**{**vars(opts), "files": files, "names": False, "stdout": path})

    def run_all():
        step: Any = stream.made(module, of_one([]))
        with stream.Runs(step, of_one([]), NAME) as runs:
            def begun(file, path):
                alone = of_one([file], path)
                step.read(settled(alone))
                return runs.begun(alone)
            if not runs.held:
                return all_written(targets, lambda file, path: begun(file, path).end(), NAME)
            waiting = []
            for file, path in targets:
                run = begun(file, path) if path else None
                waiting.append((run, path))
                if run and run.is_last:
                    break
            return all_written(waiting, lambda run, _path: run.end(), NAME)
    try:
        status = interruptible(run_all)
    except OSError as error:             # of a list of names
        raise Unusable(f"{shown(error.filename)}: {error.strerror}") from None
    if opts.stats:
        to_stderr(json.dumps({"command": NAME, "folder": opts.output, **counts}) + "\n")
    return status
