"""Tables, lists, questions and headings, kept or dropped as one, by made-up values of their texts.

A text with "[" has a value a little below the threshold, with "(" a little above it, with "{" far
below, "0" at its end none; the others are kept.
"""
import re

import numpy as np
import pytest

from scutch.filters.html2text import gathered, prepared
from scutch.filters.scoring.evidenceinput import blocks_of_pages, kin_in, placed_of
from scutch.lm.combine.wholes import whole, with_kin
from scutch.lm.evidence.evidence import ROW, evidence

PROSE = "<p>The old bridge stays open for twelve more years.</p>"
VALUES = {"[": 0.45, "(": 0.55, "{": 0.1}
CUT = 0.5


def kept(*pages, with_their_kin=False, notes=0):
    """Return the texts of pages that are kept, as in scope page or, with their kin, in main; a page
    is in a <div>.
    """
    made = gathered([prepared({"html": f"<body><div>{page}</div>"}) for page in pages])
    facts = evidence(blocks_of_pages(made, np.zeros(len(made.text)))).facts
    values = np.array([VALUES.get(text[0], 0.9) for text in made.text])
    values[[text.endswith("0") for text in made.text]] = 0.0
    placed = placed_of(made, facts)
    if with_their_kin:
        values = with_kin(values, kin_in(made), placed)
    after = whole(values, np.full(len(values), CUT), placed, notes)
    return [text for text, value in zip(made.text, after.tolist(), strict=True) if value >= CUT]


def table(*rows, cell="<td>{}"):
    return "<table>" + "".join(
        "<tr>" + "".join(cell.format(text) for text in row) for row in rows) + "</table>"


WIDE = table(["Boats in one hour", "Three of them"], ["Cars in one hour", "Forty of them"],
             ["[Year", "<p>[1990"])


@pytest.mark.parametrize("page", [
    WIDE,                                                          # four fifths of its words
    PROSE + "<figure><div>" + table(["{Side", "<p>{Holds"], ["{left", "<p>{right"])
    + "</div><figcaption>Two sides</figcaption></figure>" + PROSE,
    PROSE + table(["{Side", "<p>{Holds"], ["{left", "<ul><li>{one<li>{two</ul>"]),
    table(["{Side", "<p>{Holds"], ["{left", "<p>{right"]) + PROSE,
    "<dl><dt>[Length<dd>Ninety metres from one quay to the other one</dl>",
    PROSE + "<dl><dt>{Length<dd>{Ninety<dt>{Built<dd>{In 1911</dl>" + PROSE,
    PROSE + "<ul><li>kitchen waste<ul><li>{peelings</ul><li>{garden waste<li>{paper</ul>" + PROSE,
    "<ol><li>Heat the oven to 180 degrees<li>[Stir<li>Peel the apples<li>[Bake</ol>",
    "<div class=footnotes><ol><li><p>By ultrasound.<li><p>{Minutes of March, page 7.</ol></div>",
    "<p>As told.<div class=footnote><p>By ultrasound.</div><div class=footnote><p>{March.</div>",
    "<div><a href=#>{Who pays for it?</a><div><p>The town pays one half of it.</div></div>",
    "<div><button>{Кто платит?</button><p>Город платит половину этой суммы.</div>",
    "<div><h2><button>{Who pays?</button></h2><div><p>The town pays one half of it.</div></div>",
    "<div><h2>Steps</h2><ol><li>Heat the oven to a hundred and eighty degrees<li>Peel the apples "
    "<li>Bake it for as long as an hour</ol><h3>Notes</h3><p>[Pears work.</div>",
])
def test_things_are_kept_whole(page):
    assert [text.lstrip("[{") for text in kept(page)] == kept(re.sub(r"[\[{]", "", page))


@pytest.mark.parametrize("page, left", [
    # a table for layout; one with one cell a row; one of long texts
    (PROSE + table(["{Side", "<div>{Holds</div>"], ["{left", "{right"]), ["{Side"]),
    (PROSE + table(["{Side"], ["{left"]), ["{Side", "{left"]),
    (PROSE + table(["<p>{" + "word " * 90, "<p>{Holds"], ["{left", "<p>{right"]), ["{Holds"]),
    # alone in its element, of dates, or with prose on one side alone
    (PROSE + "<div>" + table(["{1 May 2024", "<p>{2 May 2024"], ["{3 May 2024", "<p>{4 May 2024"])
     + "</div>" + PROSE, ["{2 May 2024"]),
    (PROSE + "<div>" + table(["{Side", "<p>{Holds"], ["{left", "<p>{right"]) + "</div>",
     ["{Holds"]),
    # nothing kept beside it
    ("<p>{The old bridge stays open for years.</p>" + table(["{Side", "<p>{Holds"],
                                                           ["{left", "<p>{right"]), ["{Holds"]),
    # kept prose is in another element
    ("<section>" + PROSE + "</section><section>" + table(["{a", "<p>{b"], ["{c", "<p>{d"])
     + "</section>", ["{b"]),
    # a list of links, and one beside prose on one side alone
    (PROSE + "<ul><li><a href=/a>{One</a><li><a href=/b>{Two</a><li><a href=/c>{Three</a></ul>"
     + PROSE, ["{One", "{Two", "{Three"]),
    (PROSE + "<ul><li>{one<li>{two<li>{three</ul>", ["{one", "{two", "{three"]),
    # more than a list: entries with paragraphs
    (PROSE + "<ul><li><h3>{One</h3><li><h3>{Two</h3><li><h3>{Three</h3></ul>" + PROSE, ["{One"]),
    # notes of which none is kept
    ("<div class=footnotes><ol><li><p>{By ultrasound.<li><p>{Minutes.</ol></div>", ["{Minutes."]),
    # a question below which another one is kept, or nothing, or that is elsewhere
    ("<div><p>{Who pays for it?<p>And who says that he will not?</div>", ["{Who pays for it?"]),
    ("<div><p>{Who pays for it?<p>{The town pays one half of it.</div>", ["{Who pays for it?"]),
    ("<div><p>{Who pays for it?</div><div><p>The town pays one half of it.</div>",
     ["{Who pays for it?"]),
    # much below the threshold; a date; a list of links
    (f"<div>{PROSE * 3}<h3>Notes</h3><p>{{Pears work.</div>", ["{Pears work."]),
    (f"<div>{PROSE * 3}<h3>Notes</h3><p>[14 March 2025</div>", ["[14 March 2025"]),
    (f"<div>{PROSE * 3}<h3>Notes</h3><p><a href=/a>[Pears work.</a></div>", ["[Pears work."]),
    # little around it is kept
    (f"<div>{PROSE}<p>{{{'word ' * 9}</p><h3>Notes</h3><p>[Pears work.</div>", ["[Pears work."]),
])
def test_others_stay_as_they_are(page, left):
    assert not set(left) & set(kept(page))


@pytest.mark.parametrize("before, left", [("", True), ("{", False)])
def test_the_caption_of_code_is_kept_with_it(before, left):
    page = f"<figure><figcaption>{{bridge.py</figcaption><pre>{before}span = 91</pre></figure>"
    assert ("{bridge.py" in kept(page)) is left
    assert "{bridge.py" not in kept(page.replace("figure>", "section>"))


@pytest.mark.parametrize(("tabs", "left"), [(["{C", "{Go"], True), (["{C", "{Go", "{Java"], False)])
def test_tabs_of_languages_are_no_captions(tabs, left):
    page = "".join(f"<p>{tab}</p>" for tab in tabs) + "<pre>span = 91</pre>"
    assert ("{Go" in kept(f"<figure>{page}</figure>")) is left


def test_main_keeps_notes_of_which_it_would_keep_half():
    """By their words; else none of them, wherever on the page they are."""
    page = ("<p>As told.<div class=footnote><p>{}By ultrasound, at low tide.</div>"
            "<div class=footnote><p>{}Minutes.</div>")
    for before, left in (("", "{"), True), (("{", ""), False):
        texts = kept(page.format(*before), notes=0.5)
        assert len(texts) == (3 if left else 1)
        assert len(kept(page.format(*before))) == 3


def test_items_take_from_their_list():
    """Where most are dropped the one that hardly is kept goes, too; far from it they stay."""
    items = "<li>{".join(["", "a", "b", "c", "d", "e"])
    assert kept(f"<ul><li>(Views of it{items}</ul>") == []
    assert kept(f"<ul><li>Views of it{items}</ul>") == ["Views of it"]
    assert kept("<ul><li>(Views<li>{a</ul>") == ["(Views"]


ENTRIES = ["One bridge", "Two ferries", "[Three boats"]


@pytest.mark.parametrize("page, text", [
    ("<p class=entry>".join(["", *ENTRIES]), "[Three boats"),
    ("<div class=entry><p>".join(["", *(f"{text}</div>" for text in ENTRIES)]), "[Three boats"),
    ("<p class=name>{Ann</p><p>One</p><p class=name>{Bob</p><p>Two</p><p class=name>(Cy", "(Cy"),
])
def test_what_a_template_repeats_is_all_text_or_none(page, text):
    assert (text in kept(page)) != (text in kept(page, with_their_kin=True))


@pytest.mark.parametrize("pages", [
    ["<p>".join(["", *ENTRIES])],                                            # nothing has a name
    ["<p class=entry>".join(["", *ENTRIES[1:]])],                            # two of them
    ["<p class=entry>One<p class=entry>Two<h2 class=entry>[Three</h2>"],     # another kind
    ["<p class=entry>One<p class=entry>Two<p class=last>[Three"],
    ["<p class=entry>".join(["", *ENTRIES[1:]]), "<p class=entry>One"],      # on another page
    ["<p class=entry>".join(["", "{1.0", "{2.0", "Three"])],                 # these have no vote
])
def test_others_have_no_kin(pages):
    assert kept(*pages, with_their_kin=True) == kept(*pages)


@pytest.mark.parametrize(("dropped", "is_kept"), [("word " * 2, True), ("word " * 4, False)])
def test_text_below_a_heading_goes_with_what_else_is_around(dropped, is_kept):
    """Of ten words and the dropped ones, without its own."""
    page = f"<div><p>{'word ' * 9}</p><h3>Notes</h3><p>[Pears work as well.</p><p>{{{dropped}</div>"
    assert ("[Pears work as well." in kept(page)) == is_kept


def test_what_a_rule_dropped_stays_out():
    assert kept(PROSE + table(["{Side", "<p>{Holds"], ["{left", "<p>{10"])) == [
        "The old bridge stays open for twelve more years.", "{Side", "{Holds", "{left"]


def test_pages_beside_change_nothing():
    pages = [WIDE, PROSE, "", PROSE + "<ul><li>{one<li>two<li>[three</ul>" + PROSE]
    assert kept(*pages) == [text for page in pages for text in kept(page)]


def test_a_page_without_elements():
    assert kept() == []


@pytest.mark.parametrize(("words", "is_aside"), [
    ("starlight-aside x", False), ("footnote-list brackets", False), ("related-posts", True)])
def test_an_aside_that_is_part_of_the_text_is_none(words, is_aside):
    made = gathered([prepared({"html": f"<main>{PROSE}<aside class='{words}'>Mind it</aside>"})])
    features = evidence(blocks_of_pages(made, np.zeros(2))).features
    assert (features[ROW["up to aside"], 1] < features[ROW["up to aside"], 0]) == is_aside
