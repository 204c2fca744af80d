"""From what a method measures to a probability: logistic regression."""
import numpy as np

STEPS = 30               # of Newton's method; it has converged long before
RIDGE = 1e-3             # keeps weights finite where the classes are separable


def fit_logistic(features: np.ndarray, dirty: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic regression, one a feature.

    features: array (samples, features); a column of ones where a constant is wanted.
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
