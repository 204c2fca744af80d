"""scutch-clean -o: a run for each input, into a file of its own."""
import json
import os
from argparse import Namespace
from collections import Counter
from functools import partial
from types import ModuleType
from typing import Any

from .. import stream
from ..edge.compression import compressor
from ..edge.console import to_stderr
from ..edge.outputfiles import Taken, places
from ..edge.outputtree import INDEX, OutputTree, Settings
from ..sinks.formats import EXTENSIONS, JSON_EXTENSION
from ..sources.lists import names_in
from ..stream import fileruns
from ..stream.step import Packed
from .cleanoptions import settled

NAME = "scutch-clean"


def into_files(module: ModuleType, opts: Namespace) -> int:
    """Clean each input into a file of its own; return the status.

    module:  of the command.
    Raises:  Unusable for options that cannot be, and for a file that cannot be written; OSError
             for a list of names.
    """
    inputs = opts.files or ["-"]
    counts, taken = Counter(inputs=0, existing=0), Taken(opts.output)
    extension = EXTENSIONS.get(settled(opts).format or "text", JSON_EXTENSION)
    if opts.compress:
        extension += f".{opts.compress}"

    skipped = partial(_exists, f".{extension}", opts.split) if opts.skip_existing else None
    targets = places(names_in(inputs) if opts.names else inputs, opts.output, extension, NAME,
                     skipped, counts, taken)
    step: Any = stream.made(module, _of_one(opts))
    settings = Settings(
        opts.output, extension, NAME,
        lambda file: Packed(file, step.last.packing and step.last.packing(),
                            compressor(opts.compress)),
        opts.split, skipped, taken, not opts.names and len(inputs) == 1, counts)

    def begun(name, path):
        is_tree = opts.split or path == opts.output
        tree = OutputTree(name, path, settings) if is_tree else None
        alone = _of_one(opts, [name], path, tree)
        step.read(settled(alone))
        return runs.begun(alone)
    with stream.Runs(step, _of_one(opts), NAME) as runs:
        status = fileruns.into_files(runs, targets, begun)
    if opts.stats:
        to_stderr(json.dumps({"command": NAME, "folder": opts.output, **counts}) + "\n")
    return status


def _exists(ending, is_split, path):
    """Return whether an output file is there, or the index of its folder."""
    return os.path.isfile(path) or (
        is_split and os.path.exists(os.path.join(path.removesuffix(ending), INDEX)))


def _of_one(opts, files=(), path=None, tree=None):
    """Return the options of a run for one input; path, tree: of its output."""
    return Namespace(**{**vars(opts), "files": list(files), "names": False, "stdout": path,
                        "tree": tree, "wanted": tree and tree.wanted})
