"""Decision trees: growth, pruning, 1R, worked by hand; what is a tree."""
import importlib.util

import numpy as np
import pytest

from scutch.lm.shallow.shallowmodel import LEAF, errors, fit, grow, sound

NEEDS = pytest.mark.skipif(not importlib.util.find_spec("lightgbm"), reason="needs LightGBM")
NAMES, CLASSES = ["words", "links"], ["content", "boilerplate"]


def rows(*values):
    return np.array(values, np.float32)


# Content are long blocks without links: words over 10 and links at most 0.5
SQUARE = [(words, links / 10) for words in range(1, 21) for links in range(11)]
LABELS = [int(not (words > 10 and links <= 0.5)) for words, links in SQUARE]


class Page:
    """What `fit` reads of a page."""

    def __init__(self, values, labels, words=None):
        self.rows, self.classes = rows(*values), np.array(labels)
        self.words = np.ones(len(labels), int) if words is None else np.array(words)


@NEEDS
def test_a_rule_is_found_and_printed_as_in_the_paper():
    tree = fit([Page(SQUARE, LABELS)], 2, least=1)
    assert tree.lines(NAMES, CLASSES) == [
        "words <= 10.5: BOILERPLATE",
        "words > 10.5",
        "| links <= 0.55: CONTENT",
        "| links > 0.55: BOILERPLATE"]
    assert tree.leaves == 3 and sound(tree, 2, 2) and errors(tree) == 0
    said = tree.probabilities(rows((10, 0), (11, 0.5), (11, 0.6), (99, 0)))
    assert said.argmax(1).tolist() == [1, 0, 1, 0]
    assert said[0] == pytest.approx([1 / 112, 111 / 112]), "110 rows of one class, and one of each"
    assert tree.outputs(rows((10, 0)))[0] == said[0, 1]
    assert tree.probabilities(np.zeros((0, 2), np.float32)).shape == (0, 2)


@NEEDS
def test_least_weight_of_a_leaf():
    rng = np.random.default_rng(1)
    values = rng.random((400, 3)).astype(np.float32)
    labels = (values[:, 0] + rng.normal(0, 0.3, 400) > 0.5).astype(int)
    weights = rng.random(400) * 9 + 1
    sizes = []
    for least in 10, 100, 500:
        tree = grow(values, np.eye(2)[labels] * weights[:, None], least=least, pruned=False)
        assert tree.weights[tree.feature == LEAF].sum(1).min() >= least * 0.999
        assert tree.weights[0].sum() == pytest.approx(weights.sum(), rel=1e-5)
        sizes.append(tree.leaves)
    assert sizes[0] > sizes[1] > sizes[2]


@NEEDS
def test_pruning_takes_what_saves_no_errors():
    rng = np.random.default_rng(1)
    values = rng.integers(0, 2, (300, 9)).astype(np.float32)
    labels = (rng.random(300) < 0.1 + 0.3 * values[:, 0]).astype(int)    # content is likeliest
    full, pruned = (grow(values, np.eye(2)[labels], least=20, pruned=choice)
                    for choice in (False, True))
    assert full.leaves > 2 * pruned.leaves and errors(full) == errors(pruned)
    assert sound(pruned, 9, 2)


@NEEDS
@pytest.mark.parametrize("leaves", [2, 3])
def test_most_leaves(leaves):
    line, labels = [(x,) for x in range(100)], np.repeat([0, 1, 0, 1], [40, 40, 5, 15])
    tree = fit([Page(line, labels)], 2, least=1, leaves=leaves)
    assert tree.leaves <= leaves and tree.lines(["x"], CLASSES) == [
        "x <= 39.5: CONTENT", "x > 39.5: BOILERPLATE"]


@NEEDS
def test_one_class_is_one_leaf():
    tree = fit([Page([(1, 2), (3, 4)], [0, 0])], 2, least=1)
    assert tree.leaves == 1 and tree.probabilities(rows((9, 9))).tolist() == [[0.75, 0.25]]


@NEEDS
def test_a_page_weighs_by_its_words_or_as_much_as_another():
    pages = [Page([(1,)], [1], [900]), *(Page([(1,)], [0], [100]) for _ in range(3))]
    by_words, by_page = (fit(pages, 2, least=1, by_page=choice).weights[0].tolist()
                         for choice in (False, True))
    assert by_words == [300, 900] and by_page == [900, 300]
