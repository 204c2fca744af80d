"""A document as the formats write it: blocks of lines with marks, in the elements around them.

A Document is made once of the kept segments of a record, of their kinds and of the elements around
them. Its blocks, for Markdown and HTML, are headings, paragraphs, items, tables, code and pictures;
its sections, for XML and TEI, are the segments themselves. `walk` tells which elements end and
begin before each, `stretches` which marks within a line.
"""
import re
from bisect import bisect_left
from itertools import compress, groupby, takewhile
from operator import eq, not_
from typing import Any, NamedTuple

from ..errors import BadRecord
from ..record import elements_of, object_of, owners_of
from ..roles.elementroles import COMMENT, HEADLINE
from ..stream.printedlines import flat
from ..text import textmarks
from ..text.linebreaks import BULLET, is_item
from ..text.splitmerge import CELLS, MOST_CELLS, numbers_of_cells
from ..text.textmarks import CODE, IMAGE, LINK, marks_of

LEVELS = {f"h{level}": level for level in range(1, 7)}
LEVEL = 2                # of a heading that no element says the level of
QUOTE, ITEMS, NUMBERED = "blockquote", ("li", "dt", "dd"), "ol"
LISTS = {"ul", NUMBERED, "menu", "dir"}
# Lists and quotations one in the other: markdown-it drops what is 20 levels deep, two for each list
MAX_DEPTH = 8
MAX_NUMBER = 99_999_999   # of an item; it may have nine digits
NUMBER = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")         # that an item or a line begins with
LANGUAGE = re.compile(r"[\w+#.-]{1,30}")
PICTURE = "i"            # a kind of block; the others are those of segments
CODE_ALONE = frozenset([CODE])           # kinds of marks that are shown unasked
MOST_LOOSE = 40          # segments between two rows of a table that are cells of it, too
MOST_WORDS = 60          # of such a segment
FEW_WORDS = 5            # of a row of one cell below them that is one of theirs, not "Source: Ann"
BARRED = re.compile(r"\|[^\t]*\|")       # a row of plain text
UNDER_HEAD = re.compile(r"\|[\s|:-]*\|")        # |---|:--:| below the first row, if with "-"


class Line(NamedTuple):
    """A line of a segment's text, with the marks that are shown; of a cell whether it is a <th>."""

    text: str
    marks: list
    is_head: bool = False

    def without(self, count):
        """Return the line without its first characters."""
        return Line(self.text[count:], [
            [max(0, start - count), end - count, *what]
            for start, end, *what in self.marks if end > count or start == end >= count])


EMPTY = Line("", [])


class Place(NamedTuple):
    """What is around an element: lists' items and quotations, outermost first; the level of its
    heading; its table, row, cell, preformatted text, figure and the caption of that, -1 for none;
    the cell's number in its row, those without text not counted; its lists, outermost first, each
    (element, whether it is numbered); whether each cell of its row is a <th>.
    """

    around: tuple = ()
    level: int = 0
    table: int = -1
    row: int = -1
    cell: int = -1
    code: int = -1
    figure: int = -1
    caption: int = -1
    number: int = 0
    lists: tuple = ()
    heads: Any = ()


class Block(NamedTuple):
    """A block: of kind p, l or h its Lines, of t the rows of Lines, of c one text, of PICTURE one
    Line.

    level: of a heading. mark: that of an item without an element for it, as in plain text.
    language: of code.
    """

    kind: str
    lines: list
    place: Place
    level: int = 0
    mark: str = ""
    language: str = ""


class Node(NamedTuple):
    """An element that is written around others.

    element: which one of its name. number: of an item.
    """

    name: str
    element: Any
    number: Any = None


def _is_short(row):
    return row.count(" ") < FEW_WORDS and ":" not in row


class Document:
    """The kept segments of a record and the elements around them.

    names, parents, places: of the record's elements.
    numbers: {item of a numbered list: its number}. terms: {a dd: the dt before it}.
    owners: the element of each kept segment, -1 for none. around: its Place.
    shown: the kinds of marks that its blocks have. split_comments: whether readers' comments are
    its last sections. is_flat: whether these are without elements around them.
    """

    def __init__(self, record, kept, shown=CODE_ALONE, split_comments=False, is_flat=False):
        kept, comments = without_comments(kept) if split_comments else (kept, [])
        self.kept, self._comments = kept + comments, len(kept)       # where the comments begin
        self._shown, self._is_flat = shown, is_flat
        self.names, self.parents, _ = elements_of({} if is_flat else record)
        self.numbers, self.terms = {}, {}
        self.places = self._placed(object_of(record, "doc").get("list_numbers"))
        self.owners = owners_of(self.kept, len(self.names))
        self.around = [self.places[owner] for owner in self.owners]

    def _placed(self, stated):
        """Return the Place of each element, and of none.

        stated: [[list or item, number]] that a page states: of the first item, or of this one.
        """
        stated = {pair[0]: pair[1] for pair in stated if isinstance(pair, list) and len(pair) == 2
                  and {*map(type, pair)} == {int} and 0 <= pair[1] <= MAX_NUMBER
                  } if isinstance(stated, list) else {}
        places, counts, last_terms, none = [], {}, {}, Place(heads=[])
        for element, (name, parent) in enumerate(zip(self.names, self.parents, strict=True)):
            place = places[parent] if parent >= 0 else none
            if name in LEVELS:
                place = place._replace(level=LEVELS[name])
            elif name == "table":
                place = place._replace(table=element, row=-1, cell=-1)
            elif name == "tr":
                place = place._replace(row=element, heads=[])
            elif name in CELLS:
                place = place._replace(cell=element, number=len(place.heads))
                place.heads.append(name == "th")     # of its row's Place, too
            elif name in LISTS and len(place.lists) < MAX_DEPTH:
                place = place._replace(lists=(*place.lists, (element, name == NUMBERED)))
            elif name == "pre":
                place = place._replace(code=element)
            elif name == "figure":
                place = place._replace(figure=element, caption=-1)
            elif name == "figcaption":
                place = place._replace(caption=element)
            elif (name in ITEMS or name == QUOTE) and len(place.around) < MAX_DEPTH:
                place = place._replace(around=(*place.around, element))
                if name == "dt":
                    last_terms[parent] = element
                elif name == "dd" and parent in last_terms:
                    self.terms[element] = last_terms[parent]
                elif name == "li" and parent >= 0 and self.names[parent] == NUMBERED:
                    after = counts.get(parent, stated.get(parent, 1) - 1) + 1
                    counts[parent] = self.numbers[element] = stated.get(element, after)
            places.append(place)
        return [*places, none]

    def sections(self, is_divided=False):
        """Yield (Nodes around it, (segment, its Place)) of each segment.

        Nodes are quote, list, item and table; a heading is in no quotation, and a list in the item
        before it. is_divided: whether they are in a div each up to the next heading.
        """
        division, before, lists = 0, ("", -1, False), []
        for number, (segment, place) in enumerate(zip(self.kept, self.around, strict=True)):
            kind, is_comment = segment.get("kind"), number >= self._comments
            path = [Node("comments", 0)] * is_comment
            if self._is_flat:
                yield path, (segment, place)
                continue
            if is_divided:
                division += kind == "h" != before[0]
                path.append(Node("div", division))
            quote = next((element for element in place.around if self.names[element] == QUOTE), -1
                         ) if place.around else -1
            if quote >= 0 and kind != "h":
                path.append(Node("quote", quote))
            if (kind, quote, is_comment) != before:
                lists = []
            if kind == "l":
                own = place.lists or ((-1, False),)
                while lists and lists[-2].element not in own:
                    del lists[-2:]
                if lists and lists[-2].element == own[-1]:
                    del lists[-2:]
                lists += [Node("list", own[-1]), Node("item", number)]
            elif kind == "t":
                path.append(Node("table", place.table))
            before = kind, quote, is_comment
            yield path + lists, (segment, place)

    def blocks(self):
        """Yield the Blocks of the kept segments."""
        first = 0
        while first < len(self.kept):
            segment, place, end = self.kept[first], self.around[first], self._end_of_table(first)
            kind, is_table = segment.get("kind"), end > first
            end = max(end, first + 1)
            while end < len(self.kept) and not is_table and self._continues(first, end):
                end += 1
            if is_table or kind == "t":
                yield Block("t", self._rows(first, end), place)
            elif kind == "c":
                run = self.kept[first:end]
                language = next(filter(LANGUAGE.fullmatch, (
                    textmarks.language_of(marks_of(part)) for part in run)), "")
                text = "\n".join(part["text"] for part in run)
                yield Block(kind, [Line(text, [])], place, language=language)
            else:
                yield from _of_lines(segment, [*map(self._line, self.kept[first:end])], place)
            first = end

    def _continues(self, first, other):
        """Return whether a segment is in one block with another: lines, parts of code."""
        segment, kind = self.kept[other], self.kept[first].get("kind")
        if segment.get("kind") != kind or kind == "t":
            return False
        if kind == "c" and self.around[first].code >= 0:
            return self.around[other].code == self.around[first].code
        return self.owners[first] >= 0 and self.owners[other] == self.owners[first] and (
            kind == "c" or (segment.get("br") is True
                            and not (kind == "l" and is_item(segment["text"]))))

    def _line(self, segment):
        """Return the text of a segment as a Line, with single spaces."""
        text, marks = segment["text"], self._marks(segment)
        line = flat(text)
        return Line(line, textmarks.moved_marks(marks, text, line))

    def _marks(self, segment):
        """Return the marks that are shown; of a kind in one another the outermost."""
        most = None if LINK in self._shown else textmarks.LINK_OF_IMAGE
        shown, ends = [], {}
        for mark in marks_of(segment) if textmarks.FIELD in segment else ():
            _, end, kind, *more = mark
            if kind in self._shown and end > ends.get(kind, -1) and (
                    kind not in (LINK, IMAGE) or (more and more[0])):
                if kind == IMAGE:
                    mark = textmarks.shown_picture(mark)[:most]
                else:
                    ends[kind] = end
                shown.append(mark)
        return shown

    def _end_of_table(self, first):
        """Return the end of the table that begins with this segment, `first` where none does.

        A table has rows that scutch-segment has joined. It joins no row of which a cell is long, or
        several segments, or a heading. Such rows between two joined ones are in the table, too;
        those before them if the first has several cells, and those after them if each has, empty
        ones too, or is short. Rows of plain text have no element.
        """
        end = joined = first             # of the table, and of its last joined row
        if self.around[first].table < 0:
            while end < len(self.kept) and self.owners[end] < 0 and (
                    self.kept[end].get("kind") == "t"):
                end += 1
            return end
        if first and self.around[first - 1].row == self.around[first].row:
            return first
        for start, after, cells in self._rows_from(first):
            if not cells:
                joined = end = after
            elif after - joined > MOST_LOOSE or (start == first and cells < 2):
                break
            elif start == end and (cells > 1 or numbers_of_cells(self.kept[start])
                                   or _is_short(self.kept[start]["text"])):
                end = after
        return end if joined > first else first

    def _rows_from(self, first):
        """Yield (start, end, number of cells, 0 of a joined row) of each row of a table."""
        table = self.around[first].table
        for (of, _), row in groupby(range(first, len(self.kept)),
                                    lambda at: (self.around[at].table, self.around[at].row)):
            start, *more = row
            if of != table:
                return
            if self.kept[start].get("kind") == "t":
                yield start, start + 1, 0
                if more:
                    return
            elif all(self._is_cell(at) for at in (start, *more)):
                yield start, start + 1 + len(more), len({
                    self.around[at].cell for at in (start, *more)})
            else:
                return

    def _is_cell(self, at):
        segment = self.kept[at]
        return (self.around[at].cell >= 0 and segment.get("kind") in ("p", "l", "h")
                and segment["text"].count(" ") < MOST_WORDS)

    def _rows(self, first, end):
        """Return the rows of a table, lists of the Lines of cells."""
        rows, last = [], None
        for segment, place in zip(self.kept[first:end], self.around[first:end], strict=True):
            text, numbers = segment["text"], numbers_of_cells(segment)
            if segment.get("kind") == "t":
                if not (len(rows) == 1 and "-" in text and UNDER_HEAD.fullmatch(text)):
                    texts = texts_of_cells(segment)
                    heads = place.heads if len(place.heads) == sum(map(bool, texts)) else ()
                    heads = iter(heads)          # of the cells with text
                    rows.append([*map(Line, texts, textmarks.split_marks(
                        self._marks(segment), text, texts),
                        (bool(cell) and next(heads, False) for cell in texts))])
            elif last and place.cell == last.cell:
                rows[-1][-1] = together([rows[-1][-1], self._line(segment)])
            else:
                if not last or place.row != last.row:
                    rows.append([])
                number = numbers[0] if len(numbers) == 1 else place.number
                rows[-1] += [EMPTY] * (number - len(rows[-1]))     # those that are not kept
                rows[-1].append(self._line(segment)._replace(
                    is_head=any(place.heads[place.number:place.number + 1])))
            last = place
        return rows


def _of_lines(segment, lines, place):
    """Return the Blocks of Lines of text: a heading, a paragraph or an item, pictures apart."""
    before, after, mark, level = [], [], "", place.level
    kind, is_headline = segment.get("kind"), segment.get("role") == HEADLINE
    if level or kind == "h" or is_headline:
        level = level or (1 if is_headline else LEVEL)
        before, lines, after = _apart([together(lines)])
    elif kind == "l":
        mark, lines[0] = _own_mark(lines[0], bool(place.around))
    elif not place.around:
        before, lines, after = _apart(lines)
    block = Block("h" if level else "l" if mark else "p", lines, place, level, mark)
    return [*(Block(PICTURE, [picture], place) for picture in before), block,
            *(Block(PICTURE, [picture], place) for picture in after)]


def _apart(lines):
    """Return (the pictures before some Lines, the Lines without these, the pictures after them)."""
    lines, pictures = [*lines], []
    for at, place in (0, 0), (-1, len(lines[-1].text)):
        text, marks, _ = lines[at]
        are_there = [mark[2] == IMAGE and mark[0] == place for mark in marks]
        pictures.append([Line("", [[0, 0, *mark[2:]]]) for mark in compress(marks, are_there)])
        if pictures[-1]:
            lines[at] = Line(text, [*compress(marks, map(not_, are_there))])
    return pictures[0], lines, pictures[1]


def _own_mark(line, inside):
    """Return (the mark of an item, its Line without it); inside an element's item it has none."""
    mark, text, size = "" if inside else "- ", line.text, 0
    number = NUMBER.match(text)
    if BULLET.match(text):
        size = 2 if text.startswith("--") else 1
    elif number and not inside:
        mark, size = number[0] + " ", number.end()
    return mark, line.without(size + len(text[size:]) - len(text[size:].lstrip())) if size else line


def together(lines):
    """Return Lines as one."""
    text = " ".join(line.text for line in lines)
    return Line(text, textmarks.joined_marks([line[:2] for line in lines], text), lines[0].is_head)


def texts_of_cells(segment):
    """Return the texts of the cells of a row, those without text among them.

    >>> texts_of_cells({"text": "a\\tb"}), texts_of_cells({"text": "| a | |"})
    (['a', 'b'], ['a', ''])
    """
    text = segment["text"]
    if BARRED.fullmatch(text):
        return [cell.strip() for cell in text[1:-1].split("|")]
    texts = text.split("\t")
    numbers = numbers_of_cells(segment)
    if len(numbers) != len(texts):
        return texts
    cells = [""] * (max(numbers) + 1)
    for number, text in zip(numbers, texts, strict=True):
        cells[number] = text
    return cells


def grid_of(rows):
    """Return the rows of a table as long as the longest one; rows: lists of the Lines of cells.

    Columns without text are dropped: they space others. Empty cells at the end of another row than
    the first may be dropped, and are where the table has more than MOST_CELLS columns.
    """
    used = sorted({column for row in rows for column, cell in enumerate(row) if cell.text}) or [0]
    cells = [[row[column] for column in used[:bisect_left(used, len(row))]] for row in rows]
    width = max(map(len, cells))
    for row in cells if width <= MOST_CELLS else cells[:1]:
        row += [EMPTY] * (width - len(row))
    return cells


def walk(pieces):
    """Yield (Nodes that end before a piece, innermost first; Nodes that begin; the piece) of each,
    and of None after the last.

    pieces: (the Nodes around it, the piece). A figcaption is the last in its figure.

    >>> items, item = Node("ul", 0), Node("li", 1)
    >>> [(len(ended), len(begun)) for ended, begun, _ in walk([([items, item], 1), ([items], 2)])]
    [(0, 2), (1, 0), (1, 0)]
    """
    around = []
    for path, piece in pieces:
        shared = len(path) if path == around else sum(takewhile(bool, map(eq, around, path)))
        if shared < len(around) and around[shared].name == "figcaption":
            shared -= 1
        yield around[shared:][::-1], path[shared:], piece
        around = path
    yield around[::-1], [], None


def stretches(text, marks):
    """Yield (a mark, True) where it begins, (a mark, False) where it ends, but that of a picture,
    and (None, the text between these).

    marks: that nest, as text.textmarks.marks_of returns them.

    >>> [*stretches("Wind", [[0, 2, "em"], [2, 2, "image", "a.png", ""]])][1:4]
    [(None, 'Wi'), ([0, 2, 'em'], False), ([2, 2, 'image', 'a.png', ''], True)]
    """
    at, opened = 0, []
    for mark in [*marks, None]:
        start = mark[0] if mark else len(text)
        while opened and (not mark or opened[-1][1] <= start):
            last = opened.pop()
            if last[1] > at:
                yield None, text[at:last[1]]
                at = last[1]
            yield last, False
        if start > at:
            yield None, text[at:start]
            at = start
        if mark:
            yield mark, True
            if mark[2] != IMAGE:
                opened.append(mark)


def without_comments(kept):
    """Return (the segments that are no readers' comments, those that are), by their roles."""
    if not all(isinstance(segment.get("role"), str) for segment in kept):
        raise BadRecord('a segment has no "role": run scutch-role first', "no_role")
    return ([segment for segment in kept if segment["role"] != COMMENT],
            [segment for segment in kept if segment["role"] == COMMENT])
