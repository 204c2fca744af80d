"""The blocks kept of a page, by their probabilities of being text."""
import re
from collections.abc import Iterable, Sequence
from itertools import accumulate

import numpy as np

from ..evidence.evidence import LONG, MOST_LINKS

WORDS = 8                # words of a repeated text, at least, that make it a copy
MOST_COPIES = 0.5        # of the words of a page that are compared
RUN = 5                  # consecutive words by which texts are compared
SAID = 0.5               # share of its runs that shown text has, at least, in a repetition
# {favor: beta}, how much more recall counts than precision
BETAS = {"precision": 0.5, None: 1.0, "recall": 2.0}

WORD = re.compile(r"\w+")


def smoothed(values: np.ndarray, words: np.ndarray, share: float,
             page: np.ndarray) -> np.ndarray:
    """Return the values of blocks, each averaged with its two neighbours on its page.

    Weights are square roots of words + 1, those of the neighbours multiplied by `share`.
    values, words, page: arrays (blocks,); page: the page of each block, ascending.

    >>> smoothed(np.array([1.0, 0, 1, 1]), np.array([3] * 4), 0.5, np.array([0, 0, 0, 1])).tolist()
    [0.6666666666666666, 0.5, 0.6666666666666666, 1.0]
    """
    weights = np.sqrt(words + 1.0)
    own = np.array([values * weights, weights])
    before, after = np.zeros((2, *own.shape))
    same = page[1:] == page[:-1]
    before[:, 1:] = own[:, :-1] * same
    after[:, :-1] = own[:, 1:] * same
    near = share * (before + after) + own
    return near[0] / near[1]


def expected_f(values: np.ndarray, words: np.ndarray, beta: float = 1.0) -> tuple[float, float]:
    """Return (threshold, F): keeping blocks of at least this value gives the best expected F.

    values:  float (blocks,), probabilities that the blocks of a page are text.
    words:   int (blocks,).
    Returns: the threshold and the F expected there; (1.0, 0.0) for a page without words.

    Blocks are taken by falling probability. The expected true positives are the sum of probability
    times words over the blocks taken, the expected words of the gold are this sum over all blocks.
    F-beta as in van Rijsbergen 1979, chapter 7.

    >>> expected_f(np.array([0.9, 0.1, 0.6]), np.array([50, 50, 10]))
    (0.6, 0.8793103448275862)
    """
    wanted = float(values @ words)
    if not wanted:
        return 1.0, 0.0
    order = np.argsort(-values, kind="stable")
    values, words = values[order], words[order]
    squared = beta * beta
    expected = (1 + squared) * np.cumsum(values * words) / (squared * wanted + np.cumsum(words))
    best = int(expected.argmax())
    return float(values[best]), float(expected[best])


def sure_words(values: np.ndarray, words: np.ndarray, link_density: np.ndarray,
               least: float) -> int:
    """Return the words of the prose of a page whose values are at least `least`.

    values, words, link_density (of characters): arrays (blocks,) of the shown blocks.

    >>> sure_words(np.array([0.9, 0.9, 0.2]), np.array([40, 6, 30]), np.zeros(3), 0.5)
    40
    """
    return int(words[(values >= least) & (words >= LONG) & (link_density < MOST_LINKS)].sum())


def are_rare(known: Sequence[str], share: float, texts: Iterable[str], words: np.ndarray) -> bool:
    """Return whether some words, in lower case, are less than a share of the words of texts.

    words: int (texts,), how many each has.

    >>> texts, words = ["Over the hills and far away", "The news"], np.array([6, 2])
    >>> [are_rare(["the", "and"], share, texts, words) for share in (0.26, 0.25)]
    [True, False]
    """
    text, count = " ".join(texts), max(1, int(words.sum()))
    return all(so_far / count < share             # the first one decides on nearly every page
               for so_far in accumulate(text.count(f" {word} ") for word in known))


def copies(texts: Sequence[str], words: np.ndarray, may_repeat: np.ndarray) -> np.ndarray:
    """Return whether each block has the text of an earlier block, bool (blocks,).

    The same text right after itself is a refrain, no copy; and a page most of whose words would be
    copies has none.

    texts:      list of str, in page order. words: int (blocks,); texts under WORDS never count.
    may_repeat: bool (blocks,), blocks that are not compared: code, tables, blocks not kept.

    >>> long = "It is the same text of eight words again."
    >>> texts = [long, long, "Menu", "It is another text of eight words here.", long, "Menu"]
    >>> copies(texts, np.array([9, 9, 1, 9, 9, 1]), np.zeros(6, bool)).tolist()
    [False, False, False, False, True, False]
    """
    copied = np.zeros(len(texts), bool)
    seen = set()
    for place in np.flatnonzero((words >= WORDS) & ~may_repeat).tolist():
        text = texts[place]
        copied[place] = text in seen and not (place and texts[place - 1] == text
                                              and not copied[place - 1])
        seen.add(text)
    if words[copied].sum() > MOST_COPIES * words[~may_repeat].sum():
        copied[:] = False
    return copied


def repeats(texts: Sequence[str], shown: np.ndarray, hidden: np.ndarray) -> np.ndarray:
    """Return whether each hidden block repeats shown text or an earlier hidden block, bool.

    texts: list of str, in page order.
    shown, hidden: bool (blocks,), the blocks compared with, and the blocks examined.

    >>> texts = ["Is it new? It is.", "Yes, it is as new as can be.", "It is as new as can be!"]
    >>> repeats(texts, np.array([True, False, False]), np.array([False, True, True])).tolist()
    [False, False, True]
    """
    repeated = np.zeros(len(texts), bool)
    if not hidden.any():
        return repeated
    said: set[tuple[str, ...]] = set()
    for place in np.flatnonzero(shown).tolist():
        said.update(_runs(texts[place]))
    for place in np.flatnonzero(hidden).tolist():
        runs = _runs(texts[place])
        repeated[place] = sum(run in said for run in runs) >= SAID * len(runs)
        if not repeated[place]:
            said.update(runs)
    return repeated


def _runs(text):
    """Return the runs of RUN words of a text, a list of tuples; one of all words if shorter."""
    words = WORD.findall(text.lower())
    return [tuple(words[place:place + RUN]) for place in range(max(1, len(words) - RUN + 1))]
