"""The page as context: clean and dirty segments come in runs, not at random.

Two states and a probability of change (Evert 2007, section 5, proposes a Viterbi search; this is
forward-backward of the same hidden Markov model, whose result is a probability).
"""
from collections.abc import Sequence
from math import exp

MOST = 30.0              # log odds beyond which evidence is as good as certain
FAR = 6                  # steps in the tree of elements from which all distances are alike
UNKNOWN = FAR + 1        # the distance where there is no tree


def posterior(evidence: Sequence[float], dirtied: Sequence[float],
              cleaned: Sequence[float]) -> list[float]:
    """Return the probability of dirt of each segment in the context of all the others.

    evidence: log odds of dirt of each segment by itself, floats; n of them, in page order.
    dirtied:  for each segment the probability that it is dirty after a clean one, in (0, 1).
    cleaned:  the probability that it is clean after a dirty one. The first of both is not used.
    Returns:  list of n floats from 0 to 1; [] for no segments.

    >>> [round(p, 2) for p in posterior([-2, 0.5, -2], [0.1] * 3, [0.1] * 3)]
    [0.06, 0.09, 0.06]
    """
    n = len(evidence)
    odds = [exp(min(MOST, max(-MOST, e))) for e in evidence]
    forward = [0.0] * n
    r = 1.0                               # odds of dirt, by all that came before and this one
    for i in range(n):
        if i:
            d, c = dirtied[i], cleaned[i]
            r = (r * (1 - c) + d) / (r * c + 1 - d)
        r *= odds[i]
        forward[i] = r
    out = [0.0] * n
    r = 1.0                               # the same, by all that comes behind
    for i in range(n - 1, -1, -1):
        whole = forward[i] * r
        out[i] = whole / (1 + whole)
        d, c = dirtied[i], cleaned[i]
        r *= odds[i]
        r = (r * (1 - c) + c) / (r * d + 1 - d)
    return out
