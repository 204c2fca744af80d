"""Parquet files: each row a record."""
import datetime
import decimal

import pytest
from crawls import page

from utils import records, run, shell

COLUMNS = {
    "url": ["http://a/", "http://b/"], "content": ["<p>One page.", "<p>Of two, the second."],
    "date": [datetime.datetime(2025, 3, 19, 8, 6, 18, tzinfo=datetime.timezone.utc)] * 2,
    "score": [0.5, float("nan")], "tags": [["x"], []], "more": [{"a": 1}, {"a": None}],
    "raw": [b"na\xc3\xafve", b"\xff"], "price": [decimal.Decimal("1.10"), None]}


def test_a_row_of_parquet_is_a_record(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    from pyarrow import parquet
    (tmp_path / "in").mkdir()
    parquet.write_table(pyarrow.table(COLUMNS), tmp_path / "in" / "a.parquet", row_group_size=1)
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
        assert done.status == 2 and b"scutch[parquet]" in done.err and done.err.count(b"\n") == 1
    done = run("tag", "a", cwd=tmp_path)
    assert (done.status, done.out) == (2, b"") and done.err.count(b"\n") == 1
    assert done.err.startswith(b"scutch-tag: a: broken Parquet")
