"""emit: formats of the same choice."""
import json
import random
import re
import xml.etree.ElementTree as ElementTree

import pytest

from scutch.filters.sinks.formats import FORMATS
from scutch.filters.sinks.xmlvrt import tokens
from utils import records, run, shell

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
