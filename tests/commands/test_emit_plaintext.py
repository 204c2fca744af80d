"""emit of records that have "text" and no segments: plain text, and what scutch-clean has made."""
import json

import pytest

import scutch
from scutch.filters.sinks.formats import FORMATS
from utils import ROOT, records, run, shell

CRAWL = str(ROOT / "share" / "examples" / "crawl.warc.gz")
TEXT = "  Trams & ferries\n\nOne good sentence about them.\t<b>Two</b>"
PLAIN = {"id": "a", "text": TEXT, "lang": "en"}
WORDS = ["Trams", "ferries", "sentence", "about", "them", "Two"]


def emitted(*given, argv=()):
    return run("emit", *argv, data=b"".join(json.dumps(record).encode() + b"\n"
                                            for record in given))


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"parquet"}))
def test_each_format_has_the_text(form):
    done = emitted(PLAIN, argv=["--format", form])
    assert (done.status, done.err) == (0, b"")
    assert all(word in done.out.decode() for word in WORDS)


@pytest.mark.parametrize("form, field", [("jsonl", "text"), ("dolma", "text"),
                                         ("datatrove", "text")])
def test_it_passes_as_it_is(form, field):
    done = emitted(PLAIN, {"text": "a\x00b\n", "segments": None}, argv=["--format", form])
    assert [record[field] for record in records(done.out)] == [TEXT, "a b\n"]


def test_a_line_is_a_paragraph():
    assert emitted(PLAIN).out.decode() == (
        "Trams & ferries\nOne good sentence about them. <b>Two</b>\n\n")
    assert emitted(PLAIN, argv=["--format", "xml"]).out.count(b"<div") == 2
    done = emitted(PLAIN, argv=["--format", "tsv"])
    assert done.out.decode() == (
        "a\t  Trams & ferries\\n\\nOne good sentence about them.\\t<b>Two</b>\n")


def test_it_has_the_name_that_its_record_gave_it():
    done = emitted({"id": "a", "body": "One."}, argv=["--text-key", "body", "--format", "jsonl"])
    assert records(done.out) == [{"id": "a", "body": "One."}]


@pytest.mark.parametrize("page", [{"html": "<p>Hi."}, {"html_b64": "PHA+SGku"}])
def test_blank_text_beside_a_page_is_not_all_there_is(page):
    done = emitted({"id": "a", "text": " ", **page}, argv=["--format", "jsonl"])
    assert b'"segments" is absent' in done.err
    assert records(done.out)[0]["errors"][0]["code"] == "no_segments"


LIMITS = ["--min-f 0.2", "--max-quality 0.2", "--keep auto", "--keep a-e", "--max 0.5", "--min 0.5",
          "--raw --max 3", "--by charlm", "--without footer", "--mark-ppl 5000"]


@pytest.mark.parametrize("limit", LIMITS)
def test_with_a_limit_there_is_nothing_to_judge_by(limit):
    done = emitted(PLAIN, PLAIN, argv=limit.split())
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1)
    assert (b'"segments" is absent' in done.err or b"no score" in done.err
            or b'"doc.scores" has no ' in done.err)


@pytest.mark.parametrize("limit", ["--keep auto", "--max 0.5", "--without footer", "--shared",
                                   "--repeats 2", "--wordlm 5000"])
def test_prune_has_nothing_to_judge_by(limit):
    done = run("prune", *limit.split(), data=json.dumps(PLAIN).encode())
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1)


def test_prune_without_a_limit_passes_it_on():
    assert records(run("prune", data=json.dumps(PLAIN).encode()).out) == [PLAIN]


def test_blank_text_needs_no_score():
    done = emitted({"id": "a", "text": " \n"}, argv=["--max", "0.5", "--format", "jsonl"])
    assert done.status == 0 and records(done.out) == [{"id": "a", "text": ""}]


def test_segments_of_which_none_is_kept_are_no_plain_text():
    done = emitted({"id": "a", "text": "Home", "segments": []}, argv=["--format", "jsonl"])
    assert records(done.out) == [{"id": "a", "text": ""}]


def test_limits_of_documents_need_no_segments():
    good, bad = ({**PLAIN, "doc": {"scores": {"quality": score}}} for score in (0.1, 0.9))
    done = emitted(good, bad, argv=["--max-quality", "0.5", "--format", "jsonl"])
    assert [record["text"] for record in records(done.out)] == [TEXT, ""]


# ------------------------------------------------------------------ what comes back

@pytest.mark.parametrize("form", ["jsonl", *(
    pytest.param(form, marks=pytest.mark.long) for form in ("dolma", "datatrove", "parquet"))])
def test_duplicates_are_dropped_from_what_clean_has_made(form, tmp_path):
    """clean, then dedup | prune --duplicates | emit: of each document the same bytes."""
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    made = shell(f"scutch-clean --meta --format {form} {CRAWL} > made; scutch-dedup made"
                 f" | scutch-prune --duplicates | scutch-emit --format {form} > again",
                 cwd=tmp_path)
    assert (made.status, made.err) == (0, b"")
    first, second = (scutch_records(tmp_path / name, form) for name in ("made", "again"))
    assert first == second and sum(len(record["text"]) for record in first) > 20_000


def scutch_records(path, form):
    if form != "parquet":
        return records(path.read_bytes())
    from pyarrow import parquet
    return parquet.read_table(path).to_pylist()


@pytest.mark.parametrize("form, options", [("tsv", "--schema tsv"), ("text", "--lines")])
def test_and_from_lines_of_text(form, options, tmp_path):
    done = shell(f"scutch-clean --format {form} {CRAWL} > made; scutch-dedup {options} made"
                 f" | scutch-prune --duplicates | scutch-emit --format {form}", cwd=tmp_path)
    assert (done.status, done.err) == (0, b"")
    assert done.out.split() == (tmp_path / "made").read_bytes().split()


def test_the_rows_of_parquet_are_records_again(tmp_path):
    pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    page = {"id": "a", "text": "<!DOCTYPE html><p>is how a page begins.",
            "doc": {"charset": "utf-8"}, "meta": {"title": "T", "tags": 3},
            "attributes": {"s": [[0, 9, 0.5]], "t": "no spans"}}
    done = shell("scutch-emit --format parquet > rows; scutch-emit --format jsonl rows",
                 json.dumps(page).encode(), cwd=tmp_path)
    assert (done.status, done.err) == (0, b"") and records(done.out) == [page]


def test_an_object_with_the_same_fields_is_no_row():
    odd = {**dict.fromkeys(["url", "title", "lang", "timestamp", "authors", "date", "meta"]),
           "id": "a", "text": "Hi.", "scores": [3], "more": "no JSON"}
    for record in odd, {**odd, "more": "[]"}, {**odd, "more": None}, {**odd, "scores": 3}:
        assert records(emitted(record, argv=["--format", "jsonl"]).out) == [record]


# ------------------------------------------------------------------ nothing kept

JUDGED = [{"id": name, "scorers": ["s"], "segments": [{"text": "Home", "scores": {"s": score}}]}
          for name, score in (("a", 0.1), ("b", 0.9), ("c", 0.9))]


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"parquet"}))
def test_what_is_empty_is_counted(form):
    done = emitted(*JUDGED, argv=["--max", "0.5", "--stats", "--format", form])
    *said, stats = done.err.decode().splitlines()
    assert json.loads(stats)["empty"] == 2
    assert said == ([] if form in ("jsonl", "dolma", "datatrove", "tsv", "csv") else [
        "scutch-emit: 2 of 3 documents have no line in the output: nothing is kept of them: "
        "b, c"])


@pytest.mark.parametrize("options", ["", "--jobs 2", "--dedup", "--archive",
                                     "--dedup --max-quality 1"])
def test_clean_counts_them_however_it_runs(options, tmp_path):
    for number in range(5):
        name = tmp_path / f"{number}.html"
        name.write_text(f"<p>{'Wind farms at sea turn day and night. ' * 5}{number}" * (number % 2))
    done = run("clean", "--stats", *options.split(), *map(str, sorted(tmp_path.glob("*.html"))))
    assert json.loads(done.err.splitlines()[-1])["empty"] == 3
    assert "3 of 5 documents have no line in the output" in done.err.decode()
    assert f"them: {tmp_path}/0.html, {tmp_path}/2.html, {tmp_path}/4.html" in done.err.decode()
    dropped = run("clean", "--dropped", str(tmp_path / "out"), *options.split(),
                  *map(str, sorted(tmp_path.glob("*.html"))))
    assert dropped.out == done.out
    lost = [record["id"][-6:] for record in records((tmp_path / "out").read_bytes())
            if record["doc"]["dropped"]["rule"] == "nothing kept"]
    assert lost == ["0.html", "2.html", "4.html"]


def test_prune_of_lines_says_so():
    done = run("prune", "--lines", "--max", "0.5", data=json.dumps(JUDGED[1]).encode())
    assert done.out == b"" and done.err == (
        b"scutch-prune: 1 of 1 document has no line in the output: nothing is kept of it: b\n")


def test_a_chain_of_records_counts_them():
    out = list(scutch.pipe(JUDGED, "emit --max 0.5 --format jsonl"))
    assert [json.loads(line)["text"] for line in out] == ["Home", "", ""]
