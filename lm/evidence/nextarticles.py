"""Whole articles below that of the page: publishers append the next one for those who read on.

Models are trained on these features. After a change run tests/suite/test_modelevidence.py, and
`share/models/make MODEL` for each model that it names.
"""
from typing import Any

import numpy as np

from .nodes import Nodes
from .purposes import mark_of

COVERED = 0.5            # share of the title's words that an article of the page has in its <h1>
ARTICLE = mark_of("article")


def in_other_articles(nodes: Nodes, above: np.ndarray, covered: np.ndarray, headline: np.ndarray,
                      facts: Any) -> np.ndarray:
    """Return whether each block is in an <article> below that of the page's headline, bool.

    Both have an <h1>; that of the page's article has words of the title, that of the other has not.
    An article around the headline is the page's, too.

    above:    of Nodes.above. covered: float (blocks,), the share of the title's words.
    headline: int64 (pages,), the block of each page's headline, -1 for none. facts: evidence.Facts.
    """
    h1s = np.flatnonzero(facts.level == 1)
    own = headline[facts.page[h1s]]
    after = (own >= 0) & (h1s > own)
    h1s, own = h1s[after], own[after]
    article, of_page = (_nearest_article(nodes, above[:, blocks]) for blocks in (h1s, own))
    is_other = ((facts.level[own] == 1) & (covered[own] >= COVERED) & (covered[h1s] < COVERED)
                & (article >= 0) & (of_page >= 0) & ~(above[:, own] == article).any(0))
    if not is_other.any():
        return np.zeros(len(facts.page), bool)
    return np.asarray(np.isin(above, article[is_other]).any(0))


def _nearest_article(nodes, above):
    """Return the nearest <article> around each block, int64 (blocks,), -1 for none."""
    are = nodes.marks[above] & ARTICLE > 0
    return np.where(are.any(0), above[are.argmax(0), np.arange(above.shape[1])], -1)
