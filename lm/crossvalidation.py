"""Cross-validation for all trainers: folds by site, weights of segments, and F of pages."""
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

FEWEST_WORDS = 0.5       # added to the words of a segment


@dataclass(kw_only=True)
class Labelled:
    """A page for all trainers; each adds the input of its model. Arrays are a segment each.

    words:      ints; 0 where the label is unsure.
    kept:       floats from 0 to 1, the share of the words that the gold text has.
    shown:      bool, false for what browsers hide.
    gold_words: words of the gold text; those of the page that are kept where there are only labels.
    group:      str, usually the site; pages of one group are in one fold.
    weight:     how much the page counts in training, where most count 1.
    """

    words: np.ndarray
    kept: np.ndarray
    shown: np.ndarray
    gold_words: float
    group: str
    weight: float = 1.0


def folds_of(pages: Sequence[Any], folds: int, seed: int) -> np.ndarray:
    """Return the fold of each page: groups shuffled by the seed, then dealt out.

    pages: objects with a `group`, such as Labelled ones.
    """
    groups = sorted({page.group for page in pages})
    order = np.random.default_rng(seed).permutation(len(groups))
    fold = {groups[g]: i % folds for i, g in enumerate(order)}
    return np.array([fold[page.group] for page in pages])


def weights_of(words: np.ndarray) -> np.ndarray:
    """Return the weights in training of segments with these numbers of words; 0 without a word.

    The weight is a square root: with equal weights menus would dominate, with weights by words
    long paragraphs would.
    """
    return np.sqrt(words + FEWEST_WORDS) * (words > 0)


def mean_f(pages: Sequence[Labelled], kept: Sequence[np.ndarray]) -> float:
    """Return the mean over pages of F of the words kept, in percent, by the labels."""
    return float(np.mean(page_f(pages, kept)))


def page_f(pages: Sequence[Labelled], kept: Sequence[np.ndarray]) -> np.ndarray:
    """Return F of the words kept of each page, in percent.

    kept: for each page an array of bool, the segments that are kept.
    """
    scores = []
    for page, mask in zip(pages, kept, strict=True):
        mask = mask & page.shown
        kept_words, hits = page.words[mask].sum(), (page.words * page.kept)[mask].sum()
        both = kept_words + page.gold_words
        scores.append(2 * hits / both if both else 1.0)
    return 100 * np.array(scores)
