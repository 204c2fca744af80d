"""Which responses are pages by the types that their headers state, and what is said of others."""
import json

import pytest
from crawls import arc, page, read_bytes, response, warc

from scutch.filters.sources.responses import HTML, OTHER, VAGUE, stated
from utils import run

pytest.importorskip("warcio", reason="the extra [warc] is not installed")

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
