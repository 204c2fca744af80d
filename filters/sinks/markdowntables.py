"""Tables in Markdown: which segments are the rows of one, and its lines."""
import re
from bisect import bisect_left

from ..text.rows import MOST_CELLS, numbers_of_cells
from .inlines import Line, together

EMPTY = Line("", [])
MOST_LOOSE = 40          # segments between two rows of a table that are cells of it, too
MOST_WORDS = 60          # of such a segment
BARRED = re.compile(r"\|[^\t]*\|")       # a row of plain text
UNDER_HEAD = re.compile(r"\|[\s|:-]*\|")        # |---|:--:| below the first row, if with "-"


def end_of_table(first, kept, owners, places):
    """Return the end of the table that begins with this segment, `first` where none does.

    A table has rows that scutch-segment has joined. It joins no row of which a cell is long, or
    several segments, or a heading. Such rows between two joined ones are in the table, too; those
    before them if the first has several cells, and those after them if each has, empty ones too.
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
        elif (cells > 1 or numbers_of_cells(kept[start])) and start == end:
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


def rows_of(segments, places, shown):
    """Return the rows of a table, lists of the Lines of cells.

    places: those of the segments. shown: the Shown of marks.
    """
    rows, last = [], None
    for segment, place in zip(segments, places, strict=True):
        if segment.get("kind") == "t":
            text = segment["text"]
            if not (len(rows) == 1 and "-" in text and UNDER_HEAD.fullmatch(text)):
                rows.append(_with_heads(shown.cells(segment, texts_of_cells(segment)), place.heads))
        elif last and place.cell == last.cell:
            rows[-1][-1] = together([rows[-1][-1], shown.line(segment)])
        else:
            if not last or place.row != last.row:
                rows.append([])
            numbers = numbers_of_cells(segment)
            number = numbers[0] if len(numbers) == 1 else place.number
            rows[-1] += [EMPTY] * (number - len(rows[-1]))     # those that are not kept
            rows[-1].append(shown.line(segment)._replace(
                is_head=any(place.heads[place.number:place.number + 1])))
        last = place
    return rows


def _with_heads(cells, heads):
    """Return the Lines of a joined row's cells; heads: of those with text, whether it is a <th>."""
    heads = iter(heads if len(heads) == sum(bool(cell.text) for cell in cells) else ())
    return [cell._replace(is_head=next(heads, False)) if cell.text else cell for cell in cells]


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


def table_lines(rows):
    """Return the lines of a table, the first row its head; rows: lists of the Lines of cells."""
    first, *others = [[cell.markdown.replace("|", "\\|") for cell in row] for row in grid_of(rows)]
    return ["| " + " | ".join(row) + " |" for row in [first, ["---"] * len(first), *others]]


def grid_of(rows):
    """Return the rows of a table as long as the longest one; rows: lists of the Lines of cells.

    Columns without text are dropped: they space others. Empty cells at the end of another row than
    the first may be dropped, and are where the table has more than MOST_CELLS columns.
    """
    used = sorted({column for row in rows for column, cell in enumerate(row) if cell.text}) or [0]
    cells = [[row[column] for column in used[:bisect_left(used, len(row))]] for row in rows]
    width = max(map(len, cells))
    filled = cells if width <= MOST_CELLS else cells[:1]
    for row in filled:
        row += [EMPTY] * (width - len(row))
    return cells
