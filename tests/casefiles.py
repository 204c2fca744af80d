"""The case files, cases/<command>.jsonl: each case through the function and through the command.

A case is one JSON object a line:

    label   names the case
    in      a record, or a list of them; a string is the raw input of the command alone
    args    options, as words; none where absent
    out     what comes out, exactly: a record or a list of them; a string for a command that writes
            something else
    has     in place of out: fields that come out. Objects may have more fields, but lists have
            as many items; null stands for a field that is absent
    lacks   fields that must not come out, beside out or has
    why     the real input that needs the rule, or that the rule must not change
    expect  "fail" for a known failure: the suite complains when it begins to pass

A record without an id gets one from the command (its place), which is not compared.
"""
import json

import pytest

from utils import ROOT, records

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


def listed(value):
    return value if isinstance(value, list) else [value]


def wanted(case):
    """Return what comes out of a case, or the fields of it."""
    return case["out"] if "out" in case else case["has"]


def check(case, found, named=True):
    """Compare what came out, records or bytes, with what the case wants."""
    due = wanted(case)
    if isinstance(due, str):
        assert found.decode() == due
        return
    if isinstance(found, bytes):
        found = records(found)
    found = json.loads(json.dumps(found))              # tuples become lists, as in JSON
    if not named:
        found = [{key: value for key, value in record.items() if key != "id"} for record in found]
    for record in found:
        assert not set(case.get("lacks", [])) & set(record)
    if "out" in case:
        assert found == listed(due)
        for one, other in zip(found, listed(due), strict=True):
            assert list(one) == list(other), "the fields are in another order"
    else:
        assert within(listed(due), found) is None


def within(wanted, found, place=""):
    """Return None if all of `wanted` is in `found`, else where it is not."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            if value is None and found.get(key) is None:
                continue
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
