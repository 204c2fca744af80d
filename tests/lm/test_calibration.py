"""Logistic regression, and cross-validation: thresholds, and scores of pages not learnt from."""
from dataclasses import replace

import numpy as np
import pytest

from scutch.lm.calibration import calibrated, fit_logistic, fit_shift
from scutch.lm.characters.classifier import uncalibrated
from scutch.lm.crossvalidation import LabelledRows, best_cut, figures, unseen


def sample(count, beta, seed=0):
    """Return (features, probabilities of dirt) by a known model."""
    rng = np.random.default_rng(seed)
    features = np.column_stack([np.ones(count), rng.normal(size=(count, len(beta) - 1))])
    return features, 1 / (1 + np.exp(-features @ beta))


def test_known_weights_are_found_again():
    beta = np.array([-0.5, 2.0, -1.0])
    features, probabilities = sample(400, beta)
    assert fit_logistic(features, probabilities, np.ones(400)) == pytest.approx(beta, abs=1e-3)
    dirty = (np.random.default_rng(1).random(20_000) < sample(20_000, beta)[1]).astype(float)
    found = fit_logistic(sample(20_000, beta)[0], dirty, np.ones(20_000))
    assert found == pytest.approx(beta, abs=0.1)


@pytest.mark.parametrize("dirty", [[0, 0, 0, 1, 1, 1], [0] * 6, [1] * 6])
def test_classes_that_part_cleanly(dirty):
    features = np.column_stack([np.ones(6), [-1000, -2, -1, 1, 2, 1000]])
    found = fit_logistic(features, np.array(dirty, float), np.ones(6))
    assert np.isfinite(found).all()
    assert ((features @ found > 0) == np.array(dirty)).all()


def test_calibrated_scores_have_the_mean_of_the_labels():
    """Overconfident scores come nearer to the true probabilities, in the same order."""
    rng = np.random.default_rng(1)
    truth = rng.normal(0, 2, 5000)
    clean = (rng.random(5000) > 1 / (1 + np.exp(-truth))).astype(float)
    scores = 1 / (1 + np.exp(-(2 * truth - 1)))            # twice as sure, and one too low
    words = rng.integers(1, 50, 5000)
    shift = fit_shift(scores, clean, words)
    found = np.array(calibrated(scores.tolist(), shift))
    assert shift == pytest.approx(0.5, abs=0.15)
    assert words @ found == pytest.approx(words @ (1 - clean), rel=1e-6)
    assert (np.diff(found[np.argsort(scores)]) >= -1e-12).all()
    for low in np.arange(0, 1, 0.2):
        here = (found >= low) & (found < low + 0.2)
        assert found[here].mean() == pytest.approx(1 - clean[here].mean(), abs=0.06)


def test_calibrated_and_back():
    scores = [0.001, 0.2, 0.5, 0.9, 0.999]
    cut, *found = calibrated([0.5, *scores], 0.7)
    assert uncalibrated(found, cut) == pytest.approx(scores)
    assert all(0 < one < 1 for one in calibrated([0.0, 1.0], 0.7))


# --- what all trainers of blocks share ----------------------------------------------------------

def labelled(group, dirt):
    """Return a LabelledRows of ten blocks of one word; their only feature is the dirt of each."""
    dirt = np.array(dirt)
    return LabelledRows(words=np.ones(len(dirt), int), kept=(dirt < 0.6).astype(float),
                        shown=np.ones(len(dirt), bool), gold_words=float((dirt < 0.6).sum()),
                        group=group, rows=dirt[:, None], classes=(dirt >= 0.6).astype(int))


def test_no_page_is_scored_by_what_has_seen_its_site():
    pages = [labelled(site, [number]) for number, site in enumerate("aabbccdd")]

    class Learnt:
        def __init__(self, some):
            self.seen = {page.group for page in some}

        def outputs(self, rows):
            return [pages[int(row[0])].group in self.seen for row in rows]

    assert unseen(pages, Learnt, 4, 0) == [[False]] * 8


def test_the_threshold_is_the_nearest_to_a_half_that_is_as_good_as_the_best():
    pages = [labelled(str(number), [0.1, 0.2, 0.58, 0.7, 0.9]) for number in range(20)]
    scores = [page.rows[:, 0] for page in pages]
    assert best_cut(pages, scores) == 0.6
    assert figures(pages, scores, 0.6) == pytest.approx(
        {"all text": 75, "at 0.5": 80, "at 0.6": 100, "labels": 100})


def test_a_threshold_within_a_standard_error_of_the_best_is_as_good():
    pages = [labelled(str(number), [0.1, 0.9]) for number in range(19)]
    pages += [labelled("odd", [0.1, 0.58, 0.9])]         # 98.3 at 0.5, 100 at 0.6
    assert best_cut(pages, [page.rows[:, 0] for page in pages]) == 0.6
    pages[0] = replace(pages[0], gold_words=9.0)         # means differ by 5 from sample to sample
    assert best_cut(pages, [page.rows[:, 0] for page in pages]) == 0.5
