"""Whether a difference between two systems on the same items is one.

Two systems on the same pages: paired bootstrap, approximate randomisation, and the t-test for the
folds of a cross-validation, which share their training data. From how often each pair of classes
occurs: McNemar's test and Cohen's kappa.
"""
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from math import atan, cos, exp, lgamma, log, pi, sin, sqrt
from typing import Any, NamedTuple

import numpy as np

PRECISE = 1e-15        # a part of a sum that changes nothing

DRAWN = 2000           # samples of the bootstrap; Efron & Tibshirani 1993, p. 188: 1,000 or more
SHUFFLED = 10_000      # times the systems are exchanged: p is 0.0001 at least
LEVEL = 0.95           # of the interval
AT_ONCE = 1 << 22      # random numbers held
SLACK = 1e-9           # points; what is nearer to the observed difference is the same


def binomial_tail(k: int, n: int) -> float:
    """Return the probability of at most k heads in n throws of a coin; k < n / 2.

    >>> round(binomial_tail(1, 3), 9)
    0.5
    """
    term, total = exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2)), 0.0
    while term > PRECISE * total:        # the next one is of one head less, 0 after that of none
        total += term
        term *= k / (n - k + 1)
        k -= 1
    return total


def student_tails(t: float, freedom: int) -> float:
    """Return the probability that |T| is at least |t|, of Student's T with degrees of freedom.

    Source: Abramowitz & Stegun 1964, 26.7.3 and 26.7.4, finite series.

    >>> round(student_tails(2.262157, 9), 6)
    0.05
    """
    odd, angle = freedom % 2, atan(abs(t) / sqrt(freedom))
    term, total = cos(angle) ** odd, 0.0
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (power + 1) / (power + 2)
    inside = sin(angle) * total
    return max(0.0, 1 - (2 / pi * (angle + inside) if odd else inside))     # rounding may pass 0


def student_limit(p: float, freedom: int) -> float:
    """Return the t that |T| exceeds with probability p, by halving; p from 1e-9 to 1.

    >>> round(student_limit(0.05, 9), 6)
    2.262157
    """
    low, high = 0.0, 1.0
    while student_tails(high, freedom) > p:
        low, high = high, 2 * high
    while high - low > PRECISE * high * 4:
        middle = (low + high) / 2
        low, high = (middle, high) if student_tails(middle, freedom) > p else (low, middle)
    return high


def kappa(pairs: Mapping[tuple[Any, Any], int]) -> float:
    """Return Cohen's kappa of two annotators; 1 where they agree on all, also where there is none.

    pairs:  {(class for the first, class for the second): number of items}; any classes.
    Source: Cohen 1960, "A coefficient of agreement for nominal scales", eq. 1.

    >>> round(kappa({("a", "a"): 20, ("a", "b"): 5, ("b", "a"): 10, ("b", "b"): 15}), 4)
    0.4
    >>> kappa({(0, 0): 7}), kappa({pair: 1 for pair in ((0, 0), (0, 1), (1, 0), (1, 1))})
    (1.0, 0.0)
    """
    total = sum(pairs.values())
    agreed = sum(count for (left, right), count in pairs.items() if left == right)
    if agreed == total:
        return 1.0
    first: Counter[Any] = Counter()
    second: Counter[Any] = Counter()
    for (left, right), count in pairs.items():
        first[left] += count
        second[right] += count
    chance = sum(first[name] * second[name] for name in first) / total**2
    return (agreed / total - chance) / (1 - chance)


def mcnemar(first: int, second: int) -> float:
    """Return the two-sided p of McNemar's test, that two shares of the same items are equal.

    first, second: items that only the first, only the second has, or has right.
    Source:  McNemar 1947, "Note on the sampling error of the difference between correlated
             proportions or percentages", p. 155: the items that both have say nothing.
    Differs: the exact binomial probability, which his chi-square approximates.

    >>> [round(mcnemar(*pair), 4) for pair in ((1, 2), (8, 0), (0, 0))]
    [1.0, 0.0078, 1.0]
    """
    if first == second:
        return 1.0
    return min(1.0, 2 * binomial_tail(min(first, second), first + second))


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
