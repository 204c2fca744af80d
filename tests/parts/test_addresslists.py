"""Pages that are passed over by their addresses: --drop-urls and --only-urls."""
import gzip
import json

import pytest

from scutch.filters.hosts.addresslists import AddressList
from utils import DATA, PAGE, records, run, same_as_the_pipe

# A list of addresses, addresses that it lists, and others
LIST, LISTED, UNLISTED = json.loads((DATA / "addresses.json").read_text("utf-8")).values()
UNLISTED += [f"http://{'ä' * 100_000}.example/", f"http://{'@' * 100_000}::"]


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
