"""The letters of scores: a to j divide [0, 1] into equal intervals (Schäfer 2016, section 4)."""
from functools import lru_cache
from math import ceil

LETTERS, MOST_LETTERS = 10, 26   # of scutch-tag: default, most


@lru_cache(1 << 14)      # scores have four decimals
def interval_of(score: float, count: int = LETTERS) -> int:
    """Return which of `count` equal intervals of [0, 1] a score is in; each has its upper border.

    >>> [interval_of(score) for score in (0, 0.05, 0.5, 0.5001, 0.7, 1, 1e308)]
    [0, 0, 4, 5, 6, 9, 9]
    """
    share = min(1.0, max(0.0, score))
    return max(0, ceil(round(share * count, 9)) - 1)        # 0.7 * 10 is a little over 7


def letter_of(interval: int) -> str:
    """Return the letter of an interval, "a" for 0."""
    return chr(ord("a") + interval)
