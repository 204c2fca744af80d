"""What the trees learn of a block: the share of it that is text, and how much that counts.

Gold sets say what a page is for. The scope main takes them at their word. What is written for a
page has more: readers' comments, which the gold of articles leaves out, and the lines with date
and author between headline and text.
"""
import numpy as np

from .evidence import EVIDENCE
from .nodes import LEVELS

ARTICLES = frozenset(["article", "documentation", "service", "collection"])
WITH_BYLINE = frozenset(["article", "documentation", "service"])
COMMENT_WORDS, COMMENT_LINKS = 5, 0.3    # of a comment: fewer words, or more links, are its frame
FORM, FORM_WORDS = 4, 3  # steps up: nearer to a form, or to what is named one, it is the form's
BYLINE_WORDS = 15        # at most
BYLINE_BLOCKS = 12       # behind the headline, at most
ABOUT = 2                # steps up to words such as author or date, at most
CLEAN = 0.5

ROW = {name: place for place, name in enumerate(EVIDENCE)}


def labels(scope: str, kept: np.ndarray, numbers: np.ndarray, words: np.ndarray, headline: int,
           kind: str | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return (shares, counts) of a page's blocks, two arrays: what is text, what counts (0 or 1).

    scope:    "page" or "main".
    kept:     array, share of each block's words that the gold has, its title with it.
    numbers:  of evidence.Evidence. words: array.
    headline: place of the headline's block, -1 for none.
    kind:     the page's kind as the gold has it, "article"; None where it is not known, and then
              the page is taken for one.
    """
    shares, counts = kept.copy(), np.ones(len(kept))
    if scope == "main":
        return shares, counts
    kind = kind or "article"
    if kind in ARTICLES:
        inside = (numbers[ROW["up to words of comments"]] < LEVELS) & ~_of_form(numbers)
        comments = (inside & (words >= COMMENT_WORDS)
                    & (numbers[ROW["link share"]] < COMMENT_LINKS))
        shares[comments] = 1
        counts[inside & ~comments & (kept < CLEAN)] = 0
    if kind in WITH_BYLINE:
        byline = _bylines(kept, numbers, words, headline)
        shares[byline], counts[byline] = 1, 1
    return shares, counts


def _of_form(numbers):
    return ((numbers[ROW["up to form"]] < FORM)
            | (numbers[ROW["up to words of form"]] < FORM_WORDS))


def _bylines(kept, numbers, words, headline):
    """Return the places of lines with date or author between the headline and the text."""
    found = []
    if headline < 0:
        return found
    dated = numbers[ROW["date"]] > 0
    about = np.min([numbers[ROW[f"up to words of {group}"]] for group in ("about", "author")],
                   0) <= ABOUT
    for place in range(headline + 1, min(len(words), headline + 1 + BYLINE_BLOCKS)):
        if words[place] >= BYLINE_WORDS and kept[place] > CLEAN:
            return found
        if words[place] <= BYLINE_WORDS and (dated[place] or about[place]):
            found.append(place)
    return []
