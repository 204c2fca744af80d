"""Segments of Pages merged and split, as those of records: see text/splitmerge.py."""
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from ...lm.tagnames import KINDS
from ..record import count_of
from ..text.rows import numbers_of
from ..text.splitmerge import SUMMED, merged, split
from ..text.textmarks import FIELD

OF_TEXT = ("chars", "words")
OF_FIRST = ("skipped", "after_close", "br")      # of the first part
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
    changed = _Changed(pages, (*OF_TEXT, *SUMMED))
    keep = np.ones(len(pages.text), bool)
    parts = iter(_segments(pages, list(chain.from_iterable(rows for rows, _, _ in merges))))
    for rows, text, changes in merges:
        changed.put(rows[0], merged(list(islice(parts, len(rows))), text,
                                    **_of_record(pages, rows[0], changes)), changes)
        keep[rows[1:]] = False
    return pages.taken(np.flatnonzero(keep), changed.columns, **changed.lists)


def with_split(pages, pieces):
    """Return the Pages with segments split; pieces: {row: [(text, kind)]}."""
    if not pieces:
        return pages
    times = np.ones(len(pages.text), np.int64)
    times[list(pieces)] = list(map(len, pieces.values()))
    repeated = pages.taken(np.repeat(np.arange(len(times)), times))
    first = (np.cumsum(times) - times).tolist()
    changed = _Changed(repeated, (*OF_TEXT, *SUMMED, *OF_FIRST))
    for (row, of_row), whole in zip(pieces.items(), _segments(pages, list(pieces)), strict=True):
        for place, part in enumerate(split(whole, of_row), first[row]):
            changed.put(place, part, {"kind": KINDS.index(part["kind"])})
    return replace(repeated, columns={**repeated.columns, **changed.columns}, **changed.lists)


def _segments(pages, rows):
    """Return the segments in rows as in records: what was given, or all that changes need."""
    if pages.given:
        return list(map(pages.given.__getitem__, rows))
    names = (*SUMMED, *OF_FIRST)
    columns = [getattr(pages, name)[rows].tolist() for name in names]
    segments = [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]
    for segment, row, cells in zip(segments, rows, pages.cells[rows].tolist(), strict=True):
        segment["text"] = pages.text[row]
        if pages.marks and pages.marks[row]:
            segment[FIELD] = pages.marks[row]
        if cells:
            segment["cells"] = numbers_of(cells)
    return segments


def _of_record(pages, row, changes):
    """Return the changes of a row as fields of a record's segment, {} for pages of html2text."""
    if not pages.given:
        return {}
    fields = {name: value for name, value in changes.items() if name != "cells"}   # see `put`
    if "kind" in fields:
        fields["kind"] = KINDS[fields["kind"]]
    if "tag" in fields:
        fields["tag"] = pages.names[fields["tag"]]
    if "element" in fields:
        fields["element"] = int(fields["element"] - pages.element_starts[pages.page[row]])
    return fields


class _Changed:
    """Columns of Pages with rows that change; counted: the names of counts and flags."""

    def __init__(self, pages, counted):
        self._counted = [name for name in counted if name in pages.columns]
        self.columns = {name: pages.columns[name].copy() for name in (*self._counted, *OF_PLACE)
                        if name in pages.columns}
        self.lists = {name: values and list(values) for name, values in (
            ("text", pages.text), ("marks", pages.marks), ("given", pages.given))}

    def put(self, row, segment, changes):
        """Write a merged segment, or a piece of a split one, into a row; changes: see Merge."""
        columns, lists = self.columns, self.lists
        if "cells" in changes:
            segment.pop("cells", None)
            if changes["cells"]:
                segment["cells"] = numbers_of(changes["cells"])
        elif "cells" not in segment:
            changes = {**changes, "cells": 0}
        for name in self._counted:
            columns[name][row] = count_of(segment.get(name, 0))
        for name in changes.keys() & columns.keys():
            columns[name][row] = changes[name]
        lists["text"][row] = segment["text"]
        if lists["marks"]:
            lists["marks"][row] = segment.get(FIELD, [])
        if lists["given"]:
            lists["given"][row] = segment
