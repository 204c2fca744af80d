"""The features of perceptrons: what is among them, and anything that may stand in a record."""
import numpy as np
import pytest

from scutch.filters.columns.fromrecords import pages_of
from scutch.filters.scoring.featuresets import SETS
from scutch.lm.evidence.evidence import EVIDENCE, GROUPS
from scutch.lm.perceptron.web import FEATURES, OF

PAGE = {"elements": [["html", -1, ""], ["body", 0, "footer"], ["nav", 1, "mainMenu"],
                     ["div", 1, "post-body"], ["p", 3, ""]]}
SEGMENTS = [{"text": "Home", "kind": "l", "tag": "nav", "element": 2, "words": 1, "link_chars": 4},
            {"text": "Ten words are what it takes to be some prose.", "kind": "p", "tag": "p",
             "element": 4, "words": 10}]


def test_none_is_of_the_whole_page():
    """With those a network recognises the crawl that it was trained on."""
    assert not {"page", "place", "charlm"} & set(OF)
    assert not set(FEATURES) & set(GROUPS["page"] + GROUPS["place"])
    assert set(FEATURES) < set(EVIDENCE)


def test_values_of_a_small_page():
    pages = pages_of([{**PAGE, "segments": SEGMENTS}])
    found = dict(zip(FEATURES, SETS["web"].of(pages).T.tolist(), strict=True))
    assert found["link share"] == [1, 0] and found["stop"] == [0, 1]
    assert found["up to nav"] == [0, 12] and found["up to words of navigation"] == [0, 12]
    assert found["up to words of main"] == [0, 1]        # mainMenu, post-body
    assert found["up to words of footer"] == [12, 12]    # of body, which is the whole page
    assert found["log words"] == pytest.approx(np.log1p([1, 10]))


@pytest.mark.parametrize("name", SETS)
def test_anything_may_stand_in_a_record(name):
    segments = [{"text": ""}, {"text": "a\ud800", "element": True, "words": "x", "tag": [],
                               "kind": "z", "bar": 1, "link_chars": 9**99}]
    for record in ({}, {"elements": [1, [2, 3, 4], ["p", 1, "x"], ["p", -5, None]], "title": 7,
                        "doc": {"chars": -1}}, {"elements": {}}):
        found = SETS[name].of(pages_of([{**record, "segments": segments}]))
        assert found.shape == (2, SETS[name].inputs)
        assert abs(found).max() < 1e3
        assert SETS[name].of(pages_of([{**record, "segments": []}])).shape == (0, SETS[name].inputs)
