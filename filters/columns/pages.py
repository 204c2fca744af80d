"""The evidence of a few pages: what html2text finds or records tell, and every scorer reads.

It is in columns with the names of the record's fields (fields.tsv). A page is a run of rows in
the columns of segments and another in those of elements; pages follow one another.
"""
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat
from types import MappingProxyType
from typing import Any

import numpy as np

from ...lm.arrays import is_one_of, numbered
from ...lm.codepoints import characters
from ...lm.elements import Tree, nearest
from ...lm.evidence.purposes import purposes_of
from ...lm.tagnames import ROOTS
from ..record import MOST_COUNT, count_of, rounded_array, with_scorer
from ..text.rows import CELLS, bits_of, numbers_of_cells
from .namenumbers import NUMBER_OF, TAGS

COUNTS = ("chars", "words", "link_chars", "link_words", "links", "markup_chars", "open_tags",
          "close_tags", "skipped")
FLAGS = ("after_close", "br", "hidden", "bar")
CELL_NUMBERS = [NUMBER_OF[name] for name in sorted(CELLS)]
TABLE = NUMBER_OF["table"]


class Column:
    """An attribute of Pages that is one of its columns."""

    def __set_name__(self, _owner, name):
        self._name = name

    def __get__(self, pages, _owner=None):
        if pages is None:
            return self
        values = pages.columns.get(self._name)
        if values is None:
            values = pages.columns[self._name] = MADE[self._name](pages.given, self._name)
        return values


@dataclass(eq=False)
class Pages:
    """A few pages: their segments, one row each, and their elements. A step returns new Pages.

    Of pages, K of them:
    records:         list of K records: all fields but those of segments and elements.
    segment_starts:  int64 (K + 1,); page k has the segments from segment_starts[k] up to, not
                     including, segment_starts[k + 1].
    element_starts:  int64 (K + 1,), the same of elements.
    has_markup:      bool (K,), whether the page's segments came from HTML: see link_chars.
    segmented:       whether scutch-segment has processed them.

    Of segments, n of them, all pages' in page order:
    text:            list of n str.
    kind:            uint8 (n,), index into lm.tagnames.KINDS, OTHER_KIND for any other.
    tag:             int64 (n,), index into `names`.
    element:         int64 (n,), row in the columns of elements, -1 for none.
    chars:           int64 (n,), code points of text.
    words, link_chars, link_words, links, markup_chars, open_tags, close_tags, skipped:
                    int64 (n,), counts as in the record, 0 if unknown.
    after_close, br, hidden, bar: bool (n,).
    cells:           int64 (n,), the cells of a row that the text is from, a bit each; 0 for none.
    columns:         {name: array}, the columns from `kind` to here that have been made.
    marks:           list of n lists of marks, see text/textmarks.py; None where none are wanted.
    given:           list of n segments as in records, with the fields that have no column; None
                    where html2text made the pages.
    scores:          {name of a scorer: float64 (n,), as they are written}.
    raw:             {name of a scorer: float64 (n,), the values of its method, not rounded}.
    roles:           list of n str, as scutch-role writes them; None where it has not run.
    added:           the names of those of "scores", "raw" and "role" that steps have added, in
                     their order.
    Columns, scores, raw and roles hold over `given`, which stays as it was read: see record_of.

    Of elements, m of them:
    element_tag:     int64 (m,), index into `names`.
    element_parent:  int64 (m,), row of the parent, -1 for none; parents come before children.
    words_of_elements: list of m str, the words of class, id and role; or a function without
                    arguments that returns `distinct_words`, the same each time.

    names:           list of str, element names: namenumbers.TAGS and others of the pages.
    """

    records: list
    segment_starts: np.ndarray
    element_starts: np.ndarray
    has_markup: np.ndarray
    segmented: bool
    text: list
    columns: dict
    element_tag: np.ndarray
    element_parent: np.ndarray
    words_of_elements: Any
    marks: Any = None
    given: Any = None
    scores: dict = field(default_factory=dict)
    raw: dict = field(default_factory=dict)
    roles: Any = None
    added: tuple = ()
    names: list = field(default_factory=lambda: list(TAGS))

    kind, tag, element, cells = Column(), Column(), Column(), Column()
    chars, words, link_chars, link_words = Column(), Column(), Column(), Column()
    links, markup_chars, open_tags, close_tags = Column(), Column(), Column(), Column()
    skipped, after_close, br = Column(), Column(), Column()
    hidden, bar = Column(), Column()
    # the row of each page's headline, int64 (K,), -1 for none, once a step has looked for it; no
    # field, since other segments have other rows
    headlines = None

    def __len__(self):
        """Return the number of pages."""
        return len(self.segment_starts) - 1

    @cached_property
    def element_words(self):
        """The words of class, id and role of each element, a list of str."""
        if not callable(self.words_of_elements):
            return self.words_of_elements
        words, places = self.distinct_words
        return list(map(words.__getitem__, places.tolist()))

    @cached_property
    def distinct_words(self):
        """(the different element_words, a list; the place of each element's there, int64 (m,))."""
        given = self.words_of_elements
        return given() if callable(given) else numbered(given)

    @cached_property
    def purposes(self):
        """What the words of each element say, see purposes_of, int64 (m,); 0 for ROOTS."""
        words, places = self.distinct_words
        purposes = np.fromiter(map(purposes_of, words), np.int64, len(words))[places]
        purposes[np.array([name in ROOTS for name in self.names])[self.element_tag]] = 0
        return purposes

    @cached_property
    def tree(self):
        return Tree(self.element_parent, self.element_page, len(self))

    @cached_property
    def where(self):
        """The node of each segment in the tree, int64 (n,)."""
        return self.tree.where(self.element, self.page)

    @cached_property
    def page(self):
        """The page of each segment, int64 (n,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.segment_starts))

    @cached_property
    def element_page(self):
        """The page of each element, int64 (m,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.element_starts))

    @cached_property
    def characters(self):
        return characters(self.text)

    def rows(self, page):
        """Return the slice of the segments of a page."""
        return slice(int(self.segment_starts[page]), int(self.segment_starts[page + 1]))

    def element_rows(self, page):
        """Return the slice of the elements of a page."""
        return slice(int(self.element_starts[page]), int(self.element_starts[page + 1]))

    def taken(self, rows, columns=MappingProxyType({}), **changes):
        """Return the pages with the segments of these rows, ascending; a row may be repeated.

        columns, changes: replace columns, and text, marks and given, before rows are taken. There
                          are no scores yet.
        """
        places = rows.tolist()

        def of_rows(name):
            values = changes.get(name, getattr(self, name))
            return values and list(map(values.__getitem__, places))
        pages = replace(
            self, text=of_rows("text"), marks=of_rows("marks"), given=of_rows("given"),
            segment_starts=np.searchsorted(rows, self.segment_starts),
            columns={name: values[rows] for name, values in {**self.columns, **columns}.items()})
        if "tree" in self.__dict__:      # of the elements, which stay
            pages.tree = self.tree
        return pages

    def with_the_same_text(self, columns=MappingProxyType({}), **changes):
        """Return the pages with other columns, but the same text, chars and elements."""
        pages = copy(self)               # with what is cached
        pages.__dict__.update(changes, columns={**self.columns, **columns})
        return pages

    def scored(self, name, scores, raw, cuts, records=None):
        """Return the pages with scores of one more scorer.

        scores, raw: float64 (n,), raw may be None; cuts: the threshold of each page.
        records:     instead of the pages' own, None for these.
        """
        scored = [with_scorer(record, name, cut)
                  for record, cut in zip(records or self.records, cuts, strict=True)]
        more = {} if raw is None else {name: raw}
        return self.with_the_same_text(records=scored, raw={**self.raw, **more},
                                       scores={**self.scores, name: rounded_array(scores)},
                                       added=self._with_added("scores", *["raw"] * len(more)))

    def with_roles(self, roles):
        """Return the pages with the role of each segment, a list."""
        return self.with_the_same_text(roles=roles, added=self._with_added("role"))

    def _with_added(self, *names):
        return tuple(dict.fromkeys([*self.added, *names]))



def counts_of(segments, name):
    """Return a count of each segment, 0 for absent or impossible ones.

    >>> counts_of([{"links": value} for value in (3, -1, True, "3", 10**400)], "links").tolist()
    [3, 0, 1, 0, 1000000000]
    """
    values = values_of(segments, name, 0)
    if {*map(type, values)} <= {int}:            # as html2text writes them
        try:
            return np.clip(np.array(values, np.int64), 0, MOST_COUNT)
        except OverflowError:
            pass
    return np.array([count_of(value) for value in values], np.int64)


def values_of(segments, name, absent=None):
    """Return the values of a field of segments, a list."""
    return list(map(dict.get, segments, repeat(name), repeat(absent)))


def _flags(segments, name):
    return np.array([value is True for value in values_of(segments, name)], bool)


def _cells(segments, name):
    return np.array([bits_of(numbers_of_cells(segment)) if name in segment else 0
                     for segment in segments], np.int64)


MADE: dict[str, Callable[[Any, str], Any]] = {
    **dict.fromkeys(COUNTS, counts_of), **dict.fromkeys(FLAGS, _flags), "cells": _cells,
    "chars": lambda segments, _name: np.array([len(segment["text"]) for segment in segments],
                                              np.int64)}


def are_cells(tag):
    """Return whether each tag number is that of a cell, bool."""
    return is_one_of(tag, CELL_NUMBERS)


def cells_around(tag, parent):
    """Return the cell of each element, itself or one around it; -1 for none, or in a table within.

    tag, parent: int64 (m,), as element_tag and element_parent of Pages.
    """
    is_cell = are_cells(tag)
    nearest_ones = nearest(is_cell | (tag == TABLE), parent)
    return np.where(np.append(is_cell, False)[nearest_ones], nearest_ones, -1)
