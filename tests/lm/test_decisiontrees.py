"""Decision trees: growth, pruning, 1R, information gain and measures, worked by hand."""
import random
from math import log2

import numpy as np
import pytest

from scutch.lm.shallow import treetraining
from scutch.lm.shallow.decisiontrees import LEAF, DecisionTree, sound
from scutch.lm.shallow.treetraining import grow, one_rule, simplified
from scutch.lm.shallow.wekameasures import measures

NAMES, CLASSES = ["words", "links"], ["content", "boilerplate"]


def rows(*values):
    return np.array(values, np.float32)


# Content are long blocks without links: words over 10 and links at most 0.5
SQUARE = [(words, links / 10) for words in range(1, 21) for links in range(11)]
LABELS = [int(not (words > 10 and links <= 0.5)) for words, links in SQUARE]


def square(least=1, **options):
    return grow(rows(*SQUARE), np.array(LABELS), np.ones(len(SQUARE)), least, **options)


def test_a_rule_is_found_and_printed_as_in_the_paper():
    assert square().lines(NAMES, CLASSES) == [
        "words <= 10.5: BOILERPLATE",
        "words > 10.5",
        "| links <= 0.55: CONTENT",
        "| links > 0.55: BOILERPLATE"]


def right(tree, values, labels):
    """Return the share of rows whose likeliest class is that of their label."""
    return (tree.probabilities(values).argmax(1) == labels).mean()


def test_what_a_tree_says():
    tree = square()
    assert tree.leaves == 3 and sound(tree, 2, 2)
    said = tree.probabilities(rows((10, 0), (11, 0.5), (11, 0.6), (99, 0)))
    assert said.argmax(1).tolist() == [1, 0, 1, 0]
    assert said.sum(1) == pytest.approx(1)
    assert said[0] == pytest.approx([1 / 112, 111 / 112]), "110 rows of one class, and one of each"
    assert tree.probabilities(np.zeros((0, 2), np.float32)).shape == (0, 2)


def test_weights_are_as_good_as_copies():
    rng = random.Random(1)
    values = [(rng.randrange(20), rng.random()) for _ in range(60)]
    labels = [int(a + 10 * b + rng.gauss(0, 3) > 15) for a, b in values]
    times = [rng.randrange(1, 4) for _ in values]
    one = grow(rows(*values), np.array(labels), np.array(times), 5, pruned=False)
    copies = [i for i, count in enumerate(times) for _ in range(count)]
    other = grow(rows(*(values[i] for i in copies)), np.array(labels)[copies],
                 np.ones(len(copies)), 5, pruned=False)
    assert [a.tolist() for a in one] == [b.tolist() for b in other]


def test_least_weight_of_a_leaf():
    rng = np.random.default_rng(1)
    values = rng.random((400, 3)).astype(np.float32)
    labels = (values[:, 0] + rng.normal(0, 0.3, 400) > 0.5).astype(int)
    weights = rng.random(400) * 9 + 1
    sizes = []
    for least in 10, 100, 500:
        tree = grow(values, labels, weights, least, pruned=False)
        assert tree.weights[tree.feature == LEAF].sum(1).min() >= least - 1e-3
        assert tree.weights[0].sum() == pytest.approx(weights.sum(), rel=1e-5)
        sizes.append(tree.leaves)
    assert sizes[0] > sizes[1] > sizes[2]


def plain_split(values, labels, least):
    """Return (column, the value just below the threshold) by the formulas, in a plain loop."""
    def bits(some):
        return -sum(some.count(c) / len(some) * log2(some.count(c) / len(some)) for c in set(some))

    found = []
    for column in range(len(values[0])):
        best = None
        cuts = sorted({row[column] for row in values})[:-1]
        for cut in cuts:
            left = [c for row, c in zip(values, labels, strict=True) if row[column] <= cut]
            right = [c for row, c in zip(values, labels, strict=True) if row[column] > cut]
            if min(len(left), len(right)) >= least:
                gain = bits(labels) - (len(left) * bits(left) + len(right) * bits(right)
                                       ) / len(labels)
                if best is None or gain > best[0] + 1e-12:
                    best = gain, bits([0] * len(left) + [1] * len(right)), cut
        if best and best[0] - log2(len(cuts)) / len(labels) > 1e-9:
            gain = best[0] - log2(len(cuts)) / len(labels)
            found.append((gain, gain / best[1], column, best[2]))
    mean = sum(one[0] for one in found) / len(found)
    return max((ratio, -column, cut) for gain, ratio, column, cut in found if gain >= mean - 1e-3)


def test_the_first_split_is_that_of_the_formulas():
    rng = random.Random(1)
    for _ in range(20):
        values = [(rng.randrange(8), rng.randrange(5), rng.random()) for _ in range(60)]
        labels = [int(a > 4) if rng.random() < 0.9 else rng.randrange(2) for a, _, _ in values]
        tree = grow(rows(*values), np.array(labels), np.ones(60), 2, pruned=False)
        _, column, cut = plain_split(values, labels, 2)
        assert tree.feature[0] == -column
        above = min(row[-column] for row in values if row[-column] > cut)
        assert tree.threshold[0] == pytest.approx((cut + above) / 2)


def test_pruning_takes_what_saves_no_errors():
    rng = np.random.default_rng(1)
    values = rng.integers(0, 2, (300, 9)).astype(np.float32)
    labels = (rng.random(300) < 0.1 + 0.6 * values[:, 0]).astype(int)    # others: noise
    full, pruned = (grow(values, labels, np.ones(300), 2, pruned=choice)
                    for choice in (False, True))
    assert full.leaves > 2 * pruned.leaves and full.feature[0] == pruned.feature[0] == 0
    assert right(full, values, labels) >= right(pruned, values, labels)
    assert square().leaves == square(pruned=False).leaves == 3


@pytest.mark.parametrize("total, wrong, errors", [
    (6, 0, 1.2386), (9, 0, 1.2851), (1, 0, 0.75), (0, 0, 0), (2, 1.6, 2)])
def test_errors_to_be_expected(total, wrong, errors):
    """Quinlan 1993, section 4.2: 0 of 6 at 25 % is 6 * 0.206, 0 of 9 is 9 * 0.143."""
    assert treetraining.expected_errors(total, wrong) == pytest.approx(errors, abs=1e-3)


def test_errors_to_be_expected_rise():
    found = [treetraining.expected_errors(16, wrong / 4) for wrong in range(65)]
    assert found == sorted(found) and all(e >= k / 4 for k, e in enumerate(found))
    assert found[4] == pytest.approx(16 * 0.157, abs=0.1), "1 of 16, Quinlan's table"


def test_simplified():
    line, labels = rows(*[(x,) for x in range(100)]), np.repeat([0, 1, 0, 1], [40, 40, 5, 15])
    tree = grow(line, labels, np.ones(100), 1)
    assert sorted(tree.threshold[tree.feature == 0].tolist()) == [39.5, 79.5, 84.5]
    assert simplified(tree, 2).lines(["x"], CLASSES) == ["x <= 39.5: CONTENT",
                                                         "x > 39.5: BOILERPLATE"]
    assert simplified(tree, 1).lines(["x"], CLASSES) == ["BOILERPLATE"]
    rng = np.random.default_rng(1)
    values = rng.random((300, 5)).astype(np.float32)
    tree = grow(values, (values[:, 0] * values[:, 1] > 0.3).astype(int), np.ones(300), 2,
                pruned=False)
    for leaves in range(1, tree.leaves + 1):
        small = simplified(tree, leaves)
        assert small.leaves <= leaves and sound(small, 5, 2)


def test_one_class_is_one_leaf():
    tree = grow(rows((1, 2), (3, 4)), np.array([0, 0]), np.ones(2), 1)
    assert tree.leaves == 1 and tree.probabilities(rows((9, 9))).tolist() == [[1.0]]


# --- 1R -----------------------------------------------------------------------------------------

def test_one_rule():
    tree = one_rule(rows(*SQUARE), np.array(LABELS), np.ones(len(SQUARE)), 5)
    assert tree.lines(NAMES, CLASSES) == ["words <= 10.5: BOILERPLATE", "words > 10.5: CONTENT"]
    assert sound(tree, 2, 2)


def test_intervals_of_one_rule():
    values = rows(*[(x,) for x in range(12)])
    labels = np.array([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1])
    tree = one_rule(values, labels, np.ones(12), 3)
    assert tree.lines(["x"], CLASSES) == [
        "x <= 5.5", "| x <= 2.5: CONTENT", "| x > 2.5: BOILERPLATE",
        "x > 5.5", "| x <= 8.5: CONTENT", "| x > 8.5: BOILERPLATE"]
    assert right(tree, values, labels) == 1
    assert one_rule(values, labels, np.ones(12), 4).leaves < 4


# --- measures -----------------------------------------------------------------------------------

def test_measures_by_hand():
    probabilities = np.array([[0.9, 0.1], [0.6, 0.4], [0.3, 0.7], [0.5, 0.5]])
    found = measures(probabilities, np.array([0, 1, 1, 0]), np.array([1.0, 2.0, 3.0, 4.0]))
    # class 0, weight 5: rows 0, 1, 3 are said, 5 of 7 right; class 1, weight 5: row 2, 3 of 3
    assert found["p"] == pytest.approx((5 / 7 + 1) / 2)
    assert found["r"] == pytest.approx((1 + 3 / 5) / 2)
    assert found["f"] == pytest.approx((10 / 12 + 6 / 8) / 2)
    assert found["fp"] == pytest.approx((2 / 5 + 0) / 2)
    # of the weights 5 * 5: row 0 above both, row 3 above row 2 alone
    assert found["auc"] == pytest.approx((1 * 5 + 4 * 3) / 25)


def test_zero_r_has_the_figures_of_the_paper():
    """63.8 % of the words are content: precision 40.7, recall 63.8, F 49.7, Table 2."""
    found = measures(np.array([[1.0, 0], [1, 0]]), np.array([0, 1]), np.array([63.8, 36.2]))
    assert [round(100 * found[name], 1) for name in ("p", "r", "f", "fp", "auc")] == [
        40.7, 63.8, 49.7, 63.8, 50.0]


@pytest.mark.parametrize("changes", [
    {"feature": [0, LEAF]}, {"right": [1, 0, 0]}, {"right": [3, 0, 0]}, {"feature": [2, -1, -1]},
    {"feature": [0, -1, 0]}, {"threshold": [np.inf, 0, 0]}, {"weights": [[1, 2]] * 2},
    {"weights": [[-1, 2]] * 3}, {"feature": [-2, -1, -1]}])
def test_arrays_that_are_no_tree(changes):
    arrays = {"feature": [0, -1, -1], "threshold": [1, 0, 0], "right": [2, 0, 0],
              "weights": [[1, 2]] * 3}
    types = {"feature": np.int16, "threshold": np.float32, "right": np.int32,
             "weights": np.float32}

    def tree(**arrays):
        return DecisionTree(**{name: np.array(values, types[name])
                               for name, values in arrays.items()})

    assert sound(tree(**arrays), 2, 2)
    assert not sound(tree(**arrays | changes), 2, 2)
