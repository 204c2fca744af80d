"""Text density, link density and the printed classifiers of Kohlschütter et al. 2010.

A rule takes what is known of the blocks of a page, in its order, and returns for each whether it is
content. Before the first block and behind the last one stands a block without words.
"""
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

WIDTH = 80               # w_max, columns of the word wrap: section 3.4
MIN_WORDS = 10           # section 4.3.2
CLEANEVAL_DENSITY, CLEANEVAL_LINKS = 7, 0.35     # section 4.3.2: trained on CleanEval
TAGS = ["h1", "h2", "h3", "h4", "h5", "h6", "p", "div"]      # section 3.2


class Block(NamedTuple):
    """What is known of a block: its words (str), how many are in links, which TAGS are around."""

    text: str
    words: list
    link_words: int
    tags: frozenset


def density(words: Sequence[str]) -> float:
    """Return the text density ϱ(b) of a block: words a line after word wrap (section 3.4, eq. 1).

    words: list of str. The last line does not count unless it is the only one.

    >>> density(["a"] * 40), density(["a"] * 41), density(["a"] * 99)
    (40, 40.0, 40.0)
    """
    if sum(map(len, words)) + len(words) <= WIDTH + 1:
        return len(words)
    lines, length, here = 1, -1, 0           # -1: no space before the first word of a line
    for word in words:
        length += 1 + len(word)
        here += 1
        if length > WIDTH and here > 1:
            lines, length, here = lines + 1, len(word), 1
    return (len(words) - here) / (lines - 1) if lines > 1 else len(words)


def link_density(words: int, link_words: int) -> float:
    """Return the share of a block's words that stand in links (section 3.3), 0 without words."""
    return min(1.0, max(0, link_words) / words) if words else 0.0


def neighbours(values: Sequence[Any]) -> Iterable[tuple[Any, Any, Any]]:
    """Return (previous, current, next) of each value, 0 where there is none.

    >>> list(neighbours([5, 6]))
    [(0, 5, 6), (5, 6, 0)]
    """
    return zip([0, *values], values, [*values[1:], 0], strict=False)


def densitometric(links: Sequence[float], densities: Sequence[float]) -> list[bool]:
    """Return whether each block is content by Algorithm 1, the densitometric classifier."""
    found = []
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
        found.append(content)
    return found


def number_of_words(links: Sequence[float], words: Sequence[int]) -> list[bool]:
    """Return whether each block is content by Algorithm 2, based on the number of words."""
    found = []
    for (prev_links, curr_links, _), (prev, curr, after) in zip(
            neighbours(links), neighbours(words), strict=True):
        if curr_links > 0.333333:
            content = False
        elif prev_links > 0.555556:
            content = curr > 40 or after > 17
        else:
            content = curr > 16 or after > 15 or prev > 4
        found.append(content)
    return found


def cleaneval(links: Sequence[float], densities: Sequence[float]) -> list[bool]:
    """Return whether each block is content by the rule that CleanEval taught (section 4.3.2)."""
    return [density >= CLEANEVAL_DENSITY and link <= CLEANEVAL_LINKS
            for link, density in zip(links, densities, strict=True)]


def min_words(words: Sequence[int]) -> list[bool]:
    """Return whether each block has at least ten words (section 4.3.2)."""
    return [count >= MIN_WORDS for count in words]
