"""From a line of JSON to a record, and back: the same with and without orjson."""
import json
import math
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

    Raises:  BadRecord, code "bad_line", with a record that holds the line as it was.
    """
    record = None
    if orjson:
        try:
            record = orjson.loads(line)
            if _is_segmented(record) and line.count(b"[") + line.count(b"{") > WRITABLE:
                orjson.dumps(record)
        except (ValueError, TypeError):
            record = None
    if record is None or _delicate(line, record):
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
    return record


def _no_json(line, error):
    if line.lstrip().startswith((b"<", b"WARC/")):
        return "not JSON: scutch-read makes records of pages and archives"
    if line.strip() in (b"{", b"["):
        return "not JSON on one line: jq -c . makes a line of each object, jq -c '.[]' of an array"
    if isinstance(error, json.JSONDecodeError):
        plain = "" if line.lstrip()[:1] in b"{[" else "; --lines reads plain text"
        return f"not JSON ({error.msg} at character {error.pos + 1}){plain}"
    return f"not JSON ({error})"


def _delicate(line, value):
    """Return whether a line may hold numbers that need json; value is what orjson made of it.

    orjson makes a float of each such number, so a few values are examined one by one. A record
    with segments has thousands, and its line is searched instead.
    """
    if not _is_segmented(value):
        return holds_float(value)
    if getattr(value["segments"], "whole", False) and type(value.get("elements")) is Elements:
        return holds_float({key: one for key, one in value.items()
                             if key not in ("segments", "elements")})
    shape = line.translate(SHAPES)
    exponents = line.translate(EXPONENTS)
    if LONG in shape or b"0e0" in exponents or b"0e-" in exponents:
        if DELICATE.search(shape):
            return True
    return b"0.0000" in line and TINY.search(line) is not None


def _is_segmented(value):
    return isinstance(value, dict) and "segments" in value


def holds_float(value: Any) -> bool:
    """Return whether a value holds a float, or is nested more deeply than orjson writes."""
    level = [value]
    for _ in range(WRITABLE):
        inside = []
        for one in level:
            if isinstance(one, float):
                return True
            if isinstance(one, dict):
                inside += one.values()
            elif isinstance(one, list):
                inside += one
        if not inside:
            return False
        level = inside
    return any(isinstance(one, (dict, list, float)) for one in level)


def encode(record: Record) -> bytes:
    """Return the record's line, newline included: the same bytes with and without orjson.

    Raises:  BadRecord where it is nested more deeply than can be written.
    """
    if orjson:
        try:
            line = orjson.dumps(record)
        except TypeError:            # lone surrogates, integers over 64 bits, deep nesting
            pass
        else:
            if not _delicate(line, record):
                return line + b"\n"
    try:
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except RecursionError:
        raise BadRecord("nested too deeply", "nested") from None
    return text.encode("utf-8", SURROGATES) + b"\n"
