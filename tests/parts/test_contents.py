"""What a file holds is known by its bytes: under any name, behind a log, in another archive."""
import gzip
import json

import pytest
from crawls import page

from scutch.filters.sources.kinds import kind_of
from utils import records, requires, run, shell

RECORDS = "".join(json.dumps({"id": str(n), "html": page(n).decode()}) + "\n" for n in range(3))


# --------------------------------------------------------- other formats under an archive's name


HAR = {"log": {"version": "1.2", "entries": [
    {"request": {"url": "http://a.example/"},
     "response": {"content": {"mimeType": "text/html; charset=utf-8", "text": "<p>One."}}},
    {"request": {"url": "http://b.example/"},
     "response": {"content": {"mimeType": "text/html", "text": "PHA+VHdvLg==",
                              "encoding": "base64"}}},
    {"request": {"url": "http://a.example/x"}, "response": {"content": {"mimeType": "image/png",
                                                                        "text": "eA=="}}},
    {"request": {"url": "http://a.example/y"}, "response": {"content": {}}}]}}


@requires("jq")
def test_what_makes_lines_of_a_har_file(tmp_path):
    (tmp_path / "a.har").write_text(json.dumps(HAR))
    told = run("clean", "a.har", cwd=tmp_path).err.decode()
    program = told.partition("jq -c '")[2].partition("'")[0]
    made = shell(f"jq -c '{program}' a.har | scutch-html2text", cwd=tmp_path)
    assert [(record["url"], record["segments"][0]["text"]) for record in records(made.out)] == [
        ("http://a.example/", "One."), ("http://b.example/", "Two.")]


# --------------------------------------------------------- JSON lines behind a log

LOGS = ["INFO loading model\nINFO ready\n", "a\n" * 9, "step, loss\n1, 0.5\n",
        "2025-01-01 WARNING x\n" * 400, "[1/3] crawling\n\n[2/3] crawling\n[3/3]\n"]


@pytest.mark.parametrize("log", LOGS)
@pytest.mark.parametrize("name", ["a.jsonl.gz", "a"])
def test_json_lines_behind_a_log(tmp_path, log, name):
    text = (log + RECORDS).encode()
    (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    bad = sum(map(bool, log.split("\n")))
    done = run("read", name, cwd=tmp_path)
    found = records(done.out)
    assert [record["id"] for record in found if "errors" not in record] == ["0", "1", "2"]
    assert len(found) == 3 + bad and f"{name}:1: not JSON".encode() in done.err
    piped = shell("scutch-read", text)
    assert len(records(piped.out)) == 3 + bad


def test_a_log_between_json_lines():
    lines = RECORDS.splitlines()
    assert kind_of("\n".join(["x", lines[0], "INFO saved", lines[1], "INFO"]).encode())[0] == (
        "records")


@pytest.mark.parametrize("text", [
    'A text that ends with an object:\nas here.\n{"a": 1}\n',
    'How to:\n\n{"text": "Hi."}\n\nis a record; ' + "it goes on after it. " * 9,
    "No object at all.\n" * 900, '{x}\n{y}\n"html": "z"\n'])
def test_a_text_with_an_object_is_text_unless_its_name_says_lines(text):
    assert kind_of(text.encode())[0] == "text"
    assert kind_of(text.encode(), "a.jsonl")[0] == "records"
    assert kind_of(b"<!doctype html>" + text.encode(), "a.jsonl")[0] == "html"
