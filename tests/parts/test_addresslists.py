"""Pages that are passed over by their addresses: --drop-urls and --only-urls."""
import gzip
import json
import os

import pytest

from scutch.filters.errors import Unusable
from scutch.filters.hosts.addresslists import AddressList
from utils import PAGE, records, run, same_as_the_pipe

LIST = """\ufeff# blocked
Shop.example
https://www.news.example:443/2025/
blog.example/a?id=
*.wiki.*
  forum.example/*/print*page=*
bücher.example

10.0.0.1:8080
http://tail.example/x*\r
[2001:db8::1]
dot.example.
straße.example
way.example/ä/%c3%a4/x
*.*.dots.example.
asked.example?id=7
"""
LISTED = ["http://shop.example", "https://a.www.SHOP.example/x", "https://shop.example.:81/",
          "https://www.news.example/2025/", "http://news.example:8080/2025/03/x#y",
          "http://blog.example/a?id=7", "http://en.wiki.org/a", "http://a.wiki.b.c",
          "http://forum.example/7/print?page=2", "http://forum.example//print\u2028?page=",
          "https://xn--bcher-kva.example/", "https://a.bücher.example/", "http://10.0.0.1/a",
          "http://tail.example/xyz", "http://[2001:DB8:0::1]:80/", "http://dot.example",
          "http://xn--strae-oqa.example/", "http://STRASSE.example/".replace("SS", "ẞ"),
          "http://way.example/%C3%A4/ä/x", "http://way.example/y/../%c3%A4/./ä/%78",
          "http:shop.example", "http:///shop.example/", "http:\\\\shop.example\\x",
          "http://shop.example\\@good.example/", "http://good.example@shop.example/",
          "http://sh%6Fp.example/", "  http://sh\top.exam\nple/",
          "http://ｓｈｏｐ。example/", "http://s\u00adhop.example/", "http://0xa.1/", "http://167772161/",
          "http://012.0.0.1/", "http://a.b.dots.example/", "http://asked.example/?id=77",
          "//shop.example/", "http://shop.example#x", "http://shop.example?x",
          "https://news.example/a/%2E%2e/2025/", "https://www.news.example/2025\\"]
UNLISTED = ["http://myshop.example/", "http://example/", "http://news.example/2024/",
            "http://news.example/202", "http://a.news.example/2025/", "http://blog.example/a",
            "http://wiki.org/", "http://forum.example/print?page=2", "http://10.0.0.1.org/",
            "", None, 7, "http://[", "shop.example",
            "http://[::1]/", "http://strasse.example/", "http://1.2.3.4.5/", "http://256.1/",
            "http://good.example/@shop.example", "http://good.example/?http://shop.example/",
            "http://good.example/\\shop.example", "http://shop.example:x/", "http://10.0.0.1.2/",
            "http://" + "ä" * 100_000 + ".example/", "http://" + "@" * 100_000 + "::",
            "http://way.example/%C3%A4/x", "urn:shop.example", "mailto:a@shop.example",
            "http://tail.example/a?x", "# blocked"]


@pytest.fixture
def listing(tmp_path):
    path = tmp_path / "list"
    path.write_text(LIST, "utf-8", newline="")
    return path


@pytest.mark.parametrize("urls, listed", [(LISTED, True), (UNLISTED, False)])
def test_what_a_line_lists(listing, urls, listed):
    has = AddressList(str(listing))
    assert [url for url in urls if has(url) != listed] == []


def test_compressed_and_empty_lists(tmp_path):
    (tmp_path / "gz").write_bytes(gzip.compress(b"a.example\n"))
    (tmp_path / "none").write_bytes(b"")
    assert AddressList(str(tmp_path / "gz"))("http://a.example/")
    assert not AddressList(str(tmp_path / "none"))("http://a.example/")


@pytest.mark.parametrize("data, what", [
    (b"a.example\n0.0.0.0 ads.example\n", "0.0.0.0 ads.example: a host, the beginning"),
    (gzip.compress(os.urandom(9999))[:-20], "is broken or truncated"),
    (b"\x00\xff\xfe*\n" * 9, "a host, the beginning"),
    *[(b"a.example\n" + line.encode("latin-1"), f"{line}: a host, the beginning") for line in (
        "evil.example/#top", "evil.example:x", "evil.example,b.example", "http://", "/path",
        "[::g]", "300.0.0.1", "eb.example:*")],
    (b"evil.example/\xe4", "a host, the beginning")])
def test_other_files(tmp_path, data, what):
    (tmp_path / "list").write_bytes(data)
    done = run("clean", "--drop-urls", str(tmp_path / "list"), data=PAGE.encode())
    assert (done.status, done.err.count(b"\n")) == (2, 1)
    assert what in done.err.decode()
    if what.startswith("0"):
        with pytest.raises(Unusable):
            AddressList(str(tmp_path / "list"))
    assert run("read", "--only-urls", str(tmp_path / "nosuch")).status == 2


def test_many_stars_are_no_trap(tmp_path):
    (tmp_path / "list").write_text("a.example/" + "*a" * 500 + "*b\n" + "*" * 500 + "/c\n")
    has = AddressList(str(tmp_path / "list"))
    assert not has("http://a.example/" + "a" * 20_000)
    assert has("http://a.example/" + "a" * 20_000 + "b") and has("http://x.example/c")


# ------------------------------------------------------------------ in the commands

@pytest.fixture
def pages(tmp_path, listing):
    """Records, and a page without an address."""
    (tmp_path / "pages.jsonl").write_bytes(b"".join(
        json.dumps({"id": str(number), "url": url, "html": PAGE}).encode() + b"\n"
        for number, url in enumerate(LISTED[:5] + UNLISTED[:5])) + b"{bad\n")
    (tmp_path / "page.html").write_text(PAGE)
    return tmp_path


@pytest.mark.parametrize("option, wanted", [
    ("--drop-urls", ["5", "6", "7", "8", "9", "pages.jsonl:11", "page.html"]),
    ("--only-urls", ["0", "1", "2", "3", "4", "pages.jsonl:11"])])
def test_pages_are_passed_over(pages, option, wanted):
    done = same_as_the_pipe(f"--format jsonl {option} list pages.jsonl page.html", pages)
    assert [page["id"] for page in records(done.out)] == wanted
    said = b"left out %d of %d addresses by --drop-urls or --only-urls\n"
    counts = (5, 12) if option == "--drop-urls" else (6, 12)
    assert said % counts in done.err
    more = run("clean", "--jobs", "2", "--format", "jsonl", option, "list", "pages.jsonl",
               "page.html", cwd=pages)
    assert (more.out, more.err) == (done.out, done.err)
    read = run("read", "--stats", option, "list", "pages.jsonl", "page.html", cwd=pages)
    assert [page["id"] for page in records(read.out)] == wanted
    assert json.loads(read.err.splitlines()[-1])["unwanted_urls"] == counts[0]


def test_of_records_by_schema_and_both_lists(pages):
    done = run("clean", "--schema", "scutch", "--format", "jsonl", "--drop-urls", "list",
               "--only-urls", "list", "pages.jsonl", cwd=pages)
    assert [page["id"] for page in records(done.out)] == ["pages.jsonl:11"]
    done = run("clean", "--explain", "--schema", "scutch", "--drop-urls", "list", cwd=pages)
    assert done.status == 2 and b"--explain has no pipe for --drop-urls" in done.err


def test_nothing_is_left(pages):
    (pages / "all").write_text("*.*\nexample\nexample.org\n*\n")
    done = run("read", "--drop-urls", "all", "pages.jsonl", cwd=pages)
    assert done.err.count(b"left out 10 of 11 addresses") == 1
    (pages / "pages.jsonl").write_bytes((pages / "pages.jsonl").read_bytes()[:-5])
    done = run("read", "--drop-urls", "all", "pages.jsonl", cwd=pages)
    assert (done.out, done.err) == (
        b"", b"scutch-read: no page found; passed over: unwanted urls (10)\n")
