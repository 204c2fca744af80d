"""The model as shipped: evidence and scores by hand, and settings that do not fit."""
import math

import numpy as np
import pytest

from scutch.lm import modelfile
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


def test_no_segments():
    assert toy().scores([]) == toy().scores([], [], []) == ([], [])


def test_far_evidence_is_a_number():
    model = toy({**SETTINGS, "weights": {"markup": [0, 1e300, 0, 0], "text": [0, -1e300, 0]}})
    for distances in None, DISTANCES:
        for links in None, LINKS:
            assert all(0 <= score <= 1 for score in model.scores(TEXTS, links, distances)[0])


def test_saved_and_loaded(tmp_path):
    toy().save(tmp_path / "toy.model")
    model = CharacterClassifier.load(tmp_path / "toy.model")
    assert SETTINGS.items() <= model.settings.items()
    assert model.scores(TEXTS, LINKS, DISTANCES) == toy().scores(TEXTS, LINKS, DISTANCES)
    assert len(model.sha256) == 64
    model.save(tmp_path / "again.model")
    assert (tmp_path / "again.model").read_bytes() == (tmp_path / "toy.model").read_bytes()


@pytest.mark.parametrize("change", [
    {"weights": ...}, {"weights": None}, {"weights": {"markup": [0, 0, 0, 0]}},
    {"weights": {"markup": [0, 0, 0], "text": [0, 0, 0]}},
    {"weights": {"markup": [0, 0, 0, "0"], "text": [0, 0, 0]}},
    {"weights": {"markup": [0, 0, 0, 0], "text": [0, 0, math.nan]}},
    {"weights": {"markup": [0, 0, 0, math.inf], "text": [0, 0, 0]}},
    {"bias": ...}, {"bias": 0}, {"bias": {"alone": 0}}, {"bias": {"alone": 0, "context": None}},
    {"dirtied": ...}, {"dirtied": [0.1] * 7}, {"dirtied": [0.1] * 9}, {"dirtied": [0.1] * 7 + [0]},
    {"cleaned": [0.1] * 7 + [1]}, {"cleaned": [0.1] * 7 + ["0.1"]}, {"cleaned": 0.1},
    {"cleaned": [0.1] * 7 + [math.nan]},
    {"cut": ...}, {"cut": "0.5"}, {"cut": math.nan},
    {"alphabet": ...}, {"alphabet": "runes"}, {"alphabet": ["standard"]}, {"alphabet": "latin"},
    {"n": ...}, {"n": "2"}, {"n": 1}, {"n": 3}, {"n": 2.0}, {"n": 10 ** 9}, {"n": -1},
    {"q": ...},
], ids=repr)
def test_settings_that_do_not_fit(tmp_path, change):
    path = tmp_path / "toy.model"
    toy().save(path)
    model = modelfile.load(path, "charlm")
    settings = {key: value for key, value in {**model.settings, **change}.items()
                if value is not ...}
    modelfile.save(path, "charlm", settings, model.arrays)
    with pytest.raises(modelfile.BadModel, match="settings or arrays that do not fit"):
        CharacterClassifier.load(path)


def test_without_a_table(tmp_path):
    path = tmp_path / "toy.model"
    toy().save(path)
    modelfile.save(path, "charlm", modelfile.load(path, "charlm").settings, {})
    with pytest.raises(modelfile.BadModel, match="settings or arrays that do not fit: 'table'"):
        CharacterClassifier.load(path)
