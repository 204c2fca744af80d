"""Upper bounds of what limits.py counts, from the bytes of a page. Most pages stay below them."""
import re
from collections import Counter

import numpy as np

from ..text.lazypattern import LazyPattern
from .openelements import FORMATTING, MOST_EQUAL

# The first three characters of the name tell a formatting element from nearly all others: `b `,
# `str`, not `img`. <body> and <html> count as well, because their attributes are merged.
NAMES = (FORMATTING - {b"a"}) | {b"body", b"html"}
DELIMITERS = b" \t\n\r\f\v/"  # not ">": a name without attributes opens again at most three times
THREE = 3
LETTERS = 32             # classes of bytes: the 26 letters, a delimiter (0), any other (31)
DELIMITER, OTHER = 0, 31
# Formatting tags with attributes
FORMATTING_TAG = LazyPattern(
    rb"<(?:b|big|body|code|em|font|html|i|nobr|s|small|strike|strong|tt|u)[\s/]", re.I)
# A whole tag with quoted values; with its end tag if there is one, as in <i class="icon"></i>,
# which no paragraph opens again
PLAIN_TAG = LazyPattern(
    rb"""<(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)
    (?: [ \t\n\r]+ [a-z-]+ = "[^"<>]*" )+ > ([^<]* </\1>)?""", re.I | re.X)


def _letters():
    letters = np.full(256, OTHER, np.int16)
    letters[list(DELIMITERS)] = DELIMITER
    for first in b"aA":
        letters[first:first + 26] = np.arange(1, 27)
    return letters


def _beginnings():
    """Return for each three classes of bytes whether a name of NAMES may begin so.

    Returns: bool (LETTERS³,).
    """
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
    """Return how often an ASCII character occurs in the bytes of a page."""
    return int(np.count_nonzero(np.frombuffer(page, np.uint8) == ord(character)))


def most_reopened(page, enough):
    """Return an upper bound of the formatting elements opened again, summed over a page's tags.

    page:   bytes.
    enough: a rough bound that is not above it is returned as it is; else a closer look follows.
    Source: the HTML standard, section 13.2.4.3: at most three equal formatting elements are
            opened again.

    >>> most_reopened(b"<b><STRONG class=x><form><img></b><i id=x>", 0)
    6
    """
    codes = np.frombuffer(page, np.uint8)
    starts = np.flatnonzero(codes[:-THREE] == ord("<"))
    key = LETTER_OF.take(codes.take(starts + 1))
    for step in range(2, THREE + 1):
        key = key * LETTERS + LETTER_OF.take(codes.take(starts + step))
    formatting = np.flatnonzero(BEGINNINGS.take(key))
    behind = len(starts) - formatting    # how many tags follow, before which each may open again
    most = int(behind.sum())
    if most <= enough:
        return most
    most, equal = 0, Counter()
    for start, count in zip(starts[formatting].tolist(), behind.tolist(), strict=True):
        plain = PLAIN_TAG.match(page, start)
        if plain:
            equal[plain[0]] += 1
            counts = not plain[2] and equal[plain[0]] <= MOST_EQUAL
        else:
            counts = FORMATTING_TAG.match(page, start) is not None
        most += count * counts
    return most


