"""The sdist and its wheel: their files, and that the wheel runs without the rest of the project."""
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from utils import (
    ROOT,
    SAMPLE_LINE,
    command_of,
    commands,
    environment,
    launcher,
    method_of,
    modules,
    requires,
    run,
)

pytestmark = pytest.mark.packaging

SCORED = b'{"id":"1","segments":[{"text":"a","scores":{"x":0.5}}]}\n'
TAGGED = b'{"id":"1","segments":[{"text":"a","scores":{"x":0.5},"tags":{"x":"e"}}]}\n'


def call(*command, **settings):
    env = {name: value for name, value in environment().items() if name != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, env=env, **settings)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def wheel_of(source, folder):
    """Return the path of the wheel that is made of a folder or an sdist."""
    call(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, source)
    path, = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdist")
    call(sys.executable, "-m", "build", "--sdist", "-o", folder, ROOT)
    path, = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def wheel(sdist, tmp_path_factory):
    """The wheel that is made of the sdist alone, as a release makes it."""
    return wheel_of(sdist, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The bin folder of a fresh environment with the wheel and its dependencies, no extras."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    call(folder / "bin" / "python", "-m", "pip", "install", "-q", wheel)
    return folder / "bin"


@requires("git")
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no clone: git lists no files")
def test_the_sdist_holds_every_file_of_the_checkout(sdist):
    """But the links, which are for editors: scutch finds its packages without them."""
    listed = call("git", "-C", ROOT, "ls-files", "-z").decode().rstrip("\0").split("\0")
    files = {name for name in listed if not (ROOT / name).is_symlink()}
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names == files | {"PKG-INFO"}


def test_sdist_and_checkout_give_the_same_wheel(wheel, tmp_path):
    assert wheel_of(ROOT, tmp_path).read_bytes() == wheel.read_bytes()


def test_the_wheel_holds_scutch_alone(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"scutch"}
    sources = {f"scutch/{Path(folder).name / path.relative_to(ROOT / folder)}"
               for folder in ("filters", "lm", "share/models", "share/rules")
               for path in (ROOT / folder).rglob("*")
               if path.is_file() and "__pycache__" not in path.parts}
    assert sources <= set(names)


def test_the_wheel_has_completions_recipes_and_what_the_guide_reads(wheel):
    names = {name.partition(".data/data/share/")[2] for name in zipfile.ZipFile(wheel).namelist()}
    assert {"bash-completion/completions/scutch", "zsh/site-functions/_scutch",
            "fish/vendor_conf.d/scutch.fish"} <= names
    for folder in "recipes", "examples":
        assert {f"scutch/{folder}/{path.name}"
                for path in (ROOT / "share" / folder).glob("*.*")} <= names
    assert {f"doc/scutch/{path.name}" for path in (ROOT / "share/doc").glob("*.md")} <= names
    assert not any(name.startswith("doc/") and name.endswith((".png", ".py")) for name in names)


def test_every_command_is_installed(installed):
    for module in commands():
        command = command_of(module)
        assert command.encode() in call(installed / launcher(module).name, *method_of(module),
                                        "--help")
        page = command.replace(" ", "-") + ".1"
        assert (installed.parent / "share/man/man1" / page).exists()


def test_commands_run_without_the_extras(installed, tmp_path):
    assert call(installed / "scutch-tag", input=SCORED, cwd=tmp_path) == TAGGED
    filters = ", ".join(name for name in ("html2text", "segment", "charlm", "tag")
                        if name in modules())
    out = call(installed / "scutch-chain", filters, input=SAMPLE_LINE, cwd=tmp_path)
    assert b"Farms at sea, and on land." in out and b'"errors"' not in out


def test_pages_are_cleaned(installed, tmp_path):
    """With the models, as the checkout does it."""
    page = ROOT / "share" / "examples" / "pages" / "blog.html"
    assert call(installed / "scutch-clean", page, cwd=tmp_path) == run("clean", page).out


def test_the_function_is_importable(installed, tmp_path):
    script = ("import scutch; from scutch.filters.tag import tag;"
              "record, = scutch.pipe([{'segments': []}], 'tag'); assert record == {'segments': []};"
              "assert tag({'segments': []}) == [record]")
    call(installed / "python", "-c", script, cwd=tmp_path)


def test_an_editable_install_is_the_checkout(tmp_path):
    venv.create(tmp_path, with_pip=True)
    call(tmp_path / "bin" / "python", "-m", "pip", "install", "-q", "--no-deps", "-e", ROOT)
    found = call(tmp_path / "bin" / "python", "-c",
                 "import scutch.filters.tag; print(scutch.filters.tag.__file__)", cwd=tmp_path)
    assert Path(found.decode().strip()).resolve() == ROOT / "filters" / "tag.py"
    assert call(tmp_path / "bin" / "scutch-tag", input=SCORED, cwd=tmp_path) == TAGGED
