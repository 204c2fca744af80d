"""Training of decision trees by LightGBM, which [train] brings for the boosted trees, too.

One tree by least squares on the number of the class: the gain of a split is that of the Gini
impurity where there are two classes, as in CART (Breiman et al. 1984). The best leaf is split
first, so that a bound of leaves leaves the best ones.
"""
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..crossvalidation import LabelledRows, together
from .decisiontrees import LEAF, DecisionTree

MOST_LEAVES, MOST_DEPTH = 4096, 60
OPTIONS = {"objective": "regression", "learning_rate": 1, "min_data_in_leaf": 1, "num_threads": 1,
           "max_depth": MOST_DEPTH, "deterministic": True, "force_row_wise": True, "verbose": -1}


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
