"""Files of every kind are recognised by their first bytes; none is read as another kind."""
import base64
import gzip
import io
import json
import random
import sqlite3
import tarfile
import zipfile

import pytest
from crawls import PACKED, page, response, warc

import scutch
from scutch.filters.sources.kinds import binary_format, kind_of, no_page, text_format
from utils import ARCHIVES, DATA, records, requires, run, shell

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
    "an archive": written(b"7z\xbc\xaf\x27\x1c" + bytes(9)),
    "compressed twice": written(gzip.compress(gzip.compress(b"WARC/1.0"))),
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
    "mail": written(b"From ann at example.org  Mon Mar  3 10:00:00 2025\nSubject: Putty\n\n"
                    b"<html><p>A page.</html>\n"),
}


@pytest.mark.parametrize("name, file", [
    *((name, "a") for name in OTHERS), *((name, "a.warc.gz") for name in list(OTHERS)[1::4])])
def test_other_formats_are_named_and_refused(tmp_path, name, file):
    """Also packed, under the name of an archive."""
    OTHERS[name](tmp_path / file)
    if file != "a":
        (tmp_path / file).write_bytes(gzip.compress((tmp_path / file).read_bytes()))
    (tmp_path / "b.html").write_bytes(page(1))
    for command in "read", "clean":
        done = run(command, file, "b.html", cwd=tmp_path)
        assert done.status == 2
        assert done.err.startswith(f"scutch-{command}: {file}: {name}".encode())
        assert done.err.count(b"\n") == 1
    assert [record["id"] for record in records(run("read", file, "b.html", cwd=tmp_path).out)] == [
        "b.html"]


def test_what_is_read_as_text_and_what_nowhere():
    """The rows of a file; prose also in UTF-16, JSON lines not."""
    for line in (DATA / "formats.jsonl").read_text("utf-8").splitlines():
        text, name = json.loads(line).values()
        if name == "text":
            for codec in "utf-8", "utf-16", "utf-8-sig":
                assert kind_of(text.encode(codec)) == ("text", None), text
        else:
            kind, found = kind_of(text.encode())
            assert (kind, found.name) == ("other", name), text
    for codec in "utf-16-le", "utf-16-be":
        kind, found = kind_of(RECORD_TEXT.encode(codec))
        assert (kind, found.name) == ("other", "JSON in UTF-16")


@pytest.mark.parametrize("name", ["MHTML", "mail", "binary data"])
def test_a_mail_is_no_page_though_its_name_says_so(name, tmp_path):
    """Its text would be quoted-printable, or base64. Nor are other bytes."""
    OTHERS[name](tmp_path / "a.html")
    done = run("clean", "a.html", cwd=tmp_path)
    assert done.status == 2 and done.err.startswith(f"scutch-clean: a.html: {name}, ".encode())
    assert kind_of(b"<p>MIME-Version: 1.0", "a.html") == ("html", None)


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


@requires("jq")
def test_what_reads_it_reads_it(tmp_path):
    """The advice for JSON turns it into input for scutch."""
    assert text_format(b'[{"id": 1}]').advice == "jq -c '.[]' makes JSON lines of it"
    (tmp_path / "a").write_text(json.dumps([RECORD, RECORD]))
    (tmp_path / "b").write_text(json.dumps(RECORD, indent=2))
    done = shell("(jq -c '.[]' a; jq -c . b) | scutch-read", cwd=tmp_path)
    assert records(done.out) == [RECORD] * 3


@pytest.mark.parametrize("data", [
    b"<!doctype html><p>\0\x01", "<p>Привет".encode("iso2022_kr", "ignore") + b"\x0e\x0f",
    "<html><p>x".encode("utf-16"), b"<p>" + bytes(range(1, 30)), b"\xef\xbb\xbf<body>",
    b"<!--" + b"Licence. " * 9999 + b"--><main>",
    b"var x; <html><body><p>A page behind what a script left.</p>"])
def test_pages_are_pages_whatever_is_in_them(data):
    assert kind_of(data)[0] == "html"


def test_random_bytes_are_binary():
    generated = random.Random(3)
    for _ in range(500):
        data = generated.randbytes(generated.randrange(400, 3000))
        assert kind_of(data)[0] == "other" and binary_format(data)


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


FOR_PROGRAMS = [json.loads(line) for line in (DATA / "kinds.jsonl").open()]


def test_text_for_programs_is_no_page_and_prose_is():
    for case in FOR_PROGRAMS:
        found = no_page(case["input"].encode())
        assert (found and found.name) == case["kind"], case
        assert kind_of(case["input"].encode())[0] not in ("text", "html") or not found, case


@pytest.mark.parametrize("begin, more", [
    ("{", "/* a */"), ('@import "a";', "/**/"), ("a{", "/**/"), ("cb(", "."), ("cb(", "--\n"),
    ("[a]\n", "\tdata:\n{}"), ("", "#a\n{}\n"), ("-- a\n", "/**/"), ("$a: b;", "$a:  b;")])
def test_patterns_of_kinds_end(begin, more):
    """Each took two to the number of these."""
    assert kind_of((begin + more * 4096)[:4090].encode() + b"\x01!")


def test_text_for_programs_is_passed_over_under_a_type_of_pages(tmp_path):
    data = [case["input"].encode() for case in FOR_PROGRAMS if case["kind"]]
    crawl = b"".join(warc(response(body)) for body in [page(1), *data])
    (tmp_path / "a.warc").write_bytes(crawl)
    done = run("clean", "--format", "jsonl", "--stats", "a.warc", cwd=tmp_path)
    assert done.status == 0 and len(records(done.out)) == 1
    message, stats = done.err.decode().splitlines()
    count = len(data)
    assert message.startswith(f"scutch-clean: {count} of {count + 1} responses were no HTML")
    assert json.loads(stats)["not_html_types"]["JavaScript"] > 9


@pytest.mark.parametrize("text", ["https://a.example/", "page.html", '{"html": "<p>x"}',
                                  "var x = {};"])
def test_what_stands_for_a_page_is_none(tmp_path, text):
    (record,) = records(run("html2text", data=json.dumps({"html": text}).encode()).out)
    assert record["errors"][0]["code"] == "not_html"
    with pytest.raises(scutch.BadRecord, match="not a page"):
        scutch.clean(text)


@requires("jq")
def test_base64_is_refused_with_what_reads_it(tmp_path):
    lines = b"".join(base64.b64encode(page(number)) + b"\n" for number in range(3))
    (tmp_path / "html.gz").write_bytes(gzip.compress(lines))
    done = run("clean", "html.gz", cwd=tmp_path)
    assert (done.status, done.out) == (2, b"") and b": base64, not a page: jq -cR" in done.err
    done = shell("zcat html.gz | jq -cR '{html_b64: .}' | scutch-html2text", cwd=tmp_path)
    assert [record["title"] for record in records(done.out)] == ["Page 0", "Page 1", "Page 2"]


# ---------- behind a log, in another archive

RECORDS = "".join(json.dumps({"id": str(n), "html": page(n).decode()}) + "\n" for n in range(3))



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
