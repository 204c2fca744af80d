"""The limits of scutch-meta: what lies just within each, and just beyond it."""
import json

import pytest

from scutch.filters.html.guard.openings import opened
from scutch.filters.meta import meta
from scutch.filters.metadata import choice, isodates, jsonld, pagefacts, personnames
from scutch.filters.metadata.head import head_of
from scutch.filters.metadata.inbody import Asides

PROSE = ("Wind farms at sea turn day and night, and nobody on the beach can tell from which of "
         "them the power in the kettle comes.")
WORDS = "alder birch cedar"


def of_page(page):
    return meta({"html": page})[0]["meta"]


def of_lines(*lines, title="Wind at sea", **headings):
    """Return the `meta` of lines of text; the one that is the title is a heading."""
    segments = [{"text": line, "element": 1 if line == title else 2} for line in lines]
    return meta({"title": title, "elements": [["body", -1, ""], ["h1", 0, ""], ["p", 0, ""]],
                 "segments": segments} | headings)[0]["meta"]


def below(*lines):
    """Return the `meta` of lines between a headline and text."""
    return of_lines("Wind at sea", *lines, PROSE)


@pytest.mark.parametrize("title, site, host, rest", [
    ("Wind | Post", "The Post", "", "Wind"),
    ("Wind | Sea", "Seaside News", "", "Wind | Sea"),        # three letters are in many names
    ("Wind | BBC", "", "bbc.co.uk", "Wind"),
    ("Wind | UK", "", "ukpaper.org", "Wind | UK"),
    ("Wind | Post online", "Post", "", "Wind"),
    ("Wind | Sea stories", "Sea", "", "Wind | Sea stories"),
    ("Wind | The Paper everybody", "The Paper", "", "Wind"),
    ("Wind | The Paper everywhere", "The Paper", "", "Wind | The Paper everywhere"),
    ("W" * 998 + " | The Paper", "The Paper", "", "W" * 998),
    ("W" * 999 + " | The Paper", "The Paper", "", "W" * 999 + " | The Paper")])
def test_a_part_of_a_title_is_the_name_of_the_site(title, site, host, rest):
    assert pagefacts.without_site(title, site, host) == rest


@pytest.mark.parametrize("lines, is_read", [
    (["By Lee |" + " x" * 5], True), (["By Lee |" + " x" * 6], False),
    (["By", "Lee |" + " x" * 6], True), (["By", "Ann Lee |" + " x" * 6], False)])
def test_a_short_byline_names_whoever_it_is(lines, is_read):
    """A longer one says "by wind" in passing, and must name a person."""
    assert ("authors" in below(*lines)) is is_read


def test_an_author_whom_comments_and_teasers_alone_show_is_none():
    """The element with the name is among them, but the tags do not say so."""
    elements = [["body", -1, ""], ["p", 0, ""], ["div", 0, "comments"], ["div", 0, "teaser"]]
    segments = [{"text": PROSE, "element": 1}, {"text": "Ann Lee", "element": 2},
                {"text": "Of Ann Lee and wind", "element": 3}]
    record = {"html": "<b class=author>Ann Lee</b>", "elements": elements, "segments": segments}
    assert "authors" not in meta(record)[0]["meta"]
    segments[2]["element"] = 1
    assert meta(record)[0]["meta"]["authors"] == ["Ann Lee"]


@pytest.mark.parametrize("line, is_read", [
    (f"{WORDS} elm", True), (f"{WORDS} elm oak", False),
    ((f"{WORDS} fir " * 14)[:300], True), ((f"{WORDS} fir " * 14)[:301], False)])
def test_a_line_with_three_of_four_words_of_the_title_stands_for_a_headline(line, is_read):
    """No line is a heading: a byline is looked for below this one, if it is no paragraph."""
    title = f"{WORDS} fir"
    assert ("authors" in of_lines("Town", line, "By Ann Lee", PROSE, title=title)) is is_read


def test_a_heading_has_three_lines_at_most():
    segments = [{"text": text, "element": 1} for text in ["Wind", "at", "sea", "now"]]
    assert of_lines(segments=segments) == {"title": "Wind at sea", "from": {"title": "headline"}}


@pytest.mark.parametrize("above, inside, source", [
    (99, 0, "headline"), (100, 0, ""), (0, 199, "headline"), (0, 200, "")])
def test_headings_that_are_read(above, inside, source):
    """A list of articles has a heading for each; a page that is one heading has no other parts."""
    elements = [["body", -1, ""], *[["h1", 0, ""]] * (above + 1), *[["b", above + 1, ""]] * inside]
    segments = [{"text": "Farms", "element": place} for place in range(1, above + 1)]
    of_page = of_lines(elements=elements, segments=[
        *segments, {"text": "Wind at sea", "element": len(elements) - 1}])
    assert of_page["from"].get("title", "") == source


def test_the_start_of_a_long_title_is_read():
    assert head_of(opened(f"<title>{'x' * 3000}</title>")).title == "x" * 2000


def test_how_many_tags_of_a_kind_are_read():
    head = head_of(opened("<h1>Wind</h1>" * 9 + "<script type=ld+json>{}</script>" * 50))
    assert (len(head.headings), len(head.scripts)) == (5, 40)


@pytest.mark.parametrize("size, is_read", [(1 << 19, True), ((1 << 20) + 1, False)])
def test_a_script_is_a_megabyte_at_most(size, is_read):
    head = head_of(opened(f"<script type=ld+json>{' ' * size}</script>"))
    assert any(head.scripts) is is_read


@pytest.mark.parametrize("before, is_read", [
    ("<meta name=a content=b>" * 1999, True), ("<meta name=a content=b>" * 2000, False),
    (f"<meta name=a content='{'x' * 9_980}'>" * 49, True),
    (f"<meta name=a content='{'x' * 9_980}'>" * 51, False)])
def test_how_many_tags_are_read(before, is_read):
    assert ("authors" in of_page(before + "<meta name=author content='Ann Lee'>")) is is_read


@pytest.mark.parametrize("before, chars, is_held", [
    ("", 398, True), ("", 397, False),           # with the heading 400, and a blank
    ("x" * 400 + "<b>" * 6500, 0, True), ("x" * 400 + "<b>" * 6700, 0, False)])
def test_comments_are_below_text(before, chars, is_held):
    """A thread has comments alone: they are the page's own."""
    page = f"<h1>W</h1>{before}{'x' * chars}<div class=comments>".encode()
    assert Asides(page, 4).hold(len(page) - 1) is is_held


@pytest.mark.parametrize("size, is_held", [(49, True), (50, False)])
def test_an_aside_is_less_than_half_of_the_page(size, is_held):
    page = f"<div class=sidebar>{'x' * (size - 19)}</div>".encode().ljust(100)
    assert Asides(page, -1).hold(20) is is_held


def test_asides_are_among_the_first_hundred_thousand_tags():
    page = b"<b>" * 99_999 + b"<div class=comments>x</div><div class=comments>x</div>"
    asides = Asides(page, -1)
    assert (asides.hold(len(page) - 34), asides.hold(len(page) - 7)) == (True, False)


@pytest.mark.parametrize("articles, is_held", [(90, True), (97, False)])
def test_four_megabytes_are_looked_through_for_the_ends_of_asides(articles, is_held):
    """That of each open article is looked for up to the end of the page."""
    page = b"<article>" * articles + b"x" * 45_000 + b"<div class=comments>"
    assert Asides(page, -1).hold(len(page) - 1) is is_held


@pytest.mark.parametrize("field, value, result", [
    ("description", "x" * 3000, "x" * 2000), ("tags", "x" * 200, ["x" * 100]),
    ("tags", ",".join(map(str, range(60))), list(map(str, range(50)))),
    ("language", "x" * 35, "x" * 35), ("language", "x" * 36, "")])
def test_values_are_cut(field, value, result):
    assert choice.normal(field, value) == result


@pytest.mark.parametrize("text, month_first, day", [
    ("x" * 69 + " 7 May 2024", False, "2024-05-07"), ("x" * 70 + " 7 May 2024", False, ""),
    ("7 May 1990", False, "1990-05-07"), ("7 May 1989", False, ""),
    ("5/13/2024", False, "2024-05-13"), ("5/12/2024", False, "2024-12-05"),
    ("12/5/2024", True, "2024-12-05"), ("13/5/2024", True, "2024-05-13")])
def test_days_that_may_be_of_a_page(text, month_first, day):
    assert isodates.written(text, month_first) == day


@pytest.mark.parametrize("text, day", [("1.2.90", "1990-02-01"), ("1.2.89", "2089-02-01")])
def test_years_of_two_digits_are_of_the_web(text, day):
    assert isodates.short(text) == day


@pytest.mark.parametrize("before, objects", [(1 << 19, 2000), (1 << 20, 0)])
def test_so_many_objects_and_characters_of_json_ld_are_read(before, objects):
    scripts = [" " * before, json.dumps([{"@type": "A"}] * 2010)]
    assert len(jsonld.objects_in(scripts)[0]) == objects


@pytest.mark.parametrize("values, names", [
    ([f"Ann Lee{number}" for number in range(40)], 30),
    ([", ".join(f"Ann Lee{number}" for number in range(40))], 30),
    ([" " * 993 + "Ann Lee"], 1), ([" " * 1000 + "Ann Lee"], 0),
    (["A" * 60], 1), (["A" * 61], 0), (["Ab"], 1), (["A"], 0),
    (["Ann Bea Cleo Dora Eva Lee"], 1), (["Ann Bea Cleo Dora Eva Fay Lee"], 0)])
def test_names_of_authors_are_few_and_short(values, names):
    assert len(personnames.authors_of(values)) == names


@pytest.mark.parametrize("name, is_one", [
    ("Ann Lee", True), ("Lee", False), ("Ann Bea Maria van Lee", True),
    ("Ann Bea Maria Eva van Lee", False)])
def test_a_person_has_two_to_five_names(name, is_one):
    assert personnames.is_person(name) is is_one


@pytest.mark.parametrize("before, after, is_read", [
    (0, 99_900, True), (0, 100_000, False), (2, 0, True), (3, 0, False)])
def test_a_licence_is_in_the_footer(before, after, is_read):
    """Of the first links to Creative Commons there: others are those of pictures."""
    link = "//creativecommons.org/licenses/by/4.0/"
    page = "creativecommons.org/".ljust(120) * before + link + "x" * after
    assert bool(pagefacts.licence_in(page.encode())) is is_read
