"""Refines the segments of Pages: lines, cells and code joined, prose split, items, bars."""
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from ...lm.arrays import begins_of_runs, is_one_of, numbered, without_repeats
from ...lm.elements import nearest
from ...lm.tagnames import KINDS
from ..record import count_of, object_of, with_note
from ..text import linebreaks
from ..text.codelines import Line, Lines, code_blocks, is_prose, is_verse
from ..text.paragraphs import MAX_LINES, paragraphs
from ..text.rows import data_rows, numbers_of, text_of_row
from ..text.splitmerge import SUMMED, merged, split
from ..text.textmarks import FIELD
from ..text.words import count_words
from .pages import CELL_NUMBERS, NUMBER_OF, TABLE, cells_around

PARAGRAPH, ITEM, ROW, CODE, HEADING = map(KINDS.index, "pltch")
TR = NUMBER_OF["tr"]
# Elements with short parts; parts and words of an element, words of a part, at most; such elements
# of one parent, at least
BOXES, TERMS = ([NUMBER_OF[name] for name in names] for names in (("li", "div"), ("dt", "dd")))
MOST_PARTS, BOX_WORDS, PART_WORDS, ALIKE = 5, 14, 5, 3
OF_BARS = np.zeros(1 << 16, bool)        # by code point, those above as the last
OF_BARS[list(map(ord, linebreaks.IN_MARKS))] = True
OF_TEXT = ("chars", "words")
OF_FIRST = ("skipped", "after_close", "br")      # of the first part
OF_PLACE = ("kind", "tag", "element", "cells")


def refined(pages, max_segments, note):
    """Return the Pages with prose split, lines and cells joined, items and bars marked.

    max_segments: the segments of a page from this one on are merged into it.
    note:    function from the number of merged segments, and max_segments, to their note for doc.
    Raises:  BadRecord where a count of a segment to be merged is no number.
    """
    pages = _with_prose(with_merged(pages, _code(pages)))
    pages = with_merged(pages, _lines(pages))
    pages = with_merged(pages, _interrupted(pages))
    pages = with_merged(pages, _rows(pages))
    pages = with_merged(pages, _boxes(pages))
    pages = _with_most(_with_items(pages), max_segments, note)
    kind, bar = pages.kind, np.zeros(len(pages.text), bool)
    codes, starts, _ = pages.characters
    at = np.flatnonzero(OF_BARS.take(codes, mode="clip"))    # what separates fields of bars
    marks = np.diff(np.append(np.searchsorted(at, starts), len(at)))
    may_be = (kind != ROW) & (kind != CODE) & (marks >= linebreaks.MIN_FIELDS - 1)
    rows = np.flatnonzero(may_be).tolist()
    bar[[row for row in rows if linebreaks.is_bar(pages.text[row])]] = True
    words = pages.words.copy()
    for row, segment in enumerate(pages.given or ()):    # lines of plain text come without
        if "words" not in segment:
            words[row] = count_words(pages.text[row])
    return pages.with_the_same_text({"bar": bar, "words": words}, segmented=True)


def _with_prose(pages):
    """Return the Pages with prose in <pre> split into paragraphs, of a page up to MAX_LINES."""
    pieces, left = {}, [MAX_LINES] * len(pages)
    for row in np.flatnonzero(pages.kind == CODE).tolist():
        text, page = pages.text[row], int(pages.page[row])
        lines = text.count("\n")
        if 0 < lines <= left[page] and is_prose(text):
            left[page] -= lines
            pieces[row] = [paragraph[:2] for paragraph in paragraphs(
                text, dump=False, verse=is_verse(text))]
    return with_split(pages, pieces)


def _code(pages):
    """Yield the Merge of lines of code in one <pre>: see codelines.py."""
    shown = np.flatnonzero(~pages.hidden)
    is_code = pages.kind[shown] == CODE
    code = shown[is_code]
    if len(code) < 2:
        return
    wanted = is_code.copy()
    wanted[1:] |= is_code[:-1]           # what comes after code ends it
    tag, parent, names = pages.element_tag, pages.element_parent, pages.names
    at = Lines(lambda element: names[tag[element]], lambda element: int(parent[element])).at
    lines = [Line()] * len(pages.text)
    for row, element in zip(code.tolist(), pages.element[code].tolist(), strict=True):
        lines[row] = at(element)
    for rows, pre, text in code_blocks(shown[wanted].tolist(), lines, pages.text,
                                       pages.skipped.tolist()):
        yield Merge(rows, text, {"tag": int(tag[pre]), "element": pre})


def _lines(pages):
    """Yield the Merge of lines that only <br> separates, where a paragraph continues."""
    breaks = np.flatnonzero(pages.br)
    if not len(breaks):
        return
    begins = np.flatnonzero(begins_of_runs(pages.element) | begins_of_runs(pages.page))
    groups = without_repeats(np.searchsorted(begins, breaks, "right") - 1)
    ends = np.append(begins[1:], len(pages.text))
    for start, end in zip(begins[groups].tolist(), ends[groups].tolist(), strict=True):
        of_group = slice(start, end)
        for places in linebreaks.paragraphs_of(
                pages.text[of_group], pages.br[of_group].tolist(),
                pages.hidden[of_group].tolist(), (pages.kind[of_group] == HEADING).tolist()):
            if len(places) > 1:
                rows = range(start + places.start, start + places.stop)
                yield Merge(rows, linebreaks.joined(pages.text[rows.start:rows.stop]))


def _interrupted(pages):
    """Yield the Merge of text that hidden text interrupts: see interruptions.py."""
    hidden = pages.hidden
    if not hidden.any():
        return
    edges = np.flatnonzero(np.diff(hidden, prepend=False, append=False))
    fit = pages.after_close & ~pages.br & (pages.kind != CODE) & (pages.skipped == 0)

    def continues(before, first, after):
        return (fit[after] and pages.skipped[first] == 0
                and pages.page[before] == pages.page[after]
                and pages.kind[before] == pages.kind[after]
                and pages.element[before] == pages.element[after] >= 0)

    for rows in linebreaks.interrupted(edges.reshape(-1, 2).tolist(), len(hidden), continues):
        yield Merge(rows, linebreaks.text_of([pages.text[row] for row in rows]))


def _rows(pages):
    """Yield the Merge of the cells of each row of data: see rows.py."""
    tag, parent = pages.element_tag, pages.element_parent
    if not is_one_of(tag, CELL_NUMBERS).any():
        return
    cell = cells_around(tag, parent)
    row = np.where(cell >= 0, parent[cell], -1)
    row[np.append(tag, 0)[row] != TR] = -1
    cells, rows = np.append(cell, -1)[pages.element], np.append(row, -1)[pages.element]
    parts = np.append(True, (rows[1:] != rows[:-1]) | (rows[1:] < 0))[:len(rows)]
    begins = np.flatnonzero(parts)
    ends = np.append(begins[1:], len(rows))
    several = ends - begins > 1
    shown = [start + np.flatnonzero(~pages.hidden[start:end]) for start, end in zip(
        begins[several].tolist(), ends[several].tolist(), strict=True)]
    tables = np.append(nearest(tag == TABLE, parent), -1)[rows]
    for parts in data_rows([places.tolist() for places in shown], cells, tables, pages.br,
                           pages.kind == PARAGRAPH, pages.text):
        places = list(chain.from_iterable(parts))
        yield Merge(places, text_of_row(parts, pages.text), {
            "kind": ROW, "tag": TR, "element": int(rows[places[0]]),
            "cells": int(np.bitwise_or.reduce(pages.cells[places]))})


def _boxes(pages):
    """Yield the Merge of the short parts of an item, or of a row of boxes: 2 | cups | flour."""
    boxes = _with_short_parts(pages)
    if not len(boxes):
        return
    starts, ends = pages.tree.runs
    at = starts[pages.where]
    box = boxes[np.searchsorted(starts[boxes], at, "right") - 1]
    rows = np.flatnonzero(~pages.hidden & (starts[box] <= at) & (at < ends[box]))
    for of_box in np.split(rows, np.flatnonzero(begins_of_runs(box[rows]))[1:]):
        element = int(box[of_box[0]])
        yield Merge(of_box.tolist(), " ".join(map(pages.text.__getitem__, of_box.tolist())),
                    {"tag": int(pages.element_tag[element]), "element": element})


def _with_short_parts(pages):
    """Return the innermost li and div of a few short parts, ALIKE or more of one parent, ascending.

    Lines that only <br> separates, links and terms with their definitions are no parts.
    """
    tree, shown = pages.tree, ~pages.hidden
    count, = tree.sums(pages.where, shown[None])
    boxes = np.flatnonzero((count[:tree.elements] >= 2) & (count[:tree.elements] <= MOST_PARTS)
                           & is_one_of(pages.element_tag, BOXES))
    if len(boxes) < ALIKE:
        return boxes[:0]
    odd = (pages.br | (pages.words > PART_WORDS) | (pages.links > 0)
           | ~is_one_of(pages.kind, [PARAGRAPH, ITEM]) | is_one_of(pages.tag, TERMS))
    odd, words = tree.sums(pages.where, np.array([odd, pages.words]) * shown)[:, boxes]
    boxes = boxes[(odd == 0) & (words <= BOX_WORDS)]
    starts, ends = tree.runs
    boxes = boxes[np.append(starts[boxes[1:]], len(ends))[:len(boxes)] >= ends[boxes]]
    words, places = pages.distinct_words
    _, sort = numbered([
        (parent, tag, words[place].partition(" ")[0].rstrip("0123456789"))
        for parent, tag, place in zip(*(of_elements[boxes].tolist() for of_elements in (
            pages.element_parent, pages.element_tag, places)), strict=True)])
    return boxes[np.bincount(sort)[sort] >= ALIKE] if len(boxes) else boxes


def _with_items(pages):
    """Return the Pages whose paragraphs that are items of a list are of that kind."""
    items = linebreaks.items_among(pages.text, pages.kind == PARAGRAPH, pages.page)
    kind, given = pages.kind.copy(), pages.given and list(pages.given)
    kind[items] = ITEM
    for row in items if given else ():
        given[row] = {**given[row], "kind": KINDS[ITEM]}
    return pages.with_the_same_text({"kind": kind}, given=given)


def _with_most(pages, most, note):
    """Return the Pages with at most so many segments each: see `refined`."""
    over = np.flatnonzero(np.diff(pages.segment_starts) > most).tolist()
    if not over:
        return pages
    rest = [range(pages.rows(page).start + most - 1, pages.rows(page).stop) for page in over]
    records = list(pages.records)
    for page, rows in zip(over, rest, strict=True):
        doc = with_note(object_of(records[page], "doc"), note(len(rows) - 1, most))
        records[page] = {**records[page], "doc": doc}
    return replace(with_merged(pages, (
        Merge(rows, " ".join(pages.text[rows.start:rows.stop])) for rows in rest)),
        records=records)


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
