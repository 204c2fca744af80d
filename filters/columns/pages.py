"""The evidence of a few pages: what html2text finds or records tell, and every scorer reads.

It is in columns with the names of the record's fields (fields.tsv). A page is a run of rows in
the columns of segments and another in those of elements; pages follow one another. Records, which
another process or program wrote, become Pages, and Pages records."""
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import chain
from types import MappingProxyType
from typing import Any

import numpy as np

from ...lm.arrays import is_one_of, numbered
from ...lm.codepoints import characters
from ...lm.elements import Tree, distances, nearest
from ...lm.evidence.purposes import purposes_of
from ...lm.tagnames import KINDS, ROOTS
from ..record import (
    MOST_COUNT,
    Elements,
    Segments,
    count_of,
    elements_of,
    has_markup,
    owners_of,
    rounded_array,
    segments_of,
    values_of,
    with_scorer,
)
from ..text.sentences import sentences_of
from ..text.splitmerge import CELLS, bits_of, finish, numbers_of, numbers_of_cells
from ..text.textmarks import FIELD

# Names as numbers.

OTHER_KIND = len(KINDS)  # the number of any kind that is not in KINDS

# Elements of HTML, old and new; the number of a name is its index here. Others get numbers from
# len(TAGS) on in each Pages, in the order in which they occur.
TAGS = (
    "",                  # no name
    *sorted("""
    a abbr acronym address amp-img applet area article aside audio b base basefont bdi bdo bgsound
    big blink blockquote body br button canvas caption center cite code col colgroup data datalist
    dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form
    frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex
    kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter nav
    nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre
    progress q rb rp rt rtc ruby s samp script search section select slot small source span strike
    strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr
    track tt u ul var video wbr xmp
    """.split()))
NUMBER_OF = {name: number for number, name in enumerate(TAGS)}


# Pages as columns.

COUNTS = ("chars", "words", "link_chars", "link_words", "links", "markup_chars", "open_tags",
          "close_tags", "skipped")
FLAGS = ("after_close", "br", "hidden", "bar")
CELL_NUMBERS = [NUMBER_OF[name] for name in sorted(CELLS)]
TABLE = NUMBER_OF["table"]


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
    added:           {field: list of n values}, the fields that steps have added, in their order;
                     of "scores" and "raw" {name of a scorer: float64 (n,), as they are written}.
    Columns and what is added hold over `given`, which stays as it was read: see `record`.

    Of elements, m of them:
    element_tag:     int64 (m,), index into `names`.
    element_parent:  int64 (m,), row of the parent, -1 for none; parents come before children.
    words_of_elements: function without arguments that returns `distinct_words`.

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
    added: dict = field(default_factory=dict)
    names: list = field(default_factory=lambda: list(TAGS))

    # lm.evidence.evidence.Evidence of the segments, once a step has looked at it; no field, since
    # other segments have other evidence
    evidence = None
    # {page: (why, rule, value)} of those that a step drops: see step.dropped
    gone = MappingProxyType({})

    def __len__(self):
        """Return the number of pages."""
        return len(self.segment_starts) - 1

    def __getattr__(self, name):
        """Return a column, which is made of `given` when it is first asked for."""
        columns = self.__dict__.get("columns", {})
        if name not in columns:
            if name not in MADE:
                raise AttributeError(name)
            columns[name] = MADE[name](self.given, name)
        return columns[name]

    @cached_property
    def element_words(self):
        """The words of class, id and role of each element, a list of str."""
        words, places = self.distinct_words
        return list(map(words.__getitem__, places.tolist()))

    @cached_property
    def distinct_words(self):
        """(the different element_words, a list; the place of each element's there, int64 (m,))."""
        return self.words_of_elements()

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

    @cached_property
    def distances(self):
        """How far each segment is from the one before it: see `distances`, int64 (n,)."""
        return distances(self.element, self.page, self.element_parent)

    @cached_property
    def link_densities(self):
        """The share of each segment's characters that are in links, float64 (n,).

        lm/shallow/printedrules.py takes that of words.
        """
        chars = np.maximum(1, self.chars)
        return np.minimum(self.link_chars, chars) / chars

    @cached_property
    def sentences(self):
        """The spans of the sentences of each segment: those given, or found once it is segmented;
        None for none.
        """
        spans = values_of(self.given, "sentences") if self.given else [None] * len(self.text)
        new = [row for row, known in enumerate(spans) if known is None and self.segmented]
        for row, told in zip(new, sentences_of([self.text[row] for row in new]), strict=True):
            spans[row] = told
        return spans

    def rows(self, page):
        """Return the slice of the segments of a page."""
        return slice(int(self.segment_starts[page]), int(self.segment_starts[page + 1]))

    def element_rows(self, page):
        """Return the slice of the elements of a page."""
        return slice(int(self.element_starts[page]), int(self.element_starts[page + 1]))

    def record(self, page, whole=True, kept=None):
        """Return the record of a page; elements that were given have not changed.

        whole: whether it has elements and all fields of segments, not text, kind, what is hidden,
               and what is added alone.
        kept:  function from these Pages and the page to the rows of its segments that the record
               has, a list; None for all.
        """
        rows, made = self.rows(page), {}
        chosen = kept and kept(self, page)
        if chosen is None:
            chosen = list(range(rows.start, rows.stop))
        if self.given:
            segments = Segments(map(dict, map(self.given.__getitem__, chosen)))
        elif whole:
            segments = Segments(_made(self, page, rows))
        else:
            segments = Segments(
                {"text": text, "kind": KINDS[kind], "hidden": hidden} for text, kind, hidden in zip(
                    map(self.text.__getitem__, chosen), self.kind[chosen].tolist(),
                    self.hidden[chosen].tolist(), strict=True))
        if whole and self.given is None:
            made = {"elements": elements_of_page(self, page)}
        if whole and self.segmented:
            finish(segments, self.bar[rows].tolist(), self.sentences[rows])
        for name, values in self.added.items():
            if isinstance(values, dict):
                columns = zip(*(column[chosen].tolist() for column in values.values()), strict=True)
                for segment, of_segment in zip(segments, columns, strict=True):
                    own = dict(zip(values, of_segment, strict=True))
                    segment[name] = {**segment[name], **own} if name in segment else own
            else:
                for segment, value in zip(segments, map(values.__getitem__, chosen), strict=True):
                    segment[name] = value
        return {**self.records[page], **made, "segments": segments}

    def by_name(self, names):
        """Yield (name, pages of this name, rows of their segments) for each name with segments.

        names: a list, one a page. Pages are bool (K,), rows int64.
        """
        numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
        of_page = np.array([numbers[name] for name in names], np.int64)
        for name, number in numbers.items():
            chosen = of_page == number
            rows = np.flatnonzero(chosen[self.page])
            if len(rows):
                yield name, chosen, rows

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

    def with_fields(self, records=None, **fields):
        """Return the pages with more fields of segments, as of `added`, and with other records."""
        added = {name: {**self.added.get(name, {}), **values} if isinstance(values, dict)
                 else values for name, values in fields.items()}
        return self.with_the_same_text(records=records or self.records,
                                       added={**self.added, **added})

    def scored(self, name, scores, raw, cuts, records=None):
        """Return the pages with scores of one more scorer.

        scores, raw: float64 (n,), raw may be None; cuts: the threshold of each page.
        records:     instead of the pages' own, None for these.
        """
        values = {"scores": scores} if raw is None else {"scores": scores, "raw": raw}
        return self.with_fields(
            [with_scorer(record, name, cut)
             for record, cut in zip(records or self.records, cuts, strict=True)],
            **{field: {name: rounded_array(of_field)} for field, of_field in values.items()})


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


def _flags(segments, name):
    return np.array([value is True for value in values_of(segments, name)], bool)


def _cells(segments, name):
    return np.array([bits_of(numbers_of_cells(segment)) if name in segment else 0
                     for segment in segments], np.int64)


MADE: dict[str, Callable[[Any, str], Any]] = {
    **dict.fromkeys(COUNTS, counts_of), **dict.fromkeys(FLAGS, _flags), "cells": _cells,
    "chars": lambda segments, _name: np.array([len(segment["text"]) for segment in segments],
                                              np.int64)}


def cells_around(tag, parent):
    """Return the cell of each element, itself or one around it; -1 for none, or in a table within.

    tag, parent: int64 (m,), as element_tag and element_parent of Pages.
    """
    is_cell = is_one_of(tag, CELL_NUMBERS)
    nearest_ones = nearest(is_cell | (tag == TABLE), parent)
    return np.where(np.append(is_cell, False)[nearest_ones], nearest_ones, -1)


# From records, and to records.

KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


def pages_of(records):
    """Return the Pages of a list of records.

    A count that a segment lacks, or that is not as in fields.tsv, is 0 or False.
    Raises:  BadRecord where a record has no segments: see segments_of.

    >>> pages = pages_of([{"elements": [["p", -1, "x"]],
    ...                    "segments": [{"text": "Hi", "element": 0, "links": 2}]}])
    >>> pages.chars.tolist(), pages.links.tolist(), pages.element_words
    ([2], [2], ['x'])
    """
    by_page = [segments_of(record) for record in records]
    trees = [elements_of(record) for record in records]
    segments = [segment for page in by_page for segment in page]
    element_starts = _starts([len(names) for names, _, _ in trees])
    numbers = dict(NUMBER_OF)            # of names; what is no str has that of no name

    def of_names(names):
        different, places = numbered([name if isinstance(name, str) else "" for name in names])
        return np.array([numbers.setdefault(name, len(numbers)) for name in different],
                        np.int64)[places]
    return Pages(
        records=list(records), given=segments,
        segment_starts=_starts(list(map(len, by_page))), element_starts=element_starts,
        has_markup=np.array([has_markup(page) for page in by_page], bool),
        segmented=all("sentences" in segment for segment in segments),
        text=[segment["text"] for segment in segments],
        columns={
            "kind": np.array([KIND_NUMBERS.get(kind, OTHER_KIND)
                              for kind in values_of(segments, "kind")], np.uint8),
            "tag": of_names(values_of(segments, "tag")),
            "element": _rows([owners_of(page, len(names))
                              for page, (names, _, _) in zip(by_page, trees, strict=True)],
                             element_starts)},
        element_tag=of_names([name for names, _, _ in trees for name in names]),
        element_parent=_rows([parents for _, parents, _ in trees], element_starts),
        words_of_elements=cache(partial(numbered, [
            words for _, _, of_page in trees for words in of_page])),
        names=list(numbers))


def _starts(lengths):
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)


def _rows(pages, starts):
    """Return indices within each page as rows of the whole; -1 stays -1."""
    rows = np.array(list(chain.from_iterable(pages)), np.int64)
    return np.where(rows < 0, -1, rows + np.repeat(starts[:-1], list(map(len, pages))))


def elements_of_page(pages, page):
    """Return the elements of a page: lists of name, parent and words."""
    rows = pages.element_rows(page)
    return Elements(map(list, zip(
        map(pages.names.__getitem__, pages.element_tag[rows].tolist()),
        [max(parent - rows.start, -1) for parent in pages.element_parent[rows].tolist()],
        pages.element_words[rows], strict=True)))


def _made(pages, page, rows):
    """Return the segments of a page that html2text made."""
    first, names = int(pages.element_starts[page]), pages.names
    counts = [getattr(pages, name)[rows].tolist() for name in COUNTS]
    segments = [
        {"text": text, "kind": KINDS[kind], "tag": names[tag], "element": element - first,
         "chars": chars, "words": words, "link_chars": link_chars, "link_words": link_words,
         "links": links, "markup_chars": markup_chars, "open_tags": open_tags,
         "close_tags": close_tags, "skipped": skipped, "after_close": after_close}
        for text, kind, tag, element, after_close, chars, words, link_chars, link_words, links,
        markup_chars, open_tags, close_tags, skipped in zip(
            pages.text[rows], pages.kind[rows].tolist(), pages.tag[rows].tolist(),
            pages.element[rows].tolist(), pages.after_close[rows].tolist(), *counts, strict=True)]
    for name in "br", "hidden":
        for place in getattr(pages, name)[rows].nonzero()[0].tolist():
            segments[place][name] = True
    for segment, marks in zip(segments, pages.marks[rows] if pages.marks else [], strict=False):
        if marks:
            segment[FIELD] = marks
    cells = pages.cells[rows]
    for place in cells.nonzero()[0].tolist():
        segments[place]["cells"] = numbers_of(int(cells[place]))
    return segments
