"""Two systems on the same pages: paired bootstrap, approximate randomisation, and the t-test for
the folds of a cross-validation, which share their training data."""
from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from .tails import student_limit, student_tails

DRAWN = 2000           # samples of the bootstrap; Efron & Tibshirani 1993, p. 188: 1,000 or more
SHUFFLED = 10_000      # times the systems are exchanged: p is 0.0001 at least
LEVEL = 0.95           # of the interval
AT_ONCE = 1 << 22      # random numbers held
SLACK = 1e-9           # points; what is nearer to the observed difference is the same


class Difference(NamedTuple):
    """First less second: the mean difference, its interval, and the p of no difference."""

    difference: float
    low: float
    high: float
    p: float


def paired_difference(differences: Sequence[float] | np.ndarray,
                      groups: Sequence[Hashable] | None = None, seed: int = 0) -> Difference:
    """Return the mean over pages of the differences of two systems, with interval and p.

    differences: score of the first less that of the second, one a page; at least one.
    groups:      the host of each page: then hosts are drawn, with all their pages, since those of
                 one host are alike. None to draw pages.

    >>> paired_difference([2.0, 2.0])
    Difference(difference=2.0, low=2.0, high=2.0, p=0.4881511848815118)
    """
    values = np.asarray(differences, float)
    numbers: dict[Any, int] = {}
    items = [numbers.setdefault(group, len(numbers))
             for group in (range(len(values)) if groups is None else groups)]
    sums, sizes = np.bincount(items, values), np.bincount(items)
    low, high = interval(sums, sizes, seed)
    return Difference(float(values.mean()), low, high, _p_of(sums, np.random.default_rng(seed)))


def interval(sums: Sequence[float] | np.ndarray, sizes: Sequence[int] | np.ndarray,
             seed: int = 0) -> tuple[float, float]:
    """Return the ends of the percentile interval of a mean over pages.

    sums, sizes: of each item, the sum over its pages and their number. Items are drawn with
                 replacement, as many as there are.
    Source: Efron & Tibshirani 1993, "An introduction to the bootstrap", eq. 13.5; Koehn 2004,
            "Statistical significance tests for machine translation evaluation", section 3.3.
    """
    sums, sizes, rng = np.asarray(sums), np.asarray(sizes), np.random.default_rng(seed)
    drawn = (rng.integers(0, len(sums), len(sums)) for _ in range(DRAWN))
    means = [sums[items].sum() / sizes[items].sum() for items in drawn]
    outside = 50 * (1 - LEVEL)
    low, high = np.percentile(means, [outside, 100 - outside]).tolist()
    return low, high


def _p_of(sums, rng):
    """Return the p of approximate randomisation: the systems of each item are exchanged or not.

    Source: Riezler & Maxwell 2005, "On some pitfalls in automatic evaluation and significance
            testing for MT", figure 1: p = (c + 1) / (R + 1).
    """
    least, reached = abs(sums.sum()) - SLACK, 0
    step = max(1, AT_ONCE // len(sums))
    for start in range(0, SHUFFLED, step):
        signs = 2.0 * rng.integers(0, 2, (min(step, SHUFFLED - start), len(sums))) - 1
        reached += int((np.abs(signs @ sums) >= least).sum())
    return (reached + 1) / (SHUFFLED + 1)


def corrected_t_test(differences: Sequence[float], tested: float) -> Difference:
    """Return the corrected resampled t-test of the differences of two systems, one a fold.

    differences: two or more.
    tested:      pages tested for each page trained on; of k folds 1 / (k - 1).
    Source:      Nadeau & Bengio 2003, "Inference for the generalization error", section 4.2: the
                 variance is multiplied by 1/J + n2/n1 in place of 1/J.

    >>> test = corrected_t_test([1, 2, 3], 1 / 2)
    >>> [round(value, 4) for value in test]
    [2.0, -1.9278, 5.9278, 0.1598]
    """
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((value - mean) ** 2 for value in differences) / (count - 1)
    error = sqrt((1 / count + tested) * variance)
    if not error:
        return Difference(mean, mean, mean, float(not mean))
    half = error * student_limit(1 - LEVEL, count - 1)
    return Difference(mean, mean - half, mean + half, student_tails(mean / error, count - 1))
