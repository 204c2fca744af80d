"""html2text with both parsers: its cases, tags over the limits, and what holds for every page.

Expected trees are those of the HTML standard, section 13.2 (parsing), counts those of FIELDS in
record.py and of texrex (Schäfer 2016, Table 1): the tag that ends a block counts for that block.
"""
import copy
import html
import importlib.util
import json
import re

import pytest

import hostile
from casefiles import CASES, check, listed
from scutch.filters import stream
from scutch.filters.html.guard.limits import MANY_TAGS, MAX_DEPTH, MAX_REFERENCES, limited
from scutch.filters.html.parse.wholepage import parser_named
from scutch.filters.html2text import html2text
from scutch.filters.stream.options import signature
from utils import load

LEXBOR = pytest.param("lexbor", marks=pytest.mark.skipif(
    importlib.util.find_spec("selectolax") is None, reason="selectolax is not installed"))
OWN_CASES = [param for param in CASES if param.values[0] == "html2text"
             and not isinstance(param.values[1]["in"], str)]


@pytest.fixture(params=["html5lib", LEXBOR])
def parser(request):
    return request.param


@pytest.fixture
def convert(parser):
    """A function from a page and options to its record."""
    parse = parser_named(parser)[1]
    return lambda page, **options: html2text({"id": "1", "html": page}, parse=parse, **options)[0]


def texts(record):
    return [segment["text"] for segment in record["segments"]]


@pytest.mark.parametrize("case", [param.values[1] for param in OWN_CASES],
                         ids=[param.values[1]["label"] for param in OWN_CASES])
def test_cases(case, parser):
    module = load("html2text")
    words = ["--parser", parser, *case.get("args", [])]
    step = module.make(stream.options(module).parse_intermixed_args(words))
    through = stream.Stages([("scutch-html2text", step)])
    given = copy.deepcopy(case["in"])
    check(case, [record for one in listed(given) for record in through(one)])
    assert given == case["in"], "the record given was changed"


def test_a_note_is_not_written_twice(convert):
    page = "<p>one two</p><p>three</p><p>four</p><p>five</p>"
    found = convert(page, max_segments=2)
    assert html2text(found | {"html": page}, max_segments=2)[0]["doc"]["notes"] == [
        "2 blocks past 2 were merged into the last"]


def test_tags_nested_too_deeply_are_left_out(convert):
    page = "<div>" * MANY_TAGS + "deep" + "</div>" * MANY_TAGS + "<p>after</p>"
    found = convert(page)
    assert texts(found) == ["deep", "after"]
    assert len(found["elements"]) <= MAX_DEPTH + 3
    assert found["doc"]["notes"] == [
        f"{2 * (MANY_TAGS - MAX_DEPTH)} tags nested too deeply were left out"]


@pytest.mark.parametrize("piece", [
    "<div><p>x</p></div>", "<section><span>x</section>", "<ul><li>x<li>y</ul>",
    "<svg><g><path d='M0 0'/><use href=x /></g></svg>", "<table><tr><td><center>x</table>",
    "<script>'<div>'</script>", "<!-- <div> -->", "<textarea><div></textarea>",
    "<a title='a > b <div>'>x</a>", "<p><b>x</b><i>y</i>", "<svg><p><path/>", "<h1></h2>",
    "<p><b>x</i>",
    "<p>x<li>y", "<table><tr><td><font size=1>x<td>y</table>", "<ruby>a<rt>b<rp>c</ruby>",
    "<dl><dt>a<dd>b</dl>", "<div><table></div>",
])
def test_pages_that_are_only_long_keep_their_tags(piece):
    page = piece.encode() * (MANY_TAGS // piece.count("<") + 1)
    assert limited(page) == (page, [])


@pytest.mark.parametrize("piece", [
    "<div/>", "<DIV>", "<span><div></span>", "<span><div></span></div>",
    "<form><div></form>", "<ul><li>x</span>", "<svg><path d=M/>", "<x-y>",
    "<rt>", "<li><dd>", "<optgroup>", "<svg><td>",
    "<div><!--</div>-->", "<p '><div '>", "<svg><style><g>", "<div><svg><desc></div>",
    "<button><em>", "<nobr><b>", "<span><p></span></p>", "<svg><g><![CDATA[></g></svg>]]>",
    "<svg><g a=x\"/>", "<svg><link>", "<template><div><td>",
])
def test_pages_that_nest_lose_tags(piece):
    whole = piece.encode() * (MANY_TAGS // piece.count("<") + 100)
    page, notes = limited(whole)
    assert page != whole
    assert re.fullmatch(r"\d+ tags nested too deeply were left out", *notes)


@pytest.mark.parametrize("page", [
    f"<p>{'a=b ' * 9000}</p>",
    f"<script>if (a <b {'c=d ' * 9000}) {{}}</script>",
    f"<!-- <b {'c=d ' * 9000} -->",
    f"<p style='{'color: red; ' * 9000}'>x</p>",
    f"<p data-x='{json.dumps(['<a href=x>'] * 9000)}'>x</p>",
])
def test_long_attributes_and_texts_are_no_attributes(page):
    assert limited(page.encode()) == (page.encode(), [])


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["&amp;", "x<b>", "\u00a0\u00a0y", "\u00a0&>"])
def test_text_ends_before_the_first_reference_too_many(piece):
    marks = re.compile(b"[&<>]|\xc2\xa0")
    page = ("<pre>" + "\u00a0 " * 7 + "<p>" + f"<xmp>{piece * 2000}z</xmp>" * 300).encode()
    kept, notes = limited(page)
    text = re.sub(rb"</?(?:pre|p|xmp)>", b"", kept)
    assert len(marks.findall(text)) == MAX_REFERENCES
    rest = page[len(kept):]
    assert page.startswith(kept) and marks.match(rest)
    assert notes == [f"{len(rest)} bytes of an overlong page were left out"]


def test_twice_is_once(convert):
    """Clean text that is put into a page again does not change."""
    for data in hostile.strings(100):
        for segment in convert("<p>" + data.decode("utf-8", "replace"))["segments"]:
            tag = "pre" if segment["kind"] == "c" else "p"
            again = convert(f"<{tag}>\n{html.escape(segment['text'])}</{tag}>")
            assert texts(again) == [segment["text"]]


def test_the_record_given_is_not_changed(convert, parser):
    record = {"html": "<title>T</title><p>x", "doc": {"notes": ["a"]}, "metadata": {}}
    before = copy.deepcopy(record)
    html2text(record, parse=parser_named(parser)[1])
    assert record == before


def test_signature_names_the_parser(parser):
    module = load("html2text")
    opts = stream.options(module).parse_intermixed_args(["--parser", parser])
    assert f"tree:{parser}" in signature("scutch-html2text", module.make(opts), opts)
