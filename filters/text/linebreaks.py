"""Lines of text: items of lists and bars, by their marks, and whether text continues in the next
line, of HTML or plain text, and behind what is hidden.
"""
import re
from itertools import pairwise

from ..lazypattern import LazyPattern

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


def items_among(texts, places, page):
    """Return the places of texts that are items of a list, ascending: a neighbour begins alike.

    "2. Dry it." beside "1. Wash." is an item, "1. Introduction" alone is not.
    places: of those that may be items, whose first character is one of FIRSTS.
    page:   the page of each text.
    """
    marks = {place: own for place in places if (own := mark(texts[place]))}
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


# Whether a paragraph continues in the next line, of HTML with <br> or of plain text.

WIDTH_RANK = 0.9             # this share of the lines is at most as long as "the" width
MIN_WIDTH, MAX_WIDTH = 45, 130    # columns; narrower are menus, wider whole paragraphs
MIN_PAIRS = 3                # fewer say nothing about a page
# Of the pairs of lines in CleanEval's pages with <br>, whose first is at least half as wide as
# the width: where over 0.65 of them are full, 464 full lines continue in the gold and 30 do not;
# where fewer are, 55 do and 160 do not.
MIN_FULL = 0.65
RAGGED = 0.85                # a line is full if the next word would pass this part of the width
# Lines that end in a letter or comma before a line in lower case: of those under
# 25 code points 70 continue there and 97 do not, from 25 to 44 92 and 47, from 45 to 89 440 and 44.
# In headings of the gold pages of five sets 32 short ones continue there and 4 do not.
MIN_BROKEN = 25

# Chinese and Japanese: characters two columns wide, without spaces between words
FIRST_WIDE = "\u2e80"
MAYBE_WIDE = re.compile(f"[^\0-{chr(ord(FIRST_WIDE) - 1)}]")  # quick, and quickly compiled
WIDE_RANGES = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60"
WIDE = LazyPattern(f"[{WIDE_RANGES}]+")
WIDE_SPACE = "\u3000"        # which is meant
# Korean: two columns wide, too, with spaces between words. Syllables that are spelt in two or
# three letters (U+1100-11FF), which are shown as one, are about as wide as their number.
HANGUL = LazyPattern("[\uac00-\ud7a3]+")
# After what is no space, so that a run of these is read once; a class of WIDE takes long to compile
BREAK = re.compile(rf"(?<=[\S{WIDE_SPACE}])[^\S\n{WIDE_SPACE}]*\n[^\S{WIDE_SPACE}]*")
WORD = re.compile(r"\S+")
# "Ein- und Ausgang" keeps its space
AFTER_HYPHEN = re.compile(r"(?!(?:und|oder|bzw|and|or|to|et|ou|e|y|o|en|of|och|eller)\b)[^\W\d_]")

LABEL = re.compile(r"[A-Z][A-Za-z-]{1,20}:\s")      # "Subject: ..." after a long "From: ..."


def width_of(lines):
    """Return the width of the lines, ignoring the few longest; 0 without lines; O(n log n).

    lines: [(columns of the line, columns with the first word of the next, or 0 if none follows)]
    """
    lengths = sorted(length for length, _ in lines)
    return lengths[int(WIDTH_RANK * len(lengths))] if lengths else 0


def wrapped(lines, width):
    """Return whether these lines are paragraphs wrapped to this width."""
    if not MIN_WIDTH <= width <= MAX_WIDTH:
        return False
    pairs = [longer for length, longer in lines if longer and 2 * length >= width]
    full = sum(longer > RAGGED * width for longer in pairs)
    return len(pairs) >= MIN_PAIRS and full >= MIN_FULL * len(pairs)


def columns(text):
    """Return the width of the text; Chinese, Japanese and Korean are two columns a character.

    >>> columns("漢字"), columns("한국어 ok")
    (4, 9)
    """
    if text.isascii() or not MAYBE_WIDE.search(text):
        return len(text)
    return len(text) + wide_characters(text) + sum(map(len, HANGUL.findall(text)))


def wide_characters(text):
    """Return how many characters of a text are Chinese or Japanese.

    >>> wide_characters("Kyōto (京都)")
    2
    """
    return sum(map(len, WIDE.findall(text))) if MAYBE_WIDE.search(text) else 0


def with_next(width, following):
    """Return the columns of a line, `width`, with the first word of the following one.

    >>> with_next(6, "よい天気"), with_next(4, "morning, sir")
    (8, 13)
    """
    if is_wide(following[:1]):
        return width + 2
    word = WORD.match(following)
    return width + (1 + columns(word[0]) if word else 0)


def is_wide(character):
    """Return whether a character is Chinese or Japanese, where a line break means no space."""
    return character >= FIRST_WIDE and WIDE.match(character) is not None


def without_breaks(text):
    """Return text of a page without line breaks between wide characters, which mean no space there.

    >>> without_breaks("東京\\n 都 and\\nmore")
    '東京都 and\\nmore'
    """
    if "\n" not in text or not MAYBE_WIDE.search(text):
        return text
    return BREAK.sub(lambda blanks: "" if is_wide(text[blanks.start() - 1]) and is_wide(
        text[blanks.end():blanks.end() + 1]) else blanks[0], text)


def goes_on(line, following, width, heading=False):
    """Return whether a paragraph continues from a line to the following one, both stripped.

    width: that of the lines if they are wrapped, else 0. heading: whether they are of a heading.
    """
    if not line or not following:
        return False
    if width and with_next(columns(line), following) > RAGGED * width:
        return not LABEL.match(following) and (line[-1] not in ".:;!?" or not is_item(following))
    return (following[0].islower() and (heading or len(line) >= MIN_BROKEN)
            and (line[-1].isalpha() or line[-1] == ",") and not is_item(following))


def joined(lines):
    """Return the lines as one, with spaces between them where the script has spaces.

    >>> joined(["a well-", "known case,", "東京", "都"])
    'a well-known case, 東京都'
    """
    out = [lines[0]]
    for before, line in pairwise(lines):
        hyphen = before[-1] == "-" and before[-2:-1].isalpha()
        glued = ((hyphen and line[0].islower() and AFTER_HYPHEN.match(line))
                 or (is_wide(before[-1]) and is_wide(line[0])))
        out += [line] if glued else [" ", line]
    return "".join(out)


def paragraphs_of(text, is_line, hidden, heading):
    """Return the paragraphs of one element, each a range of the places of its lines.

    Of each line, lists: text; is_line, whether a <br> is before it; hidden; heading, whether it is
    of a heading.
    """
    widths = map(columns, text)
    measured = [(width, with_next(width, after) if breaks else 0)
                for width, after, breaks in zip(widths, [*text[1:], ""], [*is_line[1:], False],
                                                strict=True)]
    width = width_of(measured)
    width = width if wrapped(measured, width) else 0
    starts = [0, *(place for place in range(1, len(text)) if not (
        is_line[place] and hidden[place] == hidden[place - 1]
        and goes_on(text[place - 1], text[place], width, heading=heading[place])))]
    return [range(*ends) for ends in pairwise([*starts, len(text)])]


# Text that hidden elements interrupt is joined again: "Then <span hidden>x</span> and after".
#
# Browsers show nothing in the place of a hidden element, not even the end of a line.

NO_SPACE_BEFORE, NO_SPACE_AFTER = frozenset(".,;:!?)]}%…’”»"), frozenset("([{‘“«")


def interrupted(hidden, count, continues):
    """Return lists of the rows whose texts belong together, ascending.

    hidden:    (first, end) of each run of hidden rows, of `count` rows.
    continues: predicate, whether a row goes with another one: (the row before a run, the
               first of the run, the row after it).
    """
    joined = {}                           # by its last row
    for first, end in hidden:
        if first > 0 and end < count and continues(first - 1, first, end):
            joined[end] = joined.pop(first - 1, [first - 1])
            joined[end].append(end)
    return list(joined.values())


def text_of(texts):
    """Return texts as one, with spaces where words would otherwise touch.

    >>> text_of(["Then (", "see", ") after"])
    'Then (see) after'
    """
    out = [texts[0]]
    for before, text in pairwise(texts):
        glued = (text[0] in NO_SPACE_BEFORE or before[-1] in NO_SPACE_AFTER
                 or (is_wide(before[-1]) and is_wide(text[0])))
        out += [text] if glued else [" ", text]
    return "".join(out)
