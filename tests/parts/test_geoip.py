"""The server of a page: its address and headers, and its country by a file of the user's."""
import ipaddress
from functools import partial

import pytest
from crawls import page, read, response, warc

from scutch.filters.errors import Unreadable, Unusable
from scutch.filters.sources.decoding import Countries
from utils import run

pytest.importorskip("warcio", reason="archives need warcio")


def encoded(value):
    """Return a value in the data format of MaxMind's databases."""
    if isinstance(value, str):
        return bytes([2 << 5 | len(value)]) + value.encode()
    if isinstance(value, tuple):         # a number and its bytes: 2, 4 or 8
        number, size = value
        head = {2: [5 << 5 | 2], 4: [6 << 5 | 4], 8: [8, 9 - 7]}[size]
        return bytes(head) + number.to_bytes(size, "big")
    if isinstance(value, list):
        return bytes([len(value), 11 - 7]) + b"".join(map(encoded, value))
    return bytes([7 << 5 | len(value)]) + b"".join(map(encoded, (
        part for pair in value.items() for part in pair)))


def database(address, code):
    """Return a database of IPv4 with one address."""
    bits = f"{int(ipaddress.ip_address(address)):032b}"
    nodes, empty, data = [], len(bits), len(bits) + 16
    for depth, bit in enumerate(bits):
        after = depth + 1 if depth + 1 < len(bits) else data
        nodes += [empty, after] if bit == "1" else [after, empty]
    tree = b"".join(node.to_bytes(3, "big") for node in nodes)
    facts = {"binary_format_major_version": (2, 2), "binary_format_minor_version": (0, 2),
             "build_epoch": (1, 8), "database_type": "Test", "description": {"en": "Test"},
             "ip_version": (4, 2), "languages": ["en"], "node_count": (len(bits), 4),
             "record_size": (24, 2)}
    return (tree + bytes(16) + encoded({"country": {"iso_code": code}})
            + b"\xab\xcd\xefMaxMind.com" + encoded(facts))


@pytest.fixture
def countries(tmp_path):
    pytest.importorskip("maxminddb", reason="countries need maxminddb")
    (tmp_path / "a.mmdb").write_bytes(database("192.0.2.7", "NZ"))
    return tmp_path / "a.mmdb"


def test_address_and_headers_are_kept(tmp_path):
    path = tmp_path / "a.warc"
    path.write_bytes(warc(response(page(1), Server="nginx", Last_Modified="Tue, 07 May 2024"),
                          WARC_IP_Address="192.0.2.7") + warc(response(page(2))))
    first, second = (one["metadata"] for one in read(path))
    assert {key: first[key] for key in first if key in ("ip", "http_server",
                                                       "http_last_modified")} == {
        "ip": "192.0.2.7", "http_server": "nginx", "http_last_modified": "Tue, 07 May 2024"}
    assert not {"ip", "http_server", "http_last_modified", "country"} & second.keys()


def test_country_by_the_file(tmp_path, countries):
    found = Countries(str(countries))
    assert [found(one) for one in ("192.0.2.7", "192.0.2.8", "::1", "no address", "")] == [
        "NZ", None, None, None, None]
    path = tmp_path / "a.warc"
    path.write_bytes(warc(response(page(1)), WARC_IP_Address="192.0.2.7"))
    done = run("read", "--geoip", str(countries), str(path))
    assert b'"country":"NZ"' in done.out and not done.err


def test_no_database(tmp_path, countries):
    (tmp_path / "b.mmdb").write_bytes(b"no database")
    with pytest.raises(Unreadable):
        Countries(str(tmp_path / "b.mmdb"))
    assert run("read", "--geoip", str(tmp_path / "b.mmdb")).status == 2
    assert run("read", "--geoip", str(tmp_path / "none.mmdb")).status == 2


def test_a_damaged_database(tmp_path, countries):
    """A node of its tree leads beyond the file: that shows at the first look-up alone."""
    whole = countries.read_bytes()
    countries.write_bytes(whole[:31 * 6] + b"\xff" * 6 + whole[32 * 6:])
    with pytest.raises(Unusable, match="the database is damaged"):
        Countries(str(countries))("192.0.2.7")
    path = tmp_path / "a.warc"
    path.write_bytes(warc(response(page(1)), WARC_IP_Address="192.0.2.7"))
    done = run("read", "--geoip", str(countries), str(path))
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1)
    assert done.err.startswith(b"scutch-read: ") and b"is damaged" in done.err


@pytest.mark.parametrize("mode", ["MODE_AUTO", "MODE_MMAP"])
def test_any_damage_is_one_of_the_two(countries, monkeypatch, mode):
    """With and without the part of maxminddb that is in C."""
    import maxminddb
    monkeypatch.setattr(maxminddb, "open_database",
                        partial(maxminddb.open_database, mode=getattr(maxminddb, mode)))
    whole = countries.read_bytes()
    refused = set()
    for place in range(0, len(whole), 3):        # three bytes are half a node of its tree
        for byte in b"\0\x20\xff":
            countries.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1:])
            try:
                reader = Countries(str(countries))
                for address in ("192.0.2.7", "0.0.0.1", "::1"):
                    reader(address)
            except (Unreadable, Unusable) as error:
                refused.add(type(error))
    assert refused == {Unreadable, Unusable}
