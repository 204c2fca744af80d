"""The house: every command has its manual, launcher, help, entry point and place in the papers."""
import ast
import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
import tomllib

import pytest

import scutch
import scutch.filters
import scutch.lm
from scutch.filters import record
from utils import BIN, ROOT, environment, launcher, load, modules, run

HEADINGS = ["In", "Out", "Drops", "Bad", "Memory", "Examples"]
HEAVY = ["numpy", "regex", "ftfy", "html5lib", "tqdm", "selectolax", "matplotlib", "warcio"]
README = ROOT / "README.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SOURCES = sorted(path for folder in ("filters", "lm") for path in (ROOT / folder).rglob("*.py"))


def library():
    """Return the names of all modules of scutch.filters and scutch.lm."""
    return sorted(module.name for package in (scutch.filters, scutch.lm)
                  for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."))


def imports(path):
    """Yield the dotted name of all that a file imports, relative ones with their dots."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ("." * node.level + ".".join(filter(None, [node.module, name.name]))
                        for name in node.names)


@pytest.mark.parametrize("name", ["scutch", *library()])
def test_docstring_and_its_examples(name):
    module = importlib.import_module(name)
    assert module.__doc__, "a module says what it is"
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("module", modules())
def test_manual(module):
    text = load(module).__doc__
    assert text.startswith(launcher(module).name.removeprefix("scutch-") + " - ")
    found = re.findall(r"^([A-Z][a-z]+):", text, re.MULTILINE)
    assert [heading for heading in found if heading in HEADINGS] == HEADINGS
    examples = text.partition("\nExamples:\n")[2]
    assert launcher(module).name in examples
    assert set(re.findall(r"\bscutch-[a-z0-9-]+", text)) <= {
        launcher(name).name for name in modules()}, "a command that is not there"


@pytest.mark.parametrize("module", modules())
def test_launcher(module):
    path = launcher(module)
    assert path.read_text() == ("#!/usr/bin/env python3\n"
                                f"from scutch.filters.{module} import main\n"
                                "raise SystemExit(main())\n")
    assert os.access(path, os.X_OK)


def test_no_launcher_without_a_command():
    assert {path.name for path in BIN.iterdir()} - {"scutch", "__pycache__"} == {
        launcher(module).name for module in modules()}


@pytest.mark.parametrize("module", modules())
def test_help_is_the_manual_and_loads_nothing(module):
    script = ("import sys; sys.path.insert(0, sys.argv[1])\n"
              f"from scutch.filters.{module} import main\n"
              "try:\n    main(['--help'])\n"
              "except SystemExit as end:\n    assert end.code == 0, end.code\n"
              f"loaded = set({HEAVY!r}) & set(sys.modules)\n"
              "assert not loaded, loaded")
    done = subprocess.run([sys.executable, "-c", script, BIN], capture_output=True,
                          env=environment(COLUMNS="80"), timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert load(module).__doc__.strip() in text
    for option in "--help", "--version":
        assert option in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("module", modules())
def test_version(module):
    done = run(module, "--version")
    assert done == (0, f"{launcher(module).name} {scutch.__version__}\n".encode(), b"")


def test_entry_points():
    assert PROJECT["project"]["scripts"] == {
        launcher(module).name: f"scutch.filters.{module}:main" for module in modules()}


def test_the_list_of_filters_is_whole():
    listed = re.findall(r"^[A-Z]\w+: +(.*)$", scutch.filters.__doc__, re.MULTILINE)
    assert sorted(", ".join(listed).split(", ")) == modules()


def test_changelog_has_the_version_and_every_command():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"\n## [{scutch.__version__}]" in text
    for module in modules():
        assert f"`{launcher(module).name}`" in text


def test_readme_has_every_command_extra_and_dependency():
    text = README.read_text("utf-8")
    for module in modules():
        assert f"`{launcher(module).name}`" in text
    for extra in PROJECT["project"]["optional-dependencies"]:
        assert f"`[{extra}]`" in text
    for dependency in PROJECT["project"]["dependencies"]:
        assert f"`{re.match('[a-z0-9]+', dependency)[0]}`" in text


def test_the_table_of_fields_is_that_of_the_record():
    text = (ROOT / "share" / "doc" / "record.md").read_text("utf-8")
    assert record.table() in text, "PYTHONPATH=bin python3 -m scutch.filters.record prints it"


def test_the_guide_has_a_reason_for_every_dependency():
    text = (ROOT / "share" / "doc" / "guide.md").read_text("utf-8")
    reasons = text.partition("\n## Dependencies\n")[2].partition("\n## ")[0]
    names = [re.match("[a-z0-9]+", dependency)[0]
             for dependency in PROJECT["project"]["dependencies"]]
    extras = [f"`[{extra}]`" for extra in PROJECT["project"]["optional-dependencies"]]
    for name in names + extras:
        assert f"| {name} " in reasons


def test_the_version_stands_in_one_place():
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", scutch.__version__)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports(path):
    """lm never imports filters, prints or reads options; nobody pickles or fetches."""
    found = list(imports(path))
    never = {"pickle", "urllib.request", "http.client", "requests", "socket"}
    assert not never & set(found)
    if path.is_relative_to(ROOT / "lm"):
        assert not any("filters" in name for name in found)
        assert not {"sys", "argparse"} & set(found)
        calls = {node.func.id for node in ast.walk(ast.parse(path.read_text("utf-8")))
                 if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
        assert "print" not in calls
