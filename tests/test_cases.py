"""The case files, cases/<command>.jsonl: each case through the function and through the command.

A case is one JSON object a line:

    label   names the case
    in      a record, or a list of them; a string is the raw input of the command alone
    args    options, as words; none where absent
    out     what comes out, exactly: a record or a list of them; a string for a command that writes
            something else
    has     in place of out: fields that come out. Objects inside may hold more fields; lists have
            as many items
    lacks   fields that do not come out, beside out or has
    why     the input from the world that needs the rule, or must not be touched by it
    expect  "fail" for a known failure: the suite complains when it begins to pass

A record without an id is given one by the command (its place); it is left out of the comparison.
"""
import json

import pytest

from scutch.filters import stream
from utils import ROOT, load, modules, records, run

FIELDS = {"label", "in", "args", "out", "has", "lacks", "why", "expect"}


def cases():
    for path in sorted((ROOT / "tests" / "cases").glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").split("\n")[:-1], 1):
            case = json.loads(line)
            marks = ([pytest.mark.xfail(strict=True, reason=case.get("why"))]
                     if case.get("expect") == "fail" else [])
            yield pytest.param(path.stem.replace("-", "_"), case, marks=marks,
                               id=f"{path.stem}:{number}:{case.get('label')}")


CASES = list(cases())


@pytest.mark.parametrize("module, case", CASES)
def test_function(module, case):
    if isinstance(case["in"], str):
        pytest.skip("raw input is for the command alone")
    filter = load(module)
    step = filter.make(stream.options(filter).parse_intermixed_args(case.get("args", [])))
    through = stream.Stages(getattr(step, "stages", [("scutch-" + module, step)]))
    found = [record for given in listed(case["in"]) for record in through(given)]
    found += through.rest()
    if hasattr(step, "write"):
        check(case, b"".join(map(step.write, found)))
    else:
        check(case, found)


@pytest.mark.parametrize("module, case", CASES)
def test_command(module, case):
    raw = isinstance(case["in"], str)
    data = case["in"] if raw else "".join(json.dumps(one) + "\n" for one in listed(case["in"]))
    done = run(module, *case.get("args", []), data=data.encode())
    assert done.status == 0, done.err.decode()
    named = raw or all("id" in one for one in listed(case["in"]))
    check(case, done.out, named)


def test_the_files_are_well_formed():
    for param in CASES:
        module, case = param.values
        assert module in modules()
        assert set(case) <= FIELDS and {"label", "in", "why"} <= set(case)
        assert ("out" in case) != ("has" in case)
    assert len({param.id.partition(":")[0] + param.values[1]["label"] for param in CASES}) == len(
        CASES), "two cases of a command have the same label"


def listed(value):
    return value if isinstance(value, list) else [value]


def check(case, found, named=True):
    """Compare what came out, records or bytes, with what the case wants."""
    wanted = case["out"] if "out" in case else case["has"]
    if isinstance(wanted, str):
        assert found.decode() == wanted
        return
    if isinstance(found, bytes):
        found = records(found)
    found = json.loads(json.dumps(found))              # tuples are lists outside
    if not named:
        found = [{key: value for key, value in record.items() if key != "id"} for record in found]
    for record in found:
        assert not set(case.get("lacks", [])) & set(record)
    if "out" in case:
        assert found == listed(wanted)
        for one, other in zip(found, listed(wanted), strict=True):
            assert list(one) == list(other), "the fields are in another order"
    else:
        assert within(listed(wanted), found) is None


def within(wanted, found, place=""):
    """Return None if all of `wanted` is in `found`, else where it is not."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            if key not in found:
                return f"{place}.{key} is absent"
            if where := within(value, found[key], f"{place}.{key}"):
                return where
        return None
    if isinstance(wanted, list) and isinstance(found, list):
        if len(wanted) != len(found):
            return f"{place}: {len(found)} items in place of {len(wanted)}: {found}"
        for index, (one, other) in enumerate(zip(wanted, found, strict=True)):
            if where := within(one, other, f"{place}[{index}]"):
                return where
        return None
    return None if wanted == found else f"{place}: {found!r} in place of {wanted!r}"
