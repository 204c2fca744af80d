"""Each case of tests/cases through the function and through the command: see tests/casefiles.py.

Those of html2text go through its function in tests/commands/test_html2text.py, with both parsers.
"""
import json
from itertools import groupby, islice

import pytest

from casefiles import CASES, FIELDS, check, listed, wanted
from scutch.filters import stream
from utils import RECORDS, TOGETHER, load, modules, needs, run


@pytest.mark.parametrize("module, case", [
    param for param in CASES if not isinstance(param.values[1]["in"], str)
    and param.values[0] != "html2text"])
def test_function(module, case):
    filter = load(module)
    opts = stream.options(filter).parse_intermixed_args(case.get("args", []))
    step = stream.made(filter, opts, inside=True)
    through = stream.Stages(step.stages or [("scutch-" + module, step)])
    found = [record for given in listed(case["in"]) for record in through(given)]
    found += [record for _, record in through.rest()]
    if step.last.write:
        check(case, b"".join(one if isinstance(one, bytes) else step.last.write(one)
                             for one in found))
    else:
        check(case, found)


def runs():
    """Yield a parameter for each run of a command: all cases with its options, where it can.

    Where each has a run of its own, those after the first of the same options are long.
    """
    def together(param):
        module, case = param.values
        alone = (str in map(type, (case["in"], wanted(case))) or module in TOGETHER
                 or needs(module).kind != RECORDS)
        return module, case.get("args", []), case["label"] if alone else ""
    expected, before = [param for param in CASES if not param.marks], None
    for (module, args, _), params in groupby(sorted(expected, key=together), together):
        params = list(params)
        yield pytest.param(module, args, [param.values[1] for param in params], id=params[0].id,
                           marks=[pytest.mark.long] * ((module, args) == before))
        before = module, args


@pytest.mark.extras
@pytest.mark.parametrize("module, args, cases", list(runs()))
def test_command(module, args, cases):
    raw = isinstance(cases[0]["in"], str)
    given = cases[0]["in"] if raw else "".join(
        json.dumps(record) + "\n" for case in cases for record in listed(case["in"]))
    done = run(module, *args, data=given.encode())
    assert done.status == (2 if all(map(is_refused, cases)) else 0), done.err.decode()
    lines = iter(done.out.splitlines(keepends=True))
    for case in cases[:-1]:
        check(case, b"".join(islice(lines, len(listed(wanted(case))))), has_ids(case))
    check(cases[-1], b"".join(lines), has_ids(cases[-1]))


def is_refused(case):
    """Return whether all records of a case come out bad, and none went in so: the status is 2."""
    out, given = ([isinstance(record, dict) and "errors" in record for record in listed(value)]
                  for value in (wanted(case), case["in"]))
    return bool(out) and all(out) and not any(given)


def has_ids(case):
    """Return whether each record of a case has an id: the command gives one to the others."""
    return isinstance(case["in"], str) or all("id" in one for one in listed(case["in"]))


def test_the_files_are_well_formed():
    for param in CASES:
        module, case = param.values
        assert module in modules()
        assert set(case) <= FIELDS and {"label", "in", "why"} <= set(case)
        assert ("out" in case) != ("has" in case)
    assert len({param.id.partition(":")[0] + param.values[1]["label"] for param in CASES}) == len(
        CASES), "two cases of a command have the same label"
