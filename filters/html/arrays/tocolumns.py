"""From pages in normal HTML to Pages: titles, elements, blocks of text and their counts.

A block is a stretch of text between block-level tags. A <br> also ends a block; the next block of
the same element is then marked `br`, so that the text of the element can be joined again. The loop
in short; tests/loop.py has it in full, and tests/parts/test_arrays.py compares its results:

    for text, tag in page:
        block.append(text)
        if is_boundary(tag):
            segments.append(text_of(block))
            stack.append(tag) if tag.opens else stack.pop()
"""
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from ....lm.arrays import are_among
from ....lm.elements import nearest
from ....lm.rules import rules
from ....lm.tagnames import KINDS
from ...columns.namenumbers import NUMBER_OF, TAGS
from ...columns.pages import Pages
from ...columns.segmentcolumns import COUNTS
from ...text.repair import BLOCK_DECODED, INVALID, MAX_DECODED
from ...text.textmarks import joined_marks
from .. import blocks
from .blanks import solid_texts
from .blocktexts import texts_of
from .cellcolumns import cells_of, spans_of
from .difficultblock import replayed
from .hiding import hide
from .joins import JOINED_LINKS, reasons
from .nesting import Nesting
from .permalinks import drop_permalinks
from .pieces import Boundaries, Links, Pieces
from .revealed import in_chrome, revealed
from .rulebytes import clues_of, places_of
from .statedvalues import element_words, list_numbers
from .tagcounts import counts_of
from .tags import CLOSE, META, OPEN, PRE_OPEN, TITLE, Tags

KIND_OF = np.full(len(TAGS), -1)                     # -1: that of the element around
KIND_OF[[NUMBER_OF[name] for name in blocks.KIND_OF_TAG]] = list(
    map(KINDS.index, blocks.KIND_OF_TAG.values()))
ENDS_ITEM = np.zeros(len(TAGS), bool)
ENDS_ITEM[[NUMBER_OF[name] for name in blocks.ENDS_ITEM]] = True
HEADING_CLUES = clues_of(rules("joins")["HEADINGS"])
PARAGRAPH, HEADING, ITEM = map(KINDS.index, "phl")


class Collected(NamedTuple):
    """The contents of K pages.

    pages:   Pages, without records.
    titles:  list of K str, as in normal HTML, or None.
    metas:   list of K lists of tags.
    merged:  list of K numbers of blocks that were merged into the last segment.
    numbers: list of K lists of [element, number], of statedvalues.py.
    """

    pages: Pages
    titles: list
    metas: list
    merged: list
    numbers: list


def columns_in(trees, max_segments, urls=None):
    """Return Collected for pages in normal HTML, a list of str.

    max_segments: blocks of a page past this number are merged into its last one.
    urls: the address of each page, or None, to make addresses of marks absolute; None: no marks.
    """
    tags = Tags(trees)
    solid = solid_texts(tags)
    hiding, dialogs = hide(tags, solid)
    drop_permalinks(tags)
    boundaries = Boundaries(tags)
    nesting = Nesting(boundaries.role & OPEN > 0, boundaries.role & CLOSE > 0, boundaries.first)
    pieces = Pieces(tags, boundaries, solid)
    text, counts = _texts(tags, boundaries, pieces)
    done = np.flatnonzero(counts["chars"])
    marks = None
    if urls is not None:
        from .elementmarks import marks_in
        marks = marks_in(tags, pieces, boundaries, nesting, text, urls)
        marks = [marks[row] for row in done.tolist()]
    text = [text[row] for row in done.tolist()]
    counts = {name: values[done] for name, values in counts.items()}
    boundary = pieces.boundary[done]
    page = np.searchsorted(tags.first, boundaries.tag[boundary], "right") - 1
    counts |= counts_of(tags, boundaries, boundary, page, counts["chars"])
    counts |= _hidden(tags, boundaries, nesting, hiding, dialogs, boundary, counts["chars"])
    text, marks, counts, boundary, page, merged = _within(text, marks, counts, boundary, page,
                                                          len(trees), max_segments)
    _shown_after_all(counts, page, len(trees))
    counts["chars"] = np.fromiter(map(len, text), np.int64, len(text))
    elements, places, tag, row = _elements(tags, boundaries, nesting, boundary)
    if marks is not None:
        from .imagemarks import with_elements
        marks = with_elements(marks, page, row, nesting.before, elements["element_starts"])
    pages = Pages(
        records=[], segment_starts=np.searchsorted(page, np.arange(len(trees) + 1)),
        has_markup=np.bincount(page, minlength=len(trees)) > 0, segmented=False, text=text,
        columns={**counts, **places, "bar": np.zeros(len(text), bool)}, marks=marks, **elements)
    return Collected(pages, _titles(tags), _metas(tags), merged,
                 list_numbers(tags, tag, pages.element_starts))


def _texts(tags, boundaries, pieces):
    """Return (list of text, {"chars", "words", "link_chars", "link_words"}) of all blocks."""
    links = Links(tags, pieces)
    at, bits = reasons(tags, pieces, boundaries.pre)
    why = _why(pieces, links, at, bits)
    preformatted = np.zeros(len(pieces.end), bool)
    if boundaries.pre is not None:
        preformatted = boundaries.pre[pieces.end] > 0
    text, words, link_chars, link_words, odd, mojibake = texts_of(pieces, links, why, preformatted)
    blocks = np.flatnonzero(odd | mojibake)
    ends, pre = pieces.end[blocks], preformatted[blocks]
    begins = boundaries.tag[pieces.boundary[blocks] - 1] + 1
    begins[pre] = _begins_of_pre(tags, pieces, blocks[pre])
    pages = np.searchsorted(tags.first, begins, "right") - 1
    sizes = np.append(0, np.cumsum(tags.begins[ends] - tags.texts[begins] + BLOCK_DECODED))
    decoded = sizes[1:] - sizes[np.searchsorted(pages, pages)] <= MAX_DECODED
    wanted = odd[blocks] | decoded
    for block, begin, end, page, *how in zip(*(column[wanted].tolist() for column in (
            blocks, begins, ends, pages, links.around(begins), pre, decoded)), strict=True):
        text[block], words[block], link_chars[block], link_words[block] = replayed(
            _texts_before(tags, page, begin, end), tags.role[begin:end + 1].tolist(),
            _bits_of(at, bits, begin, end), *how)
    return text, {"chars": np.fromiter(map(len, text), np.int64, len(text)), "words": words,
                  "link_chars": link_chars, "link_words": link_words}


def _why(pieces, links, at, bits):
    """Return the reasons for a separator after each piece, bits of joins.py, int8 (p,)."""
    why = np.where(links.joint, JOINED_LINKS, 0).astype(np.int8)
    after = np.searchsorted(pieces.tag, at, "right") - 1
    inside = after >= 0
    np.bitwise_or.at(why, after[inside], bits[inside])
    why[pieces.lasts()] = 0
    return why


def _bits_of(at, bits, begin, end):
    """Return the bits of the tags from begin to end, a list."""
    whys = [0] * (end + 1 - begin)
    between = slice(*np.searchsorted(at, [begin, end + 1]).tolist())
    for tag, why in zip(at[between].tolist(), bits[between].tolist(), strict=True):
        whys[tag - begin] = why
    return whys


def _begins_of_pre(tags, pieces, blocks):
    """Return where some blocks in <pre> begin: the first tag behind its <pre> or the block before,
    int64 (blocks,). White space before tags within is text.

    blocks: rows of `pieces`, each the last piece of a block.
    """
    opens = np.flatnonzero(tags.role & PRE_OPEN > 0)
    begins = opens[np.searchsorted(opens, pieces.end[blocks]) - 1] + 1
    return np.maximum(begins, np.where(blocks > 0, pieces.end[blocks - 1] + 1, 0))


def _texts_before(tags, page, first, last):
    tree, offset = tags.trees[page], int(tags.offsets[page])
    rows = slice(first, last + 1)
    return [tree[start - offset:end - offset] for start, end in zip(
        tags.texts[rows].tolist(), tags.begins[rows].tolist(), strict=True)]


def _hidden(tags, boundaries, nesting, hiding, dialogs, boundary, chars):
    """Return {"hidden", "dialog", "chrome"}: whether segments are in such elements, bool each."""
    if not len(hiding):
        return {name: np.zeros(len(boundary), bool) for name in ("hidden", "dialog", "chrome")}
    chrome = in_chrome(tags, boundaries, nesting)
    held = np.bincount(boundary, chars, len(boundaries))
    left = hiding[~revealed(tags, boundaries, nesting, hiding, dialogs, chrome, held)]
    dialogs = dialogs[are_among(dialogs, left)]
    return {"hidden": _inside(nesting, boundaries.before[left], boundary),
            "dialog": _inside(nesting, boundaries.before[dialogs], boundary),
            "chrome": np.append(chrome, False)[nesting.before[boundary]]}


def _inside(nesting, around, boundary):
    """Return whether each segment is inside an element of `around`, boundaries that open it.
    """
    inside = np.zeros(len(nesting.opens) + 1, np.int64)
    np.add.at(inside, around + 1, 1)
    np.add.at(inside, nesting.closed[around] + 1, -1)
    return np.cumsum(inside)[boundary] > 0


def _shown_after_all(counts, page, pages):
    """Clear `hidden` on pages that hide nearly all of their text until a script has run.

    counts: of segments; it loses `dialog` and `chrome`. The text of dialogs stays hidden and does
    not count: that of a cookie dialog can be longer than the page. Where much text is hidden, that
    of menus and the like does not count either.
    """
    hidden, dialog, chrome = counts["hidden"], counts.pop("dialog"), counts.pop("chrome")
    hidden_by_page = hidden & ~dialog
    if hidden_by_page.any():
        def total(rows):
            return np.bincount(page, counts["chars"] * rows, pages)
        nearly_all = total(hidden_by_page) > blocks.MOST_HIDDEN * total(~dialog)
        inside = total(hidden_by_page & ~chrome)
        nearly_all |= (inside >= blocks.MUCH_HIDDEN) & (
            inside > blocks.MOST_HIDDEN * total(~dialog & ~chrome))
        hidden[nearly_all[page] & ~dialog] = False


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


def _elements(tags, boundaries, nesting, boundary):
    """Return (columns of elements; those of segments: tag, kind, element, cells; opening tags; the
    element of each boundary that opens one, -1 for none).
    """
    holds = np.zeros(len(boundaries) + 1, np.int64)
    holds[boundary + 1] = 1
    passed = np.cumsum(holds)            # segments that ended before each boundary
    every = np.flatnonzero(nesting.opens)
    has_text = passed[nesting.closed[every] + 1] > passed[every + 1]
    opens = every[has_text]
    row = np.full(len(boundaries) + 1, -1, np.int64)
    row[opens] = np.arange(len(opens))
    parent = row[nesting.before[opens]]
    tag = boundaries.tag[opens]
    number, names = _numbers(tags, tag)
    element = row[nesting.before[boundary]]
    opening, outer = boundaries.tag[every], nesting.before[every]
    around = np.where(outer >= 0, np.searchsorted(every, outer), -1)
    cells = cells_of(tags.number[opening], has_text, around, parent, spans_of(tags, opening))
    return {"element_tag": number, "element_parent": parent,
            "element_starts": np.searchsorted(tag, tags.first), "names": names,
            "words_of_elements": cache(partial(element_words, tags, tag))}, {
            "element": element, "cells": np.append(cells, 0)[element],
            "kind": _kinds(number, parent, _are_headings(tags, tag))[element],
            "tag": number[element]}, tag, row


def _numbers(tags, tag):
    """Return (number of its name, names) of elements; hidden inline elements have any name."""
    number, others = tags.number[tag], {}
    for row in np.flatnonzero(number == 0).tolist():
        name = blocks.NAME.match(tags.tag(int(tag[row])))[1]
        name = INVALID.sub("", name[:blocks.MAX_WORDS_CHARS])
        number[row] = others.setdefault(name, len(TAGS) + len(others))
    return number, [*TAGS, *others]


def _are_headings(tags, tag):
    """Return whether each element has the role of a heading; tag: its opening tag."""
    headings = np.zeros(len(tags), bool)
    candidates = tags.around(places_of(tags, HEADING_CLUES))
    headings[candidates] = [blocks.IS_HEADING.search(text) is not None
                            for text in tags.all_of(candidates)]
    return headings[tag]


def _kinds(number, parent, is_heading):
    """Return the kind of each element: its own, or the kind of the nearest ancestor with one.

    The kind of a list item passes down to elements without a kind but not through ENDS_ITEM.
    """
    known = np.minimum(number, len(TAGS)) % len(TAGS)     # 0 for names that are not among TAGS
    own = np.where(is_heading, HEADING, KIND_OF[known])
    giver = nearest(own >= 0, parent)
    kind = np.where(giver >= 0, own[giver], PARAGRAPH)
    ender = nearest((own < 0) & ENDS_ITEM[known], parent)
    kind[(kind == ITEM) & (ender > giver)] = PARAGRAPH
    return kind.astype(np.uint8)


def _titles(tags):
    """Return the text of each page's first title, None where it has none."""
    titles = [None] * len(tags.trees)
    for tag in np.flatnonzero(tags.role & TITLE > 0).tolist():
        page = tags.page_of(tag)
        if titles[page] is None:
            titles[page] = _texts_before(tags, page, tag, tag)[0]
    return titles


def _metas(tags):
    metas = np.flatnonzero(tags.role & META > 0)
    starts = np.searchsorted(metas, tags.first)
    texts = tags.all_of(metas)
    return [texts[start:end] for start, end in zip(starts[:-1].tolist(), starts[1:].tolist(),
                                                   strict=True)]
