"""Tables of numbers as lines of text that LC_ALL=C sort puts in order, read and written as arrays.

Every column has a fixed width: hexadecimal digits, or a sketch in base64. A last column may have
any text without a line break.
"""
import base64
from itertools import islice

import numpy as np

from ...lm.sketches.similarity import PLACES
from ..edge.compression import open_bytes
from ..edge.files import shown
from ..errors import Unusable

SKETCH = -1              # the width of a column of sketches
PADDING = -PLACES % 3    # bytes after a sketch, for its settings: base64 has four digits for three
DIGITS = (PLACES + PADDING) // 3 * 4
HEX = np.frombuffer(b"0123456789abcdef", np.uint8)
VALUES = np.full(256, 255, np.uint8)
VALUES[HEX] = np.arange(16)
ROWS = 1 << 13           # lines read at a time


class Table:
    """A kind of line: {column: its number of hexadecimal digits, or SKETCH}.

    has_text: whether a text follows these columns.
    """

    def __init__(self, has_text=False, **widths):
        self.widths, self.has_text = widths, has_text
        self._fields = np.dtype([field for name, width in widths.items() for field in (
            (name, np.uint8, (DIGITS if width == SKETCH else width,)), (f"-{name}", np.uint8))])

    def lines(self, texts=None, **columns):
        """Return the lines of arrays of the columns, bytes; texts: a list of bytes."""
        rows = np.zeros(len(next(iter(columns.values()))), self._fields)
        for name, width in self.widths.items():
            rows[name] = (_base64(columns[name]) if width == SKETCH else
                          _hexadecimal(columns[name], width))
            rows[f"-{name}"] = ord("\t")
        if texts is None:
            rows[f"-{name}"] = ord("\n")
            return rows.tobytes()
        data, size = rows.tobytes(), rows.itemsize
        return b"".join(data[at * size:(at + 1) * size] + text + b"\n"
                        for at, text in enumerate(texts))

    def read(self, names):
        """Yield (place, {column: array}) of batches of lines; "text" is a list of bytes.

        Raises:  Unusable for a line that is not of this table; OSError.
        """
        for name in names or ["-"]:
            with open_bytes(name) as stream:
                number = 1
                while lines := list(islice(stream, ROWS)):
                    place = f"{shown(name)}:{number}"
                    yield place, self._columns(lines, place)
                    number += len(lines)

    def _columns(self, lines, place):
        size = self._fields.itemsize
        texts = [line[size:].rstrip(b"\n") for line in lines]
        data = b"".join([line[:size] for line in lines])
        if len(data) != size * len(lines) or (not self.has_text and any(texts)):
            raise Unusable(f"{place}: this line or a later one lacks the columns of this table")
        rows = np.frombuffer(data, self._fields)
        ends = {name: ord("\t") for name in self.widths}
        if not self.has_text:
            ends[name := next(reversed(ends))] = ord("\n")
        columns = {"text": texts}
        try:
            for name, width in self.widths.items():
                if (rows[f"-{name}"] != ends[name]).any():
                    raise ValueError
                columns[name] = (_from_base64(rows[name]) if width == SKETCH else
                                 _from_hexadecimal(rows[name]))
        except ValueError:
            raise Unusable(f"{place}: this, or a line below, is damaged") from None
        return columns


def _hexadecimal(numbers, width):
    shifts = np.arange(4 * width - 4, -1, -4).astype(np.uint64)
    return HEX[(np.asarray(numbers, np.uint64)[:, None] >> shifts) & np.uint64(15)]


def _from_hexadecimal(digits):
    values = VALUES[digits]
    if (values > 15).any():
        raise ValueError
    out = np.zeros(len(digits), np.uint64)
    for column in values.T:
        out = out << np.uint64(4) | column
    return out


def _base64(sketches):
    data = base64.b64encode(np.ascontiguousarray(sketches).tobytes())
    return np.frombuffer(data, np.uint8).reshape(-1, DIGITS)


def _from_base64(digits):
    data = base64.b64decode(np.ascontiguousarray(digits).tobytes(), validate=True)
    return np.frombuffer(data, np.uint8).reshape(-1, PLACES + PADDING)
