"""Parquet: the rows of a file as lines of JSON, a batch at a time."""
from ..edge.jsonlines import encode
from ..edge.plainvalues import plain_object
from ..errors import BadRecord, Unreadable, kept
from ..wording import plural

ROWS = 64                # made at a time; a row can be a page
BUFFER = 1 << 20         # bytes read at a time of a column
# What values of damaged data raise when they are made: text, dates, time zones that are none
NO_VALUE = (ValueError, ArithmeticError, LookupError, TypeError, BadRecord)


class ParquetLines:
    """A stream of lines of JSON, one for each row of a Parquet file.

    Bytes that are UTF-8 become text; others base64, under the column's name with _b64 appended.
    Where data is damaged, the rows after it are read as far as possible, and the last readline
    raises Unreadable.
    Raises:  Unreadable without the pyarrow package, and for a file that is truncated or not
             Parquet.
    Memory:  ROWS rows, and a page of each column.
    """

    def __init__(self, name, file):
        self._name = name
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise Unreadable(name, "Parquet needs one more package: "
                                   "pip install 'scutch[parquet]'") from None
        self._damage = (pyarrow.ArrowException, OSError, *NO_VALUE)
        self._file = file
        self._lost, self._why = 0, None
        self._lines = self._read(pyarrow.parquet.ParquetFile)

    def readline(self, size=-1):
        """Return the next line, b"" at the end; lines are not truncated to `size`."""
        return next(self._lines, b"")

    def close(self):
        self._file.close()

    def _read(self, opened):
        try:
            file = opened(self._file, buffer_size=BUFFER, pre_buffer=False)
            groups = range(file.num_row_groups)
        except self._damage as error:
            raise Unreadable(self._name, f"broken Parquet ({_words(error)})") from None
        for group in groups:
            yield from self._rows(file, group)
        if self._why:
            raise Unreadable(self._name, f"broken Parquet, {plural(self._lost, 'row')} lost "
                                         f"({_words(self._why)})")

    def _rows(self, file, group):
        """Yield the lines of a row group, up to where it is damaged; count the rows lost."""
        left = 0
        try:
            left = file.metadata.row_group(group).num_rows
            for batch in file.iter_batches(ROWS, row_groups=[group], use_threads=False):
                for row in range(batch.num_rows):
                    line = self._line(batch.slice(row, 1))
                    left -= 1
                    if line:
                        yield line
        except self._damage as error:
            self._lost += max(0, left)
            self._why = self._why or kept(error)

    def _line(self, row):
        """Return the line of a row, or None where a value of it cannot be made."""
        try:
            return encode(plain_object(row.to_pylist()[0]))
        except self._damage as error:
            self._lost += 1
            self._why = self._why or kept(error)
            return None


def _words(error):
    return " ".join(str(error).split())
