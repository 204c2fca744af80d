"""From a line of JSON to a record, and back: the same with and without orjson."""
import gc
import json
import math
from contextlib import contextmanager
from typing import Any

from ..errors import BadRecord
from ..lazypattern import LazyPattern
from ..record import Elements, Record, as_line

try:
    import orjson
except ImportError:      # the same bytes without it, a little later
    orjson = None    # type: ignore[assignment]

# Numbers that json and orjson treat differently have an exponent, 17 digits or more, or are under
# a ten-thousandth. The shape of a line has 0 for digits, points and minus signs, a comma for what
# may come before a number, e for e and E, and x for all else.
SHAPES = bytes(ord("0") if chr(i) in "0123456789.-" else ord(",") if chr(i) in ":[, \t" else
               ord("e") if chr(i) in "eE" else ord("x") for i in range(256))
DELICATE = LazyPattern(rb",(?:0+e|0{17})")
# Most lines have neither of these, and are not searched
LONG = b"0" * 17
EXPONENTS = bytes(ord("0") if chr(i) in "0123456789" else ord("-") if chr(i) in "+-" else
                  ord("e") if chr(i) in "eE" else ord("x") for i in range(256))
TINY = LazyPattern(rb"0\.0000(?<=[:,\[\- \t]0\.0000)")
# In a string that holds UTF-8, backslashreplace turns a lone surrogate into its JSON escape.
SURROGATES = "backslashreplace"
# Values of a longer line are not looked at one by one, and make no work for the garbage collector:
# they hold no cycles.
MOST_WALKED = 10_000
PLAIN = {str, int, bool, type(None)}     # of values without a part or a decimal
LONG_LINE = 1 << 20      # bytes
MOST_FIELDS = 500_000    # of a record: each filter of a chain copies them
# What JSON takes in memory, in bytes: by each of these characters outside of strings, roughly
MEMORY = {b"[": 72, b"{": 72, b":": 100, b",": 32, b'"': 32}
MOST_MEMORY = 400 << 20
MAYBE_TOO_MUCH = MOST_MEMORY // max(MEMORY.values())     # bytes of a line
MOST_QUOTES = 2_000_000  # of a line whose strings, a page among them, are taken out
STRING = LazyPattern(rb'"[^"]*"?')
# Levels of nesting that orjson writes. It reads more of them than json, which decides on all that
# is nested more deeply, so that it is refused alike.
WRITABLE = 253


def _no_constant(name):
    raise ValueError(f"{name} is not JSON")


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
    record = walked = None
    if orjson:
        try:
            record = orjson.loads(line)
            if _is_plain(record):
                return record
            walked = None if _is_segmented(record) else _floats_and_depth(record)
            if walked is None and line.count(b"[") + line.count(b"{") > WRITABLE:
                orjson.dumps(record)
        except (ValueError, TypeError):
            record = None
    if record is None or _delicate(line, walked):
        record = None                # it may be large
        try:
            record = json.loads(line.decode("utf-8-sig"), parse_constant=_no_constant,
                                parse_float=_finite)
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


def _delicate(line, walked):
    """Return whether a line may hold numbers that need json.

    walked:  _floats_and_depth of its record: orjson makes a float of each such number.
             None for a record with segments, which has thousands of values: its line is searched
             instead, as is that of any large record.
    """
    if walked:
        floats, is_deep = walked
        return is_deep or any(map(_is_delicate, floats))
    shape = line.translate(SHAPES)
    exponents = line.translate(EXPONENTS)
    if LONG in shape or b"0e0" in exponents or b"0e-" in exponents:
        if DELICATE.search(shape):
            return True
    return b"0.0000" in line and TINY.search(line) is not None


def _is_delicate(number):
    """Return whether a float is of those, or of a whole number of over 64 bits.

    >>> [_is_delicate(number) for number in (0.9812, -0.0, 1e-5, 1e16, 0.1 + 0.2)]
    [False, False, True, True, True]
    """
    digits = repr(number)
    return "e" in digits or len(digits) >= len(LONG)


def _is_plain(value):
    """Return whether a value is an object without a part or a decimal, as most of plain text."""
    return (type(value) is dict and len(value) <= MOST_FIELDS
            and PLAIN.issuperset(map(type, value.values())))


def _is_segmented(value):
    return isinstance(value, dict) and "segments" in value


def _own_floats_and_depth(record):
    """Return _floats_and_depth of a record, None with segments that may hold any numbers."""
    if not _is_segmented(record):
        return _floats_and_depth(record)
    if getattr(record["segments"], "whole", False) and type(record.get("elements")) is Elements:
        return _floats_and_depth({key: field for key, field in record.items()
                                  if key not in ("segments", "elements")})
    return None


def holds_float(value: Any) -> bool:
    """Return whether a value may hold a float, or be nested more deeply than orjson writes."""
    if _is_plain(value):
        return False
    walked = _floats_and_depth(value)
    return not walked or any(walked)


def _floats_and_depth(value):
    """Return (the floats in a value, whether it is nested more deeply than orjson writes), or None
    where it has over MOST_WALKED parts.
    """
    level: list[Any] = [value]
    floats: list[float] = []
    for _ in range(WRITABLE):
        inside: list[Any] = []
        if not PLAIN.issuperset(map(type, level)):
            for part in level:
                if isinstance(part, dict):
                    inside += part.values()
                elif isinstance(part, list):
                    inside += part
                elif isinstance(part, float):
                    floats.append(part)
        if not inside:
            return floats, False
        if len(inside) > MOST_WALKED:
            return None
        level = inside
    return floats, any(isinstance(part, (dict, list, float)) for part in level)


def encode(record: Record) -> bytes:
    """Return the record's line, newline included: the same bytes with and without orjson.

    Lines of whole pages in columns are written by filters/columns/encodedlines.py.

    Raises:  BadRecord where it is nested more deeply than can be written.
    """
    if orjson:
        try:
            line = orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)
        except TypeError:            # lone surrogates, integers over 64 bits, deep nesting
            pass
        else:
            if _is_plain(record) or not _delicate(line, _own_floats_and_depth(record)):
                return line
    try:
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except RecursionError:
        raise BadRecord("nested too deeply", "nested") from None
    return text.encode("utf-8", SURROGATES) + b"\n"
