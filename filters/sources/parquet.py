"""Parquet: the rows of a file as lines of JSON, a batch at a time."""
from ..edge.jsonlines import encode
from ..edge.plainvalues import plain_object
from ..errors import Unreadable

ROWS = 64                # made at a time; a row can be a page
BUFFER = 1 << 20         # bytes read at a time of a column


class ParquetLines:
    """A stream of lines of JSON, one for each row of a Parquet file.

    Bytes that are UTF-8 become text; others base64, under the column's name with _b64 appended.
    Raises:  Unreadable without the pyarrow package, and for a file that is cut off or not Parquet.
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
        self._errors = pyarrow.ArrowException
        self._file = file
        self._lines = self._read(pyarrow.parquet.ParquetFile)

    def readline(self, size=-1):
        """Return the next line, b"" at the end; lines are not cut at `size`."""
        return next(self._lines, b"")

    def close(self):
        self._file.close()

    def _read(self, opened):
        try:
            file = opened(self._file, buffer_size=BUFFER, pre_buffer=False)
            for batch in file.iter_batches(ROWS, use_threads=False):
                for row in batch.to_pylist():
                    yield encode(plain_object(row))
        except (self._errors, OSError) as error:
            why = " ".join(str(error).split())
            raise Unreadable(self._name, f"broken Parquet ({why})") from None
