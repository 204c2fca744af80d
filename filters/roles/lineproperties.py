"""The properties of lines, which their roles depend on."""
from typing import NamedTuple

import numpy as np

from ...lm.evidence.evidence import FEW_WORDS, LONG
from ...lm.evidence.textcounts import end_as_sentences
from ...lm.tagnames import KINDS

MOST_LINKS = 0.5             # of a segment's characters: more is a link


class Lines(NamedTuple):
    """The properties of segments that their roles depend on, arrays (n,).

    text:    list of str.
    kind:    list of str, " " for one that is not in KINDS.
    words, is_bar, element: as in Pages.
    above:   the parent of its element, -1 for none, -2 without an element.
    link:    link density.
    ends:    whether it ends as a sentence.
    prose:   characters that are running text.
    is_long: whether it is surely running text.
    """

    text: list
    kind: list
    words: np.ndarray
    is_bar: np.ndarray
    element: np.ndarray
    above: np.ndarray
    link: np.ndarray
    ends: np.ndarray
    prose: np.ndarray
    is_long: np.ndarray

    def lists(self):
        """Return the same as lists, of which single items are read faster."""
        return Lines(self.text, self.kind, *(column.tolist() for column in self[2:]))


def lines_of(pages):
    """Return the Lines of Pages."""
    chars, words, ends = pages.chars, pages.words, end_as_sentences(pages.characters)
    in_links = np.minimum(pages.link_chars, chars)
    link = in_links / np.maximum(1, chars)
    return Lines(pages.text, list(map(f"{KINDS} ".__getitem__, pages.kind.tolist())), words,
                 pages.bar, pages.element, np.append(pages.element_parent, -2)[pages.element],
                 link, ends, (chars - in_links) * (ends | (words >= FEW_WORDS)),
                 (words >= LONG) & (link < MOST_LINKS))
