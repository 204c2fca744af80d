#!/usr/bin/env python3
"""Change one number of a constant at a time, and say which changes no test notices.

usage: mutants.py [--jobs N] [--ways up,down,edge] [--only NAME,...] [--tests PATH,...] [PLACE...]

  mutants.py filters/text filters/roles lm/combine/decisions.py

PLACE is a module or a folder of them (default: SETS, those with rules). Numbers in constants are
changed, NAME = 30 as well as those of tables; by half, up and down, of whole numbers at least by 1.
By edge a comparison with a constant includes its bound, or no longer does: < becomes <=. The tests
are the cases of tests/cases, the evidence of the models, and those in tests/commands, parts and lm,
but not the slow ones; or those of --tests. They are collected once; a run under a profiler tells
which functions each of them calls. For each change a fork of the process gets the new value, also
of constants made of it, and runs the tests that call a function in which one of them stands, up to
the first that fails. A process that a test starts anew does not know the change. The numbers of
lm/rules are counts of pages, which tests/parts/test_rules.py compares with rules.txt: it is passed
over.

Prints a line for each change: the test that notices it, or SURVIVES; then how many survive.
"""
import argparse
import ast
import importlib
import json
import os
import resource
import sys
import tempfile
import types
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = ["tests/suite/test_cases.py", "tests/suite/test_modelevidence.py", "tests/lm",
         "tests/parts",
         "tests/commands"]
MARKS = "not slow and not packaging and not gold and not models"
SLOW = ["test_command[", "[wordlm-"]      # the same as another test, in a process of its own or not
SETS = [f"filters/{room}" for room in (
    "text", "html", "metadata", "scoring", "sinks", "selection", "roles", "duplicates")] + [
        "lm/combine", "lm/evidence"]
EDGES = {ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")}
SECONDS = 120            # of the processor; a run that takes longer has noticed the change


class Mutant(NamedTuple):
    """A change: the module, the names of the constant, its line, and the text before and after.

    start: where in the module's bytes the number or the sign begins.
    function: first line of the function with the comparison, 0 for a constant.
    """

    module: str
    names: list
    line: int
    start: int
    old: str
    new: str
    function: int = 0

    def source(self):
        """Return the source of the module with the change, bytes."""
        source = (ROOT / self.module).read_bytes()
        return (source[:self.start] + self.new.encode()
                + source[self.start + len(self.old.encode()):])


def assignments(tree):
    """Yield (names, value) of the assignments of a module."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield [one.id for target in targets for one in ast.walk(target)
                   if isinstance(one, ast.Name)], node.value


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
    for names, value in assignments(ast.parse(source)):
        for node in numbers(value) if all(map(str.isupper, names)) else ():
            start = starts[node.lineno - 1] + node.col_offset
            old = source[start:starts[node.end_lineno - 1] + node.end_col_offset].decode()
            for way in [way for way in ways if way != "edge"]:
                new = changed(node.value, way)
                if new is not None and new != node.value:
                    yield Mutant(module, names, node.lineno, start, old,
                                 f"{new:.6g}" if isinstance(new, float) else str(new))
    if "edge" in ways:
        yield from edges(module, source, starts)


def edges(module, source, starts):
    """Yield the Mutants of comparisons with constants; starts: of the lines of the source."""
    found = {}                           # the innermost function comes last
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        first = min(one.lineno for one in [function, *function.decorator_list])
        for node in ast.walk(function):
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in EDGES:
                names = sorted(name for name in _names(node) if name.isupper())
                old, new = EDGES[type(node.ops[0])]
                start = source.index(old.encode(), starts[node.left.end_lineno - 1]
                                     + node.left.end_col_offset)
                if names:
                    found[start] = Mutant(module, names, node.lineno, start, old, new, first)
    yield from found.values()


class Uses:
    """Where the constants of a module are used: in it, and in modules that import them."""

    def __init__(self):
        self.functions = defaultdict(set)         # {(module, name): {(module, its first line)}}
        self.derived = defaultdict(set)           # {(module, name): names of other constants}
        self.importers = defaultdict(set)         # {(last part of the module, name): modules}
        for path in [*(ROOT / "filters").rglob("*.py"), *(ROOT / "lm").rglob("*.py")]:
            tree, module = ast.parse(path.read_text("utf-8")), str(path.relative_to(ROOT))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.Lambda):
                    first = min(one.lineno for one in [node, *getattr(node, "decorator_list", [])])
                    for name in _names(node):
                        self.functions[module, name].add((module, first))
                elif isinstance(node, ast.ImportFrom):
                    for alias in node.names:
                        part = (node.module or "").rpartition(".")[2]
                        self.importers[part, alias.name].add(module)
                        self.importers["", alias.name].add(module)
            for names, value in assignments(tree):
                for name in _names(value):
                    self.derived[module, name].update(names)

    def values(self, mutant):
        """Return the names in the module whose values change, a set."""
        found, new = set(), set(mutant.names)
        while new:
            found |= new
            new = set().union(*(self.derived[mutant.module, name] for name in new)) - found
        return found

    def places(self, mutant):
        """Return the functions in which one of them stands, {(module, first line)}."""
        if mutant.function:
            return {(mutant.module, mutant.function)}
        stem, found = Path(mutant.module).stem, set()
        for name in self.values(mutant):
            for module in {mutant.module, *self.importers[stem, name], *self.importers["", stem]}:
                found |= self.functions[module, name]
        return found


def _names(node):
    return {one.id if isinstance(one, ast.Name) else one.attr for one in ast.walk(node)
            if isinstance(one, ast.Name | ast.Attribute)}


def dotted(module):
    """Return the name by which a file of filters/ or lm/ is imported."""
    return "scutch." + module.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def change(mutant, uses):
    """Make a change in this process: of constants, and of functions' default values."""
    module = importlib.import_module(dotted(mutant.module))
    new = dict(vars(module))
    exec(compile(mutant.source(), module.__file__, "exec"), new)
    if mutant.function:
        take_code(vars(module), new, module.__name__)
        return
    for name in uses.values(mutant):
        for importer in [mutant.module, *uses.importers[Path(mutant.module).stem, name]]:
            other = sys.modules.get(dotted(importer))
            if other and name in vars(other):
                setattr(other, name, new[name])
    for name, value in vars(module).items():
        if callable(value) and hasattr(value, "__defaults__"):
            value.__defaults__, value.__kwdefaults__ = (
                new[name].__defaults__, new[name].__kwdefaults__)


def take_code(names, new, module):
    """Give the functions and methods of a module, or of a class of it, the code of new ones."""
    for name, value in list(names.items()):
        other = new.get(name)
        if isinstance(value, type) and value.__module__ == module:
            take_code(vars(value), vars(other), module)
            continue
        for inner in "__func__", "fget", "__wrapped__":
            if hasattr(value, inner) and hasattr(other, inner):
                value, other = getattr(value, inner), getattr(other, inner)
        if isinstance(value, types.FunctionType) and value.__module__ == module:
            value.__code__ = other.__code__


def in_forks(tasks, jobs):
    """Yield (task, its result) of functions without arguments, each in a fork of this process.

    A result is one of JSON; None for a fork that ended otherwise.
    """
    todo, running = list(reversed(tasks)), {}
    with tempfile.TemporaryDirectory() as folder:
        while todo or running:
            while todo and len(running) < jobs:
                task = todo.pop()
                path = Path(folder) / str(len(todo))
                pid = os.fork()
                if not pid:
                    try:
                        path.write_text(json.dumps(task()))
                    finally:
                        os._exit(0)
                running[pid] = task, path
            pid, _ = os.wait()
            task, path = running.pop(pid)
            yield task, json.loads(path.read_text() or "null") if path.exists() else None


class Bench:
    """A plugin of pytest that runs the tests under changes instead of once."""

    def __init__(self, args):
        self.args, self.failed = args, ""

    def pytest_runtest_logreport(self, report):
        """Keep the name of a test that fails."""
        if report.failed:
            self.failed = report.nodeid

    def run(self, items):
        """Run tests up to the first that fails; return its name, "" for none."""
        for item, after in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed:
                break
        return self.failed

    def profiled(self, items):
        """Return [[module, first line of a function, its tests], ...] of some tests."""
        called, seen, root = defaultdict(list), set(), f"{ROOT}/"

        def profile(frame, event, _):
            code = frame.f_code
            if event == "call" and code not in seen:
                seen.add(code)
                path = os.path.realpath(code.co_filename)
                if path.startswith(root):
                    called[path.removeprefix(root), code.co_firstlineno].append(name)
        for item in items:
            name = item.nodeid
            seen.clear()
            sys.setprofile(profile)
            self.run([item])
            sys.setprofile(None)
        return [[*place, tests] for place, tests in called.items()]

    def judged(self, mutant, uses, items):
        """Return the test that notices a change, "" for none."""
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        try:
            change(mutant, uses)
        except Exception as error:
            return f"the module: {error}"
        return self.run(items)

    def pytest_runtestloop(self, session):
        """Print the changes and what notices them."""
        items = [item for item in session.items if not any(one in item.nodeid for one in SLOW)]
        jobs, called = self.args.jobs, defaultdict(set)
        parts = [partial(self.profiled, items[start::jobs]) for start in range(jobs)]
        for _, found in in_forks(parts, jobs):
            for module, line, tests in found:
                called[module, line].update(tests)
        uses, mutants, tasks = Uses(), self.args.mutants, []
        for mutant in mutants:
            wanted = set().union(*(called.get(place, ()) for place in uses.places(mutant)))
            wanted = wanted or set().union(*(tests for (module, _), tests in called.items()
                                             if module == mutant.module))
            tasks.append(partial(self.judged, mutant, uses,
                                 [item for item in items if item.nodeid in wanted]))
        survivors = 0
        for task, test in in_forks(tasks, jobs):
            mutant = task.args[0]
            survivors += test == ""
            print(f"{mutant.module}:{mutant.line} {', '.join(mutant.names)} {mutant.old} -> "
                  f"{mutant.new}: {test or 'SURVIVES' if test is not None else 'time'}",
                  file=self.args.out, flush=True)
        print(f"\n{len(mutants)} changes, {survivors} survive", file=self.args.out)
        return True


def main():
    """Read the arguments and give pytest the plugin."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--ways", default="up,down", type=lambda text: text.split(","))
    parser.add_argument("--only", default="", type=lambda text: set(filter(None, text.split(","))),
                        help="names of constants")
    parser.add_argument("--tests", default=TESTS, type=lambda text: text.split(","))
    parser.add_argument("places", nargs="*", default=SETS, metavar="PLACE")
    args = parser.parse_args()
    modules = dict.fromkeys(str(path.relative_to(ROOT)) for place in args.places
                            for path in ([ROOT / place] if place.endswith(".py")
                                         else sorted((ROOT / place).rglob("*.py")))
                            if path.parent != ROOT / "lm" / "rules")
    args.mutants = [mutant for module in modules for mutant in mutants(module, args.ways)
                    if not args.only or args.only & set(mutant.names)]
    if not args.mutants:
        raise SystemExit("mutants.py: no numbers in constants there")
    os.chdir(ROOT)
    with os.fdopen(os.dup(1), "w") as args.out:
        return pytest.main(["-p", "no:terminal", "-p", "no:cacheprovider", "-o", "addopts=", "-m",
                            MARKS, *args.tests], plugins=[Bench(args)])


if __name__ == "__main__":
    raise SystemExit(main())
