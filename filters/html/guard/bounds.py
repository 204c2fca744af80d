"""Upper bounds of the counts of limits.py, from the bytes of a page."""
import re
from collections import Counter

import numpy as np

from ...lazypattern import LazyPattern
from .openelements import MOST_EQUAL
from .openings import REOPENED

LAST_OF_NBSP = 0xA0      # its last byte in UTF-8
# Formatting tags with attributes
FORMATTING_TAG = LazyPattern(
    rb"<(?:b|big|body|code|em|font|html|i|nobr|s|small|strike|strong|tt|u)[\s/]", re.I)
# A whole tag with quoted values; with its end tag if there is one, as in <i class="icon"></i>,
# which no paragraph opens again
PLAIN_TAG = LazyPattern(
    rb"""<(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)
    (?: [ \t\n\r]+ [a-z-]+ = "[^"<>]*" )+ > ([^<]* </\1>)?""", re.I | re.X)


def most_references(page):
    """Return an upper bound of the references written for a page: see limits.py."""
    codes = np.frombuffer(page, np.uint8)
    # < and > differ in one bit, which the mask leaves out
    return sum(map(np.count_nonzero, (
        codes == ord("&"), (codes & 0xFD) == ord("<"), codes == LAST_OF_NBSP)))


def most_reopened(openings, enough):
    """Return an upper bound of the formatting elements opened again, summed over a page's tags.

    openings: Openings of the page.
    enough: a rough bound up to this is returned; above it, a tighter bound is computed.
    Source: the HTML standard, section 13.2.4.3: at most three equal formatting elements are
            opened again.

    >>> from scutch.filters.html.guard.openings import Openings
    >>> most_reopened(Openings(b"<b><STRONG class=x><form><img></b><i id=x>"), 0)
    6
    """
    most = int((openings.count - np.flatnonzero(openings.bits & REOPENED)).sum())
    return most if most <= enough else sum(after for _, after in reopened(openings))


def reopened(openings):
    """Yield (start, tags that follow it) of the formatting elements that may be opened again.

    openings: Openings of the page.
    """
    page, starts, equal = openings.page, openings.starts, Counter()
    formatting = np.flatnonzero(openings.bits & REOPENED)
    after = openings.count - formatting
    for start, count in zip(starts[formatting].tolist(), after.tolist(), strict=True):
        plain = PLAIN_TAG.match(page, start)
        if plain:
            equal[plain[0]] += 1
            opens_again = not plain[2] and equal[plain[0]] <= MOST_EQUAL
        else:
            opens_again = FORMATTING_TAG.match(page, start)
        if opens_again:
            yield start, count
