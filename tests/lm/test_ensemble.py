"""Trees as tables: toys worked by hand, the model file, what is refused, and LightGBM's trees."""
import importlib.util

import numpy as np
import pytest

from scutch.filters.columns.pages import pages_of
from scutch.filters.scoring.evidenceinput import blocks_of_pages
from scutch.lm.combine.lexicon import BITS, LEAST_PAGES, LEXICON, Lexicon, bags_of, learnt
from scutch.lm.combine.trees import AT_ONCE, Ensemble, boosted, mean_of, of_lightgbm
from scutch.lm.evidence.evidence import evidence

# Two trees: the first asks a > 1 (bit 0) and b > 2 (bit 1), the second b > 0 alone
ASKED = np.array([[0, 1], [1, 0]], np.int16)
LIMITS = np.array([[1, 0], [2, np.inf]], np.float32)
LEAVES = np.array([[1, 2, 4, 8], [16, 32, 0, 0]], np.float32)


def toy():
    return Ensemble(["a", "b"], ASKED, LIMITS, LEAVES, 0.5)


def test_a_toy_by_hand():
    rows = np.array([[0, 2, 0, 2], [0, 1, 3, 3]], np.float32)
    assert toy().values(rows).tolist() == [1 + 16.5, 2 + 32.5, 4 + 32.5, 8 + 32.5]


def test_many_blocks_are_as_few():
    rows = np.random.default_rng(0).normal(size=(2, 3 * AT_ONCE + 7)).astype(np.float32) * 3
    one_by_one = [toy().values(rows[:, [place]])[0] for place in range(rows.shape[1])]
    assert toy().values(rows).tolist() == one_by_one
    assert toy().values(rows[:, :0]).shape == (0,)


@pytest.mark.parametrize("change", [
    {"asked": ASKED + 1}, {"asked": ASKED - 1}, {"limits": LIMITS[:1]}, {"leaves": LEAVES[:, :3]},
    {"asked": np.zeros((9, 2), np.int16)},
    {"asked": np.zeros((9, 2), np.int16), "limits": np.zeros((9, 2), np.float32),
     "leaves": np.zeros((2, 512), np.float32)},
    {"asked": np.zeros((0, 2), np.int16), "limits": np.zeros((0, 2), np.float32),
     "leaves": np.zeros((2, 1), np.float32)}])
def test_what_does_not_fit_is_refused(change):
    arrays = {**toy().arrays(), **change}
    with pytest.raises(ValueError, match="do not fit"):
        Ensemble.of(arrays, ["a", "b"], 0)


NEEDS = pytest.mark.skipif(not importlib.util.find_spec("lightgbm"), reason="needs LightGBM")


def leaf(value):
    return {"leaf_value": value}


def split(number, limit, below, above):
    return {"split_feature": number, "threshold": limit, "left_child": below, "right_child": above}


class Model:
    """A model as of_lightgbm reads it: a tree of three leaves, and one without splits."""

    def dump_model(self):
        grown = split(2, 0.1, split(0, 5.0, leaf(1.0), leaf(2.0)), leaf(4.0))
        return {"tree_info": [{"tree_structure": grown}, {"tree_structure": leaf(8.0)}]}


def test_a_leafwise_tree_by_hand():
    found = of_lightgbm(Model(), ["a", "b", "c"])
    assert found.features == ["a", "c"], "b is in no split"
    least = np.nextafter(np.float32(0.1), np.float32(1))
    rows = np.array([[5, 6, 5, 6, 6], [0, 0, 1, 1, least]], np.float32)
    assert found.values(rows).tolist() == [9, 10, 12, 12, 12]
    below = np.nextafter(np.float32(0.1), np.float32(0))      # the threshold is a number of 64 bits
    assert found.values(np.array([[6], [below]], np.float32)).tolist() == [10]


@NEEDS
@pytest.mark.parametrize("splits", [1, 3, 8])
def test_values_are_those_of_lightgbm(splits):
    import lightgbm
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(900, 5)).astype(np.float32)
    targets = (rows[:, 3] * rows[:, 1] + rng.normal(size=900) > 0).astype(float)
    model = lightgbm.train({"objective": "cross_entropy", "num_leaves": splits + 1, "verbose": -1,
                            "num_threads": 1}, lightgbm.Dataset(rows, targets), 20)
    found = of_lightgbm(model, list("abcde"))
    used = [list("abcde").index(name) for name in found.features]
    assert np.abs(found.values(rows.T[used]) - model.predict(rows, raw_score=True)).max() < 1e-5


@NEEDS
def test_nothing_to_learn_is_one_value():
    found = boosted(np.zeros((50, 2), np.float32), np.full(50, 0.25), ["a", "b"], 3, 0,
                    objective="regression")
    assert found.values(np.ones((1, 4), np.float32)).tolist() == pytest.approx([0.25] * 4)


def test_the_mean_of_some_has_the_mean_of_their_values():
    """The trees differ in depth and in their features."""
    chance = np.random.default_rng(1)
    some = []
    for depth, names in (1, "ab"), (3, "bcd"), (2, "da"):
        split_features = chance.integers(0, len(names), (depth, 5)).astype(np.int16)
        thresholds = chance.normal(size=(depth, 5)).astype(np.float32)
        some.append(Ensemble(names, split_features, thresholds,
                             chance.normal(size=(5, 1 << depth)).astype(np.float32), depth))
    mean = mean_of(some)
    rows = {name: chance.normal(size=200).astype(np.float32) for name in "abcd"}
    values = [one.values(np.stack([rows[name] for name in one.features])) for one in (*some, mean)]
    assert np.abs(np.mean(values[:-1], 0) - values[-1]).max() < 1e-6
    assert mean_of(some[:1]) is some[0]


# ---------- bags of words of blocks: weights that are learnt

ELEMENTS = [["body", -1, "home"], ["div", 0, "articleBody wide"], ["div", 1, ""], ["p", 2, "lead"],
            ["div", 0, "related-posts wide"]]
RECORD = {"id": "1", "title": "Wind", "elements": ELEMENTS, "segments": [
    {"text": text, "kind": kind, "words": len(text.split()), "element": element}
    for text, kind, element in [
        ("Wind farms at sea", "h", 1), ("Wind farms, many of them.", "p", 3), ("…", "p", 3),
        ("Read more", "h", 4), ("Read more", "p", 4)]]}


def found_in(*records):
    pages = pages_of(records)
    blocks = blocks_of_pages(pages, np.full(len(pages.text), 0.2))
    return blocks, bags_of(blocks, evidence(blocks))


def lexicon():
    rng = np.random.default_rng(3)
    return Lexicon({name: np.maximum(0, rng.integers(-99, 99, 1 << bits)).astype(np.int8)
                    for name, bits in BITS.items()})


def test_weights_are_learnt_from_words_headings_and_names():
    pages = [found_in(RECORD)[1] for _ in range(LEAST_PAGES)]
    shares = np.array([1, 1, 1, 0.5, 0])
    found = learnt(pages, [shares] * LEAST_PAGES, [np.ones(5)] * LEAST_PAGES)
    values = dict(zip(LEXICON, found.features(pages[0]), strict=True))
    for name in LEXICON:
        assert values[name][1] > 0.5 > -0.5 > values[name][4], name
    assert values["words say"][2] == 0
    fewer = learnt(pages[1:], [shares] * (LEAST_PAGES - 1), [np.ones(5)] * (LEAST_PAGES - 1))
    assert not any(some.any() for some in fewer.weights.values()), "words on too few pages"
