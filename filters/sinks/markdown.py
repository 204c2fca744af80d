"""Markdown (CommonMark, with the tables of GitHub), a common input of language models.

Headings have their level, items of lists their depth and number, rows of a data table are a table,
code is fenced, quotations are marked. Characters that Markdown would read as markup are escaped
with a backslash. Code is marked within lines, too, and on request links, images and emphasis.
"""
import re
import unicodedata

from ..record import owners_of
from ..stream.printedlines import printable
from ..text.textmarks import CODE, IMAGE, LINK, code_inside
from .document import CODE_ALONE, NUMBER, PICTURE, QUOTE, Document, Node, grid_of, stretches, walk
from .frontmatter import front_matter
from .xmlvrt import in_percent, is_mark

STAND_IN = "\x01"        # in place of markup; no text that is written has it
# Within a line, as CommonMark reads it: "a * b" and snake_case are not markup
INLINE = re.compile(r"""
    \\(?=[!-/:-@\[-`{-~\x01])               # a backslash that would escape
  | `
  | \*(?!(?<=\s\*)\s)                        # 5 * 3 is not emphasis
  | (?<![^\W_])_ | _(?![^\W_])               # no emphasis in snake_case
  | ~(?=~)
  | <(?=[\w/!?])                            # <b>, <!--, http and mail addresses
  | &(?=\#?\w+;)                             # &amp;
  | \](?=[(\[:])                            # [text](address), [text][name], [name]: address;
                                            # what begins it may be on a line before
  """, re.VERBOSE)
# At the beginning of a line: a heading, a quotation, an item, a rule, or what lies under a heading
FIRST = re.compile(r"\#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=:|\s]+$")
LAST_HASHES = re.compile(r"(?<![^ ])#+$")        # of a heading, which would be read as its end
FENCE = re.compile("`{3,}")
QUOTATION, BULLET = "> ", "- "
# <ul><li>3. Mix: the number that an author types is that of the item. 09. July is a date.
TYPED_NUMBER = re.compile(r"([1-9]\d{,2})\\([.)]) +(?=\S)")
# Around a stretch of text, and as tags where Markdown would not read these as delimiters
DELIMITERS = {"strong": "**", "em": "*", "del": "~~"}
BRACKETS = re.compile(r"[\[\]]")
BACKTICKS = re.compile("`+")
# In an address in brackets: what would end it, and what would be a reference to a character
UNSAFE = re.compile(r"[\s()<>\\|`\x00-\x1f\x7f]")
REFERENCE = re.compile(r"&(?=#?\w+;)")
SIGN = "."               # stands for any that is inserted: a bracket, a backtick
CLOSED = "\0"            # after what ends an emphasis, where another one cannot begin


def markdown(record, kept, meta=False, shown=CODE_ALONE):
    """Return the document; nothing if nothing is kept. An empty line ends it.

    meta: whether the record's `meta` is its front matter. shown: kinds of marks that are written.

    >>> print(markdown({}, [{"text": "One", "kind": "h"}, {"text": "*two*", "kind": "p"},
    ...                     {"text": "• three", "kind": "l"}]).decode(), end="")
    ## One
    <BLANKLINE>
    \\*two\\*
    <BLANKLINE>
    - three
    <BLANKLINE>
    """
    document = Document(record, kept, shown)
    lines: list[str] = []
    was_item = False
    for block_lines, above, is_item in _prefixed(document, _worded(record, document)):
        if lines and not (was_item and is_item):
            lines.append(above.rstrip())
        lines += block_lines
        was_item = is_item
    head = front_matter(record) if meta else ""
    return (head + "\n".join(lines) + "\n\n").encode() if lines else b""


def _around(place, document):
    """Return the items and quotations around a place; a definition stands below its term."""
    elements = (document.terms.get(element, element) for element in place.around)
    return [Node(document.names[element], element) for element in elements]


def _worded(record, document):
    """Return the innermost item or quotation of each segment of a record, kept or not, a set."""
    segments = record.get("segments")
    objects = [segment for segment in segments if isinstance(segment, dict)] \
        if isinstance(segments, list) else []
    around = (document.places[owner].around
              for owner in {*owners_of(objects, len(document.names))})
    return {document.terms.get(elements[-1], elements[-1]) for elements in around if elements}


def _prefixed(document, worded):
    """Yield (its lines with their prefixes, that of the line above, whether it is an item) of each
    block.

    worded: the items that have text of their own, kept or not, not only that of lists in them.
    """
    prefixes, with_items = [], set()     # of the elements around; lists of which one was written
    for ended, begun, block in walk((_around(block.place, document), block)
                                    for block in document.blocks()):
        if not block:
            return
        del prefixes[len(prefixes) - len(ended):]
        lines, mark = _written(block), block.mark
        above = first = "".join(prefixes)
        for place, node in enumerate(begun, 1):
            mark, of = _mark(node, document), document.parents[node.element]
            if mark == BULLET and node.element not in worded and begun[place:] and (
                    begun[place].name != QUOTE):
                # With nothing but a list it has no mark. As in a browser that list is below the
                # item before, to which it belongs in <li>Fruit<li><ul><li>Figs.
                mark = below = "  " if of in with_items else ""
            else:
                with_items.add(of)
                below = mark if mark == QUOTATION else " " * len(mark)
            typed = TYPED_NUMBER.match(lines[0]) if place == len(begun) else None
            if typed and mark in (BULLET, typed[1] + ". "):
                mark, lines = f"{typed[1]}{typed[2]} ", [lines[0][typed.end():], *lines[1:]]
                below = " " * len(mark)
            prefixes.append(below)
            first += mark
        is_item = bool(block.mark) or (bool(begun) and mark != QUOTATION)
        rest = "".join(prefixes) + " " * len(block.mark)
        yield [(first + block.mark + lines[0]).rstrip(),
               *((rest + line).rstrip() for line in lines[1:])], above, is_item


def _mark(node, document):
    """Return the mark before an item or quotation."""
    if node.name == QUOTE:
        return QUOTATION
    number = document.numbers.get(node.element)
    return BULLET if number is None else f"{number}. "


def _written(block):
    """Return the lines of a block, without what stands before each."""
    if block.kind == "t":
        first, *others = [[_in_markdown(cell).replace("|", "\\|") for cell in row]
                          for row in grid_of(block.lines)]
        return ["| " + " | ".join(row) + " |" for row in [first, ["---"] * len(first), *others]]
    if block.kind == "c":                # between fences longer than any in it
        text = block.lines[0].text
        fence = "`" * max([3, *(len(ticks) + 1 for ticks in FENCE.findall(text))])
        return [fence + block.language, *(line.rstrip() for line in text.split("\n")), fence]
    lines = [*map(_in_markdown, block.lines)]
    if block.kind == PICTURE:
        return lines
    if block.kind == "h":
        return ["#" * block.level + " " + LAST_HASHES.sub(r"\\\g<0>", lines[0])]
    lines = [*map(line_start, lines)]
    return [*[line + "\\" for line in lines[:-1]], lines[-1]]


def line_start(text):
    """Return a paragraph's line with a backslash where its beginning would be markup.

    >>> print(line_start("# one"), line_start("#two"), line_start("- 3"), line_start("4. five"))
    \\# one #two \\- 3 4\\. five
    """
    return "\\" + text if FIRST.match(text) else NUMBER.sub(r"\1\\\2", text, count=1)


def inline(text, inserted=()):
    """Return text on one line, with a backslash before characters that would be markup there.

    inserted: markup that takes the place of each STAND_IN in the text.

    >>> print(inline("2 * 3, *p, snake_case, _x_, <b>, 3 < 4, [1], [a](b)"))
    2 * 3, \\*p, snake_case, \\_x\\_, \\<b>, 3 < 4, [1], [a\\](b)
    """
    text = INLINE.sub(r"\\\g<0>", " ".join(text.split()))
    if not inserted:
        return text
    parts = text.split(STAND_IN)
    return "".join([part for pair in zip(parts, inserted, strict=False) for part in pair]
                   + parts[-1:])


def _in_markdown(line):
    """Return a Line in Markdown, as it is within others."""
    return inline(*_Marked(line).written()) if line.marks else inline(line.text)


class _Marked:
    """The state while a Line with marks is written."""

    def __init__(self, line):
        self._text, self._marks = line.text.replace(STAND_IN, " "), code_inside(line.marks)
        self._parts, self._inserted = [], []
        self._link, self._closings = 0, []   # end of the link around what comes next, 0 for none
        self._last = " "                 # character before what comes next, but for delimiters
        # where marks begin, and where those with text begin and end, with the last of these
        signs = [(row, *mark[:2]) for row, mark in enumerate(self._marks) if mark[2] != IMAGE]
        self._starts = {mark[0] for mark in self._marks}
        self._first_signs = {start: row for row, start, _ in signs}
        self._last_signs = {end: row for row, _, end in signs}

    def written(self):
        """Return (text with STAND_IN where something is inserted, a list of what that is).

        Code is one of the inserted parts, as no character in it is escaped.
        """
        row, events = -1, stretches(self._text, self._marks)
        for mark, part in events:
            if not mark:
                self._add(part)
                continue
            start, end, kind, *what = mark
            if not part:
                self._link *= kind != LINK
                self._insert(self._closings.pop(), ")" if kind == LINK else CLOSED)
                continue
            row += 1
            if kind == IMAGE:
                self._picture(start, *what)
            elif kind == CODE:
                self._code(next(events)[1])
                next(events)             # its end
            elif kind == LINK:
                if self._parts and self._parts[-1][-1:] == "!":      # which would make it an image
                    self._parts[-1] = self._parts[-1][:-1]
                    self._insert("\\!")
                self._insert("[")
                self._link = end
                self._closings.append(f"]({_address(what[0])})")
            else:
                opening, closing = self._delimiters(row, start, end, kind)
                self._insert(opening, self._last)
                self._closings.append(closing)
        return "".join(self._parts), self._inserted

    def _add(self, text):
        self._last = text[-1]
        if self._link:                  # a bracket would end the text of the link
            self._inserted += ["\\" + sign for sign in text if sign in "[]"]
            text = BRACKETS.sub(STAND_IN, text)
        self._parts.append(text)

    def _insert(self, text, last=None):
        self._parts.append(STAND_IN)
        self._inserted.append(text)
        self._last = text[-1] if last is None else last

    def _code(self, text):
        """Write a code span, but tags right behind another one, whose backtick would be its own."""
        if self._parts[-1:] == [STAND_IN] and self._inserted[-1][-1] == "`":
            self._insert("<code>")
            self._add(text)
            self._insert("</code>")
        else:
            longest = {len(run) for run in BACKTICKS.findall(text)}
            ticks = "`" * next(size for size in range(1, len(longest) + 2) if size not in longest)
            apart = " " if "`" in (text[0], text[-1]) else ""
            self._insert(f"{ticks}{apart}{text}{apart}{ticks}")

    def _picture(self, place, address, alt, link=""):
        before = " " if self._last not in (" ", CLOSED) and place == len(self._text) else ""
        after = " " if self._last == " " and self._text[place:place + 1].strip() else ""
        alt = printable(alt)
        alt = inline(BRACKETS.sub(STAND_IN, alt), ["\\" + sign for sign in alt if sign in "[]"])
        image = f"![{alt}]({_address(address)})"
        if link and not self._link:
            image = f"[{image}]({_address(link)})"
        self._insert(before + image + after, after or ")")

    def _delimiters(self, row, start, end, kind):
        """Return what opens and what closes an emphasis: delimiters where CommonMark reads them as
        such, else tags.
        """
        sign, text = DELIMITERS[kind], self._text
        first = SIGN if self._first_signs.get(start, 0) > row else text[start]
        last = SIGN if self._last_signs.get(end, 0) > row else text[end - 1]
        after = SIGN if end in self._starts or end == self._link else text[end:end + 1] or " "
        fits = self._last != CLOSED and (
            not is_mark(first) or _is_apart(self._last)) and (
            not is_mark(last) or _is_apart(after)) and (
            sign[0] != "~" or "~" not in (self._last, first, last, after))
        return (sign, sign) if fits else (f"<{kind}>", f"</{kind}>")


def _is_apart(character):
    return character.isspace() or unicodedata.category(character)[0] == "P"


def _address(address):
    """Return an address as it is between round brackets.

    >>> _address("http://a.org/x (1)?y&lt;")
    'http://a.org/x%20%281%29?y&amp;lt;'
    """
    return REFERENCE.sub("&amp;", UNSAFE.sub(in_percent, address))
