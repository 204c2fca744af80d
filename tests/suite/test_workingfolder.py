"""No command runs a file of the folder in which it is started, whatever the file's name."""
import ast
import subprocess
import sys
from functools import cache

import pytest

from servers import asked, served
from utils import PAGE, ROOT, each_reading, environment, good_input, needs, started

pytestmark = pytest.mark.slow

OURS = [path for top in ("bin/scutch", "filters", "lm") for path in (ROOT / top).rglob("*.py")]


@cache
def imported():
    """Return the names of all modules that ours import, and of those of Python."""
    names = set(sys.stdlib_module_names) | {"scutch", "filters", "lm", "commands"}
    for path in OURS:
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(node.module.partition(".")[0])
    return names


@pytest.fixture
def folder(tmp_path):
    names = imported()
    assert {"numpy", "regex", "json", "orjson", "warcio", "html5lib"} <= names
    for name in names:
        (tmp_path / f"{name}.py").write_text(f"open('ran {name}', 'w').close()\n"
                                             f"raise ImportError('not {name}')\n")
    return tmp_path


def have_run(folder):
    return [path.name for path in folder.glob("ran *")]


@pytest.mark.parametrize("module", each_reading())
def test_a_command(module, folder):
    done = started(module, *needs(module).args, data=good_input(module, 3), cwd=folder)
    assert (done.status, have_run(folder)) == (0, []), done.err


@pytest.mark.parametrize("words", [["clean", "--jobs", "2"], *(
    pytest.param(["clean", one], marks=pytest.mark.long) for one in ("--archive", "--dedup"))])
def test_processes_of_a_command(words, folder):
    done = started(*words, data=good_input("clean", 3), cwd=folder)
    assert (done.status, have_run(folder)) == (0, []), done.err


def test_the_server(folder):
    with served("--jobs", "1", cwd=folder) as port:
        assert asked(port, "/clean?max=1", PAGE)[0] == 200
    assert have_run(folder) == []


def test_a_module_of_python(folder):
    """Python imports scutch, and what it needs for it, from the folder: only its own -P helps."""
    for name in [*sys.stdlib_module_names, "scutch"]:
        (folder / f"{name}.py").unlink()
    done = subprocess.run([sys.executable, "-m", "scutch", "clean", "--max", "1"], cwd=folder,
                          input=PAGE.encode(), capture_output=True,
                          env=environment(PYTHONPATH=str(ROOT / "bin")))
    assert b"Farms at sea" in done.stdout and (done.returncode, done.stderr) == (0, b"")
    assert have_run(folder) == []
