"""The columns with text in rows with gaps: empty columns before one with text, or beside one alone.

The loop of tests/cellcounts.py:

    for row in rows:
        full = {column for column, cell in row if cell.has_text}
        is_gap = len(full) <= max(full, default=0) or len(full) == 1 < len(row)
        if full and is_gap and max(full) < MOST_CELLS:
            for column in full:
                row[column].bit = 1 << column
"""
import numpy as np

from ...columns.cells import are_cells, cells_around
from ...text.rows import MOST_CELLS
from .spans import TR, set_columns


def cells_of(number, holds, around, parent, spans):
    """Return the column of each element as a bit, int64 (m,); 0 outside of rows with gaps.

    number:  int64 (opens,), the name of each block element that opens, an index into TAGS.
    holds:   bool (opens,), whether it has text; m of them do.
    around:  int64 (opens,), the parent of each, an index into these.
    parent:  int64 (m,), the parent of each element with text.
    spans:   {index of a cell: its span}, of spans.py.
    """
    bits = np.zeros(len(number), np.int64)
    cells = np.flatnonzero(are_cells(number))
    if spans or not holds[cells].all():
        cells = cells[np.argsort(around[cells], kind="stable")]      # row by row
        first = np.append(True, np.diff(around[cells]) != 0)
        row = np.cumsum(first) - 1
        begins = np.flatnonzero(first)[row]
        place = np.arange(len(cells)) - begins
        if spans:
            rows = around[cells]
            rows = np.where((rows >= 0) & (number[rows] == TR), rows, -1)
            set_columns(place, cells, spans, number, rows, around)
        full = np.cumsum(holds[cells]) - holds[cells]                # cells with text before each
        gap = holds[cells] & (full - full[begins] < place)
        wide = holds[cells] & (place >= MOST_CELLS)
        shown = np.bincount(row, gap) > 0
        shown |= (np.bincount(row, holds[cells]) == 1) & (np.bincount(row) > 1)
        shown &= np.bincount(row, wide) == 0
        bits[cells] = np.where(shown[row], 1 << np.minimum(place, MOST_CELLS), 0)
    bits, number = bits[holds], number[holds]
    if not bits.any():
        return bits
    return np.append(bits, 0)[cells_around(number, parent)]
