"""The measures: worked by hand, in extreme cases, and in relation to each other."""

import pytest

from scutch.lm.gold import measures
from scutch.lm.gold.measures import MEASURES, score, summary

GOLD = {"text": "The end of tea?\nPrices fell, they say.",
        "segments": [{"kind": "h", "text": "The end of tea?"},
                     {"kind": "p", "text": "Prices fell, they say."}],
        "with": ["end  of tea", "say. Login"], "without": ["Login", "Register"]}


def test_worked_by_hand():
    scores, counts = score(["Home", "The end of tea?", "Prices fell , they", "Login"], GOLD)
    # words: Home The end of tea? Prices fell they Login | The end of tea? Prices fell, they say.
    assert counts == {
        "evert": (6, 10, 8),       # white-space words: the comma is one, "fell" is not "fell,"
        "align": (6, 9, 8),
        "seg": (2, 4, 2),
        "bow": (7, 9, 8),          # \w+ tokens: fell is fell
        "snippets": (1, 1, 1, 1),
    }
    assert scores["align_p"] == pytest.approx(100 * 6 / 9)
    assert scores["align_r"] == 75
    assert scores["align_f"] == pytest.approx(2 * 66.6666666 * 75 / 141.6666666)
    assert scores["lev_words"] == pytest.approx(100 * (1 - 3 / 9))


@pytest.mark.parametrize("text, gold, percent", [
    ("", "", 100), ("", "Tea.", 0), ("Tea.", "", 0), ("Tea.", "Tea.", 100), ("* | *", "", 100)])
def test_ends(text, gold, percent):
    scores, _ = score([text], {"text": gold}, ["align", "bow", "lev_words"])
    assert set(scores.values()) == {percent}


def test_segments_without_words_have_no_breaks():
    assert measures.breaks(["Tea", "* * *", "", "Coffee"], ["Tea", "Coffee"]) == (2, 2, 2)
    assert measures.breaks([], ["Tea"]) == (0, 0, 1)


def test_a_break_counts_only_where_the_words_after_it_are_aligned():
    # "a" begins a segment in both, but the alignment pairs the gold's with the one in the middle
    assert measures.breaks(["a x", "a b c"], ["a b c"]) == (1, 2, 1)
    assert measures.breaks(["x a b c"], ["a b c"]) == (0, 1, 1)


def test_what_the_gold_lacks_is_not_measured():
    assert score(["Tea"], {"text": None, "with": ["Tea"]}) == ({}, {"snippets": (1, 0, 0, 0)})
    assert set(score(["Tea"], {"text": "Tea"})[1]) == {"evert", "align", "bow"}


def test_chosen_measures_alone():
    for name in MEASURES:
        scores, counts = score(["Tea"], GOLD, [name])
        assert {key.removesuffix("_p").removesuffix("_r").removesuffix("_f")
                for key in [*scores, *counts]} == {name}


def test_summary():
    def page(f, counts, **gold):
        return gold, {"bow_f": f}, {"bow": counts}

    found = summary([page(100, (4, 4, 4), coverage=1.0, page_type="forum", lang="ja"),
                     page(50, (1, 2, 2), coverage=0.5, page_type="article", lang=None),
                     page(0, (0, 6, 2), coverage=0.49, page_type="article", lang="ja"),
                     page(30, (0, 0, 0))])
    assert (found["pages"], found["reachable_pages"]) == (4, 2)
    assert found["mean"] == {"bow_f": 45}
    assert found["median"] == {"bow_f": 40}
    assert found["reachable"] == {"bow_f": 75}
    assert found["micro"] == {"bow_p": 100 * 5 / 12, "bow_r": 62.5, "bow_f": 50}
    assert found["bow_f_by_type"] == {"article": {"pages": 2, "mean": 25},
                                      "forum": {"pages": 1, "mean": 100}}
    assert found["bow_f_by_lang"] == {"ja": {"pages": 2, "mean": 50}}


def test_summary_of_snippets():
    found = summary([({}, {}, {"snippets": (3, 1, 1, 1)}), ({}, {}, {"snippets": (0, 2, 0, 2)})])
    assert found["mean"] == {}
    assert found["micro"] == {
        "snippets_p": 75, "snippets_r": 50, "snippets_f": 60,
        "snippets_acc": 60, "snippets_absent": 75}
