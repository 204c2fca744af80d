"""html2text with both parsers: counts worked by hand, hidden elements, unclosed tags.

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
from scutch.filters.html.guard.limits import (
    MANY_TAGS,
    MAX_ATTRIBUTES,
    MAX_DEPTH,
    MAX_REFERENCES,
    limited,
)
from scutch.filters.html.parse.parsers import parser_named
from scutch.filters.html2text import html2text
from scutch.filters.stream.options import signature
from utils import load, run

pytestmark = pytest.mark.extras

LEXBOR = pytest.param("lexbor", marks=pytest.mark.skipif(
    importlib.util.find_spec("selectolax") is None, reason="selectolax is not installed"))
COUNTS = ["chars", "words", "link_chars", "link_words", "links", "markup_chars", "open_tags",
          "close_tags", "skipped", "after_close"]
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


def counts(record):
    """Return for each segment its text and the values of COUNTS."""
    return [(segment["text"], *(segment[name] for name in COUNTS))
            for segment in record["segments"]]


def flagged(record, flag):
    """Return the texts of the segments that have a flag."""
    return [segment["text"] for segment in record["segments"] if segment.get(flag) is True]


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


# Normal HTML is <p>See <a href="x">the news</a> of <b>May</b>.</p>: tags of 3 + 12 + 4 +
# 3 + 4 + 4 code points. <p> was passed without text, so it is skipped, too.
def test_counts_of_a_paragraph(convert):
    page = "<!doctype html><html><title>T</title><body><p>See <a href=x>the news</a> of <b>May</b>."
    found = convert(page)
    assert counts(found) == [("See the news of May.", 20, 5, 8, 2, 1, 30, 3, 3, 1, False)]
    assert found["doc"]["chars"] == 20
    assert found["doc"]["markup_chars"] == len(page) - 20


# Before One <div>, a newline, <div> and <p>, of 5 + 1 + 5 + 3, and its </p> of 4. Between One and
# Two </div>, a newline, <div>, </div>, of 6 + 1 + 5 + 6, then the </div> of 6 that ends Two.
def test_counts_of_blocks_in_one_another(convert):
    found = convert('<body class="a"><div>\n<div><p>One</p></div>\n<div></div>Two</div>')
    assert counts(found) == [("One", 3, 1, 0, 0, 0, 18, 3, 1, 3, False),
                             ("Two", 3, 1, 0, 0, 0, 24, 1, 3, 3, True)]
    assert found["elements"] == [["html", -1, ""], ["body", 0, "a"], ["div", 1, ""],
                                 ["div", 2, ""], ["p", 3, ""]]
    assert [segment["element"] for segment in found["segments"]] == [4, 2]
    assert [segment["tag"] for segment in found["segments"]] == ["p", "div"]


# Comments and dropped elements do not count: <p> and </p> are 7. White space and references
# do: "a  &amp;   b&nbsp;" has 18 code points, of which 5 are left. The head does not count;
# what follows the end tag of the item counts for the next segment: <ul>, <li> and </li> are 13.
@pytest.mark.parametrize("page, expected", [
    ("<p>A<!-- x --><script>1</script>B<svg><path d='M'/></svg></p>",
     ("AB", 2, 1, 0, 0, 0, 7, 1, 1, 1, False)),
    ("<p>a  &amp;   b&nbsp;</p>", ("a & b", 5, 2, 0, 0, 0, 20, 1, 1, 1, False)),
    ("<p>| Home – 24 hours |</p>", ("| Home – 24 hours |", 19, 3, 0, 0, 0, 7, 1, 1, 1, False)),
    ("<head><meta name=a><link rel=b></head><body><ul><li>x",
     ("x", 1, 1, 0, 0, 0, 13, 2, 1, 2, False)),
])
def test_counts_of_one_block(convert, page, expected):
    assert counts(convert(page)) == [expected]


# <br> is an opening tag of the block that it ends; a link goes on after it without a new start.
def test_counts_of_lines(convert):
    found = convert('<p>a<br><a href="x">b c<br>d</a><br><br>e</p>')
    assert counts(found) == [("a", 1, 1, 0, 0, 0, 7, 2, 0, 1, False),
                             ("b c", 3, 2, 3, 2, 1, 16, 2, 0, 0, False),
                             ("d", 1, 1, 1, 1, 0, 8, 1, 1, 0, False),
                             ("e", 1, 1, 0, 0, 0, 8, 1, 1, 0, False)]
    assert flagged(found, "br") == ["b c", "d"]


@pytest.mark.parametrize("page, lines", [
    ("<p>a<br>b<br/>c", ["b", "c"]),
    ("<p>a<br><br>b", []),                            # an empty line separates paragraphs
    ("<p>a<br> <a name=x></a> <br>b", []),
    ("<p>a<b><br></b><i>b</i>", ["b"]),
    ("<p><br>a", []),                                 # nothing before it
    ("<p>a</p><br><p>b", []),
    ("<p>a<br><hr>b", []),
    ("<div>a<br><p>b</p>c", []),
    ("<pre>a<br>b</pre>", []),
])
def test_br(convert, page, lines):
    assert flagged(convert(page), "br") == lines


def test_words_of_elements(convert):
    found = convert('<body role=document><div id=" main  x" class="wide\nblue&amp;">'
                    '<p data-id=no>a</p>'
                    f'<section class="{"c" * 60} {"d" * 60}">b</section>'
                    f'<aside class="{"e" * 79} f">c')
    assert found["elements"] == [
        ["html", -1, ""], ["body", 0, "document"], ["div", 1, "wide blue& main x"], ["p", 2, ""],
        ["section", 2, "c" * 60 + " " + "d" * 19], ["aside", 2, "e" * 79]]


@pytest.mark.parametrize("page, hidden", [
    ("<div hidden><p>x</p><div>y</div></div><p>z</p>", ["x", "y"]),
    ("<p>a<span hidden>x <span>y</span> z</span>b</p>", ["x y z"]),
    ("<p>a<b hidden>x<b>y</b></b>b</p>", ["xy"]),
    ("<p>a<a href=x style='display:none'>x</a>b <a href=y>c</a></p>", ["x"]),
    ("<p>a<img hidden>b<br hidden>c</p>", []),        # void elements hold no text
    ("<p class=hidden aria-hidden=true data-hidden=1>x</p><p style='display:block'>y</p>", []),
    ("<p title='style=display:none'>x</p>", []),
    ("<div hidden id='S:0'><p>x</p></div>", []),      # React puts it in its place
    ("<div hidden id='S:0'><p hidden>x</p></div>", ["x"]),
])
def test_hidden(convert, page, hidden):
    found = convert(f"<p>{hostile.TEXT}</p>{page}")
    assert flagged(found, "hidden") == hidden


def test_a_page_that_hides_itself_waits_for_its_script(convert):
    found = convert(f"<div>menu</div><div style='visibility:hidden'><p>{hostile.TEXT}</p></div>")
    assert flagged(found, "hidden") == []
    found = convert(f"<p>{hostile.TEXT}</p><div style='visibility:hidden'><p>{hostile.TEXT}</p>")
    assert flagged(found, "hidden") == [hostile.TEXT.strip()]


def test_dialogs_are_no_text_of_a_page_that_hides_itself(convert):
    dialog = f"<div role=dialog><p>{hostile.TEXT * 30}</p></div>"
    found = convert(f"{dialog}<p>It rains.</p>")
    assert flagged(found, "hidden") == [(hostile.TEXT * 30).strip()]
    found = convert(f"<p>menu</p>{dialog}<div style='visibility:hidden'><p>{hostile.TEXT}</p>")
    assert flagged(found, "hidden") == [(hostile.TEXT * 30).strip()]


def test_a_hidden_link_is_a_segment_of_its_own(convert):
    found = convert("<p>a <a href=x hidden>b c</a> d <a href=y>e</a></p><p>longer, to be shown</p>")
    assert [(segment["text"], segment["tag"], segment["links"], segment["link_chars"])
            for segment in found["segments"][:3]] == [
                ("a", "p", 0, 0), ("b c", "a", 1, 3), ("d e", "p", 1, 1)]


REST = "<p>One.</p><p>Two <b>x</b>.</p></body></html>"


@pytest.mark.parametrize("name, page", [
    ("title", f"<head><title>News\n<meta name=a></head><body>{REST}"),
    ("title", f"<head><title>News<meta name=a></head><body><svg><title>no</title></svg>{REST}"),
    ("textarea", f"<form><textarea name=c>\n</form>{REST}"),
    ("textarea", f"<textarea>a</textarea><TEXTAREA name=c>{REST}"),
    ("style", f"<head><style>p {{}}\n</head><body>{REST}"),
    ("script", f"<script>a()</script><script>x()\n{REST}"),
    ("comment", f"<!-- a -->\n<!-- menu\n{REST}"),
    ("comment", f"<p></p><!-- menu <hr>{REST}"),
    ("iframe", f"<iframe src=x />{REST}"),
    ("select", f"<select name=x>{REST}<script>x()</script>"),
    ("xmp", f"<xmp>{REST}"),
    ("noframes", f"<head><noframes></head>{REST}"),
])
def test_unclosed(convert, name, page):
    found = convert(page)
    assert texts(found) == ["One.", "Two x."]
    assert found["doc"]["notes"] == [f"an unclosed {name} was taken as closed on its line"]
    assert found.get("title") == ("News" if name == "title" else None)


MARKUP = "<p>no</p><a href=x>no</a><br>"


@pytest.mark.parametrize("page", [
    f"<title>The <body> tag</title><p>One.</p><script>document.write('{MARKUP}')</script></body>",
    f"<p>One.</p><textarea>{MARKUP}</textarea>",
    f"<p>One.</p><iframe>{MARKUP}</iframe></body>",
    f"<p>One.</p><!-- {MARKUP} --></body>",
    f"<p>One.</p></body></html><!-- {MARKUP} -->",
    f"<head><style>a {{}}</style></head><body><p>One.</p><style>/* {MARKUP} */</style></body>",
    f"<p>One.</p><script>document.write('{MARKUP}",      # the page was cut off there
    "<p>One.</p><textarea>a <b>b</b>",
    "<p>One.</p><!-- a <b>b</b>",
    "<p>One.</p><select><option>no<option>no",
])
def test_closed_or_cut_off(convert, page):
    found = convert(page)
    assert texts(found) == ["One."]
    assert "notes" not in found["doc"]


# Tags of 3 + 12 + 3 + 3 before and 4 (8 with </a>) after the texts; the last three are merged.
@pytest.mark.parametrize("command", ["html2text", "read"])
@pytest.mark.parametrize("argument", ["--max-bytes=0", "--max-segments=0", "--max-segments=-1"])
def test_a_limit_that_leaves_nothing_is_refused(command, argument):
    done = run(command, argument, data=b"<p>a")
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1)


def test_max_segments(convert):
    page = "<p>one two</p><p><a href=x>three</a></p><p>four</p><p>five</p>"
    found = convert(page, max_segments=2)
    assert counts(found) == [("one two", 7, 2, 0, 0, 0, 7, 1, 1, 1, False),
                             ("three four five", 15, 3, 5, 1, 1, 37, 4, 4, 3, False)]
    assert found["doc"]["notes"] == ["2 blocks past 2 were merged into the last"]
    again, = html2text(found | {"html": page}, max_segments=2)
    assert again["doc"]["notes"] == found["doc"]["notes"]          # not twice
    assert found["doc"]["chars"] == 22
    assert "notes" not in convert(page, max_segments=4)["doc"]


def test_tags_nested_too_deeply_are_left_out(convert):
    page = "<div>" * 9000 + "deep" + "</div>" * 9000 + "<p>after</p>"
    found = convert(page)
    assert texts(found) == ["deep", "after"]
    assert len(found["elements"]) <= MAX_DEPTH + 3
    assert found["doc"]["notes"] == [
        f"{2 * (9000 - MAX_DEPTH)} tags nested too deeply were left out"]


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
    page = piece.encode() * 9000
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


def test_attributes_over_the_limit_are_left_out(convert):
    found = convert(hostile.page(hostile.attributes(5000)).decode())
    assert texts(found) == [hostile.TEXT.strip()] * 2
    assert found["doc"]["notes"] == [
        f"{5000 - MAX_ATTRIBUTES} attributes over {MAX_ATTRIBUTES} in a tag were left out"]


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
    for data in hostile.strings(250):
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
