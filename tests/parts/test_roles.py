"""Roles: by names of elements, where regions end, and a bound on the work for a page."""
import json
import time

import pytest

from scutch import pipe
from scutch.filters.errors import Unusable
from scutch.filters.role import Role, role
from scutch.filters.roles.elementroles import ROLES, role_of
from scutch.filters.roles.phrases import is_byline
from scutch.filters.roles.regions import above
from scutch.filters.text.words import count_words
from scutch.lm.evidence.purposes import purposes_of, sure_of

PROSE = "The council has voted for the new bridge, which will stand by the old mill from next year."
ELEMENTS = [("body", -1, ""), ("div", 0, "page"), ("div", 1, ""), ("p", 2, ""), ("div", 1, ""),
            ("p", 4, "")]


@pytest.mark.parametrize("name, words, wanted", [
    ("div", "comment-list", "comment"), ("div", "sidebar-left", "side"),
    ("nav", "toc", "navigation"), ("div", "articleBody", ""),
    ("div", "cookieBanner", "notice"), ("form", "comments", "form"),
    ("figcaption", "widget", "caption"), ("div", "recommended", "teaser"),
    ("p", "paywall", ""), ("p", "article-dek", "dek"), ("ul", "takeaways", "keypoints"),
])
def test_names(name, words, wanted):
    assert role_of(name, sure_of(purposes_of(words))) == wanted


def test_elements_above():
    parents = [parent for _, parent, _ in ELEMENTS]
    assert above([3, -1], parents) == {0, 1, 2, 3}
    assert above([3, 4], parents) == {0, 1, 2, 3, 4}


def page(*lines, elements=ELEMENTS, title=""):
    """Return the roles of lines (text, element, fields of the segment)."""
    segments = [{"text": text, "kind": "p", "element": element, "words": count_words(text),
                 **more} for text, element, more in lines]
    found, = role({"title": title, "elements": list(map(list, elements)), "segments": segments})
    return [one["role"] for one in found["segments"]]


def test_the_words_of_the_root_describe_the_page():
    for root, name in ("html", "text"), ("div", "footer"):
        elements = [(root, -1, "footer"), ("p", 0, ""), ("div", -1, ""), ("p", 2, "")]
        assert page((PROSE, 3, {}), ("Ann", 1, {}), elements=elements)[1] == name


def test_a_region_with_most_of_the_prose_is_none():
    whole = [("body", -1, ""), ("div", 0, "sidebar-layout related"), ("p", 1, "")]
    assert page((PROSE, 2, {}), elements=whole) == ["text"]
    part = [*whole, ("div", 0, "related"), ("p", 3, "")]
    assert page((PROSE, 2, {}), (PROSE, 2, {}), (PROSE, 4, {}), elements=part)[2] == "teaser"


def test_comments_by_their_heading_alone():
    """Without names; the heading before the text, a link to the comments, does not count."""
    assert page((PROSE, 3, {}), ("2 comments", 4, {}), (PROSE, 5, {})) == [
        "text", "comment", "comment"]
    assert page(("2 comments", 2, {}), (PROSE, 3, {}), (PROSE, 5, {}))[1:] == ["text", "text"]
    assert page(("Comments are what others think.", 4, {}), (PROSE, 5, {}))[1] == "text"


def test_a_headline_has_words_of_the_title_and_text_below():
    lines = [(text, 3, {}) for text in
             ("The Daily Mill", "Council votes for bridge", "By A. Reporter", PROSE)]
    title = "Council votes for bridge - The Daily Mill"
    assert page(*lines, title=title).index("headline") == 1
    assert "headline" not in page(*lines[:1])
    assert page(title="Title") == []
    chinese = [(text, 3, {}) for text in
               ("水车日报", "市议会投票决定修建新桥", "市议会" * 30 + "。")]
    assert page(*chinese, title="市议会投票决定修建新桥_水车日报")[:2] == ["text", "headline"]


def test_without_a_title_the_heading_next_to_the_text_is_the_headline():
    lines = [("Sports Wire", 2, {"kind": "h", "tag": "h2"}),
             ("Council votes for bridge", 3, {"kind": "h", "tag": "h2"}), (PROSE, 3, {})]
    assert page(*lines)[1] == "headline"


H1, H2 = {"kind": "h", "tag": "h1"}, {"kind": "h", "tag": "h2"}


@pytest.mark.parametrize(("text", "wanted"), [
    ("The council voted on Tuesday to keep the old bridge by the mill for another twelve years.",
     "text"),
    ("The council voted on Tuesday to keep the old bridge by the mill for another twelve years",
     "headline"), ("The council voted on Tuesday.", "headline")])
def test_the_first_sentence_of_a_page_without_headings_is_no_headline(text, wanted):
    assert page((text, 3, {}), (PROSE, 3, {}), title="The council voted on Tuesday")[0] == wanted


def test_an_h1_above_text_is_the_headline_where_the_title_is_that_of_the_site():
    lines = [("Search the Mercury", 2, {}), ("Council votes for bridge", 3, H1), (PROSE, 3, {})]
    assert page(*lines, title="Mercury")[1] == "headline"
    assert page(("Search the Mercury", 2, {}), ("Council votes for bridge", 3, {}), (PROSE, 3, {}),
                title="The Mercury")[0] == "headline"
    linked = {**H1, "link_chars": 24, "links": 1}
    assert page(("The Daily Mill", 2, linked), ("Council votes for bridge", 3, H2), (PROSE, 3, {}),
                title="Council votes for bridge - The Daily Mill")[1] == "headline"


def test_a_heading_that_repeats_the_headline_is_one():
    lines = [("Bridge: council votes for it", 2, H1), ("By A. Reporter", 3, {}),
             ("Council votes for it: bridge", 4, H2), (PROSE, 5, {}), (PROSE, 5, {}),
             ("What the council votes on", 5, H2), (PROSE, 5, {})]
    assert [place for place, name in enumerate(page(*lines, title="Bridge: council votes for it"))
            if name == "headline"] == [0, 2]


def test_a_summary_stands_between_headline_and_byline():
    summary = "It will stand by the mill, the council says."
    lines = [("Council votes for bridge", 3, {"kind": "h", "tag": "h1"}), (summary, 3, {}),
             ("By A. Reporter", 3, {}), (PROSE, 3, {})]
    assert page(*lines)[1] == "dek"
    assert page(lines[0], lines[1], lines[3])[1] == "text"       # the first paragraph
    named = [*ELEMENTS, ("p", 2, "article__teaser")]
    assert page(lines[0], (summary, 6, {}), lines[3], elements=named)[1] == "dek"
    assert page(lines[0], lines[3], (summary, 6, {}), elements=named)[2] == "teaser"


def test_main_points_follow_their_heading():
    points = [(text, 5, {"kind": "l", "tag": "li", "words": 12}) for text in ("One.", "Two.")]
    top = ("Council votes for bridge", 3, {"kind": "h", "tag": "h1"})
    assert page(top, ("Key takeaways", 4, {"kind": "h"}), *points, (PROSE, 3, {})) == [
        "headline", "keypoints", "keypoints", "keypoints", "text"]
    assert page(top, ("Key players", 4, {"kind": "h"}), *points, (PROSE, 3, {}))[2] == "text"


@pytest.mark.parametrize("text, yes", [
    ("Posted 12 May 2011 at 9:30", True), ("von Anna Muster", True), ("Updated the menu", False),
    ("Bypass opens", False), ("2008年1月 東京", True)])
def test_bylines(text, yes):
    assert is_byline(text, len(text.split())) is yes


@pytest.mark.parametrize("text, role", [
    ("The mill in 1910 (AP Photo)", "caption"), ("A photo is worth a thousand words.", "text"),
    # letters that are the same as i, s, k, in any case
    ("COOK\u0130E POL\u0130CY", "notice"), ("He u\u017fes coo\u212a\u0131es.", "notice"),
    ("CR\u00c9DIT: the mill", "caption"), ("\u00a9 \u6c34\u8f66\u65e5\u62a5", "footer")])
def test_phrases_anywhere_in_a_line(text, role):
    assert page((PROSE, 3, {}), (text, 3, {}))[1] == role


def test_every_line_has_a_role_and_many_headings_take_no_time():
    lines = [("12 comments", 5, {})] * 8000
    began = time.process_time()
    found = page(*lines, (PROSE, 3, {}))
    assert set(found) <= set(ROLES)
    assert time.process_time() - began < 20      # 1 or 2 s; quadratic time would be minutes
    assert page() == []


ARTICLE = f"""<title>Council votes for bridge - Mill</title><div class=nav><a href=/>Home</a></div>
<h1>Council votes for bridge</h1><p>By A. Reporter<p>{PROSE}<p>{PROSE}<figure>A mill. Photo: AP
</figure><div><h3>2 comments</h3><p>Ann, 2 days ago<p>{PROSE}</div><footer>Contact</footer>"""
SHOP = f"<h2>Related</h2><a href=a>The old mill is new</a><a href=b>More of the mill</a><p>{PROSE}"


@pytest.mark.parametrize("spec", ["html2text, segment", "html2text, segment, charlm",
                                  "html2text, segment, charlm, combine --scope main"])
def test_pages_together_have_the_roles_of_each_alone(spec, monkeypatch):
    """A page without text among them, and one of no element; as records they have the same."""
    sizes = []
    monkeypatch.setattr(Role, "of_pages", lambda step, pages, of_pages=Role.of_pages: (
        sizes.append(len(pages)), of_pages(step, pages))[1])
    pages = [{"id": str(number), "html": html} for number, html in
             enumerate([ARTICLE, "", SHOP, "Text", ARTICLE.replace("h1", "h4"), SHOP])]
    spec_of_roles = f"{spec}, role"
    together = list(pipe(pages, spec_of_roles))
    assert together == [record for page in pages for record in pipe([page], spec_of_roles)]
    assert together == list(pipe(pipe(pages, spec), "role"))
    assert max(sizes) == len(pages)
    assert {"headline", "byline", "text", "caption", "comment", "footer", "teaser"} <= {
        segment["role"] for record in together for segment in record["segments"]}


@pytest.mark.parametrize("spec", ["segment, role, charlm", "segment, role",
                                  "segment, charlm, role, role, tag", "segment, role, meta"])
def test_fields_come_in_the_order_of_the_filters(spec):
    """As in a pipe of commands, of which each reads what the one before has written."""
    records = [{"id": "a", "html": ARTICLE, "meta": {}}]
    in_pipe = records
    for command in f"html2text, {spec}".split(", "):
        in_pipe = [json.loads(json.dumps(record)) for record in pipe(in_pipe, command)]
    assert json.dumps(list(pipe(records, f"html2text, {spec}"))) == json.dumps(in_pipe)


def test_pages_of_which_the_roles_are_not_known():
    with pytest.raises(Unusable, match="scutch-role"):
        list(pipe([{"html": ARTICLE}] * 2, "html2text, segment, emit --without captions"))
