"""Markdown (CommonMark, with the tables of GitHub), a common input of language models.

Headings have their level, items of lists their depth and number, rows of a data table are a table,
code is fenced, quotations are marked. All of it comes from the elements around a segment and from
its kind; characters that Markdown would read as markup are escaped with a backslash.
"""
import re
from typing import NamedTuple

from ..record import elements_of, object_of, owners_of
from ..text.items import BULLET, is_item
from ..text.rows import CELLS
from ..text.textmarks import language_of, marks_of
from .described import front_matter
from .escapes import FIRST_NUMBER, heading_end, line_start
from .inlines import CODE_ALONE, together
from .listmarks import Prefixes
from .markdowntables import end_of_table, rows_of, table_lines

HEADING = re.compile("h([1-6])")
LEVEL = 2                # of a heading that no element says the level of
HEADLINE = "headline"    # the role of the page's own heading
QUOTE, ITEMS, NUMBERED = "blockquote", ("li", "dt", "dd"), "ol"
# Lists and quotations one in the other: markdown-it drops what is 20 levels deep, two for each list
MAX_DEPTH = 8
MAX_NUMBER = 99_999_999   # of an item; it may have nine digits
FENCE = re.compile("`{3,}")
LANGUAGE = re.compile(r"[\w+#.-]{1,30}")


class Place(NamedTuple):
    """What is around an element: lists' items and quotations, outermost first; the level of its
    heading; its table, row, cell and preformatted text, -1 for none; the cell's number in its row,
    those without text not counted.
    """

    around: tuple = ()
    level: int = 0
    table: int = -1
    row: int = -1
    cell: int = -1
    code: int = -1
    number: int = 0


class Block(NamedTuple):
    """A paragraph, heading, item, table or code: its lines, and the items and quotations around.

    mark: that of an item without an element for it, as in plain text.
    """

    lines: list
    around: tuple
    mark: str = ""


def markdown(record, kept, meta=False, shown=CODE_ALONE):
    """Return the document; nothing if nothing is kept. An empty line ends it.

    meta: whether the record's `meta` is its front matter. shown: which marks are written.

    >>> print(markdown({}, [{"text": "One", "kind": "h"}, {"text": "*two*", "kind": "p"},
    ...                     {"text": "• three", "kind": "l"}]).decode(), end="")
    ## One
    <BLANKLINE>
    \\*two\\*
    <BLANKLINE>
    - three
    <BLANKLINE>
    """
    names, parents, _ = elements_of(record)
    places, marks = _places(names, parents, _numbers(record))
    prefixes = Prefixes(marks, parents, _worded(record, places))
    lines: list[str] = []
    was_item = False
    for block in _blocks(kept, owners_of(kept, len(names)), places, shown):
        block_lines, above, is_item = prefixes.lines_of(block)
        if lines and not (was_item and is_item):
            lines.append(above.rstrip())
        lines += block_lines
        was_item = is_item
    head = front_matter(record) if meta else ""
    return (head + "\n".join(lines) + "\n\n").encode() if lines else b""


def _numbers(record):
    """Return {list or item: number} that a page states: of the first item, or of this one."""
    numbers = object_of(record, "doc").get("list_numbers")
    return {} if not isinstance(numbers, list) else {
        pair[0]: pair[1] for pair in numbers if isinstance(pair, list) and len(pair) == 2
        and {*map(type, pair)} == {int} and 0 <= pair[1] <= MAX_NUMBER}


def _worded(record, places):
    """Return the innermost item or quotation of each segment of a record, kept or not, a set."""
    segments = record.get("segments")
    objects = [segment for segment in segments if isinstance(segment, dict)] \
        if isinstance(segments, list) else []
    owners = owners_of(objects, len(places) - 1)
    return {place.around[-1] for place in map(places.__getitem__, owners) if place.around}


def _places(names, parents, numbers):
    """Return (the Place of each element and of none, {item or quotation: the mark before it})."""
    places, marks, counts, terms, cells = [], {}, {}, {}, {}
    for element, (name, parent) in enumerate(zip(names, parents, strict=True)):
        place = places[parent] if parent >= 0 else Place()
        heading = HEADING.fullmatch(name)
        if heading:
            place = place._replace(level=int(heading[1]))
        elif name == "table":
            place = place._replace(table=element, row=-1, cell=-1)
        elif name == "tr":
            place = place._replace(row=element)
        elif name in CELLS:
            number = cells[place.row] = cells.get(place.row, -1) + 1
            place = place._replace(cell=element, number=number)
        elif name == "pre":
            place = place._replace(code=element)
        elif name == "dd" and parent in terms:               # it stands below its term
            place = places[terms[parent]]
        elif (name in ITEMS or name == QUOTE) and len(place.around) < MAX_DEPTH:
            place = place._replace(around=(*place.around, element))
            if name == "dt":
                terms[parent] = element
            marks[element] = "> " if name == QUOTE else "- "
            if name == "li" and parent >= 0 and names[parent] == NUMBERED:
                after = counts.get(parent, numbers.get(parent, 1) - 1) + 1
                counts[parent] = numbers.get(element, after)
                marks[element] = f"{counts[parent]}. "
        places.append(place)
    return [*places, Place()], marks


def _blocks(kept, owners, places, shown):
    """Yield the Blocks of the kept segments."""
    first = 0
    while first < len(kept):
        segment, owner = kept[first], owners[first]
        place, kind = places[owner], segment.get("kind")
        end = end_of_table(first, kept, owners, places)
        if end > first:
            kind = "t"
        end = max(end, first + 1)
        while end < len(kept) and _continues(kind, owner, place, kept[end], owners[end], places):
            end += 1
        run, around = kept[first:end], [places[owner] for owner in owners[first:end]]
        first = end
        if kind == "t":
            yield Block(table_lines(rows_of(run, around, shown)), place.around)
        elif kind == "c":
            yield Block(_code(run), place.around)
        elif place.level or kind == "h" or segment.get("role") == HEADLINE:
            level = place.level or (1 if segment.get("role") == HEADLINE else LEVEL)
            before, (line,), after = _apart([together(list(map(shown.line, run)))])
            heading = ["#" * level + " " + heading_end(line.markdown)]
            for lines in (*before, heading, *after):
                yield Block(lines, place.around)
        else:
            lines, before, after, mark = list(map(shown.line, run)), [], [], ""
            if kind == "l":
                mark, lines[0] = _own_mark(lines[0], bool(place.around))
            elif not place.around:
                before, lines, after = _apart(lines)
            lines = [line_start(line.markdown) for line in lines]
            text = [*[line + "\\" for line in lines[:-1]], lines[-1]]
            for lines in (*before, text, *after):
                yield Block(lines, place.around, mark)


def _apart(lines):
    """Return (blocks of the pictures before some Lines, the Lines without these, blocks of those
    after them); a picture is a block by itself.
    """
    before, first = lines[0].apart(0)
    lines = [first, *lines[1:]]
    after, last = lines[-1].apart(len(lines[-1].text))
    return ([[picture.markdown] for picture in before], [*lines[:-1], last],
            [[picture.markdown] for picture in after])


def _continues(kind, owner, place, segment, other, places):
    """Return whether a segment is in one block with that before it: lines, parts of code."""
    if segment.get("kind") != kind or kind == "t":
        return False
    if kind == "c" and place.code >= 0:
        return places[other].code == place.code
    return owner >= 0 and other == owner and (kind == "c" or (
        segment.get("br") is True and not (kind == "l" and is_item(segment["text"]))))


def _own_mark(line, inside):
    """Return (the mark of an item, its Line without it); inside an element's item it has none."""
    mark, text, size = "" if inside else "- ", line.text, 0
    number = FIRST_NUMBER.match(text)
    if BULLET.match(text):
        size = 2 if text.startswith("--") else 1
    elif number and not inside:
        mark, size = number[0] + " ", number.end()
    return mark, line.without(size + len(text[size:]) - len(text[size:].lstrip())) if size else line


def _code(segments):
    """Return the lines of code between fences longer than any in it, with its language."""
    text = "\n".join(segment["text"] for segment in segments)
    fence = "`" * max([3, *(len(ticks) + 1 for ticks in FENCE.findall(text))])
    language = next(filter(LANGUAGE.fullmatch, (
        language_of(marks_of(segment)) for segment in segments)), "")
    return [fence + language, *(line.rstrip() for line in text.split("\n")), fence]
