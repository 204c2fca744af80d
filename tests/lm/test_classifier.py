"""The model as shipped: evidence and scores by hand, and settings that do not fit."""
import math

import numpy as np
import pytest

from scutch.lm.characters.alphabets import Alphabet
from scutch.lm.characters.classifier import CharacterClassifier, features, threshold
from scutch.lm.characters.ngrams import CharacterCounts, RatioModel
from scutch.lm.pagecontext import FAR, UNKNOWN, posterior

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
    assert threshold(np.array(dirt), np.array(chars, int)) == pytest.approx(highest)


def test_far_evidence_is_a_number():
    model = toy({**SETTINGS, "weights": {"markup": [0, 1e300, 0, 0], "text": [0, -1e300, 0]}})
    for distances in None, DISTANCES:
        for links in None, LINKS:
            assert all(0 <= score <= 1 for score in model.scores(TEXTS, links, distances)[0])
