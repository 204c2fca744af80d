"""Pages in files of their own: rubbish behind compressed ones, comments of those who saved them;
lists of names that are pages.
"""
import bz2
import gzip
import json
import lzma

import pytest
from crawls import page, response, warc

from utils import PAGE, records, run

DATA = PAGE.encode()


def zstandard_packed(data):
    """Return a frame of zstandard, or skip where the package is not installed."""
    zstandard = pytest.importorskip("zstandard", reason="the extra [warc] is not installed")
    return zstandard.compress(data)


def saved(url, length=42):
    return f"<!DOCTYPE html>\n<!-- saved from url=({length:04}){url} -->\n<html><p>Wind."


@pytest.mark.parametrize(("pack", "behind"), [
    *[(gzip.compress, rubbish) for rubbish in (b"rubbish", b"\xff" * 100_000, b"\n", b"\x1f")],
    (bz2.compress, b"rubbish"), (lzma.compress, b"rubbish"), (zstandard_packed, b"rubbish")])
@pytest.mark.parametrize("name", ["a.html.gz", "a", "-"])
def test_rubbish_behind_a_compressed_page_costs_no_page(tmp_path, pack, behind, name):
    data = pack(DATA) + behind
    if name != "-":
        (tmp_path / name).write_bytes(data)
    done = run("read", name, data=data if name == "-" else b"", cwd=tmp_path)
    assert (done.status, done.err) == (0, b"")
    assert records(done.out)[0]["html"] == PAGE


def test_the_note_says_what_was_left_out(tmp_path):
    (tmp_path / "a").write_bytes(gzip.compress(DATA[:50]) + gzip.compress(DATA[50:]) + b"rubbish")
    (record,) = records(run("read", "a", cwd=tmp_path).out)
    assert record["html"] == PAGE
    assert record["doc"]["notes"] == ["what is behind its compressed data was left out"]


@pytest.mark.parametrize("data", [
    gzip.compress(DATA)[:-9], gzip.compress(DATA) + gzip.compress(DATA)[:-9],
    gzip.compress(DATA) + b"\x1f\x8b\x08\x00rubbish, not a member"])
def test_a_page_that_is_cut_off_is_no_page(tmp_path, data):
    (tmp_path / "a").write_bytes(data)
    done = run("read", "a", cwd=tmp_path)
    assert done.status == 2 and done.err.count(b"\n") == 1
    assert "html" not in records(done.out)[0]


def test_what_belongs_to_saved_pages_is_passed_over(tmp_path):
    for name in ("a.html", "a_files/frame.html", "b_files/c.html", ".git/x.html", "d.htm",
                 "d-Dateien/x.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(page(1))
    done = run("read", "--stats", ".", cwd=tmp_path)
    assert [record["id"] for record in records(done.out)] == [
        "./a.html", "./d.htm", "./b_files/c.html"]
    assert json.loads(done.err)["other_forms"] == 3


@pytest.mark.parametrize("forms", [
    ["singlefile.html", "output.html", "warc/1.warc"], ["dom/output.html", "warc/1.warc"],
    ["warc/1.warc", "a.example/index.html"], ["a.example/index.html"]])
def test_archivebox_gives_each_page_once(tmp_path, forms):
    snapshot = tmp_path / "archive" / "1700000000.5"
    for name in [*forms, "index.html", "index.json", "readability/content.html"]:
        (snapshot / name).parent.mkdir(exist_ok=True, parents=True)
        (snapshot / name).write_bytes(
            warc(response(page(1))) if "warc" in name else page(len(name)))
    (tmp_path / "index.sqlite3").write_bytes(bytes(9))
    (tmp_path / "index.html").write_bytes(page(2))
    done = run("read", ".", cwd=tmp_path)
    read = [record["metadata"]["warc_file"] if "metadata" in record else record["id"]
            for record in records(done.out)]
    assert read[-1].endswith(forms[0]) and len(read) == 1


@pytest.mark.parametrize("form", ["xml", "vrt"])
def test_a_corpus_of_our_own_is_read_back(tmp_path, form):
    texts = [["Ferry & tram", "It leaves at (about) seven, they said: go!"],
             ["5 < 6 [here] & there."]]
    given = "".join(json.dumps({
        "id": f"http://a.example/{number}", "title": 'A "title"', "segments": [
            {"text": text, "kind": "p", "sentences": [[0, len(text)]]}
            for text in of_one]}) + "\n"
        for number, of_one in enumerate(texts))
    corpus = run("emit", "--format", form, data=given.encode()).out
    done = run("read", data=corpus)
    assert (done.status, done.err) == (0, b"")
    assert [record["text"].split("\n") for record in records(done.out)] == texts
    assert [record["id"][-1] for record in records(done.out)] == ["0", "1"]
    assert {record["title"] for record in records(done.out)} == {'A "title"'}
    done = run("read", data=corpus[:-9])
    assert done.status == 2 and records(done.out)[-1]["errors"][0]["code"] == "truncated"
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "a.xml").write_bytes(corpus)
    assert b"not html (1)" in run("read", "x", cwd=tmp_path).err
    assert run("tag", data=corpus).status == 2


def test_a_page_far_above_such_a_comment_is_about_them(tmp_path):
    (tmp_path / "a.html").write_text(PAGE + "x" * 5_000 + saved("http://a.example/"))
    (record,) = records(run("read", "a.html", cwd=tmp_path).out)
    assert "url" not in record
