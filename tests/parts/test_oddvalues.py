"""Indexes, Parquet and heads of records with odd or damaged values: what is behind is read."""
import io
import json
import random

import pytest
from crawls import page

from utils import records, run

pytest.importorskip("warcio", reason="the extra [warc] is not installed")

ODD = [-1, 0, 10 ** 17, 2 ** 63 - 1, 2 ** 64, 10 ** 400, 1.5, 1e308, None, "", "x", "-1", "1.5",
       "99999999999999999", "9" * 5000, "\u0663", " 5", True, [], {}, "\ud800", "\0"]
MISSING = "it is missing"


def response(head=b"", http=b"", text=b"One"):
    body = (b"HTTP/1.1 200 OK\r\n" + http + b"Content-Type: text/html\r\n\r\n<!doctype html><p>"
            + text)
    return (b"WARC/1.0\r\nWARC-Type: response\r\n" + head + b"WARC-Target-URI: http://a/\r\n"
            b"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n" % len(body)
            + body + b"\r\n\r\n")


def texts(out):
    return [one["html"].partition("<p>")[2] for one in records(out) if "html" in one]


@pytest.mark.parametrize("field", ["offset", "filename", "mime", "status", "length", "url"])
@pytest.mark.parametrize("form", ["cdx", "cdxj"])
def test_an_odd_value_costs_its_line_of_an_index(tmp_path, field, form):
    (tmp_path / "c.warc").write_bytes(response())
    (tmp_path / "last.html").write_bytes(page(7))
    good = {"url": "http://a/", "mime": "text/html", "status": "200", "length": "9",
            "offset": "0", "filename": "c.warc"}

    def line(fields):
        if form == "cdxj":
            return "a)/ 20250319080618 " + json.dumps(fields) + "\n"
        return " ".join(["a)/", "2025", *(str(fields.get(one, "-")) for one in good)]) + "\n"

    lines = [" CDX N b a m s S V g\n"] * (form == "cdx")
    for value in [*ODD, MISSING]:
        odd = {**good, field: value}
        if value is MISSING:
            del odd[field]
        lines += [line(good), line(odd)]
    lines.append(line(good))
    (tmp_path / "index").write_text("".join(lines), "utf-8", "backslashreplace")
    done = run("read", "index", "last.html", cwd=tmp_path)
    assert b"Traceback" not in done.err
    assert texts(done.out).count("One") > len(ODD) + 1
    assert records(done.out)[-1]["id"] == "last.html"


@pytest.mark.parametrize(("head", "count"), [
    (b"X: " + b"y" * 2_000_000 + b"\r\n", 1), (b"X-%07d: y\r\n" % 1 * 100_000, 1),
    (b"X: " + b"y" * 200_000 + b"\r\n", 2)])
@pytest.mark.parametrize("where", ["head", "http"])
def test_a_record_whose_head_is_too_long_is_named(tmp_path, head, count, where):
    """Up to a megabyte it is read: urls can be data, and sites set thousands of cookies."""
    (tmp_path / "c.warc").write_bytes(response() + response(**{where: head}, text=b"Two")
                                      + response(text=b"Three"))
    done = run("read", "c.warc", cwd=tmp_path)
    assert texts(done.out) == (["One", "Two", "Three"] if count == 2 else ["One", "Three"])
    assert done.err.count(b"\n") == 2 - count and (count == 2 or b"over 1048576 bytes" in done.err)
    assert done.status == 0 and len(records(done.out)) == 3


@pytest.fixture
def parquet():
    """The bytes of a Parquet file of 300 rows in three groups, text not compressed."""
    pyarrow = pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    from pyarrow import parquet
    table = pyarrow.table({"url": [f"http://a/{n}" for n in range(300)],
                           "html": [f"<p>Page {n:03}" for n in range(300)], "n": [[1, 2]] * 300})
    file = io.BytesIO()
    parquet.write_table(table, file, compression="none", row_group_size=100, use_dictionary=False)
    return file.getvalue()


def test_a_damaged_row_of_parquet_costs_itself(tmp_path, parquet):
    (tmp_path / "a.parquet").write_bytes(parquet.replace(b"Page 150", b"Pag\xff 150", 1))
    (tmp_path / "last.html").write_bytes(page(7))
    done = run("read", "a.parquet", "last.html", cwd=tmp_path)
    found = [one["html"] for one in records(done.out)[:-1]]
    assert found == [f"<p>Page {n:03}" for n in range(300) if n != 150]
    assert done.status == 2 and done.err.count(b"\n") == 1
    assert done.err.startswith(b"scutch-read: a.parquet: broken Parquet, 1 row lost (")
    assert records(done.out)[-1]["id"] == "last.html"


def test_flipped_bytes_of_parquet_cost_one_line(tmp_path, parquet):
    rng = random.Random(2018)
    names = []
    for number in range(60):
        data = bytearray(parquet)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        names.append(f"{number}.parquet")
        (tmp_path / names[-1]).write_bytes(data)
    (tmp_path / "last.html").write_bytes(page(7))
    done = run("read", *names, "last.html", cwd=tmp_path)
    assert b"Traceback" not in done.err and done.status == 2
    assert all(line.startswith(b"scutch-read: ") for line in done.err.splitlines())
    assert len(done.err.splitlines()) <= len(names)
    assert records(done.out)[-1]["id"] == "last.html"
