"""Measures of classifiers with weighted rows, as Weka prints them: Table 2 of Kohlschütter 2010.

Each is the mean over the classes, by their weights: precision, recall, F, rate of false positives,
area under the ROC curve.
"""
import numpy as np


def measures(probabilities: np.ndarray, classes: np.ndarray,
             weights: np.ndarray) -> dict[str, float]:
    """Return {"p", "r", "f", "fp", "auc"}, each from 0 to 1.

    probabilities: (rows, classes); the highest decides, of equals the first.
    classes: the right ones, ints from 0; weights: of the rows.
    """
    totals = dict.fromkeys(("p", "r", "f", "fp", "auc"), 0.0)
    said = probabilities.argmax(1)
    for k in range(probabilities.shape[1]):
        right, here = classes == k, said == k
        wanted, given = weights[right].sum(), weights[here].sum()
        hits = weights[right & here].sum()
        others = weights.sum() - wanted
        share = wanted / weights.sum()
        totals["p"] += share * (hits / given if given else 0)
        totals["r"] += share * (hits / wanted if wanted else 0)
        totals["f"] += share * (2 * hits / (wanted + given) if wanted + given else 0)
        totals["fp"] += share * ((given - hits) / others if others else 0)
        totals["auc"] += share * area(probabilities[:, k], right, weights)
    return {name: float(value) for name, value in totals.items()}


def area(scores: np.ndarray, right: np.ndarray, weights: np.ndarray) -> float:
    """Return the area under the ROC curve: the probability that a right row outscores a wrong one.

    A tie counts a half; the area is a half where one kind has no rows.

    >>> area(np.array([0.9, 0.5, 0.5]), np.array([True, True, False]), np.ones(3))
    0.75
    """
    _, which = np.unique(scores, return_inverse=True)
    good = np.bincount(which, weights * right)
    bad = np.bincount(which, weights * ~right)
    if not good.any() or not bad.any():
        return 0.5
    below = bad.cumsum() - bad
    return float((good * (below + bad / 2)).sum() / (good.sum() * bad.sum()))
