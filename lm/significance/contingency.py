"""McNemar's test and Cohen's kappa, from how often each pair of classes occurs."""
from collections import Counter
from collections.abc import Mapping
from typing import Any

from .tails import binomial_tail


def kappa(pairs: Mapping[tuple[Any, Any], int]) -> float:
    """Return Cohen's kappa of two annotators; 1 where they agree on all, also where there is none.

    pairs:  {(class for the first, class for the second): number of items}; any classes.
    Source: Cohen 1960, "A coefficient of agreement for nominal scales", eq. 1.

    >>> round(kappa({("a", "a"): 20, ("a", "b"): 5, ("b", "a"): 10, ("b", "b"): 15}), 4)
    0.4
    >>> kappa({(0, 0): 7}), kappa({pair: 1 for pair in ((0, 0), (0, 1), (1, 0), (1, 1))})
    (1.0, 0.0)
    """
    total = sum(pairs.values())
    agreed = sum(count for (left, right), count in pairs.items() if left == right)
    if agreed == total:
        return 1.0
    first: Counter[Any] = Counter()
    second: Counter[Any] = Counter()
    for (left, right), count in pairs.items():
        first[left] += count
        second[right] += count
    chance = sum(first[name] * second[name] for name in first) / total**2
    return (agreed / total - chance) / (1 - chance)


def mcnemar(first: int, second: int) -> float:
    """Return the two-sided p of McNemar's test, that two shares of the same items are equal.

    first, second: items that only the first, only the second has, or has right.
    Source:  McNemar 1947, "Note on the sampling error of the difference between correlated
             proportions or percentages", p. 155: the items that both have say nothing.
    Differs: the exact binomial probability, which his chi-square approximates.

    >>> [round(mcnemar(*pair), 6) for pair in ((1, 2), (8, 0), (0, 0))]
    [1.0, 0.007812, 1.0]
    """
    if first == second:
        return 1.0
    return min(1.0, 2 * binomial_tail(min(first, second), first + second))
