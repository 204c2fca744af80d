"""Rows of data tables: the cells of each are joined into one segment."""
from itertools import chain, groupby, pairwise

from ..errors import BadRecord
from ..record import Elements
from .linebreaks import joined
from .splitmerge import merged

CELLS = frozenset(["td", "th"])
MAX_CELL_WORDS = 25
MOST_CELLS = 62          # of a row, if some of them are empty; their numbers are bits of an int64


def join_rows(segments, elements):
    """Return the segments, with the cells of each row of a data table joined by tabs.

    elements: as in the record; cells are its td and th. A row is data if each of its cells shows
    one short segment; in layout tables they show several, or long ones. Where a table has such a
    row, those of its others are data, too, whose cells show lines that only <br> separates.
    """
    if type(elements) is Elements and not any(one[0] in CELLS for one in elements):
        return segments
    cells, rows, tables = _places(segments, elements)
    groups = [[place for place in group if not segments[place].get("hidden")]
              for row, group in groupby(range(len(segments)), rows.__getitem__) if row >= 0]
    out, dropped = list(segments), set()
    text = [segment["text"] for segment in segments]
    for parts in data_rows(groups, cells, tables, [one.get("br") for one in segments],
                           [one.get("kind") == "p" for one in segments], text):
        first, *others = chain.from_iterable(parts)
        out[first] = _joined([segments[place] for place in (first, *others)],
                             text_of_row(parts, text), rows[first])
        dropped.update(others)
    return [segment for place, segment in enumerate(out) if place not in dropped]


def data_rows(rows, cells, tables, is_line, fits, text):
    """Return a list for each row of a data table: of each cell the places of its segments.

    rows:    for each row of a table the places of its segments that are not hidden.
    By place: cells, tables, the segment's; is_line, whether only a <br> is before it; fits,
             whether it may be all of a cell; text.
    """
    found = []
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
            found.append(parts)
    data = {tables[parts[0][0]] for parts in found if _is_plain(parts)}
    return [parts for parts in found if _is_plain(parts) or tables[parts[0][0]] in data]


def _is_plain(parts):
    return all(len(part) == 1 for part in parts)


def text_of_row(parts, text):
    """Return the text of a row; parts: see data_rows. text: by place."""
    return "\t".join(joined([text[place] for place in part]) for part in parts)


def _joined(row, text, element):
    found = merged(row, text, kind="t", tag="tr", element=element)
    cells = numbers_of(bits_of(number for one in row for number in numbers_of_cells(one)))
    found.pop("cells", None)
    return {**found, "cells": cells} if cells else found


def numbers_of_cells(segment):
    """Return the numbers of the cells that a segment's text is from, [] where they are not told.

    >>> numbers_of_cells({"cells": [0, 2]}), numbers_of_cells({"cells": [2, 0]})
    ([0, 2], [])
    """
    found = segment.get("cells")
    fit = (isinstance(found, list) and {*map(type, found)} == {int}
           and all(before < number < MOST_CELLS for before, number in pairwise([-1, *found])))
    return found if fit else []


def bits_of(numbers):
    """Return whole numbers from 0 on as the bits of one."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def numbers_of(bits):
    """Return the list of bits that are set.

    >>> numbers_of(bits_of([2, 0, 2]))
    [0, 2]
    """
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def _places(segments, elements):
    """Return (cells, rows, tables): for each segment the index of its td or th, of its tr, of its
    table, or -1.

    Raises:  BadRecord if elements or a segment's place among them is not as in FIELDS.
    """
    cell_of, table_of = [], []
    try:
        for tag, parent, _ in elements:
            table_of.append(len(table_of) if tag == "table" else
                            -1 if parent < 0 else table_of[parent])
            if tag in CELLS:
                cell_of.append(len(cell_of))
            else:
                cell_of.append(-1 if tag == "table" or parent < 0 else cell_of[parent])
        cell_of.append(-1)           # of element -1, none
        table_of.append(-1)
        cells = [cell_of[segment.get("element", -1)] for segment in segments]
        parents = [elements[cell][1] if cell >= 0 else -1 for cell in cells]
        rows = [row if row >= 0 and elements[row][0] == "tr" else -1 for row in parents]
        return cells, rows, [table_of[row] for row in rows]
    except (IndexError, TypeError, ValueError):
        raise BadRecord('"elements", or a segment\'s place among them, is not as html2text writes '
                        "it", "bad_elements") from None
