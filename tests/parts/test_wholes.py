"""Tables, lists, questions and headings, kept or dropped as one, by made-up values of their texts.

A text with "[" has a value a little below the threshold, with "(" a little above it, with "{" far
below, "0" at its end none; the others are kept.
"""
import re

import numpy as np
import pytest

from scutch.filters.scoring.evidenceinput import blocks_of_pages, placed_of
from scutch.lm.combine.wholes import CONTEXT, context, voted, with_lists
from scutch.lm.evidence.evidence import ROW, evidence
from utils import pages_in

PROSE = "<p>The old bridge stays open for at least twelve more years.</p>"
THREAD = "message--post"     # a word of a forum's software
VALUES = {"[": 0.45, "(": 0.55, "{": 0.1}
CUT = 0.5


def kept(*pages, posts=False):
    """Return the texts of pages that are kept, as in scope page or, with their posts, in main; a
    page is in a <div>.
    """
    made = pages_in([{"html": f"<body><div>{page}</div>"} for page in pages])
    seen = evidence(blocks_of_pages(made, np.zeros(len(made.text))))
    values = np.array([VALUES.get(text[0], 0.9) for text in made.text])
    values[[text.endswith("0") for text in made.text]] = 0.0
    placed = placed_of(made, seen, np.array([THREAD in page for page in pages], bool))
    after = with_lists(voted(values, placed, posts), np.full(len(values), CUT), placed)
    return [text for text, value in zip(made.text, after.tolist(), strict=True) if value >= CUT]


def table(*rows, cell="<td>{}"):
    return "<table>" + "".join(
        "<tr>" + "".join(cell.format(text) for text in row) for row in rows) + "</table>"


WIDE = table(["Boats in one hour", "Three of them"], ["Cars in one hour", "Forty of them"],
             ["[Year", "<p>[1990"])


@pytest.mark.parametrize("page", [
    WIDE,                                                          # the mean is above the threshold
    table(["Boats in one hour", "Three of them"], ["[Year"], ["1990", "[none"]),       # a short row
    "<dl><dt>[Length<dd>Ninety metres from one quay to the other one</dl>",
    "<ol><li>Heat the oven to 180 degrees<li>[Stir<li>Peel the apples<li>[Bake</ol>",
    "<div class=footnotes><ol><li><p>By ultrasound.<li><p>[Minutes of March, page 7.</ol></div>",
    "<p>As told.<div class=footnote><p>By ultrasound.</div><div class=footnote><p>[March.</div>",
    "<div><a href=#>{Who pays for it?</a><div><p>The town pays one half of it.</div></div>",
    "<div><button>{Кто платит?</button><p>Город платит половину этой суммы.</div>",
    "<div><h2><button>{Who pays?</button></h2><div><p>The town pays one half of it.</div></div>",
    "<div><div><h5><button>{Who pays?</button></h5></div><p>The town pays one half of it.</div>",
    table(["Group", "Members"], ["[North", table(["[Aune", "one goal"], ["Bekele", "no goal"])],
          cell="<th>{}"),                                          # titles of columns: data
    # below kept text, in its element: little is needed
    PROSE + "<ul><li>[kitchen waste<li>[garden waste<li>[paper</ul>",
    "<h2>In the bin</h2><ul><li><p>[waste<li><p>[garden waste<li><div>[paper</div></ul>",
    PROSE + "<ul>" + "<li><a href=/a>[One</a>" * 3 + "</ul>" + PROSE,
    PROSE + table(["[Side", "<p>[Holds"], ["[left", "<ul><li>[one<li>[two</ul>"]),
    PROSE + "<dl><dt>[Length<dd>[Ninety<dt>[Built<dd>[In 1911</dl>",
])
def test_things_are_kept_whole(page):
    assert [text.lstrip("[{") for text in kept(page)] == kept(re.sub(r"[\[{]", "", page))


LIST = "<ul><li>[one<li>[two<li>[three</ul>"


@pytest.mark.parametrize("page, left", [
    # far below; two items; links; long texts; dates
    (PROSE + LIST.replace("[", "{"), ["{one", "{two"]),
    (PROSE + "<ul><li>[one<li>[two</ul>", ["[one", "[two"]),
    (PROSE + "<ul><li><a href=/a>[One</a><li><a href=/b>[Two</a><li><a href=/c>[Three</a></ul>",
     ["[One"]),
    (PROSE + "<ul>" + f"<li>[{'word ' * 13}" * 3 + "</ul>", [f"[{'word ' * 13}".strip()]),
    (PROSE + "<ul><li>[1 May 2024<li>[2 May 2024<li>[3 May 2024</ul>", ["[1 May 2024"]),
    # in another element, above the prose, in a form, in a thread, without kept prose
    (f"<main><section>{PROSE}</section></main><main><section>{LIST}</section></main>", ["[one"]),
    (LIST + PROSE, ["[one"]),
    (f"<form>{PROSE}{LIST}</form>", ["[one"]),
    (f"<p class={THREAD}>Posts</p>{PROSE}{LIST}", ["[one"]),
    (f"<p>[{'word ' * 12}</p>{LIST}", ["[one"]),
    # tables for layout: one with a form; one cell a row
    (table(["Boats in one hour", "<form>Three"], ["[Year", "1990"]), ["[Year"]),
    (table(["Boats in one hour"], ["[Year"]), ["[Year"]),
    # questions below which another text is kept, or nothing, or that is elsewhere
    ("<div><p>{Who pays for it?<p>{The town pays one half of it.</div>", ["{Who pays for it?"]),
    ("<div><p>For all<p>{Who pays for it?</div><div><p>The town pays one half of it.</div>",
     ["{Who pays for it?"]),
    # the headline and a link, in boxes of their own: what is next may be another thing
    ("<div><div><h1>{Who pays?</h1></div><p>The town pays one half of it.</div>", ["{Who pays?"]),
    ("<div><div><p><a href=/a>{Who pays?</a></div><p>The town pays one half of it.</div>",
     ["{Who pays?"]),
])
def test_others_stay_as_they_are(page, left):
    assert not set(left) & set(kept(page))


@pytest.mark.parametrize(("first", "last"), [(10, 0.9), (9, 0.1)])
def test_what_one_element_hides_is_kept_together(first, last):
    """Where it has prose, of ten words; the menu beside it is another element's."""
    prose = words("Prose", first)
    made = pages_in([{"html": f"{PROSE}<div hidden><p>{prose}<p>{{More of it</div>"
                              "<ul hidden><li>{Home</ul>"}])
    assert made.hidden.tolist() == [False, True, True, True]
    seen = evidence(blocks_of_pages(made, np.zeros(4)))
    placed = placed_of(made, seen, np.zeros(1, bool))
    after = voted(np.array([0.9, 0.9, 0.1, 0.1]), placed)
    assert after.round(6).tolist() == [0.9, 0.9, last, 0.1]


def test_all_notes_of_a_page_vote_together():
    """Wherever on the page they are."""
    page = ("<p>As told.<div class=footnote><p>{}By ultrasound, at low tide.</div>"
            "<div class=footnote><p>{}Minutes.</div>")
    for before, left in (("", "["), 3), (("{", ""), 1):
        assert len(kept(page.format(*before))) == left


def test_items_take_from_their_list():
    """Where most are dropped the one that hardly is kept goes, too; far from it they stay."""
    items = "<li>{".join(["", "a", "b", "c", "d", "e"])
    assert kept(f"<ul><li>(Views of it{items}</ul>") == []
    assert kept(f"<ul><li>Views of it{items}</ul>") == ["Views of it"]


ENTRIES = ["One bridge", "Two ferries", "[Three boats"]


@pytest.mark.parametrize("page, text", [
    ("<p class=entry>".join(["", *ENTRIES]), "[Three boats"),
    ("<div class=entry><p>".join(["", *(f"{text}</div>" for text in ENTRIES)]), "[Three boats"),
    ("".join(f"<div class=entry id=e{number}><p>{text}</div>"
             for number, text in enumerate(ENTRIES)), "[Three boats"),
    ("<p class=name>{Ann</p><p>One</p><p class=name>{Bob</p><p>Two</p><p class=name>(Cy", "(Cy"),
])
def test_what_a_template_repeats_is_all_text_or_none(page, text):
    assert (text in kept(page)) != (text in kept(re.sub(" (class|id)=[a-z0-9]+", "", page)))


def test_long_posts_are_all_text_or_none_in_main():
    page = "<p class=post>".join(["", *(f"{text}{' word' * 16}" for text in ENTRIES)])
    assert [len(kept(page, posts=posts)) for posts in (False, True)] == [2, 3]


@pytest.mark.parametrize("pages", [
    ["<p>".join(["", *ENTRIES])],                                            # nothing has a name
    ["<p class=entry>".join(["", *ENTRIES[1:]])],                            # two of them
    ["<p class=entry>One<p class=entry>Two<h2 class=entry>[Three</h2>"],     # another kind
    ["<p class=entry>One<p class=entry>Two<p class=last>[Three"],
    ["<p class=entry>".join(["", *ENTRIES[1:]]), "<p class=entry>One"],      # on another page
    ["<p class=entry>".join(["", "{1.0", "{2.0", "Three"])],                 # these have no vote
])
def test_others_have_no_kin(pages):
    with_posts = kept(*pages, posts=True)
    assert with_posts == kept(*(page.replace("class=", "data-class=") for page in pages))


def test_what_a_rule_dropped_stays_out():
    assert kept(table(["Side", "<p>Holds"], ["[left", "<p>{10"])) == ["Side", "Holds", "[left"]


def test_pages_beside_change_nothing():
    pages = [WIDE, PROSE, "", PROSE + "<ul><li>{one<li>two<li>[three</ul>" + PROSE]
    assert kept(*pages) == [text for page in pages for text in kept(page)]


def test_a_page_without_elements():
    assert kept() == []


@pytest.mark.parametrize(("words", "is_aside"), [
    ("starlight-aside x", False), ("footnote-list brackets", False), ("related-posts", True),
    ("portable-infobox pi-theme", False), ("infobox", False)])
def test_an_aside_that_is_part_of_the_text_is_none(words, is_aside):
    made = pages_in([{"html": f"<main>{PROSE}<aside class='{words}'>Mind it</aside>"}])
    features = evidence(blocks_of_pages(made, np.zeros(2))).features
    assert (features[ROW["up to aside"], 1] < features[ROW["up to aside"], 0]) == is_aside


@pytest.mark.parametrize(("tag", "is_aside"), [("h1", False), ("h2", True)])
def test_an_aside_with_the_headline_is_the_article(tag, is_aside):
    made = pages_in([{"html": f"<main><aside><{tag}>Mind it</{tag}>{PROSE}</aside>{PROSE}</main>"}])
    steps = evidence(blocks_of_pages(made, np.zeros(3))).features[ROW["up to aside"]]
    assert (steps[0] < steps[2]) == is_aside


def test_the_second_look_sees_what_the_first_says_of_texts_around():
    """A list of values 0.9 and 0.1 below prose, which is all text of the page, and a menu."""
    made = pages_in([{"html": "<nav>Go to all of the other pages here</nav><main>"
                              f"{PROSE}<ul><li>Salt<li>Oil</ul></main>"}])
    seen = evidence(blocks_of_pages(made, np.zeros(4)))
    main = np.array([0, 0.9, 0.9, 0.1])
    placed = placed_of(made, seen, np.zeros(1, bool))
    rows = context({"main": main, "page": main}, placed, seen.features)
    found = dict(zip(CONTEXT, rows.astype(float).round(2).tolist(), strict=True))
    odds = round(float(np.log(9)), 2)
    assert found["outer mean"] == [-5.29, odds, 0, 0]
    assert found["inner log count"] == [0, 0, 1.1, 1.1]
    assert found["main of prose before"] == [-5.29, -5.29, odds, odds]
    assert found["main of prose after"] == [odds, odds, odds, -odds]
    assert found["steps in text"] == [-1, 1, 2, 2]
    assert found["best of page"] == [0.9] * 4


# ---------- the limits of what is kept whole: what lies just at each, and just beyond it

def words(first, count):
    """Return a text of so many words, whose value is that of the first: see test_wholes."""
    return " ".join([first, *["word"] * (count - 1)])


def test_kin_go_four_fifths_of_the_way_to_their_mean():
    """Log-odds 2, 2 and -1 become 1.2, 1.2 and 0.6: their mean is 1."""
    odds = np.array([2.0, 2, -1])
    made = pages_in([{"html": "<p class=entry>One".join(["", *"abc"])}])
    seen = evidence(blocks_of_pages(made, np.zeros(3)))
    placed = placed_of(made, seen, np.zeros(len(made), bool))
    after = voted(1 / (1 + np.exp(-odds)), placed)
    assert np.log(after / (1 - after)).round(6).tolist() == [1.2, 1.2, 0.6]


def test_items_go_half_of_the_way_to_the_mean_of_their_list(monkeypatch):
    """Three of as many words, log-odds 1.2, 1.2 and -x: the last becomes 0.4 - 2 / 3 x."""
    page = "<ul><li>+Views of it<li>+Views of it<li>-Views of it</ul>"
    for odds, is_kept in (-0.55, True), (-0.65, False):
        monkeypatch.setitem(VALUES, "+", 1 / (1 + np.exp(-1.2)))
        monkeypatch.setitem(VALUES, "-", 1 / (1 + np.exp(-odds)))
        assert ("-Views of it" in kept(page)) == is_kept


@pytest.mark.parametrize(("count", "is_kept"), [(15, True), (16, False)])
def test_texts_that_vote_have_fifteen_words_in_the_mean(count, is_kept):
    text, last = words("Side", 15), words("[Side", count)
    for page in (table([text, f"<p>{text}"], [text, f"<p>{last}"]),
                 f"<dl><dt>{text}<dd>{last}<dt>{text}<dd>{text}</dl>"):
        assert (last in kept(page)) == is_kept


@pytest.mark.parametrize(("count", "is_kept"), [(25, True), (26, False)])
def test_a_question_has_twenty_five_words(count, is_kept):
    question = words("(Who", count) + "?"
    page = f"<div><p>{question}<p>{{The town pays one half of it.</div>"
    assert (question in kept(page)) == (not is_kept)
