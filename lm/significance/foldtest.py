"""The t-test for the folds of a cross-validation, which share their training data."""
from collections.abc import Sequence
from math import sqrt

from .resampling import LEVEL, Difference
from .tails import student_limit, student_tails


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
