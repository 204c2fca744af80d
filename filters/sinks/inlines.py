"""Markup within lines of Markdown: code, and on request links, images and emphasis."""
import re
import unicodedata
from itertools import compress
from typing import NamedTuple

from ..stream.printedlines import printable
from ..text import textmarks
from ..text.textmarks import CODE, IMAGE, LINK, LINK_OF_IMAGE
from .escapes import STAND_IN, inline
from .inlineelements import in_percent

# Around a stretch of text, and as tags where Markdown would not read these as delimiters
DELIMITERS = {"strong": "**", "em": "*", "del": "~~"}
BRACKETS = re.compile(r"[\[\]]")
BACKTICKS = re.compile("`+")
# In an address in brackets: what would end it, and what would be a reference to a character
UNSAFE = re.compile(r"[\s()<>\\|`\x00-\x1f\x7f]")
REFERENCE = re.compile(r"&(?=#?\w+;)")
SIGN = "."               # stands for any that is inserted: a bracket, a backtick
CLOSED = "\0"            # after what ends an emphasis, where another one cannot begin


class Line(NamedTuple):
    """A line of a segment's text, with the marks that are shown; of a cell whether it is a <th>."""

    text: str
    marks: list
    is_head: bool = False

    @property
    def markdown(self):
        """The line in Markdown, as it is within others."""
        return inline(*marked(self.text, self.marks)) if self.marks else inline(self.text)

    def without(self, count):
        """Return the line without its first characters."""
        return Line(self.text[count:], [
            [max(0, start - count), end - count, *what]
            for start, end, *what in self.marks if end > count or start == end >= count])


    def apart(self, place):
        """Return (Lines of the pictures at a place, the Line without them)."""
        at_place = [mark[2] == IMAGE and mark[0] == place for mark in self.marks]
        return ([Line("", [[0, 0, *mark[2:]]]) for mark in compress(self.marks, at_place)],
                Line(self.text, [mark for mark, is_there in zip(self.marks, at_place, strict=True)
                                 if not is_there]))


class Shown(NamedTuple):
    """Which marks are shown beside code."""

    links: bool = False
    images: bool = False
    emphasis: bool = False

    def line(self, segment):
        """Return the text of a segment as a Line, with single spaces."""
        text, marks = segment["text"], self._marks(segment)
        flat = " ".join(text.split())
        return Line(flat, textmarks.moved_marks(marks, text, flat))

    def cells(self, segment, texts):
        """Return a Line for each cell of a row; texts: of the cells, which the segment has."""
        return list(map(Line, texts, textmarks.split_marks(self._marks(segment), segment["text"],
                                                           texts)))

    def _marks(self, segment):
        """Return the marks that are shown; of a kind in one another the outermost."""
        kinds = {CODE, *[LINK] * self.links, *[IMAGE] * self.images, *[*DELIMITERS] * self.emphasis}
        shown, ends = [], {}
        for mark in textmarks.marks_of(segment):
            _, end, kind, *more = mark
            if kind in kinds and end > ends.get(kind, -1) and (
                    kind not in (LINK, IMAGE) or (more and more[0])):
                if kind == IMAGE:
                    mark = textmarks.shown_picture(mark)
                    mark = mark if self.links else mark[:LINK_OF_IMAGE]
                else:
                    ends[kind] = end
                shown.append(mark)
        return shown


CODE_ALONE = Shown()


def together(lines):
    text = " ".join(line.text for line in lines)
    return Line(text, textmarks.joined_marks([line[:2] for line in lines], text), lines[0].is_head)


def marked(text, marks):
    """Return (text with STAND_IN where something is inserted, a list of what is inserted there).

    Code is one of the inserted parts, as no character in it is escaped.

    >>> marked("Run a`b now", [[0, 7, "strong"], [4, 7, "code"]])
    ('\\x01Run \\x01\\x01 now', ['**', '``a`b``', '**'])
    """
    return _Writing(text.replace(STAND_IN, " "), textmarks.code_inside(marks)).written()


class _Writing:
    """The state while a line with marks is written."""

    def __init__(self, text, marks):
        self._text, self._marks = text, marks
        self._parts, self._inserted = [], []
        self._at, self._links = 0, 0
        self._last = " "                 # character before what comes next, but for delimiters
        self._open = []                  # (end, kind, what closes it)
        # where marks begin, and where those with text begin and end, with the last of these
        signs = [(row, *mark[:2]) for row, mark in enumerate(marks) if mark[2] != IMAGE]
        self._starts = {mark[0] for mark in marks}
        self._first_signs = {start: row for row, start, _ in signs}
        self._last_signs = {end: row for row, _, end in signs}

    def written(self):
        for row, (start, end, kind, *what) in enumerate(self._marks):
            self._close_up_to(start)
            self._copy(start)
            if kind == IMAGE:
                self._picture(start, *what)
            elif kind == CODE:
                self._code(end)
            elif kind == LINK:
                self._keep_from_image()
                self._insert("[")
                self._links += 1
                self._open.append((end, kind, f"]({_address(what[0])})"))
            else:
                opening, closing = self._delimiters(row, start, end, kind)
                self._insert(opening, last=self._last)
                self._open.append((end, kind, closing))
        self._close_up_to(len(self._text))
        self._copy(len(self._text))
        return "".join(self._parts), self._inserted

    def _close_up_to(self, place):
        while self._open and self._open[-1][0] <= place:
            end, kind, closing = self._open.pop()
            self._copy(end)
            self._links -= kind == LINK
            self._insert(closing, last=CLOSED if kind in DELIMITERS else ")")

    def _copy(self, end):
        if end > self._at:
            text = self._text[self._at:end]
            self._last, self._at = text[-1], end
            if self._links:              # a bracket would end the text of the link
                self._inserted += ["\\" + sign for sign in text if sign in "[]"]
                text = BRACKETS.sub(STAND_IN, text)
            self._parts.append(text)

    def _insert(self, text, last=None):
        self._parts.append(STAND_IN)
        self._inserted.append(text)
        self._last = text[-1] if last is None else last

    def _code(self, end):
        """Write a code span, but tags right behind another one, whose backtick would be its own."""
        if self._parts[-1:] == [STAND_IN] and self._inserted[-1][-1] == "`":
            self._insert("<code>")
            self._copy(end)
            self._insert("</code>")
        else:
            self._insert(_span(self._text[self._at:end]))
            self._at = end

    def _keep_from_image(self):
        """Escape a "!" before the bracket of a link, which would make it an image."""
        if self._parts and self._parts[-1][-1:] == "!":
            self._parts[-1] = self._parts[-1][:-1]
            self._insert("\\!")

    def _picture(self, place, address, alt, link=""):
        before = " " if self._last not in (" ", CLOSED) and place == len(self._text) else ""
        after = " " if self._last == " " and self._text[place:place + 1].strip() else ""
        alt = printable(alt)
        alt = inline(BRACKETS.sub(STAND_IN, alt), ["\\" + sign for sign in alt if sign in "[]"])
        image = f"![{alt}]({_address(address)})"
        if link and not self._links:
            image = f"[{image}]({_address(link)})"
        self._insert(before + image + after, last=after or ")")

    def _delimiters(self, row, start, end, kind):
        """Return what opens and what closes an emphasis: delimiters where CommonMark reads them as
        such, else tags.
        """
        sign = DELIMITERS[kind]
        text = self._text
        first = SIGN if self._first_signs.get(start, 0) > row else text[start]
        last = SIGN if self._last_signs.get(end, 0) > row else text[end - 1]
        after = SIGN if end in self._starts or (end, LINK) in [mark[:2] for mark in self._open] \
            else text[end:end + 1] or " "
        fits = self._last != CLOSED and (
            not _may_be_mark(first) or _is_apart(self._last)) and (
            not _may_be_mark(last) or _is_apart(after)) and (
            sign[0] != "~" or "~" not in (self._last, first, last, after))
        return (sign, sign) if fits else (f"<{kind}>", f"</{kind}>")


def _may_be_mark(character):
    return unicodedata.category(character)[0] in "PS"


def _is_apart(character):
    return character.isspace() or unicodedata.category(character)[0] == "P"


def _span(text):
    """Return a code span, between more backticks than any in it.

    >>> _span("a"), _span("`")
    ('`a`', '`` ` ``')
    """
    longest = {len(run) for run in BACKTICKS.findall(text)}
    ticks = "`" * next(size for size in range(1, len(longest) + 2) if size not in longest)
    apart = " " if "`" in (text[0], text[-1]) else ""
    return f"{ticks}{apart}{text}{apart}{ticks}"


def _address(address):
    """Return an address as it is between round brackets.

    >>> _address("http://a.org/x (1)?y&lt;")
    'http://a.org/x%20%281%29?y&amp;lt;'
    """
    return REFERENCE.sub("&amp;", UNSAFE.sub(in_percent, address))
