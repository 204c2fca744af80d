"""grouping: by host and back, in memory and on disk."""
import random
import tempfile

import pytest

from scutch.filters.errors import BadRecord
from scutch.filters.hosts import grouping
from scutch.filters.hosts.grouping import ByHost, InOrder, Spool, host_of, path_of
from utils import on_a_full_disk


def crawl(count, seed=0):
    """Return (place, record) of a crawl in no order, of five hosts."""
    generator = random.Random(seed)
    items = []
    for number in range(count):
        host = generator.choice(["a.example", "www.b.example", "b.example", "C.example", ""])
        record = {"id": str(number), "text": "ü\ud800" * generator.randrange(20)}
        if host:
            record["url"] = f"http://{host}/{number}"
        items.append((f"place:{number}", record))
    return items


def through(step, items):
    """Return what a step gives back, a list."""
    for item in items:
        step.add(*item)
    return list(step.rest())


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
    grouped = through(ByHost(bound), items)
    hosts = [host_of(record) for _, record in grouped]
    assert hosts == sorted(hosts) and len(set(hosts)) == 4
    for host in set(hosts):
        numbers = [place.number for (place, _), one in zip(grouped, hosts, strict=True)
                   if one == host]
        assert numbers == sorted(numbers)
    assert through(InOrder(bound), grouped) == items


def test_what_cannot_be_written_is_a_bad_record():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    (place, item), = through(ByHost(), [("deep", {"id": "x", "deep": deep})])
    assert (place, item.code) == ("deep", "nested") and isinstance(item, BadRecord)


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
    step = ByHost(bound=1)
    for item in crawl(50):
        step.add(*item)
    next(step.rest())
    assert not list(tmp_path.iterdir())


@on_a_full_disk
def test_a_full_disk_is_named(monkeypatch):
    def full(buffering):
        return open("/dev/full", "wb", buffering=0)
    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    with pytest.raises(OSError) as caught:
        through(ByHost(bound=1), crawl(5))
    assert caught.value.filename == tempfile.gettempdir()
