"""Paragraphs of plain text, and text dumps of the Lynx browser."""
import re
from itertools import pairwise
from typing import NamedTuple

from ...lm.sentenceends import ENDS
from ..lazypattern import LazyPattern
from . import linebreaks
from .repair import BLOCK_DECODED, MAX_DECODED, may_be_mojibake, repaired

# Text dumps of the Lynx browser: the marks it leaves for links and pictures, its References.

LINK = LazyPattern(r"\[(\d{1,4})\](?=\S)")   # [12]Home; not "in 1990.[12] Later"
PICTURE = LazyPattern(r"""\[(?: INLINE | IMAGE | IMG | LINK | EMBED | APPLET | FRAME | ISMAP
                           | USEMAP(?::[^\]\s]{0,80})?
                           | [\w.%~-]{1,80}\.(?:gif|GIF|jpe?g|JPE?G|png|PNG) )\]
                       | \(BUTTON\)""", re.X)
# The list at the end: "References", then "   1. http://example.org/", perhaps "Visible links"
REFERENCES = LazyPattern(r"^[ \t]*References[ \t]*$", re.M)
REFERENCE = LazyPattern(r"\d+\.\s+[a-zA-Z][a-zA-Z0-9+.-]*:\S.*|(?:(?:Visible|Hidden) )?[lL]inks:?|")
HIDDEN = "Hidden links:"     # those after it have no number in the text
MIN_LINKS = 3

# What tells a dump from a text with notes, as seen on the dumps of 1,139 gold pages
ADDRESS = LazyPattern(r"^([ \t]*(\d{1,9}))\.\s+[a-zA-Z][a-zA-Z0-9+.-]*:\S", re.M)
NUMBER_WIDTH = 4             # of "   1" and " 102" in the list, on all of 1,122 pages with links
BRACKETED = LazyPattern(r"\[(\d{1,9})\]")
MIN_AGREEING = 0.7           # of the list's numbers are in the text; 0.75 on one page, else 0.98
# "   [1]Home | [2]News ([3][logo.gif])", but not "the sea.[1] Li [2] and others [3], too"
BEFORE_WORD = LazyPattern(r"(?<![^\s(\[|])\[(\d{1,9})\](?=\w|\[)")
MIN_BEFORE_WORDS = 0.5       # of the list's numbers, where a dump has lost its indents
INDENT = "   "               # of all lines of a page without links but some headings
MIN_INDENTED = 0.9
MIN_LINES = 10


def is_dump(text):
    """Return whether a text is a dump of Lynx.

    >>> is_dump("[1]Home | [2]News\\n\\nReferences\\n\\n1. http://a.org/\\n2. http://a.org/news\\n")
    True
    >>> is_dump("Press (BUTTON), says Li.[1]\\n\\nReferences\\n1. http://li.org/\\n")
    False
    """
    for heading in list(REFERENCES.finditer(text))[-1:]:
        visible = text[heading.end():].partition(HIDDEN)[0]
        entries = ADDRESS.findall(visible)
        numbers = {int(number) for _, number in entries}
        if not numbers:
            break
        in_columns = all(len(column) == NUMBER_WIDTH for column, _ in entries)
        shown = text[:heading.start()]
        return (_share(numbers, BRACKETED, shown) >= MIN_AGREEING
                and (in_columns or _share(numbers, BEFORE_WORD, shown) >= MIN_BEFORE_WORDS))
    lines = [line for line in text.split("\n") if line and not line.isspace()]
    indented = sum(line.startswith(INDENT) for line in lines)
    return len(lines) >= MIN_LINES and indented >= MIN_INDENTED * len(lines)


def _share(numbers, mark, text):
    return len(numbers.intersection(map(int, mark.findall(text)))) / len(numbers)


def end_of_dump(text):
    """Return where the References of a Lynx dump begin, the length of the text if it has none."""
    for heading in list(REFERENCES.finditer(text))[-1:]:
        lines = [line.strip() for line in text[heading.end():].split("\n")]
        if any(lines) and all(map(REFERENCE.fullmatch, lines)):
            return heading.start()
    return len(text)


def has_link_marks(text):
    """Return whether the text has Lynx's numbers before its links: 1, 2, 3 and so on."""
    numbers = [int(number) for number in LINK.findall(text)]
    steps = sum(b == a + 1 for a, b in pairwise(numbers))
    return len(numbers) >= MIN_LINKS and numbers[0] == 1 and steps >= 0.8 * (len(numbers) - 1)


def without_marks(text, links):
    """Return the text without the marks of pictures and, if `links`, of links."""
    if links:
        text = LINK.sub("", text)
    return PICTURE.sub(" ", text) if "[" in text or "(BUTTON)" in text else text


# Paragraphs of plain text: `paragraphs(text)` after Evert 2007, section 3.1, third component.
#
# An empty line ends a paragraph. Whether the end of a line does depends on the width of the lines,
# the length that nine of ten do not exceed:
#
#     over MAX_WIDTH        one paragraph per line (WET files, Trafilatura): every line is a segment
#     MIN_WIDTH and over    wrapped, if most long lines are too full for the next word: full lines
#                           continue in the next one
#     else                  menus, addresses, verse: every line is a segment
#
# In the last two cases a line that breaks off in the middle of a sentence continues, too
# (goes_on).
# Items of lists begin a segment wherever they stand, and keep their marks.

LINE_ENDS = LazyPattern("[\r\f\v\u0085\u2028\u2029]")
CONTROLS = LazyPattern("[\x00-\x08\x0e-\x1f\x7f-\x9f]")

QUOTED = LazyPattern(r"(?:>[ \t]*)+")          # mail: "> > Hello"
RULE = LazyPattern(r"([-=_~*#+^.·–—])(?:\s?\1){2,}")  # "-----", "* * *"
UNDERLINES = "-=~^"
HASHES = LazyPattern(r"#{1,6}\s+\S")          # Markdown's headings
TABLE_ROW = LazyPattern(r"\|.*\|")
NESTED_BULLET = LazyPattern(r"o\s+\S")        # Lynx, the second level of lists

MAX_LINES = 100_000      # of a document; 20 MB of "a\n" would take minutes, the Bible has this many
MAX_HEADING = 12         # words
MIN_TEXT = 15            # words; a paragraph this long is text, whatever it ends in
NO_HEADING = LazyPattern(r"[|@]|://|^(?:[^\w\"'“„«¿¡(\[]|By |Von |Par |Por )")
ENDS_OPEN = ".,;:!…。，、；：！"     # no heading ends in one of these


class Line(NamedTuple):
    """A line with text in it: the text, its place, and what precedes it in the line."""

    text: str
    start: int
    end: int
    quote: str          # marks of quotation
    indent: int         # white space before them
    before: int         # all code points before the text


class Block:
    """A paragraph that grows line by line."""

    def __init__(self, line, kind, after_space):
        self.lines = [line]
        self.kind = kind
        self.after_space = after_space    # whether an empty line, or nothing, comes before
        self.before_space = False
        self.text = ""


def plain_lines(text):
    """Return the text with lines that end in "\\n" and no other controls; positions stay.

    >>> plain_lines("a\\r\\nb\\rc\\0d")
    'a \\nb\\nc d'
    """
    return CONTROLS.sub(" ", LINE_ENDS.sub("\n", text.replace("\r\n", " \n")))


def paragraphs(text, *, dump=True, verse=False):
    """Return [(text, kind, start, end)]: the segments of plain text and their places in it.

    text: as plain_lines gives it; lines past MAX_LINES count as one.
    kind: "p", "h" heading, "l" list item or "t" table row.
    dump: whether it may be one of Lynx, the marks of which are then taken out.
    verse: whether each line is a segment.

    >>> [p[:2] for p in paragraphs("Title\\n=====\\n\\n  * one\\n  * two\\n")]
    [('Title', 'h'), ('* one', 'l'), ('* two', 'l')]
    """
    dump = dump and is_dump(text)
    end = end_of_dump(text) if dump else len(text)
    links = end < len(text) or (dump and has_link_marks(text))
    blocks = _blocks(_lines(text[:end]), verse)
    left = MAX_DECODED
    for block in blocks:
        shown = linebreaks.joined([line.text for line in block.lines])
        if may_be_mojibake(shown):
            left -= len(shown) + BLOCK_DECODED
        block.text = repaired(without_marks(shown, links) if dump else shown, left >= 0)
    blocks = [block for block in blocks if block.text]
    _find_headings(blocks)
    return [(block.text, block.kind, block.lines[0].start, block.lines[-1].end)
            for block in blocks]


def _lines(text):
    """Return the lines, None for an empty one."""
    lines, position = [], 0
    for raw in text.split("\n", MAX_LINES):
        body = raw.lstrip()
        indent = len(raw) - len(body)
        quote = ""
        if body.startswith(">"):
            marks = QUOTED.match(body)[0]
            quote, body = "".join(marks.split()), body[len(marks):]
        before = len(raw) - len(body)
        body = body.rstrip()
        if body:
            start = position + before
            lines.append(Line(body, start, start + len(body), quote, indent, before))
        else:
            lines.append(None)
        position += len(raw) + 1
    return lines


def _blocks(lines, verse):
    """Return the blocks of the lines."""
    measured = _measured(lines)
    width = linebreaks.width_of(measured)
    line_each = verse or width > linebreaks.MAX_WIDTH
    width = width if linebreaks.wrapped(measured, width) else 0
    blocks: list[Block] = []
    open_block = None
    empty = True
    for line in lines:
        if line is None:
            if blocks:
                blocks[-1].before_space = True
            open_block, empty = None, True
            continue
        if RULE.fullmatch(line.text):
            if open_block and _underlines(line.text, open_block):
                open_block.kind = "h"
                open_block.before_space = True
            else:
                blocks.append(Block(line, "p", True))
            open_block, empty = None, True
            continue
        if open_block and not line_each and _continues(open_block, line, width):
            open_block.lines.append(line)
        else:
            open_block = Block(line, _kind(line, open_block), empty)
            blocks.append(open_block)
        empty = False
    if blocks:
        blocks[-1].before_space = True
    if None not in lines[:-1]:           # nothing stands apart where nothing is empty: take all
        for block in blocks:
            block.after_space = block.before_space = True
    return blocks


def _measured(lines):
    """Return [(columns of a line, columns with the first word of the next)]: see width_of."""
    widths = []
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        if line:
            width = line.before + linebreaks.columns(line.text)
            alike = after and after.quote == line.quote
            widths.append((width, linebreaks.with_next(width, after.text) if alike else 0))
    return widths


def _underlines(rule, block):
    length = len(block.lines[0].text)
    return (rule[0] in UNDERLINES and len(block.lines) == 1
            and length - 3 <= len(rule) <= 2 * length)


def _continues(block, line, width):
    """Return whether the block continues in this line."""
    last = block.lines[-1]
    if block.kind in "ht" or line.quote != last.quote or _nested(line, block):
        return False
    if (last.text[-1] == "|") != (line.text[0] == "|"):     # a bar, broken before or after a mark
        return True
    if block.kind == "l" and linebreaks.is_item(line.text):
        return False
    # indented lines are full at the edge of the window, whatever the length of their text
    return linebreaks.goes_on(last.text, line.text, max(0, width - last.before))


def _nested(line, block):
    """Return whether a line begins with Lynx's second-level "o"; in Portuguese o is a word."""
    if not NESTED_BULLET.match(line.text):
        return False
    first, last = block.lines[0], block.lines[-1]
    return line.indent > last.indent + 1 or (
        line.indent == first.indent and NESTED_BULLET.match(first.text) is not None)


def _kind(line, before):
    text = line.text
    if linebreaks.is_item(text) or (before and before.kind == "l" and _nested(line, before)):
        return "l"
    if HASHES.match(text):
        return "h"
    if TABLE_ROW.fullmatch(text) and text.count("|") > 2:
        return "t"
    return "p"


def _find_headings(blocks):
    """Make headings of short lines that stand alone before a paragraph and follow no other such."""
    for before, block, after in zip([None, *blocks], blocks, blocks[1:], strict=False):
        if not (block.after_space and block.before_space and len(block.lines) == 1
                and _is_text(after) and _could_head(block)):
            continue
        if block.kind == "p":
            if before is None or before.kind in "hl" or _is_text(before) or (
                    linebreaks.is_bar(before.text)):
                block.kind = "h"
        elif block.kind == "l" and linebreaks.NUMBER.match(block.text) and not (
                before and before.kind == "l"):
            block.kind = "h"             # 1. Introduction


def _could_head(block):
    text = block.text
    return (text[-1] not in ENDS_OPEN and _size(text) <= MAX_HEADING
            and not text[0].islower() and any(map(str.isalpha, text))
            and not NO_HEADING.search(text))


def _is_text(block):
    size = _size(block.text)
    return block.kind == "p" and (
        size >= MIN_TEXT or (size >= MIN_TEXT // 2 and block.text[-1] in ENDS))


def _size(text):
    """Return the number of words, counting two characters as a word in scripts without spaces."""
    return text.count(" ") + 1 + linebreaks.wide_characters(text) // 2
