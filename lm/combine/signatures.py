"""Short lines with a date that belong to other text: to a comment, or to the text of the page.

"Ann, 3 May 2008 at 9:15" before or after a comment, "May 3, 2008" below the headline. Alone they
look like boilerplate.
"""
import numpy as np

from ..arrays import begins_of_runs
from ..evidence.evidence import ROW
from ..evidence.nodes import LEVELS

FORM, FORM_WORDS = 4, 3  # steps up: a block nearer to a form, or to words for one, belongs to it
# Of such lines near a comment, 256 pages of dragnet-train have most in the gold, and 20 do not; of
# l3s-gn1 26 and 2. Of those between headline and text it is 421 and 87, and 373 and 11.
LINE_WORDS = 16          # of a line, at most
NEAR = 2                 # blocks from a line to its comment, at most
COMMENT_WORDS = 3        # of a comment, at least
TEXT, TEXT_WORDS = 0.5, 20   # value and words, at least, of the block with which the text begins
GAP = 12                 # blocks from the headline to the text, at most


def in_comments(features: np.ndarray) -> np.ndarray:
    """Return whether each block is in an element named for comments, bool (blocks,).

    features: those of Evidence.
    """
    return features[ROW["up to words of comments"]] < LEVELS


def of_form(features: np.ndarray) -> np.ndarray:
    """Return whether each block belongs to a form, such as that for a comment, bool (blocks,)."""
    return ((features[ROW["up to form"]] < FORM)
            | (features[ROW["up to words of form"]] < FORM_WORDS))


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
    raised = np.where(lines, np.maximum(values, _of_comments(
        values, lines, shown & in_comments(features) & ~of_form(features), words, page)), values)
    for place, text in _below_headlines(values, features, shown, words, page):
        between = slice(place + 1, text)
        raised[between] = np.where(lines[between], np.maximum(raised[between], values[text]),
                                   raised[between])
    return raised


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
    """Yield (headline, block with which the text begins) of pages where they are near each other.
    """
    texts = np.flatnonzero(shown & (words >= TEXT_WORDS) & (values >= TEXT))
    for text in texts[begins_of_runs(page[texts])].tolist():
        before = slice(max(int(np.searchsorted(page, page[text])), text - GAP), text)
        for name in "from headline", "from h1":
            at = np.flatnonzero(features[ROW[name], before] == 0)
            if len(at):
                yield before.start + int(at[0]), text
                break
