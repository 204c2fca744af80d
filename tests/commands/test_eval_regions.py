"""scutch-eval --regions and --report: where the errors are, and the pages that have most."""
import json
import re

import pytest

from utils import lines_of, run

HOSTILE = "<script>alert(1)</script> & \"it\""


def segment(text, score, kind="p", **more):
    return {"text": text, "kind": kind, "scores": {"mlp": score}, **more}


@pytest.fixture
def folder(tmp_path):
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


def evaluate(folder, *args):
    done = run("eval", "--gold", "gold.jsonl", "--measures", "bow", "--max", "0.5", *args, "in",
               cwd=folder)
    assert (done.status, done.err) == (0, b"")
    return done.out.decode()


def test_regions(folder):
    regions = json.loads(evaluate(folder, "--regions", "--json"))["regions"]
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
    assert "regions" not in json.loads(evaluate(folder, "--json"))


def test_of_two_records_of_a_page_the_last_one_counts(folder):
    one = evaluate(folder, "--regions").split("records by kind")[1]
    (folder / "in").write_bytes((folder / "in").read_bytes() * 2)
    assert evaluate(folder, "--regions").split("records by kind")[1] == one


def test_a_report(folder):
    table = evaluate(folder, "--report", "of it.html")
    assert table == evaluate(folder, "--regions")
    report = (folder / "of it.html").read_text()
    assert "<td>heading</td><td>3</td><td>0</td>" in report
    links = re.findall(r'<a href="of%20it-pages.html#(\d)">(\w)</a></td><td>([\d.]+)', report)
    assert links == [("1", "a", "62.50"), ("2", "b", "100.00")]
    pages = (folder / "of it-pages.html").read_text()
    titles = [json.loads(data)["id"] for data in
              re.findall(r'<script type="application/json" id="data-\d">(.*?)\n</script>', pages)]
    assert titles == ["a", "b"]


def test_the_ten_worst_pages_are_shown(folder):
    pages = [{"id": f"p{number}", "text": "word " * number} for number in range(1, 16)]
    (folder / "gold.jsonl").write_bytes(lines_of(*pages))
    (folder / "in").write_bytes(lines_of(*({"id": page["id"], "scorers": ["mlp"], "segments": [
        segment("word", 0)]} for page in pages)))
    evaluate(folder, "--report", "report.html")
    assert re.findall(r"#\d+\">(p\d+)<", (folder / "report.html").read_text()) == [
        f"p{number}" for number in range(15, 5, -1)]


def test_a_report_has_no_markup_of_a_page(folder):
    (folder / "gold.jsonl").write_bytes(lines_of({"id": HOSTILE, "text": HOSTILE,
                                               "page_type": HOSTILE}))
    (folder / "in").write_bytes(lines_of({"id": HOSTILE, "scorers": ["mlp"], "segments": [
        segment(HOSTILE, 0, role=HOSTILE)]}))
    evaluate(folder, "--report", "report.html")
    report = (folder / "report.html").read_text()
    assert "<script" not in report and "&lt;script&gt;" in report
    assert "<script>alert" not in (folder / "report-pages.html").read_text()
