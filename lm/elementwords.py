"""Words of class, id and role split into pieces, which tell the purpose of an element."""
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import count

import numpy as np

END = "."                # after the words of each element, when those of all are one text
LETTERS = 26
# From a byte to its lower case, to END or to a space
SMALL = bytes(byte + 32 if 65 <= byte <= 90 else byte if 97 <= byte <= 122 or byte == ord(END)
              else 32 for byte in range(256))


class Pieces:
    """The pieces of words of class, id and role, in lower case, with an END after each element's.

    articleBody, nav-main, nav_main and RSSfeed have two pieces each.

    different: list of str, each piece once: templates use the same ones on all their pages.
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Cut up the words of each element.

        words: list of str, one for each element.
        """
        text = "".join([f"{one.replace(END, ' ')} {END} " for one in words])
        letters = _parted(text.encode("ascii", "replace")).translate(SMALL)
        self.different, self._places = numbered(letters.decode().split())
        ends = np.flatnonzero(self._places == self._places[-1]) if words else self._places
        self._starts = np.append(0, ends + 1)[:len(words)]

    def bits(self, bits_of: Callable[[str], int | None]) -> np.ndarray:
        """Return for each of the words the bits of all its pieces, int64 (words,).

        bits_of: function from a piece to its bits, below 2**63; None is 0, as for END.

        >>> Pieces(["articleBody", "", "site-footer body"]).bits({"body": 1, "footer": 2}.get)
        array([1, 0, 3])
        """
        bits = np.array([bits_of(piece) or 0 for piece in self.different], np.int64)
        return np.bitwise_or.reduceat(bits[self._places], self._starts)


def _parted(text):
    """Return bytes with a space before capitals after lower case, and before lower-case letters
    after several capitals; the last byte is a space."""
    codes = np.frombuffer(text, np.uint8)
    capital = codes - ord("A") < LETTERS
    at = np.flatnonzero(capital)
    small_before, small_behind = codes[[at - 1, at + 1]] - ord("a") < LETTERS
    cuts = np.append(at[small_before], at[capital[at - 1] & small_behind] + 1)
    return np.insert(codes, cuts, ord(" ")).tobytes()


def numbered(items: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """Return (the different items, a list; the place of each item there, int64 (items,)).

    >>> numbered(["b", "a", "b"])
    (['b', 'a'], array([0, 1, 0]))
    """
    places: dict[str, int] = defaultdict(count().__next__)       # the next number for a new one
    numbers = np.fromiter(map(places.__getitem__, items), np.int64, len(items))
    return list(places), numbers
