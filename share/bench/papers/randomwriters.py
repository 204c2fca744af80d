"""Random writers: a model of the words in a block (Kohlschütter et al. 2010, section 5.2).

A writer in state T adds a word or ends the block, with probability P_T(N); one of two kinds of text
first chooses between short text, S, and long text, L.
"""
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

STEPS = 200              # of the fit, which converges much earlier
START = {1: [0.3], 2: [0.7, 0.4, 0.05]}


class Fit(NamedTuple):
    """parameters: [P_T(N)], or [P_N(S), P_S(N), P_L(N)]; adjusted R² and RMSE of the shares."""

    parameters: list
    r2: float
    rmse: float


def writer(x: Any, parameters: Sequence[float]) -> Any:
    """Return the probability of x words, x >= 1: eq. 2 with one parameter, eq. 3 with three.

    >>> [writer(x, [0.5]) for x in (1, 2, 3)]
    [0.5, 0.25, 0.125]
    """
    if len(parameters) == 1:
        p, = parameters
        return (1 - p) ** (x - 1) * p
    n_s, s_n, l_n = parameters
    return n_s * (1 - s_n) ** (x - 1) * s_n + (1 - n_s) * (1 - l_n) ** (x - 1) * l_n


def fitted(counts: Sequence[float], states: int) -> Fit:
    """Return the Fit of a writer with one or two states of text, by least squares.

    counts:  counts[x - 1] is the number of blocks with x words; more than three of them.
    Method:  Levenberg-Marquardt over the log odds of the parameters, which stay probabilities.
    """
    shares = np.asarray(counts, float) / np.sum(counts)
    x = np.arange(1, len(shares) + 1)
    odds = np.log(np.array(START[states]) / (1 - np.array(START[states])))
    damping = 1e-3
    for _ in range(STEPS):
        probabilities = 1 / (1 + np.exp(-odds))
        here = writer(x, probabilities)
        rest = shares - here
        slopes = np.stack([(writer(x, 1 / (1 + np.exp(-(odds + step)))) - here) / 1e-6
                           for step in np.eye(len(odds)) * 1e-6], 1)
        square = slopes.T @ slopes
        step = np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-12), slopes.T @ rest)
        tried = np.clip(odds + step, -30, 30)
        after = shares - writer(x, 1 / (1 + np.exp(-tried)))
        if after @ after < rest @ rest:
            odds, damping = tried, damping / 3
        else:
            damping = min(1e12, damping * 5)
    rest = shares - writer(x, 1 / (1 + np.exp(-odds)))
    n, k = len(shares), len(odds)
    spread = ((shares - shares.mean()) ** 2).sum()
    r2 = 1 - (rest @ rest) / spread if spread else 0.0
    return Fit([float(probability) for probability in 1 / (1 + np.exp(-odds))],
               float(1 - (1 - r2) * (n - 1) / (n - k - 1)), float(np.sqrt((rest ** 2).mean())))
