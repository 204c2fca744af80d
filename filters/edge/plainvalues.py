"""Values of Python and of tables as values of JSON."""
import base64
import datetime
import math
from typing import Any

SIMPLE = {str, int, bool, type(None)}
BYTES = (bytes, bytearray, memoryview)
MISSING = {"NAType", "NaTType"}      # of pandas
SWITCHES = b"\x1b$"     # to two bytes a character, in ISO-2022-JP, whose bytes are all ASCII
DECIMAL = "Decimal"      # by name: to import decimal takes longer than all that is here


def plain_object(row: dict[str, Any], own: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Return an object whose fields are values of JSON; those that it has nothing for stay.

    NaN, infinity, NaT and NA become None, dates and times ISO 8601, stretches of time seconds,
    numbers and arrays of numpy those of Python, sets and tuples lists. Bytes that are UTF-8 become
    text; others, those of ISO-2022-JP too, base64, under their name with _b64 appended. Of any
    other type they become str().
    own: fields that are not looked at if they are lists: filters write them, as JSON has them.

    >>> plain_object({"id": "a", "page": b"<p>", "raw": b"\\xff", "metadata": {"f": math.nan}})
    {'id': 'a', 'page': '<p>', 'raw_b64': '/w==', 'metadata': {'f': None}}
    >>> plain_object({"seen": datetime.date(2024, 5, 1)})
    {'seen': '2024-05-01'}
    """
    out = {}
    for key, value in row.items():
        if type(value) in SIMPLE or (key in own and isinstance(value, list)):
            out[key] = value
        elif isinstance(value, BYTES):
            more, text = _text(bytes(value))
            out[f"{key}{more}"] = text
        else:
            out[key] = _plain(value)
    return out


def _text(data):
    """Return ("", the text of bytes) or, where they are not UTF-8, ("_b64", their base64)."""
    if SWITCHES not in data:
        try:
            return "", data.decode()
        except UnicodeDecodeError:
            pass
    return "_b64", base64.b64encode(data).decode()


def _plain(value):
    if isinstance(value, dict):
        return plain_object(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(part) for part in value]
    if isinstance(value, BYTES):
        return _text(bytes(value))[1]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if type(value).__name__ in MISSING:
        return None
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if hasattr(value, "isoformat"):
        return value.isoformat().replace("+00:00", "Z")
    if type(value).__name__ == DECIMAL:
        return str(value)
    if hasattr(value, "dtype"):
        if value.dtype.kind in "mM":             # nanoseconds would become whole numbers
            value = value.astype(f"{value.dtype.str[1:3]}[us]")
        return _plain(value.tolist())
    return value if isinstance(value, (str, int, type(None))) else str(value)
