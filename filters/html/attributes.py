"""Attributes of tags that matter: class, id and role, what elements are known by; style, hidden."""
from functools import lru_cache

import numpy as np

from .blocks import words_of
from .tags import EIGHT, U64

BEFORE = EIGHT - len('="')           # bytes of the word before the = of an attribute
NAMED = ' class="', ' id="', ' role="'
STYLED, HIDES = ' style="', 'hidden="'

words_of_values = lru_cache(1 << 14)(words_of)       # templates repeat themselves


class Attributes:
    """The places of these attributes in tags; text that looks like one is left out.

    places: {one of NAMED, STYLED or HIDES: (int64, the tags that have it, rising; int64, where
            its value begins in tags.data)}. The value of another may end in what looks so.
    """

    def __init__(self, tags):
        equals = np.flatnonzero(tags.codes == ord("="))
        words = tags.words[equals - BEFORE]      # of the padding, where the page begins
        self.places = {name: _in_tags(tags, equals[_ends_in(words, name)] + len('="'))
                       for name in (*NAMED, STYLED, HIDES)}

    def words(self, tags, wanted):
        """Return the words of class, id and role of opening tags, a list of str; see words_of.

        wanted: int64, tags, rising.
        """
        found = [""] * len(wanted)
        for name in NAMED:
            owners, starts = self.places[name]
            start = np.full(len(tags), -1, np.int64)
            start[owners[::-1]] = starts[::-1]       # the first: <p title=" class=" class="x">
            start = start[wanted]
            rows = np.flatnonzero(start >= 0)
            for row, value in zip(rows.tolist(), tags.values(start[rows], wanted[rows]),
                                  strict=True):
                found[row] += value + " "
        return list(map(words_of_values, found))


def _ends_in(words, text):
    """Return which words of eight bytes end in a text of up to eight."""
    return words >> U64(8 * (EIGHT - len(text))) == U64(int.from_bytes(text.encode(), "little"))


def _in_tags(tags, places):
    """Return (tags, places) of the places that are in tags, behind their <."""
    found = np.searchsorted(tags.begins, places) - 1
    inside = (found >= 0) & (tags.ends[found] >= places)
    return found[inside], places[inside]
