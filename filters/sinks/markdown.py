"""Markdown (CommonMark, with the tables of GitHub), a common input of language models.

Headings have their level, items of lists their depth and number, rows of a data table are a table,
code is fenced, quotations are marked. All of it comes from the elements around a segment and from
its kind; characters that Markdown would read as markup are escaped with a backslash.
"""
import re
from bisect import bisect_left
from typing import NamedTuple

from ..record import elements_of, object_of, owners_of
from ..text.items import BULLET, is_item
from ..text.rows import CELLS, MOST_CELLS, numbers_of_cells
from .items import Prefixes

HEADING = re.compile("h([1-6])")
LEVEL = 2                # of a heading that no element says the level of
HEADLINE = "headline"    # the role of the page's own heading
QUOTE, ITEMS, NUMBERED = "blockquote", ("li", "dt", "dd"), "ol"
MOST_LOOSE = 40          # segments between two rows of a table that are cells of it, too
MOST_WORDS = 60          # of such a segment
# Lists and quotations one in the other: markdown-it drops what is 20 levels deep, two for each list
MAX_DEPTH = 8
MAX_NUMBER = 99_999_999   # of an item; it may have nine digits
FENCE = re.compile("`{3,}")
BARRED = re.compile(r"\|[^\t]*\|")       # a row of plain text
UNDER_HEAD = re.compile(r"\|[\s|:-]*\|")        # |---|:--:| below the first row, if with "-"

# Within a line, as CommonMark reads it: "a * b" and snake_case are not markup
INLINE = re.compile(r"""
    \\(?=[!-/:-@\[-`{-~])                    # a backslash that would escape
  | `
  | \*(?!(?<=\s\*)\s)                        # 5 * 3 is not emphasis
  | (?<![^\W_])_ | _(?![^\W_])               # no emphasis in snake_case
  | ~(?=~)
  | <(?=[\w/!?])                            # <b>, <!--, http and mail addresses
  | &(?=\#?\w+;)                             # &amp;
  | \[(?=[^\]\n]*\][(\[:])                   # [text](address), [text][name], [name]: address
  """, re.VERBOSE)
# At the beginning of a line: a heading, a quotation, an item, a rule, or what lies under a heading
FIRST = re.compile(r"\#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=:|\s]+$")
LAST_HASHES = re.compile(r"(?<![^ ])#+$")
FIRST_NUMBER = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")


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


def markdown(record, kept):
    """Return the document; nothing if nothing is kept. An empty line ends it.

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
    for block in _blocks(kept, owners_of(kept, len(names)), places):
        found, above, is_item = prefixes.lines_of(block)
        if lines and not (was_item and is_item):
            lines.append(above.rstrip())
        lines += found
        was_item = is_item
    return ("\n".join(lines) + "\n\n").encode() if lines else b""


def _numbers(record):
    """Return {list or item: number} that a page states: of the first item, or of this one."""
    found = object_of(record, "doc").get("list_numbers")
    return {} if not isinstance(found, list) else {
        one[0]: one[1] for one in found if isinstance(one, list) and len(one) == 2
        and {*map(type, one)} == {int} and 0 <= one[1] <= MAX_NUMBER}


def _worded(record, places):
    """Return the innermost item or quotation of each segment of a record, kept or not, a set."""
    segments = record.get("segments")
    found = [one for one in segments if isinstance(one, dict)] if isinstance(segments, list) else []
    owners = owners_of(found, len(places) - 1)
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


def _blocks(kept, owners, places):
    """Yield the Blocks of the kept segments."""
    first = 0
    while first < len(kept):
        segment, owner = kept[first], owners[first]
        place, kind = places[owner], segment.get("kind")
        end = _end_of_table(first, kept, owners, places)
        if end > first:
            kind = "t"
        end = max(end, first + 1)
        while end < len(kept) and _continues(kind, owner, place, kept[end], owners[end], places):
            end += 1
        some, around = kept[first:end], [places[one] for one in owners[first:end]]
        texts = [one["text"] for one in some]
        first = end
        if kind == "t":
            yield Block(_table(_rows(some, around)), place.around)
        elif kind == "c":
            yield Block(_code("\n".join(texts)), place.around)
        elif place.level or kind == "h" or segment.get("role") == HEADLINE:
            level = place.level or (1 if segment.get("role") == HEADLINE else LEVEL)
            yield Block(["#" * level + " " + _heading(" ".join(texts))], place.around)
        else:
            lines = [" ".join(text.split()) for text in texts]
            mark = ""
            if kind == "l":
                mark, lines[0] = _own_mark(lines[0], bool(place.around))
            yield Block([*[escaped(line) + "\\" for line in lines[:-1]], escaped(lines[-1])],
                        place.around, mark)


def _continues(kind, owner, place, segment, other, places):
    """Return whether a segment is in one block with that before it: lines, parts of code."""
    if segment.get("kind") != kind or kind == "t":
        return False
    if kind == "c" and place.code >= 0:
        return places[other].code == place.code
    return owner >= 0 and other == owner and (kind == "c" or (
        segment.get("br") is True and not (kind == "l" and is_item(segment["text"]))))


def _end_of_table(first, kept, owners, places):
    """Return the end of the table that begins with this segment, `first` where none does.

    A table has rows that scutch-segment has joined. It joins no row of which a cell is long, or
    several segments, or a heading. Such rows between two joined ones are in the table, too; those
    before them if the first has several cells, and those after them if each has.
    """
    if places[owners[first]].table < 0:
        return _end_of_lines(first, kept, owners)
    if first and places[owners[first - 1]].row == places[owners[first]].row:
        return first
    end = joined = first                 # of the table, and of its last joined row
    for start, after, is_joined, cells in _rows_from(first, kept, owners, places):
        if is_joined:
            joined = end = after
        elif after - joined > MOST_LOOSE or (start == first and cells < 2):
            break
        elif cells > 1 and start == end:
            end = after
    return end if joined > first else first


def _rows_from(first, kept, owners, places):
    """Yield (start, end, whether it is joined, number of cells) of each row of a table."""
    table, row, end = places[owners[first]].table, None, first
    while end < len(kept):
        start, place = end, places[owners[end]]
        if place.table != table or place.row == row:
            return
        row, cells = place.row, set()
        if kept[start].get("kind") == "t":
            end += 1
            yield start, end, True, 0
            continue
        while end < len(kept) and places[owners[end]].row == row:
            if not _is_cell(kept[end], places[owners[end]]):
                return
            cells.add(places[owners[end]].cell)
            end += 1
        yield start, end, False, len(cells)


def _is_cell(segment, place):
    return (place.cell >= 0 and segment.get("kind") in ("p", "l", "h")
            and segment["text"].count(" ") < MOST_WORDS)


def _end_of_lines(first, kept, owners):
    """Return the end of the rows of plain text, which have no element, from a segment on."""
    end = first
    while end < len(kept) and owners[end] < 0 and kept[end].get("kind") == "t":
        end += 1
    return end


def _rows(segments, places):
    """Return the rows of a table, lists of the texts of cells; places: those of the segments."""
    rows, last = [], None
    for segment, place in zip(segments, places, strict=True):
        if segment.get("kind") == "t":
            text = segment["text"]
            if not (len(rows) == 1 and "-" in text and UNDER_HEAD.fullmatch(text)):
                rows.append(_cells(segment))
        elif last and place.cell == last.cell:
            rows[-1][-1] += " " + segment["text"]
        else:
            if not last or place.row != last.row:
                rows.append([])
            numbers = numbers_of_cells(segment)
            number = numbers[0] if len(numbers) == 1 else place.number
            rows[-1] += [""] * (number - len(rows[-1]))        # those that are not kept
            rows[-1].append(segment["text"])
        last = place
    return rows


def _own_mark(line, inside):
    """Return (the mark of an item, its line without it); inside an element's item it has none."""
    mark = "" if inside else "- "
    if BULLET.match(line):
        return mark, line[2 if line.startswith("--") else 1:].strip()
    number = FIRST_NUMBER.match(line)
    if number and not inside:
        return number[0] + " ", line[number.end():].strip()
    return mark, line


def _heading(text):
    """Return the text of a heading, whose last # would be read as its end.

    >>> print(_heading("Why C # is not C#"), _heading("Why C #"))
    Why C # is not C# Why C \\#
    """
    return LAST_HASHES.sub(r"\\\g<0>", inline(text))


def _cells(segment):
    """Return the texts of the cells of a row, those without text among them.

    >>> _cells({"text": "a\\tb"}), _cells({"text": "| a | b |"})
    (['a', 'b'], ['a', 'b'])
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


def _table(rows):
    """Return the lines of a table, the first row its head, as long as the longest row.

    rows: lists of the texts of cells. Columns without text are left out: they space others. Empty
    cells at the end of another row may be left out, and are where the table has more than
    MOST_CELLS columns.
    """
    used = sorted({column for row in rows for column, cell in enumerate(row) if cell}) or [0]
    cells = [[inline(row[column]).replace("|", "\\|")
              for column in used[:bisect_left(used, len(row))]] for row in rows]
    width = max(map(len, cells))
    filled = cells if width <= MOST_CELLS else cells[:1]
    for row in filled:
        row += [""] * (width - len(row))
    return ["| " + " | ".join(row) + " |" for row in [cells[0], ["---"] * width, *cells[1:]]]


def _code(text):
    """Return the lines of code between fences longer than any in it."""
    fence = "`" * max([3, *(len(found) + 1 for found in FENCE.findall(text))])
    return [fence, *(line.rstrip() for line in text.split("\n")), fence]


def inline(text):
    """Return text on one line, with a backslash before characters that would be markup there.

    >>> print(inline("2 * 3, *p, snake_case, _x_, <b>, 3 < 4, [1], [a](b)"))
    2 * 3, \\*p, snake_case, \\_x\\_, \\<b>, 3 < 4, [1], \\[a](b)
    """
    return INLINE.sub(r"\\\g<0>", " ".join(text.split()))


def escaped(text):
    """Return a paragraph's line with backslashes, also where its beginning would be markup.

    >>> print(escaped("# one"), escaped("#two"), escaped("- 3"), escaped("4. five"))
    \\# one #two \\- 3 4\\. five
    """
    text = inline(text)
    if FIRST.match(text):
        return "\\" + text
    return FIRST_NUMBER.sub(r"\1\\\2", text, count=1)
