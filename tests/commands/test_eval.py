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


# ---------- scutch-eval --paired: the difference of two outputs, and its interval

WORDS = "wind farms at sea turn the cables to the coast of".split()


@pytest.fixture
def pairs(tmp_path):
    """Return a folder: gold of twelve pages, two a host; an output that lacks a word of each."""
    pages = [{"id": f"p{number}", "text": " ".join(WORDS),
              "url": f"https://host{number // 2}.example/{number}"} for number in range(12)]
    (tmp_path / "gold.jsonl").write_bytes(lines_of(*pages))
    (tmp_path / "less.jsonl").write_bytes(lines_of(*(
        {"id": page["id"], "text": " ".join(WORDS[:-1])} for page in pages)))
    (tmp_path / "all.jsonl").write_bytes(lines_of(*(
        {"id": page["id"], "text": page["text"]} for page in pages)))
    return tmp_path


def compared(folder, *args, data=b""):
    done = run("eval", "--gold", "gold.jsonl", "--measures", "bow", *args, data=data, cwd=folder)
    assert (done.status, done.err) == (0, b"")
    return done.out.decode()


def test_a_difference(pairs):
    paired = json.loads(compared(pairs, "--json", "--paired", "less.jsonl", "all.jsonl"))["paired"]
    lost = 100 - 200 * 10 / 21
    assert paired["less"]["items"] == "12 pages"
    found = paired["less"]["measures"]["bow_f"]
    assert [found[key] for key in ("difference", "low", "high")] == pytest.approx([lost] * 3,
                                                                                  abs=1e-3)
    assert found["p"] < 0.005 and (found["better"], found["worse"]) == (100, 0)


def test_what_it_says_in_words(pairs):
    table = compared(pairs, "--paired", "short=less.jsonl", "all.jsonl")
    assert "records is better than short on these pages by 4.76 (4.76 to 4.76) in bow F.\n" in table
    table = compared(pairs, "--paired", "all.jsonl", "less.jsonl")
    assert "all is better than records on these pages by 4.76 (4.76 to 4.76) in bow F.\n" in table
    table = compared(pairs, "--paired", "same=all.jsonl", "all.jsonl")
    assert ("No difference is shown between records and same in bow F: 0.00 (0.00 to 0.00).\n"
            in table)


def test_few_pages_show_no_difference(pairs):
    """All three are better, but by chance one in four times."""
    gold = (pairs / "gold.jsonl").read_bytes().splitlines(True)
    (pairs / "gold.jsonl").write_bytes(b"".join(gold[:3]))
    assert "No difference is shown" in compared(pairs, "--paired", "less.jsonl", "all.jsonl")


def test_by_host(pairs):
    """The hosts of the gold, or those of the records where the gold has no url."""
    pages = [json.loads(line) for line in (pairs / "gold.jsonl").read_bytes().splitlines()]
    words = ["--json", "--by-host", "--paired", "less.jsonl"]
    by_gold = json.loads(compared(pairs, *words, "all.jsonl"))["paired"]["less"]
    assert by_gold["items"] == "6 hosts" and by_gold["measures"]["bow_f"]["p"] > 0.02
    (pairs / "gold.jsonl").write_bytes(lines_of(*({key: page[key] for key in ("id", "text")}
                                                for page in pages)))
    assert json.loads(compared(pairs, *words, data=lines_of(*pages)))["paired"]["less"] == by_gold
    done = run("eval", "--gold", "gold.jsonl", *words, "all.jsonl", cwd=pairs)
    assert (done.status, done.out) == (2, b"")
    assert b"--by-host: no page has a host" in done.err


def test_a_page_that_is_missing_counts_as_empty(pairs):
    first = (pairs / "all.jsonl").read_bytes().splitlines(True)[1:]
    found = json.loads(compared(pairs, "--json", "--paired", "all.jsonl", data=b"".join(first)))
    found = found["paired"]["all"]["measures"]["bow_f"]
    assert found["difference"] == pytest.approx(-100 / 12, abs=1e-3) and found["worse"] > 8


def test_folds(pairs):
    table = compared(pairs, "--folds", "3", "--paired", "less.jsonl", "all.jsonl")
    assert table.split("corrected t-test over 3 folds\n")[1].split()[-5:] == [
        "F", "+4.76", "+4.76", "+4.76", "0.0000"]
    done = run("eval", "--gold", "gold.jsonl", "--folds", "7", "--paired", "less.jsonl",
               "all.jsonl", cwd=pairs)
    assert (done.status, done.out) == (2, b"")
    assert b"--folds 7: the pages are of 6 sites" in done.err


SEGMENTS = ["Home and all rights", "Wind farms at sea turn", "Cables to the coast",
            "Log in here now"]


def scored(*scores):
    return {"id": "a", "scorers": ["mlp"], "segments": [
        {"text": text, "scores": {"mlp": score}}
        for text, score in zip(SEGMENTS, scores, strict=True)]}


@pytest.mark.parametrize("other", [
    {"id": "a", "text": "\n".join(SEGMENTS)}, scored(0.1, 0.1, 0.1, 0.2)])
def test_labels(tmp_path, other):
    """Text of another cleaner, and scored records, to which the limit applies, too."""
    (tmp_path / "gold.jsonl").write_bytes(lines_of({"id": "a", "text": "\n".join(SEGMENTS[1:3])}))
    (tmp_path / "other.jsonl").write_bytes(lines_of(other))
    words = ["--max", "0.5", "--paired", "other.jsonl"]
    found = json.loads(compared(tmp_path, "--json", *words, data=lines_of(scored(0.9, 0, 0.7, 1))))
    assert found["paired"]["other"]["labels"] == {
        "segments": 4, "right": 75, "other_right": 50, "first_alone": 2, "second_alone": 1,
        "p": 1, "kappa": 0}
    table = compared(tmp_path, *words, data=lines_of(scored(0.9, 0, 0.7, 1)))
    assert "labels of 4 segments" in table


def test_a_baseline_with_scores_has_the_limit_too(tmp_path):
    (tmp_path / "gold.jsonl").write_bytes(lines_of({"id": "a", "text": "\n".join(SEGMENTS[1:3])}))
    (tmp_path / "other.jsonl").write_bytes(lines_of(scored(0.9, 0, 0.1, 1)))
    found = json.loads(compared(tmp_path, "--json", "--max", "0.5", "--baseline", "b=other.jsonl",
                                data=lines_of(scored(0.9, 0, 0.7, 1))))
    assert found["rows"]["b"]["mean"]["bow_f"] == 100


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


def test_regions(areas):
    regions = json.loads(located(areas, "--regions", "--json"))["regions"]
    assert regions["kind"] == {
        "paragraph": {"words": 11, "kept": 11, "p": 100, "r": 100, "missed": 0, "unwanted": 0,
                      "errors": 0},
        "heading": {"words": 3, "kept": 0, "p": 0, "r": 0, "missed": 3, "unwanted": 0,
                    "errors": pytest.approx(300 / 13, abs=1e-3)},
        "list item": {"words": 7, "kept": 3, "p": 0, "r": 0, "missed": 0, "unwanted": 3,
                      "errors": pytest.approx(300 / 13, abs=1e-3)},
        "code": {"words": 4, "kept": 0, "p": 0, "r": 0, "missed": 4, "unwanted": 0,
                 "errors": pytest.approx(400 / 13, abs=1e-3)},
        "in no segment": {"words": 0, "kept": 0, "p": 0, "r": 0, "missed": 3, "unwanted": 0,
                          "errors": pytest.approx(300 / 13, abs=1e-3)}}
    assert list(regions["role"]) == ["headline", "text", "caption", "teaser", "navigation",
                                     "in no segment"]
    assert "regions" not in json.loads(located(areas, "--json"))


def test_of_two_records_of_a_page_the_last_one_counts(areas):
    one = located(areas, "--regions").split("records by kind")[1]
    (areas / "in").write_bytes((areas / "in").read_bytes() * 2)
    assert located(areas, "--regions").split("records by kind")[1] == one


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
