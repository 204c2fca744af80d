"""Each case of tests/cases through the function and through the command: see tests/casefiles.py."""
import json

import pytest

from casefiles import CASES, FIELDS, check, listed
from scutch.filters import stream
from utils import load, modules, run

pytestmark = pytest.mark.extras


@pytest.mark.parametrize("module, case", [
    param for param in CASES if not isinstance(param.values[1]["in"], str)])
def test_function(module, case):
    filter = load(module)
    opts = stream.options(filter).parse_intermixed_args(case.get("args", []))
    step = stream.made(filter, opts, inside=True)
    through = stream.Stages(step.stages or [("scutch-" + module, step)])
    found = [record for given in listed(case["in"]) for record in through(given)]
    found += [record for _, record in through.rest()]
    if step.last.write:
        check(case, b"".join(map(step.last.write, found)))
    else:
        check(case, found)


def is_refused(case):
    """Return whether all records of a case come out bad, and none went in so: the status is 2."""
    out, given = ([isinstance(record, dict) and "errors" in record for record in listed(value)]
                  for value in (case.get("out", case.get("has")), case["in"]))
    return bool(out) and all(out) and not any(given)


@pytest.mark.parametrize("module, case", CASES)
def test_command(module, case):
    raw = isinstance(case["in"], str)
    data = case["in"] if raw else "".join(json.dumps(one) + "\n" for one in listed(case["in"]))
    done = run(module, *case.get("args", []), data=data.encode())
    assert done.status == (2 if is_refused(case) else 0), done.err.decode()
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
