"""From a line of JSON to a record, and back: the same records with and without orjson.

They may spell a number in two ways: 1e-05 and 0.00001. Values of Python and of tables become those
of JSON.
"""
import base64
import datetime
import gc
import json
import math
from typing import Any

from ..errors import BadRecord
from ..lazypattern import LazyPattern
from ..record import Record, as_line, object_of, with_note

try:
    import orjson
except ImportError:      # the same records without it, a little later
    orjson = None    # type: ignore[assignment]

# The shape of a line has 0 for digits and minus, a comma for what may come before a number, and
# x for all else. A whole number of over 64 bits has 20 of the first.
SHAPES = bytes(ord("0") if chr(i) in "0123456789-" else ord(",") if chr(i) in ":[, \t\r\n" else
               ord("x") for i in range(256))
LONG = b"," + b"0" * 20
# In a string that holds UTF-8, backslashreplace turns a lone surrogate into its JSON escape.
SURROGATES = "backslashreplace"
# Values of a longer line make no work for the garbage collector: they hold no cycles.
LONG_LINE = 1 << 20      # bytes
MOST_FIELDS = 500_000    # of a record: each filter of a chain copies them
# What JSON takes in memory, in bytes: by each of these characters outside of strings, roughly
MEMORY = {b"[": 72, b"{": 72, b":": 100, b",": 32, b'"': 32}
MOST_MEMORY = 400 << 20
MAYBE_TOO_MUCH = MOST_MEMORY // max(MEMORY.values())     # bytes of a line
MOST_QUOTES = 2_000_000  # of a line whose strings, a page among them, are taken out
STRING = LazyPattern(rb'"[^"]*"?')

SIMPLE = {str, int, bool, type(None)}
BYTES = (bytes, bytearray, memoryview)
MISSING = {"NAType", "NaTType"}      # of pandas
SWITCHES = b"\x1b$"     # to two bytes a character, in ISO-2022-JP, whose bytes are all ASCII
DECIMAL = "Decimal"      # by name: to import decimal takes longer than all that is here


def _finite(digits):
    number = float(digits)
    if math.isinf(number):           # 1e999 is JSON, but could not be written again
        raise ValueError(f"{digits[:20]} is beyond a double")
    return number


def decode(line: bytes) -> Record:
    """Return the object on one line.

    Raises:  BadRecord, code "bad_line", with a record that holds the line as it was; "too_large"
             where its values would take over MOST_MEMORY: [[],[],... does from some 10 MB on.
    """
    if len(line) > MAYBE_TOO_MUCH and _memory(line) > MOST_MEMORY:
        raise BadRecord(f"its JSON values would take over {MOST_MEMORY >> 20} MB of memory",
                        "too_large", as_line(line))
    rests = len(line) > LONG_LINE and gc.isenabled()
    if rests:
        gc.disable()
    try:
        return _decoded(line)
    finally:
        if rests:
            gc.enable()


def _decoded(line):
    record = _by_orjson(line) if orjson else None
    if record is None:
        try:
            lost = []            # NaN and the like, null in the record
            record = json.loads(line.decode("utf-8-sig"), parse_constant=lost.append,
                                parse_float=_finite)
            if lost and isinstance(record, dict) and isinstance(record.get("doc") or {}, dict):
                record["doc"] = with_note(object_of(record, "doc"), f"{lost[0]} was read as null")
        except UnicodeDecodeError as error:
            raise BadRecord(f"not UTF-8 at byte {error.start + 1}: one JSON object in UTF-8 is "
                            "required", "bad_line", as_line(line)) from None
        except RecursionError:
            raise BadRecord("nested too deeply", "bad_line", as_line(line)) from None
        except ValueError as error:
            raise BadRecord(_no_json(line, error), "bad_line", as_line(line)) from None
    if not isinstance(record, dict):
        raise BadRecord("a JSON object is required, this is another JSON value", "bad_line",
                        as_line(line))
    if len(record) > MOST_FIELDS:
        raise BadRecord(f"a record of over {MOST_FIELDS} fields", "too_large", as_line(line))
    return record


def _by_orjson(line):
    """Return the value of a line, None where json decides.

    Of whole numbers over 64 bits orjson makes floats, and it reads deeper nesting than json.
    """
    try:
        value = orjson.loads(line)
        parts = [part for part in value.values() if type(part) is not str] if isinstance(
            value, dict) else value
        if parts:
            orjson.dumps(parts)          # a TypeError where they are nested too deeply
    except (ValueError, TypeError):
        return None
    return None if parts and LONG in line.translate(SHAPES) else value


def _memory(line):
    """Return about how many bytes the values of a line will take, at least if that is too much."""
    if _cost(line) <= MOST_MEMORY:       # as of most pages, whatever their scripts hold
        return 0
    line = line.replace(b"\\\\", b"").replace(b'\\"', b"")
    if line.count(b'"') <= MOST_QUOTES:
        line = STRING.sub(b'""', line)
    return _cost(line)


def _cost(line):
    return sum(cost * line.count(mark) for mark, cost in MEMORY.items())


def _no_json(line, error):
    if line.lstrip().startswith((b"<", b"WARC/")):
        return "not JSON: scutch-read makes records of pages and archives"
    if line.strip() in (b"{", b"["):
        return "not JSON on one line: jq -c . makes a line of each object, jq -c '.[]' of an array"
    if isinstance(error, json.JSONDecodeError):
        plain = "" if line.lstrip()[:1] in b"{[" else "; --lines reads plain text"
        return f"not JSON ({error.msg} at character {error.pos + 1}){plain}"
    return f"not JSON ({error})"


def encode(record: Record) -> bytes:
    """Return the record's line, newline included; null in place of NaN and infinity.

    Raises:  BadRecord where it is nested more deeply than can be written.
    """
    if orjson:
        try:
            return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)
        except TypeError:            # lone surrogates, integers over 64 bits, deep nesting
            pass
    try:
        try:
            text = _written(record)
        except ValueError:           # NaN
            text = _written(plain_object(record))
    except RecursionError:
        raise BadRecord("nested too deeply", "nested") from None
    return text.encode("utf-8", SURROGATES) + b"\n"


def _written(record):
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


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

