"""Responses in archives: which are pages, and their bodies, packed, chunked, cut and too large."""
import bz2
import gzip
import zlib
from collections import Counter
from functools import partial

import pytest
from crawls import ARC_HEAD, arc, page, read_bytes, response, warc

from scutch.filters.errors import BadRecord
from scutch.filters.sources.responses import unchunked
from utils import records, shell

pytestmark = pytest.mark.extras

pytest.importorskip("warcio", reason="the extra [warc] is not installed")
zstandard = pytest.importorskip("zstandard", reason="the extra [warc] is not installed")


def read_record(tmp_path, content, url="http://example.org/", counts=None, **headers):
    """Return what read_pages yields for one WARC record."""
    return read_bytes(tmp_path / "a.warc", warc(content, url, **headers), counts=counts)


# ---------------------------------------------------------------- which responses are pages

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


def test_charset_of_the_response(tmp_path):
    body = "<p>Привет, это большая статья о погоде в городе".encode("koi8-r")
    (record,) = read_record(tmp_path, response(body, Content_Type="text/html; charset=KOI8-R"))
    assert "Привет" in record["html"]
    assert record["doc"] == {"charset": "koi8-r", "charset_from": "http"}


def test_page_that_the_crawler_cut(tmp_path):
    (record,) = read_record(tmp_path, response(page(1)[:-9]), WARC_Truncated="length")
    assert record["html"].encode() == page(1)[:-9]
    assert record["doc"]["notes"] == ["cut off by the crawler: length"]


def test_page_in_segments(tmp_path):
    """The standard has the first segment as a response, the others as continuations."""
    packed = response(gzip.compress(page(1)), Content_Encoding="gzip")
    counts = Counter()
    (record,) = read_bytes(
        tmp_path / "a", warc(packed[:-20], WARC_Segment_Number=1)
        + warc(packed[-20:], kind="continuation", WARC_Segment_Number=2), counts=counts)
    assert page(1).startswith(record["html"].encode()) and record["html"]
    assert record["doc"]["notes"] == ["cut off: the first segment of a record in segments"]
    assert counts == {"other_records": 1}


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


@pytest.mark.parametrize("coding, packed", [
    ("gzip", gzip.compress(page(1))), ("deflate", zlib.compress(page(1)))])
def test_compressed_page_that_was_cut(tmp_path, coding, packed):
    (record,) = read_record(tmp_path, response(packed[:-9], Content_Encoding=coding))
    assert record["doc"]["notes"] == ["cut off: its compressed body has no end"]
    (record,) = read_record(tmp_path, response(packed, Content_Encoding=coding))
    assert "notes" not in record["doc"]


def test_a_coding_of_the_transfer(tmp_path):
    (record,) = read_record(tmp_path, response(gzip.compress(page(1)), Transfer_Encoding="gzip"))
    assert record["html"].encode() == page(1)
    for undone in "gzip", "deflate":                 # by the crawler, which kept the header
        (record,) = read_record(tmp_path, response(b"no page", Transfer_Encoding=undone))
        assert record["html"] == "no page"


# ---------------------------------------------------------------- bodies

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
    assert record["doc"]["notes"] == ["cut off: its compressed body has no end"]
    (error,) = read_record(tmp_path, response(packed[:99] + b"\xff" * 99 + packed[198:]))
    assert error.code == "bad_encoding"
    packed = zlib.compress(page(1))
    (record,) = read_record(tmp_path, response(packed, Content_Encoding="gzip"))
    assert record["html"].encode() == page(1)
    counts = Counter()
    other = response(gzip.compress(b"\x89PNG\r\n" + bytes(99)))
    assert read_record(tmp_path, other, counts=counts) == []
    assert counts == {"not_html: text/html": 1}


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


def test_gzip_in_two_members(tmp_path):
    body = gzip.compress(page(1)[:50]) + gzip.compress(page(1)[50:])
    (record,) = read_record(tmp_path, response(body, Content_Encoding="gzip"))
    assert record["html"].encode() == page(1)


@pytest.mark.parametrize(("body", "whole"), [
    (b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", b"abcde"), (b"3\nabc\n0002\nde\n0\n\n", b"abcde"),
    (b"  3 \r\nabc\r\n0\r\nTrailer: x\r\n\r\n", b"abc"), (b"", b""), (b"0\r\n\r\n", b""),
    (b"<html>", b"<html>"), (b"cafe", b"cafe"), (b"3\r\nabc\r\nff\r\nde", b"abcde"),
    (b"3\r\nabc\r\nnonsense", b"abcnonsense"), (b"f" * 40 + b"\r\nabc", b"f" * 40 + b"\r\nabc"),
])
def test_chunks(body, whole):
    assert unchunked(body) == whole


@pytest.mark.slow
@pytest.mark.parametrize("coding, pack", [
    ("gzip", partial(gzip.compress, compresslevel=1)), ("deflate", partial(zlib.compress, level=1)),
    ("br", brotlied), ("zstd", zstandard.compress)])
def test_bombs_in_responses(tmp_path, coding, pack):
    bomb = pack(b"<html>" + bytes(200_000_000))
    content = response(bomb, Content_Encoding=coding)
    (tmp_path / "a.warc.gz").write_bytes(gzip.compress(warc(content)))
    bombed(tmp_path / "a.warc.gz")


@pytest.mark.slow
@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress, bz2.compress])
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
