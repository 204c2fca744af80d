"""Boosted trees stored as tables; the sum of their leaves is a value such as log odds.

A tree has a few splits of the form "is feature x above threshold t?". All splits are tested for
each block, also those off its path, and the results are the bits of an index into the tree's table
of leaves. So a few array operations evaluate all trees at once. The oblivious trees of
Prokhorenkova et al. 2018 ("CatBoost: unbiased boosting with categorical features") are such tables
already. In the table of any other tree a leaf is repeated for all results of the splits off its
path.
"""
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

MOST_DEPTH = 8           # splits of a tree, so that the index of a leaf is one byte
ARRAYS = "asked", "limits", "leaves"     # of an Ensemble, in a model file
AT_ONCE = 192            # blocks, so that the arrays stay in the processor's cache


class Ensemble:
    """Trees as tables.

    features:       list of str, the names of the features used, in order.
    split_features: int16 (depth, trees), the feature of each split, an index into `features`.
    thresholds:     float32 (depth, trees), of each split; inf if a tree has fewer splits.
    leaves:         float32 (trees, 2 ** depth).
    bias:           float, added to the sum of the leaves.

    Raises:  ValueError if the shapes do not fit, or a leaf is not finite.
    """

    def __init__(self, features: Iterable[str], split_features: np.ndarray, thresholds: np.ndarray,
                 leaves: np.ndarray, bias: float) -> None:
        self.features, self.bias = list(features), float(bias)
        self.split_features, self.thresholds, self.leaves = split_features, thresholds, leaves
        depth, trees = split_features.shape
        if not (0 < depth <= MOST_DEPTH and thresholds.shape == split_features.shape
                and leaves.shape == (trees, 1 << depth)
                and split_features.min() >= 0 and split_features.max() < len(self.features)):
            raise ValueError("arrays of trees whose shapes do not fit")
        if not np.isfinite(leaves).all() or np.isnan(thresholds).any():
            raise ValueError("trees with a number that is not finite")
        # many trees have the same split: each different one is tested once
        bits = thresholds.astype(np.float32).ravel().view(np.uint32)
        tests, places = np.unique(split_features.ravel().astype(np.uint64) << np.uint64(32) | bits,
                                  return_inverse=True)
        self._feature_of_test = (tests >> np.uint64(32)).astype(int)
        self._threshold_of_test = tests.astype(np.uint32).view(np.float32)
        self._test_of_split = places.reshape(split_features.shape)
        self._leaves = leaves.astype(float).ravel()
        self._first = np.arange(trees) * leaves.shape[1]

    def values(self, rows: np.ndarray, places: np.ndarray | None = None) -> np.ndarray:
        """Return the sum of the leaves and the bias for each block, float64 (blocks,).

        rows:   float32 (features, blocks).
        places: the row of each of `features`; None if rows has just these.
        """
        row_of_test = self._feature_of_test if places is None else places[self._feature_of_test]
        sums = np.empty(rows.shape[1])
        size = min(AT_ONCE, len(sums))
        # arrays are made once: that takes as long as the work
        thresholds, first = (column[:, None].repeat(size, 1)
                             for column in (self._threshold_of_test, self._first))
        values, above = np.empty_like(thresholds), np.empty(thresholds.shape, np.uint8)
        leaf, bit = np.empty((2, *first.shape), np.uint8)
        place, leaves = np.empty_like(first), np.empty(first.shape)
        for start in range(0, len(sums), AT_ONCE):
            part = slice(max(0, min(start, len(sums) - AT_ONCE)), start + AT_ONCE)
            # mode "clip", because "raise" would write to a copy of `out`
            rows[:, part].take(row_of_test, 0, values, "clip")
            np.greater(values, thresholds, out=above.view(bool))
            leaf[:] = 0
            for tests in self._test_of_split[::-1]:
                leaf += leaf
                leaf |= above.take(tests, 0, bit, "clip")
            np.add(leaf, first, out=place)
            sums[part] = self._leaves.take(place, None, leaves, "clip").sum(0)
        return sums + self.bias

    def arrays(self) -> dict[str, np.ndarray]:
        """Return {name: array} for a model file."""
        return dict(zip(ARRAYS, (self.split_features.astype(np.int16),
                                 self.thresholds.astype(np.float32),
                                 self.leaves.astype(np.float32)), strict=True))

    @classmethod
    def of(cls, arrays: Mapping[str, np.ndarray], features: Iterable[str],
           bias: float) -> "Ensemble":
        """Return the Ensemble of arrays of a model file.

        Raises:  KeyError if an array is missing, ValueError if the shapes do not fit.
        """
        split_features, thresholds, leaves = map(arrays.__getitem__, ARRAYS)
        return cls(features, split_features, thresholds, leaves, bias)


def boosted(rows: np.ndarray, targets: np.ndarray, features: Sequence[str], trees: int, seed: int,
            weights: np.ndarray | None = None, **options: Any) -> Ensemble:
    """Return the Ensemble that predicts `targets` from `rows`; needs LightGBM.

    rows:     float32 (samples, features). features: their names.
    targets, weights: arrays (samples,).
    options:  of LightGBM; the same options and seed give the same trees.
    """
    import lightgbm
    data = lightgbm.Dataset(rows, targets, weight=weights, params={"verbose": -1})
    model = lightgbm.train({**options, "seed": seed, "num_threads": 1, "deterministic": True,
                            "force_col_wise": True, "verbose": -1}, data, trees)
    return of_lightgbm(model, features)


def of_lightgbm(model: Any, features: Sequence[str], number: int = 0,
                classes: int = 1) -> Ensemble:
    """Return the Ensemble of a fitted LightGBM model; of `features` it keeps those used.

    model:  a lightgbm.Booster whose trees have at most MOST_DEPTH splits.
    number: the class whose trees are wanted, of a model with trees for several classes.
    """
    infos = model.dump_model()["tree_info"]
    trees = [tree["tree_structure"] for tree in infos[number::classes]]
    depth = max(1, *(len(list(_splits(tree))) for tree in trees))
    split_features = np.zeros((depth, len(trees)), np.int16)
    thresholds = np.full((depth, len(trees)), np.inf, np.float32)
    leaves = np.zeros((len(trees), 1 << depth), np.float32)
    results = np.arange(1 << depth) >> np.arange(depth)[:, None] & 1 == 1
    for place, tree in enumerate(trees):
        bits = itertools.count()
        ways = [(tree, np.ones(1 << depth, bool))]
        while ways:
            node, open_to = ways.pop()
            if "leaf_value" in node:
                leaves[place, open_to] = node["leaf_value"]
                continue
            bit = next(bits)
            split_features[bit, place] = node["split_feature"]
            thresholds[bit, place] = _not_above(node["threshold"])
            ways += [(node["left_child"], open_to & ~results[bit]),
                     (node["right_child"], open_to & results[bit])]
    splits = np.isfinite(thresholds)
    used = np.unique(split_features[splits]) if splits.any() else split_features[0, :1]
    renumbered = np.zeros(len(features), np.int16)
    renumbered[used] = np.arange(len(used))
    return Ensemble([features[place] for place in used], renumbered[split_features], thresholds,
                    leaves, 0)


def mean_of(ensembles: Sequence[Ensemble]) -> Ensemble:
    """Return the Ensemble whose values are the means of the values of several.

    >>> first, other = (Ensemble([name], np.zeros((1, 1), np.int16), np.zeros((1, 1), np.float32),
    ...                        np.array([[0, leaf]], np.float32), leaf)
    ...               for name, leaf in (("a", 2), ("b", 6)))
    >>> both = mean_of([first, other])
    >>> both.features, both.values(np.array([[1, 1, 0], [1, 0, 0]], np.float32)).tolist()
    (['a', 'b'], [8.0, 5.0, 4.0])
    """
    if len(ensembles) == 1:
        return ensembles[0]
    features = list(dict.fromkeys(name for ensemble in ensembles
                                  for name in ensemble.features))
    depth = max(len(ensemble.split_features) for ensemble in ensembles)
    split_features, thresholds, leaves = [], [], []
    for ensemble in ensembles:
        more = ((0, depth - len(ensemble.split_features)), (0, 0))
        places = np.array([features.index(name) for name in ensemble.features], np.int16)
        split_features.append(np.pad(places[ensemble.split_features], more))
        thresholds.append(np.pad(ensemble.thresholds, more, constant_values=np.inf))
        unused = (1 << depth) - ensemble.leaves.shape[1]
        leaves.append(np.pad(ensemble.leaves, ((0, 0), (0, unused))))
    return Ensemble(features, np.concatenate(split_features, 1), np.concatenate(thresholds, 1),
                    np.concatenate(leaves) / np.float32(len(ensembles)),
                    sum(ensemble.bias for ensemble in ensembles) / len(ensembles))


def stored(group: str, ensembles: Mapping[str, Ensemble]) -> tuple[
        dict[str, list[Any]], dict[str, np.ndarray]]:
    """Return (settings, {name: array}) of a group of ensembles, for a model file."""
    return {name: [trees.features, trees.bias] for name, trees in ensembles.items()}, {
        f"{group} {name} {array}": values for name, trees in ensembles.items()
        for array, values in trees.arrays().items()}


def ensembles_of(group: str, known: Mapping[str, Any],
                 arrays: Mapping[str, np.ndarray]) -> dict[str, Ensemble]:
    """Return {name: Ensemble} of a group in a model file. known, arrays: as `stored` gives them."""
    return {name: Ensemble.of({array: arrays[f"{group} {name} {array}"] for array in ARRAYS},
                              features, bias)
            for name, (features, bias) in known.items()}


def _splits(tree):
    """Yield the inner nodes of a tree, its splits."""
    nodes = [tree]
    while nodes:
        node = nodes.pop()
        if "leaf_value" not in node:
            yield node
            nodes += [node["left_child"], node["right_child"]]


def _not_above(threshold):
    """Return the greatest float32 not above a threshold, which splits all float32 as it does."""
    near = np.float32(threshold)
    return near if near <= threshold else np.nextafter(near, np.float32(-np.inf))
