"""WACZ, packed and unpacked, and the folders of crawls: each page once."""
import gzip
import io
import json
import os
import random
import zipfile

import pytest
from crawls import page, read, read_bytes, response, warc

from scutch.filters.errors import BadRecord, Unreadable
from scutch.filters.sources.pagesources import read_pages
from utils import records, run, shell

pytest.importorskip("warcio", reason="the extra [warc] is not installed")

URL = "http://example.org/"
TEXT = "A sentence about ferries, as the crawler found it. " * 9
PAGES = "".join(json.dumps(line) + "\n" for line in [
    {"format": "json-pages-1.0", "id": "pages", "title": "All Pages", "hasText": True},
    {"id": "x1", "url": URL, "ts": "2025-01-01T00:00:00Z", "title": "Ferries", "text": TEXT}])
LOG = json.dumps({"timestamp": "2025-01-01", "logLevel": "info", "details": {"text": "x"}}) + "\n"
PLACE = {"mime": "text/html", "status": "200", "offset": "0", "filename": "a.warc.gz"}
CRAWL = {"archive/a.warc.gz": b"".join(gzip.compress(warc(response(page(n)), f"{URL}{n}"))
                                       for n in range(2)),
         "archive/b.warc": warc(response(page(2)), f"{URL}2"),
         "datapackage.json": b'{"profile": "data-package", "resources": []}',
         "pages/pages.jsonl": PAGES.encode(), "pages/extraPages.jsonl": PAGES.encode(),
         "logs/crawl.jsonl": LOG.encode(), "logs/crawl.log": LOG.encode(),
         "indexes/index.cdx": f"org,example)/0 2025 {json.dumps(PLACE)}\n".encode()}
EXPECTED = [page(n) for n in range(3)]


def packed(members, method=zipfile.ZIP_STORED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def unpacked(folder, members):
    for name, data in members.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def pages(found):
    return [record["html"].encode() for record in found]


@pytest.mark.parametrize("method, top", [
    (zipfile.ZIP_STORED, "crawl/"), (zipfile.ZIP_DEFLATED, "")])
@pytest.mark.parametrize("name", ["a.wacz", "a.zip", "a"])
def test_a_wacz(tmp_path, method, top, name):
    members = {top + path: data for path, data in CRAWL.items()}
    (tmp_path / name).write_bytes(packed(members, method))
    done = run("read", name, cwd=tmp_path)
    found = records(done.out)
    assert (done.status, done.err) == (0, b"") and pages(found) == EXPECTED
    assert found[0]["metadata"]["warc_file"] == f"{name}/{top}archive/a.warc.gz"
    assert found[1]["metadata"]["warc_offset"] == found[0]["metadata"]["warc_length"]
    assert len(records(shell(f"scutch-read < {name}", cwd=tmp_path).out)) == 3
    assert len(records(run("clean", "--format", "jsonl", ".", cwd=tmp_path).out)) == 3
    piped = shell(f"cat {name} | scutch-read", cwd=tmp_path)
    assert piped.status == 2 and b"a WACZ is read where it is given by name" in piped.err


def test_an_unpacked_wacz_and_a_crawl_give_each_page_once(tmp_path):
    unpacked(tmp_path / "crawl", CRAWL)
    for name in "crawl.wacz", "crawl_0.warc.gz":       # as Browsertrix writes them beside archive/
        (tmp_path / "crawl" / name).write_bytes(packed(CRAWL) if "wacz" in name else
                                                CRAWL["archive/a.warc.gz"])
    (tmp_path / "crawl" / "pages" / "index.html").write_bytes(page(7))
    for given in "crawl", ".":
        done = run("read", "--stats", given, cwd=tmp_path)
        assert pages(records(done.out)) == [*EXPECTED, page(7)]
        assert json.loads(done.err)["beside_archives"] == 7
    cleaned = run("clean", "--format", "jsonl", "crawl", cwd=tmp_path)
    assert (cleaned.status, cleaned.err) == (0, b"") and len(records(cleaned.out)) == 4


def test_a_folder_with_an_archive_folder_that_is_no_crawl(tmp_path):
    unpacked(tmp_path, {"archive/a.warc.gz": CRAWL["archive/a.warc.gz"],
                        "more.jsonl": b'{"html": "<p>One."}\n'})
    assert len(read(tmp_path, json_lines=lambda place, line: json.loads(line.data))) == 3


def test_an_index_finds_the_archive_beside_its_folder(tmp_path):
    unpacked(tmp_path, CRAWL)
    for place, name in (tmp_path, "indexes/index.cdx"), (tmp_path / "indexes", "index.cdx"):
        assert pages(records(run("read", name, cwd=place).out)) == EXPECTED[:1]


@pytest.mark.parametrize(("members", "says"), [
    ({"datapackage.json": b"{}"}, "a WACZ without an archive"),
    ({"archive/a.warc": warc(response(bytes(9_000_000)))}, "as a bomb does")])
def test_a_wacz_that_is_refused(tmp_path, members, says):
    (error,) = read_bytes(tmp_path / "a.wacz", packed(members, zipfile.ZIP_DEFLATED))
    assert isinstance(error, Unreadable) and says in error.strerror


def test_members_that_cannot_be_read_cost_no_others(tmp_path):
    data = packed({"archive/0.warc": b"x" * 99, **CRAWL}, zipfile.ZIP_BZIP2)
    found = read_bytes(tmp_path / "a.wacz", data)
    names = [error.filename.rpartition("/")[2] for error in found]
    assert names == ["0.warc", "a.warc.gz", "b.warc"]
    data = packed(CRAWL)
    at = data.index(page(2))
    found = read_bytes(tmp_path / "a.wacz", data[:at] + b"?" + data[at + 1:])    # its sum is wrong
    assert pages(found[:2]) == EXPECTED[:2] and "Bad CRC" in found[2].strerror
    at = data.index(b"archive/b.warc")
    *others, error = read_bytes(tmp_path / "a.wacz", data[:at] + b"A" + data[at + 1:])
    assert pages(others) == EXPECTED[:2] and "broken there" in error.strerror


def test_a_wacz_cut_anywhere_or_damaged(tmp_path):
    data, generated = packed(CRAWL), random.Random(5)
    for cut in range(4, len(data), 301):
        (error,) = read_bytes(tmp_path / "a.wacz", data[:cut])
        assert isinstance(error, Unreadable) and "ZIP directory is broken" in error.strerror
    for _ in range(300):
        damaged = bytearray(data)
        for _ in range(generated.randrange(1, 6)):
            damaged[generated.randrange(len(data) - 900, len(data))] = generated.randrange(256)
        for item in read_bytes(tmp_path / "a.wacz", bytes(damaged)):
            assert isinstance(item, (dict, BadRecord, OSError))


def test_members_that_share_their_bytes_and_a_directory_that_has_too_many(tmp_path):
    data = packed({f"archive/{n}.warc": warc(response(page(1))) for n in range(9)})
    begin = data.index(b"PK\1\2")
    directory = data[begin:].replace(data[begin + 42:begin + 46], bytes(4))
    shared = bytearray(data[:600] + directory)
    shared[-6:-2] = (600).to_bytes(4, "little")
    (error,) = read_bytes(tmp_path / "a.wacz", bytes(shared))
    assert isinstance(error, Unreadable)
    many = packed({f"{n:060}": b"" for n in range(45_000)})
    (tmp_path / "a.wacz").write_bytes(many)
    ((_, error),) = read_pages([os.fspath(tmp_path / "a.wacz")])
    assert "its directory has over" in error.strerror


def nest(tmp_path, inner, compress=zipfile.ZIP_STORED):
    with zipfile.ZipFile(tmp_path / "all.wacz", "w", compress) as file:
        for name, data in inner:
            file.writestr(name, data)
        file.writestr("datapackage.json", '{"profile": "multi-wacz-package"}')
    return tmp_path / "all.wacz"


def small(number):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("archive/a.warc.gz", gzip.compress(
            warc(response(page(number)), f"http://a.example/{number}")))
        file.writestr("datapackage.json", "{}")
    return packed.getvalue()


def test_wacz_in_a_wacz(tmp_path):
    """As Browsertrix gives a collection, and pywb a crawl of several crawlers."""
    path = nest(tmp_path, [("one.wacz", small(1)), ("in/two.wacz", small(2)),
                           ("broken.wacz", small(3)[:-30])])
    broken, *pages = [item for _, item in read_pages([str(path)])]
    assert broken.filename == f"{path}/broken.wacz" and "directory is broken" in broken.strerror
    assert [record["url"] for record in pages] == ["http://a.example/2", "http://a.example/1"]
    path.write_bytes(nest(tmp_path, [("one.wacz", small(1)), ("two.wacz", small(2))]
                          ).read_bytes()[:-30])          # the directory of two.wacz is its last
    (problem,) = [item for _, item in read_pages([str(path)])]
    assert "directory is broken" in problem.strerror


def test_wacz_too_deep_or_compressed_in_a_wacz(tmp_path):
    deep = nest(tmp_path, [("one.wacz", small(1))]).read_bytes()
    for path in (nest(tmp_path, [("two.wacz", deep)]),
                 nest(tmp_path, [("two.wacz", small(1))], zipfile.ZIP_DEFLATED)):
        (problem,) = [item for _, item in read_pages([str(path)])]
        assert "unpack it" in problem.strerror
