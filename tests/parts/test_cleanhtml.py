"""--format html: its elements, that it is valid, and that nothing of the page runs."""
import json
import random
import re

import html5lib
import pytest

from utils import ROOT, run, written

ALL = ["--links", "--images", "--emphasis"]
INLINE = {"a", "img", "strong", "em", "del", "code", "br"}
BLOCKS = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "blockquote", "pre",
          "figure"}
ATTRIBUTES = {("a", "href"), ("img", "src"), ("img", "alt"), ("li", "value"), ("code", "class")}
# What may be directly in each element, by the HTML standard; TEXT stands for text
TEXT = "#"
ALLOWED = {"article": BLOCKS, "blockquote": BLOCKS, "ul": {"li"}, "ol": {"li"}, "dl": {"dt", "dd"},
           **dict.fromkeys(["li", "dt", "dd", "figcaption"], BLOCKS | INLINE | {TEXT}),
           "figure": {"img", "a", "figcaption", "br"}, "table": {"tbody"}, "tbody": {"tr"},
           "tr": {"td", "th"}, "pre": {"code"}, "img": set(), "br": set(),
           **dict.fromkeys(["p", "td", "th", *(f"h{level}" for level in range(1, 7)),
                            *INLINE - {"img", "br"}], INLINE | {TEXT})}


def check(page):
    """Check one or more articles: strictly parsed, elements only where the standard has them.

    Returns their text.
    """
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    body = parser.parse("<!doctype html><title>t</title>\n" + page).find("body")
    assert {child.tag for child in body} <= {"article"}
    todo = [(article, set()) for article in body]
    while todo:
        node, around = todo.pop()
        names = [child.tag for child in node]
        assert set(names) <= ALLOWED[node.tag], (node.tag, names)
        if TEXT not in ALLOWED[node.tag]:
            assert not "".join([node.text or "", *(child.tail or "" for child in node)]).strip()
        assert {(node.tag, name) for name in node.attrib} <= ATTRIBUTES
        assert not (node.tag == "a" and "a" in around)
        assert not (re.fullmatch("h[1-6]", node.tag) and "dt" in around)
        if node.tag == "dl":
            assert names[0] == "dt" and names[-1] == "dd"
        if node.tag == "figure" and "figcaption" in names:
            assert names.count("figcaption") == 1 and "figcaption" in (names[0], names[-1])
        if node.tag == "tbody":
            assert len({len(row) for row in node}) == 1
        todo += [(child, around | {node.tag}) for child in node]
    return " ".join("".join(body.itertext()).split())


PAYLOADS = [
    "</p><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!--", "-->", "]]>",
    '" onmouseover="alert(1)', "'><svg/onload=alert(1)>", "</article><style>*{}", "&lt;script&gt;",
    "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
    "data:text/html,<script>", "vbscript:x", "http://[x", "http:x", "//[", "https://a b/", "\\\\x",
    "<plaintext>", "</html>", "\x00<\x00script>", "\ud800", "http://a.example/\" onclick=\"x",
]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_hostile_text_is_text(payload):
    tree = [["html", -1, payload], [payload, 0, payload], ["script", 1, ""], ["li", 1, ""],
            ["p onclick=alert(1)", 1, ""], ["figure", 1, ""], ["figcaption", 5, payload]]
    marks = [[0, 1, "link", payload], [0, 0, "image", payload, payload, payload],
             [0, 1, "code", payload], [0, 1, payload]]
    segments = [{"text": payload, "kind": kind, "role": payload, "element": number, "marks": marks}
                for number in range(-1, len(tree)) for kind in ("p", "h", "l", "t", "c", payload)]
    page = written({"id": payload, "elements": tree}, segments, "html", *ALL).decode(
        errors="replace")
    check(page)
    for address in re.findall('(?:href|src)="([^"]*)"', page):
        assert not re.match(r"[\s\x00-\x20]*(?:java|vb|data)[^/%]*:", address, re.I), address


NAMES = ["ul", "ol", "li", "dl", "dt", "dd", "div", "p", "blockquote", "figure", "figcaption", "h2",
         "h4", "table", "tr", "td", "th", "pre", "article", "b"]


@pytest.mark.parametrize("seed", range(4))
def test_any_tree_gives_a_valid_article(seed):
    """All of the text is there, in any nesting of elements, also such as no parser makes."""
    choose = random.Random(seed)
    for _ in range(40):
        tree = [[choose.choice(NAMES), choose.randrange(max(-1, number - 4), number), ""]
                for number in range(12)]
        segments = []
        for element in sorted(choose.choices(range(-1, 12), k=10)):
            text = choose.choice(["a", "b c", "- d", "3. e", "f\tg", "h\ni", "<b>"]) + " z"
            marks = [[0, choose.randrange(4), choose.choice(["em", "link", "code", "image"]),
                      *["http://a.example/x?y&z", "A", "/b"][:choose.randrange(4)]]
                     for _ in range(2)]
            segments.append({"text": text, "kind": choose.choice("phltc"), "element": element,
                             "marks": marks, "br": choose.random() < 0.3,
                             "role": choose.choice(["headline", "text"])})
        text = check(written({"elements": tree}, segments, "html", *ALL).decode())
        assert text.count("z") == len(segments)


def test_deep_trees_stay_small():
    tree = [["blockquote", number - 1, ""] for number in range(100_000)]
    segments = [{"text": "x", "element": 99_999 - number} for number in range(300)]
    page = written({"elements": tree}, segments, "html")
    assert page.count(b"<blockquote>") == 8 and page.count(b"<p>") == 300


@pytest.mark.parametrize("path", sorted((ROOT / "share/examples/pages").glob("*.html"))[:2],
                         ids=lambda path: path.stem)
def test_the_examples(path):
    options = "--links", "--images", "--emphasis"
    done = run("clean", "--format", "html", *options, str(path))
    plain = run("clean", "--format", "jsonl", str(path))
    words = " ".join(json.loads(plain.out)["text"].split())
    without = re.sub(r"<img[^>]*>", "", done.out.decode())
    assert check(without).replace(" ", "") == words.replace(" ", "")
