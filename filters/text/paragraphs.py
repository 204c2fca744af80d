"""Paragraphs of plain text: `paragraphs(text)` after Evert 2007, section 3.1, third component.

An empty line ends a paragraph. Whether the end of a line does, the document's lines tell: the
length that nine of ten lines do not pass is their width.

    over MAX_WIDTH        a paragraph a line (WET files, Trafilatura): every line is a segment
    MIN_WIDTH and over    wrapped, if most long lines are so full that the next word would not
                          have fitted: full lines go on in the next one
    else                  menus, addresses, verse: every line is a segment

In the last two a line that breaks off in the middle of a sentence goes on, too (lines.goes_on).
Items of lists begin a segment wherever they stand, and keep their marks.
"""
import re
from typing import NamedTuple

from ..html.repair import repaired
from . import dumps
from .lines import (
    MAX_WIDTH,
    NUMBER,
    goes_on,
    is_item,
    joined,
    width_of,
    with_next,
    wrapped,
)

# One character for one, so that positions stay: form feeds and the like end a line, other
# controls are space. Lines of "\r\n" become lines with a space at the end.
CONTROLS = {code: " " for code in [*range(32), *range(127, 160)]} | {
    ord(end): "\n" for end in "\n\f\v\u0085\u2028\u2029"} | {ord("\t"): "\t"}
LINE_END = {ord("\r"): "\n"}

QUOTED = re.compile(r"(?:>[ \t]*)+")                      # mail: "> > Hello"
RULE = re.compile(r"([-=_~*#+^.·–—])(?:\s?\1){2,}")       # "-----", "* * *"
UNDERLINES = "-=~^"
HASHES = re.compile(r"#{1,6}\s+\S")                       # Markdown's headings
TABLE_ROW = re.compile(r"\|.*\|")
NESTED_BULLET = re.compile(r"o\s+\S")                     # Lynx, the second level of lists

MAX_HEADING_WORDS = 12
MIN_TEXT_WORDS = 15      # a paragraph this long is text, whatever it ends in
NO_HEADING = re.compile(r"[|@]|://|^(?:[^\w\"'“„«¿¡(\[]|By |Von |Par |Por )")
ENDS_OPEN = ".,;:!…"     # a heading ends in none of them
ENDS_SENTENCE = ".!?…。！？"


class Line(NamedTuple):
    """A line with text in it: the text, marks of quotation before it, its indent and place."""

    text: str
    quote: str
    indent: int
    start: int
    end: int
    length: int


class Block:
    """A paragraph that grows line by line."""

    def __init__(self, line, kind, after_space):
        self.lines = [line]
        self.kind = kind
        self.after_space = after_space    # whether an empty line, or nothing, stands before
        self.before_space = False
        self.text = ""


def paragraphs(text):
    """Return [(text, kind, start, end)]: the segments of plain text and their places in it.

    kind: "p", "h" heading, "l" list item or "t" table row.

    >>> [p[:2] for p in paragraphs("Title\\n=====\\n\\n  * one\\n  * two\\n")]
    [('Title', 'h'), ('* one', 'l'), ('* two', 'l')]
    """
    text = text.replace("\r\n", " \n").translate(LINE_END).translate(CONTROLS)
    end = dumps.end_of_dump(text)
    links = end < len(text) or dumps.has_link_marks(text)
    blocks = _blocks(_lines(text[:end]))
    for block in blocks:
        shown = [line.text for line in block.lines]
        block.text = repaired(dumps.without_marks(joined(shown), links))
    blocks = [block for block in blocks if block.text]
    _find_headings(blocks)
    return [(block.text, block.kind, block.lines[0].start, block.lines[-1].end)
            for block in blocks]


def _lines(text):
    """Return the lines, None for an empty one."""
    found, position = [], 0
    for raw in text.split("\n"):
        body = raw.lstrip()
        quote = ""
        if body.startswith(">"):
            marks = QUOTED.match(body)[0]
            quote, body = "".join(marks.split()), body[len(marks):]
        body = body.rstrip()
        if body:
            length = len(raw.rstrip())
            indent = len(raw) - len(raw.lstrip())
            start = position + (indent if quote else length - len(body))
            found.append(Line(body, quote, indent, start, position + length, length))
        else:
            found.append(None)
        position += len(raw) + 1
    return found


def _blocks(lines):
    """Return the blocks of the lines."""
    measured = [(line.length, with_next(line.text, after.text) + line.length - len(line.text)
                 if after and after.quote == line.quote else 0)
                for line, after in zip(lines, [*lines[1:], None], strict=True) if line]
    width = width_of(measured)
    line_each = width > MAX_WIDTH
    width = width if wrapped(measured, width) else 0
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


def _underlines(rule, block):
    length = len(block.lines[0].text)
    return (rule[0] in UNDERLINES and len(block.lines) == 1
            and length - 3 <= len(rule) <= 2 * length)


def _continues(block, line, width):
    """Say whether the block goes on in this line."""
    last = block.lines[-1]
    if block.kind in "ht" or line.quote != last.quote or _nested(line, block):
        return False
    if (last.text[-1] == "|") != (line.text[0] == "|"):     # a bar, broken before or after a mark
        return True
    if block.kind == "l" and is_item(line.text):
        return False
    # indented lines are full where the window ends, not after so many characters of text
    return goes_on(last.text, line.text, max(0, width - last.length + len(last.text)))


def _nested(line, block):
    """Say whether a line begins with Lynx's "o" of the second level; in Portuguese o is a word."""
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
    if TABLE_ROW.fullmatch(text) and (text.count("|") > 2):
        return "t"
    return "p"


def _find_headings(blocks):
    """Make headings of short lines that stand alone before a paragraph and after none or one."""
    for before, block, after in zip([None, *blocks], blocks, blocks[1:], strict=False):
        if not (block.after_space and block.before_space and len(block.lines) == 1
                and _is_text(after) and _could_head(block)):
            continue
        if block.kind == "p":
            if before is None or before.kind in "hl" or _is_text(before):
                block.kind = "h"
        elif block.kind == "l" and NUMBER.match(block.text) and not (before and before.kind == "l"):
            block.kind = "h"             # 1. Introduction


def _could_head(block):
    text = block.text
    return (text[-1] not in ENDS_OPEN and text.count(" ") < MAX_HEADING_WORDS
            and not text[0].islower() and any(map(str.isalpha, text))
            and not NO_HEADING.search(text))


def _is_text(block):
    words = block.text.count(" ") + 1
    return block.kind == "p" and (
        words >= MIN_TEXT_WORDS or words >= MIN_TEXT_WORDS // 2 and block.text[-1] in ENDS_SENTENCE)
