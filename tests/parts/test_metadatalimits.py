"""The limits of scutch-meta: what lies just within each, and just beyond it."""
import json

import pytest

from scutch.filters.meta import meta
from scutch.filters.metadata import head, pagefacts
from scutch.filters.metadata.inbody import Asides


def of_page(page):
    return meta({"html": page})[0]["meta"]


def of_lines(*lines, title="Wind at sea", **headings):
    """Return the `meta` of lines of text; the one that is the title is a heading."""
    segments = [{"text": line, "element": 1 if line == title else 2} for line in lines]
    return meta({"title": title, "elements": [["body", -1, ""], ["h1", 0, ""], ["p", 0, ""]],
                 "segments": segments} | headings)[0]["meta"]


@pytest.mark.parametrize("above, inside, source", [
    (99, 0, "headline"), (100, 0, ""), (0, 199, "headline"), (0, 200, "")])
def test_headings_that_are_read(above, inside, source):
    """A list of articles has a heading for each; a page that is one heading has no other parts."""
    elements = [["body", -1, ""], *[["h1", 0, ""]] * (above + 1), *[["b", above + 1, ""]] * inside]
    segments = [{"text": "Farms", "element": place} for place in range(1, above + 1)]
    of_page = of_lines(elements=elements, segments=[
        *segments, {"text": "Wind at sea", "element": len(elements) - 1}])
    assert of_page["from"].get("title", "") == source


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


@pytest.mark.parametrize("before, objects", [(1 << 19, 2000), (1 << 20, 0)])
def test_so_many_objects_and_characters_of_json_ld_are_read(before, objects):
    scripts = [" " * before, json.dumps([{"@type": "A"}] * 2010)]
    assert len(head.objects_in(scripts)[0]) == objects


@pytest.mark.parametrize("before, after, is_read", [
    (0, 99_900, True), (0, 100_000, False), (2, 0, True), (3, 0, False)])
def test_a_licence_is_in_the_footer(before, after, is_read):
    """Of the first links to Creative Commons there: others are those of pictures."""
    link = "//creativecommons.org/licenses/by/4.0/"
    page = "creativecommons.org/".ljust(120) * before + link + "x" * after
    assert bool(pagefacts.licence_in(page.encode())) is is_read
