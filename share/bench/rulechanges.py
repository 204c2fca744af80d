"""Changes of one number or one comparison of a module's rules, for mutants.py: which there are,
which functions see them, and how a process takes one over."""
import ast
import importlib
import sys
import types
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
EDGES = {ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")}


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
    function: int

    def source(self):
        """Return the source of the module with the change, bytes."""
        source = (ROOT / self.module).read_bytes()
        return (source[:self.start] + self.new.encode()
                + source[self.start + len(self.old.encode()):])


def mutants(module, ways):
    """Return the Mutants of a module, each once."""
    source = (ROOT / module).read_bytes()
    tree, starts, changes = ast.parse(source), [0], {}
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def change(node, start, old, news, names, function):
        for new in news:
            changes[start, new] = Mutant(module, names, node.lineno, start, old, new, function)

    def change_numbers(nodes, names, function):
        for node in nodes:
            start = starts[node.lineno - 1] + node.col_offset
            old = source[start:starts[node.end_lineno - 1] + node.end_col_offset].decode()
            change(node, start, old, changed(node.value, ways), names, function)

    for names, value in assignments(tree):
        if all(map(str.isupper, names)):
            change_numbers(numbers(value), names, 0)
    for function, node in comparisons(tree):         # the innermost function comes last
        names = sorted(filter(str.isupper, _names(node)))
        limits = [number for number in numbers(node) if number.value not in (0, 1)]
        change_numbers(limits, names, function)
        for sign, left in zip(node.ops, [node.left, *node.comparators], strict=False):
            if (names or limits) and type(sign) in EDGES and "edge" in ways:
                old, new = EDGES[type(sign)]
                end = starts[left.end_lineno - 1] + left.end_col_offset
                change(node, source.index(old.encode(), end), old, [new], names, function)
    return list(changes.values())


def assignments(tree):
    """Yield (names, value) of the assignments of a module."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield [part.id for target in targets for part in ast.walk(target)
                   if isinstance(part, ast.Name)], node.value


def comparisons(tree):
    """Yield (first line of the function, comparison by size)."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Compare) and any(type(sign) in EDGES for sign in node.ops):
                    yield _first(function), node


def numbers(node):
    """Yield the nodes of numbers, but those of powers and what a number is shifted by."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield node
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift | ast.Pow):
        yield from numbers(node.left)
    else:
        for child in ast.iter_child_nodes(node):
            yield from numbers(child)


def changed(value, ways):
    """Return a number by half greater or less, as written; no number is made less than 0."""
    step = max(1, value // 2) if isinstance(value, int) else value / 2
    news = [value + step] * ("up" in ways) + [value - step] * ("down" in ways and value > 0)
    return [f"{new:.6g}" if isinstance(new, float) else str(new) for new in news if new != value]


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
                    for name in _names(node):
                        self.functions[module, name].add((module, _first(node)))
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
        names, new = set(), set(mutant.names)
        while new:
            names |= new
            new = set().union(*(self.derived[mutant.module, name] for name in new)) - names
        return names

    def places(self, mutant):
        """Return the functions in which one of them stands, {(module, first line)}."""
        if mutant.function:
            return {(mutant.module, mutant.function)}
        stem = Path(mutant.module).stem
        return set().union(*(
            self.functions[module, name] for name in self.values(mutant)
            for module in {mutant.module, *self.importers[stem, name], *self.importers["", stem]}))


def _names(node):
    return {part.id if isinstance(part, ast.Name) else part.attr for part in ast.walk(node)
            if isinstance(part, ast.Name | ast.Attribute)}


def _first(function):
    return min(part.lineno for part in [function, *getattr(function, "decorator_list", [])])


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
    tests = [other for other in sys.modules.values()
             if (getattr(other, "__file__", None) or "").startswith(f"{ROOT}/tests/")]
    for name in uses.values(mutant):
        old = vars(module)[name]
        importers = [mutant.module, *uses.importers[Path(mutant.module).stem, name]]
        for other in filter(None, map(sys.modules.get, map(dotted, importers))):
            if name in vars(other):
                setattr(other, name, new[name])
        for other in tests:
            if vars(other).get(name) is old:
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
