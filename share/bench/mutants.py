#!/usr/bin/env python3
"""Change one number of a constant, or one comparison, at a time, and say which no test notices.

usage: mutants.py [--ways up,down,edge] [--sample N] [--only NAME,...] [--tests PATH,...]
                  [-k EXPRESSION] [PLACE...]

  mutants.py --sample 60 filters/text filters/roles lm/combine/scopes.py

PLACE is a module or a folder of them (default: ROOMS, those with rules); of each a sample of N
changes is made, or all. Changed are numbers in constants, NAME = 30 as well as those of tables, and
in comparisons, other than 0 and 1: by half, up and down, of whole numbers at least by 1. By edge a
comparison with a constant or such a number includes its bound, or no longer does: < becomes <=.

The tests are those of TESTS that are not slow, or of --tests. They are collected once, and run once
in a fork that notes which functions each of them calls, the commands that it runs in forks, too;
one that fails is left out. For each change a fork of the process gets the new value, also of
constants made of it, and runs the tests that call a function in which one of them stands, or that
import it or its module, the quickest first, up to the first that fails. A process that a
test starts anew (utils.started, a shell) does not know the change.

Prints a line for each change: the test that notices it, or SURVIVES; then how many survive.
"""
import argparse
import importlib
import inspect
import json
import os
import random
import resource
import socket
import sys
import tempfile
import time
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from rulechanges import ROOT, Uses, change, dotted, mutants

TESTS = ("tests/suite/test_cases.py,tests/suite/test_limits.py,tests/suite/test_golden.py,"
         "tests/suite/test_modelevidence.py,tests/suite/test_runs.py,"
         "tests/suite/test_house.py::test_docstring_and_its_examples,tests/lm,tests/parts,"
         "tests/commands")
MARKS = "not slow and not long and not packaging and not gold and not models"
SLOW = ["test_command[", "[wordlm-"]      # the same as another test, in a process of its own or not
ROOMS = [*(f"filters/{room}" for room in (
    "text", "html", "metadata", "scoring", "sinks", "selection", "roles", "duplicates")),
         "lm/combine", "lm/evidence"]
SECONDS = 10             # of the processor, beside the tests' own time: a longer run has noticed


def in_fork(task, *args):
    """Return what a function returns, of JSON, in a fork; None if that ends otherwise."""
    with tempfile.TemporaryFile("w+") as file:
        pid = os.fork()
        if not pid:
            try:
                json.dump(task(*args), file)
                file.flush()
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        file.seek(0)
        return json.loads(file.read() or "null")


@cache
def server(_):
    """Return the socket of a fork of this process that runs commands: see tests/forked.py."""
    import forked
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if not os.fork():
        try:
            ours.close()
            forked.main(its.detach())
        finally:
            os._exit(0)
    its.close()
    return ours


class Bench:
    """A plugin of pytest that runs the tests under changes instead of once."""

    def __init__(self, args, out):
        self.args, self.out, self.failed = args, out, ""

    def pytest_runtest_logreport(self, report):
        """Keep the name of a test that fails."""
        if report.failed:
            self.failed = report.nodeid

    def run(self, items):
        """Run tests up to the first that fails; return its name, "" for none."""
        self.failed = ""
        for item, after in zip(items, [*items[1:], None], strict=False):    # there may be none
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed:
                break
        return self.failed

    def traced(self, items, folder):
        """Return [(seconds, [(module, first line of a function), ...]), ...] of tests."""
        import forked
        codes, run, end, calls = set(), forked._run, os._exit, []

        def note(frame, *_):
            codes.add(frame.f_code)

        def places():
            found = {(os.path.realpath(code.co_filename).removeprefix(f"{ROOT}/"),
                      code.co_firstlineno) for code in codes}
            return sorted(place for place in found if place[0].startswith(("filters/", "lm/")))

        def ended(status):
            sys.settrace(None)
            try:
                Path(folder, str(os.getpid())).write_text(json.dumps(places()))
            finally:
                end(status)

        def run_noted(*args):
            codes.clear()
            os._exit = ended
            run(*args)

        forked._run = run_noted
        for item in items:
            codes.clear()
            start = time.monotonic()
            sys.settrace(note)
            failed = self.run([item])
            sys.settrace(None)
            called = [] if failed else places()
            for path in Path(folder).iterdir():
                called += json.loads(path.read_text()) * (not failed)
                path.unlink()
            calls.append((time.monotonic() - start, called))
        return calls

    def judged(self, mutant, uses, items, seconds):
        """Return the test that notices a change, "" for none."""
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        try:
            change(mutant, uses)
        except Exception as error:
            return f"the module: {error}"
        return self.run(items)

    def pytest_runtestloop(self, session):
        """Print the changes and what notices them."""
        import forked
        forked._server = server
        items = [item for item in session.items if not any(name in item.nodeid for name in SLOW)]
        with tempfile.TemporaryDirectory() as folder:
            calls = in_fork(self.traced, items, folder)
        tests, uses, survivors = defaultdict(set), Uses(), 0
        for number, (_, places) in enumerate(calls):
            for module, line in places:
                tests[module, line].add(number)
                tests[module].add(number)
            names = vars(items[number].module)
            for key in [*filter(inspect.ismodule, names.values()), *filter(str.isupper, names)]:
                tests[key].add(number)
        for mutant in self.args.mutants:
            wanted = set().union(*(tests[place] for place in uses.places(mutant)))
            if not mutant.function:
                wanted |= tests[importlib.import_module(dotted(mutant.module))].union(
                    *(tests[name] for name in uses.values(mutant)))
            wanted = sorted(wanted or tests[mutant.module], key=lambda number: calls[number][0])
            seconds = int(SECONDS + sum(calls[number][0] for number in wanted))
            test = in_fork(self.judged, mutant, uses, [items[number] for number in wanted], seconds)
            survivors += test == ""
            print(f"{mutant.module}:{mutant.line} {', '.join(mutant.names)} {mutant.old} -> "
                  f"{mutant.new}: {test or 'SURVIVES' if test is not None else 'time'}",
                  file=self.out, flush=True)
        print(f"\n{len(self.args.mutants)} changes, {survivors} survive", file=self.out)
        return True


def main():
    """Read the arguments and give pytest the plugin."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ways", default="up,down,edge", type=lambda text: text.split(","))
    parser.add_argument("--sample", default=sys.maxsize, type=int, metavar="N")
    parser.add_argument("--only", default="", type=lambda text: set(filter(None, text.split(","))),
                        help="names of constants")
    parser.add_argument("--tests", default=TESTS, type=lambda text: text.split(","))
    parser.add_argument("-k", default="", metavar="EXPRESSION", help="those of the tests that "
                        "pytest -k chooses, such as meta")
    parser.add_argument("places", nargs="*", default=ROOMS, metavar="PLACE")
    args = parser.parse_args()
    args.mutants = []
    for place in map(ROOT.joinpath, args.places):
        room = [mutant for path in ([place] if place.is_file() else sorted(place.rglob("*.py")))
                for mutant in mutants(str(path.relative_to(ROOT)), args.ways)
                if not args.only or args.only & set(mutant.names)]
        args.mutants += sorted(random.Random(0).sample(room, min(args.sample, len(room))))
    if not args.mutants:
        raise SystemExit("mutants.py: no numbers in constants there")
    os.chdir(ROOT)
    with os.fdopen(os.dup(1), "w") as out:
        return pytest.main(["-p", "no:terminal", "-p", "no:cacheprovider", "-o", "addopts=", "-m",
                            MARKS, "-k", args.k, *args.tests], plugins=[Bench(args, out)])


if __name__ == "__main__":
    raise SystemExit(main())
