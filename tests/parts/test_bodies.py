"""Bodies of responses: packed, in chunks, cut off, and too large."""
import bz2
import gzip
import zlib
from collections import Counter
from functools import partial
from random import Random

import pytest
from crawls import page, read_bytes, read_record, response, warc

from scutch.filters.errors import BadRecord
from utils import records, shell

pytest.importorskip("warcio", reason="the extra [warc] is not installed")
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
