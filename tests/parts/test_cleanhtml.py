"""--format html: its elements, that it is valid, and that nothing of the page runs."""
import json
import random
import re

import html5lib
import pytest

from utils import ROOT, run, shell, written

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


def emitted(source, *options):
    """Return the article of a page through the commands, without the line of <article>."""
    done = shell("scutch-html2text --marks | scutch-segment | scutch-emit --format html "
                 + " ".join(options), json.dumps({"id": "a", "html": source}).encode())
    page = done.out.decode()
    check(page)
    return page.removeprefix("<article>\n").removesuffix("</article>\n")


@pytest.mark.parametrize(("source", "wanted"), [
    ("<h1>A &amp; B</h1><p>One<br>two<blockquote><p>Said.</blockquote>",
     "<h1>A &amp; B</h1>\n<p>One<br>\ntwo</p>\n<blockquote>\n<p>Said.</p>\n</blockquote>\n"),
    ("<ul><li>One<ul><li>Two</ul><li><p>Three<p>four</ul>",
     "<ul>\n<li>One<ul>\n<li>Two</li>\n</ul>\n</li>\n<li>Three<p>four</p>\n</li>\n</ul>\n"),
    ("<ol start=3><li>One<li value=7>Two<li>Three</ol>",
     '<ol>\n<li value="3">One</li>\n<li value="7">Two</li>\n<li>Three</li>\n</ol>\n'),
    ("<dl><div><dt><h3>T</h3><dd>D</div></dl><li>Loose",
     "<dl>\n<dt>T</dt>\n<dd>D</dd>\n</dl>\n<ul>\n<li>Loose</li>\n</ul>\n"),
    ("<dl><dd>D<dt>T</dl>", "<dl>\n<dt></dt>\n<dd>D</dd>\n<dt>T</dt>\n<dd></dd>\n</dl>\n"),
    ("<table><tr><td>a<td>b<tr><td>c<td><b>d</b></table>",
     "<table>\n<tr><td>a</td><td>b</td></tr>\n<tr><td>c</td><td>d</td></tr>\n</table>\n"),
    ("<table><tr><td><th>a<th>b<tr><th>c<td>1<td>2<tr><th><p>d<p>e<td>3<td><ul><li>4</ul></table>",
     "<table>\n<tr><td></td><th>a</th><th>b</th></tr>\n<tr><th>c</th><td>1</td><td>2</td></tr>\n"
     "<tr><th>d e</th><td>3</td><td>4</td></tr>\n</table>\n"),
    ("<pre class=language-c>if (a < b)\n  x();</pre><p>Call <code>x()</code>.",
     '<pre><code class="language-c">if (a &lt; b)\n  x();</code></pre>\n'
     "<p>Call <code>x()</code>.</p>\n")])
def test_elements(source, wanted):
    assert emitted(source) == wanted


def test_items_of_plain_text():
    segments = [{"text": text, "kind": "l"} for text in ("- One", "* Two", "3. Three", "4) Four")]
    page = written({}, segments, "html").decode()
    check(page)
    assert page == ('<article>\n<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n<ol>\n'
                    '<li value="3">Three</li>\n<li>Four</li>\n</ol>\n</article>\n')


def test_links_pictures_and_emphasis_on_request():
    source = ("<p>See <a href=/a?b&c><b>this</b> page</a>.<figure><img src=/i.png alt=I width=300>"
              "<figcaption>The pier.</figcaption></figure><p><i>End</i>")
    assert emitted(source) == ("<p>See this page.</p>\n<figure>\n<figcaption>The pier."
                               "</figcaption>\n</figure>\n<p>End</p>\n")
    assert emitted(source, "--links", "--images", "--emphasis") == (
        '<p>See <a href="/a?b&amp;c"><strong>this</strong> page</a>.</p>\n<figure>\n'
        '<img src="/i.png" alt="I"><figcaption>The pier.</figcaption>\n</figure>\n'
        "<p><em>End</em></p>\n")


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
