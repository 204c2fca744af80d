"""Preformatted text: whether it is prose or code, and lines of code in elements of their own."""
from itertools import pairwise
from typing import NamedTuple

from ..lazypattern import LazyPattern
from .linebreaks import MIN_WIDTH, columns, wide_characters, width_of

# Whether preformatted text is prose or code.

# A word of prose, with what may stand around it; "git", but not "--global" or "outside()"
PROSE_WORD = LazyPattern(r"""(?<!\S)["'(“‘]*[^\W\d_]+(?:['’-][^\W\d_]+)*[.,;:!?"')”’…]*(?!\S)""")
SYMBOL = LazyPattern(r"[{}\[\]<>=;|\\$#@*&^~_%+/`]")
SENTENCE_END = LazyPattern(r"""[^\W\d_][.!?]["')”’]?(?!\S)""")
# What was seen on the pages of CleanEval and WCXB that have <pre> of several lines: 145 and 1369
MIN_PROSE_WORDS = 0.8    # of the words
MIN_WORDS_A_LINE = 4
MAX_SYMBOLS = 0.04       # of the characters that are not space
MAX_WORDS_A_SENTENCE = 60


def is_prose(text):
    """Return whether preformatted text is prose: letters to a mailing list, RFCs, poems, not code.

    >>> is_prose("I see no harm\\nin it. Do you?"), is_prose("git add x\\ngit commit -m y\\n")
    (True, False)
    """
    words = text.split()
    solid = sum(map(len, words))
    if not text.isascii() and 2 * wide_characters(text) > solid:
        return True
    lines = sum(1 for line in text.split("\n") if line and not line.isspace())
    return (len(words) >= MIN_WORDS_A_LINE * lines
            and len(SYMBOL.findall(text)) <= MAX_SYMBOLS * solid
            and len(PROSE_WORD.findall(text)) >= MIN_PROSE_WORDS * len(words)
            and MAX_WORDS_A_SENTENCE * len(SENTENCE_END.findall(text)) >= len(words))


def is_verse(text):
    r"""Return whether the lines of prose in <pre> are meant: none is as wide as a letter's.

    >>> is_verse("The gates are shut,\n the water climbs"), is_verse("I see no harm " * 5)
    (True, False)
    """
    lines = [line.strip() for line in text.split("\n") if not line.isspace() and line]
    return width_of([(columns(line), 0) for line in lines]) < MIN_WIDTH


# Lines of code that are elements of their own, <pre><div>a</div><div>b</div>, become one segment.
#
# Line numbers in elements of their own are dropped: those before each line in <pre>, and a column
# of them in the table cell before the code.

MOST_EMPTY = 2           # lines in a row, from empty elements
NUMBERS_A_LINE = 2       # of lines at most: an empty line has a number, too


class Line(NamedTuple):
    """Where text stands in preformatted text.

    pre, row: the elements that are its <pre>, and its table row in this, -1 for none.
    outer:    the row around the <pre>, -1 for none.
    levels:   elements between <pre> and the text.
    """

    pre: int = -1
    row: int = -1
    outer: int = -1
    levels: int = 0


def code_blocks(shown, lines, text, skipped):
    """Yield (places, pre, text) of each block of code that is several segments.

    shown: the places of segments that are not hidden; those of code and the next ones will do. By
    place: lines, its Line; text; skipped, the field.
    """
    column = None                        # (places, numbers, outer): a cell of only numbers
    for places in _parts(shown, lines):
        pre, outer = lines[places[0]].pre, lines[places[0]].outer
        if pre < 0:
            column = None
            continue
        code = _joined(without_numbers(places, text), lines, text, skipped)
        size = code.count("\n") + 1
        if column and column[2] == outer and size <= column[1]:
            yield [*column[0], *places], pre, code
            column = None
        elif len(places) > 1:
            yield places, pre, code
            column = None
        elif outer >= 0 and are_numbers(code.split("\n")):
            column = places, size, outer
        else:
            column = None


def _parts(shown, lines):
    """Yield lists of places next to each other whose lines are of one <pre>.

    Between two texts of the <pre> itself is what separates them, a rule, or a hidden element.
    """
    part = []
    for place in shown:
        line, before = lines[place], lines[part[-1]] if part else None
        if before and (line.pre < 0 or line.pre != before.pre or (
                place == part[-1] + 1 and line.levels == before.levels == 0)):
            yield part
            part = []
        part.append(place)
    if part:
        yield part


def are_numbers(texts):
    """Return whether texts are line numbers, one after the other.

    >>> are_numbers(["9", " 10"]), are_numbers(["1", "3"]), are_numbers(["x"])
    (True, False, False)
    """
    stripped = [text.strip() for text in texts]
    if not all(number.isascii() and number.isdigit() and len(number) < 7 for number in stripped):
        return False
    return all(int(after) == int(before) + 1 for before, after in pairwise(stripped))


def without_numbers(places, text):
    """Return places, without those of line numbers."""
    numbers = [place for place in places if are_numbers([text[place]])]
    of_line = set(numbers)
    if (len(numbers) < 2 or numbers[0] != places[0]
            or len(numbers) > NUMBERS_A_LINE * (len(places) - len(numbers))
            or not are_numbers([text[place] for place in numbers])
            or not all(before in of_line or after in of_line
                       for before, after in pairwise(places))):
        return places
    return [place for place in places if place not in of_line]


def _joined(places, lines, text, skipped):
    """Return the text of a block of code; between its places are hidden ones, or numbers."""
    out = [text[places[0]]]
    for before, place in pairwise(places):
        line, last, between = lines[place], lines[before], text[before + 1:place]
        if line.row >= 0 and line.row == last.row:
            out.append("\t")
        elif between and are_numbers(between):
            out.append("\n" * len(between))          # that of an empty line, too
        else:
            out.append("\n" * (1 + _empty(last.levels, line.levels, skipped[place])))
        out.append(text[place])
    return "".join(out)


def _empty(before, levels, skipped):
    """Return how many empty lines are before a line in as many elements as that before it.

    Their tags were skipped: twice `levels` a line, one less for the line itself.

    >>> _empty(1, 1, 3), _empty(2, 2, 3), _empty(0, 1, 1)
    (1, 0, 0)
    """
    if before != levels or not levels or (skipped + 1) % (2 * levels):
        return 0
    return max(0, min(MOST_EMPTY, (skipped + 1) // (2 * levels) - 1))
