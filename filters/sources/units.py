"""Undecoded input: a line, a file, a record of an archive.

One process reads, since a stream has its bytes one after the other; any number of them decode.
"""
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ..errors import TRUNCATED, BadRecord, PassedOver, kept

UNWANTED = "unwanted_urls"           # pages that --drop-urls or --only-urls leaves out
WRONG_LENGTHS = "wrong_lengths"      # counted with what is passed over: pages that may hold more
OUTSIDE = "links_out"                # in a folder, that lead out of it: archives of sites have any
CUT = "cut off"                      # how the note in doc of a truncated page begins
MOST_REASONS = 200       # by which is counted what is passed over: an archive may have any types


class InFolder(str):
    """The place of a unit in a file of a folder that was named; file: the path of that.

    number: of the record, where a step keeps their order.
    """

    file: str | None
    number: int

    @classmethod
    def of(cls, place: str, file: str | None) -> "InFolder":
        """Return the place with its file."""
        made = cls(place)
        made.file = file
        return made


class Line(NamedTuple):
    """A line of JSON or of tab-separated fields.

    left_out: bytes dropped from a line that is too long.
    listed:   whether its file was named, and not met in a directory.
    """

    data: bytes
    left_out: int = 0
    listed: bool = True


class File(NamedTuple):
    """The bytes of a file that is a page, kind "html", or plain text, "text", with notes in doc."""

    data: bytes
    kind: str
    doc: dict[str, Any]


class Archived(NamedTuple):
    """A record of an archive: its content, and its Entry without it."""

    data: bytes
    entry: Any
    archive: str


UNITS = (Line, File, Archived)


def lines_in(lines: Iterable[tuple[str, bytes, int]], listed: bool = True
             ) -> Iterator[tuple[str, Line]]:
    """Yield (place, Line) for each of the lines that is not blank.

    lines:   of numbered_lines.
    """
    for place, line, left_out in lines:
        if line and not line.isspace():
            yield place, Line(line, left_out, listed)


def decoded(units: Iterable[tuple[str, Any]], decode: Callable[[str, Any], Any],
            passed_over: MutableMapping[str, int]) -> Iterator[tuple[str, Any]]:
    """Yield (place, record or BadRecord) of what was read; an exception among it stays.

    decode:      function from the place and a unit to its record; it may raise BadRecord, or
                 PassedOver for a unit that has none.
    passed_over: how many of these there were, by reason, to which theirs are added; and how many
                 pages are TRUNCATED.
    """
    for place, unit in units:
        item = unit
        if not isinstance(unit, Exception):
            try:
                item = decode(place, unit)
                if isinstance(unit, File | Archived) and any(
                        note.startswith(CUT) for note in item["doc"].get("notes", ())):
                    add_reason(passed_over, TRUNCATED)
            except BadRecord as error:
                item = kept(error)
            except PassedOver as error:
                add_reason(passed_over, error.why)
                continue
        yield place, item


def add_reason(counts: MutableMapping[str, int], why: str, number: int = 1) -> None:
    """Add to the count of a reason of PassedOver; types beyond MOST_REASONS are "others"."""
    if why not in counts and len(counts) >= MOST_REASONS:
        why = why.partition(": ")[0] + ": others"
    counts[why] = counts.get(why, 0) + number


def as_record(_place: str, unit: Any) -> Any:
    """Return what was read, where that is a record already."""
    return unit


class Source(NamedTuple):
    """Where the records of a command come from.

    items:       iterable of (place, what `decode` takes, or BadRecord or OSError).
    decode:      function from the place and a unit to its record: see `decoded`.
    passed_over: how many units had no record, by reason, as it is at the end.
    goes_ahead:  whether several items may be read before the first of them is processed.
    """

    items: Iterable[tuple[str, Any]]
    decode: Callable[[str, Any], Any] = as_record
    passed_over: Mapping[str, int] = MappingProxyType({})
    goes_ahead: bool = False
