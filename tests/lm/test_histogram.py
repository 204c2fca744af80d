"""Histograms of perplexity: percentiles against sorting, merging in any order."""
import math
import random

import pytest

from scutch.lm.words.perplexity import STEPS, Histogram, perplexity


def sentences(seed, count):
    rng = random.Random(seed)
    return [(-rng.uniform(0.5, 5) * tokens, tokens)
            for tokens in (rng.randrange(1, 60) for _ in range(count))]


def histogram(some):
    found = Histogram()
    for one in some:
        found.add(*one)
    return found


@pytest.mark.parametrize("percent", [1, 25, 50, 90, 95, 99.5, 100])
def test_percentiles_are_those_of_the_sorted_tokens(percent):
    some = sentences(1, 500)
    tokens = sorted(perplexity(*one) for one in some for _ in range(one[1]))
    wanted = tokens[max(0, math.ceil(len(tokens) * percent / 100) - 1)]
    assert wanted < histogram(some).percentile(percent) <= wanted * 10 ** (1 / STEPS) * 1.0001


def test_extremes():
    assert Histogram().percentile(95) == 1.0
    found = histogram([(-1e6, 1), (0.0, 1), (0.0, 0)])
    assert found.bins.total() == 2
    assert found.percentile(50) == pytest.approx(10 ** (1 / STEPS))
    assert found.percentile(100) > 1e100


@pytest.mark.parametrize("value", [
    None, 7, [], {}, {"steps": STEPS}, {"steps": STEPS, "tokens": [1]},
    {"steps": STEPS, "tokens": {"x": 1}}, {"steps": STEPS, "tokens": {"1": -1}},
    {"steps": STEPS, "tokens": {"1000000": 1}}, {"steps": STEPS, "tokens": {"-1": 1}},
    {"steps": STEPS, "tokens": {"1": True}}, {"steps": STEPS, "tokens": {"1": 0.5}},
    {"steps": 10, "tokens": {"1": 1}}])
def test_what_is_none_is_refused(value):
    with pytest.raises(ValueError):
        Histogram.from_json(value)
