"""Parquet: the rows of a file as lines of JSON, a batch at a time."""
import base64
import datetime
import decimal
import math

from ..edge.files import Unreadable
from ..edge.jsonlines import encode

ROWS = 64                # made at a time; a row can be a page
BUFFER = 1 << 20         # bytes read at a time of a column


class ParquetLines:
    """A stream of lines of JSON, one for each row of a Parquet file.

    Bytes that are UTF-8 become text; others base64, under the column's name with _b64 appended.
    Raises:  Unreadable without the pyarrow package, and where the file is no Parquet or breaks off.
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
                    yield encode(_object(row))
        except (self._errors, OSError) as error:
            why = " ".join(str(error).split())
            raise Unreadable(self._name, f"broken Parquet ({why})") from None


def _object(row):
    out = {}
    for key, value in row.items():
        if isinstance(value, bytes):
            name, value = _text(value)
            key += name
        out[key] = _plain(value)
    return out


def _text(data):
    """Return ("", the text of bytes) or, where they are not UTF-8, ("_b64", their base64)."""
    try:
        return "", data.decode()
    except UnicodeDecodeError:
        return "_b64", base64.b64encode(data).decode()


def _plain(value):
    """Return a value as JSON has it."""
    if isinstance(value, dict):
        return _object(value)
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, bytes):
        return _text(value)[1]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if isinstance(value, decimal.Decimal):
        return str(value)
    return value
