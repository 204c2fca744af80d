"""Upper bounds of a page's contents, by counting bytes: enough for most pages."""
import re
from collections import Counter

import numpy as np

from .openelements import FORMATTING, MOST_EQUAL

# Three characters tell a formatting element from nearly all others: `<b `, `<str`, `<img` is none.
# <body> and <html> count as well: their attributes are merged.
NAMES = (FORMATTING - {b"a"}) | {b"body", b"html"}
DELIMITERS = b" \t\n\r\f\v/"  # three of a name without attributes count: see openelements
THREE = 3
LETTERS = 32             # of names: the letters, whatever their case, a delimiter, any other
DELIMITER, OTHER = 0, 31
# Without attributes, three of a name count
FORMATTING_TAG = re.compile(
    rb"<(?:b|big|body|code|em|font|html|i|nobr|s|small|strike|strong|tt|u)[\s/]", re.I)
# A whole tag whose values stand in quotes; and, of <i class="icon"></i>, the end tag: no paragraph
# opens that again
PLAIN_TAG = re.compile(
    rb"""<(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)
    (?: [ \t\n\r]+ [a-z-]+ = "[^"<>]*" )+ > ([^<]* </\1>)?""", re.I | re.X)


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
    """Return how often a character occurs in a page, which is bytes."""
    return int(np.count_nonzero(np.frombuffer(page, np.uint8) == ord(character)))


def most_reopened(page, enough):
    """Return how many elements paragraphs open again at most, over all tags of a page, bytes.

    enough: of a number up to it, or far above, only the side on which it is counts.
    Source: the standard, section 13.2.4.3: of equal formatting elements three are opened again.

    >>> most_reopened(b"<b><STRONG class=x><form><img></b><i id=x>", 0)
    6
    """
    codes = np.frombuffer(page, np.uint8)
    starts = np.flatnonzero(codes[:-THREE] == ord("<"))
    key = LETTER_OF.take(codes.take(starts + 1))
    for step in range(2, THREE + 1):
        key = key * LETTERS + LETTER_OF.take(codes.take(starts + step))
    formatting = np.flatnonzero(BEGINNINGS.take(key))
    behind = len(starts) - formatting    # tags before which each may be opened again
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


