"""Output that waits for duplicates: in one process, in many, and in a file for each input."""
import gzip
import io
import json
import os
import random

import pytest

from utils import lines, records, run, same_as_the_pipe, shell

PAGES = [{"id": f"p{number}", "lang": "en", "html": "<title>A</title>" + "".join(
    f"<p>The {word} of the old mill and the wheel that it had were sold in the year {word}.</p>"
    for word in f"{number % 4} oak elm ash {number % 3 * 'yew '}".split(" "))}
    for number in range(12)]


@pytest.mark.parametrize("options", [
    "", "--format jsonl --quality --meta", "--archive --format dolma",
    "--on-error skip --format jsonl",
    *(pytest.param(options, marks=pytest.mark.long) for options in (
        "--format vrt", "--max-quality 0.0001 --format tsv", "--min-f 0.99", "--keep a-b"))])
def test_output_that_waits_is_that_of_the_pipe(options, tmp_path):
    (tmp_path / "pages").write_bytes(lines(PAGES[:8]) + b'{"id":"empty"}\nno json\n'
                                     + lines(PAGES[8:]))
    done = same_as_the_pipe(f"--dedup {options} pages", tmp_path)
    assert done.status == 0 and b"like another" in done.err
    again = shell(f"scutch-clean --dedup {options} --dropped dropped pages", cwd=tmp_path)
    assert again.out == done.out, "with the records that are kept for --dropped, too"
    rules = [one["doc"]["dropped"]["rule"] for one in records((tmp_path / "dropped").read_bytes())]
    assert f"{rules.count('duplicates')} like another".encode() in again.err


def test_output_that_waits_is_marked_as_records_are(tmp_path):
    generator = random.Random(1)
    words = [f"w{number}" for number in range(90)]
    texts = [{"id": f"d{number}", "text": " ".join([*words, *generator.choices(words, k=15)])}
             for number in range(50)]
    (tmp_path / "a").write_bytes(lines(texts))
    shell("scutch-clean --dedup --max 1 --dropped dropped a", cwd=tmp_path)
    dropped = records((tmp_path / "dropped").read_bytes())
    chain = run("chain", "html2text, segment, charlm, combine, dedup", data=lines(texts))
    wanted = {
        page["id"]: page["doc"] for page in records(chain.out) if "duplicate_of" in page["doc"]}
    assert wanted and {page["id"]: (page["doc"]["duplicate_of"], page["doc"]["similarity"])
                       for page in dropped} == {
        name: (doc["duplicate_of"], doc["similarity"]) for name, doc in wanted.items()}


@pytest.mark.parametrize("options", [
    "", "--archive", "--format parquet", "--format vrt --on-error stop",
    *(pytest.param(options, marks=pytest.mark.long) for options in (
        "--format jsonl --quality --meta", "--on-error skip",
        "--max-quality 0.0001 --format tsv"))])
def test_many_processes_and_files_hold_the_same(options, tmp_path):
    """Duplicates are those of all files; each file has what is left of its own."""
    if "parquet" in options:
        pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    for name, part in ("a", PAGES[:5]), ("b", PAGES[5:8]), ("c", PAGES[8:]):
        (tmp_path / name).write_bytes(lines(part) + b'{"id":"empty"}\nno json\n')
    clean = f"scutch-clean --dedup {options}"
    whole = shell(f"{clean} a b c", cwd=tmp_path)
    jobs = {} if options == "--archive" else {"1": "--max-seconds 9", "2": "--jobs 2"}
    for number, more in jobs.items():
        done = shell(f"{clean} {more} --dropped {number} a b c", cwd=tmp_path)
        assert (done.out, done.err, done.status) == (whole.out, whole.err, whole.status)
    assert not jobs or (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    for number, more in {"one": "", **jobs}.items():
        done = shell(f"{clean} {more} -o {number}.out a b c", cwd=tmp_path)
        assert (done.status, done.out) == (whole.status, b"")
        folder = tmp_path / f"{number}.out"
        paths = sorted(folder.iterdir())
        assert [path.name[0] for path in paths] == ["a", "b", "c"][:1 if done.status else 3]
        if "parquet" in options:
            from pyarrow import parquet
            assert sum(parquet.read_table(path).num_rows for path in paths) == (
                whole_rows := parquet.read_table(io.BytesIO(whole.out)).num_rows) > 0
            assert whole_rows < len(PAGES) + 6
        else:
            assert b"".join(path.read_bytes() for path in paths) == whole.out


def test_each_file_says_what_its_own_hosts_lack(tmp_path):
    (tmp_path / "a").write_bytes(lines(PAGES[:2]))
    (tmp_path / "b").write_bytes(lines([{**page, "url": "http://a.example"} for page in PAGES]))
    done = shell("scutch-clean --dedup --archive -o out a b", cwd=tmp_path)
    assert done.err.startswith(b'scutch-clean: 2 of 2 pages not compared: no host in "url"; ')
    assert done.err.count(b"not compared") == 1


def test_a_file_that_breaks_off_is_no_result_where_output_waits(tmp_path):
    (tmp_path / "a").write_bytes(lines(PAGES[:6]))
    (tmp_path / "cut.gz").write_bytes(gzip.compress(lines(PAGES[6:] * 300))[:-9])
    done = shell("scutch-clean --dedup --format jsonl -o out --stats a nosuch cut.gz",
                 cwd=tmp_path)
    assert done.status == 2 and b"nosuch: No such file" in done.err
    assert sorted(os.listdir(tmp_path / "out")) == ["a.jsonl", "cut.gz.jsonl.part"]
    stats = [json.loads(line) for line in done.err.splitlines() if line.startswith(b"{")]
    assert [one["read"] - one["left_out"] for one in stats[:-1]] == [
        one["written"] for one in stats[:-1]]
    assert b"cut.gz.jsonl.part: incomplete output" in done.err
