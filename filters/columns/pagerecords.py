"""From records, which another process or program wrote, to Pages; and from Pages to records."""
from itertools import chain

import numpy as np

from ...lm.tagnames import KINDS
from ..record import (
    Elements,
    Segments,
    elements_of,
    has_markup,
    owners_of,
    rounded_array,
    segments_of,
)
from ..text.rows import numbers_of
from ..text.splitmerge import finish
from ..text.textmarks import FIELD
from .namenumbers import NUMBER_OF, OTHER_KIND
from .pages import COUNTS, Pages, values_of

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
    numbering = _Numbering()
    return Pages(
        records=list(records), given=segments,
        segment_starts=_starts(list(map(len, by_page))), element_starts=element_starts,
        has_markup=np.array([has_markup(page) for page in by_page], bool),
        segmented=all("sentences" in segment for segment in segments),
        text=[segment["text"] for segment in segments],
        columns={
            "kind": np.array([KIND_NUMBERS.get(kind, OTHER_KIND)
                              for kind in values_of(segments, "kind")], np.uint8),
            "tag": numbering(values_of(segments, "tag")),
            "element": _rows([owners_of(page, len(names))
                              for page, (names, _, _) in zip(by_page, trees, strict=True)],
                             element_starts)},
        element_tag=numbering([name for names, _, _ in trees for name in names]),
        element_parent=_rows([parents for _, parents, _ in trees], element_starts),
        words_of_elements=list(chain.from_iterable(words for _, _, words in trees)),
        names=numbering.names)


class _Numbering:
    """Numbers of names, those of TAGS first; what is not a str has number 0, that of no name."""

    def __init__(self):
        self._numbers = dict(NUMBER_OF)

    @property
    def names(self):
        return list(self._numbers)

    def __call__(self, names):
        if not {*map(type, names)} <= {str}:
            names = [name if isinstance(name, str) else "" for name in names]
        for name in dict.fromkeys(names):
            self._numbers.setdefault(name, len(self._numbers))
        return np.array(list(map(self._numbers.__getitem__, names)), np.int64)


def _starts(lengths):
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)


def _rows(pages, starts):
    """Return indices within each page as rows of the whole; -1 stays -1."""
    rows = np.array(list(chain.from_iterable(pages)), np.int64)
    return np.where(rows < 0, -1, rows + np.repeat(starts[:-1], list(map(len, pages))))


def record_of(pages, page, whole=True):
    """Return the record of one of the Pages; elements that were given have not changed.

    whole:   whether it has elements and all fields of segments, not text, kind, what is hidden,
             roles and scores alone.
    """
    made = {"elements": elements_of_page(pages, page)} if whole and pages.given is None else {}
    return {**pages.records[page], **made, "segments": segments_of_page(pages, page, whole)}


def elements_of_page(pages, page):
    """Return the elements of a page: lists of name, parent and words."""
    return Elements(map(list, element_rows(pages, page)))


def element_rows(pages, page):
    """Return an iterable of (name, parent, words) of the elements of a page."""
    rows = pages.element_rows(page)
    names = pages.names
    return zip(
        [names[number] for number in pages.element_tag[rows].tolist()],
        [parent - rows.start if parent >= 0 else -1
         for parent in pages.element_parent[rows].tolist()],
        pages.element_words[rows], strict=True)


def segments_of_page(pages, page, whole=True):
    """Return the segments of a page, a dict each; whole: see record_of."""
    rows = pages.rows(page)
    if pages.given:
        segments = Segments(map(dict, pages.given[rows]))
    else:
        segments = Segments(_made(pages, page, rows) if whole else (
            {"text": text, "kind": KINDS[kind], "hidden": hidden} for text, kind, hidden in zip(
                pages.text[rows], pages.kind[rows].tolist(), pages.hidden[rows].tolist(),
                strict=True)))
    if whole and pages.segmented:
        finish(segments, pages.bar[rows].tolist())
    for added in pages.added:
        if added == "role":
            for segment, role in zip(segments, pages.roles[rows], strict=True):
                segment["role"] = role
        else:
            columns = getattr(pages, added)
            for segment, *values in zip(segments, *(
                    (rounded_array(column[rows]) if added == "raw" else column[rows]).tolist()
                    for column in columns.values()), strict=True):
                segment[added] = {**segment.get(added, {}),
                                  **dict(zip(columns, values, strict=True))}
    return segments


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
