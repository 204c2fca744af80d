"""Roles: by names of elements, where regions end, and a bound on the work for a page."""
import time

import pytest

from scutch.filters.roles.headlines import headline, line_of
from scutch.filters.roles.lines import is_byline, is_credit
from scutch.filters.roles.names import ROLES, role_of
from scutch.filters.roles.page import roles
from scutch.filters.roles.regions import above, ends_of, sums_of

PROSE = "The council has voted for the new bridge, which will stand by the old mill from next year."
ELEMENTS = [("body", -1, ""), ("div", 0, "page"), ("div", 1, ""), ("p", 2, ""), ("div", 1, ""),
            ("p", 4, "")]


@pytest.mark.parametrize("name, words, role", [
    ("div", "comment-list", "comment"), ("div", "sidebar-left", "side"),
    ("nav", "toc", "navigation"), ("div", "articleBody", ""), ("html", "nav-open", ""),
    ("div", "cookieBanner", "notice"), ("form", "comments", "form"),
    ("figcaption", "widget", "caption"), ("div", "recommended", "teaser"),
])
def test_names(name, words, role):
    assert role_of(name, words) == role


def test_sums_and_ends():
    parents = [parent for _, parent, _ in ELEMENTS]
    assert sums_of(parents, [3, 5, -1], [7, 2, 1]) == [9, 9, 7, 7, 2, 2, 10]
    assert ends_of(parents) == [5, 5, 3, 3, 5, 5]
    assert above(3, parents) == {0, 1, 2, 3}


def page(*lines, elements=ELEMENTS, title=""):
    """Return the roles of lines (text, element, fields of the segment)."""
    segments = [{"text": text, "kind": "p", "element": element, **more}
                for text, element, more in lines]
    return roles(segments, *zip(*elements, strict=True), [one["element"] for one in segments],
                 title)


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
    lines = [line_of({"text": text}) for text in
             ("The Daily Mill", "Council votes for bridge", "By A. Reporter", PROSE)]
    assert headline(lines, "Council votes for bridge - The Daily Mill") == 1
    assert headline(lines[:1], "") == -1
    assert headline([], "Title") == -1


@pytest.mark.parametrize("text, yes", [
    ("Posted 12 May 2011 at 9:30", True), ("von Anna Muster", True), ("Updated the menu", False),
    ("Bypass opens", False), ("2008年1月 東京", True)])
def test_bylines(text, yes):
    assert is_byline(text, len(text.split())) is yes


def test_credits():
    assert is_credit("The mill in 1910 (AP Photo)", 6)
    assert not is_credit("A photo is worth a thousand words.", 7)


def test_every_line_has_a_role_and_many_headings_take_no_time():
    lines = [("12 comments", 5, {})] * 8000
    began = time.process_time()
    found = page(*lines, (PROSE, 3, {}))
    assert set(found) <= set(ROLES)
    assert time.process_time() - began < 20      # 1 or 2 s; quadratic time would be minutes
    assert page() == []
