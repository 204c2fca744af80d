"""The one runner: lines in, records through the filter's steps, lines out.

A filter is a module with a docstring, its manual, which declares its own options (see options.py),
and `make(opts)`, which returns its step: a function from a record to a list of records.
`main(module, argv)` does all the rest. Nothing here is for one filter alone.

step.py says what a step may carry for the runner.
"""
import argparse
import os
from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any

from ..edge.console import UNUSABLE, complain, interruptible, show
from ..edge.files import shown
from ..errors import Unusable
from .inputs import check_schema
from .options import command_name, options, signature
from .stdoutruns import Runs
from .step import Step, as_step


def main(module: ModuleType, argv: Sequence[str] | None = None) -> int:
    """Run the filter in `module` as a command; return its exit status."""
    return run_with(module, options(module).parse_intermixed_args(argv))


def run_with(module: ModuleType, opts: argparse.Namespace) -> int:
    """Run the filter in `module` with these options; return its exit status."""
    name = command_name(module)

    def call() -> int:
        _check_lines(opts)
        check_schema(opts)
        step = made(module, opts)
        if step.last.write and getattr(opts, "score_columns", False):
            raise Unusable("--score-columns is for filters that write records; scutch-emit has "
                           "--format lines")
        if opts.signature:
            return show(name, signature(name, step, opts) + "\n")
        return interruptible(partial(run, step, opts, name))
    return reported(name, call)


def reported(name: str, call: Callable[[], int]) -> int:
    """Return the status that a call returns, UNUSABLE where it raises Unusable or OSError."""
    try:
        return call()
    except Unusable as error:
        complain(name, str(error))
    except OSError as error:
        if error.filename is None:
            raise
        complain(name, f"{shown(str(error.filename))}: {error.strerror}")
    return UNUSABLE


def _check_lines(opts):
    """Raise Unusable for --score-columns where the output is not lines of text."""
    if not hasattr(opts, "score_columns"):           # scutch-read and emit, whose --raw is another
        return
    columns = opts.score_columns
    if columns and not opts.lines:
        raise Unusable("--score-columns needs --lines")
    if getattr(opts, "raw", False) and not columns and not hasattr(opts, "max"):
        raise Unusable("--raw needs --score-columns")


def made(module: Any, opts: argparse.Namespace, inside: bool = False) -> Step:
    """Return the step of a filter; numpy, if the filter imports it, runs on one thread.

    Processes use the cores. Raises Unusable for a file that cannot be opened.
    inside:  whether the step is part of a chain: some filters have another one there, `stage`.
    """
    make = getattr(module, "stage", module.make) if inside else module.make
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return as_step(make(opts))
    except OSError as error:
        raise Unusable(f"{error.filename}: {error.strerror}") from None


def run(step: Step, opts: argparse.Namespace, name: str) -> int:
    """Send each record of a step's source, or of the input files, through it; return the status.

    step:    a Step: see step.py.
    opts:    the parsed shared options.
    name:    the running command's.
    """
    with Runs(step, opts, name) as runs:
        return runs(opts)
