"""Upper bounds of what a page holds, by counting bytes: most pages need no other look."""
import numpy as np

from .openelements import FORMATTING

# Three characters tell a formatting element from nearly all others: `<b `, `<str`, `<img` is none.
# <body> and <html> count as well: see limits.FORMATTING_TAG.
NAMES = (FORMATTING - {b"a"}) | {b"body", b"html"}
DELIMITERS = b" \t\n\r\f\v/"  # three of a name without attributes count: see openelements
THREE = 3
LETTERS = 32             # of names: the letters, whatever their case, a delimiter, any other
DELIMITER, OTHER = 0, 31


def _letters():
    letters = np.full(256, OTHER, np.int16)
    letters[list(DELIMITERS)] = DELIMITER
    for first in b"aA":
        letters[first:first + 26] = np.arange(1, 27)
    return letters


def _beginnings():
    """Return whether a name of NAMES may begin so, bool (LETTERS³,), of three letters."""
    found = np.zeros((LETTERS, LETTERS, LETTERS), bool)
    for name in NAMES:
        first, *others = LETTER_OF[list(name[:THREE])].tolist()
        if len(name) >= THREE:
            found[first, others[0], others[1]] = True
        elif others:
            found[first, others[0], DELIMITER] = True
        else:
            found[first, DELIMITER] = True
    return found.ravel()


LETTER_OF = _letters()
BEGINNINGS = _beginnings()


def count(page, character):
    """Return how often a character stands in a page, which is bytes."""
    return int(np.count_nonzero(np.frombuffer(page, np.uint8) == ord(character)))


def most_formatting(page):
    """Return how many tags of formatting elements with attributes a page, bytes, has at most.

    >>> most_formatting(b"<b><STRONG class=x><form><img></b><i id=x>")
    2
    """
    codes = np.frombuffer(page, np.uint8)
    names = np.flatnonzero(codes[:-THREE] == ord("<")) + 1
    key = LETTER_OF.take(codes.take(names))
    for step in range(1, THREE):
        key = key * LETTERS + LETTER_OF.take(codes.take(names + step))
    return int(np.count_nonzero(BEGINNINGS.take(key)))
