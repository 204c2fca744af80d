"""Batches of records or undecoded units: as many as the input has ready, within bounds."""
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


def batches_of(items: Iterable[tuple[str, Any]], most: int = MOST_RECORDS,
               reads_stdin: bool = False) -> Iterator[list[tuple[str, Any]]]:
    """Yield lists of (place, item) of an iterable, `most` at most, and within the bounds.

    An item is a record, a BadRecord, a line that passes as it is, or a unit not decoded yet.
    reads_stdin: whether they come from stdin: no batch waits for what has not come there.
    Raises:  what the iterable raises, after the items before it.
    """
    batch, characters, marks = [], 0, 0
    try:
        for place, item in items:
            batch.append((place, item))
            more = _size(item)
            characters, marks = characters + more[0], marks + more[1]
            if (len(batch) >= most or characters >= MOST_CHARACTERS or marks >= MOST_MARKS
                    or (reads_stdin and not _has_come())):
                yield batch
                batch, characters, marks = [], 0, 0
    except Exception:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def _size(item):
    """Return the (characters, marks) of an item; those of a unit are counted when it is decoded."""
    if isinstance(item, dict):
        texts = [value for name in LONG if isinstance(value := item.get(name), str)]
        html, segments = item.get("html"), item.get("segments")
        return sum(map(len, texts)), (
            (_tags_in(html) if isinstance(html, str) else 0)
            + (OF_A_SEGMENT * len(segments) if isinstance(segments, list) else 0))
    data = item.data if isinstance(item, UNITS) else item
    return len(data) if isinstance(data, bytes) else 0, 0


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
