"""Runs of a command one after the other, each into a file of its own."""
from collections.abc import Callable, Iterable

from ..edge.console import OK, UNUSABLE
from ..edge.outputfiles import WHOLE, written
from .stdoutruns import Run, Runs


def into_files(runs: Runs, targets: Iterable[tuple[str, str | None]],
               begun: Callable[[str, str], Run]) -> int:
    """Return the status of all runs: the highest, or UNUSABLE where all records are bad alike.

    targets: inputs and the paths of their outputs, as outputfiles.places yields them.
    begun:   function from both to the Run; its output goes to its tree, or to a file at the path.
    Where output is held, all input is read before the first of it is written.
    """
    def started():
        for name, path in targets:
            run = path and begun(name, path)
            yield run, path
            if run and run.is_last:
                return

    status, lost = OK, []                # of each run with records, whether all are bad alike
    for run, path in list(started()) if runs.held else started():
        here = _ended(run, path, runs.name) if run else UNUSABLE
        status = max(status, here)
        if run and run.read:
            lost.append(run.is_lost)
        if here > max(WHOLE | {UNUSABLE}):     # stopped, or interrupted
            break
    return UNUSABLE if status == OK and lost and all(lost) else status


def _ended(run, path, name):
    """Write the output of a run; return its status."""
    if not run.tree:
        return written(path, run.end, name)
    status = UNUSABLE                    # of a run that raises
    try:
        status = run.end()
    finally:
        status = run.tree.close(status, run.is_whole)
    return status
