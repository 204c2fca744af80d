"""From scores to probabilities: logistic regression, and a shift and slope of log odds."""
from collections.abc import Sequence

import numpy as np

STEPS = 30               # of Newton's method; it has converged long before
SURE = 1e-6              # probabilities are limited to this distance from 0 and 1 first
# Factor of the log odds of scores in the context of a page. On pages of WCXB not trained on, the
# fit is 0.46 for charlm and 0.46 for wordlm.
SLOPE = 0.5
RIDGE = 1e-3             # keeps weights finite where the classes are separable


def fit_logistic(features: np.ndarray, dirty: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic regression, one a feature.

    features: float (samples, features), with a column of ones for an intercept.
    dirty:    float (samples,), 0 and 1, or probabilities.
    weights:  float (samples,), of the samples.
    Returns:  float (features,).
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


def log_odds(probabilities: float | Sequence[float] | np.ndarray,
             least: float = SURE) -> np.ndarray:
    """Return the log odds of probabilities, which are limited to `least` from 0 and 1 first.

    >>> log_odds([0.5, 1.0], 0.001).round(2).tolist()
    [0.0, 6.91]
    """
    p = np.clip(np.asarray(probabilities, float), least, 1 - least)
    return np.log(p / (1 - p))


def calibrated(probabilities: Sequence[float] | np.ndarray, shift: float,
               slope: float = SLOPE) -> np.ndarray:
    """Return calibrated probabilities, an array: log odds times `slope` plus `shift`.

    In context the evidence of a page counts several times, once for each neighbour, so the log
    odds are too large; and the threshold with the best F is not at a probability of 0.5.

    >>> calibrated([0.0, 0.1, 0.5, 1.0], 0.6).round(3).tolist()
    [0.002, 0.378, 0.646, 0.999]
    """
    return 1 / (1 + np.exp(-slope * log_odds(probabilities) - shift))


def fit_shift(probabilities: np.ndarray, clean: np.ndarray, weights: np.ndarray,
              slope: float = SLOPE) -> float:
    """Return the shift for which the mean of the calibrated probabilities of dirt is correct.

    clean:   float (samples,), the share of each sample that is clean. weights: (samples,).
    """
    odds = slope * log_odds(probabilities)
    low, high = -20.0, 20.0
    for _ in range(50):
        middle = (low + high) / 2
        mean = weights @ (1 / (1 + np.exp(-odds - middle)) - (1 - clean))
        low, high = (low, middle) if mean > 0 else (middle, high)
    return (low + high) / 2
