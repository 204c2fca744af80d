"""Lines that are items of lists, or navigation bars, by their marks."""
import re

# Items of lists by their first characters alone: bullets and numbers.

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


# Navigation bars and footers: a line of short fields with separators between them.

# Each pair: the mark, and the most words of a field. "Home | Our services for you | Contact us",
# but "and / or" in running text: the rarer the mark is there, the longer a field may be.
BARS = "|｜│¦"
MARKS = [*((bar, 5) for bar in BARS), (" · ", 3), (" • ", 3), ("»", 3), ("›", 3),
         (" > ", 3), (" / ", 3), (" :: ", 3)]
ASCII_MARKS = [(mark, most) for mark, most in MARKS if mark.isascii()]
IN_MARKS = f"{BARS}·•»›>/:"
ANY_MARK = re.compile(f"[{IN_MARKS}]")
MIN_FIELDS = 3
MAX_FIELD = 40           # code points
MAX_LONG_FIELD = 90      # of the one that may be longer: "© 2005 The Example Company, Inc."
MAX_BAR = 1500


def is_bar(text):
    """Return whether the text is a bar.

    >>> is_bar("Home | About us | Contact"), is_bar("He said | she said")
    (True, False)
    """
    if len(text) > MAX_BAR or len(ANY_MARK.findall(text)) < MIN_FIELDS - 1:
        return False
    for mark, max_words in ASCII_MARKS if text.isascii() else MARKS:
        if mark in text and (mark in BARS or any(map(str.isalpha, text))):    # 1 > 0 > -1
            fields = [field for field in map(str.strip, text.split(mark)) if field]
            if len(fields) >= MIN_FIELDS:
                long = [field for field in fields
                        if len(field) > MAX_FIELD or field.count(" ") >= max_words]
                return not long or (len(long) == 1 and len(long[0]) <= MAX_LONG_FIELD)
    return False
