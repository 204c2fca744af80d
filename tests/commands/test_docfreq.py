"""docfreq: frequencies worked by hand, and counts that do not depend on how they are made."""
import random

import pytest

from scutch.lm.modelfile import BadModel
from scutch.lm.templates.docfrequency import Counts
from utils import lines, records, run

MENU = ["Home", "News", "Contact us"]


def page(number, host="a.example", menu=MENU, **more):
    """Return a page with the menu of its site, two paragraphs of its own and a footer."""
    texts = [*menu, *(f"Paragraph {part} of page {number}" for part in "ab"), "All rights"]
    elements = [["body", -1, ""], ["li", 0, "menu"], ["p", 0, f"text-{number}"]]
    return {"id": f"{host}/{number}", "url": f"http://{host}/{number}", "elements": elements,
            "segments": [{"text": text, "element": 1 if text in menu else 2} for text in texts],
            **more}


def scored(pages, *args):
    done = run("docfreq", *args, data=lines(pages))
    assert done.status == 0
    return records(done.out)


def raws(record):
    return [segment["raw"]["docfreq"] for segment in record["segments"]]


# ------------------------------------------------------------------ one host, by hand

def test_shares_of_other_pages():
    pages = [page(0), page(1), page(2), page(3, menu=["Home", "Sport"])]
    found = scored(pages)
    assert raws(found[0]) == [1.0, 0.6667, 0.6667, 0.0, 0.0, 1.0]
    assert raws(found[3]) == [1.0, 0.0, 0.0, 0.0, 1.0]
    assert [record["id"] for record in found] == [record["id"] for record in pages]
    assert {**found[0], "segments": 0} == {**pages[0], "segments": 0, "cuts": {"docfreq": 0.5},
                                           "scorers": ["docfreq"], "host_pages": 3}
    scores = [segment["scores"]["docfreq"] for segment in found[0]["segments"]]
    assert [score > 0.5 for score in scores] == [True, True, True, False, False, True]
    assert min(scores) > 0 and max(scores) < 1


def test_www_is_the_same_host_and_a_page_alone_is_neutral():
    pages = [page(0), page(1, "www.a.example"), page(0, "b.example"), {**page(2), "url": None}]
    found = scored(pages)
    assert raws(found[0])[0] == raws(found[1])[0] == 1.0
    for record in found[2:]:
        assert set(raws(record)) == {0.0}
        assert {segment["scores"]["docfreq"] for segment in record["segments"]} == {0.5}


def test_snapshots_are_one_page():
    """Text on several snapshots of a page does not count as repeated; text of other pages does."""
    pages = [{**page(0), "timestamp": f"2025-01-0{day}T00:00:00Z"} for day in range(1, 5)]
    found = scored([*pages, page(1)])
    assert all(raws(record) == [1.0, 1.0, 1.0, 0.0, 0.0, 1.0] for record in found[:4])
    assert raws(found[4]) == [1.0, 1.0, 1.0, 0.0, 0.0, 1.0]


def test_a_copy_under_another_address_is_not_counted():
    copy = {**page(0), "url": "http://a.example/print/0"}
    found = scored([page(0), copy, page(1)])
    assert raws(found[0]) == raws(found[1]) == [1.0, 1.0, 1.0, 0.0, 0.0, 1.0]
    assert set(raws(scored([page(0), copy])[0])) == {0.0}


def test_input_that_is_not_grouped(tmp_path):
    pages = [page(0), page(0, "b.example"), page(1)]
    done = run("docfreq", data=lines(pages))
    assert done.status == 2
    assert done.err.startswith(b"scutch-docfreq: pages of a.example come again after those of")
    assert raws(scored(pages, "--buffer")[0])[0] == 1.0
    run("train_docfreq", "--out", "counts", data=lines(pages), cwd=tmp_path)
    assert scored(pages, "--model", str(tmp_path / "counts")) == scored(pages, "--buffer")


# ------------------------------------------------------------------ counts


def test_merging_by_the_command_is_counting_all(tmp_path):
    pages = [page(number, host) for number in range(30) for host in ("a.example", "b.example")]
    random.Random(3).shuffle(pages)
    for name, part in ("one", pages[:25]), ("two", pages[15:40]), ("three", pages[40:]), (
            "all", pages):
        done = run("train_docfreq", "--out", name, "--max-pages", "12", data=lines(part),
                   cwd=tmp_path)
        assert done.status == 0
    assert done.out == b"2 hosts, 24 pages, 288 units\n"
    for order in ("one", "two", "three"), ("three", "one", "two"):
        done = run("train_docfreq", "--merge", "--out", "sum", *order, cwd=tmp_path)
        assert done == (0, b"2 hosts, 24 pages, 288 units\n", b"")
        assert (tmp_path / "sum").read_bytes() == (tmp_path / "all").read_bytes()


# ------------------------------------------------------------------ what is refused


def test_files_that_are_no_counts(tmp_path):
    (tmp_path / "pages").write_bytes(lines([page(0)]))
    for most, name in ("5", "five"), ("6", "six"):
        run("train_docfreq", "--out", name, "--max-pages", most, data=lines([page(0)]),
            cwd=tmp_path)
    for args in (["--merge", "pages"], ["--merge", "gone"], ["--merge", "five", "six"]):
        done = run("train_docfreq", "--out", "x", *args, cwd=tmp_path)
        assert done.status == 2 and args[-1] in done.err.decode()
        assert not (tmp_path / "x").exists()
    for name in "five", "empty":         # counts without --merge; no pages are not a mistake
        (tmp_path / "empty").write_bytes(b"")
        done = run("train_docfreq", "--out", "x", name, cwd=tmp_path)
        assert (done.status, (tmp_path / "x").exists()) == ((2, False) if name == "five" else
                                                            (0, True))
        assert (b"five: a model of scutch, not JSON lines" in done.err) == (name == "five")
    assert run("docfreq", "--model", "pages", data=b"", cwd=tmp_path).status == 2
    (tmp_path / "five").write_bytes((tmp_path / "five").read_bytes()[:-1])
    with pytest.raises(BadModel):
        Counts.load(tmp_path / "five")


def test_pages_without_a_host_are_named(tmp_path):
    done = run("train_docfreq", "--out", "a.counts", cwd=tmp_path,
               data=lines([page(0), {**page(1), "url": None}]))
    assert done.out.startswith(b"1 host, 1 page, ")
    assert done.err.startswith(
        b'scutch-train docfreq: 1 page not counted: no host in "url"; jq ')
