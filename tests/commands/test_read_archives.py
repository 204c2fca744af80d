"""scutch-read: archives whole, cut and broken."""
import bz2
import gzip
import io
import json
import lzma
import random

import pytest
from crawls import ARCHIVES, PACKED, page, read, read_bytes, response, warc

from scutch.filters.errors import BadRecord
from utils import records, run

pytest.importorskip("warcio", reason="the extra [warc] is not installed")
zstandard = pytest.importorskip("zstandard", reason="the extra [warc] is not installed")


@pytest.mark.parametrize("kind", ARCHIVES)
@pytest.mark.parametrize("packing", PACKED)
def test_records_are_found_again_by_their_place(tmp_path, kind, packing):
    parts = [PACKED[packing](part) for part in ARCHIVES[kind]]
    archive = tmp_path / f"a.{kind}{packing}"
    archive.write_bytes(b"".join(parts))
    found = read(archive)
    assert [record["html"].encode() for record in found] == [page(n) for n in range(5)]
    for number, record in enumerate(found):
        where = record.pop("metadata")
        begin, length = where["warc_offset"], where["warc_length"]
        begins = sum(map(len, parts[:number + 1]))
        assert begin == begins
        assert length == len(parts[number + 1].rstrip(b"\r\n") if packing == "" else
                             parts[number + 1])
        again = read_bytes(tmp_path / "again", archive.read_bytes()[begin:begin + length])
        assert again[0]["html"] == record["html"]
        assert where == {"warc_file": str(archive), "warc_offset": begin, "warc_length": length,
                         "http_content_type": "text/html",
                         **({"ip": "192.0.2.1"} if kind == "arc" else {})}
        assert record == {
            "id": f"http://example.org/{number}", "url": f"http://example.org/{number}",
            "timestamp": "2025-03-19T08:06:18Z" if kind == "warc" else "2008-01-01T12:00:00Z",
            "html": page(number).decode(), "doc": {"charset": "cp1252", "charset_from": "default"}}


@pytest.mark.parametrize("kind", ARCHIVES)
@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zstandard.compress])
def test_one_compressed_stream_of_many_records(tmp_path, kind, pack):
    found = read_bytes(tmp_path / "a", pack(b"".join(ARCHIVES[kind])))
    assert [record["html"].encode() for record in found] == [page(n) for n in range(5)]
    assert all("warc_offset" not in record["metadata"] for record in found)


def test_what_warcio_writes_and_indexes(tmp_path):
    from warcio.archiveiterator import ArchiveIterator
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter
    with open(tmp_path / "a.warc.gz", "wb") as file:
        writer = WARCWriter(file, gzip=True)
        writer.write_record(writer.create_warcinfo_record("a.warc.gz", {"software": "test"}))
        for number in range(3):
            headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html")],
                                       protocol="HTTP/1.1")
            writer.write_record(writer.create_warc_record(
                f"http://example.org/{number}", "response", io.BytesIO(page(number)),
                http_headers=headers))
    with open(tmp_path / "a.warc.gz", "rb") as file:
        archive = ArchiveIterator(file)
        places = [(archive.get_record_offset(), archive.get_record_length()) for _ in archive]
    found = [record["metadata"] for record in read(tmp_path / "a.warc.gz")]
    assert [(where["warc_offset"], where["warc_length"]) for where in found] == places[1:]


@pytest.mark.parametrize("compressed", [False, True])
def test_zstandard_with_a_dictionary(tmp_path, compressed):
    samples = [warc(response(page(n))) for n in range(200)]
    dictionary = zstandard.train_dictionary(2000, samples)
    data = dictionary.as_bytes()
    data = zstandard.compress(data) if compressed else data
    head = b"\x5d\x2a\x4d\x18" + len(data).to_bytes(4, "little") + data
    pack = zstandard.ZstdCompressor(dict_data=dictionary).compress
    parts = [pack(part) for part in ARCHIVES["warc"]]
    found = read_bytes(tmp_path / "a.warc.zst", head + b"".join(parts))
    assert [record["html"].encode() for record in found] == [page(n) for n in range(5)]
    assert found[0]["metadata"]["warc_offset"] == len(head) + len(parts[0])
    for broken in head[:-1], head[:4] + b"\xff\xff\xff\xff":
        (error,) = read_bytes(tmp_path / "a.warc.zst", broken)
        assert error.code == "truncated" and "dictionary" in str(error)


def with_dictionary(number, urls):
    """Return the bytes of an archive with a dictionary of its own."""
    samples = [warc(response(page(number * 1000 + n)), f"http://{number}.example/") * 2
               for n in range(200)]
    dictionary = zstandard.train_dictionary(2000, samples)
    data = dictionary.as_bytes()
    pack = zstandard.ZstdCompressor(dict_data=dictionary).compress
    return b"\x5d\x2a\x4d\x18" + len(data).to_bytes(4, "little") + data + b"".join(
        pack(warc(response(page(number)), url)) for url in urls)


def test_two_archives_with_a_dictionary_each_one_after_the_other(tmp_path):
    first = with_dictionary(1, ["http://a/1", "http://a/2"])
    second = with_dictionary(2, ["http://b/"])
    found = read_bytes(tmp_path / "a.warc.zst", first + second)
    assert [record["url"] for record in found] == ["http://a/1", "http://a/2", "http://b/"]
    assert [record["html"].encode() for record in found] == [page(1), page(1), page(2)]
    begin = found[2]["metadata"]["warc_offset"]
    assert begin > len(first) and second[begin - len(first):].startswith(b"\x28\xb5\x2f\xfd")
    *others, error = read_bytes(tmp_path / "a.warc.zst", first + second[:999])
    assert len(others) == 2 and error.code == "truncated" and "dictionary" in str(error)


@pytest.mark.parametrize("packing", PACKED)
def test_padding_between_records_is_nothing(tmp_path, packing):
    parts = [PACKED[packing](part) for part in ARCHIVES["warc"]]
    data = parts[0] + bytes(9000) + b"".join(parts[1:]) + bytes(70_000)
    found = read_bytes(tmp_path / "a", data)
    assert [record["html"].encode() for record in found] == [page(n) for n in range(5)]
    assert found[0]["metadata"]["warc_offset"] == len(parts[0]) + 9000


@pytest.mark.slow
@pytest.mark.parametrize("kind", ARCHIVES)
@pytest.mark.parametrize("packing", PACKED)
def test_cut_anywhere_gives_every_whole_record_and_says_where(tmp_path, kind, packing):
    parts = [PACKED[packing](part) for part in ARCHIVES[kind]]
    ends = [sum(map(len, parts[:number + 1])) for number in range(len(parts))]
    data = b"".join(parts)
    cuts = {cut for end in ends for cut in range(end - 30, end + 30)} | set(range(12, ends[-1], 17))
    for cut in sorted(cut for cut in cuts if 12 <= cut < ends[-1]):
        found = read_bytes(tmp_path / f"a.{kind}{packing}", data[:cut])
        whole = [item for item in found if isinstance(item, dict)]
        behind = {"warc": 4, "arc": 1}[kind] if packing == "" else 0      # only an empty line
        inside = sum(end - behind <= cut for end in ends)
        assert [record["html"].encode() for record in whole[:max(0, inside - 1)]] == [
            page(number) for number in range(inside - 1)]
        if any(end - behind <= cut <= end for end in ends):
            assert len(found) == inside - 1
            continue
        error = found[-1]
        assert [type(item) for item in found] == [dict] * (len(found) - 1) + [BadRecord]
        assert len(whole) - max(0, inside - 1) in (0, packing != "")    # cut in its check sum
        begin = ends[inside - 1] if inside else 0
        assert error.record["metadata"]["warc_offset"] == begin
        assert str(begin) in str(error)
        assert error.code == "truncated"


@pytest.mark.parametrize("kind", ARCHIVES)
@pytest.mark.parametrize("packing", [".gz", ".zst"])
@pytest.mark.parametrize("damage", ["cut", "garbage", "flipped"])
def test_records_behind_a_broken_one_are_read(tmp_path, kind, packing, damage):
    parts = [PACKED[packing](part) for part in ARCHIVES[kind]]
    middle = len(parts[3]) // 2
    if damage == "cut":                  # a crawler was stopped, and appended when it ran again
        parts[3] = parts[3][:middle]
    elif damage == "garbage":
        parts[3] = b"\x1f\x8b\x08\x00 nothing like it"
    else:
        parts[3] = parts[3][:12] + bytes([parts[3][12] ^ 0x55]) + parts[3][13:]
    found = read_bytes(tmp_path / "a", b"".join(parts))
    pages = [item["html"].encode() for item in found if isinstance(item, dict)]
    assert pages == [page(n) for n in (0, 1, 3, 4)]
    (error,) = [item for item in found if isinstance(item, BadRecord)]
    assert error.code == "broken"
    assert error.record == {"id": f"{tmp_path / 'a'}:{sum(map(len, parts[:3]))}", "metadata": {
        "warc_file": str(tmp_path / "a"), "warc_offset": sum(map(len, parts[:3]))}}


@pytest.mark.parametrize("stray", [
    b"what is this?\n\nNobody knows.\n", b"\x00" * 100_000 + b"x\n",
    b"WARC/1.0\r\nWARC-Type: response\r\n\r\n",
    b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 1e3\r\n\r\n",
    b"WARC/1.0\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n", b"x" * 200_000 + b"\n"])
def test_what_is_no_record_is_passed_over_and_named(tmp_path, stray):
    parts = ARCHIVES["warc"]
    found = read_bytes(tmp_path / "a", b"".join([*parts[:3], stray, *parts[3:]]))
    kinds = [type(item) for item in found]
    assert kinds == [dict, dict, BadRecord, dict, dict, dict]
    begin = sum(map(len, parts[:3])) + len(stray) - len(stray.lstrip(b"\0"))
    assert found[2].record["metadata"]["warc_offset"] == begin
    assert found[2].code == "broken"


def test_any_damage_gives_records_and_no_exception(tmp_path):
    generated = random.Random(7)
    variants = [b"".join(map(pack, parts)) for parts in ARCHIVES.values()
                for pack in (*PACKED.values(), bz2.compress, lzma.compress)]
    for _ in range(600):
        data = bytearray(generated.choice(variants))
        for _ in range(generated.choice([1, 1, 3, 10])):
            at = generated.randrange(len(data))
            damage = generated.random()
            if damage < 0.5:
                data[at] = generated.randrange(256)
            elif damage < 0.75:
                del data[at:at + generated.randrange(1, 60)]
            else:
                data[at:at] = generated.randbytes(generated.randrange(1, 40))
        for item in read_bytes(tmp_path / "a", bytes(data)):
            assert isinstance(item, (dict, BadRecord, OSError))     # all damaged: binary


def test_status_of_a_cut_archive(tmp_path):
    (tmp_path / "a.warc").write_bytes(b"".join(ARCHIVES["warc"])[:-100])
    kept = run("read", "a.warc", cwd=tmp_path)
    assert kept.status == 2
    assert [record["errors"][0]["code"] for record in records(kept.out) if "errors" in record] == [
        "truncated"]
    assert kept.err.startswith(b"scutch-read: a.warc:") and kept.err.count(b"\n") == 1
    skipped = run("read", "--on-error", "skip", "--stats", "a.warc", cwd=tmp_path)
    assert (skipped.status, len(records(skipped.out))) == (2, 4)
    assert json.loads(skipped.err.splitlines()[-1])["skipped"] == 1
    stopped = run("read", "--on-error", "stop", "a.warc", cwd=tmp_path)
    assert (stopped.status, len(records(stopped.out))) == (3, 4)
