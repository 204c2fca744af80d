"""Parquet files: each row a record."""
import datetime
import decimal

import pytest
from crawls import page

from scutch.filters.errors import Unreadable
from scutch.filters.sources import parquet
from utils import records, run, shell

COLUMNS = {
    "url": ["http://a/", "http://b/"], "content": ["<p>One page.", "<p>Of two, the second."],
    "date": [datetime.datetime(2025, 3, 19, 8, 6, 18, tzinfo=datetime.UTC)] * 2,
    "score": [0.5, float("nan")], "tags": [["x"], []], "more": [{"a": 1}, {"a": None}],
    "raw": [b"na\xc3\xafve", b"\xff"], "price": [decimal.Decimal("1.10"), None]}


def test_a_row_of_parquet_is_a_record(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    from pyarrow.parquet import write_table
    (tmp_path / "in").mkdir()
    write_table(pyarrow.table(COLUMNS), tmp_path / "in" / "a.parquet", row_group_size=1)
    for name in "in/a.parquet", "in":
        first, second = records(run("read", name, cwd=tmp_path).out)
        assert first == {
            "id": "http://a/", "url": "http://a/", "html": "<p>One page.",
            "timestamp": "2025-03-19T08:06:18Z", "score": 0.5, "tags": ["x"], "more": {"a": 1},
            "raw": "naïve", "price": "1.10", "doc": {"notes": ['"content" was read as HTML']}}
        assert second["score"] is None and second["raw_b64"] == "/w=="
    done = run("clean", "--max", "1", "in", cwd=tmp_path)
    assert done == (0, b"One page.\n\nOf two, the second.\n\n", b"")
    keys = run("read", "--html-key", "raw", "--id-key", "price", "in", cwd=tmp_path)
    assert records(keys.out)[0]["html"] == "naïve" and records(keys.out)[0]["id"] == "1.10"
    assert records(keys.out)[1]["html_b64"] == "/w=="


def test_parquet_that_is_broken_or_not_a_file_is_refused(tmp_path):
    (tmp_path / "a").write_bytes(b"PAR1\x15\x04\x15\x10" + bytes(40) + b"PAR1")
    (tmp_path / "b.html").write_bytes(page(1))
    done = run("read", "a", "b.html", cwd=tmp_path)
    assert done.status == 2 and len(records(done.out)) == 1
    assert done.err.startswith(b"scutch-read: a: ") and done.err.count(b"\n") == 1
    for command in "read", "tag":
        done = shell(f"cat a | scutch-{command}", cwd=tmp_path)
        assert done.status == 2 and b"[parquet]" in done.err and done.err.count(b"\n") == 1
    done = run("tag", "a", cwd=tmp_path)
    assert (done.status, done.out) == (2, b"") and done.err.count(b"\n") == 1
    assert done.err.startswith(b"scutch-tag: a: broken Parquet")


def written(path, rows, **options):
    pyarrow = pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    from pyarrow.parquet import write_table
    write_table(pyarrow.table(rows), path, **options)
    return path


@pytest.mark.parametrize("name, rows, lost, why", [
    ("LONGEST_LINE", ["y" * 1000], 1, "rows of 0 MB"),
    ("LONGEST_LINE", ["y" * 100] * 99 + ["y" * 1000], 1, "a row of 0 MB"),
    ("LARGEST_PAGES", ["y" * 100 + str(n) for n in range(10)], 10, "pages of 0 MB"),
])
def test_what_takes_too_much_memory_is_refused(tmp_path, monkeypatch, name, rows, lost, why):
    path = written(tmp_path / "a.parquet", {"html": rows}, compression="zstd")
    monkeypatch.setattr(parquet, name, 900)
    lines = parquet.ParquetLines("a", open(path, "rb"))
    made = []
    with pytest.raises(Unreadable, match=rf"] Parquet, {lost} rows? lost \({why}"):
        made.extend(iter(lines.readline, b""))
    assert len(made) == len(rows) - lost
    lines.close()


def test_a_string_that_is_no_page_is_not_decompressed(tmp_path):
    path = written(tmp_path / "a.parquet", {"html": ["y" * 70_000_000]}, compression="zstd")
    done = run("clean", path)
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1)
    assert b"1 row lost (rows of 66 MB, over 64 MB)" in done.err
