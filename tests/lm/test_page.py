"""Features of segments from their page: values worked by hand on one small page."""
import math

import numpy as np
import pytest

from scutch.filters.scoring.features import SETS, page_features
from scutch.lm.elements import Tree
from scutch.lm.elementwords import Pieces
from scutch.lm.perceptron.containers import NOWHERE, WORDS, Containers, groups_of, marks_of
from scutch.lm.perceptron.page import FEATURES

ELEMENTS = [["html", -1, ""], ["body", 0, "footer"], ["nav", 1, "mainMenu"], ["a", 2, ""],
            ["div", 1, "post-body"], ["h1", 4, ""], ["p", 4, ""], ["p", 4, "caption"]]
PROSE = "Ten words are what it takes to be some prose."      # 45 characters, 10 words
SEGMENTS = [
    {"text": "Home", "kind": "l", "tag": "li", "element": 3, "words": 1, "link_chars": 4},
    {"text": "Wind at Sea", "kind": "h", "tag": "h1", "element": 5, "words": 3},
    {"text": PROSE, "kind": "p", "tag": "p", "element": 6, "words": 10},
    {"text": "A sea", "kind": "p", "tag": "p", "element": 7, "words": 2, "bar": True}]


@pytest.fixture(scope="module")
def page():
    """Return {feature: its value for each segment} of the page above."""
    found = page_features({"elements": ELEMENTS}, SEGMENTS)
    return {name: [pytest.approx(value, abs=1e-9) for value in column.tolist()]
            for name, column in zip(FEATURES, found.T, strict=True)}


def test_of_the_text(page):
    assert page["log characters"] == [math.log1p(n) for n in (4, 11, 45, 5)]
    assert page["link share"] == [1, 0, 0, 0]
    assert page["words a line"] == [1, 3, 10, 2]
    assert page["stop"] == [0, 0, 1, 0]
    assert page["kind h"] == [0, 1, 0, 0] and page["tag li"] == [1, 0, 0, 0]
    assert page["bar"] == [0, 0, 0, 1]


def test_of_the_elements_around(page):
    """Words of html and body do not count; 'mainMenu' is in two groups."""
    assert page["in nav"] == [1, 0, 0, 0] and page["in article"] == [0] * 4
    assert page["in navigation"] == [1, 0, 0, 0]
    assert page["in main"] == [1, 1, 1, 1]
    assert page["in about"] == [0, 0, 0, 1]
    assert page["in footer"] == [0] * 4


def test_of_what_they_hold(page):
    """The text is 65 characters, the prose 45; the div above h1 and p holds 61."""
    assert page["share of text, 0 up"] == [4 / 65, 11 / 65, 45 / 65, 5 / 65]
    assert page["share of text, 1 up"] == [4 / 65] + [61 / 65] * 3
    assert page["share of prose, 1 up"] == [0, 1, 1, 1]
    assert page["link share, 2 up"] == [4 / 65] * 4
    assert page["log blocks, 1 up"] == [math.log(2)] + [math.log(4)] * 3


def test_of_the_candidates(page):
    """The p holds all prose; a reader mode would take its parent, the div."""
    assert page["inside deepest"] == [0, 0, 1, 0]
    assert page["inside reader's"] == [0, 1, 1, 1]
    assert page["steps below reader's"] == [1, 1 / NOWHERE, 1 / NOWHERE, 1 / NOWHERE]
    assert page["blocks from first in reader's"] == [-1 / 20, 0, 1 / 20, 2 / 20]
    assert page["blocks from last in reader's"] == [-3 / 20, -2 / 20, -1 / 20, 0]


def test_of_neighbours(page):
    assert page["link share, block -1"] == [0, 1, 0, 0]
    assert page["stop, block +1"] == [0, 1, 0, 0]
    assert page["stop, block +2"] == [1, 0, 0, 0]
    assert page["prose share, 3 blocks"] == [45 / 65] * 4


def test_groups_of_words():
    def names(words):
        found, = groups_of(Pieces([words])).tolist()
        return {name for bit, name in enumerate(WORDS) if found >> bit & 1}
    assert names("articleBody site-footer") == {"main", "footer"}
    assert names("NAV") == {"navigation"} and names("navel 2col") == {"side"}


def containers(names, parents, words):
    """Return the Containers of one page."""
    return Containers(Tree(np.array(parents), np.zeros(len(parents), int), 1),
                      marks_of(names, groups_of(Pieces(words))))


def test_what_is_within_a_group():
    some = containers(["body", "ul", "li"], [-1, 0, 1], ["comments", "comment-list", ""])
    assert some.within("comments").tolist() == [False, True, True, False]


def test_the_way_down_from_a_candidate():
    some = containers(["a"] * 5, [-1, 0, 0, 1, 3], [""] * 5)
    assert some.below(np.array([1])).tolist() == [NOWHERE, 0, NOWHERE, 1, 2, NOWHERE]
    assert set(some.below(np.array([-1])).tolist()) == {NOWHERE}


@pytest.mark.parametrize("name", SETS)
def test_anything_may_stand_in_a_record(name):
    segments = [{"text": ""}, {"text": "a\ud800", "element": True, "words": "x", "tag": [],
                               "kind": "z", "bar": 1, "link_chars": 9**99}]
    for record in ({}, {"elements": [1, [2, 3, 4], ["p", 1, "x"], ["p", -5, None]], "title": 7,
                        "doc": {"chars": -1}}, {"elements": {}}):
        found = SETS[name].of(record, segments)
        assert found.shape == (2, SETS[name].inputs)
        assert abs(found).max() < 1e3
        assert SETS[name].of(record, []).shape == (0, SETS[name].inputs)
