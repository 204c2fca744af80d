"""Symmetric trees: a toy worked by hand, the file, and what is refused."""
import importlib.util

import numpy as np
import pytest

from scutch.lm.combine.ensemble import AT_ONCE, Ensemble, of_catboost

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
    {"asked": np.zeros((9, 2), np.int16)}])
def test_what_does_not_fit_is_refused(change):
    arrays = {**toy().arrays(), **change}
    with pytest.raises(ValueError, match="do not fit"):
        Ensemble.of(arrays, ["a", "b"], 0)


@pytest.mark.skipif(not importlib.util.find_spec("catboost"), reason="needs CatBoost")
def test_values_are_those_of_catboost():
    from catboost import CatBoost
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(400, 5)).astype(np.float32)
    model = CatBoost({"loss_function": "CrossEntropy", "iterations": 20, "depth": 4, "verbose": 0,
                      "thread_count": 1, "allow_writing_files": False})
    model.fit(rows, (rows[:, 3] + rng.normal(size=400) > 0).astype(float))
    found = of_catboost(model, list("abcde"))
    asked = [list("abcde").index(name) for name in found.numbers]
    assert np.abs(found.values(rows.T[asked]) - model.predict(rows)).max() < 1e-5
