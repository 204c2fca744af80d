"""Responses in archives: which are pages, their headers, and what is truncated or too large."""
import bz2
import gzip
import json
import zlib
from collections import Counter
from functools import partial
from random import Random

import pytest
from crawls import ARC_HEAD, arc, page, read_bytes, read_record, response, warc

from scutch.filters.errors import BadRecord
from scutch.filters.sources.responses import HTML, OTHER, VAGUE, stated
from utils import records, run, shell

pytest.importorskip("warcio", reason="the extra [warc] is not installed")


@pytest.mark.parametrize(("content", "why"), [
    (response(b"User-agent: *\n", Content_Type="text/plain"), "not_html"),
    (response(b"\x89PNG\r\n\x1a\n", Content_Type="image/png"), "not_html"),
    (response(b"\x89PNG\r\n\x1a\n"), "not_html"),
    (response(b"%PDF-1.4", Content_Type=None), "not_html"),
    (response(b'<?xml version="1.0"?><rss><title>', Content_Type="text/xml"), "not_html"),
    (response(b"{}", Content_Type="application/json"), "not_html"),
    (response(b"\xff", Content_Type="text/plain", Content_Encoding="gzip"), "not_html"),
    (response(page(1), "404 Not Found"), "other_status"),
    (response(page(1), "301 Moved"), "other_status"),
    (response(page(1), "OK"), "other_status"),
])
def test_no_pages(tmp_path, content, why):
    counts = Counter()
    assert read_record(tmp_path, content, counts=counts) == []
    assert [reason.partition(": ")[0] for reason in counts.elements()] == [why]


@pytest.mark.parametrize("kind", ["request", "metadata", "warcinfo", "revisit"])
def test_other_records(tmp_path, kind):
    counts = Counter()
    data = warc(response(page(1)), kind=kind)
    assert read_bytes(tmp_path / "a", data, counts=counts) == []
    assert counts == {"other_records": 1}


@pytest.mark.parametrize("content", [
    response(page(1)), response(page(1), "200"), response(page(1), "206 Partial Content"),
    response(page(1), Content_Type="application/xhtml+xml; charset=utf-8"),
    response(page(1), Content_Type="TEXT/HTML"), response(page(1), Content_Type=None),
    response(page(1), Content_Type="text/plain"), response(page(1), Content_Type="unk"),
    response(page(1)).replace(b"HTTP/1.1", b"HTTP/2"),
    response(page(1)).replace(b"\r\n", b"\n"),
    response(page(1)).replace(b"Content-Type: ", b"content-type:"),
    page(1),                                     # without its HTTP head
    response(b"")[:-2] + page(1), response(b"").replace(b"\r\n", b"\n")[:-1] + page(1),
    b"\r\n" + response(page(1)),
    response(page(1), X_Long="x" * 20_000), response(page(1), X_Odd="caf\xe9 \x00"),
])
def test_pages(tmp_path, content):
    (record,) = read_record(tmp_path, content)
    assert record["html"].encode() == page(1)


def test_pages_of_any_status(tmp_path):
    content = response(page(1), "404 Not Found")
    (record,) = read_bytes(tmp_path / "a", warc(content), any_status=True)
    assert record["html"].encode() == page(1)


def test_resources_have_a_type_of_their_own(tmp_path):
    data = warc(page(1), kind="resource", Content_Type="text/html; charset=koi8-r")
    (record,) = read_bytes(tmp_path / "a", data)
    assert record["html"].encode() == page(1)
    assert record["doc"]["charset"] == "koi8-r"
    assert record["metadata"]["http_content_type"] == "text/html; charset=koi8-r"


def test_url_and_date_as_crawlers_write_them(tmp_path):
    (record,) = read_record(tmp_path, response(page(1)), "<http://example.org/a b>",
                            WARC_Date="2016-01-11T23:24:25.412030Z")
    assert record["id"] == record["url"] == "http://example.org/a b"
    assert record["timestamp"] == "2016-01-11T23:24:25.412030Z"
    (record,) = read_bytes(tmp_path / "a", b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: "
                           b"%d\r\n\r\n" % len(response(page(1))) + response(page(1)))
    assert record["id"] == f"{tmp_path / 'a'}:0"
    assert "url" not in record and "timestamp" not in record
    (record,) = read_bytes(tmp_path / "a", ARC_HEAD + arc(response(page(1)), "http://a/b c"))
    assert record["url"] == "http://a/b c"


def test_page_that_the_crawler_cut(tmp_path):
    (record,) = read_record(tmp_path, response(page(1)[:-9]), WARC_Truncated="length")
    assert record["html"].encode() == page(1)[:-9]
    assert record["doc"]["notes"] == ["cut off by the crawler: length"]


@pytest.mark.parametrize("before", [
    b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 100 Continue\n\n" * 2,
    b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"])
def test_heads_before_the_last(tmp_path, before):
    (record,) = read_record(tmp_path, before + response(page(1)))
    assert record["html"].encode() == page(1)
    (record,) = read_bytes(tmp_path / "a.html", before + response(page(1)))
    assert record["html"].encode() == page(1)


def test_a_page_about_heads(tmp_path):
    shown = b"HTTP/1.1 404 Not Found\n<p>is what the server says"
    (record,) = read_record(tmp_path, response(shown))
    assert record["html"].encode() == shown


def test_truncated_pages_are_said_once(tmp_path):
    """A note in doc alone is read by nobody: text would be missing without a word."""
    cut = warc(response(page(1), Transfer_Encoding="chunked"), WARC_Truncated="length")
    (tmp_path / "a.warc").write_bytes(cut + warc(response(page(2))) + cut)
    for words in ["read"], ["read", "--group-by-host"], ["clean"], ["clean", "--jobs", "2"]:
        done = run(*words, "--stats", "a.warc", cwd=tmp_path)
        said, stats = done.err.decode().splitlines()
        assert said == f"scutch-{words[0]}: 2 pages are truncated in the input, see doc.notes"
        assert (json.loads(stats)["truncated"], json.loads(stats)["read"], done.status) == (2, 3, 0)
    done = shell("scutch-read a.warc 2> said | scutch-html2text", cwd=tmp_path)
    assert not done.err


def test_max_bytes(tmp_path):
    size = len(page(1))
    data = warc(response(page(1)))
    (record,) = read_bytes(tmp_path / "a.warc", data, max_bytes=size)
    assert record["html"].encode() == page(1)
    (error,) = read_bytes(tmp_path / "a.warc", data, max_bytes=size - 1)
    assert error.code == "too_large" and error.record["url"] == "http://example.org/"
    huge = warc(response(b"<p>" + bytes(3_000_000)))
    found = read_bytes(tmp_path / "a.warc", huge + data, max_bytes=size)
    assert [type(item) for item in found] == [BadRecord, dict]


# ---------- bodies of responses: packed, in chunks, cut off, and too large

zstandard = pytest.importorskip("zstandard", reason="the extra [warc] is not installed")


def brotlied(data):
    return pytest.importorskip("brotli", reason="brotli is not installed").compress(data, quality=5)


def deflated(data):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


CODINGS = {"gzip": gzip.compress, "x-gzip": gzip.compress, "deflate": zlib.compress,
           "Deflate": deflated, "br": brotlied, "zstd": zstandard.compress,
           "deflate, gzip": lambda data: gzip.compress(zlib.compress(data))}


@pytest.mark.parametrize("coding", CODINGS)
def test_content_encodings(tmp_path, coding):
    packed = CODINGS[coding](page(1))
    (record,) = read_record(tmp_path, response(packed, Content_Encoding=coding))
    assert record["html"].encode() == page(1)
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(packed), packed)
    (record,) = read_record(tmp_path, response(chunked, Content_Encoding=coding,
                                               Transfer_Encoding="chunked"))
    assert record["html"].encode() == page(1)
    (record,) = read_record(tmp_path, response(page(1), Content_Encoding=coding,
                                               Transfer_Encoding="chunked"))
    assert record["html"].encode() == page(1)       # the crawler decoded both but kept the headers


def test_codings_in_two_lines(tmp_path):
    content = response(gzip.compress(zlib.compress(page(1))), Content_Encoding="deflate",
                       content_encoding="gzip")
    assert content.lower().count(b"content-encoding:") == 2
    (record,) = read_record(tmp_path, content)
    assert record["html"].encode() == page(1)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_bodies_cut_and_broken(tmp_path, coding):
    packed = CODINGS[coding](page(1, 20_000))
    (record,) = read_record(tmp_path, response(packed[:len(packed) // 2], Content_Encoding=coding))
    assert page(1, 20_000).startswith(record["html"].encode())
    broken = packed[:4] + b"\xff\x00\xff" * 20 + packed[50:]
    (error,) = read_record(tmp_path, response(broken, Content_Encoding=coding))
    assert isinstance(error, BadRecord) and error.code == "bad_encoding"
    assert error.record["url"] == "http://example.org/"
    assert error.record["metadata"]["http_content_type"] == "text/html"


@pytest.mark.parametrize("pack", [
    gzip.compress, zstandard.compress, lambda data: gzip.compress(gzip.compress(data))])
@pytest.mark.parametrize("label", [None, "none", "identity", "br", "deflate", "utf-8", '"gzip"',
                                   "gzip;q=1", "gzip, deflate", "GZIP", "x-gzip", "chunked"])
def test_a_coding_under_another_label(tmp_path, pack, label):
    """The first bytes tell, whatever the header says."""
    packed = pack(page(1))
    for body in packed, b"%x\r\n%s\r\n0\r\n\r\n" % (len(packed), packed):
        (record,) = read_record(tmp_path, response(body, Content_Encoding=label))
        assert record["html"].encode() == page(1)
        (record,) = read_bytes(tmp_path / "a.html", response(body, Content_Encoding=label))
        assert record["html"].encode() == page(1)
    (record,) = read_record(tmp_path, response(packed, Content_Encoding=label,
                                               Content_Type="application/octet-stream"))
    assert record["html"].encode() == page(1)


def test_a_coding_without_a_label_that_is_cut_or_broken(tmp_path):
    packed = gzip.compress(page(1, 20_000))
    (record,) = read_record(tmp_path, response(packed[:len(packed) // 2]))
    assert page(1, 20_000).startswith(record["html"].encode()) and record["html"]
    assert record["doc"]["notes"] == ["cut off: its body has no end"]
    (error,) = read_record(tmp_path, response(packed[:99] + b"\xff" * 99 + packed[198:]))
    assert error.code == "bad_encoding"
    packed = zlib.compress(page(1))
    (record,) = read_record(tmp_path, response(packed, Content_Encoding="gzip"))
    assert record["html"].encode() == page(1)
    counts = Counter()
    other = response(gzip.compress(b"\x89PNG\r\n" + bytes(99)))
    assert read_record(tmp_path, other, counts=counts) == []
    assert counts == {"not_html: an image": 1}


@pytest.mark.parametrize("pack", [zlib.compress, deflated, brotlied,
                                  lambda data: gzip.compress(deflated(data))])
@pytest.mark.parametrize("label", [None, "none", "gzip", "utf-8"])
def test_a_coding_without_a_signature_under_another_label(tmp_path, pack, label):
    """Deflate and brotli begin like any data: they are it if a page comes out."""
    packed = pack(page(1))
    for body in packed, b"%x\r\n%s\r\n0\r\n\r\n" % (len(packed), packed):
        (record,) = read_record(tmp_path, response(body, Content_Encoding=label,
                                                   Transfer_Encoding="chunked"))
        assert record["html"].encode() == page(1)
    counts = Counter()
    for other in pack(b"\x89PNG\r\n" + Random(0).randbytes(999)), bytes(range(256)):
        assert read_record(tmp_path, response(other), counts=counts) == []
    assert counts == {"not_html: binary data": 2}


@pytest.mark.parametrize("label", ["compress", "x-compress", "bzip2", "sdch", "dcb"])
def test_a_coding_that_is_not_undone_is_said(tmp_path, label):
    (error,) = read_record(tmp_path, response(b"\x1f\x9d\x90\x01", Content_Encoding=label))
    assert "Content-Encoding" in str(error) and error.code == "bad_encoding"
    for undone in page(1), b"<!-- a --><p>One.":
        (record,) = read_record(tmp_path, response(undone, Content_Encoding=label))
        assert record["html"].encode() == undone
    image = response(b"\x1f\x9d\x90\x01", Content_Encoding=label, Content_Type="image/png")
    assert read_record(tmp_path, image) == []


def test_chunks_without_the_header(tmp_path):
    body = page(1)
    (record,) = read_record(tmp_path, response(b"28\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n" % (
        body[:40], len(body) - 40, body[40:])))
    assert record["html"].encode() == body
    (record,) = read_record(tmp_path, response(b"ffff\r\n" + body))      # broken off
    assert record["html"].encode() == body
    for text in b"12\n<p>A list", b"5\r\n<p>A list of more", b"cafe\r\nopen":
        (record,) = read_record(tmp_path, response(text))
        assert record["html"].encode() == text


@pytest.mark.parametrize("coding", ["gzip", "zstd"])
def test_several_members(tmp_path, coding):
    body = CODINGS[coding](page(1)[:50]) + CODINGS[coding](page(1)[50:])
    (record,) = read_record(tmp_path, response(body, Content_Encoding=coding))
    assert record["html"].encode() == page(1)
    (record,) = read_record(tmp_path, response(body[:-9], Content_Encoding=coding))
    assert page(1).startswith(record["html"].encode()) and len(record["html"]) >= 50
    assert record["doc"]["notes"] == ["cut off: its body has no end"]


@pytest.mark.slow
@pytest.mark.parametrize("coding, pack", [
    ("gzip", partial(gzip.compress, compresslevel=1)), ("br", brotlied),
    ("zstd", zstandard.compress)])
def test_bombs_in_responses(tmp_path, coding, pack):
    bomb = pack(b"<html>" + bytes(200_000_000))
    content = response(bomb, Content_Encoding=coding)
    (tmp_path / "a.warc.gz").write_bytes(gzip.compress(warc(content)))
    bombed(tmp_path / "a.warc.gz")


@pytest.mark.slow
@pytest.mark.parametrize("pack", [zstandard.compress, bz2.compress])
def test_bombs_in_files(tmp_path, pack):
    """400 MB in a hundred members."""
    (tmp_path / "a.html").write_bytes(pack(b"<html>") + pack(bytes(4_000_000)) * 100)
    bombed(tmp_path / "a.html")


def bombed(path):
    """Check that a file gives one record, refused as too large, in 400 MB of address space."""
    done = shell(f"ulimit -v 400000; scutch-read {path}")
    assert done.status == 2                      # no record is good
    (record,) = records(done.out)
    assert record["errors"][0]["code"] == "too_large"
    assert "html" not in record


def test_chunks_that_were_cut(tmp_path):
    for ending, notes in (b"0\r\n\r\n", []), (b"", ["cut off: its body has no end"]), (
            b"ff\r\n<p>", ["cut off: its body has no end"]):
        chunked = response(b"%x\r\n%s\r\n%s" % (len(page(1)), page(1), ending),
                           Transfer_Encoding="chunked")
        (record,) = read_record(tmp_path, chunked)
        assert record["html"].encode().startswith(page(1))
        assert record["doc"].get("notes", []) == notes


def test_a_coding_of_the_transfer(tmp_path):
    (record,) = read_record(tmp_path, response(gzip.compress(page(1)), Transfer_Encoding="gzip"))
    assert record["html"].encode() == page(1)
    for undone in "gzip", "deflate":                 # by the crawler, which kept the header
        (record,) = read_record(tmp_path, response(b"no page", Transfer_Encoding=undone))
        assert record["html"] == "no page"


@pytest.mark.parametrize("begin", [
    b"http/1.1 200 OK\r\n", b"ICY 200 OK\r\n", b":status: 200\r\n", b"HTTP 200 OK\r\n",
    b":method: GET\r\n:status: 200\r\n:path: /\r\n", b""])
def test_heads_that_begin_otherwise(tmp_path, begin):
    whole = response(page(1), Content_Type="text/html; charset=utf-8", Server="a")
    (record,) = read_record(tmp_path, begin + whole.partition(b"\r\n")[2])
    assert record["html"].encode() == page(1) and record["doc"]["charset_from"] == "http"
    if begin and not begin.startswith((b"HTTP ", b":method")):
        (record,) = read_bytes(tmp_path / "a", begin + whole.partition(b"\r\n")[2])
        assert record["html"].encode() == page(1)
    if begin:
        assert read_record(tmp_path, whole.replace(b"HTTP/1.1 200 OK\r\n",
                                                   begin.replace(b"200", b"404"))) == []


def test_a_body_shorter_than_its_length_is_noted(tmp_path):
    for length, headers, notes in [
            (-9, {}, []), (0, {}, []), (9, {}, ["cut off: its body has no end"]),
            (9, {"Content_Encoding": "gzip"}, [])]:
        (record,) = read_record(tmp_path, response(
            page(1), Content_Length=len(page(1)) + length, **headers))
        assert record["doc"].get("notes", []) == notes


# ---------- which responses are pages by the types that their headers state

PNG = b"\x89PNG\r\n\x1a\n" + bytes(90)
SECTION = b"<section><p>Page</section>"       # no browser takes it for HTML by its first bytes


@pytest.mark.parametrize(("header", "verdict"), [
    ("text/html charset=utf-8", HTML), ("text/html, text/html; charset=utf-8", HTML),
    ("text/html,charset=UTF-8", HTML), ("text/html:charset=utf-8", HTML), ('"text/html"', HTML),
    ("charset=utf-8; text/html", HTML), ("Content-Type: TEXT/HTML", HTML), ("text/html/", HTML),
    ("application/xhtml+xml", HTML), ("(text/html)", HTML), ("text/html;;", HTML),
    ("html", VAGUE), ("text/htm", VAGUE), ("application/x-httpd-php", VAGUE), ("text", VAGUE),
    ("httpd/unix-directory", VAGUE), ("unknown", VAGUE), ("charset=utf-8", VAGUE), ("", VAGUE),
    (";", VAGUE), ("text/plain", VAGUE), ("application/octet-stream", VAGUE), ("*/*", VAGUE),
    ("text/xml; charset=utf-8", VAGUE), ("application/x-php5", VAGUE), ("text/x-html", VAGUE),
    ('multipart/related; type="text/html"', OTHER), ("image/svg+xml", OTHER), ("text/css", OTHER),
    ("application/ld+json", OTHER), ("application/x-javascript", OTHER), ("video/mp4", OTHER),
    ("application/pdf", OTHER), ("application/rss+xml; charset=utf-8", OTHER),
    ("font/woff2", OTHER),
    ("text/javascript;charset=UTF-8", OTHER), ("application/vnd.ms-excel", OTHER),
    ("text/css, text/html", VAGUE)])
def test_what_a_header_states(header, verdict):
    assert stated([header]).verdict == verdict


@pytest.mark.parametrize(("header", "body", "is_page"), [
    ("text/html charset=utf-8", SECTION, True), ("text/html charset=utf-8", PNG, False),
    ("html", page(1), True), ("html", b"<!-- a comment --><main>Page", True),
    ("html", SECTION, False), ("html", PNG, False), ("html", b"<!-- x --><rss>", False),
    ("application/x-httpd-php", b"GIF89a <html>", False), ("unknown", b"", False),
    ("text/javascript", page(1), False), ("application/json", page(1), False)])
def test_the_body_decides_where_the_type_says_nothing(tmp_path, header, body, is_page):
    found = read_bytes(tmp_path / "a", warc(response(body, Content_Type=header)))
    assert [record["html"].encode() for record in found] == [body] * is_page


def lines(*types):
    """Return a response with a Content-Type line for each type."""
    return response(page(1), Content_Type="\r\nContent-Type: ".join(types))


@pytest.mark.parametrize("data", [
    warc(lines("text/css", "text/html")), warc(lines("text/html", "text/css")),
    warc(lines("text/html;\r\n charset=utf-8")),                          # folded
    warc(response(page(1), Content_Type="application/x-foo"),
         WARC_Identified_Payload_Type="text/html"),
    warc(response(page(1), Content_Type="text/css"), WARC_Identified_Payload_Type="text/html"),
    warc(response(page(1), Content_Type=None), Content_Type="text/html"),
    warc(page(1), kind="resource", Content_Type="application/octet-stream",
         WARC_Identified_Payload_Type="text/html"),
    arc(response(page(1), Content_Type=None)),
    arc(response(page(1), Content_Type="x"), content_type="no-type")])
def test_all_headers_that_name_a_type_count(tmp_path, data):
    (record,) = read_bytes(tmp_path / "a", data)
    assert record["html"].encode() == page(1)


def test_a_charset_in_a_malformed_header(tmp_path):
    body = "<p>Привет, это большая статья о погоде в городе".encode("koi8-r")
    for data in lines("text/css", "text/html charset=koi8-r"), lines("text/html,charset=koi8-r"):
        (record,) = read_bytes(tmp_path / "a", warc(data.replace(page(1), body)))
        assert "Привет" in record["html"] and record["doc"]["charset_from"] == "http"


def test_responses_passed_over_are_counted_by_type(tmp_path):
    others = ["image/png", "text/css", "image/png", "x" * 900]
    data = [warc(response(PNG, Content_Type=other)) for other in others]
    (tmp_path / "a.warc").write_bytes(b"".join([*data, warc(response(page(1)))]))
    for command in "read", "clean":
        done = run(command, "--stats", "a.warc", cwd=tmp_path)
        said, stats = done.err.decode().splitlines()
        assert said == (f"scutch-{command}: 4 of 5 responses were no HTML: image/png (2), "
                        f"text/css (1), {'x' * 60} (1)")
        assert json.loads(stats)["not_html"] == 4
        assert json.loads(stats)["not_html_types"] == {"image/png": 2, "text/css": 1, "x" * 60: 1}
    (tmp_path / "a.warc").write_bytes(b"".join([data[0], warc(response(page(1)))]))
    assert run("read", "a.warc", cwd=tmp_path).err == b""
