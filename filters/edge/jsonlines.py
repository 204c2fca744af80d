"""From a line of JSON to a record, and back: the same records with and without orjson.

They may spell a number in two ways: 1e-05 and 0.00001.
"""
import gc
import json
import math
from contextlib import contextmanager

from ..errors import BadRecord
from ..lazypattern import LazyPattern
from ..record import Record, as_line, object_of, with_note
from .plainvalues import plain_object

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
    if len(line) <= LONG_LINE:
        return _decoded(line)
    with _uncollected():
        return _decoded(line)


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


@contextmanager
def _uncollected():
    """A context in which the garbage collector rests."""
    rests = gc.isenabled()
    if rests:
        gc.disable()
    try:
        yield
    finally:
        if rests:
            gc.enable()


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
