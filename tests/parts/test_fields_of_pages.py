"""Fields of JSON lines that hold pages, in files and in folders."""
import gzip
import json
import os

import pytest
from crawls import page

from utils import records, run, shell

TEXT = "One paragraph, which is text.\n\nAnother one, of two sentences. It ends here.\n"
RECORD = {"id": "a", "html": "<p>A page, in JSON."}


@pytest.mark.parametrize(("given", "field"), [
    ({"content": "<html><body><p>Hi"}, "html"), ({"content": "<p>Hi</p>"}, "html"),
    ({"raw_content": "<!doctype html>x"}, "html"), ({"text": "<!DOCTYPE html><p>Hi"}, "html"),
    ({"text": "<div><p>Hi</p></div>"}, "html"), ({"text": "<p> is a tag"}, "text"),
    ({"text": "Hi, <p> is a tag"}, "text"),
    ({"content": "Hi"}, "text"), ({"text": "<thing> <p>"}, "text"), ({"text": "Hi"}, "text"),
    ({"content": "<p>Hi", "html": "<p>Other"}, "text"),
    ({"content": "1 < 2"}, "text"), ({"content": "<thing>"}, "text")])
def test_a_field_that_holds_a_page_is_html(given, field):
    done = run("tag", data=json.dumps(given).encode() + b"\n")
    (record,) = records(done.out)
    assert record[field] == next(iter(given.values()))
    notes = record.get("doc", {}).get("notes", [])
    assert bool(notes) == (field == "html")


def test_text_that_scutch_read_gives_stays_text():
    (given,) = records(run("read", data=TEXT.encode()).out)
    given["text"] = "<p> ends with </p>."
    (record,) = records(run("segment", data=json.dumps(given).encode()).out)
    assert [one["text"] for one in record["segments"]] == [given["text"]]


@pytest.mark.parametrize(("given", "field"), [
    ({"html": "", "text": "Hi"}, "text"), ({"html": " \n", "text": "Hi"}, "text"),
    ({"text": "", "content": "<p>Hi"}, "content"), ({"html": "", "content": "<p>Hi"}, "content"),
    ({"text": None, "raw_content": "Hi"}, "raw_content"), ({"t": " ", "p": "Hi"}, "p"),
    ({"p": "Hi", "text": ""}, "p"), ({"html_b64": "", "h": "<p>Hi"}, "h"),
    ({"html": " ", "html_b64": "PHA+SGk="}, "html_b64"), ({"html": "<p>Hi", "text": ""}, "html"),
    ({"html": "", "text": ""}, "html"), ({"html": None, "text": " "}, "text")])
def test_a_blank_field_hides_no_other(given, field):
    done = run("clean", "--max", "1", "--format", "jsonl", data=json.dumps(given).encode() + b"\n")
    (record,) = records(done.out)
    assert record["text"] == ("" if not given[field] or given[field].isspace() else "Hi")
    assert done.err == b""


def test_a_field_that_is_named_is_what_it_is_said_to_be():
    data = b'{"content": "<p>Hi"}\n'
    assert "text" in records(run("tag", "--text-key", "content", data=data).out)[0]
    assert "html" in records(run("tag", "--html-key", "content", data=data).out)[0]
    assert "text" in records(run("tag", "--schema", "dolma", data=b'{"text": "<html>"}\n').out)[0]


def test_messages_name_the_options_that_help():
    assert b"--html-key" in run("html2text", data=b'{"page": "<p>"}\n').err
    assert b"--text-key" in run("segment", data=b'{"page": "Hi"}\n').err
    assert b"--lines" in run("segment", data=b"Plain text.\n").err
    assert b"jq -c" in run("segment", data=b'{\n"text": "Hi"\n}\n').err


def test_a_folder_of_json_lines(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_text(json.dumps(RECORD) + "\n{bad\n")
    (tmp_path / "in" / "b.json").write_text(json.dumps({"content": "Plain."}) + "\n")
    (tmp_path / "in" / "c.json").write_text('{"name": "package", "version": 1}\n')
    (tmp_path / "in" / "d.jsonl.gz").write_bytes(gzip.compress(b'{"x": 1}\n'))
    done = run("read", "--stats", "in", cwd=tmp_path)
    found = records(done.out)
    assert [record["id"] for record in found] == ["a", "in/a.jsonl:2", "in/b.json:1",
                                                  "in/d.jsonl.gz:1"]
    assert found[1]["errors"][0]["command"] == "scutch-read" and found[2]["text"] == "Plain."
    assert json.loads(done.err.splitlines()[-1])["not_html"] == 1
    cleaned = run("clean", "--max", "1", "--format", "jsonl", "in", cwd=tmp_path)
    explained = shell("scutch-clean --explain --max 1 --format jsonl in", cwd=tmp_path)
    pipe = shell(explained.out.decode(), cwd=tmp_path)
    assert cleaned.out == pipe.out and len(records(cleaned.out)) == 4


def test_fields_of_json_lines_in_a_folder_have_the_names_given(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_text('{"key": "a", "body": "<p>The page, or its text."}\n')
    options = "--html-key body --id-key key --format jsonl --max 1"
    done = shell(f"scutch-clean {options} in", cwd=tmp_path)
    explained = shell(f"scutch-clean --explain {options} in", cwd=tmp_path)
    pipe = shell(explained.out.decode(), cwd=tmp_path)
    (record,) = records(done.out)
    assert record["key"] == "a" and record["text"] == "The page, or its text."
    assert pipe.out == done.out


def test_passing_over_everything_is_said(tmp_path):
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    for command in "read", "clean":
        done = run(command, ".", cwd=tmp_path)
        assert (done.status, done.out) == (0, b"")
        assert done.err == f"scutch-{command}: no page found; passed over: not html (1)\n".encode()
    (tmp_path / "b.txt").write_text(TEXT)                # by its name it would be read
    for command in "read", "clean":
        done = run(command, ".", cwd=tmp_path)
        assert (done.status, done.out) == (2, b"") and b"1 file of plain text" in done.err
    (tmp_path / "c.html").write_bytes(page(1))
    assert run("read", ".", cwd=tmp_path).err == b""


def test_links_out_of_a_folder_are_passed_over_and_counted(tmp_path):
    for name in "site", "site/in", "other":
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.html").write_bytes(page(1))
    os.symlink("../other/page.html", tmp_path / "site/out.html")
    os.symlink("../other", tmp_path / "site/folder")
    os.symlink("in/page.html", tmp_path / "site/within.html")
    os.symlink("site", tmp_path / "link")
    for name in "site", "link", "link/":
        done = run("read", name, cwd=tmp_path)
        assert (done.status, len(records(done.out))) == (0, 3)
        assert done.err == b"scutch-read: passed over 2 links out of the folders that were named\n"
    (tmp_path / "site/page.html").unlink()
    os.remove(tmp_path / "site/within.html")
    os.remove(tmp_path / "site/in/page.html")
    done = run("read", "site", cwd=tmp_path)
    assert done.err == b"scutch-read: no page found; passed over: links out (2)\n"


def test_a_link_to_nothing_is_named(tmp_path):
    os.symlink("nowhere", tmp_path / "dangling.html")
    (tmp_path / "page.html").write_bytes(page(1))
    done = run("read", ".", cwd=tmp_path)
    assert (done.status, len(records(done.out))) == (2, 1)
    assert done.err == b"scutch-read: ./dangling.html: a broken link\n"
