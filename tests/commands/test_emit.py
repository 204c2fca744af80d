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


def test_tsv_is_read_back():
    line = emit("tsv", PAGE, EMPTY)
    assert line.decode() == ("p1\tÜber Wind.\\nEr weht – 5 < 6!  Ja."
                             "\\nif x:\\n\\n\\treturn \\\\t\np2\t\n")
    back = records(run("html2text", "--schema", "tsv", data=line).out)
    assert back == [
        {"id": "p1", "text": "Über Wind.\nEr weht – 5 < 6!  Ja.\nif x:\n\n\treturn \\t"},
        {"id": "p2", "text": ""}]


@pytest.mark.parametrize("sentences", ["x", [1], [[0, 1], [5]], [[0, 1], ["a", 2]],
                                       [[0, 3], [9, 5], [4, 5]], [[0, 1], [99, 100]]])
def test_sentences_that_are_none_cost_vrt_the_record(sentences):
    page = {"id": "a", "segments": [{"text": "One two.", "sentences": sentences}]}
    done = run("emit", "--format", "vrt", data=json.dumps(page).encode())
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1)


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


@pytest.mark.parametrize("form", LINES)
def test_on_error_skip_leaves_no_line(form):
    assert emit(form, BAD, argv=["--keep", "auto", "--on-error", "skip"]) == b""


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


def test_a_segment_without_text_leaves_no_empty_line_and_no_span():
    page = {"id": "a", "scorers": ["charlm"], "segments": [
        segment("One.", 0.1), segment("", 0.1), segment("\x00", 0.1), segment("Two.", 0.1)]}
    assert emit("text", page, argv=()) == b"One.\nTwo.\n\n"
    [out] = records(emit("dolma", page, argv=()))
    assert (out["text"], out["attributes"]["charlm"]) == ("One.\nTwo.", [[0, 4, 0.1], [5, 9, 0.1]])


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


def test_lines_in_text_out_is_the_same_text():
    text = "One.\nTwo – zwei.\n\nThree.\n\n".encode()
    assert shell("scutch-emit --schema lines", text).out == text
    assert shell("scutch-emit --lines", text).out == text


TALK = {"id": "t", "segments": [{
    "text": "It rained.  Tel Fax & Co", "kind": "p", "sentences": [[0, 10], [12, 24]],
    "sentence_log10p": [[-6.0, 4], [-24.0, 4]]}]}


def test_marks_around_sentences_over_a_limit():
    argv = ("--mark-ppl", "5000", "--no-context")
    assert emit("text", TALK, argv=argv) == (
        b"It rained. <ppl 1000000.0>Tel Fax & Co</ppl>\n\n")
    assert json.loads(emit("jsonl", TALK, argv=argv))["text"] == (
        "It rained.  <ppl 1000000.0>Tel Fax & Co</ppl>")
    # on the page the two are one paragraph, which as a whole is not noise
    assert emit("text", TALK, argv=("--mark-ppl", "90000")) == b"It rained. Tel Fax & Co\n\n"


@pytest.mark.parametrize("form", ["xml", "vrt", "html", "markdown"])
def test_marks_are_for_plain_text(form):
    done = run("emit", "--format", form, "--mark-ppl", "5000", data=json.dumps(TALK).encode())
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1)


def test_marks_need_log_probabilities():
    known = {"text": "y", "sentence_log10p": [[-4, 2]]}
    [record] = records(emit("jsonl", {"id": "u", "segments": [{"text": "x"}, known]},
                            argv=("--mark-ppl", "5000"), status=2))
    assert (record["text"], record["errors"][0]["code"]) == ("", "no_log10p")


# ---------------------------------------------------------------- others


def record_line(**fields):
    segment = {"text": "Hi.", "kind": "p", "scores": {"x": 0.5}, **fields.pop("segment", {})}
    record = {"id": "a", "segments": [segment], "scorers": ["x"], **fields}
    return json.dumps(record).encode() + b"\n"


@pytest.mark.parametrize("form", ["lines", "dolma", "xml", "vrt"])
def test_a_score_beyond_a_double_costs_its_record_alone(form):
    data = record_line(segment={"scores": {"x": 10 ** 400}}) + record_line(id="b")
    done = run("emit", "--format", form, data=data)
    assert done.status == 0 and b"Traceback" not in done.err
    assert done.err.count(b"beyond a double") == 1
    assert done.out.count(b"Hi" if form == "vrt" else b"Hi.") == 1


@pytest.mark.parametrize("pair", [[-1000, 10 ** 400], [-(10 ** 400), 3], [-1000.0, 1]])
def test_evidence_beyond_a_double_is_no_bug(pair):
    data = record_line(segment={"sentences": [[0, 3]], "sentence_log10p": [pair]})
    done = run("emit", "--mark-ppl", "50", data=data)
    assert done.status == (0 if pair[0] == -1000.0 and pair[1] == 1 else 2)    # a bad record alone
    assert b"Traceback" not in done.err


@pytest.mark.parametrize("name", ["xmlns", "XML", "xmlns:x", "xml:lang"])
@pytest.mark.parametrize("value", ["http://www.w3.org/2000/xmlns/", ""])
def test_reserved_names_make_xml_that_parsers_take(name, value):
    done = run("emit", "--format", "xml", data=record_line(**{name: value}))
    assert ElementTree.fromstring(done.out).find("div").text == "Hi."


def test_the_line_for_cwb_encode_has_what_documents_of_this_suite_have():
    from scutch.filters import emit
    told = set(re.search(r"-S doc:0\+(\S+)", emit.__doc__)[1].split("+"))
    data = record_line(url="u", timestamp="t", lang="en", title="T", doc={}, metadata={})
    tag = run("emit", "--format", "vrt", data=data).out.splitlines()[0].decode()
    assert set(re.findall(r' (\w+)="', tag)) == told


def test_names_go_out_as_they_came():
    data = b'{"u": "http://a", "ts": "2025", "t": "One.\\n\\nTwo.", "x": 1}\n'
    segmented = run("segment", "--schema", "hplt", data=data).out
    done = run("emit", "--format", "jsonl", "--schema", "hplt", data=segmented)
    assert json.loads(done.out) == {"id": "http://a", "u": "http://a", "ts": "2025", "x": 1,
                                    "t": "One.\nTwo."}
    again = run("emit", "--format", "jsonl", "--text-key", "body", "--id-key", "k", data=segmented)
    assert {"body", "k"} <= set(json.loads(again.out))


@pytest.mark.parametrize("command", ["scutch-tag --score-columns", "scutch-tag --score-columns "
                                     "--schema tsv", "scutch-emit --score-columns"])
def test_score_columns_are_not_passed_over(command):
    done = shell(command, data=b"1\tHi.\n")
    assert (done.status, done.out) == (2, b"") and b"--score-columns" in done.err


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


def test_links_go_with_a_text_of_markdown_in_any_format():
    words = ["--format", "jsonl", "--links"]
    assert run("emit", *words, data=b"").status == 2
    assert run("emit", *words, "--text", "markdown", data=b"").status == 0


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
