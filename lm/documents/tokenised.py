"""Texts with their lines and words, in arrays: the input of all measures of documents."""
import unicodedata
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain, pairwise

import numpy as np

from .punctuation import PUNCTUATION, TERMINAL
from .wordnumbers import Vocabulary

# Traits of words, as bits; FEW and MANY are code points
(MARKS_ALONE, WITH_LETTER, CAPITALISED, SHORT, LONG, MIXED, ENDS, PUNCTUATED) = (
    1 << bit for bit in range(8))
FEW, MANY = 3, 15
MARKS = frozenset(TERMINAL)

Tokenise = Callable[[str], list[str]]


class Tokenised:
    """Some texts and their words.

    lines:      of each text, as str.splitlines has them; stripped: these without white space.
    numbers:    int64 (words,), of the words of all texts in `vocabulary`.
    starts:     int64 (texts + 1,), where those of each text begin in `numbers`.
    line_words: int64 (lines,), the words of each line of all texts.
    line_starts: int64 (texts + 1,), where the lines of each text begin there.
    of_line:    the function from a line to the numbers of its words.
    """

    def __init__(self, texts: Sequence[str], of_line: Callable[[str], Sequence[int]],
                 vocabulary: Vocabulary) -> None:
        self.texts, self.of_line, self.vocabulary = texts, of_line, vocabulary
        self.lines = list(map(str.splitlines, texts))
        words = list(map(of_line, chain.from_iterable(self.lines)))
        self.line_words = np.fromiter(map(len, words), np.int64, len(words))
        self.line_starts = _starts(list(map(len, self.lines)))
        self.starts = _starts(self.line_words)[self.line_starts]
        self.numbers = np.fromiter(chain.from_iterable(words), np.int64, int(self.starts[-1]))

    def __len__(self):
        """Return the number of texts."""
        return len(self.texts)

    @cached_property
    def stripped(self) -> list[list[str]]:
        """The lines without white space around them."""
        return [list(map(str.strip, lines)) for lines in self.lines]

    @cached_property
    def sizes(self) -> np.ndarray:
        """The words of each text, int64 (texts,)."""
        return np.diff(self.starts)

    @cached_property
    def lengths(self) -> np.ndarray:
        """The code points of each word, int64 (words,)."""
        return self.vocabulary.table("lengths", len, np.int64).take(self.numbers)

    @cached_property
    def traits(self) -> np.ndarray:
        """The bits of each word, uint8 (words,)."""
        return self.vocabulary.table("traits", _traits, np.uint8).take(self.numbers)

    def sums(self, values: np.ndarray) -> list[int]:
        """Return the sums of whole numbers, one for each word, of each text."""
        return np.diff(_starts(values)[self.starts]).tolist()

    def counts(self, bit: int) -> list[int]:
        """Return how many of the words of each text have a trait, one of the bits."""
        return self.sums(self.traits & bit > 0)

    def words(self) -> list[list[str]]:
        words = list(map(self.vocabulary.words.__getitem__, self.numbers.tolist()))
        return [words[start:end] for start, end in pairwise(self.starts.tolist())]


def _starts(sizes):
    """Return where parts of these sizes begin, and the end of the last one."""
    return np.append(0, np.cumsum(sizes, dtype=np.int64))


def _traits(word):
    """Return the bits of a word."""
    has_letter = word.isalpha() or any(map(str.isalpha, word))
    return (MARKS_ALONE * PUNCTUATION.issuperset(word) | WITH_LETTER * has_letter
            | CAPITALISED * word.istitle() | SHORT * (len(word) <= FEW and word.islower())
            | LONG * (len(word) > MANY)
            | MIXED * (has_letter and not word.isalpha() and any(map(str.isdigit, word)))
            | ENDS * (word in MARKS)
            | PUNCTUATED * (not word.isalnum()
                            and all(unicodedata.category(character)[0] == "P"
                                    for character in word)))


_KNOWN = [Vocabulary()]  # of the texts before, while it is not too large


def tokenised(texts: Sequence[str], tokenise: Tokenise | None = None) -> Tokenised:
    """Return the Tokenised of texts.

    tokenise: function from a line to its words; None: englishwords.words_of.

    >>> tokenised(["To be.", "To go."]).words()
    [['To', 'be', '.'], ['To', 'go', '.']]
    """
    if _KNOWN[0].is_full():
        _KNOWN[0] = Vocabulary()
    known = _KNOWN[0]
    if tokenise is None:
        return Tokenised(texts, known.of_line, known)
    return Tokenised(texts, lambda line: known.numbers(tokenise(line)), known)
