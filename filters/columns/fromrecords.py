"""From records, which another process or program wrote, to Pages."""
from itertools import chain

import numpy as np

from ...lm.tagnames import KINDS
from ..record import elements_of, has_markup, owners_of, segments_of
from .namenumbers import NUMBER_OF, OTHER_KIND
from .pages import Pages
from .segmentcolumns import values_of

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
