"""Estimates of the F and the precision that a page will have, from the probabilities of its blocks.

Source:  Evert 2007, section 4.4: the precision of a page can be predicted from statistics of the
         cleaned text, so that a corpus can be made of the pages that are likely to be clean.
Differs: he fits a linear model to numbers, lengths and shares of segments; here trees predict F,
         and a logistic regression on the mean probability of the words kept their precision.
"""
from typing import Any

import numpy as np

from ..calibration import log_odds
from .trees import Ensemble, boosted

SURE = 0.2               # a probability is sure if it is at most so far from 0 or 1
SHORT = 10               # words; a block with fewer is short
FEATURES = ["expected F", "log words kept", "share kept", "share unsure", "surety of kept",
            "surety of others", "log blocks", "log words a kept block",
            "share of short among kept"]
SURETY = FEATURES.index("surety of kept")
# {scope: intercept and slope}, fitted on cleaneval-dev, cleaneval-final, dragnet-train and l3s-gn1,
# which no model was trained on, as by share/bench/precision.py. F, lengths
# and the share of short blocks beside it fit other sets no better.
PRECISION = {"page": (0.064, 1.122), "main": (0.445, 1.087)}
LEAST_DOUBT = 1e-3       # of a probability whose log odds are taken
TREES = 80
FITTING: dict[str, Any] = {"objective": "regression", "num_leaves": 8, "max_depth": 3,
                           "learning_rate": 0.08, "lambda_l2": 5}


def features_of(values: np.ndarray, kept: np.ndarray, words: np.ndarray, shown: np.ndarray,
                page: np.ndarray, count: int) -> np.ndarray:
    """Return the features of `count` pages, float32 (count, FEATURES).

    values: float (blocks,), probabilities by the trees. kept, shown: bool (blocks,).
    words:  int (blocks,). page: int (blocks,), the page of each block, from 0 to count - 1.
    """
    values, kept, words, page = values[shown], kept[shown], words[shown].astype(float), page[shown]

    def total(of):
        return np.bincount(page, of, count)

    def positive(of):
        return np.maximum(1.0, of)
    whole, inside = total(words), total(words * kept)
    hits, wanted = total(values * words * kept), total(values * words)
    return np.stack([
        2 * hits / positive(inside + wanted), np.log1p(inside), inside / positive(whole),
        total(words * ((values > SURE) & (values < 1 - SURE))) / positive(whole),
        hits / positive(inside),
        1 - (wanted - hits) / positive(whole - inside), np.log1p(total(None)),
        np.log1p(inside / positive(total(kept))),
        total(words * (kept & (words < SHORT))) / positive(inside)], 1).astype(np.float32)


def fit(rows: np.ndarray, measured: np.ndarray, seed: int = 0) -> Ensemble:
    """Return the Ensemble that predicts the F of pages, from 0 to 1; needs LightGBM.

    rows: float32 (pages, FEATURES). measured: float (pages,), their F.
    """
    return boosted(rows, measured, FEATURES, TREES, seed, **FITTING)


def predicted(trees: Ensemble, rows: np.ndarray) -> np.ndarray:
    """Return the predicted F of pages, float (pages,), from 0 to 1. rows: as in `fit`."""
    places = [FEATURES.index(name) for name in trees.features]
    return np.clip(trees.values(rows.T[places]), 0, 1)


def precision(rows: np.ndarray, weights: tuple[float, float]) -> np.ndarray:
    """Return the predicted precision of the words of pages, float (pages,), from 0 to 1.

    rows: as in `fit`. weights: of PRECISION.
    """
    return 1 / (1 + np.exp(-weights[0] - weights[1] * log_odds(rows[:, SURETY], LEAST_DOUBT)))
