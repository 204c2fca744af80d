"""Refines the segments of Pages: lines, cells and code joined, prose split, items, bars."""
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from ...lm.arrays import begins_of_runs, is_one_of, numbered, without_repeats
from ...lm.elements import nearest
from ...lm.tagnames import KINDS
from ..record import count_of, object_of, with_note
from ..text import linebreaks
from ..text.codelines import Line, code_blocks, is_prose, is_verse
from ..text.paragraphs import MAX_LINES, paragraphs
from ..text.splitmerge import SUMMED, data_rows, merged, numbers_of, split, text_of_row
from ..text.textmarks import FIELD, joined_marks
from ..text.words import count_words
from .pages import CELL_NUMBERS, NUMBER_OF, TABLE, cells_around

PARAGRAPH, ITEM, ROW, CODE, HEADING = map(KINDS.index, "pltch")
TR = NUMBER_OF["tr"]
# Elements with short parts; parts and words of an element, words of a part, at most; such elements
# of one parent, at least
BOXES, TERMS = ([NUMBER_OF[name] for name in names] for names in (("li", "div"), ("dt", "dd")))
MOST_PARTS, BOX_WORDS, PART_WORDS, ALIKE = 5, 14, 5, 3
# What lines of code are made of. A paragraph in <pre> is no line, and neither is a heading.
PREFORMATTED, OF_LINES = ([NUMBER_OF[name] for name in names.split()] for names in (
    "listing plaintext pre xmp", "a code div span table tbody td tr"))
MOST_LEVELS = 16         # of such elements in <pre>: highlighters need up to six
# Characters of bars, and the first ones of items, by code point, those above as the last
OF_BARS, OF_ITEMS = np.zeros((2, 1 << 16), bool)
OF_BARS[list(map(ord, linebreaks.IN_MARKS))] = True
OF_ITEMS[list(map(ord, linebreaks.FIRSTS))] = True
OF_FIRST = ("skipped", "after_close", "br")      # of the first part


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
    lines = [Line()] * len(pages.text)
    for row, line in zip(code.tolist(), _lines_of_code(pages, pages.element[code]), strict=True):
        lines[row] = line
    for rows, pre, text in code_blocks(shown[wanted].tolist(), lines, pages.text,
                                       pages.skipped.tolist()):
        yield Merge(rows, text, {"tag": int(pages.element_tag[pre]), "element": pre})


def _lines_of_code(pages, elements):
    """Return the Line of text in each of some elements, -1 for none, a list."""
    tag, parent = pages.element_tag, np.append(pages.element_parent, -1)
    depths = np.append(pages.tree.depths[:len(tag)], 0)
    is_pre, is_row = is_one_of(tag, PREFORMATTED), tag == TR
    ends = is_pre | ~is_one_of(tag, OF_LINES)
    pre, row, outer = (np.append(nearest(wanted, parent[:-1]), -1)
                       for wanted in (ends, ends | is_row, is_row))
    is_pre, is_row = np.append(is_pre, False), np.append(is_row, False)
    pre, row = pre[elements], row[elements]
    outer, levels = outer[parent[pre]], depths[elements] - depths[pre]
    row[~is_row[row]] = -1
    outer[depths[pre] - depths[outer] > MOST_LEVELS] = -1
    return [Line(*line) if is_line else Line() for is_line, *line in zip(
        (is_pre[pre] & (levels <= MOST_LEVELS)).tolist(), pre.tolist(), row.tolist(),
        outer.tolist(), levels.tolist(), strict=True)]


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
    group = np.cumsum(parts)
    shown = np.flatnonzero(~pages.hidden & (np.bincount(group)[group] > 1))
    bounds = [*np.flatnonzero(begins_of_runs(group[shown])).tolist(), len(shown)]
    places = shown.tolist()
    tables = np.append(nearest(tag == TABLE, parent), -1)[rows]
    for parts in data_rows([places[start:end] for start, end in pairwise(bounds)], cells.tolist(),
                           tables.tolist(), pages.br.tolist(), (pages.kind == PARAGRAPH).tolist(),
                           pages.text):
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
    codes, starts, _ = pages.characters
    may_be = OF_ITEMS.take(codes[starts], mode="clip") & (pages.kind == PARAGRAPH)
    items = linebreaks.items_among(pages.text, np.flatnonzero(may_be).tolist(), pages.page)
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
    changes: {kind, tag, element or cells: its value in the column}, where it is not that of the
             first.
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
    groups, texts, changes = map(list, zip(*merges, strict=True))
    rows = np.array(list(chain.from_iterable(groups)))
    starts = np.cumsum([0, *map(len, groups[:-1])])
    first, columns, lists = rows[starts], _copies(pages), _lists(pages)
    for name in columns.keys() & SUMMED:
        columns[name][first] = np.add.reduceat(columns[name][rows], starts)
    counts = {"chars": list(map(len, texts)), "words": list(map(count_words, texts))}
    for name in columns.keys() & counts:
        columns[name][first] = counts[name]
    for name, most in ("link_chars", "chars"), ("link_words", "words"):
        if name in columns:
            columns[name][first] = np.minimum(columns[name][first], counts[most])
    if "cells" in columns:               # of one cell, or of none
        cells = columns["cells"][rows]
        columns["cells"][first] *= (np.minimum.reduceat(cells, starts)
                                    == np.maximum.reduceat(cells, starts))
    for row, of_group, text, changed in zip(first.tolist(), groups, texts, changes, strict=True):
        for name in changed.keys() & columns.keys():
            columns[name][row] = changed[name]
        if pages.marks:
            lists["marks"][row] = joined_marks(
                [(pages.text[part], pages.marks[part]) for part in of_group], text)
        if pages.given:
            lists["given"][row] = _given(pages, of_group, text, changed)
        lists["text"][row] = text
    keep = np.ones(len(pages.text), bool)
    keep[rows] = False
    keep[first] = True
    return pages.taken(np.flatnonzero(keep), columns, **lists)


def with_split(pages, pieces):
    """Return the Pages with segments split; pieces: {row: [(text, kind)]}."""
    if not pieces:
        return pages
    times = np.ones(len(pages.text), np.int64)
    times[list(pieces)] = list(map(len, pieces.values()))
    first = (np.cumsum(times) - times).tolist()
    repeated = pages.taken(np.repeat(np.arange(len(times)), times))
    columns, lists = _copies(repeated), _lists(repeated)
    counted = columns.keys() & {"chars", "words", *SUMMED, *OF_FIRST}
    for row, of_row in pieces.items():
        for place, part in enumerate(split(_segment(pages, row), of_row), first[row]):
            for name in counted:
                columns[name][place] = count_of(part.get(name, 0))
            columns["kind"][place] = KINDS.index(part["kind"])
            lists["text"][place] = part["text"]
            if pages.marks:
                lists["marks"][place] = part.get(FIELD, [])
            if pages.given:
                lists["given"][place] = part
    return replace(repeated, columns=columns, **lists)


def _copies(pages):
    return {name: values.copy() for name, values in pages.columns.items()}


def _lists(pages):
    return {name: values and list(values) for name, values in (
        ("text", pages.text), ("marks", pages.marks), ("given", pages.given))}


def _segment(pages, row):
    """Return the segment in a row as in records: what was given, or all that `split` needs."""
    if pages.given:
        return pages.given[row]
    segment = {name: getattr(pages, name)[row].item() for name in (*SUMMED, *OF_FIRST)}
    if pages.marks and pages.marks[row]:
        segment[FIELD] = pages.marks[row]
    return {**segment, "text": pages.text[row]}


def _given(pages, rows, text, changes):
    """Return the segments in rows as one, as in records; text, changes: see Merge."""
    fields = dict(changes)
    if "kind" in fields:
        fields["kind"] = KINDS[fields["kind"]]
    if "tag" in fields:
        fields["tag"] = pages.names[fields["tag"]]
    if "element" in fields:
        fields["element"] = int(fields["element"] - pages.element_starts[pages.page[rows[0]]])
    cells = fields.pop("cells", None)
    segment = merged([pages.given[row] for row in rows], text, **fields)
    if cells is not None:
        segment.pop("cells", None)
    return {**segment, "cells": numbers_of(cells)} if cells else segment
