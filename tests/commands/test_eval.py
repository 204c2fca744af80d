"""scutch-eval: its rows, its counts, what it refuses, and agreement with another scorer."""
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


def evaluate(folder, *records, args=()):
    """Return the rows of the JSON output."""
    done = run("eval", "--gold", "gold", "--json", *args, data=lines_of(*records), cwd=folder)
    assert (done.status, done.err) == (0, b"")
    return json.loads(done.out)["rows"]


def test_segments_as_they_are(folder):
    rows = evaluate(folder, TEA)
    assert list(rows) == ["records"]
    found = rows["records"]
    assert [found[key] for key in ("pages", "missing", "empty", "reachable_pages")] == [3, 2, 0, 2]
    # 8 of 9 words on page 1, nothing on page 2; the gold of page 3 is empty
    assert found["micro"]["align_p"] == pytest.approx(100 * 8 / 9, abs=1e-4)
    assert found["micro"]["align_r"] == pytest.approx(100 * 8 / 11, abs=1e-4)
    assert found["mean"]["align_r"] == pytest.approx(200 / 3, abs=1e-4)
    assert found["reachable"]["align_r"] == 100
    assert found["micro"]["seg_r"] == 100 and found["micro"]["seg_p"] == pytest.approx(66.6667)


def test_limit_and_all_text(folder):
    rows = evaluate(folder, TEA, args=["--max", "0.5"])
    assert list(rows) == ["records", "all text"]
    assert rows["records"]["micro"]["align_p"] == 100
    assert rows["all text"]["micro"]["align_p"] == pytest.approx(100 * 8 / 9, abs=1e-4)


def test_raw_dump_is_the_text_beside_segments(folder):
    rows = evaluate(folder, {**TEA, "text": "Home\nLogin\nThe end of tea?"})
    assert list(rows) == ["records", "raw dump"]
    assert rows["raw dump"]["micro"]["align_p"] == pytest.approx(100 * 4 / 6, abs=1e-4)


def test_text_alone_has_lines_for_segments(folder):
    found = evaluate(folder, {"id": "1", "text": GOLD[0]["text"]}, {"id": "2", "text": " \n"},
                     {"id": 3, "text": ""})["records"]
    assert (found["missing"], found["empty"]) == (0, 2)
    assert found["micro"]["seg_f"] == found["reachable"]["lev_chars"] == 100


def test_baselines(folder):
    (folder / "bte.jsonl").write_bytes(lines_of({"id": "2", "text": "Green or black?"}))
    (folder / "none.jsonl").write_bytes(b"")
    more = lines_of({"id": "2", "text": "Green tea"})
    (folder / "more.jsonl.gz").write_bytes(gzip.compress(more))
    rows = evaluate(folder, args=["--baseline", "bte=bte.jsonl", "--baseline=x y=more.jsonl.gz",
                                  "--baseline", "none=none.jsonl"])
    assert list(rows) == ["records", "bte", "x y", "none"]
    assert [row["missing"] for row in rows.values()] == [3, 2, 2, 3]
    assert [row["bow_f_by_type"]["forum"]["mean"] for row in rows.values()] == [0, 100, 40, 0]


def test_foreign_and_repeated_records(folder):
    found = evaluate(folder, {"id": "9", "text": "x"}, {"id": "2", "text": "Green or black?"},
                     {"id": "2", "text": ""})["records"]
    assert (found["foreign"], found["repeated"], found["empty"]) == (1, 1, 1)
    assert found["bow_f_by_type"]["forum"] == {"pages": 1, "mean": 0}


def test_the_name_of_a_file_is_an_id(folder):
    """scutch-read gives pages of files their paths."""
    found = evaluate(folder, {"id": "pages/1.html.gz", "text": "x"},
                     {"id": "https://example.org/2", "text": "x"})["records"]
    assert (found["foreign"], found["empty"]) == (1, 0)
    assert found["bow_f_by_type"]["forum"] == {"pages": 1, "mean": 0}


def test_bad_records_count_as_empty_text(folder):
    data = lines_of({"id": "1"}, {"id": "2", "text": "Green or black?"}) + b"{\n"
    done = run("eval", "--gold", "gold", "--json", data=data, cwd=folder)
    assert done.status == 0
    assert done.err.decode().startswith(
        'scutch-eval: stdin:1: neither "segments" nor "text"\nscutch-eval: stdin:3: not JSON')
    assert json.loads(done.out)["rows"]["records"]["missing"] == 2
    done = run("eval", "--gold", "gold", "--on-error", "stop", data=data, cwd=folder)
    assert (done.status, done.out) == (3, b"")


def test_chosen_measures(folder):
    found = evaluate(folder, TEA, args=["--measures", "bow,lev_words"])["records"]
    assert set(found["mean"]) == {"bow_p", "bow_r", "bow_f", "lev_words"}
    assert set(found["micro"]) == {"bow_p", "bow_r", "bow_f"}


def test_pages(folder):
    evaluate(folder, TEA, args=["--max=0.5", "--pages", "pages.jsonl", "--measures", "align"])
    pages = [json.loads(line) for line in (folder / "pages.jsonl").read_text().splitlines()]
    assert pages == [{"row": row, "id": one["id"], "align_p": p, "align_r": r, "align_f": f,
                      "counts": {"align": counts}}
                     for row, first in [("records", (100, 100, 100, [8, 8, 8])),
                                        ("all text", (88.8889, 100, 94.1176, [8, 9, 8]))]
                     for one, (p, r, f, counts) in zip(GOLD, [first, (0, 0, 0, [0, 0, 3]),
                                                              (100, 100, 100, [0, 0, 0])],
                                                       strict=True)]


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
