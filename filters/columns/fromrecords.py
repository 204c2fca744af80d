"""From records, which another process or program wrote, to Pages."""
from itertools import pairwise

import numpy as np

from ...lm.tagnames import KINDS
from ..record import MOST_COUNT, count_of, elements_of, has_markup, owners_of, segments_of
from ..text.rows import bits_of, numbers_of_cells
from .namenumbers import NUMBER_OF, OTHER_KIND, TAGS
from .pages import COUNTS, FLAGS, Pages

KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


def pages_of(records):
    """Return the Pages of a list of records.

    A count that a segment lacks, or that is not as in FIELDS, is 0 or False.
    Raises:  BadRecord where a record has no segments: see segments_of.

    >>> pages = pages_of([{"elements": [["p", -1, "x"]],
    ...                    "segments": [{"text": "Hi", "element": 0, "links": 2}]}])
    >>> pages.chars.tolist(), pages.links.tolist(), pages.element_words
    ([2], [2], ['x'])
    """
    by_page = [segments_of(record) for record in records]
    trees = [elements_of(record) for record in records]
    segments = [one for page in by_page for one in page]
    element_starts = _starts([len(names) for names, _, _ in trees])
    numbering = _Numbering()
    text = [one["text"] for one in segments]
    first = element_starts.tolist()
    return Pages(
        records=list(records), given=segments,
        segment_starts=_starts(list(map(len, by_page))), element_starts=element_starts,
        has_markup=np.array([has_markup(page) for page in by_page], bool),
        segmented=all("sentences" in one for one in segments),
        text=text,
        kind=np.array([KIND_NUMBERS.get(one.get("kind"), OTHER_KIND) for one in segments],
                      np.uint8),
        tag=numbering([one.get("tag") for one in segments]),
        element=_rows([owners_of(page, after - before)
                       for page, (before, after) in zip(by_page, pairwise(first), strict=True)],
                      first),
        element_tag=numbering([name for names, _, _ in trees for name in names]),
        element_parent=_rows([parents for _, parents, _ in trees], first),
        words_of_elements=[one for _, _, words in trees for one in words],
        names=numbering.names,
        cells=np.array([bits_of(numbers_of_cells(one)) if "cells" in one else 0
                        for one in segments], np.int64),
        **{name: counts_of(segments, name) for name in COUNTS[1:]},
        chars=np.fromiter(map(len, text), np.int64, len(text)),
        **{name: np.array([one.get(name) is True for one in segments], bool) for name in FLAGS})


class _Numbering:
    """Numbers of names, those of TAGS first; what is not a str has number 0, that of no name."""

    def __init__(self):
        self.names = list(TAGS)
        self._numbers = dict(NUMBER_OF)

    def __call__(self, names):
        return np.array([self._number(name) for name in names], np.int64)

    def _number(self, name):
        if not isinstance(name, str):
            return 0
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self.names)
            self.names.append(name)
        return number


def _starts(lengths):
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)


def _rows(pages, first):
    """Return indices within each page as rows of the whole; -1 stays -1."""
    return np.array([index + start if index >= 0 else -1
                     for page, start in zip(pages, first, strict=False) for index in page],
                    np.int64)


def counts_of(segments, name):
    """Return a count of each segment, 0 for absent or impossible ones.

    >>> counts_of([{"links": value} for value in (3, -1, True, "3", 10**400)], "links").tolist()
    [3, 0, 1, 0, 1000000000]
    """
    values = [one.get(name, 0) for one in segments]
    if {*map(type, values)} <= {int}:            # as html2text writes them
        try:
            return np.clip(np.array(values, np.int64), 0, MOST_COUNT)
        except OverflowError:
            pass
    return np.array([count_of(value) for value in values], np.int64)
