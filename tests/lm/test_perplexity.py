"""Sentences against a limit: alone as in the paper, and on a page."""
import math

import pytest

from scutch.lm.pagecontext import UNKNOWN, posterior
from scutch.lm.words.perplexity import (
    CLEANED,
    DIRTIED,
    SAME,
    WEIGHT,
    log_odds,
    perplexity,
    probabilities,
)


def test_perplexity_by_hand():
    # eq. 1: words of probability 1/2, 1/4 and 1/8 have the mean 1/4
    assert perplexity(math.log10(1 / 64), 3) == pytest.approx(4)
    assert perplexity(0.0, 0) == 1


@pytest.mark.parametrize("limit", [2.0, 1000.0, 14000.0])
def test_alone_is_the_decision_of_the_paper(limit):
    sentences = [(-n * x / 10, n) for n in (1, 2, 7, 40) for x in range(1, 80)]
    for (log10p, tokens), p in zip(sentences, probabilities(sentences, limit), strict=True):
        over = perplexity(log10p, tokens) / limit
        if abs(over - 1) > 1e-9:
            assert (p > 0.5) == (over > 1)


def test_evidence_grows_with_the_words():
    assert log_odds(-50, 10, 1e4) == pytest.approx(10 * log_odds(-5, 1, 1e4))
    assert log_odds(-5, 1, 1e4) == pytest.approx(WEIGHT * math.log(10))


def test_the_page_is_that_of_context():
    sentences, steps = [(-60, 20), (-12, 3), (-55, 20)], [UNKNOWN, 2, SAME]
    odds = [log_odds(*one, 5000.0) for one in sentences]
    assert probabilities(sentences, 5000.0, steps) == posterior(
        odds, [DIRTIED[d] for d in steps], [CLEANED[d] for d in steps])


def test_a_heading_goes_with_what_stands_around_it():
    heading, text, menu = (-11.0, 3), (-50.0, 25), (-15.0, 3)
    assert probabilities([heading], 3000.0)[0] > 0.5
    assert probabilities([text] * 3 + [heading] + [text] * 3, 3000.0, [0] * 7)[3] < 0.1
    assert probabilities([menu] * 5 + [heading] + [menu] * 5, 3000.0, [0] * 11)[5] > 0.5


def test_the_ends_of_numbers():
    assert probabilities([], 5000.0) == probabilities([], 5000.0, []) == []
    for steps in None, [0, 0]:
        low, high = probabilities([(-0.0, 10**6), (-1e9, 1)], 5000.0, steps)
        assert 0 <= low < 1e-9 and 0.5 < high <= 1
