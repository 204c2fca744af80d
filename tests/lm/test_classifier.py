"""The model as shipped: evidence and scores by hand, and settings that do not fit."""
import itertools
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
from scutch.lm.characters.classifier import CharacterClassifier, cuts_of_pages, features
from scutch.lm.characters.ngrams import CharacterCounts, RatioModel
from scutch.lm.crossvalidation import folds_of, mean_f
from scutch.lm.pagecontext import FAR, MOST, UNKNOWN, posterior

SETTINGS = {
    "weights": {"markup": [0.1, 0.5, -0.2, 2.0], "text": [0.3, 0.7, -0.1]},
    "bias": {"alone": 0.25, "context": 0.5},
    "dirtied": [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08],
    "cleaned": [0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17, 0.18],
    "shift": 0.7, "cut": 0.6682, "note": "caf\u00e9",
}
TEXTS = ["Home", "The wind farm is at sea.", "", "Contact us"]
LINKS = [1.0, 0.0, 0.0, 0.5]
DISTANCES = [UNKNOWN, 2, 0, FAR]


def toy(settings=SETTINGS):
    counts = [CharacterCounts.of([text], Alphabet("standard"), 2)
              for text in ("The farm is at sea.", "Home Contact")]
    return CharacterClassifier(RatioModel.of(*counts, 0.5), settings)


def logistic(odds):
    return 1 / (1 + math.exp(-odds))


def test_features():
    found = features(np.array([3.0, -4.0]), np.array([9, 1]), [0.25, 1.0])
    assert found == pytest.approx(np.array([[1, 1, math.log(9), 0.25], [1, -4, 0, 1]]))
    assert features(np.array([3.0]), np.array([9])) == pytest.approx(
        np.array([[1, 1, math.log(9)]]))


def odds_of(name, bias):
    sums, lengths = toy().ratio.ratios(TEXTS)
    return [np.dot(SETTINGS["weights"][name],
                   [1, total / math.sqrt(length), math.log(length), link][:len(
                       SETTINGS["weights"][name])]) - bias
            for total, length, link in zip(sums, lengths, LINKS, strict=True)]


@pytest.mark.parametrize("links, name", [(LINKS, "markup"), (None, "text")])
def test_each_alone(links, name):
    scores, ratios = toy().scores(TEXTS, links)
    assert scores == pytest.approx([logistic(odds) for odds in odds_of(name, 0.25)])
    sums, lengths = toy().ratio.ratios(TEXTS)
    assert ratios == pytest.approx((sums / lengths).tolist())
    assert ratios[0] > 0 > ratios[1], "above 0 is dirty"


@pytest.mark.parametrize("links, name", [(LINKS, "markup"), (None, "text")])
def test_in_context(links, name):
    scores, ratios = toy().scores(TEXTS, links, DISTANCES)
    assert scores == pytest.approx(posterior(odds_of(name, 0.5), [0.08, 0.03, 0.01, 0.07],
                                             [0.18, 0.13, 0.11, 0.17]))
    assert ratios == toy().scores(TEXTS)[1]


@pytest.mark.parametrize("dirt, chars, highest", [
    ([0.1, 0.5], [10, 10], 0.5),        # F 0.778 by the first alone, 0.793 by both
    ([0.1, 0.55], [10, 10], 0.4),       # 0.792 and 0.773: the first alone, and up to 0.4 all
    ([0.1, 0.55], [10, 40], 0.55),
    ([0.7, 0.8, 0.95], [10, 10, 99], 0.8),
    ([0.95, 0.99], [10, 10], 0.9), ([0.2], [0], 0.4), ([], [], 0.4),
])
def test_the_threshold_of_a_page(dirt, chars, highest):
    page = np.zeros(len(dirt), int)
    assert cuts_of_pages(np.array(dirt), np.array(chars, int), page, 1) == pytest.approx([highest])


def test_far_evidence_is_a_number():
    model = toy({**SETTINGS, "weights": {"markup": [0, 1e300, 0, 0], "text": [0, -1e300, 0]}})
    for distances in None, DISTANCES:
        for links in None, LINKS:
            assert all(0 <= score <= 1 for score in model.scores(TEXTS, links, distances)[0])


# ---------- the page as context: against a sum over all sequences of states, and extreme numbers

def brute_force(evidence, dirtied, cleaned):
    """Return the same by summing over all sequences of states, 0 clean and 1 dirty."""
    n = len(evidence)
    dirt, everything = [0.0] * n, 0.0
    for states in itertools.product((0, 1), repeat=n):
        weight = math.prod(math.exp(e) for e, dirty in zip(evidence, states, strict=True) if dirty)
        for i in range(1, n):
            change = cleaned[i] if states[i - 1] else dirtied[i]
            weight *= change if states[i] != states[i - 1] else 1 - change
        everything += weight
        for i in range(n):
            dirt[i] += weight * states[i]
    return [one / everything for one in dirt]


@pytest.mark.parametrize("seed", range(8))
def test_every_row_of_states(seed):
    rng = random.Random(seed)
    n = rng.randrange(1, 10)
    evidence = [rng.uniform(-6, 6) for _ in range(n)]
    dirtied, cleaned = ([rng.uniform(1e-4, 0.6) for _ in range(n)] for _ in range(2))
    assert posterior(evidence, dirtied, cleaned) == pytest.approx(
        brute_force(evidence, dirtied, cleaned), rel=1e-9)


@pytest.mark.parametrize("large", [1e3, 1e9, math.inf])
def test_evidence_beyond_measure(large):
    signs = [1, 1, -1, 1, -1, -1, 0, 1]
    found = posterior([sign * large if sign else 0.0 for sign in signs], [1e-4] * 8, [1e-4] * 8)
    assert found == posterior([sign * MOST for sign in signs], [1e-4] * 8, [1e-4] * 8)
    assert [round(p) for p in found[:6]] == [1, 1, 0, 1, 0, 0]
    assert all(0 <= p <= 1 for p in found)


@pytest.mark.parametrize("value", [0.3, 30.0, 1e9, -1e9])
def test_long_pages_do_not_overflow(value):
    n = 50_000
    found = posterior([value] * n, [1e-4] * n, [1e-4] * n)
    assert all(0 <= p <= 1 for p in found)
    assert (min(found) > 0.5) if value > 0 else (max(found) < 1e-9)
    turns = posterior([value, -value] * (n // 2), [0.3] * n, [0.3] * n)
    assert all(0 <= p <= 1 for p in turns)


# ---------- training: folds by site, counts, rates of change, F and cross-entropy worked by hand

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
    for number in range(20):
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
