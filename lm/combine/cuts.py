"""From the probability that a block is text to what is kept of a page."""
from collections.abc import Sequence

import numpy as np

WORDS = 8                # a text of so many that was there already is a copy, not a phrase
# How much more recall counts than precision, for each wish
BETAS = {"precision": 0.5, None: 1.0, "recall": 2.0}


def smoothed(values: np.ndarray, words: np.ndarray, share: float,
             page: np.ndarray) -> np.ndarray:
    """Return the values of some pages' blocks, each drawn towards its two neighbours on its page.

    Each of the three counts by the square root of its words, the neighbours by `share` of it.
    page: the page of each block.

    >>> smoothed(np.array([1.0, 0, 1, 1]), np.array([3] * 4), 0.5, np.array([0, 0, 0, 1])).tolist()
    [0.6666666666666666, 0.5, 0.6666666666666666, 1.0]
    """
    weights = np.sqrt(words + 1.0)
    own = np.array([values * weights, weights])
    before, behind = np.zeros((2, *own.shape))
    same = page[1:] == page[:-1]
    before[:, 1:] = own[:, :-1] * same
    behind[:, :-1] = own[:, 1:] * same
    near = share * (before + behind) + own
    return near[0] / near[1]


def expected_f(values: np.ndarray, words: np.ndarray, beta: float = 1.0) -> tuple[float, float]:
    """Return (cut, F) of a page: the value from which on to keep blocks, for the best expected F.

    values: probabilities that blocks are text; words: how many each has.
    Returns the cut, and the F that is expected there; (1.0, 0.0) for a page without words.

    With the blocks from the surest on down, expected hits are their probabilities by words; the
    words wanted are expected to be those of all blocks. F-beta is the ratio of both (van
    Rijsbergen 1979, chapter 7).

    >>> expected_f(np.array([0.9, 0.1, 0.6]), np.array([50, 50, 10]))
    (0.6, 0.8793103448275862)
    """
    wanted = float(values @ words)
    if not wanted:
        return 1.0, 0.0
    order = np.argsort(-values, kind="stable")
    values, words = values[order], words[order]
    squared = beta * beta
    found = (1 + squared) * np.cumsum(values * words) / (squared * wanted + np.cumsum(words))
    best = int(found.argmax())
    return float(values[best]), float(found[best])


def copies(texts: Sequence[str], words: np.ndarray, may_repeat: np.ndarray) -> np.ndarray:
    """Return the array that is true for blocks whose text came before in one that was true here.

    texts:      list of str, in page order. words: array.
    may_repeat: array of bool, blocks that are left out of it: code, tables, what is not kept.

    >>> long = "It is the same text of eight words again."
    >>> copies([long, "Menu", long, "Menu"], np.array([9, 1, 9, 1]), np.zeros(4, bool)).tolist()
    [False, False, True, False]
    """
    found = np.zeros(len(texts), bool)
    seen = set()
    for place in np.flatnonzero((words >= WORDS) & ~may_repeat).tolist():
        if texts[place] in seen:
            found[place] = True
        seen.add(texts[place])
    return found
