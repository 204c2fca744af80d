"""emit: formats of the same choice; records that other programs may have written; plain text, and
what scutch-clean has made.
"""
import json
import random
import re
import xml.etree.ElementTree as ElementTree

import pytest

import scutch
from scutch.filters.edge.console import typed
from scutch.filters.sinks.formats import FORMATS, GOES_WITH
from scutch.filters.sinks.xmlvrt import tokens
from utils import ROOT, records, run, shell

ROWS = ["jsonl", "dolma", "datatrove", "tsv"]          # one document per line, whatever is kept
TEXTS = ["text", "lines", "xml", "vrt", "markdown"]    # no trace of a document without text
LINES = sorted(set(FORMATS) - {"parquet", "csv"})      # files: test_rowgroups.py, test_tables.py
NASTY = "</div>&\x00\x08\x1b\"'\x85\u2028\ufffe\ud800]]>\r\n\t\x9f<doc>"


def segment(text, score, letter="a", **more):
    return {"text": text, "kind": "p", "scores": {"charlm": score}, "tags": {"charlm": letter},
            **more}


PAGE = {
    "id": "p1", "url": "https://example.org/?a=1&b=2", "timestamp": "2025-03-19T08:06:18Z",
    "lang": "de", "title": 'Wind & "Wetter"', "html": "<p>…", "doc": {"chars": 60},
    "elements": [["html", -1, ""]], "x_genre": "news", "scorers": ["charlm"],
    "cuts": {"charlm": 0.5}, "metadata": {"warc_file": "a.warc.gz", "warc_offset": 7},
    "segments": [segment("Über Wind.", 0.031, kind="h"), segment("Start | Suche", 0.93, "j"),
                 segment("Er weht – 5 < 6!  Ja.", 0.2, "b", sentences=[[0, 16], [18, 21]]),
                 segment("if x:\n\n\treturn \\t", 0.4, "d", kind="c"),
                 segment("unsichtbar", 0.1, hidden=True)],
}
EMPTY = {"id": "p2", "segments": [segment("Impressum", 0.9, "i")], "scorers": ["charlm"],
         "cuts": {"charlm": 0.5}}
BAD = {**EMPTY, "id": "p3", "text": "never looked at", "segments": [segment("scored", 0.1),
                                                                   {"text": "unscored"}]}
FAILED = {"id": "p4", "html": "x", "errors": [{"command": "scutch-html2text", "code": "too_large",
                                              "message": "html of over 9 bytes"}]}


def emit(form, *pages, argv=("--keep", "auto"), status=0):
    data = b"".join(json.dumps(page).encode() + b"\n" for page in pages)
    done = run("emit", "--format", form, *argv, data=data)
    assert done.status == status, done.err
    return done.out


@pytest.mark.parametrize("text, expected", [
    ("", ""), ("Mr. O'Neil's e-mail", "Mr|.|O'Neil's|e-mail"), ("«Ça va?»", "«|Ça|va|?|»"),
    ("... --- (a)", "...|---|(|a|)"), ("?!", "?|!"), ("$5 100% #tag", "$|5|100|%|#|tag"),
    ("http://a.b/c?d=1.", "http://a.b/c?d=1|."), ("हिन्दी की।", "हिन्दी|की|।"),
    ("a\u00a0b\u2028c\u3000d", "a|b|c|d"), ("x̂ +y", "x̂|+|y"),
])
def test_tokens(text, expected):
    assert "|".join(tokens(text)) == expected


# ------------------------------------------------------------------ nothing kept, bad records

@pytest.mark.parametrize("form", ROWS)
def test_one_line_a_document_also_when_nothing_is_kept_or_it_is_bad(form):
    out = emit(form, PAGE, EMPTY, BAD, FAILED, EMPTY)
    assert out.count(b"\n") == 5
    if form != "tsv":
        texts = [record["text"] for record in records(out)]
        assert texts[0] and not any(texts[1:])
        assert b"no_score" in out.split(b"\n")[2] and b"too_large" in out.split(b"\n")[3]


@pytest.mark.parametrize("form", TEXTS)
def test_no_trace_of_a_document_without_text(form):
    blank = {"id": "p5", "segments": [segment(" \u3000\x00", 0.1), segment("", 0.1)], **{
        key: EMPTY[key] for key in ("scorers", "cuts")}}
    assert emit(form, EMPTY, BAD, FAILED, blank) == b""


@pytest.mark.parametrize("form", FORMATS)
def test_a_record_that_failed_before_has_no_text_even_with_segments(form):
    scored = {**PAGE, "scorers": ["mlp"], "errors": FAILED["errors"]}
    assert b"Wind." not in emit(form, scored)


# ------------------------------------------------------------------ any input

@pytest.mark.parametrize("form", ["xml", "vrt"])
def test_markup_is_well_formed_whatever_the_page_holds(form):
    page = {NASTY: NASTY, "": "empty", "7 up": 1, "url": NASTY, "id": NASTY, "É": True,
            "Content-Type": "a", "content_type": "b", "scorers": ["s"],
            "segments": [{"text": NASTY + "x", "kind": NASTY, "scores": {"s": 1e-7},
                          "tags": {"s": NASTY}}]}
    out = emit(form, page, page, argv=())
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe]", out.decode())
    root = ElementTree.fromstring(b"<all>" + out + b"</all>")
    assert [doc.tag for doc in root] == ["doc", "doc"]
    for name in {name for element in root.iter() for name in element.attrib}:
        assert re.fullmatch("[a-z_][a-z0-9_]*", name)
    [div] = root[0]
    assert div.attrib["bpv"] == "0.0"
    assert root[0].attrib["content_type"] == "a" and root[0].attrib["_7_up"] == "1"
    lines = out.decode().split("\n")
    assert lines[0].startswith("<doc ") and lines[0].endswith('">')    # for CWB a tag is one line
    assert lines[1].startswith("<div ") and (form == "xml" or lines[1].endswith('">'))
    if form == "vrt":
        assert lines[2:6] == ["&lt;", "/", "div", "&gt;"] and lines[-5:-3] == ["&lt;", "doc&gt;x"]


@pytest.mark.parametrize("form", LINES)
def test_no_control_characters_in_what_is_kept(form):
    out = emit(form, {"id": "a", "segments": [{"text": NASTY}, {"text": "\ud83d"}]}, argv=())
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", out.decode())


def test_outputs_join():
    for form in LINES:
        assert emit(form, PAGE, EMPTY, PAGE) == b"".join(emit(form, page)
                                                         for page in (PAGE, EMPTY, PAGE))


@pytest.mark.slow
def test_generated_records_give_a_row_each_and_no_crash():
    rng = random.Random(3)
    values = [None, True, 0, -1, 0.5, 1e300, "", "a", NASTY, [], [1, [2]], {}, {"charlm": 0.3},
              {"charlm": "a"}, {"charlm": None}, ["charlm"], [[0, 1], [2, 3]], [PAGE], "charlm"]
    names = ["id", "url", "text", "title", "segments", "scorers", "cuts", "metadata", "errors",
             "source", "added", "timestamp", "attributes", "x"]
    inner = ["kind", "scores", "tags", "raw", "sentences", "hidden", "chars"]
    data = b""
    for number in range(300):
        record = {name: rng.choice(values) for name in rng.sample(names, 7)}
        if number % 3:
            record["scorers"] = ["charlm"]
            record["segments"] = [{"text": rng.choice(["", "a b", NASTY]),
                                   **{name: rng.choice(values)
                                      for name in rng.sample(inner, 3)}} for _ in range(3)]
        data += json.dumps(record).encode() + b"\n"
    for form in FORMATS:
        for argv in ("", "--keep a-e", "--raw --min 0"):
            done = run("emit", "--format", form, *argv.split(), data=data)
            # with a limit, plain text has nothing to judge by
            assert done.status == (2 if argv else 0), (form, argv, done.err[-2000:])
            if form in ROWS:
                assert done.out.count(b"\n") == 300


# ---------------------------------------------------------------- others


def record_line(**fields):
    segment = {"text": "Hi.", "kind": "p", "scores": {"x": 0.5}, **fields.pop("segment", {})}
    record = {"id": "a", "segments": [segment], "scorers": ["x"], **fields}
    return json.dumps(record).encode() + b"\n"


def test_the_line_for_cwb_encode_has_what_documents_of_this_suite_have():
    from scutch.filters import emit
    told = set(re.search(r"-S doc:0\+(\S+)", emit.__doc__)[1].split("+"))
    data = record_line(url="u", timestamp="t", lang="en", title="T", doc={}, metadata={})
    tag = run("emit", "--format", "vrt", data=data).out.splitlines()[0].decode()
    assert set(re.findall(r' (\w+)="', tag)) == told


@pytest.mark.parametrize("option, form", [
    (option, form) for place, option in enumerate(GOES_WITH) for number, form in enumerate(FORMATS)
    if (place + number) % 3 == 0])
def test_an_option_goes_with_the_formats_that_it_changes(option, form):
    value = {"source": ["web"], "columns": ["id"], "text": ["markdown"]}.get(option, [])
    done = run("emit", "--format", form, typed(option), *value, data=b"")
    if form == "parquet" and b"[parquet]'" in done.err:
        pytest.skip("pyarrow is not installed")
    assert done.status == (0 if form in GOES_WITH[option] else 2)
    named = re.findall(r"[a-z]+", done.err.decode().partition(" with ")[2])
    assert done.status == 0 or set(named) >= GOES_WITH[option] & set(FORMATS)


# ---------------------------------------------------------------- plaintext


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


@pytest.mark.parametrize("form, options", [
    ("tsv", "--schema tsv"), pytest.param("text", "--lines", marks=pytest.mark.long)])
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


def test_a_chain_of_records_counts_them():
    out = list(scutch.pipe(JUDGED, "emit --max 0.5 --format jsonl"))
    assert [json.loads(line)["text"] for line in out] == ["Home", "", ""]
