"""A decision tree over shallow features, with its features and classes, and its file.

Trees are plain arrays: evaluated by numpy, stored in models, printed in words. They are grown by
LightGBM, which [train] brings for the boosted trees, too: one tree by least squares on the number
of the class. The gain of a split is that of the Gini impurity where there are two classes, as in
CART (Breiman et al. 1984). The best leaf is split first, so that a bound of leaves leaves the best
ones.
"""
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .. import modelfile
from ..crossvalidation import LabelledRows, together
from .shallowfeatures import NAMES, matrix

LEAF = -1

MOST_LEAVES, MOST_DEPTH = 4096, 60
OPTIONS = {"objective": "regression", "learning_rate": 1, "min_data_in_leaf": 1, "num_threads": 1,
           "max_depth": MOST_DEPTH, "deterministic": True, "force_row_wise": True, "verbose": -1}

# The last class is boilerplate: Kohlschütter et al. 2010, section 4.3.1
TWO = ["content", "boilerplate"]
FOUR = ["headline", "fulltext", "supplemental", "boilerplate"]
ARRAYS = {"feature": np.int16, "threshold": np.float32, "right": np.int32, "weights": np.float32}


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


def fit(pages: Sequence[LabelledRows], classes: int, *, method: str = "tree", by_page: bool = False,
        **options: Any) -> DecisionTree:
    """Return the DecisionTree of some pages, of this many classes.

    method:  "tree", or "1r": the one column whose tree has the fewest errors (Holte 1993).
    by_page: whether pages weigh the same, each as much as the mean one; else blocks are weighted by
             their words, and a page of 20,000 words weighs as much as forty articles.
    options: of `grow`.
    """
    rows, numbers, weights = together(pages, "rows", "classes", "words")
    if by_page:
        mean = weights.sum() / len(pages)
        weights = np.concatenate([page.words * mean / page.words.sum() for page in pages])
    by_class = np.eye(classes)[numbers] * weights[:, None]
    if method == "tree":
        return grow(rows, by_class, **options)
    trees = [grow(column[:, None], by_class, **options) for column in rows.T]
    column = min(range(len(trees)), key=lambda number: errors(trees[number]))
    feature = trees[column].feature
    return trees[column]._replace(feature=np.where(feature == LEAF, feature, np.int16(column)))


def errors(tree: DecisionTree) -> float:
    """Return the weight of the training rows that are not of the likeliest class of their leaf."""
    weights = tree.weights[tree.feature == LEAF]
    return float((weights.sum(1) - weights.max(1)).sum())


def grow(rows: np.ndarray, by_class: np.ndarray, *, least: float, pruned: bool = True,
         leaves: int | None = None) -> DecisionTree:
    """Return the DecisionTree of some rows.

    rows:     float32 (rows, columns). by_class: floats (rows, classes), 0 but for the right class,
              under which is the weight.
    least:    the least weight of a leaf. leaves: most leaves.
    pruned:   whether to remove splits that save no errors.
    """
    import lightgbm
    data = lightgbm.Dataset(rows, by_class.argmax(1), weight=by_class.sum(1) / least,
                            params={"verbose": -1, "min_data_in_bin": 1})
    model = lightgbm.train({**OPTIONS, "num_leaves": leaves or MOST_LEAVES,
                            "min_sum_hessian_in_leaf": 1}, data, 1)
    nodes: list[list] = []                     # [column, threshold, right, weights]

    def add(node, members):
        place = len(nodes)
        nodes.append([LEAF, 0.0, 0, by_class[members].sum(0)])
        if "leaf_value" in node:
            return
        column = node["split_feature"]
        values = rows[members, column].astype(float)
        goes_left = values <= node["threshold"]
        add(node["left_child"], members[goes_left])
        right = len(nodes)
        add(node["right_child"], members[~goes_left])
        first, *others = [weights.argmax() for *_, weights in nodes[place + 1:]]
        if pruned and others == [first]:       # two leaves of one class
            del nodes[place + 1:]
        else:
            low, high = values[goes_left].max(), values[~goes_left].min()
            middle = np.float32((low + high) / 2)
            nodes[place][:3] = column, low if middle >= high else middle, right

    add(model.dump_model()["tree_info"][0]["tree_structure"], np.arange(len(rows)))
    columns = zip(*nodes, strict=True)
    return DecisionTree(*map(np.array, columns, (np.int16, np.float32, np.int32, np.float32)))


class ShallowTree(modelfile.FileModel, kind="shallow"):
    """A decision tree with its settings.

    tree:     DecisionTree.
    settings: {"features": names of the tree's columns, "classes": TWO or FOUR, "cut": the highest
               score that is clean}, and notes of the training.
    """

    def __init__(self, tree: DecisionTree, settings: dict[str, Any]) -> None:
        self.tree, self.settings = tree, settings

    @classmethod
    def _of_file(cls, model):
        s, arrays = model.settings, model.arrays
        if s["classes"] not in (TWO, FOUR) or not isinstance(s["features"], list):
            raise ValueError('unknown "classes" or "features"')
        if not all(name in NAMES for name in s["features"]):
            raise ValueError('an unknown name in "features"')
        modelfile.number(s["cut"], 0, 1)
        if {name: array.dtype for name, array in arrays.items()} != ARRAYS:
            raise ValueError("other arrays than those of a tree")
        tree = DecisionTree(**arrays)
        if not sound(tree, len(s["features"]), len(s["classes"])):
            raise ValueError("arrays that are not a tree")
        return cls(tree, s)

    def _content(self):
        return self.settings, self.tree._asdict()

    def scores(self, blocks: Any) -> tuple[list[float], list[str]]:
        """Return (probabilities of boilerplate, likeliest classes) of the blocks of a page."""
        if not blocks:
            return [], []
        probabilities = self.tree.probabilities(matrix(blocks, self.settings["features"]))
        return (probabilities[:, -1].astype(float).tolist(),
                [self.settings["classes"][k] for k in probabilities.argmax(1).tolist()])
