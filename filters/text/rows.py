"""Rows of data tables: the cells of each are joined into one segment."""
from itertools import pairwise

from .linebreaks import joined

CELLS = frozenset(["td", "th"])
MAX_CELL_WORDS = 25
MOST_CELLS = 62          # of a row, if some of them are empty; their numbers are bits of an int64


def data_rows(rows, cells, tables, is_line, fits, text):
    """Return a list for each row of a data table: of each cell the places of its segments.

    A row is data if each of its cells shows one short segment; in layout tables they show several,
    or long ones. Where a table has such a row, those of its others are data, too, whose cells show
    lines that only <br> separates.

    rows:    for each row of a table the places of its segments that are not hidden.
    By place: cells, tables, the segment's; is_line, whether only a <br> is before it; fits,
             whether it may be all of a cell; text.
    """
    shown = []
    for row in rows:
        parts = []
        for place in row:
            if parts and cells[place] == cells[parts[-1][0]] and is_line[place]:
                parts[-1].append(place)
            else:
                parts.append([place])
        if (len(parts) > 1 and len({cells[part[0]] for part in parts}) == len(parts)
                and all(fits[place] for place in row)
                and all(sum(text[place].count(" ") + 1 for place in part) <= MAX_CELL_WORDS
                        for part in parts)):
            shown.append(parts)
    data = {tables[parts[0][0]] for parts in shown if _is_plain(parts)}
    return [parts for parts in shown if _is_plain(parts) or tables[parts[0][0]] in data]


def _is_plain(parts):
    return all(len(part) == 1 for part in parts)


def text_of_row(parts, text):
    """Return the text of a row; parts: see data_rows. text: by place."""
    return "\t".join(joined([text[place] for place in part]) for part in parts)


def numbers_of_cells(segment):
    """Return the column numbers of a segment's cells, [] where it states none.

    >>> numbers_of_cells({"cells": [0, 2]}), numbers_of_cells({"cells": [2, 0]})
    ([0, 2], [])
    """
    numbers = segment.get("cells")
    fit = (isinstance(numbers, list) and {*map(type, numbers)} == {int}
           and all(before < number < MOST_CELLS for before, number in pairwise([-1, *numbers])))
    return numbers if fit else []


def bits_of(numbers):
    """Return whole numbers from 0 on as the bits of one."""
    return sum({1 << number for number in numbers})


def numbers_of(bits):
    """Return the list of bits that are set.

    >>> numbers_of(bits_of([2, 0, 2]))
    [0, 2]
    """
    return [number for number in range(bits.bit_length()) if bits >> number & 1]
