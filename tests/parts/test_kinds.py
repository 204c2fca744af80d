"""Files of every kind are recognised by their first bytes; none is read as another kind."""
import base64
import datetime
import decimal
import gzip
import io
import json
import os
import random
import sqlite3
import tarfile
import zipfile

import pytest
from crawls import PACKED, page, response, warc

from scutch.filters.sources.formats import binary_format, text_format
from scutch.filters.sources.kinds import kind_of
from utils import ARCHIVES, records, run, shell

TEXT = "One paragraph, which is text.\n\nAnother one, of two sentences. It ends here.\n"
RECORD = {"id": "a", "html": "<p>A page, in JSON."}
RECORD_TEXT = json.dumps(RECORD) + "\n"


def tar(path):
    with tarfile.open(path, "w") as file:
        info = tarfile.TarInfo("page.html")
        info.size = 4
        file.addfile(info, io.BytesIO(b"<p>x"))


def zipped(path):
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("page.html", "<p>x")


def database(path):
    file = sqlite3.connect(path)
    file.execute("create table pages (html)")
    file.commit()
    file.close()


def written(data):
    return lambda path: path.write_bytes(data)


OTHERS = {
    "Arrow": written(b"ARROW1\0\0" + bytes(40)),
    "a tar archive": tar,
    "a ZIP archive": zipped,
    "an SQLite database": database,
    "lz4": written(b"\x04\x22\x4d\x18\x64\x40\xa7" + b"WARC/1.0"),
    "a PDF": written(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"),
    "an image": written(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    "sound or video": written(b"OggS\0\x02" + bytes(20)),
    "a program": written(b"\x7fELF\x02\x01\x01" + bytes(9)),
    "binary data": written(random.Random(5).randbytes(5000)),
    "a JSON array": written(json.dumps([RECORD, RECORD]).encode()),
    "JSON over several lines": written(json.dumps(RECORD, indent=2).encode()),
    "a table": written(b'url,title,text\nhttp://a/,b,"c, d\ne"\nhttp://b/,"x",y\n'),
    "a feed": written(b'<?xml version="1.0"?>\n<rss><channel><title>x</title></channel></rss>'),
    "JSON in UTF-16": written((json.dumps(RECORD) + "\n").encode("utf-16")),
    "MHTML": written(b"From: <Saved by Blink>\r\nSubject: A page\r\nMIME-Version: 1.0\r\n"
                     b"Content-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\r\n"
                     b"------a\r\nContent-Type: text/html\r\n\r\n<html><p>A page.</html>"),
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", OTHERS)
def test_other_formats_are_named_and_refused(tmp_path, name, packed):
    OTHERS[name](tmp_path / "a")
    if packed:
        (tmp_path / "a").write_bytes(gzip.compress((tmp_path / "a").read_bytes()))
    (tmp_path / "b.html").write_bytes(page(1))
    for command in "read", "clean":
        done = run(command, "a", "b.html", cwd=tmp_path)
        assert done.status == 2
        assert done.err.startswith(f"scutch-{command}: a: {name}".encode())
        assert done.err.count(b"\n") == 1
    assert [record["id"] for record in records(run("read", "a", "b.html", cwd=tmp_path).out)] == [
        "b.html"]


@pytest.mark.parametrize(("data", "name"), [
    (b"MIME-Version: 1.0\r\n", "MHTML"),
    (b"Subject: x\r\n y\r\nContent-Type: multipart/related; boundary=a\r\n", "MHTML"),
    (RECORD_TEXT.encode("utf-16-le"), "JSON in UTF-16"),
    (RECORD_TEXT.encode("utf-16-be"), "JSON in UTF-16"),
    (b'\n<svg xmlns="x"><text>Hi.</text></svg>', "XML"),
    (b'<?xml version="1.0"?>\n<!-- <html> --><rss version="2.0"><channel>', "a feed"),
    (b'<TEI xmlns="x"><text>Hi.</text></TEI>', "XML"),
    (b'<feed xmlns="x"><title>Hi.</title></feed>', "a feed")])
def test_what_is_read_as_text_nowhere(data, name):
    kind, found = kind_of(data)
    assert (kind, found.name) == ("other", name)


@pytest.mark.parametrize("start", ["<rss><channel>", '<?xml version="1.0"?><urlset>'])
def test_xml_that_is_no_page_is_refused_by_any_name(start, tmp_path):
    assert kind_of(start.encode(), "page.html")[0] == "other"
    assert kind_of(b"<!doctype html>" + start.encode(), "page.html")[0] == "html"
    (record,) = records(run("html2text", data=json.dumps({"html": start + "Hi."}).encode()).out)
    assert record["errors"][0]["code"] == "not_html"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused_by_filters_of_records(encoding):
    done = run("tag", data=RECORD_TEXT.encode(encoding))
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(b"scutch-tag: stdin: JSON in UTF-16, not JSON lines: iconv")


@pytest.mark.parametrize("first", ["null", "garbage", "# comment", "[1,2]", "\ufeff3",
                                   'half of "one", <b>and</b> more"}', "{bad"])
def test_json_lines_whose_first_is_no_record(tmp_path, first):
    lines = "".join(f'{{"id": "{number}", "html": "<p>x</p>"}}\n' for number in range(3))
    for others in lines, "\r\n\n{" + lines[1:].replace('{"', '{ "'), lines + "{":
        assert kind_of(f"{first}\n{others}".encode())[0] == "records"
    (tmp_path / "a").write_text(f"{first}\n{lines}")
    for done in (run("read", "a", cwd=tmp_path),
                 shell("(head -n 1 a; sleep 0.2; tail -n +2 a) | scutch-read", cwd=tmp_path)):
        bad, *good = records(done.out)
        assert bad["errors"][0]["code"] == "bad_line"
        assert [record["id"] for record in good] == ["0", "1", "2"]


@pytest.mark.parametrize("data", ['Some text.\n{"a": 1}\nIs JSON.', "An empty set:\n", "x\n\n{\n",
                                  "Set theory.\n{a, b}\n"])
def test_text_with_a_line_of_json_is_text(data):
    assert kind_of(data.encode())[0] == "text"
    assert kind_of(f'<p>{data}\n{{"a": 1}}'.encode())[0] == "html"


def test_no_json_lines_are_no_records(tmp_path):
    for data in b"", b"\n", b"\r\n \n":
        for name in "e.jsonl", "e.json", "e.ndjson":
            (tmp_path / name).write_bytes(data)
            (tmp_path / f"{name}.gz").write_bytes(gzip.compress(data))
            for command in ["read"], ["clean", "--format", "dolma"]:
                assert run(*command, name, f"{name}.gz", cwd=tmp_path) == (0, b"", b"")
        assert shell("scutch-read", data, cwd=tmp_path) == (0, b"", b"")
    (tmp_path / "blank.txt").write_bytes(b"\n")
    assert records(run("read", "blank.txt", cwd=tmp_path).out)[0]["text"] == "\n"


def test_what_reads_it_reads_it(tmp_path):
    """The advice for JSON turns it into input for scutch."""
    assert text_format(b'[{"id": 1}]').advice == "jq -c '.[]' makes JSON lines of it"
    (tmp_path / "a").write_text(json.dumps([RECORD, RECORD]))
    (tmp_path / "b").write_text(json.dumps(RECORD, indent=2))
    done = shell("(jq -c '.[]' a; jq -c . b) | scutch-read", cwd=tmp_path)
    if b"jq: command not found" in done.err:
        pytest.skip("jq is not installed")
    assert records(done.out) == [RECORD] * 3


@pytest.mark.parametrize("text", [
    TEXT, "PAR1 is a place, and so is ORC.", "Apples, pears, plums\nand so on, they said.\n",
    "[1] A footnote.\n", "ID3 tags, and BMP files", "café\n", "a\tb c\n\nd\n", "Obj of art",
    "7z and RIFF", "MZ, who wrote this", "{not JSON}", "A < B > C", "a|b"])
def test_prose_is_text(text):
    for data in text.encode(), text.encode("utf-16"), text.encode("utf-8-sig"):
        assert kind_of(data) == ("text", None)


@pytest.mark.parametrize("data", [
    b"<!doctype html><p>\0\x01", "<p>Привет".encode("iso2022_kr", "ignore") + b"\x0e\x0f",
    "<html><p>x".encode("utf-16"), b"<p>" + bytes(range(1, 30)), b"\xef\xbb\xbf<body>",
    b"var x; <html><body><p>A page behind what a script left.</p>"])
def test_pages_are_pages_whatever_is_in_them(data):
    assert kind_of(data)[0] == "html"


def test_random_bytes_are_binary():
    generated = random.Random(3)
    for _ in range(500):
        data = generated.randbytes(generated.randrange(400, 3000))
        assert kind_of(data)[0] == "other" and binary_format(data)


def test_binary_data_is_no_page_whatever_it_is_called(tmp_path):
    data = random.Random(3).randbytes(3000)
    (tmp_path / "a.html").write_bytes(data)
    done = run("clean", "a.html", cwd=tmp_path)
    assert (done.status, done.out) == (2, b"")
    assert done.err == b"scutch-clean: a.html: binary data, not a page\n"
    page = json.dumps({"html_b64": base64.b64encode(data).decode()}).encode()
    (record,) = records(run("html2text", data=page).out)
    assert record["errors"][0]["code"] == "not_html"


@pytest.mark.parametrize("control", ["\x08", "\x0b", "\x1c", "\0"])
def test_text_may_have_a_control_character(control, tmp_path):
    (tmp_path / "notes").write_text(f"Wind farms{control} turn.\n" + TEXT)
    done = run("segment", "--lines", "notes", cwd=tmp_path)
    assert (done.status, done.err) == (0, b"") and done.out.startswith(b"Wind farms")
    assert run("clean", "--max", "1", "notes", cwd=tmp_path).status == 0


def test_plain_text_keeps_its_paragraphs(tmp_path):
    (tmp_path / "notes").write_text(TEXT)
    (record,) = records(shell("cat notes | scutch-read", cwd=tmp_path).out)
    assert (record["id"], record["text"]) == ("stdin", TEXT) and "html" not in record
    done = shell("cat notes | scutch-clean --max 1", cwd=tmp_path)
    assert done.out.decode().splitlines() == [*filter(None, TEXT.split("\n")), ""]
    same = run("clean", "--max", "1", "notes", cwd=tmp_path)
    assert same.out == done.out and same.err == b""


def test_a_pipe_that_is_slow_to_begin(tmp_path):
    (tmp_path / "a.jsonl").write_text(json.dumps(RECORD) + "\n")
    slow = "(head -c 3 a.jsonl; sleep 0.3; tail -c +4 a.jsonl) | scutch-read"
    assert records(shell(slow, cwd=tmp_path).out) == [RECORD]


# ---------------------------------------------------------------- Parquet

COLUMNS = {
    "url": ["http://a/", "http://b/"], "content": ["<p>One page.", "<p>Of two, the second."],
    "date": [datetime.datetime(2025, 3, 19, 8, 6, 18, tzinfo=datetime.timezone.utc)] * 2,
    "score": [0.5, float("nan")], "tags": [["x"], []], "more": [{"a": 1}, {"a": None}],
    "raw": [b"na\xc3\xafve", b"\xff"], "price": [decimal.Decimal("1.10"), None]}


def test_a_row_of_parquet_is_a_record(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    from pyarrow import parquet
    (tmp_path / "in").mkdir()
    parquet.write_table(pyarrow.table(COLUMNS), tmp_path / "in" / "a.parquet", row_group_size=1)
    for name in "in/a.parquet", "in":
        first, second = records(run("read", name, cwd=tmp_path).out)
        assert first == {
            "id": "http://a/", "url": "http://a/", "html": "<p>One page.",
            "timestamp": "2025-03-19T08:06:18Z", "score": 0.5, "tags": ["x"], "more": {"a": 1},
            "raw": "naïve", "price": "1.10", "doc": {"notes": ['"content" was read as HTML']}}
        assert second["score"] is None and second["raw_b64"] == "/w=="
    done = run("clean", "--max", "1", "in", cwd=tmp_path)
    assert done == (0, b"One page.\n\nOf two, the second.\n\n", b"")
    keys = run("read", "--html-key", "raw", "--id-key", "price", "in", cwd=tmp_path)
    assert records(keys.out)[0]["html"] == "naïve" and records(keys.out)[0]["id"] == "1.10"
    assert records(keys.out)[1]["html_b64"] == "/w=="


def test_parquet_that_is_broken_or_not_a_file_is_refused(tmp_path):
    (tmp_path / "a").write_bytes(b"PAR1\x15\x04\x15\x10" + bytes(40) + b"PAR1")
    (tmp_path / "b.html").write_bytes(page(1))
    done = run("read", "a", "b.html", cwd=tmp_path)
    assert done.status == 2 and len(records(done.out)) == 1
    assert done.err.startswith(b"scutch-read: a: ") and done.err.count(b"\n") == 1
    for command in "read", "tag":
        done = shell(f"cat a | scutch-{command}", cwd=tmp_path)
        assert done.status == 2 and b"scutch[parquet]" in done.err and done.err.count(b"\n") == 1


# ---------------------------------------------------------------- fields that hold pages

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


# ---------------------------------------------------------------- folders

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
    (tmp_path / "b.txt").write_text(TEXT)
    for command in "read", "clean":
        done = run(command, ".", cwd=tmp_path)
        assert (done.status, done.out) == (0, b"")
        assert done.err == f"scutch-{command}: no page found; passed over: not html (2)\n".encode()
    (tmp_path / "c.html").write_bytes(page(1))
    assert run("read", ".", cwd=tmp_path).err == b""


def test_a_link_to_nothing_is_named(tmp_path):
    os.symlink("nowhere", tmp_path / "dangling.html")
    (tmp_path / "page.html").write_bytes(page(1))
    done = run("read", ".", cwd=tmp_path)
    assert (done.status, len(records(done.out))) == (2, 1)
    assert done.err == b"scutch-read: ./dangling.html: a broken link\n"


# ---------------------------------------------------------------- archives

needs_warcio = pytest.mark.skipif(not ARCHIVES, reason="the extra [warc] is not installed")


def wet(number, **headers):
    return warc(f"Überschrift {number}\nEin Satz.\n".encode(), f"http://example.org/{number}",
                "conversion", **{"Content_Type": "text/plain",
                                 "WARC_Identified_Content_Language": "deu,eng", **headers})


@needs_warcio
def test_a_wet_file(tmp_path):
    info = warc(b"software: x\r\n", kind="warcinfo", Content_Type="application/warc-fields")
    (tmp_path / "a.warc.wet.gz").write_bytes(b"".join(map(gzip.compress, [
        info, wet(0), wet(1, WARC_Identified_Content_Language=""),
        wet(2, Content_Type="image/png")])))
    done = run("read", "--stats", "a.warc.wet.gz", cwd=tmp_path)
    first, second = records(done.out)
    assert {key: first[key] for key in ("id", "url", "timestamp", "lang", "text")} == {
        "id": "http://example.org/0", "url": "http://example.org/0", "lang": "de",
        "timestamp": "2025-03-19T08:06:18Z", "text": "Überschrift 0\nEin Satz.\n"}
    assert first["metadata"]["warc_file"] == "a.warc.wet.gz" and "html" not in first
    assert "lang" not in second
    assert json.loads(done.err)["not_html"] == 1
    cleaned = run("clean", "--max", "1", "a.warc.wet.gz", cwd=tmp_path)
    assert "Überschrift 0\nEin Satz.\n" in cleaned.out.decode()


@needs_warcio
@pytest.mark.parametrize("packing", PACKED)
@pytest.mark.parametrize("start", [
    b"\r\n", b"\xef\xbb\xbf", b"\n\n \t\n", bytes(9000), b"\r\n" * 5000, b"damage\r\n",
    b"\xff\xfe\x01 damage"])
def test_an_archive_that_begins_with_something_else(tmp_path, packing, start):
    if packing == ".zst":
        pytest.importorskip("zstandard", reason="the extra [warc] is not installed")
    parts = [warc(response(page(number)), f"http://example.org/{number}") for number in range(4)]
    parts[0] = start + parts[0]
    (tmp_path / "a").write_bytes(b"".join(map(PACKED[packing], parts)))
    done = run("read", "a", cwd=tmp_path)
    found = records(done.out)
    assert done.status == 0
    assert [record["html"].encode() for record in found if "html" in record] == [
        page(number) for number in range(4)]
    assert done.err.count(b"\n") == len(found) - 4 == (start.strip(b"\r\n\t \0") != b"")


@needs_warcio
def test_an_archive_whose_first_bytes_are_damaged(tmp_path):
    parts = [warc(response(page(number)), f"http://example.org/{number}") for number in range(4)]
    for data in (b"XARC" + parts[0][4:] + b"".join(parts[1:]),
                 parts[0][:30].replace(b"W", b"\0") + parts[0][30:] + b"".join(parts[1:]),
                 gzip.compress(parts[0])[:30] + b"\xff" * 9 + b"".join(map(gzip.compress,
                                                                          parts[1:]))):
        done = shell("scutch-read", data, cwd=tmp_path)
        found = records(done.out)
        assert [record["url"] for record in found if "html" in record] == [
            f"http://example.org/{number}" for number in range(1, 4)]
        assert done.err.count(b"\n") == 1
