"""The counter on stderr: records so far, and the share of the input where its size is known.

In a pipe several commands share one terminal, and the last of them, or a pager after it, may own
the screen. So by default the counter appears only if no other command can write there: stdout is a
regular file, or a device that nobody reads, such as /dev/null.
"""
import argparse
import os
import stat
import time
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from ..edge.console import to_stderr
from ..edge.files import position, size_of

EVERY = 0.1              # seconds between two numbers
OF_RECORDS = "{desc}: {postfix[0]} records [{elapsed}, {postfix[1]:.0f} a second]"
OF_BYTES = "{desc}: {percentage:3.0f}%|{bar}| {postfix[0]} records [{elapsed}<{remaining}]"


def with_progress(items: Iterable[Any], name: str, opts: argparse.Namespace) -> Iterable[Any]:
    """Return the items, counted on stderr as they pass, if options and terminal allow."""
    if opts.progress == "on" or (opts.progress == "auto" and _is_free()):
        of_lists = getattr(opts, "names", False) or getattr(opts, "null", False)
        return _counted(items, name, opts.files, None if of_lists else size_of(opts.files))
    return items


def _is_free():
    """Return whether stderr is a terminal, and stdout a file or a device that nobody reads."""
    if not os.isatty(2):
        return False
    try:
        mode = os.fstat(1).st_mode
    except OSError:                      # it is closed
        return False
    return stat.S_ISREG(mode) or (stat.S_ISCHR(mode) and not os.isatty(1))


def _counted(items, name, files, size):
    """Yield the items. size: bytes of all files, None where it is unknown."""
    from tqdm import tqdm
    terminal = SimpleNamespace(write=to_stderr, flush=lambda: None, fileno=lambda: 2)
    counts, shown = [0, 0.0], 0.0        # records, and records a second
    start = position(files)              # after the files of an earlier run, gold or lists
    began = time.monotonic()
    with tqdm(desc=name, file=terminal, total=size or None, postfix=counts,
              bar_format=OF_BYTES if size else OF_RECORDS) as bar:
        for item in items:
            yield item
            counts[0] += 1
            now = time.monotonic()
            if now - shown >= EVERY:
                counts[1] = counts[0] / max(now - began, EVERY)
                bar.n = min(position(files) - start, size) if size else counts[0]
                bar.refresh()
                shown = now
        bar.n = size or counts[0]
