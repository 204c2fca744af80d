"""Cuts, smoothing and copies on pages small enough for a plain search."""
import itertools

import numpy as np
import pytest

from scutch.lm.combine.cuts import copies, expected_f, smoothed


@pytest.mark.parametrize("beta", [0.5, 1, 2])
@pytest.mark.parametrize("seed", range(5))
def test_the_cut_is_the_best_of_all_that_can_be_kept(seed, beta):
    """Of all sets of blocks, not of those above a cut alone."""
    rng = np.random.default_rng(seed)
    values, words = rng.uniform(size=8), rng.integers(1, 50, 8)
    best = max((1 + beta ** 2) * (values @ (words * kept))
               / (beta ** 2 * (values @ words) + words @ kept)
               for kept in map(np.array, itertools.product((0, 1), repeat=8)) if kept.any())
    cut, found = expected_f(values, words, beta)
    kept = values >= cut
    assert found == pytest.approx(best)
    assert found == pytest.approx((1 + beta ** 2) * (values[kept] @ words[kept])
                                  / (beta ** 2 * (values @ words) + words[kept].sum()))


def test_a_wish_for_precision_keeps_no_more():
    values, words = np.linspace(0.05, 0.95, 10), np.full(10, 10)
    cuts = [expected_f(values, words, beta)[0] for beta in (0.5, 1, 2)]
    assert cuts == sorted(cuts, reverse=True) and cuts[0] > cuts[2]


def test_pages_with_little_or_nothing():
    assert expected_f(np.array([]), np.array([])) == (1.0, 0.0)
    assert expected_f(np.array([0.7]), np.array([0])) == (1.0, 0.0)
    assert smoothed(np.array([]), np.array([]), 0.1, np.array([])).shape == (0,)
    assert smoothed(np.array([0.7]), np.array([3]), 0.1, np.array([0])).tolist() == [0.7]


def test_the_first_of_copies_stays_and_code_may_repeat():
    text = "the same eight words or more in it"
    texts, words = [text, "x", text, text], np.array([8, 1, 8, 8])
    assert copies(texts, words, np.array([False] * 4)).tolist() == [False, False, True, True]
    assert copies(texts, words, np.array([True, False, False, True])).tolist() == [False] * 4
    assert copies(texts, np.full(4, 7), np.array([False] * 4)).tolist() == [False] * 4
