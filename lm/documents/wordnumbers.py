"""Words by number, so that what is known of a word is computed once and looked up as an array."""
from collections.abc import Callable
from itertools import chain
from typing import Any

import numpy as np

from .englishwords import Remembered, parts_of

MOST_WORDS = 1 << 17     # that are known before a text; then it begins anew


class Vocabulary:
    """Words of documents, numbered from 0 in the order in which they come.

    Memory:  MOST_WORDS and the words of some documents.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._of_stretch = Remembered(self._of_parts)
        self._tables: dict[Any, tuple[int, np.ndarray]] = {}     # words that are in, values
        self.words: list[str] = []

    def numbers(self, words: list[str]) -> tuple[int, ...]:
        """Return the numbers of words.

        >>> Vocabulary().numbers(["to", "be", "to"])
        (0, 1, 0)
        """
        known = self._numbers
        for word in words:
            if word not in known:
                known[word] = len(self.words)
                self.words.append(word)
        return tuple(map(known.__getitem__, words))

    def _of_parts(self, stretch):
        return self.numbers(parts_of(stretch))

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
