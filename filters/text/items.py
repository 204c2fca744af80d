"""Items of lists that show only by their first characters: bullets and numbers."""
import re

BULLETS = tuple("*+•·▪◦‣●■□►–-")
BULLET = re.compile(rf"(?:[{''.join(BULLETS)}]|--)\s+[^\s*+·•–-]|[•▪◦‣●■►]\S")
NUMBER = re.compile(r"""(?: \d{1,3}[.)] | \(\d{1,3}\)             # 1. 1) (1)
                          | [a-z][.)] | \([a-zA-Z]\)              # a. a) (a)
                          | \(?[ivx]{1,5}\) | [ivx]{1,5}\.        # (iv) iv) iv.
                        )\s+\S""", re.X)
NUMBERS = tuple("(123456789")    # no letters: "a. M." alone is not an item


def is_item(line):
    """Return whether a line begins as an item of a list does."""
    return bool(BULLET.match(line) or NUMBER.match(line))


def mark_items(segments):
    """Return the segments; paragraphs become items of a list where a neighbour begins alike.

    "2. Dry it." beside "1. Wash." is an item, "1. Introduction" alone is not.
    """
    marks = [mark(segment["text"]) if segment.get("kind") == "p" else "" for segment in segments]
    return [{**segment, "kind": "l"} if mark and mark in around else segment
            for segment, mark, *around in zip(segments, marks, ["", *marks], [*marks[1:], ""],
                                              strict=False)]


def mark(text):
    """Return the bullet that a text begins with, "1" for a number, "" for neither."""
    first = text[:1] or " "              # other programs' records may hold an empty text
    if first in BULLETS:
        return first if BULLET.match(text) else ""
    return "1" if first in NUMBERS and NUMBER.match(text) else ""
