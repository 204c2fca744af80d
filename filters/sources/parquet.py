"""Parquet: the rows of a file as lines of JSON, a batch at a time."""
from itertools import chain

from ..edge.bytestreams import LONGEST_LINE
from ..edge.jsonlines import encode
from ..edge.plainvalues import plain_object
from ..errors import BadRecord, Unreadable, kept
from ..wording import needs, plural
from .indexes import is_index
from .parquetpages import page_sizes, row_groups

ROWS = 64                # made at a time at most; a row can be a page
MOST_BYTES = 64 << 20    # of them, about
# Of pages of Parquet, one of each column, decompressed: pyarrow writes 1,024 rows into one
LARGEST_PAGES = 256 << 20
BUFFER = 1 << 20         # bytes read at a time of a column
# What values of damaged data raise when they are made: text, dates, time zones that are none
NO_VALUE = (ValueError, ArithmeticError, LookupError, TypeError, BadRecord)


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
        self._name = name
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise Unreadable(name, needs("Parquet", "parquet")) from None
        self._damage = (pyarrow.ArrowException, OSError, *NO_VALUE)
        self._file = file
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
            self._lost += max(0, left)
            self._why = self._why or kept(error)

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
            self._lost += 1
            self._why = self._why or kept(error)
            return None


def _words(error):
    return " ".join(str(error).split())
