"""Which cells of each row have text, for the loop over tags of loop.py."""
from scutch.filters.text.rows import MOST_CELLS


class Cells:
    """Cells of rows, to note those of rows in which one without text is before one with text."""

    def __init__(self):
        self._count = {}                 # {id of an open row: [the row, how many cells it has]}
        self._full = {}                  # {row: numbers of its cells that have text}
        self._segments = []              # (row, number, segment)

    def opened(self, row):
        """Return (row, number) of a cell that opens in a block."""
        counted_row = self._count.setdefault(id(row), [object(), 0])
        counted_row[1] += 1
        return counted_row[0], counted_row[1] - 1

    def closed(self, block):
        """Note that a block ended."""
        self._count.pop(id(block), None)

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
            if len(self._full[row]) <= max(self._full[row]) < MOST_CELLS:
                segment["cells"] = [number]
