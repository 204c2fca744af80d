"""Which columns of each row have text, for the loop over tags of loop.py."""
from collections import Counter

from scutch.filters.html.arrays.tocolumns import span_of
from scutch.filters.text.rows import MOST_CELLS


class Cells:
    """Cells of rows, to note those of rows in which a column without text is before one with,
    or beside the only one."""

    def __init__(self):
        self._next = {}                  # {id of an open row: [the row, the next free column]}
        self._groups = {}                # {id of an open group: [its last row, spans of cells]}
        self._group_of = {}              # {id of an open row: that of its group}
        self._full = {}                  # {row: numbers of its cells that have text}
        self._counts = Counter()         # of the cells of each row
        self._segments = []              # (row, number, segment)

    def row_opened(self, row, group):
        """Note a <tr> in a block."""
        self._groups.setdefault(id(group), [-1, []])[0] += 1
        self._group_of[id(row)] = id(group)

    def opened(self, row, tag):
        """Return (row, column) of a cell that opens in a block."""
        found = self._next.setdefault(id(row), [object(), 0])
        self._counts[found[0]] += 1
        if id(row) not in self._group_of:
            found[1] += 1
            return found[0], found[1] - 1
        line, spans = self._groups[self._group_of[id(row)]]
        column, (width, height) = found[1], span_of(tag)
        while any(first <= column < end and before < line < below
                  for first, end, before, below in spans):
            column += 1
        spans.append((column, column + width, line, line + height))
        found[1] = column + width
        return found[0], min(column, MOST_CELLS)

    def closed(self, block):
        """Note that a block ended."""
        for known in self._next, self._groups, self._group_of:
            known.pop(id(block), None)

    def found(self, segment, stack):
        """Note a segment in the innermost of these blocks."""
        for block in stack:
            if block.cell:
                row, number = block.cell
                self._full.setdefault(row, set()).add(number)
        innermost = next((block for block in reversed(stack)
                          if block.name in ("td", "th", "table")), None)
        if innermost and innermost.cell:
            self._segments.append((*innermost.cell, segment))

    def number(self):
        """Write the numbers of cells to their segments."""
        for row, number, segment in self._segments:
            full = self._full[row]
            is_gap = len(full) <= max(full) or len(full) == 1 < self._counts[row]
            if is_gap and max(full) < MOST_CELLS:
                segment["cells"] = [number]
