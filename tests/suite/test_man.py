"""The manual pages: the committed files are up to date, and roff formats them without warnings."""
import doctest
import runpy
import subprocess

import pytest

from utils import ROOT, command_of, commands, each_reading, load, requires

MAN = ROOT / "share" / "man"
MADE = runpy.run_path(str(MAN / "make_pages.py"))
CHAIN = MADE["CHAIN"]
PAGES = sorted(MAN.glob("man*/*"))


def page_of(module):
    """Return the name of a page without its section: that of a method is as git-commit."""
    return command_of(module).replace(" ", "-")


def test_pages_are_what_their_program_makes(tmp_path):
    MADE["main"](tmp_path)
    made = {path.relative_to(tmp_path): path.read_text() for path in tmp_path.glob("man*/*")}
    assert made == {path.relative_to(MAN): path.read_text() for path in PAGES}, \
        "run share/man/make_pages.py"


def test_every_command_has_a_page():
    assert {path.name for path in PAGES} == {"scutch.7"} | {
        f"{page_of(module)}.1" for module in commands()}


def test_examples_of_the_program():
    finder = doctest.DocTestFinder()
    runner = doctest.DocTestRunner()
    for test in finder.find(MADE["escaped"], "escaped", globs=dict(MADE)):
        assert runner.run(test).failed == 0
    assert runner.tries


@requires("groff")
@pytest.mark.parametrize("module", [None, "scutch", *each_reading()])
def test_groff_prints_the_page(module):
    path = MAN / (f"man1/{page_of(module)}.1" if module else "man7/scutch.7")
    done = subprocess.run(["groff", "-man", "-Tutf8", "-P-cbou", "-ww", path], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    examples = load(module).__doc__.partition("\nExamples:\n")[2].split("\n") if module else CHAIN
    for line in examples:
        assert line.strip() in text, "an example can be copied from the page"


def test_the_guide_has_the_exit_statuses():
    text = (ROOT / "share" / "doc" / "guide" / "running.md").read_text("utf-8")
    for status, meaning in MADE["EXIT_STATUS"]:
        assert f"| {status} | {meaning} |" in text
