"""--format parquet: a file whose rows are the documents, whatever they hold, by any way there."""
import io
import json

import pytest

import scutch
from scutch.filters.sinks import tables
from utils import ROOT, records, run, shell

pyarrow = pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
from pyarrow import parquet  # noqa: E402

CRAWL = str(ROOT / "share" / "examples" / "crawl.warc.gz")
NASTY = 'a\x00b\ud800"\\\u2028\x85\r\n\tc'
COLUMNS = ["id", "url", "text", "title", "lang", "timestamp", "authors", "date", "meta", "scores",
           "more"]
GOOD = {"id": 7, "url": "http://a/", "title": "T", "lang": "en", "segments": [
    {"text": "Wind.", "scores": {"charlm": 0.25}, "pii": [[0, 4]]},
    {"text": "Sea.", "scores": {"charlm": 1}}], "scorers": ["charlm"], "x": {"deep": [1, None]},
    "timestamp": "2025-01-02T03:04:05Z",
    "meta": {"title": "T", "authors": ["A", "B"], "published": "2025-01-01T09", "tags": "no list",
             "from": {"title": "head"}}}
ODD = {"id": None, "url": ["no text"], "title": NASTY, "lang": 3, "segments": [{"text": NASTY}],
       "meta": [1], NASTY: NASTY}


def emitted(*given, options=""):
    data = b"".join(json.dumps(one).encode() + b"\n" if isinstance(one, dict) else one
                    for one in given)
    done = shell(f"scutch-emit --format parquet {options}", data)
    return done, rows(done.out)


def rows(data):
    return parquet.read_table(io.BytesIO(data)).to_pylist()


def test_a_document_is_a_row():
    done, (row, odd) = emitted(GOOD, ODD)
    assert done.status == 0 and not done.err
    assert list(row) == COLUMNS == list(odd)
    assert (row["id"], row["url"], row["text"], row["lang"]) == ("7", "http://a/", "Wind.\nSea.",
                                                                 "en")
    assert row["scores"] == [{"name": "charlm", "start": 0, "end": 5, "score": 0.25},
                             {"name": "charlm", "start": 6, "end": 10, "score": 1.0}]
    assert row["meta"]["authors"] == ["A", "B"] and row["meta"]["tags"] is None
    assert (row["timestamp"], row["authors"], row["date"]) == (
        "2025-01-02T03:04:05Z", ["A", "B"], "2025-01-01")
    assert json.loads(row["more"]) == {"scorers": ["charlm"], "x": {"deep": [1, None]},
                                       "pii": [[0, 4]],
                                       "meta": {"tags": "no list", "from": {"title": "head"}}}
    assert odd["title"] == 'a b "\\\u2028 \r\n\tc'.replace("\r", " ")
    assert odd["url"] is odd["lang"] is odd["meta"] is None
    more = json.loads(odd["more"])
    assert (more["lang"], more["meta"], more[NASTY]) == (3, [1], NASTY)


def test_a_bad_record_is_a_row_that_says_why():
    done, (good, bad) = emitted(GOOD, b"no json\n")
    assert done.status == 0 and good["text"] and bad["text"] == ""
    more = json.loads(bad["more"])
    assert more["line"] == "no json" and more["errors"][0]["code"] == "bad_line"


def test_a_file_is_whole_even_without_rows_and_where_the_run_stops():
    assert emitted()[1] == []
    done, found = emitted(GOOD, b"no json\n", GOOD, options="--on-error stop")
    assert done.status == 3 and len(found) == 1
    done = shell("scutch-emit --format parquet --keep auto", b'{"segments":[{"text":"a"}]}\n')
    assert done.status == 2 and done.out == b"", "nothing is written where nothing can be judged"


def test_the_same_bytes_by_any_way(tmp_path):
    one = run("clean", "--format", "parquet", CRAWL).out
    assert len(rows(one)) == len(records(run("clean", "--format", "jsonl", CRAWL).out))
    assert run("clean", "--format", "parquet", "--jobs", "2", CRAWL).out == one
    pipe = run("clean", "--format", "parquet", "--explain", CRAWL).out.decode()
    assert shell(pipe).out == one
    chain = "html2text, segment, charlm, combine, emit --keep auto --format parquet"
    read = records(run("read", CRAWL).out)
    assert shell(f"scutch-read '{CRAWL}' | scutch-chain '{chain}'").out == one
    assert b"".join(scutch.pipe(read, chain)) == one
    assert b"".join(scutch.pipe(read, "clean --format parquet")) == one
    done = run("clean", "--format", "parquet", "-o", str(tmp_path), CRAWL)
    assert done.status == 0 and [path.name for path in tmp_path.iterdir()] == [
        "crawl.warc.gz.parquet"]
    assert (tmp_path / "crawl.warc.gz.parquet").read_bytes() == one


def test_what_is_written_is_read_again(tmp_path):
    run("clean", "--format", "parquet", "--meta", "-o", str(tmp_path / "in"), CRAWL)
    first = records(run("clean", "--format", "jsonl", CRAWL).out)
    again = run("clean", "--format", "jsonl", "--scope", "page", "--max", "1", "--text-key", "text",
                "in", cwd=tmp_path)
    assert [one["id"] for one in records(again.out)] == [one["id"] for one in first]
    name = "in/crawl.warc.gz.parquet"
    one = run("chain", "segment, emit", name, cwd=tmp_path)
    assert one.status == 0 and [text.split() for text in one.out.decode().split("\n\n")[:-1]] == [
        page["text"].split() for page in first]
    tables = run("chain", "--jobs", "2", "segment, emit --format parquet", name, cwd=tmp_path)
    assert [row["id"] for row in rows(tables.out)] == [page["id"] for page in first]


@pytest.mark.parametrize("lines, groups", [
    ([b'{"id":"1"}\n'] * 10_001, [10_000, 1]),
    ([b'{"id":"1"}'.ljust((1 << 20) - 1) + b"\n"] * 17, [16, 1])], ids=["rows", "bytes"])
def test_a_row_group_has_ten_thousand_rows_and_16_megabytes_at_most(lines, groups):
    def file(*parts):
        packing = tables.RowGroups()
        return b"".join([*map(packing.add, parts), packing.end()])
    whole = file(b"".join(lines))
    assert whole == file(*lines), "whatever the calls"
    meta = parquet.read_metadata(io.BytesIO(whole))
    assert [meta.row_group(i).num_rows for i in range(meta.num_row_groups)] == groups


def test_duckdb_reads_it(tmp_path):
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    run("clean", "--format", "parquet", "--meta", "-o", str(tmp_path), CRAWL)
    found = duckdb.sql("select id, length(text), meta.title, scores[1].name, timestamp "
                       f"from '{tmp_path}/*.parquet' where text != ''").fetchall()
    assert len(found) > 5 and all(name == "charlm" and time for *_, name, time in found)


def test_not_for_one_page_as_text():
    with pytest.raises(scutch.Unusable, match="a file of many pages"):
        scutch.clean("<p>Hi.", format="parquet")
