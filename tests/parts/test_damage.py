"""Archives with wrong lengths and damage: undamaged records come out, in bounded time."""
import gzip
import io
import itertools
import json
import random
import re
import zlib

import pytest
from crawls import ARC_HEAD, PACKED, arc, page, response, warc

from scutch.filters.errors import BadRecord
from scutch.filters.sources.archives import READ_AGAIN, entries
from scutch.filters.sources.kinds import open_source
from scutch.filters.sources.pagesources import read_pages
from scutch.filters.sources.responses import MOST_CHUNKS, body_of
from utils import records, run

pytest.importorskip("warcio", reason="the extra [warc] is not installed")
pytest.importorskip("zstandard", reason="the extra [warc] is not installed")

URL = "http://example.org/"
NOTE = "its archive states a wrong length for it"


def crawl(kind, count=10):
    """Return the records of an archive, each a page."""
    make = warc if kind == "warc" else arc
    return [make(response(page(number)), f"{URL}{number}") for number in range(count)]


def with_length(record, change):
    """Return a record that states another length."""
    found = re.search(rb"(?<=Content-Length: )\d+|(?<= )\d+(?=\n)", record)
    length = change(int(found[0])) if callable(change) else change
    return record[:found.start()] + str(length).encode() + record[found.end():]


def read_bytes(path, data):
    path.write_bytes(data)
    return [item for _, item in read_pages([str(path)])]


def pages(found):
    """Return the html of records by url, and what else was found."""
    return ({item.get("url"): item["html"].encode() for item in found if isinstance(item, dict)},
            [item for item in found if isinstance(item, BadRecord)])


LENGTHS = {"10^9": 10**9, "10^17": 10**17, "10^25": 10**25, "+300": lambda n: n + 300,
           "+5": lambda n: n + 5, "-1": lambda n: n - 1, "-50": lambda n: n - 50, "0": 0,
           "negative": -5, "empty": "", "no number": "1e3"}


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("packing", PACKED)
def test_a_wrong_length_costs_no_neighbour(tmp_path, packing, length):
    parts = crawl("warc")
    parts[2] = with_length(parts[2], LENGTHS[length])
    found, errors = pages(read_bytes(tmp_path / "a", b"".join(map(PACKED[packing], parts))))
    assert found == {f"{URL}{number}": page(number) for number in range(10)}
    assert errors == []


@pytest.mark.parametrize("length", ["10^9", "+300", "+5", "-1", "-50", "0"])
@pytest.mark.parametrize("packing", [".gz", ".zst"])
def test_wrong_lengths_in_arc(tmp_path, packing, length):
    parts = [ARC_HEAD, *crawl("arc")]
    parts[3] = with_length(parts[3], LENGTHS[length])
    found, errors = pages(read_bytes(tmp_path / "a", b"".join(map(PACKED[packing], parts))))
    assert found == {f"{URL}{number}": page(number) for number in range(10)}
    assert errors == []


@pytest.mark.parametrize("cut", [2, 5, 50, 150, 250])
def test_an_arc_record_that_was_cut_off_takes_no_neighbour_along(tmp_path, cut):
    """It states its full length, and the next record begins within its last line."""
    parts = [ARC_HEAD, *crawl("arc", 5)]
    parts[3] = parts[3][:-cut]
    found, errors = pages(read_bytes(tmp_path / "a", b"".join(parts)))
    assert page(2).startswith(found.pop(f"{URL}2"))
    assert found == {f"{URL}{number}": page(number) for number in (0, 1, 3, 4)}
    assert errors == []


ODD = {"blanks": "http://a.example/x?t=From The Live Web", "HTTP": "HTTP://A.EXAMPLE/",
       "a url within": "http://a.example/r?u=http://b.example/", "dns": "dns:a.example",
       "both": "https://a.example/r?u=https://b.example/ a b", "brackets": "http://a/?q=<b>\"x\""}
LINES = ["{} 192.0.2.1 20140216050221 text/html {}", "{} - 20140216050221 text/html {}",
         "{} 192.0.2.1 20140216050221 text/html; charset=utf-8 {}", "{} 2001:db8::1 0 no-type {}",
         "{} 192.0.2.1 2014-02-16T05:02:21Z text/html {}", "{} 0.0.0.0 201402160502 - - {}",
         "{} 192.0.2.1 20140216050221  {}"]


def of_arc(line, url, number, off=0):
    """Return a record of ARC with such a first line, which states a length that is off."""
    content = response(page(number))
    return (line.format(url, len(content) + off) + "\n").encode() + content + b"\n"


@pytest.mark.parametrize("line", LINES)
def test_odd_lines_of_arc_are_not_swallowed(tmp_path, line):
    for url, off in itertools.product(ODD.values(), (90, -20, 0)):
        parts = [ARC_HEAD, of_arc(LINES[0], f"{URL}1", 1, off), of_arc(line, url, 2, off),
                 of_arc(LINES[0], f"{URL}3", 3)]
        for data in parts, [parts[0].replace(b" 68\n", b" 66\n"), *parts[2:]]:
            found = read_bytes(tmp_path / "a", b"".join(data))
            assert [(item["url"], item["html"].encode()) for item in found] == [
                (f"{URL}1", page(1)), (url, page(2)), (f"{URL}3", page(3))][-len(data) + 1:], off


def test_wrong_lengths_are_said_once(tmp_path):
    parts = crawl("arc", 5)
    parts[1], parts[3] = (with_length(part, lambda n: n + 7) for part in (parts[1], parts[3]))
    (tmp_path / "a.arc").write_bytes(b"".join([ARC_HEAD, *parts]))
    for words in ["read"], ["clean"], ["clean", "--jobs", "2"]:
        done = run(*words, "--stats", "a.arc", cwd=tmp_path)
        said, stats = done.err.decode().splitlines()
        assert "2 records with a wrong length in the archive" in said and done.status == 0
        assert json.loads(stats)["wrong_lengths"] == 2


@pytest.mark.parametrize("packing", [".gz", ".zst"])
def test_every_length_wrong_and_the_last_member_too(tmp_path, packing):
    parts = [with_length(part, 10**9) for part in crawl("warc")]
    found = read_bytes(tmp_path / "a", b"".join(map(PACKED[packing], parts)))
    assert [item["html"].encode() for item in found] == [page(number) for number in range(10)]
    assert all(item["doc"]["notes"] == [NOTE] for item in found)
    ends = [sum(len(PACKED[packing](part)) for part in parts[:number]) for number in range(11)]
    assert [(item["metadata"]["warc_offset"], item["metadata"]["warc_length"])
            for item in found] == [(begin, end - begin)
                                   for begin, end in itertools.pairwise(ends)]


def test_a_wrong_length_before_a_broken_member(tmp_path):
    parts = crawl("warc", 5)
    parts[2] = with_length(parts[2], 10**9)
    packed = [gzip.compress(part) for part in parts]
    packed[3] = packed[3][:20] + b"\xff" * 9 + packed[3][29:]
    found, errors = pages(read_bytes(tmp_path / "a", b"".join(packed)))
    assert found == {f"{URL}{number}": page(number) for number in (0, 1, 2, 4)}
    assert [error.code for error in errors] == ["broken"]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_page_that_shows_a_record_is_one_page(tmp_path, pack):
    """Only where a length is wrong, a record is searched for inside another."""
    shown = response(b"<!doctype html><pre>\r\n\r\n" + warc(response(page(9)), "http://forged/"))
    parts = [warc(shown, URL), *crawl("warc", 2)]
    (first, *others) = read_bytes(tmp_path / "a", pack(b"".join(parts)))
    assert first["url"] == URL and "http://forged/" in first["html"]
    assert len(others) == 2


def test_members_that_are_no_records(tmp_path):
    """An archive in gzip members of any size, as bgzip writes it."""
    data = b"".join(crawl("warc"))
    packed = b"".join(gzip.compress(data[at:at + 97]) for at in range(0, len(data), 97))
    found, errors = pages(read_bytes(tmp_path / "a", packed))
    assert len(found) == 10 and not errors


def test_a_crawler_that_went_on_where_it_broke_off(tmp_path):
    first, second = b"".join(crawl("warc", 3))[:-150], b"".join(crawl("warc", 5)[3:])
    found, _ = pages(read_bytes(tmp_path / "a", first + second))
    assert {f"{URL}{number}" for number in (0, 1, 3, 4)} <= found.keys()


def damaged(record, generated):
    """Return a record with another length, or with damage of some bytes."""
    at = generated.randrange(len(record))
    size = generated.randrange(1, 60)
    return generated.choice([
        lambda: with_length(record, lambda n: max(0, n + generated.randrange(-300, 600))),
        lambda: with_length(record, generated.choice([0, -5, "", 10**9, 10**17, 10**25])),
        lambda: record[:at] + record[at + size:],
        lambda: record[:at] + generated.randbytes(size) + record[at:],
        lambda: record[:at] + generated.randbytes(1) + record[at + 1:]])()


@pytest.mark.parametrize("packing", PACKED)
def test_damage_to_one_record_is_its_own(tmp_path, packing):
    """Its neighbours come out; if each record is a gzip member, all others do."""
    generated = random.Random(11)
    for _ in range(80):
        parts = crawl("warc", 6)
        parts[2] = damaged(parts[2], generated)
        data = b"".join(map(PACKED[packing], parts))
        found, _ = pages(read_bytes(tmp_path / "a", data))
        spared = (0, 1, 3, 4, 5) if packing else (0, 1, 4, 5)
        assert {f"{URL}{number}": page(number) for number in spared}.items() <= found.items()


def test_what_warcio_reads_is_read(tmp_path):
    from warcio.archiveiterator import ArchiveIterator
    generated = random.Random(12)
    compared = 0
    for _ in range(60):
        parts = crawl("warc", 6)
        for number in generated.sample(range(6), 2):
            parts[number] = with_length(parts[number], lambda n: n + generated.randrange(-5, 500))
        data = b"".join(map(gzip.compress, parts))
        found, _ = pages(read_bytes(tmp_path / "a", data))
        theirs = {record.rec_headers.get_header("WARC-Target-URI"): record.content_stream().read()
                  for record in ArchiveIterator(io.BytesIO(data))}
        assert theirs.keys() == found.keys()
        compared += sum(found[url].startswith(body.rstrip()) for url, body in theirs.items())
    assert compared == 6 * 60


def test_wrong_lengths_cost_no_second_look_each(tmp_path):
    """If all lengths of an archive are wrong, little is read again and nothing is lost."""
    parts = [with_length(part, 10**6) for part in crawl("warc", 10) * 400]
    (tmp_path / "a").write_bytes(b"".join(parts))
    source = open_source(str(tmp_path / "a"))
    given_back = []
    source.stream = GivenBack(source.stream, given_back)
    found = list(entries(source, 10**6))
    assert [entry.content for entry in found[:-1]] == [
        response(page(number)) for number in range(10)] * 399 + [
        response(page(number)) for number in range(9)]
    assert sum(given_back) < READ_AGAIN + sum(map(len, parts)) + 3 * 10**6


class GivenBack:
    """A stream that notes how much is given back to it."""

    def __init__(self, stream, noted):
        self._stream = stream
        self._noted = noted

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def unread(self, data):
        self._noted.append(len(data))
        self._stream.unread(data)


# ---------------------------------------------------------------- codings of bodies

def coded(body, coding, transfer=None):
    return body_of(body, {"content-encoding": coding, "transfer-encoding": transfer}.get, 10**6)[0]


def test_many_gzip_members_are_bounded():
    assert coded(gzip.compress(b"<") + gzip.compress(b"p>") * 2, "gzip") == b"<p>p>"
    with pytest.raises(BadRecord, match="over 10000 members"):
        coded(gzip.compress(b"") * 160_000, "gzip")


def test_many_codings_are_bounded():
    body = page(1)
    for _ in range(5):
        body = zlib.compress(body)
    assert coded(body, ",".join(["deflate"] * 5)) == page(1)
    with pytest.raises(BadRecord, match="codings"):
        coded(zlib.compress(body), ",".join(["deflate"] * 6))
    assert coded(page(1), "gzip," * 400) == page(1)       # the crawler decoded it


def test_many_chunks_are_bounded():
    with pytest.raises(BadRecord, match="chunks"):
        coded(b"1\r\nx\r\n" * (MOST_CHUNKS + 1), "", "chunked")


# ---------------------------------------------------------------- indexes

def test_a_line_of_an_index_nested_deeply(tmp_path):
    (tmp_path / "a.warc").write_bytes(b"".join(crawl("warc", 1)))
    line = b'org,example)/ 20250319080618 {"url": "x", "filename": "a.warc", "offset": "0"%b}\n'
    (tmp_path / "a.cdxj").write_bytes(
        line % b"" + line % (b', "x": ' + b"[" * 100_000 + b"]" * 100_000) + line % b"")
    done = run("read", "a.cdxj", cwd=tmp_path)
    assert done.status == 0 and done.err.count(b"\n") == 1
    assert [record.get("url") for record in records(done.out)] == [f"{URL}0", None, f"{URL}0"]


def segments(*parts, url="http://a.example/", **last):
    whole = sum(map(len, parts))
    for number, part in enumerate(parts, 1):
        yield warc(part, url, "response" if number == 1 else "continuation",
                   WARC_Record_ID=f"<{url}{number}>", WARC_Segment_Number=number,
                   **({} if number == 1 else {"WARC_Segment_Origin_ID": f"<{url}1>"}),
                   **({"WARC_Segment_Total_Length": whole} if number == len(parts) else {}))


def test_segments_of_a_record_are_joined(tmp_path):
    whole = response(page(1))
    parts = [whole[:100], whole[100:150], whole[150:]]
    first, second, third = segments(*parts)
    other = warc(response(page(2)), "http://b.example/")
    (one, two) = read_bytes(tmp_path / "a.warc", first + second + third + other)
    assert one["html"].encode() == page(1) and "notes" not in one["doc"]
    assert two["html"].encode() == page(2)
    for archive in first + second + other, first + third + other, first + other + second:
        one, *_ = read_bytes(tmp_path / "a.warc", archive)
        assert one["doc"]["notes"] == ["cut off: the first segment of a record in segments"]
        assert page(1).startswith(one["html"].encode())
