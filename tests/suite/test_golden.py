"""Golden runs: a command line in a real shell, and all that it wrote.

golden/<command>/<what-it-shows>/ holds `cmd`, run by bash in that folder's copy of its inputs with
bin/ on the path; `in`, its stdin; and what must come back: `out`, `err`, `status`. Absent files
are empty, an absent status is 0. share/examples is there as "$EXAMPLES".

golden/stages/PAGE.txt is what each stage makes of one of forty pages: see tests/stages.py.

`pytest --update -m '' tests/suite/test_golden.py` rewrites out, err and status, and the stages:
read the diff, and explain it in the commit message.
"""
import shutil

import pytest

import stages
from utils import GOLDEN, ROOT, shell

pytestmark = pytest.mark.extras

RUNS = sorted(path.parent for path in GOLDEN.glob("*/*/cmd"))
RESULTS = ["out", "err", "status"]


def content(path):
    return path.read_bytes() if path.exists() else b""


@pytest.mark.parametrize("folder", RUNS, ids=lambda folder: str(folder.relative_to(GOLDEN)))
def test_run(folder, tmp_path, request):
    for path in folder.iterdir():
        if path.name not in {"cmd", "in", *RESULTS}:
            shutil.copy(path, tmp_path)
    done = shell(f"EXAMPLES={ROOT}/share/examples\n" + (folder / "cmd").read_text("utf-8"),
                 data=content(folder / "in"), cwd=tmp_path)
    found = {"out": done.out, "err": done.err,
             "status": b"%d\n" % done.status if done.status else b""}
    if request.config.getoption("--update"):
        for name in RESULTS:
            (folder / name).unlink(missing_ok=True)
            if found[name]:
                (folder / name).write_bytes(found[name])
    assert found == {name: content(folder / name) for name in RESULTS}


def test_every_folder_is_a_run():
    folders = {path for path in GOLDEN.glob("*/*") if path.is_dir()}
    assert folders == set(RUNS)


def test_stages(request):
    """What the stages make of the pages is what the files have; the first line that differs says
    where."""
    folder = GOLDEN / "stages"
    found = stages.shown()
    if request.config.getoption("--update"):
        for path in folder.glob("*.txt"):
            path.unlink()
        for name, text in found.items():
            (folder / f"{name}.txt").write_text(text, "utf-8", newline="")
    known = {path.stem: path.read_bytes().decode() for path in folder.glob("*.txt")}
    assert found.keys() == known.keys() and len(known) == 40
    assert not [(name, *pair) for name in known for pair in zip(
        known[name].split("\n"), found[name].split("\n"), strict=False) if pair[0] != pair[1]]
    assert found == known
