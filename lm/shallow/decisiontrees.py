"""Decision trees as plain arrays: evaluated by numpy, stored in models, printed in words."""
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

LEAF = -1


class DecisionTree(NamedTuple):
    """A binary tree, its nodes in preorder: a parent, its left subtree, its right subtree.

    feature:   int16, column of the node's test, LEAF for a leaf.
    threshold: float32; rows whose value is at most that go left.
    right:     int32, index of the right child; the left one is the next node.
    weights:   float32 (nodes, classes), the weight of the training rows that reached the node.
    """

    feature: np.ndarray
    threshold: np.ndarray
    right: np.ndarray
    weights: np.ndarray

    @property
    def leaves(self) -> int:
        return int((self.feature == LEAF).sum())

    def leaf_of(self, rows: np.ndarray) -> np.ndarray:
        """Return the index of the leaf that each row ends in.

        rows: float32 (rows, columns).
        """
        here = np.zeros(len(rows), np.int64)
        below = np.arange(len(rows))            # the rows that are not in a leaf yet
        while len(below):
            node = here[below]
            below = below[inner := self.feature[node] != LEAF]
            node = node[inner]
            goes_left = rows[below, self.feature[node]] <= self.threshold[node]
            here[below] = np.where(goes_left, node + 1, self.right[node])
        return here

    def probabilities(self, rows: np.ndarray) -> np.ndarray:
        """Return the probability of each class for each row, by Laplace's rule of succession."""
        weights = self.weights + 1.0
        return (weights / weights.sum(1, keepdims=True))[self.leaf_of(rows)]

    def outputs(self, rows: np.ndarray) -> np.ndarray:
        """Return the probability of the last class, boilerplate, for each row."""
        return self.probabilities(rows)[:, -1]

    def lines(self, names: Sequence[str], classes: Sequence[str], node: int = 0) -> list[str]:
        """Return the tree in words, a line for each branch, as Algorithms 1 and 2 are printed.

        names:   of the columns; classes: of the classes. node: of the tree below it.
        """
        column = self.feature[node]
        if column == LEAF:
            return [classes[self.weights[node].argmax()].upper()]
        printed = []
        for sign, child in ("<=", node + 1), (">", self.right[node]):
            test = f"{names[column]} {sign} {self.threshold[node]:.6g}"
            below = self.lines(names, classes, child)
            printed += ([f"{test}: {below[0]}"] if self.feature[child] == LEAF
                        else [test, *(f"| {line}" for line in below)])
        return printed


def sound(tree: DecisionTree, columns: int, classes: int) -> bool:
    """Return whether the arrays are those of a tree over this many columns and classes."""
    count = len(tree.feature)
    nodes = np.arange(count)
    inner = tree.feature != LEAF
    return (count > 0 and tree.feature.shape == tree.threshold.shape == tree.right.shape == (count,)
            and tree.weights.shape == (count, classes)
            and bool((tree.feature >= LEAF).all() and (tree.feature < columns).all()
                     and np.isfinite(tree.threshold).all() and np.isfinite(tree.weights).all()
                     and (tree.weights >= 0).all()
                     and (tree.right[inner] > nodes[inner] + 1).all()
                     and (tree.right[inner] < count).all() and not inner[-1]))
