"""Lines of text: does one go on in the next? For hard-wrapped paragraphs, with <br> or without."""
import re

WIDTH_RANK = 0.9             # this share of the lines is at most as long as "the" width
MIN_WIDTH, MAX_WIDTH = 45, 130    # code points; narrower are menus, wider whole paragraphs
MIN_PAIRS = 3                # fewer say nothing about a page
# Of the pairs of lines in CleanEval's pages with <br>, whose first is at least half as wide as
# the width: where over 0.65 of them are full, 464 full lines go on in the gold and 30 do not;
# where fewer are, 55 do and 160 do not.
MIN_FULL = 0.65
RAGGED = 0.85                # a line is full if the next word would pass this part of the width
# A line that ends in a letter or comma, the next with a small letter: of 20 code points and less
# 70 go on and 97 do not, of 25 to 44 92 and 47, of 45 to 89 440 and 44.
MIN_BROKEN = 25

NO_SPACES = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]")    # Chinese, Japanese
FIRST_WORD = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]|\S+")
# "Ein- und Ausgang" keeps its space
AFTER_HYPHEN = re.compile(r"(?!(?:und|oder|bzw|and|or|to|et|ou|e|y|o|en|of|och|eller)\b)[^\W\d_]")

BULLETS = "*+•·▪◦‣●■□►–-"
BULLET = re.compile(rf"(?:[{BULLETS}]|--)\s+[^\s*+·•–-]|[•▪◦‣●■►]\S")
NUMBER = re.compile(r"""(?: \d{1,3}[.)] | \(\d{1,3}\)             # 1. 1) (1)
                          | [a-z][.)] | \([a-zA-Z]\)              # a. a) (a)
                          | \(?[ivx]{1,5}\) | [ivx]{1,5}\.        # (iv) iv) iv.
                        )\s+\S""", re.X)

LABEL = re.compile(r"[A-Z][A-Za-z-]{1,20}:\s")      # "Subject: ..." after a long "From: ..."


def width_of(lines):
    """Return the width of the longest lines but a few, or 0 without lines; O(n log n).

    lines: [(length of the line, length with the first word of the next, or 0 if none follows)]
    """
    lengths = sorted(length for length, _ in lines)
    return lengths[int(WIDTH_RANK * len(lengths))] if lengths else 0


def wrapped(lines, width):
    """Say whether these lines, of this width, are paragraphs that were wrapped to fit it."""
    if not MIN_WIDTH <= width <= MAX_WIDTH:
        return False
    with_next = [longer for length, longer in lines if longer and 2 * length >= width]
    full = sum(longer > RAGGED * width for longer in with_next)
    return len(with_next) >= MIN_PAIRS and full >= MIN_FULL * len(with_next)


def with_next(line, following):
    """Return the length of the line with the first word of the following one."""
    return len(line) + 1 + len(FIRST_WORD.match(following)[0])


def goes_on(line, following, width):
    """Say whether a paragraph goes on from a line to the following one, both without space around.

    width: of the lines if they are wrapped, else 0.
    """
    if width and with_next(line, following) > RAGGED * width:
        return not LABEL.match(following) and (line[-1] not in ".:;!?" or not is_item(following))
    return (following[0].islower() and len(line) >= MIN_BROKEN
            and (line[-1].isalpha() or line[-1] == ",") and not is_item(following))


def is_item(line):
    """Say whether a line begins as an item of a list does."""
    return bool(BULLET.match(line) or NUMBER.match(line))


def joined(lines):
    """Return the lines as one, with spaces between them where the script has spaces.

    >>> joined(["a well-", "known case,", "東京", "都"])
    'a well-known case, 東京都'
    """
    out = [lines[0]]
    for before, line in zip(lines, lines[1:], strict=False):
        glued = (before[-1] == "-" and before[-2:-1].isalpha() and line[0].islower()
                 and AFTER_HYPHEN.match(line)
                 or NO_SPACES.match(before[-1]) and NO_SPACES.match(line))
        out += [line] if glued else [" ", line]
    return "".join(out)
