"""Markdown with marks: a parser of CommonMark finds the text and the marks again."""
import random
import xml.etree.ElementTree as ElementTree

import pytest

from scutch import pipe
from scutch.filters.text.textmarks import IMAGE, LINK, marks_of
from utils import ROOT, written

ALL = ["--links", "--images", "--emphasis"]
CHARACTERS = "ab  1*_`~<>[]()!\\&#|.\"é漢-"
PAGES = sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))
NAMES = {"s": "del", "strong": "strong", "em": "em", "del": "del"}
MARKS_OF_ITEMS = str.maketrans("", "", "*+•·▪◦‣●■□►–-|0123456789.)")


@pytest.fixture(scope="module")
def parser():
    module = pytest.importorskip("markdown_it", reason="markdown-it-py is not installed")
    return module.MarkdownIt("commonmark", {"maxNesting": 100}).enable(["table", "strikethrough"])


def shown_by(tokens):
    """Return (text, [(kind, text)]) of inline tokens; an image has none."""
    text, marks, opened = "", [], []
    for token in tokens:
        name, _, side = token.type.rpartition("_")
        if token.type == "html_inline":
            name = token.content.strip("</>")
            side = "close" if token.content[1] == "/" else "open"
        name = NAMES.get(name, name)
        if token.type == "text":
            text += token.content
        elif token.type == "code_inline":
            marks.append(("code", token.content))
            text += token.content
        elif side == "open":
            opened.append((name, len(text)))
        elif side == "close":
            assert opened[-1][0] == name
            marks.append((name, text[opened.pop()[1]:]))
            assert name != "code" or marks[-1][1]
        elif token.type in ("softbreak", "hardbreak"):
            text += " "
    assert not opened
    return text, marks


def random_line(seed):
    """Return a line of text that any Markdown may be in, and marks that nest."""
    chosen = random.Random(seed)
    text = " ".join("".join(chosen.choice(CHARACTERS)
                            for _ in range(chosen.randrange(3, 25))).split()) or "a"
    marks = []
    for _ in range(chosen.randrange(1, 6)):
        start, end = sorted(chosen.sample(range(len(text) + 1), 2)) if len(text) > 1 else (0, 1)
        kind = chosen.choice(["code", "strong", "em", "del", LINK, IMAGE])
        part = text[start:end]
        if part != part.strip():
            continue
        marks.append([start, start, kind, "u.png", "x]"] if kind == IMAGE else
                     [start, end, kind, *["u"] * (kind == LINK)])
    return text, marks_of({"text": text, "marks": marks})


@pytest.mark.parametrize("block", [*range(3), *(
    pytest.param(block, marks=pytest.mark.long) for block in range(3, 10))])
def test_the_text_and_its_marks_come_back(parser, block):
    for seed in range(block * 200, block * 200 + 200):
        line, given = random_line(seed)
        shown = written({}, [{"text": line, "kind": "h", "marks": given}], "markdown",
                        *ALL).decode()
        # a picture at an end is a paragraph of its own
        text, marks = shown_by([child for token in parser.parse(shown)
                                if token.type == "inline" for child in token.children])
        assert text.replace(" ", "") == line.replace(" ", ""), (seed, line, shown)
        code = {place for start, end, kind, *_ in given if kind == "code"
                for place in range(start, end)}
        for number, (start, end, kind, *_) in enumerate(given):
            inside = any(first <= start and end <= last and other == kind
                         for first, last, other, *_ in given[:number])
            if kind not in ("code", IMAGE) and not inside and not code.issuperset(
                    range(start, end)):
                assert (kind, "".join(line[start:end].split())) in [
                    (name, "".join(part.split())) for name, part in marks], (seed, line, shown)


PIECES = [
    "[", "]", "![", "](http://e/x)", "]: http://e/", "][a]", "<br>", "<br>", "a", " ", "!",
    "</p><p>", "<ul><li>", "</ul>", "<table><tr><td>", "</table>", "<h2>", "</h2>", "&lt;", "&gt;",
    "&lt;http://e/>", "(http://e/x)", "<blockquote>", "</blockquote>", "<b>b</b>", "<code>c</code>",
    "\\", "`", "<img src=e.png alt='[x'>", "<a href=http://e/>l</a>", "- ", "1. "]


@pytest.mark.parametrize("options", [[], ["--emphasis"]], ids=["code", "emphasis"])
def test_no_text_of_a_page_becomes_a_link_or_a_picture(parser, options):
    chosen = random.Random("links")
    pages = ["<p>Wind " + "".join(chosen.choices(PIECES, k=12)) for _ in range(200)]
    for record in pipe([{"html": page} for page in pages], "html2text --marks, segment"):
        shown = written(record, record["segments"], "markdown", *options).decode()
        named = {}
        kinds = {child.type for token in parser.parse(shown, named)
                 for child in token.children or ()}
        assert kinds.isdisjoint(["link_open", "image"]) and not named, shown


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
@pytest.mark.parametrize("options", [[], ALL], ids=["code", "all"])
def test_markdown_of_a_page_has_the_text_of_the_format_text(parser, path, options):
    page = {"id": "1", "url": "http://a.org/", "html": path.read_text("latin-1")}
    record, = pipe([page], "html2text --marks, segment")
    shown = written(record, record["segments"], "markdown", *options).decode()
    text = "".join(token.content if token.type == "fence" else shown_by(token.children)[0]
                   for token in parser.parse(shown) if token.type in ("fence", "inline"))
    wanted = written(record, record["segments"], "text").decode()
    plain = ["".join(one.split()).translate(MARKS_OF_ITEMS) for one in (text, wanted)]
    assert plain[0] == plain[1] and plain[0]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("form", ["xml", "vrt", "tei"])
def test_elements_are_well_formed_and_the_text_is_whole(form, seed):
    line, marks = random_line(seed)
    half, end = len(line) // 2, len(line)
    segment = {"text": line, "kind": "pchlt"[seed % 5], "marks": marks,
               "sentences": [[0, half], [half, end]] if end > 3 else [[0, end]]}
    found = {}
    for wanted in (True, False):
        tree = ElementTree.fromstring(written(
            {"id": "a"}, [segment], form, *["--marks"] * wanted))
        for said in tree.iter("{http://www.tei-c.org/ns/1.0}figDesc"):
            said.text = ""
        found[wanted] = "".join(tree.itertext())
    assert found[True].split() == found[False].split() if form == "vrt" else (
        found[True] == found[False])
    assert form != "vrt" or "".join(found[True].split()) == "".join(line.split())
