"""Items of lists by their first characters alone: bullets and numbers."""
import re

BULLETS = tuple("*+•·▪◦‣●■□►–-")
BULLET = re.compile(rf"(?:[{''.join(BULLETS)}]|--)\s+[^\s*+·•–-]|[•▪◦‣●■►]\S")
NUMBER = re.compile(r"""(?: \d{1,3}[.)] | \(\d{1,3}\)             # 1. 1) (1)
                          | [a-z][.)] | \([a-zA-Z]\)              # a. a) (a)
                          | \(?[ivx]{1,5}\) | [ivx]{1,5}\.        # (iv) iv) iv.
                        )\s+\S""", re.X)
NUMBERS = tuple("(123456789")    # no letters: "a. M." alone is not an item
FIRSTS = frozenset([*BULLETS, *NUMBERS])


def is_item(line):
    """Return whether a line begins as an item of a list does."""
    return bool(BULLET.match(line) or NUMBER.match(line))


def items_among(texts, fits, page):
    """Return the places of texts that are items of a list, ascending: a neighbour begins alike.

    "2. Dry it." beside "1. Wash." is an item, "1. Introduction" alone is not.
    By place: fits, whether a text may be one; page, the page it is on.
    """
    marks = {}
    for place, text in enumerate(texts):
        if text[:1] in FIRSTS and fits[place] and (own := mark(text)):
            marks[place] = own
    return [place for place, kind in marks.items()
            if any(marks.get(beside) == kind and page[beside] == page[place]
                   for beside in (place - 1, place + 1))]


def mark(text):
    """Return the bullet that a text begins with, "1" for a number, "" for neither."""
    first = text[:1] or " "              # other programs' records may hold an empty text
    if first in BULLETS:
        return first if BULLET.match(text) else ""
    return "1" if first in NUMBERS and NUMBER.match(text) else ""
