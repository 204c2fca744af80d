"""Responses in archives: which are pages, their headers, and what is truncated or too large."""
import json
from collections import Counter

import pytest
from crawls import ARC_HEAD, arc, page, read_bytes, read_record, response, warc

from scutch.filters.errors import BadRecord
from utils import run, shell

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
