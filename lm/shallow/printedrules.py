"""The printed classifiers of Kohlschütter et al. 2010.

A rule takes features of the blocks of a page, in its order, and returns for each whether it is
content. Before the first block and after the last one a block without words is assumed.
"""
from collections.abc import Iterable, Sequence
from typing import Any

MIN_WORDS = 10           # section 4.3.2
CLEANEVAL_DENSITY, CLEANEVAL_LINKS = 7, 0.35     # section 4.3.2: trained on CleanEval


def neighbours(values: Sequence[Any]) -> Iterable[tuple[Any, Any, Any]]:
    """Return (previous, current, next) of each value, 0 where there is none.

    >>> list(neighbours([5, 6]))
    [(0, 5, 6), (5, 6, 0)]
    """
    return zip([0, *values], values, [*values[1:], 0], strict=False)


def densitometric(links: Sequence[float], densities: Sequence[float]) -> list[bool]:
    """Return whether each block is content by Algorithm 1, the densitometric classifier."""
    are_content = []
    for (prev_links, curr_links, _), (prev, curr, after) in zip(
            neighbours(links), neighbours(densities), strict=True):
        if curr_links > 0.333333:
            content = False
        elif prev_links > 0.555556:
            content = after > 11
        elif curr > 9:
            content = after > 0
        else:
            content = after > 10 or prev > 4
        are_content.append(content)
    return are_content


def number_of_words(links: Sequence[float], words: Sequence[int]) -> list[bool]:
    """Return whether each block is content by Algorithm 2, based on the number of words."""
    are_content = []
    for (prev_links, curr_links, _), (prev, curr, after) in zip(
            neighbours(links), neighbours(words), strict=True):
        if curr_links > 0.333333:
            content = False
        elif prev_links > 0.555556:
            content = curr > 40 or after > 17
        else:
            content = curr > 16 or after > 15 or prev > 4
        are_content.append(content)
    return are_content


def cleaneval(links: Sequence[float], densities: Sequence[float]) -> list[bool]:
    """Return whether each block is content by the rule learnt from CleanEval (section 4.3.2)."""
    return [density >= CLEANEVAL_DENSITY and link <= CLEANEVAL_LINKS
            for link, density in zip(links, densities, strict=True)]


def min_words(words: Sequence[int]) -> list[bool]:
    """Return whether each block has at least ten words (section 4.3.2)."""
    return [count >= MIN_WORDS for count in words]
