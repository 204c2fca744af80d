"""Texts with their lines and words, in arrays: the input of all measures of documents.

Words have numbers, so that what is known of one is computed once and looked up as an array. The
punctuation marks are those of the known filters.

Source:  datatrove 0.10, utils/text.py (Apache-2.0): PUNCTUATION and TERMINAL_PUNCTUATION; the
         latter is Unicode's property Sentence_Terminal, of version 15, and Khmer marks.
"""
import unicodedata
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

import numpy as np

from .englishwords import Remembered, parts_of

# Words that are known before some texts, and their characters; then a vocabulary begins anew
MOST_WORDS, MOST_CHARACTERS = 1 << 17, 1 << 22


class Vocabulary:
    """Words of documents, numbered from 0 in the order in which they come.

    Memory:  MOST_WORDS, MOST_CHARACTERS in them, and the words of some documents. It goes with the
             last name of it: nothing in it refers to itself.
    """

    def __init__(self) -> None:
        numbers: dict[str, int] = {}
        words: list[str] = []
        self._numbers, self.words = numbers, words
        self._of_stretch = Remembered(lambda stretch: _numbered(parts_of(stretch), numbers, words))
        self._tables: dict[Any, tuple[int, np.ndarray]] = {}     # words that are in, values
        self._counted = self._characters = 0

    def is_full(self) -> bool:
        """Return whether it knows more than MOST_WORDS or MOST_CHARACTERS."""
        self._characters += sum(map(len, self.words[self._counted:]))
        self._counted = len(self.words)
        return self._counted > MOST_WORDS or self._characters > MOST_CHARACTERS

    def numbers(self, words: list[str]) -> tuple[int, ...]:
        """Return the numbers of words.

        >>> Vocabulary().numbers(["to", "be", "to"])
        (0, 1, 0)
        """
        return _numbered(words, self._numbers, self.words)

    def of_line(self, line: str) -> list[int]:
        """Return the numbers of the words of a line, as englishwords.words_of has them."""
        return list(chain.from_iterable(map(self._of_stretch.__getitem__, line.split())))

    def table(self, name: Any, of_word: Callable[[str], int], kind: Any) -> np.ndarray:
        """Return what a function says of each word, an array by number, which may be longer.

        name: of the function; of one name it is called once for each word. kind: of the array.
        """
        filled, values = self._tables.get(name, (0, np.empty(1 << 12, kind)))
        if filled < len(self.words):
            if len(self.words) > len(values):
                values = np.resize(values, 2 * len(self.words))
            values[filled:len(self.words)] = list(map(of_word, self.words[filled:]))
            self._tables[name] = len(self.words), values
        return values


def _numbered(words, numbers, known):
    """Return the numbers of words; those that are new go into both."""
    for word in words:
        if word not in numbers:
            numbers[word] = len(known)
            known.append(word)
    return tuple(map(numbers.__getitem__, words))


def _characters(ranges):
    """Return the characters of ranges of code points in hex.

    >>> _characters("21 2e 61-63")
    ['!', '.', 'a', 'b', 'c']
    """
    ends = [[int(end, 16) for end in part.split("-")] for part in ranges.split()]
    return [chr(point) for bounds in ends for point in range(bounds[0], bounds[-1] + 1)]


TERMINAL = tuple(_characters("""
    21 2e 3f 589 61d-61f 6d4 700-702 7f9 837 839 83d-83e 964-965 104a-104b 1362 1367-1368 166e
    1735-1736 17d4-17d6 17d9-17da 1803 1809 1944-1945 1aa8-1aab 1b5a-1b5b 1b5e-1b5f 1b7d-1b7e
    1c3b-1c3c 1c7e-1c7f 203c-203d 2047-2049 2e2e 2e3c 2e53-2e54 3002 a4ff a60e-a60f a6f3 a6f7
    a876-a877 a8ce-a8cf a92f a9c8-a9c9 aa5d-aa5f aaf0-aaf1 abeb fe52 fe56-fe57 ff01 ff0e ff1f ff61
    10a56-10a57 10f55-10f59 10f86-10f89 11047-11048 110be-110c1 11141-11143 111c5-111c6 111cd
    111de-111df 11238-11239 1123b-1123c 112a9 1144b-1144c 115c2-115c3 115c9-115d7 11641-11642
    1173c-1173e 11944 11946 11a42-11a43 11a9b-11a9c 11c41-11c42 11ef7-11ef8 11f43-11f44 16a6e-16a6f
    16af5 16b37-16b38 16b44 16e98 1bc9f 1da88"""))
PUNCTUATION = frozenset(TERMINAL).union(_characters("""
    0-8 b-1f 22-2d 2f 3a-3e 40 5b-60 7b-9f ab b4 bb 2013-2014 2019 201c-201e 2026 2236 2501 25ba
    3001 3008-300d 3010-3011 ff05 ff08-ff09 ff0c ff11 ff1a-ff1b ff5e"""))


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
