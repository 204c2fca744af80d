"""What holds for every command and any input, tested on generated input with a fixed seed."""
import json
import random
import subprocess
import sys

import pytest

import hostile
from scutch.filters.edge.jsonlines import decode
from scutch.filters.errors import BadRecord
from utils import (
    BIN,
    PAGES,
    RECORDS,
    SAMPLE,
    TOGETHER,
    WHOLE,
    each_reading,
    environment,
    modules,
    needs,
    reading,
    records,
    run,
    stands_for_others,
)

pytestmark = [pytest.mark.slow, pytest.mark.extras]

WORDS = ("wind farm Home | Contact us \u2022 Read more \u00bb caf\u00e9 na\u00efve Stra\u00dfe "
         "1. a) * - \u3002 \u4eca\u65e5\u306f \ud83d \u2028 \x85 \x0b \x00 \x1b[1m "
         "\u200b \ufeff "
         "e\u0301 \u0130 Mr. e.g. 3.14 ... ? ! \" ' ( [ http://a.b/c <b> &amp; "
         "\U0001f600").split(" ")


# Those that write a record for each; others than one of them take long
EACH_OF_RECORDS = [param for param in each_reading() if needs(param.values[0]).kind == RECORDS]


def lines(count, seed):
    """Return generated input: records of every shape, lines that are not JSON, any bytes."""
    rng = random.Random(seed)
    return b"".join(_line(rng).replace(b"\n", b" ") + b"\n" for _ in range(count))


def _line(rng):
    kind = rng.randrange(10)
    if kind == 0:
        return b"x" + rng.randbytes(rng.randrange(60)).replace(b"\r", b"")
    if kind == 1:
        return json.dumps(_value(rng, 3)).encode()
    if kind == 2:
        record = json.dumps(_record(rng)).encode()
        return record[:rng.randrange(1, len(record))]            # cut short
    return json.dumps(_record(rng), ensure_ascii=rng.random() < 0.5).encode(
        "utf-8", "backslashreplace")


def _record(rng):
    """Return an object with some of the fields that filters read, valid and invalid, and others."""
    fields = {
        "html": lambda: next(hostile.strings(1, rng.random())).decode("utf-8", "replace"),
        "text": lambda: _text(rng) if rng.random() < 0.9 else _value(rng, 1),
        "segments": lambda: ([_segment(rng) for _ in range(rng.randrange(6))]
                             if rng.random() < 0.9 else _value(rng, 2)),
        "scorers": lambda: rng.choice([["charlm"], [], _value(rng, 1)]),
        "cuts": lambda: rng.choice([{"charlm": 0.5}, _value(rng, 1)]),
        "midpoints": lambda: rng.choice([{"charlm": 0.7}, _value(rng, 1)]),
        "elements": lambda: rng.choice([[["html", -1, ""], ["p", 0, "a b"]], _value(rng, 2)]),
        "doc": lambda: rng.choice([{}, {"notes": ["x"]}, _value(rng, 1)]),
        "lang": lambda: rng.choice(["en", "de", "xx", _value(rng, 1)]),
        "url": lambda: rng.choice(["https://example.org/a", _value(rng, 1)]),
        "metadata": lambda: _value(rng, 2),
        "errors": lambda: rng.choice([[], [{"code": "old"}], _value(rng, 1)]),
        "id": lambda: rng.choice([_text(rng), rng.randrange(1000), None]),
        "x_1": lambda: _value(rng, 3), "x_2": lambda: _value(rng, 3),
    }
    names = rng.sample(list(fields), rng.randrange(1, 9))
    return {name: fields[name]() for name in names}


def _segment(rng):
    segment = json.loads(json.dumps(SAMPLE["segments"][0]))
    segment["text"] = _text(rng)
    segment["chars"] = len(segment["text"])
    for name in rng.sample([*segment, "hidden", "bar", "sentences", "x"], rng.randrange(3)):
        segment[name] = _value(rng, 2)
    return segment


def _text(rng):
    return " ".join(rng.choices(WORDS, k=rng.randrange(30))) + rng.choice(["", "\n\n", "\n* x\n"])


def _value(rng, depth):
    kind = rng.randrange(10 if depth else 8)
    if kind < 8:
        return [None, True, rng.randrange(-10, 10), rng.randrange(1 << 70), rng.random(),
                rng.random() * 10 ** rng.randrange(-20, 20), "", rng.choice(WORDS)][kind]
    if kind == 8:
        return [_value(rng, depth - 1) for _ in range(rng.randrange(4))]
    return {rng.choice(WORDS): _value(rng, depth - 1) for _ in range(rng.randrange(4))}


def without_orjson(module, *args, data):
    """Run a command in a Python that finds no orjson."""
    script = ("import sys; sys.modules['orjson'] = None; sys.path.insert(0, sys.argv.pop(1));"
              f"from scutch.commands import {module}; raise SystemExit({module}())")
    return subprocess.run([sys.executable, "-c", script, BIN, *args], input=data,
                         capture_output=True, env=environment(), timeout=300)


def values(out):
    """Return the records of an output, which may spell a number in two ways, or its text."""
    def value(line):
        try:
            return json.loads(line)
        except ValueError:
            return line
    return [value(line) for line in out.split(b"\n")]


@pytest.mark.parametrize("module", each_reading())
def test_any_bytes_in_status_0_and_records_out(module):
    data = lines(150, module)
    done = run(module, *needs(module).args, data=data)
    assert b"Traceback" not in done.err, done.err[done.err.index(b"Traceback"):].decode()[:2000]
    if needs(module).kind in {PAGES, WHOLE}:
        assert done.status in {0, 2}
        return
    assert done.status == 0
    done.out.decode()
    if needs(module).kind == RECORDS:
        given = [line for line in data.split(b"\n") if line and not line.isspace()]
        out = records(done.out)
        assert len(out) == len(given)
        assert run(module, *needs(module).args, data=done.out).status == 0


@pytest.mark.parametrize("module", EACH_OF_RECORDS)
def test_unknown_fields_and_order_survive(module):
    data = lines(300, "unknown")
    given = [line for line in data.split(b"\n") if line and not line.isspace()]
    out = records(run(module, *needs(module).args, data=data).out)
    compared = 0
    for line, after in zip(given, out, strict=True):
        try:
            before = decode(line)
        except BadRecord as error:
            assert after["errors"][-1]["code"] == "bad_line"
            for name, value in error.record.items():
                assert after[name] == value
            continue
        unknown = [name for name in before if name.startswith("x_")]
        assert [name for name in after if name.startswith("x_")] == unknown
        for name in unknown:
            assert after[name] == before[name]
            compared += 1
    assert compared > 50


@pytest.mark.parametrize("module", list(filter(stands_for_others, reading())))
def test_the_same_records_without_orjson(module):
    pytest.importorskip("orjson", reason="the extra [fast] is not installed")
    data = lines(150, "orjson")
    args = needs(module).args
    done, other = run(module, *args, data=data), without_orjson(module, *args, data=data)
    assert (done.status, done.err) == (other.returncode, other.stderr)
    assert repr(values(done.out)) == repr(values(other.stdout))      # 1 is not 1.0


@pytest.mark.parametrize("module", each_reading())
def test_the_same_bytes_in_any_environment(module, tmp_path):
    """Hash seed, locale, time zone, width of the terminal and folder do not change the bytes."""
    data = lines(100, "environment")
    args = needs(module).args
    assert run(module, *args, data=data, PYTHONHASHSEED="1", LC_ALL="C", TZ="Asia/Tokyo",
               COLUMNS="20", HOME="/none", cwd=tmp_path) == run(module, *args, data=data)


@pytest.mark.parametrize("module", [param for param in EACH_OF_RECORDS
                                    if param.values[0] not in TOGETHER])
def test_no_record_depends_on_another(module):
    """Input cut anywhere between lines gives the same output in parts."""
    rng = random.Random("order")
    given = [json.dumps({**_record(rng), "id": number}).encode() for number in range(60)]
    args = needs(module).args
    whole = run(module, *args, data=b"\n".join(given)).out
    parts = [run(module, *args, data=b"\n".join(part)).out for part in (given[:20], given[20:])]
    assert b"".join(parts) == whole


@pytest.mark.parametrize("module", [name for name in ("segment", "tag", "prune")
                                    if name in modules()])
def test_a_second_time_changes_nothing(module):
    once = run(module, data=lines(300, "twice")).out
    assert once.count(b"\n") > 200
    assert run(module, data=once).out == once
