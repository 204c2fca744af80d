"""Pictures: which images are, with which address, and where they stand in the output."""
import importlib.util

import pytest

from scutch import pipe
from scutch.filters.html.arrays.elementmarks import address_in
from utils import records, run

TEXT = ("The council voted on Tuesday to keep the old swing bridge open for another twelve years, "
        "after engineers told the members that the steel below the waterline had hardly rusted. ")
URL = "http://a.org/b/c"
PARSERS = ["html5lib"] + ["lexbor"] * (importlib.util.find_spec("selectolax") is not None)
SHOW = "emit --max 0.5 --by given --format markdown --images --links"


def shown(page, kept, parser="html5lib", show=SHOW):
    """Return the Markdown of a page of which the segments with one of some words are kept."""
    blocks, = pipe([{"id": "1", "url": URL, "html": page}],
                   f"html2text --marks --parser {parser}, segment")
    for segment in blocks["segments"]:
        is_kept = any(word in segment["text"] for word in kept)
        segment["scores"] = {"given": 0.0 if is_kept else 1.0}
    blocks["scorers"] = ["given"]
    return "".join(part.decode() for part in pipe([blocks], show))


def article(inside, after=""):
    return (f"<main><article><h1>Bridge</h1><p>{TEXT}{inside}<p>{TEXT * 2}</article>{after}</main>"
            "<footer><p>All rights reserved")


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("inside, picture", [
    ("<figure><img src=/p.jpg alt=Foggy><figcaption>The crossing</figcaption></figure>",
     "![Foggy](http://a.org/p.jpg)"),
    ("<figure><div><img src=/p.jpg><ul class=share><li><a href=#>Pinterest</a></ul></div></figure>",
     "![](http://a.org/p.jpg)"),
    ("<picture><source srcset='/p-8.webp 800w, /p-4.webp 400w'><img src=data:image/gif,x></picture>"
     "<p>Credit</p>", "![](http://a.org/p-8.webp)"),
    ("<p><a href=/full.jpg><img src=/p.jpg alt=T></a></p><p>Credit</p>",
     "[![T](http://a.org/p.jpg)](http://a.org/full.jpg)"),
    ("<amp-img src=/p.jpg alt=T><noscript><img src=/q.jpg></noscript></amp-img>",
     "![T](http://a.org/p.jpg)"),
    ("<img src=/lazy-load.gif class=lazy><noscript><img src=/p.jpg></noscript><p>Credit</p>",
     "![](http://a.org/p.jpg)"),
], ids=["figure", "share", "picture", "link", "amp", "noscript"])
def test_a_picture_is_kept_where_the_text_around_it_is(inside, picture, parser):
    found = shown(article(inside), ["council", "Bridge"], parser)
    assert found.count("![") == 1 and f"\n\n{picture}\n\n" in found
    assert "Credit" not in found and "Pinterest" not in found
    assert "![" not in shown(article(inside), ["rights"], parser), "the text around is left out"


def test_forty_ideographs_are_running_text():
    """They say as much as eighty letters."""
    text = "去年冬天湖面第一次结冰于是划船俱乐部借用了山上小学的旧体育馆进行训练一直到三月。"
    page = article("<figure><img src=/p.jpg><figcaption>湖边</figcaption></figure>")
    page = page.replace(TEXT, text)
    assert "![](http://a.org/p.jpg)" in shown(page, [text])
    assert "![" not in shown(page.replace(text, text[:14]), [text[:14]])


@pytest.mark.parametrize("inside, after", [
    ("<div class=related-stories><img src=/t.jpg><h3>Old cinema reopens</h3></div>", ""),
    ("<aside><img src=/t.jpg><p>Most read</p></aside>", ""),
    ("<div><a href=/other><img src=/t.jpg></a><h3><a href=/other>Old cinema</a></h3></div>", ""),
    ("", "<div><img src=/t.jpg><p>Old cinema</p></div>"),
    ("<p>Credit <img src=/t.png width=16 height=16></p>", ""),
    ("<p>Credit <img src=/t.jpg class=avatar></p>", ""),
], ids=["related", "aside", "teaser", "below", "icon", "avatar"])
def test_what_is_no_picture_of_the_text_is_not_kept(inside, after):
    assert "![" not in shown(article(inside, after), ["council", "Bridge"])


def test_the_picture_of_a_pruned_segment_stays():
    page = article("<figure><a href=/f.jpg><img src=/p.jpg alt=T></a><figcaption>Fog</figcaption>"
                   "</figure>")
    prune = "prune --max 0.5 --by given, emit --format "
    assert "\n\n[![T](" in shown(page, ["council"], show=prune + "markdown --images --links")
    assert ('<ref target="http://a.org/f.jpg"><graphic url="http://a.org/p.jpg" alt="T"/></ref>'
            in shown(page, ["council"], show=prune + "xml --marks"))
    assert '"image","http://a.org/p.jpg","T","http://a.org/f.jpg"]]' in shown(
        page, ["council"], show=prune + "jsonl --marks")


@pytest.mark.parametrize("tag, address", [
    ('<img src="/spacer.gif" data-hi-res="/a.JPG?w=3">', "/a.JPG?w=3"),
    ('<img src="/transport.png" data-x="/b.png">', "/transport.png"),
    ('<img src="data:image/gif,x" srcset="a,b.png 1x, c.png 2x,">', "c.png"),
    ('<img srcset="javascript:x 3w, /a.png 2w">', "/a.png"),
    ('<img srcset=", ,," data-srcset="">', ""), ('<img srcset="a.png .w, b.png 1.2.3w">', "a.png"),
])
def test_the_address_of_a_picture(tag, address):
    def safe(given):
        return "" if given.startswith(("data:", "javascript:")) else given
    assert address_in([tag], safe) == address


def test_many_pictures_take_no_time_each():
    """A bound by counts: the running text nearest to each is found by bisection."""
    page = article("".join(f"<div><img src=/{number}.jpg><p>Fog</div>" for number in range(3_000)))
    assert shown(page, ["council"], PARSERS[-1]).count("![") == 3_000


def test_meta_lists_the_pictures_of_the_kept_text_first(tmp_path):
    page = ("<nav><a href=/><img src=/menu.jpg width=300 height=200>Home</a></nav>"
            + article("<figure><img src=/p.jpg><figcaption>The crossing</figcaption></figure>"))
    for form in "jsonl", "jsonl --text markdown":
        [record] = records(run("clean", "--scope", "main", "--images", "--format", *form.split(),
                               data=page.encode()).out)
        assert record["meta"]["images"] == ["/p.jpg", "/menu.jpg"]
        assert ("![" in record["text"]) == ("markdown" in form)
