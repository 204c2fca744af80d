"""Batches of records or undecoded units: as many as the input has ready, within bounds."""
import argparse
import select
from collections.abc import Iterable, Iterator
from typing import Any

from ..sources.units import UNITS

MOST_RECORDS = 48
FOR_JOBS = 24            # so that each of several has a part of some hundred pages
LONG = ("html", "html_b64", "text")  # fields
MOST_CHARACTERS = 4 << 20    # in these
MOST_MARKS = 60_000          # starts of tags, which determine the memory
OF_A_SEGMENT = 40            # marks: in a record that was read it takes as much as so many tags
EVERY, STRETCH = 16_384, 2_048       # characters of a long page; tags are counted in the latter
STDIN = 0


class Batch:
    """A batch being filled. It never blocks to wait for more input.

    An item is a record, a BadRecord, a line that passes as it is, or a unit not decoded yet.

    most:        how many at most.
    reads_stdin: whether they come from stdin.
    """

    def __init__(self, most: int = MOST_RECORDS, reads_stdin: bool = False) -> None:
        self._most, self._reads_stdin = most, reads_stdin
        self._items, self._characters, self._marks = [], 0, 0

    @classmethod
    def of(cls, opts: argparse.Namespace, together: bool = True) -> "Batch":
        """Return the Batch for the parsed shared options.

        With --line-buffered, and where a bad record ends the run, each record goes alone.
        together: whether a batch of several records is of use.
        """
        alone = not together or opts.line_buffered or opts.on_error == "stop"
        most = FOR_JOBS if getattr(opts, "jobs", 1) > 1 else MOST_RECORDS
        return cls(1 if alone else most, not opts.files or "-" in opts.files)

    def add(self, place: str, item: Any) -> None:
        """Add an item and its place."""
        self._items.append((place, item))
        if isinstance(item, dict):
            for name in LONG:
                if name in item and isinstance(value := item[name], str):
                    self._characters += len(value)
                    if name == "html":
                        self._marks += _tags_in(value)
            if "segments" in item and isinstance(item["segments"], list):
                self._marks += OF_A_SEGMENT * len(item["segments"])
        elif isinstance(item, UNITS):
            self._characters += len(item.data)       # its marks are counted when it is decoded
        elif isinstance(item, bytes):
            self._characters += len(item)

    def is_full(self) -> bool:
        """Return whether the items must be processed now."""
        return (len(self._items) >= self._most or self._characters >= MOST_CHARACTERS
                or self._marks >= MOST_MARKS or (self._reads_stdin and not _has_come()))

    def taken(self) -> list[tuple[str, Any]]:
        """Remove and return all of them, a list of (place, item)."""
        items, self._items = self._items, []
        self._characters = self._marks = 0
        return items


def batches_of(items: Iterable[tuple[str, Any]], batch: Batch
               ) -> Iterator[list[tuple[str, Any]]]:
    """Yield lists of (place, item) of an iterable, as a Batch collects them.

    Raises:  what the iterable raises, after the items before it.
    """
    try:
        for place, item in items:
            batch.add(place, item)
            if batch.is_full():
                yield batch.taken()
    except Exception:
        if together := batch.taken():
            yield together
        raise
    if together := batch.taken():
        yield together


def _tags_in(page):
    """Return the number of tags in a page, roughly for a long one."""
    if len(page) <= EVERY:
        return page.count("<")
    return EVERY // STRETCH * sum(page.count("<", start, start + STRETCH)
                                  for start in range(0, len(page), EVERY))


def _has_come():
    """Return whether standard input can be read without waiting; buffered bytes do not count."""
    try:
        return bool(select.select([STDIN], [], [], 0)[0])
    except (OSError, ValueError):        # closed, or no such call for files
        return True
