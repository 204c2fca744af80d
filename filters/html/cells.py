"""Which cells of a table's row have text, in rows with gaps: an empty cell before one with text."""
import numpy as np

from ...lm.elements import nearest
from ...lm.sets import is_one_of
from ..columns.names import NUMBER_OF
from ..text.rows import CELLS, MOST_CELLS

CELL_NUMBERS = [NUMBER_OF[name] for name in sorted(CELLS)]
TABLE = NUMBER_OF["table"]


def cells_of(number, holds, around, parent):
    """Return the cell of each element as a bit, int64 (m,); 0 outside of rows with gaps.

    number:  int64 (opens,), the name of each block element that opens, an index into TAGS.
    holds:   bool (opens,), whether it has text; m of them do.
    around:  int64 (opens,), the boundary that opened the element around it.
    parent:  int64 (m,), of the elements that have text.
    """
    bits = np.zeros(len(number), np.int64)
    cells = np.flatnonzero(is_one_of(number, CELL_NUMBERS))
    if not holds[cells].all():
        cells = cells[np.argsort(around[cells], kind="stable")]      # row by row
        first = np.append(True, np.diff(around[cells]) != 0)
        row = np.cumsum(first) - 1
        begins = np.flatnonzero(first)[row]
        place = np.arange(len(cells)) - begins
        full = np.cumsum(holds[cells]) - holds[cells]                # cells with text before each
        gap = holds[cells] & (full - full[begins] < place)
        wide = holds[cells] & (place >= MOST_CELLS)
        shown = np.bincount(row, gap) > 0
        shown &= np.bincount(row, wide) == 0
        bits[cells] = np.where(shown[row], 1 << np.minimum(place, MOST_CELLS), 0)
    bits, number = bits[holds], number[holds]
    if not bits.any():
        return bits
    is_cell = is_one_of(number, CELL_NUMBERS)
    cell = nearest(is_cell | (number == TABLE), parent)
    return np.where(cell >= 0, bits[cell], 0)                        # those of tables are 0
