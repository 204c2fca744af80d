"""Rows of data tables: the cells of each are joined into one segment."""
from itertools import pairwise

from ..errors import BadRecord
from ..record import Elements
from .splitmerge import merged

CELLS = frozenset(["td", "th"])
MAX_CELL_WORDS = 25
MOST_CELLS = 62          # of a row, if some of them are empty; their numbers are bits of an int64


def join_rows(segments, elements):
    """Return the segments, with the cells of each row of a data table joined by tabs.

    elements: as in the record; cells are its td and th. A row is data if each of its cells shows
    one short segment; in layout tables they show several, or long ones.
    """
    if type(elements) is Elements and not any(one[0] in CELLS for one in elements):
        return segments
    cells, rows = _places(segments, elements)
    out, first = [], 0
    while first < len(segments):
        end = first + 1
        while end < len(segments) and rows[end] == rows[first] >= 0:
            end += 1
        shown = [row for row in range(first, end) if not segments[row].get("hidden")]
        row = [segments[one] for one in shown]
        if len(row) > 1 and len({cells[one] for one in shown}) == len(row) and all(
                map(_is_cell, row)):
            whole, dropped = _joined(row, rows[first]), set(shown[1:])
            out += [whole if one == shown[0] else segments[one] for one in range(first, end)
                    if one not in dropped]
        else:
            out += segments[first:end]
        first = end
    return out


def _joined(row, element):
    found = merged(row, "\t".join(segment["text"] for segment in row), kind="t", tag="tr",
                   element=element)
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
    """Return (cells, rows): for each segment the index of its td or th, and of its tr, or -1.

    Raises:  BadRecord if elements or a segment's place among them is not as in FIELDS.
    """
    cell_of = []
    try:
        for tag, parent, _ in elements:
            if tag in CELLS:
                cell_of.append(len(cell_of))
            else:
                cell_of.append(-1 if tag == "table" or parent < 0 else cell_of[parent])
        cell_of.append(-1)           # of element -1, none
        cells = [cell_of[segment.get("element", -1)] for segment in segments]
        parents = [elements[cell][1] if cell >= 0 else -1 for cell in cells]
        return cells, [row if row >= 0 and elements[row][0] == "tr" else -1 for row in parents]
    except (IndexError, TypeError, ValueError):
        raise BadRecord('"elements", or a segment\'s place among them, is not as html2text writes '
                        "it", "bad_elements") from None


def _is_cell(segment):
    return segment["kind"] == "p" and segment["text"].count(" ") < MAX_CELL_WORDS
