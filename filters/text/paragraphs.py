"""Paragraphs of plain text: `paragraphs(text)` after Evert 2007, section 3.1, third component.

An empty line ends a paragraph. Whether the end of a line does depends on the width of the lines,
the length that nine of ten do not exceed:

    over MAX_WIDTH        one paragraph per line (WET files, Trafilatura): every line is a segment
    MIN_WIDTH and over    wrapped, if most long lines are too full for the next word: full lines
                          continue in the next one
    else                  menus, addresses, verse: every line is a segment

In the last two cases a line that breaks off in the middle of a sentence continues, too
(linebreaks.goes_on).
Items of lists begin a segment wherever they stand, and keep their marks.
"""
from typing import NamedTuple

from ...lm.sentenceends import ENDS
from ..lazypattern import LazyPattern
from . import dumps, linebreaks
from .bars import is_bar
from .items import NUMBER, is_item
from .repair import BLOCK_DECODED, MAX_DECODED, may_be_mojibake, repaired

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
    dump = dump and dumps.is_dump(text)
    end = dumps.end_of_dump(text) if dump else len(text)
    links = end < len(text) or (dump and dumps.has_link_marks(text))
    blocks = _blocks(_lines(text[:end]), verse)
    left = MAX_DECODED
    for block in blocks:
        shown = linebreaks.joined([line.text for line in block.lines])
        if may_be_mojibake(shown):
            left -= len(shown) + BLOCK_DECODED
        block.text = repaired(dumps.without_marks(shown, links) if dump else shown, left >= 0)
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
    if block.kind == "l" and is_item(line.text):
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
    if is_item(text) or (before and before.kind == "l" and _nested(line, before)):
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
            if before is None or before.kind in "hl" or _is_text(before) or is_bar(before.text):
                block.kind = "h"
        elif block.kind == "l" and NUMBER.match(block.text) and not (before and before.kind == "l"):
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
