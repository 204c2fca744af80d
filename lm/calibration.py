"""From the measure of a method to a probability: logistic regression, and its last step."""
from collections.abc import Sequence

import numpy as np

STEPS = 30               # of Newton's method; it has converged long before
SURE = 1e-6              # a probability is not nearer to 0 or 1 than this before it is calibrated
# Of the log odds of scores in the context of a page, what counts: fitted on pages of WCXB that were
# not trained on 0.46 for charlm and 0.46 for wordlm.
SLOPE = 0.5
RIDGE = 1e-3             # keeps weights finite where the classes are separable


def fit_logistic(features: np.ndarray, dirty: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic regression, one a feature.

    features: array (samples, features); a column of ones where a constant is required.
    dirty:    array (samples,) of 0 and 1, or of probabilities.
    weights:  array (samples,), how much each sample counts.
    """
    weights = weights / weights.mean()
    beta = np.zeros(features.shape[1])
    ridge = RIDGE * np.eye(len(beta))
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(features @ beta, -30, 30)))
        gradient = features.T @ (weights * (p - dirty)) + ridge @ beta
        hessian = (features * (weights * p * (1 - p))[:, None]).T @ features + ridge
        beta -= np.linalg.solve(hessian, gradient)
    return beta


def calibrated(probabilities: Sequence[float] | np.ndarray, shift: float,
               slope: float = SLOPE) -> np.ndarray:
    """Return the probabilities, an array, with their log odds times `slope` plus `shift`.

    The evidence of a page is counted too often, once for each neighbour, so that log odds are too
    large; and the threshold with the best F is not a probability of a half.

    >>> calibrated([0.0, 0.1, 0.5, 1.0], 0.6).round(3).tolist()
    [0.002, 0.378, 0.646, 0.999]
    """
    p = np.clip(np.asarray(probabilities, float), SURE, 1 - SURE)
    return 1 / (1 + np.exp(-slope * np.log(p / (1 - p)) - shift))


def fit_shift(probabilities: np.ndarray, clean: np.ndarray, weights: np.ndarray,
              slope: float = SLOPE) -> float:
    """Return the shift with which calibrated probabilities of dirt have the right mean.

    clean:   array, from 0 to 1, the share of each sample that is clean; weights: array.
    """
    p = np.clip(probabilities, SURE, 1 - SURE)
    odds = slope * np.log(p / (1 - p))
    low, high = -20.0, 20.0
    for _ in range(50):
        middle = (low + high) / 2
        mean = weights @ (1 / (1 + np.exp(-odds - middle)) - (1 - clean))
        low, high = (low, middle) if mean > 0 else (middle, high)
    return (low + high) / 2
