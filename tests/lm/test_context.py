"""The page as context: against a sum over all sequences of states, and extreme numbers."""
import itertools
import math
import random

import pytest

from scutch.lm.pagecontext import MOST, posterior


def brute_force(evidence, dirtied, cleaned):
    """Return the same by summing over all sequences of states, 0 clean and 1 dirty."""
    n = len(evidence)
    dirt, everything = [0.0] * n, 0.0
    for states in itertools.product((0, 1), repeat=n):
        weight = math.prod(math.exp(e) for e, dirty in zip(evidence, states, strict=True) if dirty)
        for i in range(1, n):
            change = cleaned[i] if states[i - 1] else dirtied[i]
            weight *= change if states[i] != states[i - 1] else 1 - change
        everything += weight
        for i in range(n):
            dirt[i] += weight * states[i]
    return [one / everything for one in dirt]


@pytest.mark.parametrize("seed", range(8))
def test_every_row_of_states(seed):
    rng = random.Random(seed)
    n = rng.randrange(1, 10)
    evidence = [rng.uniform(-6, 6) for _ in range(n)]
    dirtied, cleaned = ([rng.uniform(1e-4, 0.6) for _ in range(n)] for _ in range(2))
    assert posterior(evidence, dirtied, cleaned) == pytest.approx(
        brute_force(evidence, dirtied, cleaned), rel=1e-9)


@pytest.mark.parametrize("large", [1e3, 1e9, math.inf])
def test_evidence_beyond_measure(large):
    signs = [1, 1, -1, 1, -1, -1, 0, 1]
    found = posterior([sign * large if sign else 0.0 for sign in signs], [1e-4] * 8, [1e-4] * 8)
    assert found == posterior([sign * MOST for sign in signs], [1e-4] * 8, [1e-4] * 8)
    assert [round(p) for p in found[:6]] == [1, 1, 0, 1, 0, 0]
    assert all(0 <= p <= 1 for p in found)


@pytest.mark.parametrize("value", [0.3, 30.0, 1e9, -1e9])
def test_long_pages_do_not_overflow(value):
    n = 50_000
    found = posterior([value] * n, [1e-4] * n, [1e-4] * n)
    assert all(0 <= p <= 1 for p in found)
    assert (min(found) > 0.5) if value > 0 else (max(found) < 1e-9)
    turns = posterior([value, -value] * (n // 2), [0.3] * n, [0.3] * n)
    assert all(0 <= p <= 1 for p in turns)
