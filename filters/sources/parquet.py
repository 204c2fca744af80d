"""Parquet: the rows of a file as lines of JSON, a batch at a time.

pyarrow decompresses a page as a whole; asked for the sizes of pages, it ends the process where a
damaged file states impossible ones. So they are read here, as the file states them.

Source:  github.com/apache/parquet-format, parquet.thrift, in Thrift's compact protocol.
"""
from itertools import chain
from typing import NamedTuple

from ..edge.bytestreams import LONGEST_LINE
from ..edge.console import needs, plural
from ..edge.jsonlines import encode, plain_object
from ..errors import BadRecord, Unreadable, kept
from .archives import is_index

ROWS = 64                # made at a time at most; a row can be a page
MOST_BYTES = 64 << 20    # of them, about
# Of pages of Parquet, one of each column, decompressed: pyarrow writes 1,024 rows into one
LARGEST_PAGES = 256 << 20
BUFFER = 1 << 20         # bytes read at a time of a column
# What values of damaged data raise when they are made: text, dates, time zones that are none
NO_VALUE = (ValueError, ArithmeticError, LookupError, TypeError, BadRecord)

LARGEST_FOOTER = 1 << 25     # bytes; 1,000 columns in 200 row groups have so many
HEADERS = 1 << 12, 1 << 16, 1 << 24      # bytes read: one that holds two values may be long
MOST_PAGES = 100_000     # of a column in a row group; a page has some 1 MB
DEEPEST = 32
ENDING = 8               # bytes: the footer's length, and PAR1
STOP, TRUE, FALSE, BYTE, DOUBLE, BINARY, LIST, SET, STRUCT = 0, 1, 2, 3, 7, 8, 9, 10, 12
NUMBERS = {4, 5, 6}      # of 16, 32 and 64 bits


class TooLarge(ValueError):
    """A row, or a page of Parquet, that takes too much memory."""


class ParquetLines:
    """A stream of lines of JSON, one for each row of a Parquet file.

    Bytes that are UTF-8 become text; others base64, under the column's name with _b64 appended.
    Where data is damaged or too large, the rows after it are read as far as possible, and the last
    readline raises Unreadable.
    Raises:  Unreadable without the pyarrow package, and for a file that is truncated or not
             Parquet.
    Memory:  ROWS rows or MOST_BYTES, and three times the largest page of each column, together at
             most LARGEST_PAGES.
    """

    def __init__(self, name, file):
        self._name, self._file = name, file
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise Unreadable(name, needs("Parquet", "parquet")) from None
        self._damage = (pyarrow.ArrowException, OSError, *NO_VALUE)
        self._lost, self._why = 0, None
        self._lines = self._read(pyarrow.parquet.ParquetFile)

    def readline(self, size=-1):
        """Return the next line, b"" at the end; lines are not truncated to `size`."""
        return next(self._lines, b"")

    def are_index(self):
        """Return whether the rows are those of an index; none is read for good."""
        first = self.readline()
        self._lines = chain([first], self._lines)
        return is_index(first)

    def close(self):
        self._file.close()

    def _read(self, opened):
        try:
            file = opened(self._file, buffer_size=BUFFER, pre_buffer=False)
            groups = row_groups(self._file)
            if len(groups) != file.num_row_groups:
                raise ValueError("its row groups cannot be counted")
        except self._damage as error:
            raise Unreadable(self._name, f"broken Parquet ({_words(error)})") from None
        for group, columns in enumerate(groups):
            yield from self._rows(file, group, columns)
        if self._why:
            what = "Parquet" if isinstance(self._why, TooLarge) else "broken Parquet"
            raise Unreadable(self._name, f"{what}, {plural(self._lost, 'row')} lost "
                                         f"({_words(self._why)})")

    def _rows(self, file, group, columns):
        """Yield the lines of a row group, up to where it is damaged; count the rows lost."""
        left = 0
        try:
            left = file.metadata.row_group(group).num_rows
            at_once = self._rows_at_once(left, columns)
            for batch in file.iter_batches(at_once, row_groups=[group], use_threads=False):
                for row in range(batch.num_rows):
                    line = self._line(batch.slice(row, 1))
                    left -= 1
                    if line:
                        yield line
        except self._damage as error:
            self._lose(max(0, left), error)

    def _rows_at_once(self, rows, columns):
        """Return how many rows of a group are made at a time, by the sizes that the file states.

        Each row may have the whole dictionary of a column, if all have the same value.
        Raises:  TooLarge.
        """
        of_a_row, pages = 1, 0
        for column in columns:
            mean = column.size // max(1, rows)
            if mean > LONGEST_LINE:
                raise TooLarge(f"rows of {mean >> 20} MB, over {LONGEST_LINE >> 20} MB")
            dictionary, largest = page_sizes(self._file, column)
            of_a_row += max(mean, dictionary)
            pages += largest
        if pages > LARGEST_PAGES:
            raise TooLarge(f"pages of {pages >> 20} MB, over {LARGEST_PAGES >> 20} MB: write it "
                           "with fewer rows in a group")
        return max(1, min(ROWS, MOST_BYTES // of_a_row))

    def _line(self, row):
        """Return the line of a row, or None where a value of it cannot be made."""
        try:
            if row.nbytes > LONGEST_LINE:
                raise TooLarge(f"a row of {row.nbytes >> 20} MB, over {LONGEST_LINE >> 20} MB")
            return encode(plain_object(row.to_pylist()[0]))
        except self._damage as error:
            return self._lose(1, error)

    def _lose(self, rows, error):
        self._lost += rows
        self._why = self._why or kept(error)


def _words(error):
    return " ".join(str(error).split())


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
    return [[Column(about[6], about[7], about[9], about.get(11))
             for _ in values.only(1, LIST) for _ in values.items() for _ in values.only(3, STRUCT)
             for about in [values.numbers([6, 7, 9])]]
            for _ in values.only(4, LIST) for _ in values.items()]


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
        except IndexError:               # the header is longer
            continue
        if min(about[2], about[3]) < 0:
            raise ValueError("a page of a negative size")
        return about[2], about[3], values.at
    raise ValueError("a page whose header has no end")


class Values:
    """Values of Thrift's compact protocol; `at` is the place reached in the data.

    Each field that is met must be read before the next one.
    Raises:  IndexError where the data ends, ValueError for what is no value.
    """

    def __init__(self, data):
        self.at, self._data = 0, data

    def fields(self):
        """Yield (number, kind) of each field of a struct."""
        number = 0
        while (head := self._byte()) & 15 != STOP:
            number = number + (head >> 4) if head >> 4 else self.read(4)
            yield number, head & 15

    def only(self, wanted, kind):
        """Yield at the field of a struct with this number and kind, which is to be read then."""
        for number, its_kind in self.fields():
            if number == wanted and its_kind == kind:
                yield
            else:
                self.read(its_kind)

    def items(self):
        """Yield the kind of each item of a list."""
        head = self._byte()
        for _ in range(head >> 4 if head >> 4 < 15 else self._varint()):
            yield head & 15

    def numbers(self, required):
        """Return {number of a field: its value} of a struct's whole numbers."""
        values = {number: value for number, kind in self.fields()
                  if (value := self.read(kind)) is not None}
        if not values.keys() >= set(required):
            raise ValueError("a size is absent")
        return values

    def read(self, kind, depth=0):
        """Return a whole number, None for any other value, which is passed over."""
        if depth > DEEPEST:
            raise ValueError("nested too deeply")
        if kind in NUMBERS:
            value = self._varint()
            return value >> 1 ^ -(value & 1)
        if kind == STRUCT:
            for _, inner in self.fields():
                self.read(inner, depth + 1)
        elif kind in (LIST, SET):
            for inner in self.items():
                self.read(BYTE if inner in (TRUE, FALSE) else inner, depth + 1)
        elif kind == BINARY:
            size = self._varint()
            self.at += size
        elif kind in (BYTE, DOUBLE):
            self.at += 1 if kind == BYTE else 8
        elif kind not in (TRUE, FALSE):
            raise ValueError("a value of no known kind")
        return None

    def _varint(self):
        value = shift = 0
        while (byte := self._byte()) & 128:
            value |= (byte & 127) << shift
            shift += 7
            if shift > 63:
                raise ValueError("a number of over 64 bits")
        return value | byte << shift

    def _byte(self):
        self.at += 1
        return self._data[self.at - 1]
