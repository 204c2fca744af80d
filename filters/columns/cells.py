"""The cells of tables, td and th, among elements."""
import numpy as np

from ...lm.arrays import is_one_of
from ...lm.elements import nearest
from ..text.rows import CELLS
from .namenumbers import NUMBER_OF

NUMBERS = [NUMBER_OF[name] for name in sorted(CELLS)]
TABLE = NUMBER_OF["table"]


def are_cells(tag):
    """Return whether each tag number is that of a cell, bool."""
    return is_one_of(tag, NUMBERS)


def cells_around(tag, parent):
    """Return the cell of each element, itself or one around it; -1 for none, or in a table within.

    tag, parent: int64 (m,), as element_tag and element_parent of Pages.
    """
    is_cell = are_cells(tag)
    nearest_ones = nearest(is_cell | (tag == TABLE), parent)
    return np.where(np.append(is_cell, False)[nearest_ones], nearest_ones, -1)
