#!/usr/bin/env python3
"""Change one number of a constant at a time, and say which changes no test notices.

usage: mutants.py [--jobs N] [--ways up,down] [--calls FILE] MODULE_OR_FOLDER...

  mutants.py filters/text filters/roles lm/combine/decisions.py

Numbers in constants of modules are changed, NAME = 30 as well as those of tables; by half, up and
down, of whole numbers at least by 1. The tests are run in a copy of the checkout: each case of
tests/cases and each test of tests/commands, parts and lm that calls a function in which the
constant stands, found by a run under a profiler, and the evidence of the models. The first that
fails ends a run. What starts a process of its own is not profiled.

Prints a line for each change: the test that notices it, or SURVIVES; then the survivors, counted.
"""
import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PARTS = ["bin", "filters", "lm", "share", "tests", "pyproject.toml", "README.md", "CHANGELOG.md"]
EVIDENCE = "tests/suite/test_evidence.py"
TESTS = ["tests/suite/test_cases.py", EVIDENCE, "tests/suite/test_golden.py", "tests/lm",
         "tests/parts", "tests/commands"]
SECONDS = 300            # a run that takes longer has noticed the change
PYTEST = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m",
          "not packaging and not gold and not models"]
PROFILER = '''
import os, sys, threading
seen, out = set(), os.open(os.environ["CALLS"], os.O_WRONLY | os.O_APPEND)
def profile(frame, event, _):
    code = frame.f_code
    if event == "call" and code not in seen:
        seen.add(code)
        root, place, path = code.co_filename.partition(os.environ["PROFILED"])
        if place and not root:
            test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
            os.write(out, f"{test}\\t{path}\\t{code.co_firstlineno}\\n".encode())
def pytest_runtest_logstart():
    seen.clear()
threading.setprofile(profile)
sys.setprofile(profile)
'''


class Mutant(NamedTuple):
    """A change: the module, the name of the constant, its line, and the text before and after.

    start: where in the module's bytes the number begins.
    """

    module: str
    name: str
    line: int
    start: int
    old: str
    new: str


def constants(tree):
    """Yield (name, value) of the constants of a module."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [one.id for target in targets for one in ast.walk(target)
                     if isinstance(one, ast.Name)]
            if names and all(map(str.isupper, names)):
                yield names, node.value


def numbers(node):
    """Yield the nodes of numbers, but those of powers and what a number is shifted by."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield node
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift | ast.Pow):
        yield from numbers(node.left)
    else:
        for child in ast.iter_child_nodes(node):
            yield from numbers(child)


def changed(value, way):
    """Return a number by half greater or less, None if there is none."""
    if isinstance(value, int):
        step = max(1, value // 2)
        return value + step if way == "up" else value - step if value else None
    return value * 1.5 if way == "up" else value / 2


def mutants(module, ways):
    """Yield the Mutants of a module."""
    source = (ROOT / module).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for names, value in constants(ast.parse(source)):
        for node in numbers(value):
            start = starts[node.lineno - 1] + node.col_offset
            old = source[start:starts[node.end_lineno - 1] + node.end_col_offset].decode()
            for way in ways:
                new = changed(node.value, way)
                if new is not None and new != node.value:
                    yield Mutant(module, ", ".join(names), node.lineno, start, old, f"{new:.6g}"
                                 if isinstance(new, float) else str(new))


def copied():
    """Return the folder of a new copy of the checkout."""
    folder = Path(tempfile.mkdtemp(prefix="mutants."))
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, symlinks=True,
                            ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / part, folder)
    return folder


def pytest(folder, *args, seconds=None, **env):
    """Return (status, stdout) of a run of tests in a copy; one that takes longer has failed."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", **env}
    try:
        done = subprocess.run([*PYTEST, *args], cwd=folder, env=env, capture_output=True,
                              text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return 1, "FAILED by time - "
    return done.returncode, done.stdout


def profiled(folder, log, jobs):
    """Write a line to `log` for each test and function that it calls."""
    (folder / "profiler.py").write_text(PROFILER)
    log.touch()
    pytest(folder, "-p", "profiler", "-n", str(jobs), *TESTS, PYTHONPATH=str(folder),
           CALLS=str(log), PROFILED=f"{folder}/")


def calls(log):
    """Return {(module, first line of a function): set of tests that call it}."""
    found = defaultdict(set)
    for line in log.read_text().splitlines():
        test, path, first = line.split("\t")
        if test:
            found[path, int(first)].add(test)
    return found


class Uses:
    """Where the constants of a module are used: functions of it, and of those that import them."""

    def __init__(self, called):
        self.called = called
        self.functions = defaultdict(set)         # by (module that knows the name, name)
        self.derived = defaultdict(set)           # other constants, by the same
        self.importers = defaultdict(set)         # modules, by the last part of what they import
        for path in [*(ROOT / "filters").rglob("*.py"), *(ROOT / "lm").rglob("*.py")]:
            tree, module = ast.parse(path.read_text("utf-8")), str(path.relative_to(ROOT))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.Lambda):
                    heads = [node, *getattr(node, "decorator_list", [])]
                    for name in _names(node):
                        self.functions[module, name].add((module, min(
                            head.lineno for head in heads)))
                elif isinstance(node, ast.ImportFrom):
                    for part in [node.module or "", *(alias.name for alias in node.names)]:
                        self.importers[part.rpartition(".")[2]].add(module)
            for names, value in constants(tree):
                for name in _names(value):
                    self.derived[module, name].update(names)

    def tests(self, mutant):
        """Return the tests that call a function with the constant, or one derived from it.

        All that call any function of the module, where there is none.
        """
        modules = {mutant.module, *self.importers[Path(mutant.module).stem]}
        names, new = set(), set(mutant.name.split(", "))
        while new:
            names |= new
            new = set().union(*(self.derived[module, name] for module in modules
                                for name in new)) - names
        found = set().union(*(self.called[place] for module in modules for name in names
                              for place in self.functions[module, name] if place in self.called))
        return found or set().union(*(tests for (module, _), tests in self.called.items()
                                      if module == mutant.module))


def _names(node):
    return {one.id if isinstance(one, ast.Name) else one.attr for one in ast.walk(node)
            if isinstance(one, ast.Name | ast.Attribute)}


def judged(mutant, tests, folders):
    """Return the test that notices a change, "" for none."""
    places = {file: place for place, file in enumerate(TESTS)}
    ordered = sorted(tests, key=lambda test: (next(place for file, place in places.items()
                                                   if test.startswith(file)), test))
    folder = folders.get()
    path = folder / mutant.module
    source = path.read_bytes()
    end = mutant.start + len(mutant.old.encode())
    try:
        path.write_bytes(source[:mutant.start] + mutant.new.encode() + source[end:])
        (folder / "tests.txt").write_text("\n".join([*ordered, EVIDENCE]))
        status, out = pytest(folder, "-x", "@tests.txt", seconds=SECONDS)
    finally:
        path.write_bytes(source)
        folders.put(folder)
    if status == 0:
        return ""
    test = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - |$)", out, re.MULTILINE)
    return test[1] if test else "it does not start"


def main():
    """Print the changes and what notices them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--ways", default="up,down", type=lambda text: text.split(","))
    parser.add_argument("--calls", type=Path, metavar="FILE")
    parser.add_argument("places", nargs="+", metavar="MODULE_OR_FOLDER")
    args = parser.parse_args()
    modules = sorted({str(path.relative_to(ROOT)) for place in args.places
                      for path in ([ROOT / place] if place.endswith(".py")
                                   else (ROOT / place).rglob("*.py"))})
    folders, copies = Queue(), [copied() for _ in range(args.jobs)]
    try:
        log = args.calls or copies[0] / "calls"
        if not log.exists():
            profiled(copies[0], log.resolve(), args.jobs)
        uses = Uses(calls(log))
        for folder in copies:
            folders.put(folder)
        todo = [mutant for module in modules for mutant in mutants(module, args.ways)]
        survivors = []
        with ThreadPoolExecutor(args.jobs) as pool:
            for mutant, test in zip(todo, pool.map(
                    lambda one: judged(one, uses.tests(one), folders), todo), strict=True):
                print(f"{mutant.module}:{mutant.line} {mutant.name} {mutant.old} -> {mutant.new}: "
                      f"{test or 'SURVIVES'}", flush=True)
                survivors += [] if test else [mutant]
    finally:
        for folder in copies:
            shutil.rmtree(folder)
    print(f"\n{len(todo)} changes, {len(survivors)} survive")


if __name__ == "__main__":
    main()
