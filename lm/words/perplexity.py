"""The probability of dirt of sentences, by their perplexity, its limit, and the page.

The paper (Fernández-Pichel et al. 2023, section 3) drops each sentence whose perplexity is over
the limit. Whether a heading of two words goes is then almost random, since its few words are weak
evidence. Here a sentence's evidence grows with its words, and it is scored in the context of its
page. Pure Python, so that filters without a model need no numpy.
"""
from collections.abc import Sequence
from math import exp, log

from ..pagecontext import UNKNOWN, posterior

# The share of the log-probability ratio to a text at the limit that counts as log odds: the words
# of a sentence are not independent of one another. Of 0.01, 0.015, 0.02, 0.03 and 0.05 the best on
# cleaneval-dev, l3s-gn1, dragnet-train and wcxb-dev together, with the factor 2 below (of 1, 1.5,
# 2, 3) and the limit 5000; the neighbours are within 0.3 of it.
WEIGHT = 0.015
SAME = UNKNOWN + 1       # in place of a distance in the tree: the sentence before is of the segment
# Transition probabilities from clean to dirty and from dirty to clean, by distance in the tree of
# elements, UNKNOWN and SAME: twice the share of changes on wcxb-dev, 0.5 at most
# (the program of share/bench/wordaccuracy.txt counts them).
DIRTIED = (0.061, 0.105, 0.286, 0.377, 0.5, 0.5, 0.5, 0.231, 0.014)
CLEANED = (0.036, 0.038, 0.093, 0.149, 0.21, 0.259, 0.238, 0.095, 0.007)
MOST_DIGITS = 300.0      # log10 of the highest perplexity; a float holds 308
# Of the calibration (see calibration.calibrated): fitted on 438 pages of wcxb-dev, by English words
SHIFT = 0.2
CERTAIN = 30.0           # log odds; beyond them 1 / (1 + exp) is 0 or 1


def perplexity(log10p: float, tokens: int) -> float:
    """Return the perplexity per token (eq. 1; its base cancels out); 1 where there are no tokens.

    >>> perplexity(-6.0, 3)
    100.0
    """
    return 10.0 ** min(MOST_DIGITS, -log10p / tokens) if tokens else 1.0


def log_odds(log10p: float, tokens: float, limit: float) -> float:
    """Return the log odds of dirt of a sentence by itself: 0 where its perplexity is the limit.

    >>> log_odds(-6.0, 3, 100.0)
    0.0
    """
    return WEIGHT * (-log10p * log(10) - tokens * log(limit))


def probabilities(sentences: Sequence[Sequence[float]], limit: float,
                  distances: Sequence[int] | None = None) -> list[float]:
    """Return the probability of dirt of each sentence of a page.

    sentences: list of (log10 probability, tokens), in page order.
    limit:     the perplexity per token that is neither clean nor dirty, above 1.
    distances: of each from the one before: steps in the tree of elements, UNKNOWN or SAME. None
               scores each alone: sentences over the limit are above 0.5, as in the paper.

    A sentence far over the limit is clean among many that are far below it:

    >>> [round(p, 2) for p in probabilities([(-60, 30), (-9, 2), (-60, 30)], 1e4)]
    [0.11, 0.51, 0.11]
    >>> [round(p, 2) for p in probabilities([(-60, 30), (-9, 2), (-60, 30)], 1e4, [0, 0, 0])]
    [0.03, 0.03, 0.03]
    """
    odds = [log_odds(log10p, tokens, limit) for log10p, tokens in sentences]
    if distances is None:
        return [1 / (1 + exp(-max(-CERTAIN, min(CERTAIN, value)))) for value in odds]
    return posterior(odds, [DIRTIED[d] for d in distances], [CLEANED[d] for d in distances])
