"""A text with its lines and words, which all that judges documents reads."""
from collections import defaultdict
from collections.abc import Callable
from itertools import chain
from typing import NamedTuple

import numpy as np

from .englishwords import Remembered, words_of
from .punctuation import PUNCTUATION

# Traits of words, as bits; FEW and MANY are code points
MARKS_ALONE, WITH_LETTER, CAPITALISED, SHORT, LONG, MIXED = (1 << bit for bit in range(6))
FEW, MANY = 3, 15

Tokenise = Callable[[str], list[str]]


class Tokenised(NamedTuple):
    """A text and its words.

    lines:    as str.splitlines has them. words: those of each line.
    kinds:    the different words. numbers: int64 (words,), the place of each word in `kinds`.
    lengths:  int64 (kinds,), code points. times: int64 (kinds,), how often each occurs.
    traits:   uint8 (kinds,), of the bits below. tokenise: the function that split the lines.
    """

    text: str
    lines: list[str]
    words: list[list[str]]
    kinds: list[str]
    numbers: np.ndarray
    lengths: np.ndarray
    times: np.ndarray
    traits: np.ndarray
    tokenise: Tokenise


    def count(self, bit: int) -> int:
        """Return how many of the words have a trait, one of the bits."""
        return int(self.times[self.traits & bit > 0].sum())


def _traits(kind):
    """Return the bits of a word."""
    has_letter = kind.isalpha() or any(map(str.isalpha, kind))
    return (MARKS_ALONE * PUNCTUATION.issuperset(kind) | WITH_LETTER * has_letter
            | CAPITALISED * kind.istitle() | SHORT * (len(kind) <= FEW and kind.islower())
            | LONG * (len(kind) > MANY)
            | MIXED * (has_letter and not kind.isalpha() and any(map(str.isdigit, kind))))


_TRAITS = Remembered(_traits)


def tokenised(text: str, tokenise: Tokenise = words_of) -> Tokenised:
    """Return the Tokenised of a text; tokenise: function from a line to its words.

    >>> tokenised("To be.\\nTo go.").kinds
    ['To', 'be', '.', 'go']
    """
    lines = text.splitlines()
    words = [tokenise(line) for line in lines]
    known: defaultdict[str, int] = defaultdict()
    known.default_factory = known.__len__        # the next number
    numbers = np.array(list(map(known.__getitem__, chain.from_iterable(words))), np.int64)
    kinds = list(known)
    return Tokenised(text, lines, words, kinds, numbers,
                     np.array(list(map(len, kinds)), np.int64),
                     np.bincount(numbers, minlength=len(kinds)),
                     np.array(list(map(_TRAITS.__getitem__, kinds)), np.uint8), tokenise)
