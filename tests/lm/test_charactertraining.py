"""Training: folds by site, counts, rates of change, F and cross-entropy worked by hand."""
import math
import random

import numpy as np
import pytest

from plain import as_dict
from scutch.lm.characters.alphabets import Alphabet
from scutch.lm.characters.charactertraining import (
    LabelledTexts,
    change_rates,
    counts_of,
    cross_entropy,
    train,
)
from scutch.lm.characters.ngrams import CharacterCounts
from scutch.lm.crossvalidation import folds_of, mean_f
from scutch.lm.pagecontext import FAR, UNKNOWN

STANDARD = Alphabet("standard")


def page(*segments, group="a", gold=None, links=True):
    """Return the LabelledTexts of segments (text, share kept)."""
    texts = [text for text, _ in segments]
    words = np.array([len(text.split()) for text in texts])
    kept = np.array([share for _, share in segments], float)
    gold = gold if gold is not None else [text for text, share in segments if share >= 0.5]
    return LabelledTexts(
        texts=texts, link_densities=[0.0] * len(texts) if links else None,
        distances=[UNKNOWN] + [1] * (len(texts) - 1), words=words, kept=kept,
        shown=np.ones(len(texts), bool), gold=gold,
        gold_words=sum(len(line.split()) for line in gold), group=group)


# --- folds ----------------------------------------------------------------------------------

def test_folds_keep_groups_together_and_are_even():
    pages = [page(("x", 1), group=f"site {i % 23}") for i in range(200)]
    fold = folds_of(pages, 10, seed=0)
    of_group = {}
    for one, f in zip(pages, fold, strict=True):
        assert of_group.setdefault(one.group, f) == f
    sizes = np.bincount(list(of_group.values()))
    assert len(sizes) == 10 and sizes.min() == 2 and sizes.max() == 3
    assert (folds_of(pages, 10, seed=0) == fold).all()
    assert (folds_of(pages, 10, seed=1) != fold).any()
    # the fold of a site does not depend on the order of the pages
    assert (folds_of(pages[::-1], 10, seed=0)[::-1] == fold).all()


def memorable(group_of):
    """Return pairs of pages of equal random text: labels that can be memorised but not learnt."""
    rng = random.Random(5)
    pages = []
    for number in range(40):
        segments = [("".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=60)), rng.random() < 0.5)
                    for _ in range(20)]
        pages += [page(*segments, group=group_of(number, copy)) for copy in range(2)]
    return pages


def test_no_page_is_judged_by_what_its_site_has_taught():
    by_site = train(memorable(lambda number, copy: f"{number}"), STANDARD, 4, 0.5, folds=5)[1]
    by_page = train(memorable(lambda number, copy: f"{number} {copy}"), STANDARD, 4, 0.5,
                    folds=5)[1]
    assert by_page["alone"] > 85, "the copy in another fold gives all away"
    assert by_site["alone"] < by_site["all text"] + 5


# --- counts ---------------------------------------------------------------------------------

def test_what_is_counted():
    pages = [page(("ab", 1), ("cd", 0), ("e f", 0.5), ("g h", 0.4), ("***", 1), group="a",
                  gold=["ab", "e"])]
    pages[0].words[4] = 0                               # a segment without words has no label
    clean, other = counts_of(pages, STANDARD, 2, "labels")
    assert as_dict(clean, 2) == as_dict(CharacterCounts.of(["ab", "e f"], STANDARD, 2), 2)
    assert as_dict(other, 2) == as_dict(CharacterCounts.of(["cd", "g h"], STANDARD, 2), 2)
    clean, other = counts_of(pages, STANDARD, 2, "differential")
    assert as_dict(clean, 2) == as_dict(CharacterCounts.of(["ab", "e"], STANDARD, 2), 2)
    assert as_dict(other, 2) == as_dict(CharacterCounts.of(pages[0].texts, STANDARD, 2), 2)


# --- the page -------------------------------------------------------------------------------

def test_change_rates_by_hand():
    # distance 1: clean to dirty 1 of 2, dirty to clean 2 of 2; distance 2: clean stays, once
    pages = [page(*(("x", kept) for kept in (0, 1, 0, 1, 1))), page(("x", 1), ("x", 1))]
    pages[1].distances[1] = 2
    dirtied, cleaned = change_rates(pages)
    # one change and one stay are added to each
    assert dirtied[1] == pytest.approx((1 + 1) / (2 + 2))
    assert cleaned[1] == pytest.approx((2 + 1) / (2 + 2))
    assert (dirtied[2], cleaned[2]) == pytest.approx((1 / 3, 1 / 2))
    assert dirtied[0] == cleaned[FAR] == 0.5, "never seen"
    assert dirtied[UNKNOWN] == pytest.approx((1 + 1) / (3 + 2)), "over all distances"
    assert change_rates([page(("x", 1))]) == [[0.5] * (UNKNOWN + 1)] * 2


def test_mean_f_by_hand():
    # kept: 3 words of which 2 are gold, of 4 gold words: F 4 / 7; the other page is whole
    pages = [page(("a b", 1), ("c", 0), ("d e", 1)), page(("a", 1))]
    kept = [np.array([True, True, False]), np.array([True])]
    assert mean_f(pages, kept) == pytest.approx(100 * (4 / 7 + 1) / 2)
    pages[0].shown[1] = False                           # 2 words, both gold: F 4 / 6
    assert mean_f(pages, kept) == pytest.approx(100 * (4 / 6 + 1) / 2)
    # keeping nothing where the gold is empty is right, keeping something is wrong
    nothing = [page(("a", 0)), page(("a", 0))]
    assert mean_f(nothing, [np.array([False]), np.array([True])]) == 50


# --- the whole ------------------------------------------------------------------------------


def test_labels_of_one_kind():
    """Where all is clean, or all dirty, the model is useless but valid."""
    for kept in 0, 1:
        pages = [page(("some words", kept), ("and more", kept), group=str(i)) for i in range(4)]
        model, report = train(pages, STANDARD, 2, 0.5, folds=2)
        assert all(map(math.isfinite, report.values()))
        assert all(math.isfinite(weight) for weights in model.settings["weights"].values()
                   for weight in weights)


# --- Figure 2 -------------------------------------------------------------------------------


def test_cross_entropy_of_what_is_known():
    """Copies of one page are predicted with very few bits, fewer with a larger n."""
    texts = [["The same again and again, word for word."] * 50] * 4
    found = cross_entropy(texts, np.arange(4), STANDARD, 5, [0.1])[:, 0]
    assert (np.diff(found) < 0).all() and found[-1] < 0.3
