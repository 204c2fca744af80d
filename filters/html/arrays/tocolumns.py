"""From pages in normal HTML to Pages: titles, elements, blocks of text and their counts.

A block is a stretch of text between block-level tags. A <br> also ends a block; the next block of
the same element is then marked `br`, so that the text of the element can be joined again. The loop
in short:

    for text, tag in page:
        block.append(text)
        if is_boundary(tag):
            segments.append(text_of(block))
            stack.append(tag) if tag.opens else stack.pop()
"""
from collections import defaultdict
from functools import cache, partial

import numpy as np

from ....lm.arrays import are_among, begins_of_runs, is_one_of, numbered, without_repeats
from ....lm.elements import nearest
from ....lm.tagnames import KINDS
from ...columns.pages import CELL_NUMBERS, COUNTS, NUMBER_OF, TAGS, Pages, cells_around
from ...lazypattern import LazyPattern
from ...text.repair import INVALID
from ...text.splitmerge import MOST_CELLS
from ...text.textmarks import joined_marks
from .. import normalhtml
from .blocktexts import Pieces, texts_of
from .hiding import drop_permalinks, hidden_in, hide, show_after_all
from .tags import Boundaries, Role, Tags, name_clue, solid_texts

KIND_OF = np.full(len(TAGS), -1)                     # -1: that of the element around
KIND_OF[[NUMBER_OF[name] for name in normalhtml.KIND_OF_TAG]] = list(
    map(KINDS.index, normalhtml.KIND_OF_TAG.values()))
ENDS_ITEM = np.zeros(len(TAGS), bool)
ENDS_ITEM[[NUMBER_OF[name] for name in normalhtml.ENDS_ITEM]] = True
PARAGRAPH, HEADING, ITEM = map(KINDS.index, "phl")


def columns_in(trees, max_segments, urls=None):
    """Return (Pages without records, a row of facts for each page) for K pages in normal HTML.

    max_segments: blocks of a page past this number are merged into its last one.
    urls:  the address of each page, or None, to make addresses of marks absolute; None: no marks.
    facts: (title, as in normal HTML, or None; list of meta tags; number of blocks that were merged
           into the last segment; list of [element, number], those of lists).
    """
    tags = Tags(trees)
    solid = solid_texts(tags)
    hiding, dialogs = hide(tags, solid)
    drop_permalinks(tags)
    boundaries = Boundaries(tags)
    pieces = Pieces(tags, boundaries, solid)
    text, counts = texts_of(tags, boundaries, pieces)
    done = np.flatnonzero(counts["chars"])
    marks = None
    if urls is not None:
        from .elementmarks import marks_in
        marks = marks_in(tags, pieces, boundaries, text, urls)
        marks = [marks[row] for row in done.tolist()]
    text = [text[row] for row in done.tolist()]
    counts = {name: values[done] for name, values in counts.items()}
    boundary = pieces.boundary[done]
    page = tags.page_of(boundaries.tag[boundary])
    counts |= _counts_between(tags, boundaries, boundary, page, counts["chars"])
    counts |= hidden_in(tags, boundaries, hiding, dialogs, boundary, counts["chars"])
    text, marks, counts, boundary, page, merged = _within(text, marks, counts, boundary, page,
                                                          len(trees), max_segments)
    show_after_all(counts, page, len(trees))
    counts["chars"] = np.fromiter(map(len, text), np.int64, len(text))
    elements, places, tag, row = _elements(tags, boundaries, boundary)
    if marks is not None:
        from .elementmarks import with_elements
        marks = with_elements(marks, page, row, boundaries.around, elements["element_starts"])
    pages = Pages(
        records=[], segment_starts=np.searchsorted(page, np.arange(len(trees) + 1)),
        has_markup=np.bincount(page, minlength=len(trees)) > 0, segmented=False, text=text,
        columns={**counts, **places, "bar": np.zeros(len(text), bool)}, marks=marks, **elements)
    titles = np.flatnonzero(tags.role & Role.TITLE > 0)
    title_of = dict(zip(reversed(tags.page_of(titles).tolist()),     # the first of a page counts
                        reversed(tags.texts_before(titles)), strict=True))
    metas = np.flatnonzero(tags.role & Role.META > 0)
    metas_of = [[] for _ in trees]
    for of_page, meta in zip(tags.page_of(metas).tolist(), tags.all_of(metas), strict=True):
        metas_of[of_page].append(meta)
    return pages, list(zip(map(title_of.get, range(len(trees))), metas_of, merged,
                           list_numbers(tags, tag, pages.element_starts), strict=True))


def _counts_between(tags, boundaries, boundary, page, chars):
    """Return {name: int64 or bool (n,)}: counts and flags of n segments, from the tags between the
    segment before and the end of each: tags, markup, links, empty block tags.

    boundary: int64 (n,), the boundary that ends each segment; page: int64 (n,); chars: int64 (n,).

    As a plain loop:

        for text, tag in page:
            markup += len(text) + len(tag)
            opened, closed = opened + tag.opens, closed + tag.closes
            if tag.ends_segment:
                counts.append((markup - segment.chars, opened, closed))
                markup = opened = closed = 0

    Here they are differences of sums over all tags.
    """
    end = boundaries.tag[boundary]
    follows = np.append(False, page[1:] == page[:-1])[:len(page)]
    before = np.append(-1, end[:-1])[:len(end)]      # the end of the segment before
    body = tags.first[:-1].copy()        # where counting starts: the head is no evidence
    bodies = np.flatnonzero(tags.role & Role.BODY > 0)
    body[tags.page_of(bodies)] = bodies + 1
    start = np.where(follows, before + 1, body[page])
    counted = ~(tags.silent | (tags.role & Role.TITLE > 0))      # not the end tag of title, either
    markup = tags.ends[end] + 1 - tags.texts[start] - _passed(
        np.where(counted, 0, tags.ends + 1 - tags.begins), start, end)
    links = (tags.role & Role.LINK > 0).astype(np.int64)
    hidden = np.flatnonzero(tags.role & Role.HIDDEN_LINK > 0)        # a boundary, counts after it
    np.add.at(links, hidden[hidden + 1 < len(links)] + 1, 1)
    role, at = boundaries.role, boundaries.before[start]
    blocks = role & (Role.OPEN | Role.CLOSE) > 0
    latest = np.maximum.accumulate(np.where(blocks, np.arange(len(role)), 0))
    return {
        "markup_chars": np.maximum(0, markup - chars),
        "open_tags": _passed(counted & ~tags.closing, start, end),
        "close_tags": _passed(counted & tags.closing, start, end),
        "links": _passed(links, np.where(follows, start, tags.first[page]), end),
        "skipped": _passed(role & Role.BREAK == 0, at, boundary - 1),
        "after_close": role[latest[boundary - 1]] & Role.CLOSE > 0,
        "br": follows & (at == boundary) & (role[boundary - 1] & Role.BREAK > 0)}


def _passed(values, start, end):
    """Return the sums of values of the tags from each start to each end, both included."""
    sums = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=sums[1:])
    return sums[end + 1] - sums[start]


def _within(text, marks, counts, boundary, page, pages, most):
    """Return (text, marks, counts, boundary, page, merged) with at most `most` segments a page.

    The surplus is merged into the last segment of its page, and all counts but chars are added up:
    `_shown_after_all` still needs the chars of that segment alone.
    """
    starts = np.searchsorted(page, np.arange(pages + 1))
    surplus = np.maximum(0, np.diff(starts) - most)
    if not surplus.any():
        return text, marks, counts, boundary, page, surplus.tolist()
    keep = np.arange(len(page)) - starts[page] < most
    text = list(text)
    for full in np.flatnonzero(surplus).tolist():
        last, end = int(starts[full]) + most - 1, int(starts[full + 1])
        parts, text[last] = text[last:end], " ".join(text[last:end])
        if marks:
            marks[last] = joined_marks(zip(parts, marks[last:end], strict=True), text[last])
        for name in COUNTS[1:]:
            counts[name][last] = counts[name][last:end].sum()
    rows = np.flatnonzero(keep)
    return ([text[row] for row in rows.tolist()],
            marks and [marks[row] for row in rows.tolist()],
            {name: values[rows] for name, values in counts.items()},
            boundary[rows], page[rows], surplus.tolist())


def _elements(tags, boundaries, boundary):
    """Return (columns of elements; those of segments: tag, kind, element, cells; opening tags; the
    element of each boundary that opens one, -1 for none).
    """
    holds = np.zeros(len(boundaries.tag) + 1, np.int64)
    holds[boundary + 1] = 1
    passed = np.cumsum(holds)            # segments that ended before each boundary
    every = np.flatnonzero(boundaries.opens)
    has_text = passed[boundaries.closed[every] + 1] > passed[every + 1]
    opens = every[has_text]
    row = np.full(len(boundaries.tag) + 1, -1, np.int64)
    row[opens] = np.arange(len(opens))
    parent = row[boundaries.around[opens]]
    tag = boundaries.tag[opens]
    number, others = tags.number[tag], {}
    for place in np.flatnonzero(number == 0).tolist():       # hidden inline elements have any name
        name = normalhtml.NAME.match(tags.tag(tag[place]))[1]
        name = INVALID.sub("", name[:normalhtml.MAX_WORDS_CHARS])
        number[place] = others.setdefault(name, len(TAGS) + len(others))
    element = row[boundaries.around[boundary]]
    opening, outer = boundaries.tag[every], boundaries.around[every]
    around = np.where(outer >= 0, np.searchsorted(every, outer), -1)
    cells = cells_of(tags.number[opening], has_text, around, parent, spans_of(tags, opening))
    is_heading = are_among(tag, tags.ruled_by(normalhtml.IS_HEADING.search))
    # an element's own kind, or that of the nearest ancestor with one, but that of a list item does
    # not pass through ENDS_ITEM
    known = np.minimum(number, len(TAGS)) % len(TAGS)     # 0 for names that are not among TAGS
    own = np.where(is_heading, HEADING, KIND_OF[known])
    giver = nearest(own >= 0, parent)
    kind = np.where(giver >= 0, own[giver], PARAGRAPH).astype(np.uint8)
    ender = nearest((own < 0) & ENDS_ITEM[known], parent)
    kind[(kind == ITEM) & (ender > giver)] = PARAGRAPH
    return {"element_tag": number, "element_parent": parent,
            "element_starts": np.searchsorted(tag, tags.first), "names": [*TAGS, *others],
            "words_of_elements": cache(partial(element_words, tags, tag))}, {
            "element": element, "cells": np.append(cells, 0)[element],
            "kind": kind[element], "tag": number[element]}, tag, row


# What attributes state: the words of class, id and role of elements, the numbers of lists.
#
#     words = [attribute_words(tag) for tag in tags]
#     numbers = [[element, number_of(tag)] for element, tag in enumerate(elements)
#                if number_of(tag) is not None]
#
# Here each different tag is read once for its words, and only tags with start
# or value for their number: <ol start="5"> and <li value="7">.

SIZES = np.array(list(map(len, TAGS)))
NUMBER_CLUES = name_clue("start"), name_clue("value")
# Groups: of a list, of an item; nine digits at most, as in Markdown
NUMBER = LazyPattern(r'<(?:ol [^>]*?(?<= )start|li [^>]*?(?<= )value)'
                    r'="[ \t\n\f\r]*\+?([0-9]{1,9})(?![0-9])')


def element_words(tags, wanted):
    """Return the words of class, id and role of opening tags, as numbered() returns them.

    wanted: int64, indices of tags, ascending.
    """
    with_attributes = tags.ends[wanted] - tags.begins[wanted] > len("<") + SIZES[
        tags.number[wanted]]
    rows = np.flatnonzero(with_attributes)
    texts, of_row = numbered(tags.all_of(wanted[rows]))
    words, of_text = numbered(["", *map(normalhtml.attribute_words, texts)])
    places = np.zeros(len(wanted), np.int64)
    places[rows] = of_text[1 + of_row]
    return words, places


def number_of(tag):
    """Return the number in an opening tag, None without: an item's, or a list's first item's.

    >>> number_of('<ol class="a" start="5">'), number_of('<li value="-1">'), number_of('<ol>')
    (5, None, None)
    """
    number = NUMBER.match(tag)
    return int(number[1]) if number else None


def list_numbers(tags, elements, starts):
    """Return for each page a list of [element, number].

    elements: int64, the opening tags of elements, ascending. starts: the first one of each page.
    """
    stated = tags.with_attributes(*NUMBER_CLUES)
    stated, rows, _ = np.intersect1d(elements, stated, assume_unique=True, return_indices=True)
    pages = tags.page_of(stated)
    numbers = [[] for _ in tags.trees]
    for page, element, tag in zip(pages.tolist(), (rows - starts[pages]).tolist(),
                                  tags.all_of(stated), strict=True):
        number = number_of(tag)
        if number is not None:
            numbers[page].append([element, number])
    return numbers


# The columns of cells in tables with colspan or rowspan, and those with text in rows with gaps:
# empty columns before one with text, or beside one alone.
TR = NUMBER_OF["tr"]
SPAN_CLUES = name_clue("colspan"), name_clue("rowspan")
SPAN = LazyPattern(r' (col|row)span="[ \t\n\f\r]*\+?([0-9]{1,4})')
MOST_ROWS = 9_999        # of a cell; it has four digits at most


def span_of(tag):
    """Return the span of a cell by its opening tag, (columns, rows).

    >>> span_of('<td colspan="2" rowspan="0">'), span_of('<td colspan="0" rowspan="x">')
    ((2, 9999), (1, 1))
    """
    spans = dict(reversed(SPAN.findall(tag)))            # the first of a name counts
    return int(spans.get("col", 1)) or 1, int(spans.get("row", 1)) or MOST_ROWS


def columns_of_row(spans, taken):
    """Return the column of each cell of a row, at most MOST_CELLS.

    spans: (columns, rows) of each cell.
    taken: {column: number of rows, from this one on, that a cell above spans}; updated for the
           next row.

    >>> taken = {}
    >>> columns_of_row([(1, 2), (2, 1), (1, 1)], taken), columns_of_row([(1, 1)], taken), taken
    ([0, 1, 3], [1], {})
    """
    columns, spanned, column = [], {}, 0
    for width, height in spans:
        while column in taken:
            column += 1
        columns.append(min(column, MOST_CELLS))
        end = column + width
        if height > 1:
            for each in range(column, min(end, MOST_CELLS)):
                spanned[each] = height
        column = end
    for each in list(taken):
        taken[each] -= 1
        if not taken[each]:
            del taken[each]
    for each, height in spanned.items():
        taken[each] = max(taken.get(each, 0), height - 1)
    return columns


def spans_of(tags, opens):
    """Return {index of a cell in `opens`: its span}, without cells of one column and row.

    opens: int64, indices of tags, ascending.
    """
    if not is_one_of(tags.number[opens], CELL_NUMBERS).any():
        return {}
    cells = tags.with_attributes(*SPAN_CLUES)
    cells, at, _ = np.intersect1d(opens, cells, assume_unique=True, return_indices=True)
    is_cell = is_one_of(tags.number[cells], CELL_NUMBERS)
    spans = zip(at[is_cell].tolist(), map(span_of, tags.all_of(cells[is_cell])), strict=True)
    return {cell: span for cell, span in spans if span != (1, 1)}


def _spread(column, cells, starts, number, around, spans):
    """Write the columns of cells to `column`, in groups of rows with spans, where these count.

    column, cells: int64 (c,), row by row; starts: where each row begins. The others as in cells_of.
    """
    of_rows = dict(zip(around[cells[starts]].tolist(),
                       map(slice, starts, np.append(starts[1:], len(cells))), strict=True))
    spanned, taken = around[list(spans)], defaultdict(dict)
    # rows above reach into others of their group
    tall = spanned[np.array([rows > 1 for _, rows in spans.values()]) & (spanned >= 0)]
    groups = without_repeats(np.sort(around[tall]))
    rows = np.flatnonzero((number == TR) & are_among(around, groups)).tolist()
    for row in dict.fromkeys([*rows, *spanned.tolist()]):        # a cell may be outside of a row
        of_row = of_rows.get(row, slice(0))
        column[of_row] = columns_of_row(
            [spans.get(cell, (1, 1)) for cell in cells[of_row].tolist()],
            taken[int(around[row])] if row >= 0 and number[row] == TR else {})


def cells_of(number, holds, around, parent, spans):
    """Return the column of each element as a bit, int64 (m,); 0 outside of rows with gaps.

    number:  int64 (opens,), the name of each block element that opens, an index into TAGS.
    holds:   bool (opens,), whether it has text; m of them do.
    around:  int64 (opens,), the parent of each, an index into these.
    parent:  int64 (m,), the parent of each element with text.
    spans:   {index of a cell: its span}, of spans_of.
    """
    bits, cells = np.zeros(len(number), np.int64), np.flatnonzero(is_one_of(number, CELL_NUMBERS))
    if spans or not holds[cells].all():
        cells = cells[np.argsort(around[cells], kind="stable")]      # row by row
        begins = begins_of_runs(around[cells])
        row, starts = np.cumsum(begins) - 1, np.flatnonzero(begins)
        column = np.arange(len(cells)) - starts[row]
        if spans:
            _spread(column, cells, starts, number, around, spans)
        full = np.flatnonzero(holds[cells])
        sizes, filled = np.bincount(row), np.bincount(row[full], minlength=len(starts))
        last = np.zeros(len(starts), np.int64)
        last[row[full]] = column[full]
        has_gaps = (last < MOST_CELLS) & ((filled <= last) | ((filled == 1) & (sizes > 1)))
        full = full[has_gaps[row[full]]]
        bits[cells[full]] = 1 << column[full]
    bits, number = bits[holds], number[holds]
    return np.append(bits, 0)[cells_around(number, parent)] if bits.any() else bits
