"""The page as context: clean and dirty segments come in runs.

A hidden Markov model with two states, evaluated by the forward-backward algorithm. Its transition
probabilities differ from segment to segment: `dirtied` from clean to dirty, `cleaned` from dirty to
clean.

Source:  Evert 2007, section 5, proposes the model.
Differs: he proposes a Viterbi search; forward-backward gives probabilities.
"""
from collections.abc import Sequence
from math import exp
from operator import mul

MOST = 30.0              # log odds to which evidence is limited
FAR = 6                  # steps in the tree of elements; greater distances count as this
UNKNOWN = FAR + 1        # the distance without a tree


def posterior(evidence: Sequence[float], dirtied: Sequence[float],
              cleaned: Sequence[float]) -> list[float]:
    """Return the probability of dirt of each segment in the context of all the others.

    evidence: n floats, the log odds of dirt of each segment by itself, in page order.
    dirtied:  for each segment the transition probability from clean to dirty, in (0, 1): that it
              is dirty after a clean one.
    cleaned:  that from dirty to clean. The first of both is not used.
    Returns:  list of n floats from 0 to 1; [] for no segments.

    >>> [round(p, 2) for p in posterior([-2, 0.5, -2], [0.1] * 3, [0.1] * 3)]
    [0.06, 0.09, 0.06]
    """
    odds = [exp(min(MOST, max(-MOST, e))) for e in evidence]
    return in_context(odds, dirtied, cleaned, [len(odds)])


def in_context(odds: Sequence[float], dirtied: Sequence[float], cleaned: Sequence[float],
               sizes: Sequence[int]) -> list[float]:
    """Return `posterior` of the segments of several pages, one after the other.

    odds:  of dirt for each segment by itself, from exp(-MOST) to exp(MOST).
    sizes: how many segments each page has.
    """
    steps = [(r, d, 1 - d, c, 1 - c) for r, d, c in zip(odds, dirtied, cleaned, strict=True)]
    dirt: list[float] = []
    for size in sizes:
        page = steps[len(dirt):len(dirt) + size]
        dirt += [whole / (1 + whole)
                 for whole in map(mul, _forward(page), reversed(_backward(page)))]
    return dirt


def _forward(steps):
    """Return the odds of dirt of each segment, given it and all segments before it."""
    odds_so_far, r = [], None
    for odds, dirtied, stays_clean, cleaned, stays_dirty in steps:
        if r is None:
            r = odds
        else:
            r = (r * stays_dirty + dirtied) / (r * cleaned + stays_clean) * odds
        odds_so_far.append(r)
    return odds_so_far


def _backward(steps):
    """Return the odds of dirt of each segment, given all after it, the last segment first."""
    odds_after, r = [], 1.0
    for odds, dirtied, stays_clean, cleaned, stays_dirty in reversed(steps):
        odds_after.append(r)
        r *= odds
        r = (r * stays_dirty + cleaned) / (r * dirtied + stays_clean)
    return odds_after
