"""Text density and link density of a block (Kohlschütter et al. 2010, sections 3.3 and 3.4)."""
from collections.abc import Sequence
from typing import NamedTuple

WIDTH = 80               # w_max, columns of the word wrap: section 3.4
TAGS = ["h1", "h2", "h3", "h4", "h5", "h6", "p", "div"]      # section 3.2


class Block(NamedTuple):
    """A block: its text and words (str), the number of words in links, the TAGS around it."""

    text: str
    words: list
    link_words: int
    tags: frozenset


def density(words: Sequence[str]) -> float:
    """Return the text density ϱ(b) of a block: words per line after word wrap (section 3.4, eq. 1).

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
    """Return the link density (of words) of a block, the share in links (section 3.3); 0 for none.

    Other scorers take that of characters: charlm in filters/scoring/columnscores.py, combine and
    mlp in lm/evidence/evidence.py.
    """
    return min(1.0, max(0, link_words) / words) if words else 0.0
