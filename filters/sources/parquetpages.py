"""The sizes of a Parquet file's columns and pages, as it states them, before pyarrow reads it.

pyarrow decompresses a page as a whole; asked for these sizes, it ends the process where a damaged
file states impossible ones.

Source:  github.com/apache/parquet-format, parquet.thrift, in Thrift's compact protocol.
"""
from typing import NamedTuple

LARGEST_FOOTER = 1 << 25     # bytes; 1,000 columns in 200 row groups have so many
HEADERS = 1 << 12, 1 << 16, 1 << 24      # bytes read: one that holds two values may be long
MOST_PAGES = 100_000     # of a column in a row group; a page has some 1 MB
DEEPEST = 32
ENDING = 8               # bytes: the footer's length, and PAR1

STOP, TRUE, FALSE, BYTE, DOUBLE, BINARY, LIST, SET, STRUCT = 0, 1, 2, 3, 7, 8, 9, 10, 12
NUMBERS = {4, 5, 6}      # of 16, 32 and 64 bits


class Column(NamedTuple):
    """A column of a row group: its bytes, decompressed and not, and where its pages are."""

    size: int
    compressed: int
    data_at: int
    dictionary_at: int | None


def row_groups(file):
    """Return a list of Columns for each row group of a file, a stream that can be sought.

    Raises:  ValueError or LookupError for a damaged footer.
    """
    file.seek(-ENDING, 2)
    length = int.from_bytes(file.read(4), "little")
    if length > LARGEST_FOOTER:
        raise ValueError(f"a footer of {length >> 20} MB, over {LARGEST_FOOTER >> 20} MB")
    file.seek(-ENDING - length, 2)
    values = Values(file.read(length))
    return [[_column(values.numbers([6, 7, 9]))
             for _ in values.only(1, LIST) for _ in values.items() for _ in values.only(3, STRUCT)]
            for _ in values.only(4, LIST) for _ in values.items()]


def _column(about):
    """Return the Column of a column chunk, by the numbers of its fields."""
    return Column(about[6], about[7], about[9], about.get(11))


def page_sizes(file, column):
    """Return (bytes of the dictionary, those of the largest page) of a Column, decompressed.

    Raises:  ValueError or LookupError for damaged headers.
    """
    at, pages = min(column.data_at, column.dictionary_at or column.data_at), 0
    end = at + column.compressed
    dictionary = largest = 0
    while at < end:
        pages += 1
        if pages > MOST_PAGES:
            raise ValueError(f"over {MOST_PAGES} pages")
        size, compressed, length = _header(file, at)
        if at < column.data_at:
            dictionary = max(dictionary, size)
        largest = max(largest, size)
        at += length + compressed
    return dictionary, largest


def _header(file, at):
    """Return (size of a page, the same compressed, length of its header)."""
    for longest in HEADERS:
        file.seek(at)
        values = Values(file.read(longest))
        try:
            about = values.numbers([2, 3])
            break
        except IndexError:               # the header is longer
            continue
    else:
        raise ValueError("a page whose header has no end")
    if min(about[2], about[3]) < 0:
        raise ValueError("a page of a negative size")
    return about[2], about[3], values.at


class Values:
    """Values of Thrift's compact protocol; `at` is the place reached in the data.

    Each field that is met must be read or skipped before the next one.
    Raises:  IndexError where the data ends, ValueError for what is no value.
    """

    def __init__(self, data):
        self.at, self._data = 0, data

    def fields(self):
        """Yield (number, kind) of each field of a struct."""
        number = 0
        while (head := self._byte()) & 15 != STOP:
            number = number + (head >> 4) if head >> 4 else self.number()
            yield number, head & 15

    def only(self, wanted, kind):
        """Yield at the field of a struct with this number and kind, which is to be read then."""
        for number, its_kind in self.fields():
            if number == wanted and its_kind == kind:
                yield
            else:
                self.skip(its_kind)

    def items(self):
        """Yield the kind of each item of a list."""
        head = self._byte()
        size = head >> 4 if head >> 4 < 15 else self._varint()
        for _ in range(size):
            yield head & 15

    def numbers(self, required):
        """Return {number of a field: its value} of a struct's whole numbers."""
        values = {}
        for number, kind in self.fields():
            if kind in NUMBERS:
                values[number] = self.number()
            else:
                self.skip(kind)
        if not values.keys() >= set(required):
            raise ValueError("a size is absent")
        return values

    def number(self):
        """Return a whole number."""
        value = self._varint()
        return value >> 1 ^ -(value & 1)

    def skip(self, kind, depth=0):
        """Pass over a value."""
        if depth > DEEPEST:
            raise ValueError("nested too deeply")
        if kind == STRUCT:
            for _, inner in self.fields():
                self.skip(inner, depth + 1)
        elif kind in (LIST, SET):
            for inner in self.items():
                self.skip(BYTE if inner in (TRUE, FALSE) else inner, depth + 1)
        elif kind == BINARY:
            size = self._varint()
            self.at += size
        elif kind in NUMBERS:
            self._varint()
        elif kind in (BYTE, DOUBLE):
            self.at += 1 if kind == BYTE else 8
        elif kind not in (TRUE, FALSE):
            raise ValueError("a value of no known kind")

    def _varint(self):
        value = shift = 0
        while (byte := self._byte()) & 128:
            value |= (byte & 127) << shift
            shift += 7
            if shift > 63:
                raise ValueError("a number of over 64 bits")
        return value | byte << shift

    def _byte(self):
        byte = self._data[self.at]
        self.at += 1
        return byte
