"""Words by number, so that what is known of a word is computed once and looked up as an array."""
from collections.abc import Callable
from itertools import chain
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
