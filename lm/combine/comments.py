"""Comments on the text of a page, and lines with a date that sign a comment or the text.

Names alone do not tell comments: the section of a paper may be called discussion. "Ann, 3 May 2008
at 9:15" before or after a comment and "May 3, 2008" below the headline look like boilerplate alone.
"""
import numpy as np

from ..arrays import are_among, best_of_pages
from ..evidence.containers import LEVELS
from ..evidence.evidence import ROW

FORM, FORM_WORDS = 4, 3  # steps up: a block nearer to a form, or to words for one, belongs to it
# Of such lines near a comment, 256 pages of dragnet-train have most in the gold, and 20 do not; of
# l3s-gn1 26 and 2. Of those between headline and text it is 421 and 87, and 373 and 11.
LINE_WORDS = 16          # of a line, at most
NEAR = 2                 # blocks from a line to its comment, at most
COMMENT_WORDS = 3        # of a comment, at least
TEXT, TEXT_WORDS = 0.5, 20   # value and words, at least, of the block with which the text begins
GAP = 12                 # blocks from the headline to the text, at most
# Words of a post of a thread, at least, and what is added to its log-odds: the models learn mostly
# of comments below articles. Share of its characters in links, at most
POST_WORDS, POST_ODDS, POST_LINKS = 8, 1, 0.3


def in_comments(features: np.ndarray) -> np.ndarray:
    """Return whether each block is in an element named for comments, bool (blocks,).

    features: those of Evidence.
    """
    return features[ROW["up to words of comments"]] < LEVELS


def of_form(features: np.ndarray) -> np.ndarray:
    """Return whether each block belongs to a form, such as that for a comment, bool (blocks,)."""
    return ((features[ROW["up to form"]] < FORM)
            | (features[ROW["up to words of form"]] < FORM_WORDS))


def told_comments(features: np.ndarray, page: np.ndarray) -> np.ndarray:
    """Return whether each block is among the comments of a page, some with dates or in a form,
    bool (blocks,).

    features: those of Evidence. page: int (blocks,).
    """
    inside = in_comments(features)
    told = page[inside & ((features[ROW["date"]] > 0) | of_form(features))]
    return inside & are_among(page, told)


def with_posts(values: np.ndarray, words: np.ndarray, features: np.ndarray,
               thread: np.ndarray) -> np.ndarray:
    """Return values of blocks; posts of threads that look like comments are likelier.

    values, words, thread: (blocks,). features: those of Evidence. A value of 0 stays.
    """
    posts = (thread & in_comments(features) & (words >= POST_WORDS)
             & (features[ROW["link share"]] <= POST_LINKS))
    return np.where(posts, values / (values + (1 - values) / np.exp(POST_ODDS)), values)


def signed(values: np.ndarray, features: np.ndarray, words: np.ndarray,
           page: np.ndarray) -> np.ndarray:
    """Return values in which lines with a date have at least the value of their text.

    values, words, page: arrays (blocks,); page: the page of each block, ascending.
    features: those of Evidence. Hidden lines stay as they are.
    """
    shown = features[ROW["hidden"]] == 0
    lines = shown & (features[ROW["date"]] > 0) & (words <= LINE_WORDS)
    if not lines.any():
        return values
    comments = _of_comments(
        values, lines, shown & in_comments(features) & ~of_form(features), words, page)
    texts = _below_headlines(values, features, shown, words, page)
    return np.where(lines, np.maximum(values, np.maximum(comments, texts)), values)


def _of_comments(values, lines, inside, words, page):
    """Return for each line the greatest value of the comments near it, 0 for none."""
    comments = np.where(inside & ~lines & (words >= COMMENT_WORDS), values, 0)
    best = np.zeros(len(values))
    for step in range(1, NEAR + 1):
        same = page[step:] == page[:-step]
        best[step:] = np.maximum(best[step:], comments[:-step] * same)
        best[:-step] = np.maximum(best[:-step], comments[step:] * same)
    return best * inside


def _below_headlines(values, features, shown, words, page):
    """Return for each block between a headline and the text, where they are near each other, the
    value of the block with which the text begins, 0 for others.
    """
    own, count = np.arange(len(page)), int(page[-1]) + 1
    text = best_of_pages(shown & (words >= TEXT_WORDS) & (values >= TEXT), page, count)[page]
    near = (own < text) & (own >= text - GAP)
    headline, h1 = (best_of_pages(near & (features[ROW[name]] == 0), page, count)[page]
                    for name in ("from headline", "from h1"))
    above = np.where(headline < 0, h1, headline)
    return values[text] * (near & (above >= 0) & (own > above))
