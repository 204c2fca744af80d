"""The features of blocks: pages together give the same as each alone; values of a small page."""
import math

import numpy as np
import pytest

from scutch.filters.columns.fromrecords import pages_of
from scutch.filters.scoring.evidenceinput import blocks_of_pages
from scutch.lm.evidence.evidence import EVIDENCE, evidence

PROSE = ("It is a long paragraph, with commas and all, that nobody would take for a menu of the "
         "site, since it goes on and on until it ends.")
ARTICLE = {
    "title": "Wind farms of the north",
    "elements": [["html", -1, ""], ["body", 0, "home"], ["nav", 1, "main-menu"], ["ul", 2, ""],
                 ["li", 3, ""], ["li", 3, ""], ["li", 3, ""], ["article", 1, "post"],
                 ["h1", 7, ""], ["p", 7, ""], ["p", 7, ""], ["div", 1, "onetrust-banner"]],
    "segments": [
        *({"text": text, "kind": "l", "tag": "li", "element": 4 + place, "words": 1, "links": 1,
           "link_chars": len(text), "link_words": 1} for place, text in enumerate(
               ("Home", "News", "About"))),
        {"text": "Wind farms", "kind": "h", "tag": "h1", "element": 8, "words": 2,
         "link_chars": 0},
        {"text": PROSE, "kind": "p", "tag": "p", "element": 9, "words": 28, "link_chars": 0},
        {"text": PROSE.replace("menu", "list"), "kind": "p", "tag": "p", "element": 10,
         "words": 28, "link_chars": 0},
        {"text": "We value your privacy on 3.10.2019", "kind": "p", "tag": "div", "element": 11,
         "words": 6, "link_chars": 0}]}
BARE = {"segments": [{"text": "Nothing is known of it."}, {"text": ""}]}
TEXT = {"segments": [{"text": PROSE, "words": 28}] * 3}
EMPTY = {"elements": [["body", -1, ""]], "segments": []}


def of(*records):
    """Return the Evidence of records, charlm 0.25 throughout."""
    pages = pages_of(records)
    return evidence(blocks_of_pages(pages, np.full(len(pages.text), 0.25)))


def row(found, name):
    return found.features[EVIDENCE.index(name)].tolist()


@pytest.mark.parametrize("others", [[EMPTY], [BARE, EMPTY], [ARTICLE], [EMPTY, BARE, ARTICLE],
                                    [TEXT, ARTICLE, BARE]])
def test_pages_together_are_as_each_alone(others):
    alone = [of(record).features for record in (*others, ARTICLE, BARE)]
    together = of(*others, ARTICLE, BARE).features
    assert np.array_equal(np.concatenate(alone, 1), together)


def test_numbers_are_finite_and_named_once():
    assert np.isfinite(of(ARTICLE, BARE, EMPTY).features).all()
    assert len(set(EVIDENCE)) == len(EVIDENCE)


def test_what_a_small_page_says():
    found = of(ARTICLE)
    assert row(found, "up to nav") == [2, 2, 2, 12, 12, 12, 12]
    assert row(found, "up to words of notice")[-1] == 0
    assert row(found, "up to words of article")[4] == 1
    assert row(found, "sisters level")[:4] == [0, 0, 0, 9]
    assert row(found, "link share, 1 up")[0] == 1
    assert row(found, "reader steps") == [-1, -1, -1, 1, 1, 1, -1]
    assert row(found, "article steps") == [-1, -1, -1, 1, 1, 1, -1]
    assert row(found, "heading level")[3] == 1
    assert found.headline.tolist() == [3]
    assert row(found, "date") == [0, 0, 0, 0, 0, 0, 1]
    assert row(found, "path log count") == pytest.approx(
        [math.log(4)] * 3 + [math.log(2)] + [math.log(3)] * 2 + [math.log(2)])
    assert row(found, "headline steps") == [-2, -2, -2, 0, -1, -1, -2]
    assert row(found, "share of prose with headline")[3:6] == pytest.approx([0, 1, 1])
    assert row(found, "since heading")[4:] == [1, 2, 3]
    assert row(found, "bte from first")[4] == 0 == row(found, "bte from last")[5]
    assert row(found, "topic")[4] > 0.8 > row(found, "topic")[6]
    assert row(found, "charlm") == [0.25] * 7


def test_no_page_and_no_block():
    assert of(EMPTY).features.shape == (len(EVIDENCE), 0)
