"""Training of decision trees on weighted rows: as C4.5 does it, 1R, and information gain.

Source:  Quinlan 1993, "C4.5"; release 8 for numbers (Quinlan 1996, "Improved use of continuous
         attributes in C4.5"). Weka's J48, in the paper C4.8, is the same.
Differs: all columns are numbers; no subtree raising.
"""
from math import sqrt
from statistics import NormalDist

import numpy as np

from .decisiontrees import LEAF, DecisionTree

CONFIDENCE = 0.25        # of pruning: J48's default
LEAST_BETTER = 0.1       # errors a subtree must save: C4.5's


def entropy(weights: np.ndarray) -> np.ndarray:
    """Return the entropy in bits of each row of class weights, 0 for a row of zeros.

    >>> entropy(np.array([[1, 1], [4, 0]])).tolist()
    [1.0, 0.0]
    """
    total = weights.sum(-1)
    logs = np.log2(weights, out=np.zeros(weights.shape), where=weights > 0)
    sums = np.log2(total, out=np.zeros(total.shape), where=total > 0)
    return np.divide(total * sums - (weights * logs).sum(-1), total, out=np.zeros(total.shape),
                     where=total > 0)


def grow(rows: np.ndarray, classes: np.ndarray, weights: np.ndarray, least: float, *,
         pruned: bool = True, leaves: int | None = None) -> DecisionTree:
    """Return the DecisionTree of some rows.

    rows:    float32 (rows, columns); classes: ints from 0; weights: floats, above 0.
    least:   the least weight of a leaf.
    pruned:  whether to remove splits that save no errors, which leaves large leaves.
    leaves:  most leaves; the splits whose removal costs the fewest errors are removed.
    """
    tree = _grown(rows, np.asarray(classes), np.asarray(weights, float), least)
    if pruned:
        tree = _pruned(tree, len(rows) / float(np.sum(weights)))
    return tree if leaves is None else simplified(tree, leaves)


def _grown(rows, classes, weights, least):
    count = int(classes.max()) + 1
    by_class = np.zeros((len(rows), count))
    by_class[np.arange(len(rows)), classes] = weights
    order = np.stack([np.argsort(column, kind="stable").astype(np.int32) for column in rows.T])
    nodes: list[list] = []                     # [column, threshold, right, weights]
    todo = [(order, LEAF)]                     # rows in the order of each column, whose right it is
    goes_left = np.zeros(len(rows), bool)
    while todo:
        order, parent = todo.pop()
        if parent != LEAF:
            nodes[parent][2] = len(nodes)
        here = by_class[order[0]].sum(0)
        split = _best_split(rows, by_class, order, here, least)
        nodes.append([LEAF, 0.0, 0, here])
        if split:
            column, threshold = split
            nodes[-1][:2] = split
            goes_left[order[0]] = rows[order[0], column] <= threshold
            chosen = goes_left[order]
            size = int(chosen[0].sum())
            todo.append((order[~chosen].reshape(len(order), -1), len(nodes) - 1))
            todo.append((order[chosen].reshape(len(order), size), LEAF))
    return _tree(nodes)


def _tree(nodes):
    feature, threshold, right, weights = zip(*nodes, strict=True)
    return DecisionTree(np.array(feature, np.int16), np.array(threshold, np.float32),
                np.array(right, np.int32), np.array(weights, np.float32))


def _best_split(rows, by_class, order, here, least):
    """Return (column, threshold) of the best gain ratio among gains not below the average."""
    total = here.sum()
    if total < 2 * least or np.count_nonzero(here) < 2:
        return None
    splits = []
    bits = float(entropy(here))
    for column, members in enumerate(order):
        values = rows[members, column]
        last = np.flatnonzero(values[:-1] < values[1:])      # of equal values the last one
        if not len(last):
            continue
        left = by_class[members].cumsum(0)[last]
        share = left.sum(1)
        possible = (share >= least) & (share <= total - least)
        if not possible.any():
            continue
        left, share, last = left[possible], share[possible], last[possible]
        gains = bits - (share * entropy(left) + (total - share) * entropy(here - left)) / total
        best = int(gains.argmax())
        gain = float(gains[best]) - np.log2(len(last)) / total     # Quinlan 1996, section 3
        if gain <= 1e-9:
            continue
        low, high = values[last[best]], values[last[best] + 1]
        middle = np.float32((float(low) + float(high)) / 2)
        sides = np.array([share[best], total - share[best]])
        splits.append((gain, gain / float(entropy(sides)), -column,
                       low if middle >= high else middle))
    if not splits:
        return None
    mean = sum(gain for gain, *_ in splits) / len(splits)
    _, column, threshold = max(rest for gain, *rest in splits if gain >= mean - 1e-3)
    return -column, float(threshold)


def _pruned(tree, scale):
    """Return the tree with splits that save no expected errors turned into leaves.

    scale: factor from weights to numbers of independent cases: the words of a block, by which it
           is weighted, are one case.
    """
    weights = tree.weights.astype(float) * scale
    as_leaf = [expected_errors(total, total - most)
               for total, most in zip(weights.sum(1), weights.max(1), strict=True)]
    errors, cut = list(as_leaf), set()
    for node in reversed(range(len(as_leaf))):
        if tree.feature[node] != LEAF:
            errors[node] = errors[node + 1] + errors[tree.right[node]]
            if as_leaf[node] <= errors[node] + LEAST_BETTER:
                cut.add(node)
                errors[node] = as_leaf[node]
    return _without(tree, cut)


def expected_errors(total: float, wrong: float) -> float:
    """Return the expected errors of a leaf, by the upper bound of CONFIDENCE."""
    if total <= 0:
        return 0.0
    none = total * (1 - CONFIDENCE ** (1 / total))
    if wrong < 1e-6:
        return none
    if wrong < 1 and total > 1:
        return wrong + none + wrong * (expected_errors(total, 1.0) - 1 - none)
    if wrong + 0.5 >= total:
        return total
    z = NormalDist().inv_cdf(1 - CONFIDENCE)
    f = (wrong + 0.5) / total
    return total * (f + z * z / (2 * total) + z * sqrt(
        f / total - f * f / total + z * z / (4 * total * total))) / (1 + z * z / total)


def simplified(tree: DecisionTree, leaves: int) -> DecisionTree:
    """Return the tree pruned to at most this many leaves."""
    while tree.leaves > leaves:
        wrong = (tree.weights.sum(1) - tree.weights.max(1)).astype(float)
        inner = [node for node in range(len(wrong)) if tree.feature[node] != LEAF]
        below = wrong.copy()
        count = np.ones(len(wrong))
        for node in reversed(inner):
            right = tree.right[node]
            below[node] = below[node + 1] + below[right]
            count[node] = count[node + 1] + count[right]
        # Breiman et al. 1984: the weakest link, the one with the fewest added errors a leaf removed
        weakest = min(inner, key=lambda node: ((wrong[node] - below[node]) / (count[node] - 1),
                                               node))
        tree = _without(tree, {weakest})
    return tree


def _without(tree, cut):
    """Return the tree with the nodes of `cut` as leaves."""
    nodes: list[list] = []
    todo = [(0, LEAF)]
    while todo:
        node, parent = todo.pop()
        if parent != LEAF:
            nodes[parent][2] = len(nodes)
        nodes.append([LEAF, 0.0, 0, tree.weights[node]])
        if node not in cut and tree.feature[node] != LEAF:
            nodes[-1][:2] = tree.feature[node], tree.threshold[node]
            todo.append((int(tree.right[node]), len(nodes) - 1))
            todo.append((node + 1, LEAF))
    return _tree(nodes)


def one_rule(rows: np.ndarray, classes: np.ndarray, weights: np.ndarray,
             least: float) -> DecisionTree:
    """Return the tree of 1R: the column that errs least, split into intervals of one class each.

    least:  least weight of its class in an interval, except the last one.
    Source: Holte 1993, "Very simple classification rules perform well", section 2.
    """
    intervals = [_intervals(rows[:, column], classes, weights, least)
                 for column in range(rows.shape[1])]
    wrong = [float((parts.sum(1) - parts.max(1)).sum()) for _, parts in intervals]
    column = wrong.index(min(wrong))
    cuts, parts = intervals[column]
    nodes: list[list] = []
    todo = [(0, len(parts), LEAF)]
    while todo:
        start, end, parent = todo.pop()
        if parent != LEAF:
            nodes[parent][2] = len(nodes)
        nodes.append([LEAF, 0.0, 0, parts[start:end].sum(0)])
        if end - start > 1:
            middle = (start + end) // 2
            nodes[-1][:2] = column, cuts[middle - 1]
            todo.append((middle, end, len(nodes) - 1))
            todo.append((start, middle, LEAF))
    return _tree(nodes)


def _intervals(values, classes, weights, least):
    """Return (thresholds between intervals, class weights of each)."""
    distinct, which = np.unique(values, return_inverse=True)
    table = np.zeros((len(distinct), int(classes.max()) + 1))
    np.add.at(table, (which, classes), weights)
    parts: list[list] = []                     # [last index, class weights]
    for i, row in enumerate(table):
        if parts and (parts[-1][1].max() < least or row.argmax() == parts[-1][1].argmax()):
            parts[-1][0] = i
            parts[-1][1] = parts[-1][1] + row
        else:
            parts.append([i, row])
    joined = parts[:1]
    for i, row in parts[1:]:
        if row.argmax() == joined[-1][1].argmax():
            joined[-1] = [i, joined[-1][1] + row]
        else:
            joined.append([i, row])
    cuts = [float(distinct[i] + distinct[i + 1]) / 2 for i, _ in joined[:-1]]
    return cuts, np.array([row for _, row in joined])
