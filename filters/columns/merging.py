"""Segments of Pages merged and split, as those of records: see text/splitmerge.py."""
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from ...lm.tagnames import KINDS
from ..record import count_of
from ..text.rows import numbers_of
from ..text.splitmerge import SUMMED, merged, split
from ..text.textmarks import FIELD

COUNTED = ("chars", "words", "skipped", *SUMMED)
FLAGS = ("after_close", "br")
OF_PLACE = ("kind", "tag", "element", "cells")


class Merge(NamedTuple):
    """Segments that become one, in the place of the first.

    rows: of the segments, ascending. text: of all of them.
    changes: {one of OF_PLACE: its value in the column}, where it is not that of the first.
    """

    rows: Sequence[int]
    text: str
    changes: Mapping[str, Any] = MappingProxyType({})


def with_merged(pages, merges):
    """Return the Pages with segments merged; merges: an iterable of Merge, no row in two of them.

    Raises:  BadRecord where a count of a segment is no number.
    """
    merges = list(merges)
    if not merges:
        return pages
    changed = _Changed(pages)
    keep = np.ones(len(pages.text), bool)
    for rows, text, changes in merges:
        changed.put(rows[0], merged([_segment(pages, row) for row in rows], text,
                                    **_of_record(pages, rows[0], changes)), changes)
        keep[rows[1:]] = False
    return pages.taken(np.flatnonzero(keep), **changed.columns)


def with_split(pages, pieces):
    """Return the Pages with segments split; pieces: {row: [(text, kind)]}."""
    if not pieces:
        return pages
    times = np.ones(len(pages.text), np.int64)
    times[list(pieces)] = list(map(len, pieces.values()))
    found = pages.taken(np.repeat(np.arange(len(times)), times))
    first = (np.cumsum(times) - times).tolist()
    changed = _Changed(found)
    for row, of_row in pieces.items():
        for place, part in enumerate(split(_segment(pages, row), of_row), first[row]):
            changed.put(place, part, {"kind": KINDS.index(part["kind"])})
    return replace(found, **changed.columns)


def _segment(pages, row):
    """Return the segment in a row as in a record: what was given, or all that changes need."""
    if pages.given:
        return pages.given[row]
    found = {"text": pages.text[row],
             **{name: getattr(pages, name)[row].item() for name in (*COUNTED, *FLAGS)}}
    if pages.marks and pages.marks[row]:
        found[FIELD] = pages.marks[row]
    if cells := pages.cells[row].item():
        found["cells"] = numbers_of(cells)
    return found


def _of_record(pages, row, changes):
    """Return changes of the segment in a row as fields of a record."""
    found = {name: value for name, value in changes.items() if name != "cells"}   # see `put`
    if "kind" in found:
        found["kind"] = KINDS[found["kind"]]
    if "tag" in found:
        found["tag"] = pages.names[found["tag"]]
    if "element" in found:
        found["element"] = int(found["element"] - pages.element_starts[pages.page[row]])
    return found


class _Changed:
    """Columns of Pages, of which some rows change."""

    def __init__(self, pages):
        self.columns = {name: getattr(pages, name).copy() for name in (
            *COUNTED, *FLAGS, *OF_PLACE)}
        self.columns |= {name: values and list(values) for name, values in (
            ("text", pages.text), ("marks", pages.marks), ("given", pages.given))}

    def put(self, row, segment, changes):
        """Write a merged segment, or a piece of a split one, into a row; changes: see Merge."""
        columns = self.columns
        if "cells" in changes:
            segment.pop("cells", None)
            if changes["cells"]:
                segment["cells"] = numbers_of(changes["cells"])
        elif "cells" not in segment:
            columns["cells"][row] = 0
        for name in (*COUNTED, *FLAGS):
            columns[name][row] = count_of(segment.get(name, 0))
        for name, value in changes.items():
            columns[name][row] = value
        columns["text"][row] = segment["text"]
        if columns["marks"]:
            columns["marks"][row] = segment.get(FIELD, [])
        if columns["given"]:
            columns["given"][row] = segment
