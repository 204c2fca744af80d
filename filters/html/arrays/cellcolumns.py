"""The columns of cells in tables with colspan or rowspan, and those with text in rows with gaps.

The first:

    for group in groups_of_rows:
        taken = {}
        for row in group:
            columns = columns_of_row([span_of(cell) for cell in row], taken)

Here only groups of rows with such a cell are done so; elsewhere a cell's column is its number in
the row. Gaps are empty columns before one with text, or beside one alone:

    for row in rows:
        full = {column for column, cell in row if cell.has_text}
        is_gap = len(full) <= max(full, default=0) or len(full) == 1 < len(row)
        if full and is_gap and max(full) < MOST_CELLS:
            for column in full:
                row[column].bit = 1 << column

tests/cellcounts.py computes both in another way.
"""
import numpy as np

from ....lm.arrays import are_among, without_repeats
from ...columns.cells import are_cells, cells_around
from ...columns.namenumbers import NUMBER_OF
from ...lazypattern import LazyPattern
from ...text.rows import MOST_CELLS
from .tags import name_clue

TR = NUMBER_OF["tr"]
NAMES = name_clue("colspan"), name_clue("rowspan")
SPAN = LazyPattern(r' (col|row)span="[ \t\n\f\r]*\+?([0-9]{1,4})')
MOST_ROWS = 9_999        # of a cell; it has four digits at most


def span_of(tag):
    """Return the span of a cell by its opening tag, (columns, rows).

    >>> span_of('<td colspan="2" rowspan="0">'), span_of('<td colspan="0" rowspan="x">')
    ((2, 9999), (1, 1))
    """
    spans = dict(reversed(SPAN.findall(tag)))            # the first of a name counts
    return int(spans.get("col", 1)) or 1, int(spans.get("row", 1)) or MOST_ROWS


def columns_of_row(spans, taken):
    """Return the column of each cell of a row, at most MOST_CELLS.

    spans: (columns, rows) of each cell.
    taken: {column: number of rows, from this one on, that a cell above spans}; updated for the
           next row.

    >>> taken = {}
    >>> columns_of_row([(1, 2), (2, 1), (1, 1)], taken), columns_of_row([(1, 1)], taken), taken
    ([0, 1, 3], [1], {})
    """
    columns, spanned, column = [], {}, 0
    for width, height in spans:
        while column in taken:
            column += 1
        columns.append(min(column, MOST_CELLS))
        end = column + width
        if height > 1:
            for each in range(column, min(end, MOST_CELLS)):
                spanned[each] = height
        column = end
    for each in list(taken):
        taken[each] -= 1
        if not taken[each]:
            del taken[each]
    for each, height in spanned.items():
        taken[each] = max(taken.get(each, 0), height - 1)
    return columns


def spans_of(tags, opens):
    """Return {index of a cell in `opens`: its span}, without cells of one column and row.

    opens: int64, indices of tags, ascending.
    """
    if not are_cells(tags.number[opens]).any():
        return {}
    cells = tags.around(tags.attributes(NAMES))
    cells, at, _ = np.intersect1d(opens, cells, assume_unique=True, return_indices=True)
    is_cell = are_cells(tags.number[cells])
    spans = zip(at[is_cell].tolist(), map(span_of, tags.all_of(cells[is_cell])), strict=True)
    return {cell: span for cell, span in spans if span != (1, 1)}


def set_columns(place, cells, spans, number, rows, around):
    """Write the columns of cells to `place`, in groups of rows with colspan or rowspan.

    place:  int64 (c,), the number of each cell in its row.
    cells:  int64 (c,), indices of elements, row by row. spans: of spans_of.
    number, around: of all elements, as in cells_of. rows: int64 (c,), the row of each cell, an
            index of an element, -1 for none.
    """
    starts = np.flatnonzero(np.append(True, rows[1:] != rows[:-1])[:len(rows)])
    begin = dict(zip(rows[starts].tolist(),
                     zip(starts.tolist(), [*starts[1:].tolist(), len(rows)], strict=True),
                     strict=True))
    spanning = are_among(cells, list(spans)) & (rows >= 0)
    groups = without_repeats(np.sort(around[rows[spanning]]))
    groups = groups[groups >= 0]
    taken = {group: {} for group in groups.tolist()}
    for row in np.flatnonzero((number == TR) & are_among(around, groups)).tolist():
        first, end = begin.get(row, (0, 0))
        of_row = [spans.get(cell, (1, 1)) for cell in cells[first:end].tolist()]
        place[first:end] = columns_of_row(of_row, taken[int(around[row])])


def cells_of(number, holds, around, parent, spans):
    """Return the column of each element as a bit, int64 (m,); 0 outside of rows with gaps.

    number:  int64 (opens,), the name of each block element that opens, an index into TAGS.
    holds:   bool (opens,), whether it has text; m of them do.
    around:  int64 (opens,), the parent of each, an index into these.
    parent:  int64 (m,), the parent of each element with text.
    spans:   {index of a cell: its span}, of spans_of.
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
