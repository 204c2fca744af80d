"""The blocks of a page by a plain loop over its tags, with which filters/html/arrays must agree."""
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from cellcounts import Cells
from hiddenloop import Hidden, hide
from tokens import holds_text, is_numerator

from scutch.filters.html.arrays.hiding import CHROME, IDS, MARKS, leads_back
from scutch.filters.html.arrays.joins import (
    EXPONENT,
    JOINED_LINKS,
    LINE,
    SAME_ADDRESS,
    SPACED,
    between,
    is_line_of_code,
    reasons_between,
    same_address,
)
from scutch.filters.html.arrays.tocolumns import number_of
from scutch.filters.html.normalhtml import (
    BLOCK,
    ENDS_ITEM,
    GUARD,
    IS_HEADING,
    KIND_OF_TAG,
    MAX_WORDS_CHARS,
    PRE,
    TOKEN,
    VOID,
    attribute_words,
    hides,
    link_counts,
    separates,
    unescaped,
)
from scutch.filters.record import Elements, Segments
from scutch.filters.text.repair import INVALID, repaired_lines, repaired_words
from scutch.filters.text.words import counted

OPEN, CLOSE, BREAK, RULE, TITLE, LINK, UNLINK, CODE, UNCODE, META = range(10)
ROLES = (dict.fromkeys(BLOCK, OPEN) | {"/" + name: CLOSE for name in BLOCK}
         | {"br": BREAK, "hr": RULE, "meta": META, "a": LINK, "/a": UNLINK, "/title": TITLE,
            "code": CODE, "/code": UNCODE, "kbd": CODE, "/kbd": UNCODE,
            "samp": CODE, "/samp": UNCODE})

COUNTS = ["chars", "words", "link_chars", "link_words", "links", "markup_chars", "open_tags",
          "close_tags", "skipped"]


def blocks(page, max_segments):
    """Return (title or None, metas, elements, segments, merged, numbers) of a page in normal HTML.

    max_segments: blocks past this number are merged into the last one.
    Returns:      metas, the tags; elements and segments as in a record; merged, the number of
                  blocks in the last one; numbers, those of lists.
    """
    loop = _Loop(page, max_segments)
    loop.read()
    hide(loop.segments, loop.around, loop.landmarks, loop.controlled)
    if loop.surplus:
        _merge(loop.segments[-1], loop.surplus)
    loop.cells.number()
    return (loop.title, loop.metas, loop.elements, loop.segments, len(loop.surplus),
            loop.numbers)


@dataclass
class _Open:
    """An open block.

    hidden: tuple of the Hidden around it. chrome: whether it is in CHROME.
    index: in elements, None before any text is in it. cell: (row, number) of a cell of a table.
    """

    name: str
    tag: str
    kind: str
    hidden: tuple[Hidden, ...] = ()
    chrome: bool = False
    index: int | None = None
    cell: tuple[object, int] | None = None


class _Loop:
    """The state of the loop: what was found, what is open, and the block that is being read."""

    def __init__(self, page, max_segments):
        self.tokens = [*TOKEN.split(page), "", "/"]     # a last boundary, after the last text
        self.max_segments = max_segments
        self.elements, self.segments, self.surplus = Elements(), Segments(), []
        self.title, self.metas, self.numbers = None, [], []
        self.around, self.landmarks, self.controlled = [], Counter(), set()     # for hiddenloop
        self.stack = [_Open("", "", "p", index=-1)]       # innermost last
        self.inline_blocks = []          # [name, nesting]: inline elements that are blocks
        self.cells = Cells()
        self.known_words = {}            # {tag: its words}; templates repeat themselves
        self.pre = self.breaks = 0       # open <pre>, <br> since the last text
        self.after_close = False
        self.link, self.link_tag = None, ""      # the text of the open link, the last one's tag
        self.link_began = False          # since the last text
        self.opening, self.between = "", []      # the tag before the last text, those after it
        self.page, self.at, self.permalink, self.in_code = page, 0, -1, False
        self.depth, self.is_line = 0, {}         # open elements; of the last one at each depth
        self._new_text()
        self._new_counts()

    def _new_text(self):
        self.buffer, self.links = [], []       # text of the block, of its links
        self.link_end = self.code = 0          # of the buffer where a link ended, where code began
        self.has_text, self.why = False, 0

    def _new_counts(self):
        self.anchors = self.opened = self.closed = self.skipped = self.raw = 0

    def read(self):
        """Go through the tags of the page, each with the text before it."""
        tokens = self.tokens
        for place, (text, tag, name) in enumerate(zip(tokens[0::3], tokens[1::3], tokens[2::3],
                                                      strict=True)):
            role = ROLES.get(name)
            if name[0] not in "!?/":
                self.controlled.update(" ".join(IDS.findall(tag)).split())
            self.at += len(text) + len(tag)
            if text in MARKS and name == "/a" and self.permalink == place - 1:
                self.raw += len(text)
            elif text:
                self._add(text, role == TITLE)
            self.before = "".join(self.between[-1:])     # the tag next before, without text
            self.between.append(tag)
            follows_line = self._follows_line(tag, name)
            if role == TITLE:                  # in the body if the head ended early
                self.title = text if self.title is None else self.title
                continue
            if role is None or role >= LINK:   # an inline element, or a comment
                role = self._inline(place, tag, name, role)
                if follows_line and self.buffer:
                    self.why |= LINE
                if tag and role not in (OPEN, CLOSE):
                    continue
            else:
                self.raw += len(tag)
                self.closed += role == CLOSE
                self.opened += role != CLOSE
                if self.pre and role == BREAK:
                    self.buffer.append("\n")
                    continue
            self._boundary(role, tag, name, done=self._block())

    def _add(self, text, is_title):
        self.raw += len(text)
        if is_title:
            return
        self.link_began = False
        if self.buffer and not self.in_code:
            self.why |= reasons_between(self.opening, "".join(self.between))
        self.opening, self.between = "".join(self.between[-1:]), []
        if self.has_text or not text.isspace():
            self.has_text = True
            if self.pre:
                self.why &= LINE
            if self.why and (mark := between(self.buffer[-1], text, self.why)):
                self.buffer.append(mark)
                if self.link:
                    self.link.append(mark)
            self.why = 0
            self.buffer.append(text)
            if self.link is not None:
                self.link.append(text)
        elif self.pre:                         # indentation of the first line
            self.buffer.append(text)

    def _inline(self, place, tag, name, role):
        """Note an inline tag; return its role, OPEN or CLOSE where its element is a block."""
        if name[0] in "!?":
            return role
        self.raw += len(tag)
        if name[0] == "/":
            self.closed += 1
            return self._inline_end(name[1:], role)
        self.opened += 1
        if self._is_block(place, tag, name):
            self.inline_blocks.append([name, 1])
            return OPEN
        if self.inline_blocks and name == self.inline_blocks[-1][0]:
            self.inline_blocks[-1][1] += 1
        why = EXPONENT if name == "sup" and not self.link_began else 0
        why |= SPACED if why and is_numerator(self.tokens, place) else 0
        if role == LINK:
            self.anchors += 1
            if leads_back(self.page, tag, self.at):
                self.permalink = place
            if self.link_end == len(self.buffer):
                why |= JOINED_LINKS
            if self.before == "</a>" and same_address(tag, self.link_tag):
                why |= SAME_ADDRESS
            self.link, self.link_tag, self.link_began = [], tag, True
            self.why &= ~(EXPONENT | SPACED)
        elif role == CODE:
            self.code, self.in_code = len(self.buffer), True
        elif role == META:
            self.metas.append(tag)
        self.why = (self.why | why) if self.buffer else 0
        return role

    def _follows_line(self, tag, name):
        """Return whether a tag begins a line of code in <pre> right after another one."""
        is_line = bool(self.pre and name == "span" and is_line_of_code(tag))
        found = is_line and self.is_line.get(self.depth) and self.before.startswith("</")
        if name[0] == "/":
            self.depth -= 1
        elif name[0] not in "!?" and name not in VOID:
            self.is_line[self.depth] = is_line
            self.depth += 1
        return found

    def _inline_end(self, name, role):
        if role == UNLINK:
            if self.link:
                self.links.append("".join(self.link))
                self.link_end = len(self.buffer)
            self.link = None
        elif role == UNCODE:
            self.in_code = False
            if not self.pre:
                self.buffer[self.code:] = [part.replace("&amp;", "&amp;" + GUARD)
                                           for part in self.buffer[self.code:]]
        if self.inline_blocks and name == self.inline_blocks[-1][0]:
            self.inline_blocks[-1][1] -= 1
            if not self.inline_blocks[-1][1]:
                self.inline_blocks.pop()
                return CLOSE
        return role

    def _is_block(self, place, tag, name):
        """Return whether an inline element is hidden or shown as a block."""
        if name in VOID or name == "title":
            return False
        if hides(tag):
            return holds_text(self.tokens[3 * place + 2:])
        return separates(tag) and not self.pre

    def _block(self):
        """End the block of text before a boundary; return whether it has text that is shown."""
        if not self.has_text:
            return False
        source = unescaped("".join(self.buffer))
        if self.pre:
            text = repaired_lines(source)
            words = text.split()
        else:
            words = repaired_words(source)
            text = " ".join(words)
        if self.link:
            self.links.append("".join(self.link))
            self.link = []
        if text:
            self._found(text, words)
            self._new_counts()
        self._new_text()
        return bool(text)

    def _found(self, text, words):
        chars, count = len(text), counted(text, words)
        link_chars, link_words = link_counts(self.links, text, count) if self.links else (0, 0)
        counts = dict(zip(COUNTS, (chars, count, link_chars, link_words, self.anchors,
                                   max(0, self.raw - chars), self.opened, self.closed,
                                   self.skipped), strict=True))
        for element in self.stack[-1].hidden:
            element.chars += chars
        if len(self.segments) == self.max_segments:
            self.surplus.append((text, counts))
            return
        top = self.stack[-1]
        if top.index is None:
            self._enter_elements()
        segment = {"text": text, "kind": top.kind, "tag": top.name, "element": top.index, **counts,
                   "after_close": self.after_close}
        if self.breaks == 1:
            segment["br"] = True
        self.segments.append(segment)
        self.around.append(top)
        self.cells.found(segment, self.stack)

    def _boundary(self, role, tag, name, done):
        """Open or close a block, or end a line; done: whether a block of text ended here."""
        if role == BREAK:
            if done or self.breaks:
                self.breaks = 1 if done else self.breaks + 1
            return
        self.skipped += not done
        self.breaks = 0
        if role == OPEN:
            self._open(tag, name)
        elif role == CLOSE:
            self.after_close = True
            if self.pre and name[1:] in PRE:
                self.pre -= 1
            if len(self.stack) > 1:
                self.cells.closed(self.stack.pop())

    def _open(self, tag, name):
        self.after_close = False
        if name == "body":                     # the head is not counted
            self.opened = self.closed = self.skipped = self.raw = 0
        elif name in PRE:
            self.pre += 1
            self.buffer.clear()
        elif name == "a":
            self.anchors += 1
            self.link, self.link_tag = [], tag
        top = self.stack[-1]
        kind = "h" if IS_HEADING.search(tag) else KIND_OF_TAG.get(
            name, "p" if top.kind == "l" and name in ENDS_ITEM else top.kind)
        chrome, hidden = top.chrome or name in CHROME, top.hidden
        if hides(tag):
            hidden = (*hidden, Hidden(tag, top.tag, chrome))
        self.landmarks[name] += 1
        for element in hidden:
            element.landmarks[name] += 1
        cell = self.cells.opened(top, tag) if name in ("td", "th") else None
        self.stack.append(_Open(INVALID.sub("", name[:MAX_WORDS_CHARS]), tag, kind, hidden,
                                chrome, cell=cell))
        if name == "tr" and len(self.stack) > 2:
            self.cells.row_opened(self.stack[-1], top)

    def _enter_elements(self):
        """Append the open blocks that are not yet among the elements."""
        for around, block in pairwise(self.stack):
            if block.index is None:
                words = ""
                if " " in block.tag:
                    words = self.known_words.setdefault(block.tag, None)
                    if words is None:
                        words = self.known_words[block.tag] = attribute_words(block.tag)
                self.elements.append([block.name, around.index, words])
                block.index = len(self.elements) - 1
                if (number := number_of(block.tag)) is not None:
                    self.numbers.append([block.index, number])


def _merge(segment, surplus):
    """Add blocks, a list of (text, counts), to a segment."""
    segment["text"] = " ".join([segment["text"], *(text for text, _ in surplus)])
    for name in COUNTS:
        segment[name] += sum(counts[name] for _, counts in surplus)
    segment["chars"] = len(segment["text"])
