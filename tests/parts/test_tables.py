"""csv and tsv: their columns, what other programs read of them, a header once a file."""
import csv
import io
import json

import pytest

import scutch
from scutch.filters.stream.inputs import from_tsv
from utils import ROOT, run

CRAWL = str(ROOT / "share/examples/crawl.warc.gz")
TEXTS = ['A "b", c', "=1+1\nline two", "a\tb\\n", " lead", "\u2028x\r\ny", "'", "", "\x00\ud800é"]


def lines_of(texts):
    return "".join(json.dumps({"id": f"{number}", "text": text}) + "\n"
                   for number, text in enumerate(texts)).encode()


def rows(data):
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


def test_python_reads_what_was_written():
    done = run("emit", "--format", "csv", "--columns", "text,id", data=lines_of(TEXTS))
    lines = [json.loads(line)["text"] for line in run(
        "emit", "--format", "jsonl", data=lines_of(TEXTS)).out.splitlines()]
    assert rows(done.out) == [["text", "id"], *([text, f"{number}"] for number, text in
                                                enumerate(lines))]


def test_tsv_is_read_back():
    done = run("emit", "--format", "tsv", data=lines_of(TEXTS))
    back = [from_tsv(line)["text"] for line in done.out.split(b"\n")[:-1]]
    assert back == [row[1] for row in rows(run(
        "emit", "--format", "csv", "--columns", "id,text", data=lines_of(TEXTS)).out)[1:]]


def test_the_chain_finds_what_columns_need(tmp_path):
    options = "--format", "csv", "--columns", "id,date,authors,text"
    done = run("clean", *options, CRAWL)
    assert rows(done.out)[1][1:3] == ["2025-03-17", "Courier city desk"]
    assert b"--meta" in run("clean", *options, "--explain").out
    assert b"--meta" not in run("clean", "--format", "csv", "--explain").out
    assert run("clean", *options, "--jobs", "3", CRAWL).out == done.out
    assert run("clean", *options, "-o", "out", CRAWL, cwd=tmp_path).status == 0
    assert (tmp_path / "out/crawl.warc.gz.csv").read_bytes() == done.out
    assert run("clean", *options, "-o", "split", "--split", CRAWL, cwd=tmp_path).status == 0
    files = sorted((tmp_path / "split").rglob("*.csv"))
    assert len(files) == len(rows(done.out)) - 1
    assert {path.read_bytes().split(b"\n")[0] for path in files} == {b"id,date,authors,text"}


def test_in_python():
    record = {"id": "a", "html": "<p>Wind farms at sea."}
    assert b"".join(scutch.pipe([record], "clean --format csv --columns 'id,text' --max 1")) == (
        b"id,text\na,Wind farms at sea.\n")
    with pytest.raises(scutch.Unusable, match="csv"):
        scutch.clean("<p>Wind", format="csv")
