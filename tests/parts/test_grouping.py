"""grouping: by host and back, in memory and on disk."""
import random
import tempfile

import pytest

from scutch.filters.errors import BadRecord
from scutch.filters.hosts import grouping
from scutch.filters.hosts.grouping import Spool, by_host, host_of, in_order, path_of
from utils import on_a_full_disk


def crawl(count, seed=0):
    """Return items of a crawl in no order: records of five hosts, some bad."""
    generator = random.Random(seed)
    items = []
    for number in range(count):
        host = generator.choice(["a.example", "www.b.example", "b.example", "C.example", ""])
        record = {"id": str(number), "text": "ü\ud800" * generator.randrange(20)}
        if host:
            record["url"] = f"http://{host}/{number}"
        items.append((f"place:{number}", record))
        if number % 7 == 3:
            items.append((f"bad:{number}", BadRecord("no good", "broken", dict(record))))
    return items


def shown(items):
    """Return items in a form that can be compared."""
    return [(place, (str(item), item.code, item.command, item.record)
             if isinstance(item, BadRecord) else item) for place, item in items]


@pytest.mark.parametrize("url, host", [
    ("https://www.example.org/", "example.org"), ("http://EXAMPLE.org:81/x", "example.org"),
    ("http://www.www.org/", "www.org"), ("http://example.org./", "example.org"),
    ("http://user:word@[::1]:8080/", "::1"), ("http://[/", ""), ("mailto:a@b.example", ""),
    ("page.html", ""), ("", ""), (None, ""), (7, ""), (["http://a.example"], ""),
])
def test_host_of(url, host):
    assert host_of({"url": url}) == host


def test_the_url_of_a_document_of_datatrove():
    record = {"id": "a", "metadata": {"url": "http://a.example/x"}}
    assert (host_of(record), path_of(record)) == ("a.example", "/x?")


@pytest.mark.parametrize("bound", [1, 3000, grouping.IN_MEMORY])
def test_by_host_is_stable_and_in_order_brings_it_back(bound):
    items = crawl(300)
    grouped = list(by_host(iter(items), bound))
    hosts = [grouping.host_of_item(item) for _, _, item in grouped]
    assert hosts == sorted(hosts) and len(set(hosts)) == 4
    for host in set(hosts):
        numbers = [number for (number, _, _), one in zip(grouped, hosts, strict=True)
                   if one == host]
        assert numbers == sorted(numbers)
    assert shown(in_order(iter(grouped), bound)) == shown(items)


def test_what_cannot_be_written_is_a_bad_record():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    (_, place, item), = by_host([("deep", {"id": "x", "deep": deep})])
    assert (place, item.code) == ("deep", "nested")


def test_many_files_are_merged_on_more_than_one_level(monkeypatch):
    monkeypatch.setattr(grouping, "FAN_IN", 3)
    spool = Spool(bound=1)
    numbers = list(range(100))
    random.Random(1).shuffle(numbers)
    for number in numbers:
        spool.add((number,), b"%d\n" % number)
    assert max(map(len, spool.levels)) < 3 < len(spool.levels)
    assert list(spool) == [((number,), b"%d\n" % number) for number in range(100)]


def test_the_files_have_no_names(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    grouped = by_host(crawl(50), bound=1)
    next(grouped)
    assert not list(tmp_path.iterdir())


@on_a_full_disk
def test_a_full_disk_is_named(monkeypatch):
    def full(buffering):
        return open("/dev/full", "wb", buffering=0)
    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    with pytest.raises(OSError) as caught:
        list(by_host(crawl(5), bound=1))
    assert caught.value.filename == tempfile.gettempdir()
