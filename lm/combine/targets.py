"""What else than the main content is text of a page: the labels of the scope "page".

For the scope "main" the labels are those of the gold. The scope "page" adds what else is written
for the page: readers' comments, which the gold of articles lacks, and the lines with date and
author between headline and text.
"""
from collections.abc import Sequence

import numpy as np

from ..evidence.evidence import ROW
from .signatures import in_comments, of_form

ARTICLES = frozenset(["article", "documentation", "service", "collection"])
WITH_BYLINE = frozenset(["article", "documentation", "service"])
COMMENT_WORDS, COMMENT_LINKS = 5, 0.3    # least words of a comment; its link density is below
BYLINE_WORDS = 15        # at most
BYLINE_BLOCKS = 12       # after the headline, at most
ABOUT = 2                # steps up to words such as author or date, at most
CLEAN = 0.5
# Of a gold that tells classes, what is text of the page beside the main content
CLASSES = frozenset(["comments", "byline"])


def of_page(kept: np.ndarray, features: np.ndarray, words: np.ndarray, headline: int,
            kind: str | None = None,
            classes: Sequence[str] | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return (shares, counts) of the blocks of a page, two float arrays (blocks,).

    kept:     float (blocks,), share of each block's words that the gold, with its title, has.
    features: of evidence.Evidence. words: int (blocks,).
    headline: place of the headline's block, -1 for none.
    kind:     the kind of page by the gold, such as "article"; None, unknown, stands for that.
    classes:  the class of each block, where the gold has classes: nothing is guessed then.
    Returns:  shares, of each block that is text, from 0 to 1; counts, 1 if it counts, else 0.
    """
    shares, counts = kept.copy(), np.ones(len(kept))
    if classes is not None:
        shares[[name in CLASSES for name in classes]] = 1
        return shares, counts
    kind = kind or "article"
    if kind in ARTICLES:
        inside = in_comments(features) & ~of_form(features)
        comments = (inside & (words >= COMMENT_WORDS)
                    & (features[ROW["link share"]] < COMMENT_LINKS))
        shares[comments] = 1
        counts[inside & ~comments & (kept < CLEAN)] = 0
    if kind in WITH_BYLINE:
        byline = _bylines(kept, features, words, headline)
        shares[byline], counts[byline] = 1, 1
    return shares, counts


def _bylines(kept, features, words, headline):
    """Return the blocks with date or author between the headline and the text, a list of int."""
    bylines = []
    if headline < 0:
        return bylines
    dated = features[ROW["date"]] > 0
    about = np.min([features[ROW[f"up to words of {group}"]] for group in ("about", "author")],
                   0) <= ABOUT
    for place in range(headline + 1, min(len(words), headline + 1 + BYLINE_BLOCKS)):
        if words[place] >= BYLINE_WORDS and kept[place] > CLEAN:
            return bylines
        if words[place] <= BYLINE_WORDS and (dated[place] or about[place]):
            bylines.append(place)
    return []
