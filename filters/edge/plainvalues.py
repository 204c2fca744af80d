"""Values of Python and of tables as JSON has them."""
import base64
import datetime
import decimal
import math
from typing import Any

SIMPLE = {str, int, bool, type(None)}
OWN = {"segments", "elements"}       # which filters write, as JSON has them


def plain_object(row: dict[str, Any]) -> dict[str, Any]:
    """Return an object whose fields are values of JSON; those that it has nothing for stay.

    NaN, infinity and NaT become None, dates and times ISO 8601, numbers and arrays of numpy those
    of Python, sets and tuples lists. Bytes that are UTF-8 become text; others base64, under their
    name with _b64 appended.

    >>> plain_object({"id": "a", "page": b"<p>", "raw": b"\\xff", "metadata": {"f": math.nan}})
    {'id': 'a', 'page': '<p>', 'raw_b64': '/w==', 'metadata': {'f': None}}
    >>> plain_object({"seen": datetime.date(2024, 5, 1)})
    {'seen': '2024-05-01'}
    """
    out = {}
    for key, value in row.items():
        if type(value) in SIMPLE or key in OWN:
            out[key] = value
        elif isinstance(value, bytes):
            more, text = _text(value)
            out[f"{key}{more}"] = text
        else:
            out[key] = _plain(value)
    return out


def _text(data):
    """Return ("", the text of bytes) or, where they are not UTF-8, ("_b64", their base64)."""
    try:
        return "", data.decode()
    except UnicodeDecodeError:
        return "_b64", base64.b64encode(data).decode()


def _plain(value):
    if isinstance(value, dict):
        return plain_object(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(one) for one in value]
    if isinstance(value, bytes):
        return _text(value)[1]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if hasattr(value, "isoformat"):
        # NaT of pandas has no date
        return value.isoformat().replace("+00:00", "Z") if value == value else None
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if isinstance(value, decimal.Decimal):
        return str(value)
    if hasattr(value, "dtype"):
        return _plain(value.tolist())
    return value
