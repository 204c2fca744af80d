"""Words of class, id and role in pieces, which tell an element's purpose."""
import re
from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np

PIECE = re.compile("[A-Z]?[a-z]+|[A-Z]+")    # articleBody, nav-main, nav_main


class Pieces:
    """The pieces of words of class, id and role, in small letters.

    different: list of str, each piece once: templates use the same ones on all their pages.
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Words: list of str, those of an element each."""
        found = list(map(PIECE.findall, words))
        places: dict[str, int] = {}
        self._places = np.array([places.setdefault(piece, len(places)) for piece in
                                 map(str.lower, chain.from_iterable(found))], np.int64)
        self.different = list(places)
        self._sizes = np.fromiter(map(len, found), np.int64, len(found))

    def bits(self, bits_of: Callable[[str], int | None]) -> np.ndarray:
        """Return for each of the words the bits of all its pieces, int64 (words,).

        bits_of: function from a piece to its bits, below 2**63; None is 0.

        >>> Pieces(["articleBody", "", "site-footer body"]).bits({"body": 1, "footer": 2}.get)
        array([1, 0, 3])
        """
        found = np.zeros(len(self._sizes), np.int64)
        some = np.flatnonzero(self._sizes)
        if len(some):
            bits = np.array([bits_of(piece) or 0 for piece in self.different], np.int64)
            starts = (np.cumsum(self._sizes) - self._sizes)[some]
            found[some] = np.bitwise_or.reduceat(bits[self._places], starts)
        return found
