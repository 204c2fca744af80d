"""scutch-read: files, directories, lists, and the command."""
import base64
import bz2
import gzip
import json
import lzma
import os
import subprocess
import sys
from collections import Counter

import pytest
from crawls import ARCHIVES, page, read, read_bytes, response, warc

from scutch.filters.errors import BadRecord
from scutch.filters.sources.pagesources import read_pages
from utils import BIN, ROOT, environment, records, run, shell

pytest.importorskip("warcio", reason="the extra [warc] is not installed")
zstandard = pytest.importorskip("zstandard", reason="the extra [warc] is not installed")


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress,
                                  zstandard.compress,
                                  lambda data: gzip.compress(data[:9]) + gzip.compress(data[9:])])
def test_a_file_is_a_page(tmp_path, pack):
    (record,) = read_bytes(tmp_path / "a", pack(page(1)))
    assert record == {"id": str(tmp_path / "a"), "html": page(1).decode(),
                      "doc": {"charset": "cp1252", "charset_from": "default"}}


HEADS = {
    "curl -i": b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-2\r\n\r\n",
    "curl -iL": b"HTTP/1.1 301 Moved\r\nLocation: /x\r\n\r\n"
                b"HTTP/2 200 \r\ncontent-type: text/html; charset=iso-8859-2\r\n\r\n",
    "LF": b"HTTP/1.0 200\nContent-Type: text/html;charset=iso-8859-2\n"
          b"Transfer-Encoding: chunked\n\n",
}


@pytest.mark.parametrize("saved_by", HEADS)
@pytest.mark.parametrize("name", ["a", "a.html"])
def test_a_page_behind_its_http_headers(tmp_path, saved_by, name):
    (record,) = read_bytes(tmp_path / name, HEADS[saved_by] + b"<p>\xe8aj")
    assert record["html"] == "<p>čaj"
    assert record["doc"] == {"charset": "iso8859-2", "charset_from": "http"}
    assert record["metadata"]["http_content_type"].startswith("text/html")


def test_http_headers_before_what_is_no_page(tmp_path):
    head = "HTTP/1.1 {}\r\nContent-Type: {}\r\n\r\n"
    for status, media_type, what in [("404 Not Found", "text/html", "other_status"),
                                     ("200 OK", "application/pdf", "not_html: application/pdf")]:
        counts = Counter()
        data = head.format(status, media_type).encode() + b"<p>no"
        assert read_bytes(tmp_path / "a", data, counts=counts) == [] and counts == {what: 1}
    (record,) = read_bytes(tmp_path / "a", head.format("200 OK", "text/plain").encode() + b"One\n")
    assert record["text"] == "One\n"
    text = "HTTP/1.1 200 OK\nis the first line of a response.\n"
    (record,) = read_bytes(tmp_path / "a", text.encode())
    assert record["text"] == text
    (error,) = read_bytes(tmp_path / "a", b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"
                                          b"\x1f\x8b\x08\x00" + b"\xff" * 90)
    assert error.code == "bad_encoding" and error.record == {"id": str(tmp_path / "a")}


def test_odd_files(tmp_path):
    (record,) = read_bytes(tmp_path / "a.html", b"no markup at all")
    assert record["html"] == "no markup at all"
    (record,) = read_bytes(tmp_path / "a.html", b"")
    assert record["html"] == ""
    assert read_bytes(tmp_path / "a.warc.gz", b"") == []
    (error,) = read_bytes(tmp_path / "a", b"%PDF-1.4 ...")
    assert isinstance(error, OSError) and error.strerror.startswith("a PDF, not a page: pdftotext")
    (error,) = read_bytes(tmp_path / "a.html.gz", gzip.compress(page(1))[:-20])
    assert error.code == "truncated"
    (error,) = read_bytes(tmp_path / "a.html.gz", gzip.compress(page(1))[:-8] + b"\xff" * 8)
    assert error.code == "truncated"
    (error,) = read_bytes(tmp_path / "a.html.zst", zstandard.compress(page(1))[:-20])
    assert error.code == "truncated" and "archive" not in str(error)
    (error,) = read_bytes(tmp_path / "a.warc.gz", b"\x1f\x8b\x08\x00" + b"\xff" * 90)
    assert error.code == "truncated" and error.record["metadata"]["warc_offset"] == 0


def test_a_name_that_is_no_utf8(tmp_path):
    """It is text in the record, which any reader of JSON takes; the file is found by its bytes."""
    folder = os.path.join(os.fsencode(tmp_path), b"caf\xe9")
    os.mkdir(folder)
    with open(os.path.join(folder, b"\xfc.html"), "wb") as file:
        file.write(page(1))
    with open(os.path.join(folder, b"\xfc.jsonl"), "wb") as file:
        file.write(b'{"text": "Hi."}\nx\n')
    found = [item for _, item in read_pages([os.fsdecode(folder)], json_lines=None)]
    assert [item.record["id"] if isinstance(item, BadRecord) else item["id"] for item in found
            ] == [f"{tmp_path}/caf\\xe9/\\xfc.html"]
    done = run("tag", os.fsdecode(os.path.join(folder, b"\xfc.jsonl")))
    assert records(done.out)[0]["id"] == f"{tmp_path}/caf\\xe9/\\xfc.jsonl:1"
    assert b"caf\\xe9/\\xfc.jsonl:2: not JSON" in done.err


def test_the_lines_around_a_page_of_cleaneval(tmp_path):
    url = "http://example.org/a?b=1&copy=2"
    head = f'<text id="{url}" title="Bed &amp; breakfast &#8211; caf\xe9" encoding="utf8">\n'
    (record,) = read_bytes(tmp_path / "a", head.encode("cp1252") + page(1) + b"\n</text>\n")
    assert record == {"id": str(tmp_path / "a"), "url": url,
                      "title": "Bed & breakfast \u2013 caf\xe9",
                      "html": page(1).decode() + "\n",
                      "doc": {"charset": "cp1252", "charset_from": "default"}}
    (record,) = read_bytes(tmp_path / "a", b"<text id=u encoding=unset>" + page(1) + b"</text>")
    assert (record["url"], record["html"]) == ("u", page(1).decode() + "\n")
    for other in b"\n" + head.encode() + page(1), b"<text x=1>" + page(1) + b"</text>":
        (record,) = read_bytes(tmp_path / "a", other)
        assert record["html"].encode() == other


@pytest.mark.slow
def test_gold_pages_are_read_as_their_tool_does(gold, shared):
    for name in "cleaneval-dev", "l3s-gn1":
        folder = shared / "gold" / name / "html"
        expected = {str(folder / f"{record['id']}.html.gz"): record
                    for record in map(json.loads, gold(name))}
        found = dict(read_pages([str(folder)]))
        assert found.keys() == expected.keys()
        for place, record in found.items():
            assert record["html"] == expected[place]["html"]
            assert record.get("url") in (None, expected[place]["url"])


def test_a_directory_in_the_order_of_names(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "a").mkdir()
    files = {"b/2.html": b"no markup", "b/10.HTM.gz": gzip.compress(b"none"), "a/x": page(1),
             "c.warc": ARCHIVES["warc"][1], "b/empty.xhtml": b"",
             "notes.txt": b"no page", "list.json": b'{"a": 1}', "x.png": b"\x89PNG\r\n",
             "y.html": b"%PDF-1", "d.warc.gz": b""}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    os.mkfifo(tmp_path / "fifo.html")
    counts = Counter()
    found = [record["id"] for record in read(tmp_path, counts=counts)]
    assert found == ["http://example.org/0", *(str(tmp_path / name) for name in
                                               ("a/x", "b/10.HTM.gz", "b/2.html", "b/empty.xhtml"))]
    assert counts["not_html"] == 5
    assert read(tmp_path) == read(tmp_path)


def test_lists_of_names(tmp_path):
    for name in "a b.html", "new\nline.html", "caf\udce9.html":
        (tmp_path / name).write_bytes(page(1))
    (tmp_path / "list").write_bytes(b"a b.html\n\ncaf\xe9.html")
    done = run("read", "--names", "list", cwd=tmp_path)
    assert [record["id"] for record in records(done.out)] == ["a b.html", "caf\\xe9.html"]
    done = shell("find . -name '*.html' -print0 | sort -z | scutch-read --names", cwd=tmp_path)
    assert [record["id"] for record in records(done.out)] == [
        "./a b.html", "./caf\\xe9.html", "./new\nline.html"]
    assert (done.status, done.err) == (0, b"")
    assert run("read", "--names").out == b""


@pytest.mark.parametrize("data", [
    b"".join(ARCHIVES["warc"]), b"".join(map(gzip.compress, ARCHIVES["arc"])), page(1)])
def test_stdin(data, tmp_path):
    (tmp_path / "a").write_bytes(data)
    piped = shell("cat a | scutch-read", cwd=tmp_path)
    assert piped.status == 0 and piped.err == b""
    named = run("read", "a", cwd=tmp_path)
    assert len(records(named.out)) in (1, 5)
    assert piped.out == named.out.replace(b'"id":"a"', b'"id":"stdin"').replace(
        b'"warc_file":"a"', b'"warc_file":"stdin"')
    assert run("read", "-", data=data).out == piped.out


def test_stdin_that_cannot_go_back(tmp_path):
    parts = list(map(gzip.compress, ARCHIVES["warc"]))
    parts[2] = parts[2][:60] + b"\xff" * 9 + parts[2][69:]
    (tmp_path / "a").write_bytes(b"".join(parts))
    done = shell("cat a | scutch-read", cwd=tmp_path)
    found = records(done.out)
    assert [record["id"] for record in found if "errors" not in record] == [
        f"http://example.org/{number}" for number in (0, 2, 3, 4)]


def test_raw_gives_the_bytes(tmp_path):
    body = b"<p>caf\xe9"
    (record,) = read_bytes(tmp_path / "a", warc(response(body)), raw=True)
    assert "html" not in record and record["doc"] == {}
    assert base64.b64decode(record["html_b64"]) == body
    chain = "scutch-html2text | cut -d, -f3- | sed 's/html_b64//'"
    decoded = shell(f"scutch-read a | {chain}", cwd=tmp_path)
    assert decoded.out == shell(f"scutch-read --raw a | {chain}", cwd=tmp_path).out
    assert "café".encode() in decoded.out


def test_stats_and_signature(tmp_path):
    others = [warc(response(b"x", Content_Type="text/css")),
              warc(response(b"", "304 Not Modified"))]
    (tmp_path / "a.warc").write_bytes(b"".join([*ARCHIVES["warc"], *others]))
    done = run("read", "--stats", "a.warc", cwd=tmp_path)
    assert json.loads(done.err) == {
        "command": "scutch-read", "read": 5, "written": 5, "bad": 0, "skipped": 0,
        "left_out": 0, "empty": 0, "internal": 0,
        "not_html": 1, "other_status": 1, "other_records": 1,
        "not_html_types": {"text/css": 1}}
    done = run("read", "--signature", "--max-bytes", "7")
    assert done.out.startswith(b"scutch-read|version:") and b"|max_bytes:7" in done.out


WITHOUT = """
import sys
sys.path.insert(0, sys.argv[1])
sys.modules.update(dict.fromkeys(["warcio", "fastwarc", "zstandard", "brotli"]))
from scutch.filters import read, stream
raise SystemExit(stream.main(read, sys.argv[2:]))
"""


def test_without_the_extra(tmp_path):
    (tmp_path / "a.html").write_bytes(page(1))
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(page(1)))
    (tmp_path / "a.warc").write_bytes(b"".join(ARCHIVES["warc"]))
    (tmp_path / "a.html.zst").write_bytes(zstandard.compress(page(1)))
    for names, pages, refused in [(["a.html", "a.html.gz"], 2, 0), (["a.warc"], 0, 1),
                                  (["a.html.zst"], 0, 1), (["."], 2, 2)]:
        done = subprocess.run([sys.executable, "-c", WITHOUT, BIN, *names], cwd=tmp_path,
                              capture_output=True, env=environment(), timeout=60)
        assert done.returncode == (2 if refused else 0)
        assert len(records(done.stdout)) == pages
        complaints = done.stderr.decode().splitlines()
        assert len(complaints) == refused
        assert all(line.endswith(f"pip install '{ROOT}[warc]'") for line in complaints)
