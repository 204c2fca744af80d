"""Marks of segments: where they are in the text, on every way through the filters."""
import importlib.util
import json
import random
import xml.etree.ElementTree as ElementTree
from urllib.parse import urljoin

import pytest

from scutch import pipe
from scutch.filters.html.addresses import MOST, Addresses
from scutch.filters.html.arrays.elementmarks import language_in
from scutch.filters.selection.sentencelimits import without
from scutch.filters.text.splitmerge import split
from scutch.filters.text.textmarks import marks_of
from utils import ROOT, written

URL = "http://a.org/b/c?d#e"
PAGES = sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))
PIECES = ["<p>", "<b>", "</b>", "<i>", "</i>", "<a href='x'>", "</a>", "<code>", "</code>", "<br>",
          "<pre>", "</pre>", "<td>", "<tr>", "<table>", "</table>", "<img src=y alt=z>",
          "<sup>2</sup>", "one ", "two", " &amp;nbsp;", "x\u00ady", "Ã©", "e\u0301 ", "&lt;",
          "<li>", "\n", "<del>", "<div class=language-go>", "</div>", "<span hidden>no</span>",
          "<div class=line>", "漢\n字"]


def made(seed):
    chosen = random.Random(seed)
    return "".join(chosen.choice(PIECES) for _ in range(80))


def marked(page, chain="html2text --marks, segment", **fields):
    record, = pipe([{"id": "1", "url": URL, "html": page, **fields}], chain)
    return record["segments"]


def pages():
    return [*(path.read_text("latin-1") for path in PAGES), *map(made, range(20))]


@pytest.mark.parametrize("page", pages(), ids=range(len(PAGES) + 20))
def test_every_way_gives_the_same_marks_and_the_same_text(page):
    found = marked(page)
    for one in found:
        assert marks_of(one) == one.get("marks", []), "in order, within the text, none crosses"
        assert one.get("marks") != []
        for start, end, _, *more in one.get("marks", []):
            part = one["text"][start:end]
            assert (part == part.strip() or more == ["go"]) and (part or start == end)
    blocks, = pipe([{"id": "1", "url": URL, "html": page}], "html2text --marks")
    by_record, = pipe([json.loads(json.dumps(blocks))], "segment")
    assert json.dumps(by_record["segments"]) == json.dumps(found)
    plain = [{name: value for name, value in one.items() if name != "marks"} for one in found]
    assert plain == marked(page, "html2text, segment")


@pytest.mark.skipif(not importlib.util.find_spec("selectolax"), reason="selectolax: not installed")
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_both_parsers_give_the_same_marks(path):
    page = path.read_text("latin-1")
    assert marked(page, "html2text --marks --parser html5lib, segment") == marked(page)


def test_elements_are_found_in_generated_text():
    """The words of elements that are made are those that are marked."""
    chosen = random.Random(1)
    names = {"code": "code", "strong": "b", "em": "i", "sub": "sub", "del": "s"}
    for _ in range(50):
        page, wanted = ["<p>start"], []
        for number in range(chosen.randrange(1, 12)):
            kind = chosen.choice([*names, None])
            page.append(f"<{names[kind]}> w{number} </{names[kind]}>" if kind else f" w{number} ")
            wanted += [(kind, f"w{number}")] if kind else []
        one, = marked(" ".join(page))
        assert [(mark[2], one["text"][mark[0]:mark[1]]) for mark in one.get("marks", [])] == wanted


def test_past_the_most_segments_marks_go_with_their_text():
    page = "".join(f"<p>a <b>b{number}</b>" for number in range(9))
    for chain in ("html2text --marks --max-segments 3, segment",
                  "html2text --marks, segment --max-segments 3"):
        last = marked(page, chain)[2]
        assert [last["text"][start:end] for start, end, _ in last["marks"]] == [
            f"b{number}" for number in range(2, 9)]


def test_text_that_hidden_elements_interrupt_keeps_its_marks():
    first, hidden = marked("<p>See <b>Then</b><b hidden>x</b> and <i>after</i>.</p>")
    assert first["text"] == "See Then and after." and hidden["marks"] == [[0, 1, "strong"]]
    assert first["marks"] == [[4, 8, "strong"], [13, 18, "em"]]


def test_where_a_repair_crosses_the_end_of_an_element_only_whole_blocks_are_marked():
    one, = marked("<p><b>see</b> caf\u00c3<i>\u00a9</i> now")
    assert one["text"] == "see café now" and "marks" not in one
    one, = marked("<p><a href=x>caf\u00c3<i>\u00a9</i></a>")
    assert one["marks"] == [[0, 4, "link", "http://a.org/b/x"]]


@pytest.mark.parametrize("base", [URL, "https://a.org", "http://a.org/b/", "http://a.org/b/../c/d"])
def test_addresses_are_those_of_the_standard_library(base):
    for address in ("x", "/x", "?x", "#x", "", ".", "..", "./x", "../x", "x/../y", "/x/./y", "x;y",
                    "//b.org", ";y", "x?y=../z", "http://b.org/x", "x#y/../z", "a.b/c", "%2e/x",
                    "é"):
        assert Addresses(base)(address).rstrip("#?") == urljoin(base, address).rstrip("#?")


def test_addresses_that_cannot_be():
    for base in "//[x", "javascript:x", "http://":
        assert Addresses(URL, base)("y") == "http://a.org/b/y"
    assert Addresses("HTTP://A.org/b/c")("y") == "http://A.org/b/y"
    assert Addresses("http:///b/c")("y") == Addresses("http://a\udc80/")("y") == "y"
    assert Addresses(None)("../x") == "../x" and Addresses(7, "x")("y") == "y"
    assert Addresses(URL)("x" * MOST) == "" == Addresses(URL)("VBScript:x")
    assert Addresses("javascript:x")("y") == "y"
    assert Addresses(URL)(" a b\t\nc\u200b ") == "http://a.org/b/a%20bc"


def test_a_base_with_an_address_of_its_own():
    one, = marked("<base target=_top><base href=/d/><base href=/e/><p><a href=f>g</a>")
    assert one["marks"] == [[0, 1, "link", "http://a.org/d/f"]]


def test_parts_of_a_segment_have_their_marks():
    whole = {"text": "One two. Three", "kind": "p",
             "marks": [[4, 14, "em"], [9, 9, "image", "a", ""]]}
    first, second = split(whole, [("One two.", "p"), ("Three", "p")])
    assert first["marks"] == [[4, 8, "em"]]
    assert second["marks"] == [[0, 5, "em"], [0, 0, "image", "a", ""]]
    assert "marks" not in split(whole, [("One", "p"), ("two. Three", "p")])[0]


def test_a_sentence_that_is_removed_takes_its_marks():
    one = {"text": "A b. C d. E f.", "sentences": [[0, 4], [5, 9], [10, 14]],
           "marks": [[0, 14, "em"], [5, 6, "code"], [10, 11, "sub"], [14, 14, "image", "a", ""]]}
    assert without(one, [False, True, False])["marks"] == [
        [0, 9, "em"], [5, 6, "sub"], [9, 9, "image", "a", ""]]
    assert without({**one, "marks": "x"}, [True, False, False])["marks"] == []


HOSTILE = {
    "100 000 nested b": lambda: "<b>" * 100_000 + "x" + "</b>" * 100_000,
    "300 000 links": lambda: "<a href=x>y</a>" * 300_000,
    "links between elements": lambda: "<b>a<a href=/x/../y>b</b>c" * 4_000,
    "an address of 4 MB": lambda: f"<p>a <a href='{'x' * 4_000_000}'>b</a>",
    "20 000 images and no text beside them": lambda: "<div><img src=a>" * 20_000 + "<p>x",
    "code of backticks": lambda: "".join(f"<code>{'`' * n}x</code> " for n in range(1, 1_000)),
    "hosts that are none": lambda: "<a href='//[x/../y'>z</a>" * 4_000}


@pytest.mark.slow
@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.long] * (place % 3 > 0))
    for place, name in enumerate(HOSTILE)])
def test_hostile_pages_have_all_of_their_text_in_every_format(name):
    """Seconds and megabytes are bounded by what html2text leaves of such pages."""
    page = {"id": "1", "url": URL, "html": HOSTILE[name]()}
    record, = pipe([page], "html2text --marks, segment")
    assert "errors" not in record
    text = "".join("".join(one["text"].split()) for one in record["segments"])
    tree = ElementTree.fromstring(written(record, record["segments"], "xml", "--marks"))
    assert "".join("".join(tree.itertext()).split()) == text
    shown = written(record, record["segments"], "markdown", "--links", "--images",
                    "--emphasis")
    assert len(shown) >= len(text)


@pytest.mark.parametrize("tag, is_code, language", [
    ('<pre class="a language-Go">', True, "go"),
    ('<pre class="language-none lang-c#">', True, "c#"),
    ('<code class="highlight-text-html-basic">', True, "html-basic"), ('<pre class="x">', True, ""),
    ('<pre data-lang="a b" class="brush: php; x">', True, "php"), ("<pre>", True, ""),
    ('<div class="sourceCode python">', False, ""), ('<div class="lang-de">', False, ""),
    ('<div data-language="JSX">', False, "jsx"), ('<pre class="highlight-wrapper">', True, ""),
    (f'<pre class="language-{"x" * 31}">', True, "")])
def test_languages_of_code(tag, is_code, language):
    assert language_in(tag, is_code) == language
