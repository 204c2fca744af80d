"""Possible tags of a page, by its bytes: their places and names.

Only three characters of a name are compared, so another name with these three passes, too: `str`
is taken for <strong> and for <strike>.
"""
import re

import numpy as np

from ..vocabulary import DROPPED, UNESCAPED
from .openelements import FORMATTING

# <b> and the like with attributes, which may be opened again. <body> and <html> count as well,
# because their attributes are merged.
REOPENED_NAMES = (FORMATTING - {b"a"}) | {b"body", b"html"}
DELIMITERS = b" \t\n\r\f\v/"  # not ">": a name without attributes opens again at most three times
THREE = 3
LETTERS = 32             # classes of characters: 26 letters, a delimiter (0), 1 (27), others (31)
DELIMITER, ONE, OTHER = 0, 27, 31
MOST = 100_000           # starts of tags; no page within the limits has as many

REOPENED, LINK = 1, 2
NAMES = [*DROPPED, *UNESCAPED]
PRE, MATH = "pre", "math"
SCRIPT, TEX, FAR = "script", b"math/tex", 500     # characters of a tag
BIT_OF = {name: 1 << bit for bit, name in enumerate([*NAMES, PRE, MATH], 2)}
STATING = ["meta", "link", "title", "time", "html", "h1", "script"]      # what a page is
STATES = 2 * max(BIT_OF.values())

# Lone surrogates are not UTF-8: one parser drops them, and the other keeps them
SURROGATE = re.compile("[\ud800-\udfff]")


def _letters():
    letters = np.full(256, OTHER, np.int16)
    letters[list(DELIMITERS)] = DELIMITER
    letters[ord("1")] = ONE
    for first in b"aA":
        letters[first:first + 26] = np.arange(1, 27)
    return letters


def _bits():
    """Return the possible names for each three classes of characters, int32 (LETTERS³,)."""
    bits = np.zeros((LETTERS, LETTERS, LETTERS), np.int32)
    for name in REOPENED_NAMES:
        letters = LETTER_OF[list(name[:THREE])].tolist()
        bits[tuple([*letters, DELIMITER][:THREE])] |= REOPENED
    bits[LETTER_OF[ord("a")], DELIMITER] |= LINK
    for name, bit in [*BIT_OF.items(), *dict.fromkeys(STATING, STATES).items()]:
        bits[tuple(LETTER_OF[list(name[:THREE].encode())].tolist())] |= bit
    return bits.ravel()


LETTER_OF = _letters()
BITS = _bits()


class Openings:
    """The places in a page where tags may begin.

    page:   bytes.
    count:  the number of <. Beyond MOST, which no limit allows, nothing else is known.
    starts: int64 (n,), positions of <.
    bits:   int32 (n,), the possible names of each: REOPENED, LINK, the bits of BIT_OF, STATES.
    """

    def __init__(self, page):
        self.page = page
        codes = np.frombuffer(page, np.uint8)
        begins = codes == ord("<")
        self.count = int(np.count_nonzero(begins))
        if self.count > MOST:
            self._all = -1
            return
        self.starts = np.flatnonzero(begins)
        key = LETTER_OF.take(codes.take(self.starts + 1, mode="clip"))
        for step in range(2, THREE + 1):
            key = key * LETTERS + LETTER_OF.take(codes.take(self.starts + step, mode="clip"))
        self.bits = BITS.take(key)
        self._all = int(np.bitwise_or.reduce(self.bits))

    def names(self):
        """Return the names of DROPPED and UNESCAPED in the page, a list, perhaps too many.

        >>> Openings(b"<body><Script>x<</script><p><rt>").names()
        ['rt', 'script']
        """
        return [name for name in NAMES if self._all & BIT_OF[name]]

    def places(self, name):
        """Return the places of possible tags with a name of DROPPED or UNESCAPED, a list.

        >>> Openings(b"<p><Select></select>").places("select")
        [3]
        """
        if self.count > MOST:
            return [tag.start() for tag in re.finditer(f"<{name}".encode(), self.page, re.I)]
        return self.starts[self.bits & BIT_OF[name] > 0].tolist()

    def stating(self):
        """Return the places of possible tags of STATING, a list; only of the first MOST bytes if
        there are too many.

        >>> Openings(b"<h1>a</h1><p><TITLE>").stating()
        [0, 13]
        """
        if self.count > MOST:
            return Openings(self.page[:MOST]).stating()
        return self.starts[self.bits & STATES > 0].tolist()

    def may_have(self, name):
        """Return whether the page may have a tag of this name of BIT_OF.

        >>> Openings(b"<p><PRE>x").may_have(PRE), Openings(b"<main>").may_have(MATH)
        (True, False)
        """
        return self._all & BIT_OF[name] != 0

    def may_have_tex(self):
        """Return whether the page may have a script with TeX.

        >>> Openings(b'<script type="math/tex">x</script>').may_have_tex()
        True
        >>> Openings(b"<p>math/tex<script></script>").may_have_tex()
        False
        """
        return self.count > MOST or any(TEX in self.page[start:start + FAR]
                                        for start in self.places(SCRIPT))


def opened(page):
    """Return the Openings of a page, a str, in UTF-8, with characters that parsers agree on."""
    try:
        data = page.encode()
    except UnicodeEncodeError:
        data = SURROGATE.sub("\ufffd", page).encode()
    return Openings(data.replace(b"\0", b"") if b"\0" in data else data)
