"""Refines segments of columns as filters/text refines those of records."""
from itertools import chain
from operator import itemgetter

import numpy as np

from ...lm.arrays import begins_of_runs, without_repeats
from ...lm.elements import nearest
from ...lm.tagnames import KINDS
from ..errors import OneByOne
from ..text.bars import IN_MARKS, MIN_FIELDS, is_bar
from ..text.codelines import Line, Lines, code_blocks
from ..text.interruptions import interrupted, text_of
from ..text.items import BULLETS, NUMBERS, mark
from ..text.linebreaks import join, joined
from ..text.paragraphs import MAX_LINES, paragraphs
from ..text.preformatted import is_prose
from ..text.rows import data_rows, text_of_row
from ..text.splitmerge import SUMMED, split
from ..text.textmarks import FIELD, joined_marks
from ..text.words import count_words
from .cells import TABLE, are_cells, cells_around
from .namenumbers import NUMBER_OF

PARAGRAPH, ITEM, ROW, CODE = map(KINDS.index, "pltc")
TR = NUMBER_OF["tr"]
OF_BARS = np.zeros(1 << 16, bool)        # by code point, those above as the last
OF_BARS[list(map(ord, IN_MARKS))] = True
FIRSTS = frozenset([*BULLETS, *NUMBERS])    # with which the mark of a list item begins


def refined(columns, max_segments):
    """Return the columns with prose split, lines and cells joined, items and bars marked.

    Raises:  OneByOne where a page has too many segments or lines.
    """
    columns = _with_prose(_with_code(columns), max_segments)
    if np.diff(columns.segment_starts).max(initial=0) > max_segments:
        raise OneByOne
    columns = _with_rows(_with_interrupted(_with_lines(columns)))
    kind = columns.kind.copy()
    kind[_items(columns)] = ITEM
    bar = np.zeros(len(kind), bool)
    may_be = (kind != ROW) & (kind != CODE) & (_marks(columns) >= MIN_FIELDS - 1)
    bar[[row for row in np.flatnonzero(may_be).tolist() if is_bar(columns.text[row])]] = True
    return columns.with_the_same_text(kind=kind, bar=bar, segmented=True)


def _marks(columns):
    """Return how many characters of each text separate fields of bars."""
    codes, starts, _ = columns.characters
    at = np.flatnonzero(OF_BARS.take(codes, mode="clip"))
    return np.diff(np.append(np.searchsorted(at, starts), len(at)))


def _with_prose(columns, most):
    """Return the columns with prose in <pre> in paragraphs: see preformatted.split_prose.

    most:    lines of it, of all pages, each of which may become a segment.
    Raises:  OneByOne past these.
    """
    text = columns.text
    prose = [row for row in np.flatnonzero(columns.kind == CODE).tolist()
             if "\n" in text[row] and is_prose(text[row])]
    if not prose:
        return columns
    if sum(text[row].count("\n") for row in prose) > min(most, MAX_LINES):
        raise OneByOne
    found = {row: list(map(itemgetter(0, 1), paragraphs(text[row], dump=False))) for row in prose}
    times = np.ones(len(columns.text), np.int64)
    times[list(found)] = list(map(len, found.values()))
    new = columns.taken(np.repeat(np.arange(len(times)), times))
    first = (np.cumsum(times) - times).tolist()
    for row, pieces in found.items():
        names = ("br", "skipped", "after_close", *SUMMED)
        whole = {name: getattr(columns, name)[row].item() for name in names}
        if columns.marks:
            whole |= {"text": text[row], FIELD: columns.marks[row]}
        parts = split(whole, pieces)
        for place, part in enumerate(parts, first[row]):
            new.text[place], new.kind[place] = part["text"], KINDS.index(part["kind"])
            if new.marks:
                new.marks[place] = part.get(FIELD, [])
            for name in ("chars", "words", *names):
                getattr(new, name)[place] = part.get(name, False)
    return new


def _with_code(columns):
    """Return the columns with lines of code in one <pre> joined: see codelines.join_code."""
    shown = np.flatnonzero(~columns.hidden)
    is_code = columns.kind[shown] == CODE
    code = shown[is_code]
    if len(code) < 2:
        return columns
    wanted = is_code.copy()
    wanted[1:] |= is_code[:-1]           # what comes after code ends it
    tag, parent, names = columns.element_tag, columns.element_parent, columns.names
    at = Lines(lambda one: names[tag[one]], lambda one: int(parent[one])).at
    lines = [Line()] * len(columns.text)
    for row, element in zip(code.tolist(), columns.element[code].tolist(), strict=True):
        lines[row] = at(element)
    changed = _Changed(columns)
    for places, pre, text in code_blocks(shown[wanted].tolist(), lines, columns.text,
                                         columns.skipped.tolist()):
        first, cells = places[0], columns.cells[places]
        changed.merge(places, text)
        changed.values["tag"][first] = tag[pre]
        changed.values["element"][first] = pre
        changed.values["cells"][first] = cells[0] if (cells == cells[0]).all() else 0
    return changed.columns()


def _with_lines(columns):
    """Return the columns with lines joined that only <br> separates: see linebreaks.join_lines."""
    breaks = np.flatnonzero(columns.br)
    if not len(breaks):
        return columns
    element = columns.element
    begins = np.flatnonzero(begins_of_runs(element))
    groups = without_repeats(np.searchsorted(begins, breaks, "right") - 1)
    ends = np.append(begins[1:], len(element))
    changed = _Changed(columns)
    for start, end in zip(begins[groups].tolist(), ends[groups].tolist(), strict=True):
        group = [{"text": columns.text[row], "br": bool(columns.br[row]),
                  "hidden": bool(columns.hidden[row]), "kind": KINDS[columns.kind[row]], "row": row}
                 for row in range(start, end)]
        rows = [one["row"] for one in join(group)]
        for first, after in zip(rows, [*rows[1:], end], strict=True):
            if after - first > 1:
                changed.merge(range(first, after), joined(columns.text[first:after]))
    return changed.columns()


def _with_interrupted(columns):
    """Return the columns with text joined that hidden text interrupts: see interruptions.py."""
    hidden = columns.hidden
    if not hidden.any():
        return columns
    edges = np.flatnonzero(np.diff(hidden, prepend=False, append=False))
    fit = columns.after_close & ~columns.br & (columns.kind != CODE) & (columns.skipped == 0)

    def continues(before, first, after):
        return (fit[after] and columns.skipped[first] == 0
                and columns.page[before] == columns.page[after]
                and columns.kind[before] == columns.kind[after]
                and columns.element[before] == columns.element[after])

    changed = _Changed(columns)
    for rows in interrupted(edges.reshape(-1, 2).tolist(), len(hidden), continues):
        changed.merge(rows, text_of([columns.text[row] for row in rows]))
    return changed.columns()


def _with_rows(columns):
    """Return the columns with the cells of a row of data joined by tabs: see rows.join_rows."""
    tag, parent = columns.element_tag, columns.element_parent
    if not are_cells(tag).any():
        return columns
    cell = cells_around(tag, parent)
    row = np.where(cell >= 0, parent[cell], -1)
    row[np.append(tag, 0)[row] != TR] = -1
    cells, rows = np.append(cell, -1)[columns.element], np.append(row, -1)[columns.element]
    parts = np.append(True, (rows[1:] != rows[:-1]) | (rows[1:] < 0))[:len(rows)]
    begins = np.flatnonzero(parts)
    ends = np.append(begins[1:], len(rows))
    several = ends - begins > 1
    shown = [start + np.flatnonzero(~columns.hidden[start:end]) for start, end in zip(
        begins[several].tolist(), ends[several].tolist(), strict=True)]
    tables = np.append(nearest(tag == TABLE, parent), -1)[rows]
    changed = _Changed(columns)
    for parts in data_rows([some.tolist() for some in shown], cells, tables, columns.br,
                           columns.kind == PARAGRAPH, columns.text):
        places = list(chain.from_iterable(parts))
        first = places[0]
        changed.merge(places, text_of_row(parts, columns.text))
        changed.values["kind"][first] = ROW
        changed.values["tag"][first] = TR
        changed.values["element"][first] = rows[first]
        changed.values["cells"][first] = np.bitwise_or.reduce(columns.cells[places])
    return changed.columns()


class _Changed:
    """Columns whose segments are merged: counts are added, words and chars those of the text."""

    def __init__(self, columns):
        self._columns = columns
        self._keep = np.ones(len(columns.text), bool)
        self._text = list(columns.text)
        self._marks = columns.marks and list(columns.marks)
        self.values = {name: getattr(columns, name).copy()
                       for name in ("kind", "tag", "element", "cells", "chars", "words")}
        self._summed = np.array([getattr(columns, name) for name in SUMMED])

    def merge(self, rows, text):
        """Make one segment of some, in the place of the first, with this text."""
        first = rows[0]
        self._keep[rows[1:]] = False
        if self._marks:
            self._marks[first] = joined_marks(
                [(self._text[row], self._marks[row]) for row in rows], text)
        self._text[first] = text
        sums = self._summed[:, rows].sum(1)
        for name, count in ("chars", len(text)), ("words", count_words(text)):
            self.values[name][first] = count
            row = SUMMED.index(f"link_{name}")
            sums[row] = min(count, sums[row])
        self._summed[:, first] = sums

    def columns(self):
        """Return the columns."""
        if self._keep.all():
            return self._columns
        return self._columns.kept(self._keep, text=self._text, marks=self._marks, **self.values,
                                  **dict(zip(SUMMED, self._summed, strict=True)))


def _items(columns):
    """Return the paragraphs that are items of a list: see items.mark_items."""
    marks = {}
    for row, text in enumerate(columns.text):
        if text[:1] in FIRSTS:
            marks[row] = mark(text)
    kind, page = columns.kind, columns.page
    marks = {row: mark for row, mark in marks.items() if mark and kind[row] == PARAGRAPH}
    return [row for row, mark in marks.items()
            if any(marks.get(beside) == mark and page[beside] == page[row]
                   for beside in (row - 1, row + 1))]
