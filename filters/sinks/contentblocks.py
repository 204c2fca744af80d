"""A document as blocks, for Markdown and HTML: headings, paragraphs, items, tables, code, pictures.

All of it comes from the elements around a segment and from its kind.
"""
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..record import elements_of, object_of, owners_of
from ..text.listlines import BULLET, is_item
from ..text.rows import CELLS
from ..text.textmarks import language_of, marks_of
from .escapes import FIRST_NUMBER
from .inlines import Line, together
from .markdowntables import end_of_table, rows_of

LEVELS = {f"h{level}": level for level in range(1, 7)}
LEVEL = 2                # of a heading that no element says the level of
HEADLINE = "headline"    # the role of the page's own heading
QUOTE, ITEMS, NUMBERED = "blockquote", ("li", "dt", "dd"), "ol"
LISTS = {"ul", NUMBERED, "menu", "dir"}
# Lists and quotations one in the other: markdown-it drops what is 20 levels deep, two for each list
MAX_DEPTH = 8
MAX_NUMBER = 99_999_999   # of an item; it may have nine digits
LANGUAGE = re.compile(r"[\w+#.-]{1,30}")
PICTURE = "i"            # a kind of block; the others are those of segments


class Place(NamedTuple):
    """What is around an element: lists' items and quotations, outermost first; the level of its
    heading; its table, row, cell, preformatted text, figure and the caption of that, -1 for none;
    the cell's number in its row, those without text not counted; its lists, outermost first, each
    (element, whether it is numbered); its outermost quotation, -1 for none; whether each cell of
    its row is a <th>.
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
    quote: int = -1
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


class Layout(NamedTuple):
    """The elements of a record as blocks need them.

    names, parents: of elements. places: the Place of each, and of none.
    numbers: {item of a numbered list: its number}. terms: {a dd: the dt before it}.
    """

    names: Sequence
    parents: Sequence
    places: list
    numbers: dict
    terms: dict


def layout_of(record):
    """Return the Layout of a record's elements."""
    names, parents, _ = elements_of(record)
    stated = _numbers(record)
    places, numbers, counts, last_terms, terms, cells = [], {}, {}, {}, {}, {}
    for element, (name, parent) in enumerate(zip(names, parents, strict=True)):
        place = places[parent] if parent >= 0 else Place()
        if name == QUOTE and place.quote < 0:
            place = place._replace(quote=element)
        if name in LEVELS:
            place = place._replace(level=LEVELS[name])
        elif name == "table":
            place = place._replace(table=element, row=-1, cell=-1)
        elif name == "tr":
            place = place._replace(row=element, heads=[])
        elif name in CELLS:
            number = cells[place.row] = cells.get(place.row, -1) + 1
            place = place._replace(cell=element, number=number)
            if place.row >= 0:
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
                terms[element] = last_terms[parent]
            elif name == "li" and parent >= 0 and names[parent] == NUMBERED:
                after = counts.get(parent, stated.get(parent, 1) - 1) + 1
                counts[parent] = numbers[element] = stated.get(element, after)
        places.append(place)
    return Layout(names, parents, [*places, Place()], numbers, terms)


def _numbers(record):
    """Return {list or item: number} that a page states: of the first item, or of this one."""
    numbers = object_of(record, "doc").get("list_numbers")
    return {} if not isinstance(numbers, list) else {
        pair[0]: pair[1] for pair in numbers if isinstance(pair, list) and len(pair) == 2
        and {*map(type, pair)} == {int} and 0 <= pair[1] <= MAX_NUMBER}


def blocks_of(kept, layout, shown):
    """Yield the Blocks of the kept segments; shown: the Shown of their marks."""
    places = layout.places
    owners = owners_of(kept, len(layout.names))
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
            yield Block(kind, rows_of(run, around, shown), place)
        elif kind == "c":
            yield _code(run, place)
        else:
            yield from _lines(kind, segment, list(map(shown.line, run)), place)


def _lines(kind, segment, lines, place):
    """Return the Blocks of Lines of text: a heading, a paragraph or an item, pictures apart."""
    before, after, mark, level = [], [], "", place.level
    if level or kind == "h" or segment.get("role") == HEADLINE:
        level = level or (1 if segment.get("role") == HEADLINE else LEVEL)
        before, lines, after = _apart([together(lines)])
    elif kind == "l":
        mark, lines[0] = _own_mark(lines[0], bool(place.around))
    elif not place.around:
        before, lines, after = _apart(lines)
    block = Block("h" if level else "l" if mark else "p", lines, place, level, mark)
    if not (before or after):
        return [block]
    before, after = ([Block(PICTURE, [picture], place) for picture in pictures]
                     for pictures in (before, after))
    return [*before, block, *after]


def _apart(lines):
    """Return (the pictures before some Lines, the Lines without these, the pictures after them)."""
    before, first = lines[0].apart(0)
    lines = [first, *lines[1:]]
    after, last = lines[-1].apart(len(lines[-1].text))
    return before, [*lines[:-1], last], after


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


def _code(segments, place):
    """Return the Block of code, with its language."""
    language = next(filter(LANGUAGE.fullmatch, (
        language_of(marks_of(segment)) for segment in segments)), "")
    text = "\n".join(segment["text"] for segment in segments)
    return Block("c", [Line(text, [])], place, language=language)

