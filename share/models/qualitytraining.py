"""Training of the score of quality."""
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from scutch.lm.calibration import calibrated, fit_logistic
from scutch.lm.combine.trees import boosted
from scutch.lm.crossvalidation import folds_of
from scutch.lm.documents.qualitymodel import TRAITS, QualityModel
from scutch.models.documentsamples import Sample

TREES, FOLDS = 150, 5
# Trees of few leaves on samples of many sites: large ones learn the sites
FITTING: dict[str, Any] = {"objective": "binary", "num_leaves": 8, "max_depth": 4,
                           "learning_rate": 0.08, "min_data_in_leaf": 40, "lambda_l2": 5}


def weights_of(samples: Sequence[Sample]) -> np.ndarray:
    """Return the weights of samples: good and bad ones count the same, and so does each kind.

    Those of "no content", which are few, count as those of boilerplate.
    """
    kinds = ["boilerplate" if sample.kind == "no content" else sample.kind for sample in samples]
    times = Counter(kinds)
    sides = Counter(kind in ("gold", "kept") for kind in times)
    return np.array([1 / times[kind] / sides[kind in ("gold", "kept")] for kind in kinds])


def trained(rows: np.ndarray, samples: Sequence[Sample],
            seed: int = 0) -> tuple[QualityModel, np.ndarray]:
    """Return (the model, the score of each sample by a model of other sites); needs LightGBM.

    rows: float32 (samples, TRAITS).
    """
    dirty = np.array([sample.dirty for sample in samples], float)
    weights = weights_of(samples) * len(samples)
    fold = folds_of(samples, FOLDS, seed)

    def fitted(inside):
        return boosted(rows[inside], dirty[inside], TRAITS, TREES, seed, weights[inside],
                       **FITTING)

    odds = np.empty(len(samples))
    for left_out in range(FOLDS):
        trees = fitted(fold != left_out)
        places = [TRAITS.index(name) for name in trees.features]
        odds[fold == left_out] = trees.values(rows[fold == left_out].T[places])
    slope, shift = fit_logistic(np.stack([odds, np.ones(len(odds))], 1), dirty, weights).tolist()
    settings = {"slope": slope, "shift": shift,
                "samples": Counter(sample.kind for sample in samples)}
    scores = calibrated(1 / (1 + np.exp(-odds)), shift, slope)
    return QualityModel(fitted(np.ones(len(samples), bool)), settings), scores
