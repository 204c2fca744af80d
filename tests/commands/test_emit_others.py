"""emit: records that other programs may have written."""
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from scutch.filters.sinks.formats import FORMATS, GOES_WITH
from scutch.filters.wording import typed
from utils import run, shell


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
