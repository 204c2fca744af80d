"""Both parsers give the same records."""
import json
import random
import re

import pytest

from scutch.filters.errors import BadRecord
from scutch.filters.html.parse import reference
from scutch.filters.html.parse.wholepage import parser_named
from scutch.filters.html2text import html2text
from scutch.lm.rules import rules
from utils import DATA, ROOT


def same(page):
    """Assert that html5lib and lexbor give the same record for a page."""
    pytest.importorskip("selectolax", reason="the extra [fast] is not installed")
    found = [html2text({"html": page}, parse=parser_named(name)[1])[0]
             for name in ("html5lib", "lexbor")]
    assert found[0] == found[1]


def test_both_parsers_agree():
    for page in json.loads((DATA / "bothparsers.json").read_text("utf-8")):
        same(page)


@pytest.mark.parametrize("name", [
    "svg", "template", "canvas", "audio", "video", "datalist", "select"])
@pytest.mark.parametrize("parser", ["lexbor", "html5lib"])
def test_an_element_that_hides_the_rest_of_a_page_is_closed_with_a_note(name, parser):
    if parser == "lexbor":
        pytest.importorskip("selectolax", reason="the extra [fast] is not installed")
    within = "<desc>" if name == "svg" else ""
    page = f"<body>One<{name}>{within}\n" + "<div>Two</div>" * 3
    [record] = html2text({"html": page}, parse=parser_named(parser)[1])
    assert sum(segment["text"] == "Two" for segment in record["segments"]) == 3
    assert record["doc"]["notes"] == [f"an unclosed {name} was taken as closed on its line"]


WORDS = "Wind farms at sea turn day and night. " * 2_000
TOO_MUCH = {
    "nested": ("<div>", "</div>"), "svg": ("<svg>", ""), "name": ("x", ""),
    "references": ("word &amp; ", ""), "end tags of others": ("word </x>", ""),
    "fostered": ("<table>x<b>", ""), "rows between text": ("<tr>x", ""),
}
AROUND = {"name": "<", "rows between text": "<table>"}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_html5lib_refuses_what_takes_it_long_and_names_the_other_parser(name, monkeypatch):
    monkeypatch.setattr(reference, "MOST", 200_000_000)
    opened, closed = TOO_MUCH[name]
    parse = reference.html5lib_tree

    def page(count):
        return (f"<p>{WORDS}{AROUND.get(name, '')}" + opened * count + closed * count).encode()
    parse(page(150))
    with pytest.raises(BadRecord, match=r"the extra \[fast\]") as caught:
        parse(page(40_000))
    assert caught.value.code == "too_large"


def test_html5lib_reads_a_comment_at_once(monkeypatch):
    monkeypatch.setattr(reference, "MOST", 200_000_000)
    tree, _ = reference.html5lib_tree(f"<p>a<!-- {'-- a-b <p ' * 40_000}--!>b".encode())
    assert tree.endswith("-->b</p></body></html>")


def test_an_error_within_a_token_does_not_begin_another(monkeypatch):
    """Each hyphen after two in a comment is an error, and copies the comment."""
    monkeypatch.setattr(reference, "MOST", 30_000 * reference.PIECE + 10_000_000)
    with pytest.raises(BadRecord, match="too long"):
        reference.html5lib_tree(b"<!--" + b"-" * 30_000 + b"-->")


def test_what_html5lib_fails_on_is_a_bad_record():
    with pytest.raises(BadRecord, match=r"the extra \[fast\]"):
        html2text({"html": "<table><svg><html>"}, parse=parser_named("html5lib")[1])


def test_ordinary_text_is_far_from_the_bound():
    page = f"<p>{WORDS[:400]}<a href=x title='a &amp; b'>b &amp; c</a>".encode() * 2_000
    assert reference.html5lib_tree(page)[0].count("b &amp; c") == 2_000


def test_both_parsers_agree_on_the_examples():
    paths = sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))
    assert paths
    for path in paths:
        same(path.read_bytes().decode("utf-8", "replace"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cleaneval-dev", "cleaneval-final", "l3s-gn1", "dragnet-train",
                                  "wcxb-dev"])
def test_both_parsers_agree_on_gold_pages(shared, gold, name):
    """On a few pages of each set; share/bench/parsers.py compares all."""
    paths = sorted((shared / "gold" / name / "html").iterdir())
    ids = [path.name.removesuffix(".html.gz") for path in random.Random(name).sample(paths, 8)]
    for line in gold(name, *ids):
        same(json.loads(line)["html"])


OPENINGS = sorted({f"<{name} {rule.attribute}{'=' * bool(rule.attribute)}"
                   for table in ("code", "hidden", "joins", "marks")
                   for of_table in rules(table).values() for rule in of_table
                   for name in rule.elements.split() or ["p"]})
COMMENT = 20_000        # bytes


@pytest.mark.parametrize("form", ["<!--{}-->", "<?{}>"])
@pytest.mark.parametrize("parser", ["lexbor", "html5lib"])
def test_no_pattern_reads_what_is_in_a_comment(parser, form):
    if parser == "lexbor":
        pytest.importorskip("selectolax", reason="the extra [fast] is not installed")
    parse = parser_named(parser)[1]
    for opening in OPENINGS:
        tree, _ = parse(form.format(opening * (COMMENT // len(opening))).encode() + b"<p <?a>b")
        # all that patterns read which begin at "<" and end at ">"
        assert sum(map(len, re.findall("(?=(<[^>]*))", tree))) <= len(tree), opening
        assert "b</p>" in tree, opening
