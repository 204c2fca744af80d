"""Types for type checkers, of scutch.clean, scutch.pipe and the record: made of declarations."""
import doctest
import inspect
import runpy
import subprocess
import sys

import pytest

import scutch
from scutch import typeddicts
from utils import BIN, ROOT

MADE = runpy.run_path(str(ROOT / ".ci" / "make_types.py"))
PAGE = "<p>Farms at sea, and on land."
GOOD = '''
import scutch
text: str = scutch.clean(b"<p>", url="https://a.example/", charset=None, keep="a-c")
scutch.clean("<p>", format="markdown", links=True, max=1, without=["captions"], with_="comments")
scutch.clean(bytearray(), scope="article", favor=None, letters=5, lang="de,fr", min_f=0.5)
scutch.clean(memoryview(b""), keep=None, format=None, model=["charlm=latin"])
rows = [{"id": "a", "html": b"<p>", "x_unknown": 1}]
for item in scutch.pipe(rows, "clean"):
    record: scutch.Record = item
    word: str = record["text"] + record["meta"]["title"] + record["segments"][0]["kind"]
    score: float = record["segments"][0]["scores"]["charlm"] + record["doc"]["scores"]["f"]
page: scutch.Record = {"id": "a", "html": b"<p>"}
list(scutch.pipe([page, {"html": "<p>"}], "html2text, segment"))
try:
    scutch.clean("")
except (scutch.BadRecord, scutch.Unusable):
    pass
'''
BAD = [
    'scutch.clean("<p>", nonsense=True)', 'scutch.clean("<p>", archive=True)',
    'scutch.clean("<p>", on_error="skip")', 'scutch.clean("<p>", "https://a.example/")',
    'scutch.clean("<p>", max="much")', 'scutch.clean("<p>", format="pdf")',
    'scutch.clean("<p>", scope="pages")', 'scutch.clean("<p>", with_hidden="no")',
    "scutch.clean(None)", 'scutch.clean(["<p>"])', 'scutch.clean("<p>").segments',
    'scutch.pipe({"id": "a"}, "clean")', 'scutch.pipe([b"<p>"], "clean")', "scutch.pipe([], None)",
    'page["no_field"]', 'page["segments"][0]["score"]', 'page["doc"]["chars"] + "a"',
    'page["text"] = None', "scutch.nothing"]
CONFIG = f"""[mypy]
mypy_path = {BIN}
[mypy-scutch.filters.*]
follow_imports = skip
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """Return what mypy says of a module of the good lines, and of the bad ones after them."""
    pytest.importorskip("mypy", reason="mypy is not installed")
    folder = tmp_path_factory.mktemp("types")
    (folder / "mypy.ini").write_text(CONFIG)
    (folder / "program.py").write_text(GOOD + "\n".join(BAD) + "\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "program.py"], cwd=folder,
                          capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    return [line for line in done.stdout.splitlines() if line.startswith("program.py:")]


@pytest.mark.slow
def test_a_checker_takes_what_works_and_refuses_what_does_not(checked):
    wrong = {int(line.split(":")[1]) for line in checked}
    first = GOOD.count("\n") + 1
    assert {line for line in wrong if line < first} == set(), checked
    missed = [line for number, line in enumerate(BAD, first) if number not in wrong]
    assert missed == [], checked


def test_they_are_what_their_program_makes():
    assert MADE["module"]() == (BIN / "scutch" / "typeddicts.py").read_text("utf-8"), (
        "run .ci/generate")


def test_examples_of_the_program():
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(MADE["of_field"], "of_field", globs=dict(MADE)):
        assert runner.run(test).failed == 0
    assert runner.tries


@pytest.mark.parametrize("name", typeddicts.CleanOptions.__annotations__)
def test_clean_has_each_of_the_options(name):
    """Not given by None, none is refused for its name."""
    assert scutch.clean(PAGE, keep=None, max=1, **{name: None} if name != "max" else {})


def test_all_options_of_a_page_are_there_once():
    own = inspect.signature(scutch.clean).parameters
    assert not own.keys() & typeddicts.CleanOptions.__annotations__.keys()
    assert scutch.Record is typeddicts.Record
