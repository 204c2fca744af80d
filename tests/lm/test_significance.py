"""lm.significance, against scipy, and on items worked by hand."""
import itertools

import numpy as np
import pytest

from scutch.lm import significance
from scutch.lm.significance import (
    corrected_t_test,
    kappa,
    mcnemar,
    paired_difference,
    student_limit,
    student_tails,
)


@pytest.fixture(scope="module")
def scores():
    """Return the scores of two systems on sixty pages, the first a little better."""
    rng = np.random.default_rng(1)
    first = rng.uniform(40, 100, 60)
    return first, first - rng.normal(1.5, 6, 60)


@pytest.fixture
def stats():
    return pytest.importorskip("scipy.stats", reason="scipy is not installed")


def test_tails(stats):
    for t, freedom in itertools.product((0, -0.3, 2, 40), (1, 2, 9, 500)):
        wanted = 2 * stats.t.sf(abs(t), freedom)
        assert student_tails(t, freedom) == pytest.approx(wanted, abs=1e-10)
    for p, freedom in itertools.product((1e-6, 0.05, 0.5), (1, 9, 500)):
        assert student_limit(p, freedom) == pytest.approx(stats.t.isf(p / 2, freedom), rel=1e-9)


@pytest.mark.parametrize("first, second", [(0, 0), (5, 5), (0, 9), (3, 12), (150, 100),
                                           (9000, 9400)])
def test_mcnemar(stats, first, second):
    wanted = stats.binomtest(first, first + second).pvalue if first + second else 1.0
    assert mcnemar(first, second) == mcnemar(second, first) == pytest.approx(wanted, rel=1e-9)


def test_kappa_by_hand():
    """Cohen 1960, table 1 as proportions: agreement .29 by chance .41."""
    table = [[25, 13, 12], [12, 2, 16], [3, 15, 2]]
    pairs = {(row, column): count for row, counts in enumerate(table)
             for column, count in enumerate(counts)}
    assert kappa(pairs) == pytest.approx((0.29 - 0.35) / (1 - 0.35))
    assert kappa({}) == 1


def test_folds(stats):
    """Without shared training data it is the paired t-test."""
    first, second = [81.0, 79.5, 84, 80, 77], [80.2, 79, 81, 80.5, 76]
    differences = [one - two for one, two in zip(first, second, strict=True)]
    test, wanted = corrected_t_test(differences, 0), stats.ttest_rel(first, second)
    assert test.p == pytest.approx(wanted.pvalue)
    low, high = wanted.confidence_interval(0.95)
    assert (test.low, test.high) == (pytest.approx(low), pytest.approx(high))
    corrected = corrected_t_test(differences, 1 / 4)
    t = wanted.statistic * ((1 / 5) / (1 / 5 + 1 / 4)) ** 0.5     # Nadeau & Bengio 2003
    assert corrected.p == pytest.approx(2 * stats.t.sf(t, 4)) and corrected.p > test.p


def test_folds_without_variance():
    assert corrected_t_test([1.0, 1.0], 1)[1:] == (1, 1, 0)
    assert corrected_t_test([0.0, 0.0], 1)[1:] == (0, 0, 1)


def test_the_interval_is_that_of_scipy(stats, scores):
    differences = scores[0] - scores[1]
    ours = paired_difference(differences)
    theirs = stats.bootstrap((differences,), np.mean, n_resamples=20_000, method="percentile",
                             rng=np.random.default_rng(3)).confidence_interval
    assert ours.difference == pytest.approx(differences.mean())
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.1)


def test_p_is_that_of_scipy(stats, scores):
    differences = scores[0] - scores[1]
    for values in differences, differences[:9], differences - 1.2:
        theirs = stats.permutation_test((values,), np.mean, permutation_type="samples",
                                        n_resamples=20_000, rng=np.random.default_rng(3))
        assert paired_difference(values).p == pytest.approx(theirs.pvalue, abs=0.015)


def test_exchange_by_hand(monkeypatch):
    """Of four pages with 1, 2, 3 and -1 six of the sixteen exchanges reach 5 or -5."""
    monkeypatch.setattr(significance, "SHUFFLED", 200_000)
    monkeypatch.setattr(significance, "AT_ONCE", 70_000)
    reached = sum(abs(sum(signs)) >= 5 for signs in itertools.product(
        (1, -1), (2, -2), (3, -3), (1, -1)))
    assert paired_difference([1, 2, 3, -1]).p == pytest.approx(reached / 16, abs=0.005)


def test_pages_of_a_host_go_together(scores):
    differences = np.repeat(scores[0][:20] - scores[1][:20], 3)
    hosts = np.repeat(np.arange(20), 3).tolist()
    pages, by_host = paired_difference(differences), paired_difference(differences, hosts)
    alone = paired_difference(differences[::3])
    assert by_host == pytest.approx(alone)
    assert by_host.high - by_host.low > 1.5 * (pages.high - pages.low)
    assert by_host.p > pages.p


def test_hosts_of_several_sizes():
    """A mean over pages, whichever hosts are drawn."""
    found = paired_difference([3, 3, 3, 0], ["a", "a", "a", "b"])
    assert (found.difference, found.low, found.high) == (2.25, 0, 3)


def test_the_same_output_and_the_same_seed(scores):
    assert paired_difference(np.zeros(9)) == (0, 0, 0, 1)
    differences = scores[0] - scores[1]
    assert paired_difference(differences) == paired_difference(differences)
    assert paired_difference(differences, seed=1) != paired_difference(differences)
