"""The house: every command has a manual, launcher, help, entry point and its documents."""
import ast
import doctest
import importlib
import importlib.util
import os
import pkgutil
import re
import subprocess
import sys
import tomllib
from functools import cache

import pytest

import scutch.filters
import scutch.lm
from scutch.filters.html.guard.tagsyntax import RE_IS_RIGHT
from scutch.filters.record import fields, table_of_fields
from scutch.filters.stream.options import SECTION
from scutch.lm.rules import rules
from utils import BIN, ROOT, command_of, commands, environment, launcher, load, modules, run

HEADINGS = ["In", "Out", "Drops", "Bad", "Memory", "Examples"]
HEAVY = ["numpy", "ftfy", "html5lib", "tqdm", "selectolax", "matplotlib", "warcio",
         *["regex"] * bool(RE_IS_RIGHT)]
README = ROOT / "README.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SOURCES = sorted(path for folder in ("filters", "lm") for path in (ROOT / folder).rglob("*.py"))
ROOMS = sorted({str(path.parent.relative_to(ROOT)) for path in SOURCES} - {"filters"})
PROGRAMS = sorted((ROOT / "share").rglob("*.py"))
MOST_LINES, MOST_OF_FUNCTION = 700, 50   # CONTRIBUTING.md


@cache
def text_of(path):
    return path.read_text("utf-8")


@cache
def nodes_of(path):
    """Return all nodes of a file's syntax tree."""
    return list(ast.walk(ast.parse(text_of(path))))


def placed(path, *what):
    """Return what is wrong in a file, as the list of a failure shows it."""
    return " ".join([str(path.relative_to(ROOT)), *map(str, what)])


def test_what_a_program_imports_of_scutch_is_there():
    """No test runs most of them, since they need gold sets and other packages."""
    missing = []
    for path in PROGRAMS:
        for node in nodes_of(path):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scutch"):
                module = importlib.import_module(node.module)
                missing += [placed(path, name.name) for name in node.names
                            if not hasattr(module, name.name)
                            and not importlib.util.find_spec(f"{node.module}.{name.name}")]
    assert not missing


def library():
    """Return the names of all modules of scutch.filters and scutch.lm."""
    return sorted(module.name for package in (scutch.filters, scutch.lm)
                  for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."))


def imports(path):
    """Yield the dotted names of all imports of a file, also inside functions."""
    package = name_of(path).split(".")[:None if path.stem == "__init__" else -1]
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[:len(package) - node.level + 1] if node.level else []
            yield from (".".join([*base, *filter(None, [node.module]), name.name])
                        for name in node.names)


def name_of(path):
    """Return the dotted name of a file of filters/ or lm/."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(["scutch", *(parts[:-1] if parts[-1] == "__init__" else parts)])


@cache
def imported_modules(path):
    """Return the names of the modules of filters/ and lm/ that a file imports."""
    known = set(map(name_of, SOURCES))
    named = {name if name in known else name.rpartition(".")[0] for name in imports(path)}
    return (named & known) - {name_of(path)}


@pytest.mark.extras
@pytest.mark.parametrize("room", ["scutch", *(room.replace("/", ".") for room in ROOMS),
                                  "filters"])
def test_docstring_and_its_examples(room):
    """Of each module of a room, and of the package."""
    modules = ["scutch"] if room == "scutch" else [
        name for name in library() if name.removeprefix("scutch.").rpartition(".")[0] == room]
    for name in modules:
        if not name.endswith(".lexbor") or importlib.util.find_spec("selectolax"):
            module = importlib.import_module(name)
            assert module.__doc__ and doctest.testmod(module).failed == 0, name


def test_manuals():
    for module in modules():
        text, command = load(module).__doc__, command_of(module)
        assert text.startswith(command.removeprefix("scutch-") + " - ")
        found = re.findall(r"^([A-Z][a-z]+):", text, re.MULTILINE)
        assert [heading for heading in found if heading in HEADINGS] == HEADINGS, module
        assert command in text.partition("\nExamples:\n")[2]
        assert set(re.findall(r"\bscutch-[a-z0-9-]+", text)) <= {
            launcher(name).name for name in modules()}, "a command that is not there"


def test_launchers():
    assert {path.name for path in BIN.iterdir()} - {"scutch", "__pycache__"} == {
        launcher(module).name for module in modules()}
    for module in modules():
        path, name = launcher(module), module.partition("_")[0]
        assert path.read_text() == (
            "#!/usr/bin/env python3\n"
            f"from scutch.commands import {name}\nraise SystemExit({name}())\n")
        assert os.access(path, os.X_OK)


def test_little_is_imported_before_ctrl_c_ends_a_command_without_a_word():
    script = ("import sys; sys.path.insert(0, sys.argv[1]); import scutch.commands, _signal\n"
              "assert _signal.getsignal(_signal.SIGINT) == _signal.SIG_DFL\n"
              "assert not {'collections', 'enum', 're', 'typing'} & set(sys.modules)")
    done = subprocess.run([sys.executable, "-S", "-c", script, BIN], capture_output=True,
                          env=environment(), timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.extras
@pytest.mark.parametrize("module", [
    pytest.param(module, marks=[pytest.mark.long] * (place % 4 > 0))
    for place, module in enumerate(modules())])
def test_help_is_the_manual_and_loads_nothing(module):
    command, *method = command_of(module).removeprefix("scutch-").split()
    script = ("import sys; sys.path.insert(0, sys.argv[1])\n"
              f"from scutch.commands import {command}\n"
              f"try:\n    {command}({[*method, '--help']})\n"
              "except SystemExit as end:\n    assert end.code == 0, end.code\n"
              f"loaded = set({HEAVY!r}) & set(sys.modules)\n"
              "assert not loaded, loaded")
    done = subprocess.run([sys.executable, "-c", script, BIN], capture_output=True,
                          env=environment(COLUMNS="80"), timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert SECTION.sub("", load(module).__doc__).strip() in text
    assert "--help" in text and "--version" in text
    assert max(map(len, text.splitlines())) <= 100


def test_versions():
    for module in modules():
        assert run(module, "--version") == (
            0, f"{command_of(module)} {scutch.__version__}\n".encode(), b"")


def test_each_extra_has_tests_of_its_own():
    text = (ROOT / ".ci" / "extras").read_text("utf-8")
    lines = text.partition("<<'TESTS'\n")[2].splitlines()[:-1]
    assert {line.split()[0] for line in lines} == {
        name for name in PROJECT["project"]["optional-dependencies"] if name != "test"}
    assert all((ROOT / name).exists() for line in lines for name in line.split()[1:])


def test_entry_points_and_the_list_of_filters_are_whole():
    assert PROJECT["project"]["scripts"] == {launcher(module).name: "scutch.commands:" + module
                                             for module in commands() if "_" not in module}
    listed = [name for names in scutch.filters.GROUPS.values() for name in names]
    assert sorted(["scutch", *listed]) == sorted(commands())


def test_changelog_has_the_version_and_every_command():
    text = text_of(ROOT / "CHANGELOG.md")
    assert f"\n## [{scutch.__version__}]" in text
    for module in modules():
        assert f"`{command_of(module)}`" in text


def test_readme_has_every_command_extra_and_dependency():
    wanted = [*(launcher(module).name for module in commands()),
              *(f"[{extra}]" for extra in PROJECT["project"]["optional-dependencies"]),
              *(re.match("[a-z0-9]+", name)[0] for name in PROJECT["project"]["dependencies"])]
    assert not [name for name in wanted if f"`{name}`" not in text_of(README)]


def test_the_table_of_fields_is_that_of_the_record():
    names = [field.name for field in fields()]
    assert sorted(names) == sorted(set(names))
    assert all(field.type and field.meaning for field in fields())
    text = (ROOT / "share" / "doc" / "record.md").read_text("utf-8")
    assert table_of_fields() in text, "run .ci/generate"


def test_the_guide_has_a_reason_for_every_dependency():
    text = (ROOT / "share" / "doc" / "guide" / "needs.md").read_text("utf-8")
    reasons = text.partition("\n## Dependencies\n")[2].partition("\n## ")[0]
    names = [re.match("[a-z0-9]+", name)[0] for name in PROJECT["project"]["dependencies"]]
    names += [f"`[{extra}]`" for extra in PROJECT["project"]["optional-dependencies"]]
    assert not [name for name in names if f"| {name} " not in reasons]


def test_no_circle_of_imports():
    """Imports have no circle, including those inside functions."""
    graph = {name_of(path): imported_modules(path) for path in SOURCES}
    while free := {name for name, wanted in graph.items() if not wanted & graph.keys()}:
        graph = {name: wanted for name, wanted in graph.items() if name not in free}
    assert not graph, "these import one another, or what does"


def test_rooms_import_those_above_them():
    """By the list in filters/__init__.py; what is beside the rooms imports none."""
    rows = re.findall(r"^    ([a-z]+(?:, [a-z]+)*)  ", scutch.filters.__doc__, re.MULTILINE)
    levels = {room: level for level, row in enumerate(rows, 1) for room in row.split(", ")}
    assert sorted(f"filters/{room}" for room in levels) == [
        room for room in ROOMS if re.fullmatch("filters/[a-z]+", room)]
    for path in SOURCES:
        here = path.relative_to(ROOT).parts[1]
        if path.is_relative_to(ROOT / "filters") and here.removesuffix(".py") not in commands():
            rooms = {name.split(".")[2] for name in imported_modules(path)
                     if name.startswith("scutch.filters.")} & levels.keys()
            assert not [room for room in rooms - {here}
                        if levels[room] >= levels.get(here, 0)], path


def test_no_module_imports_a_command():
    """What two commands share is in a room; chains.py and train.py import commands by names."""
    commands = {f"scutch.filters.{module}" for module in modules()}
    for path in SOURCES:
        assert not imported_modules(path) & commands, path


def test_a_room_says_what_is_in_it():
    """Its docstring names each module and each room, and only those that exist."""
    for room in ROOMS:
        folder = ROOT / room
        said = ast.get_docstring(ast.parse(text_of(folder / "__init__.py")))
        assert set(re.findall(r"\b(\w+\.py)\b", said)) == {
            path.name for path in folder.glob("*.py")} - {"__init__.py"}, room
        assert set(re.findall(r"^ *(\w+)/ ", said, re.MULTILINE)) == {
            path.parent.name for path in folder.glob("*/__init__.py")}, room


def test_files_and_functions_are_short():
    paths = [*SOURCES, *sorted((ROOT / "share" / "bench").glob("*.py")),
             *sorted((ROOT / "tests").rglob("*.py"))]
    assert not [placed(path) for path in paths if text_of(path).count("\n") > MOST_LINES]
    assert not [placed(path, node.name) for path in paths for node in nodes_of(path)
                if isinstance(node, ast.FunctionDef)
                and node.end_lineno - node.lineno >= MOST_OF_FUNCTION]


def test_a_base_name_is_given_once():
    """Modules are found by their names, which stand for one thing; none begins with "_"."""
    named = [path.stem for path in SOURCES if path.stem != "__init__"]
    assert sorted(named) == sorted(set(named)) and not [name for name in named if name[0] == "_"]


WRITE_HTML = [ROOT / "filters" / room for room in ("sinks", "viewing", "serving")]
READERS = [path for path in SOURCES
           if not any(path.is_relative_to(room) for room in WRITE_HTML)]
# <p class="box">, also in a pattern; but class="([^"]*)" is a rule on none
ATTRIBUTE_RULE = re.compile(r"""\b(?:class|id|role|style|(?:aria|data)-[a-z-]+)
    =\\?["'] [^"'\]]* [a-zA-Z]""", re.X)
NAMES_IN_RULES = {name for file in ("hidden", "joins", "marks")
                  for table in rules(file).values() for rule in table
                  for value in (rule.attribute, re.sub(r"\[.*?]", " ", rule.value))
                  for name in re.findall(r"[\w-]+", value)
                  if len(name) > 5 and re.search("-|[a-z][A-Z]", name)}


def literals(path):
    """Yield the strings of a file, without docstrings."""
    said = {id(node.value) for node in nodes_of(path) if isinstance(node, ast.Expr)}
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and id(node) not in said and isinstance(
                node.value, str | bytes):
            yield node.value if isinstance(node.value, str) else node.value.decode("latin-1")


def test_rules_on_attributes_are_in_tables():
    """What reads pages has no value of class, id, role, data-* or style of its own, and none of the
    names in share/rules once more."""
    names = re.compile("|".join(map(re.escape, sorted(NAMES_IN_RULES))))
    assert not [placed(path, repr(text)) for path in READERS for text in literals(path)
                if ATTRIBUTE_RULE.search(text) or names.search(text)]


def public(body, owner=""):
    """Yield (name, node) of the functions and methods in a file that others may call."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public(node.body, node.name + ".")
        elif isinstance(node, ast.FunctionDef) and (
                not node.name.startswith("_") or (owner and node.name in ("__init__", "__call__"))):
            yield owner + node.name, node


TYPED = [path for place in ("bin/scutch/__init__.py", "filters/errors.py", "filters/record.py",
                            "filters/edge/*.py", "filters/stream/*.py", "lm/**/*.py")
         for path in ROOT.glob(place)]


def test_what_others_call_has_types():
    """mypy checks the types; this test checks that all arguments and results have one."""
    without = []
    for path in TYPED:
        for name, node in public(ast.parse(text_of(path)).body):
            args = node.args
            given = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
            without += [placed(path, name, one.arg) for one in given if one and not one.annotation
                        and one.arg not in ("self", "cls")]
            without += [placed(path, name)] * (node.returns is None)
    assert not without


CITED = re.compile(r"(?<![\w/.-])(?:lm|filters|share|tests|bin)/[\w/.-]*\.(?:py|md|txt|sh|json)\b")
TEXTS = [path for top in ("filters", "lm", "share", "tests", "bin", ".github", "README.md")
         for path in ([ROOT / top] if (ROOT / top).is_file() else sorted((ROOT / top).rglob("*")))
         if path.suffix in {".py", ".md", ".sh"} and "golden" not in path.parts]


def test_what_a_text_cites_is_in_the_repository():
    assert not [placed(path, name) for path in TEXTS
                for name in CITED.findall(text_of(path).replace("NAME", "prune"))
                if not (ROOT / name).exists()]


def test_the_version_stands_in_one_place():
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", scutch.__version__)


def test_imports():
    """lm never imports filters, prints or reads options; no module pickles or downloads."""
    never = ("pickle", "urllib.request", "http.client", "requests", "socket")
    wrong = []
    for path in SOURCES:
        found = list(imports(path))
        wrong += [placed(path, name) for name in found if name.startswith(never)]
        if path.is_relative_to(ROOT / "lm"):
            wrong += [placed(path, name) for name in found
                      if "filters" in name or name in ("sys", "argparse")]
            wrong += [placed(path, "print") for node in nodes_of(path)
                      if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                      and node.func.id == "print"]
    assert not wrong
