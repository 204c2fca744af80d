"""A random forest for two classes, small enough to be grown for a single page.

Breiman 2001; the settings are those of Leśniak 2017, listing 4.2: ten trees, Gini impurity, the
square root of the features at each node, bootstrap, leaves that are pure.
"""
from math import isqrt
from random import Random

import numpy as np

TREES = 10
SEED = 2047226289        # Leśniak 2017, chapter 4


def forest(examples: np.ndarray, classes: np.ndarray, unknown: np.ndarray, *,
           balance: bool = False) -> np.ndarray:
    """Return the share of trees' votes for class 1 of each unknown row, an array of floats.

    examples, unknown: arrays (rows, features).
    classes:           0 or 1 of each example; both occur.
    balance:           draw as many examples of one class as of the other.
    """
    random = Random(SEED).random         # random() alone is the same in all versions of Python
    groups = [np.flatnonzero(classes == label) for label in (0, 1)] if balance else [
        np.arange(len(classes))]
    votes = np.zeros(len(unknown))
    for _ in range(TREES):
        drawn = np.concatenate([group[[int(random() * len(group)) for _ in range(
            len(classes) // len(groups))]] for group in groups])
        votes += _voted(examples[drawn], classes[drawn], unknown, random)
    return votes / TREES


def _voted(examples, classes, unknown, random):
    """Return the shares of class 1 in the leaves of one tree that the unknown rows reach.

    The tree is grown only where one of them passes.
    """
    votes = np.zeros(len(unknown))
    todo = [(np.arange(len(classes)), np.arange(len(unknown)))]
    while todo:
        known, asked = todo.pop()
        if not len(asked):
            continue
        share = classes[known].mean()
        split = _split(examples[known], classes[known], random) if 0 < share < 1 else None
        if split is None:
            votes[asked] = share
            continue
        feature, limit = split
        left, left_asked = examples[known, feature] <= limit, unknown[asked, feature] <= limit
        todo += [(known[left], asked[left_asked]), (known[~left], asked[~left_asked])]
    return votes


def _split(examples, classes, random):
    """Return (feature, threshold) of the best split by some features, None if none differs."""
    rows, features = examples.shape
    order = list(range(features))
    best, split = np.inf, None
    for tried in range(features):
        if split is not None and tried >= isqrt(features):
            break
        k = tried + int(random() * (features - tried))
        order[tried], order[k] = order[k], order[tried]
        column = examples[:, order[tried]]
        ranked = np.argsort(column, kind="stable")
        values = column[ranked]
        ends = np.flatnonzero(values[1:] > values[:-1])     # the last row of the left side
        if not len(ends):
            continue
        ones = np.cumsum(classes[ranked])
        n, k = ends + 1, ones[ends]
        # Gini: p(1 - p) of either side, by its size
        impurity = k * (1 - k / n) + (ones[-1] - k) * (1 - (ones[-1] - k) / (rows - n))
        least = impurity.argmin()
        if impurity[least] < best:
            best = impurity[least]
            split = order[tried], (values[ends[least]] + values[ends[least] + 1]) / 2
    return split
