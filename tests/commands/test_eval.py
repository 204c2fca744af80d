"""scutch-eval: in a chain, its reports, and agreement with another scorer."""
import gzip
import html
import json
import re
import subprocess
import sys

import pytest

from utils import ROOT, lines_of, on_a_full_disk, run, shell

GOLD = [
    {"id": "1", "text": "The end of tea?\nPrices fell, they say.", "coverage": 1.0,
     "segments": [{"kind": "h", "text": "The end of tea?"},
                  {"kind": "p", "text": "Prices fell, they say."}], "page_type": "article"},
    {"id": "2", "text": "Green or black?", "coverage": 0.2, "page_type": "forum"},
    {"id": 3, "text": "", "coverage": 1.0, "page_type": "article"},
]
TEA = {"id": "1", "segments": [
    {"text": "Home", "scores": {"charlm": 0.9}},
    {"text": "The end of tea?", "scores": {"charlm": 0.2}},
    {"text": "Prices fell, they say.", "scores": {"charlm": 0.1}}], "scorers": ["charlm"]}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "gold").mkdir()
    (tmp_path / "gold" / "gold.jsonl.gz").write_bytes(gzip.compress(lines_of(*GOLD)))
    return tmp_path


@on_a_full_disk
def test_pages_on_a_full_disk(folder):
    done = run("eval", "--gold", "gold", "--pages", "/dev/full", data=lines_of(TEA), cwd=folder)
    assert done == (2, b"", b"scutch-eval: /dev/full: No space left on device\n")


def test_in_a_chain(folder):
    """The same table at the end of a chain as at the end of a pipe."""
    (folder / "in").write_bytes(lines_of(TEA))
    pipe = shell("scutch-tag in | scutch-eval --gold gold --keep a-e", cwd=folder)
    chain = shell("scutch-chain 'tag, eval --gold gold --keep a-e' in", cwd=folder)
    assert b"all text" in pipe.out and pipe.status == 0
    assert chain == pipe


TAG = re.compile(r"<(script|style|title)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>", re.S | re.I)


# score.py aligns white-space words in any script. Here it splits them in scripts without spaces, as
# its own tokens are.
SCORER = """
import re, sys
sys.path.insert(0, sys.argv.pop(1))
import score
score.words = lambda text: [
    piece for word in text.split()
    for piece in re.findall(f"[{score.ALONE}]|[^{score.ALONE}]+", word)
    if re.search(rf"[^\\W_]|[{score.ALONE}]", piece)]
score.main()
"""


def agrees(folder, tools, wanted, pages):
    """Compare the two scorers on a crude dump of pages; some of them are missing or empty.

    wanted: records of the gold. pages: {"id", "html"}, in the same order.
    """
    (folder / "gold").mkdir()
    (folder / "gold" / "gold.jsonl.gz").write_bytes(gzip.compress(lines_of(*wanted)))
    with open(folder / "dump.jsonl", "w", encoding="utf-8") as out:
        for number, page in enumerate(pages):
            text = html.unescape(TAG.sub("\n", page["html"])).replace("\x85", " ")
            if number % 9 != 5:
                out.write(json.dumps({"id": page["id"], "text": text * (number % 9 != 7)}) + "\n")
    done = subprocess.run([sys.executable, "-c", SCORER, tools, "gold", "dump.jsonl", "--json",
                           "--evert"], cwd=folder, capture_output=True, check=True)
    theirs = json.loads(done.stdout)
    done = run("eval", "--gold", "gold", "--json", "dump.jsonl", cwd=folder)
    ours = json.loads(done.out)["rows"]["records"]
    for key in "pages", "reachable_pages", "missing":
        assert ours[key] == theirs[key]
    for block in "mean", "reachable", "median", "micro":
        assert ours[block] == pytest.approx(theirs[block], abs=0.005), block
        assert ours[block].keys() == theirs[block].keys()
    assert {kind: value["mean"] for kind, value in ours["bow_f_by_type"].items()} == pytest.approx(
        {kind: value["mean"] for kind, value in theirs["bow_f_by_type"].items()}, abs=0.005)


@pytest.mark.slow
@pytest.mark.parametrize("name, first", [("cleaneval-dev", ""), ("wcxb-dev", ""),
                                         ("fundus", "ja ko hi ar")])
def test_agrees_with_another_scorer(shared, gold, tmp_path, name, first):
    """To the second decimal, on 20 pages of a set; first: languages whose pages come first."""
    pytest.importorskip("rapidfuzz", reason="rapidfuzz is not installed")
    with gzip.open(shared / "gold" / name / "gold.jsonl.gz", "rt", encoding="utf-8") as known:
        wanted = sorted(map(json.loads, known), key=lambda one: one["lang"] not in first.split())
    del wanted[20:]
    pages = {page["id"]: page for page in
             map(json.loads, gold(name, *(record["id"] for record in wanted)))}
    agrees(tmp_path, shared / "tools", wanted, [pages[record["id"]] for record in wanted])


@pytest.mark.slow
def test_agrees_in_scripts_without_spaces(shared, tmp_path):
    """On pages in Chinese, Japanese, Thai and Khmer, of which every second paragraph is wanted."""
    pytest.importorskip("rapidfuzz", reason="rapidfuzz is not installed")
    pages = [json.loads(line) for line in
             (ROOT / "tests/data/scripts.jsonl").read_text("utf-8").splitlines()]
    wanted = [{"id": page["id"], "text": "\n".join(
        TAG.sub("", part) for part in re.findall(r"<p>.*?</p>", page["html"])[::2])}
        for page in pages]
    assert all(record["text"] for record in wanted)
    agrees(tmp_path, shared / "tools", wanted, pages)


# ---------- scutch-eval --regions and --report: where the errors are, and the pages that have most

HOSTILE = "<script>alert(1)</script> & \"it\""


def segment(text, score, kind="p", **more):
    return {"text": text, "kind": kind, "scores": {"mlp": score}, **more}


@pytest.fixture
def areas(tmp_path):
    """Return a folder with gold of three pages, for one of which there is no record."""
    (tmp_path / "gold.jsonl").write_bytes(lines_of(
        {"id": "a", "text": "Farms at sea\nCables reach the coast today\nRed lamps by night"},
        {"id": "b", "text": "Tea prices fell by a third"}, {"id": "c", "text": "One two three"}))
    (tmp_path / "in").write_bytes(lines_of(
        {"id": "a", "scorers": ["mlp"], "segments": [
            segment("Farms at sea", 0.9, "h", role="headline"),
            segment("Cables reach the coast today", 0, role="text"),
            segment("Red lamps by night", 0.8, "c", role="caption"),
            segment("Log in here", 0.2, "l", role="navigation")]},
        {"id": "b", "scorers": ["mlp"], "segments": [
            segment("Tea prices fell by a third", 0.1, role="text"),
            segment("More of this kind", 0.9, "l", role="teaser")]}))
    return tmp_path


def located(folder, *args):
    done = run("eval", "--gold", "gold.jsonl", "--measures", "bow", "--max", "0.5", *args, "in",
               cwd=folder)
    assert (done.status, done.err) == (0, b"")
    return done.out.decode()


def test_a_report(areas):
    table = located(areas, "--report", "of it.html")
    assert table == located(areas, "--regions")
    report = (areas / "of it.html").read_text()
    assert "<td>heading</td><td>3</td><td>0</td>" in report
    links = re.findall(r'<a href="of%20it-pages.html#(\d)">(\w)</a></td><td>([\d.]+)', report)
    assert links == [("1", "a", "62.50"), ("2", "b", "100.00")]
    pages = (areas / "of it-pages.html").read_text()
    titles = [json.loads(data)["id"] for data in
              re.findall(r'<script type="application/json" id="data-\d">(.*?)\n</script>', pages)]
    assert titles == ["a", "b"]


def test_the_ten_worst_pages_are_shown(areas):
    pages = [{"id": f"p{number}", "text": "word " * number} for number in range(1, 16)]
    (areas / "gold.jsonl").write_bytes(lines_of(*pages))
    (areas / "in").write_bytes(lines_of(*({"id": page["id"], "scorers": ["mlp"], "segments": [
        segment("word", 0)]} for page in pages)))
    located(areas, "--report", "report.html")
    assert re.findall(r"#\d+\">(p\d+)<", (areas / "report.html").read_text()) == [
        f"p{number}" for number in range(15, 5, -1)]


def test_a_report_has_no_markup_of_a_page(areas):
    (areas / "gold.jsonl").write_bytes(lines_of({"id": HOSTILE, "text": HOSTILE,
                                               "page_type": HOSTILE}))
    (areas / "in").write_bytes(lines_of({"id": HOSTILE, "scorers": ["mlp"], "segments": [
        segment(HOSTILE, 0, role=HOSTILE)]}))
    located(areas, "--report", "report.html")
    report = (areas / "report.html").read_text()
    assert "<script" not in report and "&lt;script&gt;" in report
    assert "<script>alert" not in (areas / "report-pages.html").read_text()
