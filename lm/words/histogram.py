"""A histogram of perplexities: merging adds, and a percentile serves as a limit."""
from collections import Counter
from math import floor
from typing import Any

STEPS = 50               # bins to a power of ten: each is 4.7 % wide
HIGHEST = 100 * STEPS    # perplexities over 1e100 are in the last bin


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
