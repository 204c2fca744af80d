"""From a line to a record and back, the same values with and without orjson."""
import json
import math
import random
import struct

import pytest

from scutch.filters.edge import jsonlines
from scutch.filters.edge.jsonlines import decode, encode
from scutch.filters.errors import BadRecord
from utils import DATA

pytestmark = pytest.mark.extras

# Lines on which json and orjson differ by themselves
DELICATE = (DATA / "delicate.jsonl").read_bytes().splitlines()

NO_RECORDS = [b"", b"[1]", b"1", b"null", b'"a"', b"{", b'{"a":1}x', b"{'a':1}", b'{"a":1e999}',
              b'{"a":-1e999}', b'{"a":01}',
              b'{"a":1.}', b'{"a":.5}', b'{"a":+1}', b'{"a":"\t"}', b'{"a":"\x00"}', b'{"a":"\\x"}',
              b'{"a":1,}', b'{"a":"\xff"}', b"\xff\xfe{\x00}\x00", b'{"a":"\xed\xa0\x80"}',
              b'{"a":' + b"9" * 400 + b'.5}', b'{"a":' + b"9" * 5000 + b"}",
              b'{"a":"\\ud8"}', b"{} {}", b'{"a":tru}']


@pytest.fixture(params=["orjson", "json"])
def either(request, monkeypatch):
    """Both ways of reading and writing."""
    if request.param == "json":
        monkeypatch.setattr(jsonlines, "orjson", None)
    elif jsonlines.orjson is None:
        pytest.skip("orjson is not installed")


def both(monkeypatch, function, value):
    """Return what the function gives with and without orjson."""
    if jsonlines.orjson is None:
        pytest.skip("orjson is not installed")
    found = []
    for _ in range(2):
        try:
            found.append(function(value))
        except BadRecord as error:
            found.append((error.code, str(error)))
        monkeypatch.setattr(jsonlines, "orjson", None)
    monkeypatch.undo()
    return found


def test_delicate_values_are_read_and_written_alike(monkeypatch):
    for line in DELICATE:
        for one, other in (both(monkeypatch, decode, line),
                           both(monkeypatch, lambda line: json.loads(encode(decode(line))), line)):
            assert repr(one) == repr(other)      # 1 is not 1.0
            if not line.endswith(b"00000000}"):
                assert repr(one) == repr(json.loads(line))


def test_what_is_no_record_is_refused_alike(monkeypatch):
    for line in NO_RECORDS:
        one, other = both(monkeypatch, decode, line)
        assert one == other, line
        assert one[0] == "bad_line", line


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
def test_what_pandas_writes_is_null_with_a_note(either, value):
    line = f'{{"a":[1,{value}],"doc":{{"notes":["x"]}}}}'
    note = f"{value} was read as null"
    assert decode(line.encode()) == {"a": [1, None], "doc": {"notes": ["x", note]}}
    assert decode(f'{{"doc":{value}}}'.encode()) == {"doc": {"notes": [note]}}
    assert decode(f'{{"doc":"x","a":{value}}}'.encode()) == {"doc": "x", "a": None}


def test_a_refused_line_is_kept(either):
    with pytest.raises(BadRecord) as caught:
        decode(b"[1]")
    assert caught.value.record == {"line": "[1]"}
    with pytest.raises(BadRecord) as caught:
        decode(b'{"a":"caf\xe9"}')
    assert caught.value.record == {"line_b64": "eyJhIjoiY2Fm6SJ9"}
    assert "byte 10" in str(caught.value)


def test_a_byte_order_mark_is_passed_over(either):
    assert decode(b'\xef\xbb\xbf{"a":1}') == {"a": 1}


def test_random_values_come_out_alike(monkeypatch):
    """Lines of numbers of every size and strings of every kind of character."""
    rng = random.Random(2007)
    for _ in range(2_000):
        line = json.dumps({"x": [_number(rng) for _ in range(4)], "y": _string(rng)},
                          ensure_ascii=rng.random() < 0.5,
                          separators=rng.choice([(",", ":"), (", ", ": "), (" , ", "  :  ")]))
        line = line.encode("utf-8", "backslashreplace")
        for written in both(monkeypatch, lambda line: encode(decode(line)), line):
            assert repr(json.loads(written)) == repr(json.loads(line))


def _number(rng):
    kind = rng.randrange(4)
    if kind == 0:
        number, = struct.unpack("<d", rng.randbytes(8))
        return number if abs(number) < 1e308 else 0.5           # neither NaN nor infinite
    if kind == 1:
        return rng.choice([-1, 1]) * rng.randrange(10 ** rng.randrange(1, 40))
    if kind == 2:
        return round(rng.random(), rng.randrange(8))
    return rng.random() * 10 ** rng.randrange(-8, 24)


def _string(rng):
    ranges = [(0x20, 0x7E), (0, 0x1F), (0x7F, 0xFF), (0xD7F0, 0xE010), (0x2020, 0x2030),
              (0xFFF0, 0x1000F)]
    return "".join(chr(rng.randint(*rng.choice(ranges))) for _ in range(rng.randrange(12)))


@pytest.mark.parametrize("value", [1, "\ud800", 1 << 70])
def test_numbers_that_are_none_of_json_are_null(either, value):
    record = {"a": math.nan, "b": [{"c": -math.inf}], "d": value}
    assert json.loads(encode(record)) == {"a": None, "b": [{"c": None}], "d": value}


def test_what_json_cannot_write_is_refused(either):
    endless = {"a": math.nan}
    endless["b"] = endless
    with pytest.raises(BadRecord) as caught:
        encode(endless)
    assert caught.value.code == "nested"


@pytest.mark.parametrize("inside", [b"", b'"segments":[],'])
def test_deep_nesting_is_taken_or_refused_alike(monkeypatch, inside):
    for depth in 252, 253, 254, 500, 900, *range(960, 1030), 5000:
        line = b"{%b\"x\":%b%b}" % (inside, b"[" * depth, b"]" * depth)
        one, other = both(monkeypatch, lambda line: encode(decode(line)), line)
        assert one == other, depth
        assert (one == line + b"\n") or one == ("bad_line", "nested too deeply")
        assert depth > 900 or one == line + b"\n"
