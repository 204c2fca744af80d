"""What goes between two stretches of text that only inline tags separate.

A browser shows <a>Home</a><a>News</a> as two words if a style sheet says so, which scutch does not
read, and H<sub>2</sub>O as one.
"""
import re

import numpy as np

from ...columns.names import NUMBER_OF, TAGS
from .tags import BOUNDARY, CODE, HIDDEN_LINK, LINK, TITLE, UNCODE, UNLINK

# Why something may go between, bits: one link ends and another begins; both to the same address;
# an inline element with a class begins where another one ends; an exponent begins.
JOINED_LINKS, SAME_ADDRESS, APART, EXPONENT = 1, 2, 4, 8
# <span class="a">Bob</span><span class="b">Baker: of such places that are not in these elements,
# the gold of five sets has 858 apart and 6 joined where the second text begins in upper case, or
# either is a digit; elsewhere, or without a class, 4 apart and 120 joined.
CLOSE_TO_TEXT = frozenset("code kbd samp sub sup wbr".split())
IS_CLOSE = np.zeros(len(TAGS), bool)
IS_CLOSE[[NUMBER_OF[name] for name in CLOSE_TO_TEXT]] = True
SUP = NUMBER_OF["sup"]
CLASS = ' class="'
HREF = re.compile(r' href="([^"]*)"')
POWER = re.compile("[-+\N{MINUS SIGN}]?[0-9]+")
# $2,898<sup>00</sup> is $2,898.00 in the gold; $1,000<sup>6</sup> has a footnote
PRICE = re.compile(r"[$\N{EURO SIGN}\N{POUND SIGN}\N{YEN SIGN}](?: |&nbsp;)?[0-9][0-9.,]*\Z")
CENTS = 2                # digits


def between(before, after, why):
    """Return "", " ", "^" or ".", what goes between two texts; why: bits as above.

    >>> between("Home", "News", JOINED_LINKS), between("Co", "ntact", JOINED_LINKS | SAME_ADDRESS)
    (' ', '')
    >>> between("Bob", "Baker", APART), between("T", "he", APART), between("10", "15", EXPONENT)
    (' ', '', '^')
    >>> between("$12", "99", EXPONENT), between("$12", "9", EXPONENT)
    ('.', '')
    """
    last, first = before[-1], after[0]
    if why & EXPONENT and last.isdecimal() and POWER.fullmatch(after):
        if PRICE.search(before):
            return "." if len(after) == CENTS and after.isdecimal() else ""
        return "^"
    if why & JOINED_LINKS and _is_word(last) and _is_word(first):
        return "" if why & SAME_ADDRESS and first.islower() else " "
    if why & APART and _is_cased(last) and _is_cased(first) and (
            first.isupper() or last.isdecimal() or first.isdecimal()):
        return " "
    return ""


def _is_word(character):
    return character.isalnum() or character == "_"


def _is_cased(character):
    return character.islower() or character.isupper() or character.isdecimal()


def same_address(tag, other):
    """Return whether two links, opening tags, have the same address."""
    found = HREF.search(tag), HREF.search(other)
    return None not in found and found[0][1] == found[1][1]


def reasons(tags):
    """Return (tags, bits): opening tags before whose text something may go, int64, and why.

    JOINED_LINKS is not among the bits: see pieces.Links.
    """
    role = tags.role
    inline = (role & BOUNDARY == 0) & ~tags.silent
    opens = inline & ~tags.closing
    after_end = np.zeros(len(role), bool)
    after_end[1:] = (inline & tags.closing)[:-1] & (tags.begins[1:] == tags.ends[:-1] + 1)
    candidates = np.flatnonzero(opens & after_end)
    bits = np.zeros(len(role), np.int8)
    bits[_exponents(tags, np.flatnonzero(opens & (tags.number == SUP)))] = EXPONENT
    bits[_classed(tags, candidates)] |= APART
    links = np.flatnonzero(role & (LINK | HIDDEN_LINK) > 0)
    seconds = candidates[(role[candidates] & LINK > 0) & (role[candidates - 1] & UNLINK > 0)]
    for second, text in zip(seconds.tolist(), tags.all_of(seconds), strict=True):
        at = int(np.searchsorted(links, second)) - 1
        if at >= 0 and same_address(text, tags.tag(int(links[at]))):
            bits[second] |= SAME_ADDRESS
    found = np.flatnonzero(bits)
    return found, bits[found]


def _exponents(tags, sups):
    """Return those of some <sup> that may begin an exponent.

    Not where a link begins between the two texts: 1990<sup><a href="#f1">1</a></sup> is a footnote.
    """
    if not len(sups):
        return sups
    stretch = np.cumsum((tags.begins > tags.texts) & (tags.role & TITLE == 0))
    begun = np.zeros(len(tags) + 1, bool)
    begun[stretch[tags.role & LINK > 0]] = True
    return sups[~begun[stretch[sups]]]


def _classed(tags, candidates):
    """Return those of the candidates that begin text apart: see CLOSE_TO_TEXT."""
    after = tags.codes[tags.ends[candidates] + 1]
    some = candidates[(after > ord(" ")) & (after != ord("<"))]
    close = IS_CLOSE.take(tags.number[some], mode="clip") | IS_CLOSE.take(tags.number[some - 1],
                                                                          mode="clip")
    some = some[~close]
    some = some[[CLASS in text for text in tags.all_of(some)]]
    return some[~_in_code(tags, some)]


def _in_code(tags, some):
    """Return whether each of some tags is in <code> or the like: the last such tag opens it."""
    events = np.flatnonzero(tags.role & (CODE | UNCODE) > 0)
    last = np.searchsorted(events, some) - 1
    at = np.append(events, -1)[last]
    page_start = tags.first[np.searchsorted(tags.first, some, "right") - 1]
    return (at >= page_start) & (np.append(tags.role[events] & CODE > 0, False)[last])
