"""The probability of dirt of sentences, by their perplexity, its limit, and the page.

The paper (Fernández-Pichel et al. 2023, section 3) drops each sentence whose perplexity is over
the limit. Whether a heading of two words goes is then almost random, since its few words are weak
evidence. Here a sentence's evidence grows with its words, and it is scored in the context of its
page. A histogram of perplexities gives limits: merging adds. Pure Python, so that filters without a
model need no numpy.
"""
from collections import Counter
from collections.abc import Sequence
from math import exp, floor, log
from typing import Any

from ..pagecontext import UNKNOWN, posterior

STEPS = 50               # bins to a power of ten: each is 4.7 % wide
HIGHEST = 100 * STEPS    # perplexities over 1e100 are in the last bin

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


class Histogram:
    """Tokens by the logarithm of the perplexity of their sentence.

    bins: Counter {k: tokens}, of perplexities from 10 ** (k / STEPS) on.
    """

    def __init__(self, bins: Any = ()) -> None:
        self.bins = Counter(bins)

    def add(self, log10p: float, tokens: int) -> None:
        """Count a sentence by its tokens, so that long sentences count more."""
        if tokens:
            self.bins[min(HIGHEST, max(0, floor(-log10p / tokens * STEPS)))] += tokens

    def merge(self, other: "Histogram") -> None:
        """Add the counts of another histogram."""
        self.bins.update(other.bins)

    def percentile(self, percent: float) -> float:
        """Return the perplexity that `percent` % of the tokens do not exceed.

        It is the upper end of a bin; 1 where nothing was counted.

        >>> counted = Histogram({0: 50, 100: 40, 150: 10})
        >>> [round(counted.percentile(p)) for p in (50, 90, 95)]
        [1, 105, 1047]
        """
        wanted, seen = percent / 100 * self.bins.total(), 0
        for k in sorted(self.bins):
            seen += self.bins[k]
            if seen >= wanted:
                return 10 ** ((k + 1) / STEPS)
        return 1.0

    def as_json(self) -> dict[str, Any]:
        """Return it as an object for JSON, the bins in order."""
        return {"steps": STEPS, "tokens": {str(k): self.bins[k] for k in sorted(self.bins)}}

    @classmethod
    def from_json(cls, value: Any) -> "Histogram":
        """Return the histogram of such an object.

        Raises:  ValueError for anything else.
        """
        if not isinstance(value, dict) or value.get("steps") != STEPS:
            raise ValueError("not a histogram of scutch-wordlm")
        try:
            bins = {int(k): n for k, n in value["tokens"].items()}
        except (AttributeError, KeyError, ValueError):
            raise ValueError('a histogram without "tokens" by bin') from None
        if not all(0 <= k <= HIGHEST and type(n) is int and n >= 0 for k, n in bins.items()):
            raise ValueError("a histogram with impossible counts")
        return cls(bins)


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
