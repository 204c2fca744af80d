"""Cross-validation for all trainers: folds by site, weights of segments, and F of pages."""
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .gold.alignment import CLEAN_SHARE

FEWEST_WORDS = 0.5       # added to the words of a segment
HALF = 0.5
CUTS = tuple(i / 20 for i in range(6, 17))     # tried by best_cut: 0.3 to 0.8


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


@dataclass(kw_only=True)
class LabelledRows(Labelled):
    """A labelled page; arrays are a segment each.

    rows:    float32 (segments, columns), the features.
    classes: ints from 0, the right ones; the last class is boilerplate.
    """

    rows: np.ndarray
    classes: np.ndarray


def together(pages: Sequence[Any], *names: str) -> list[np.ndarray]:
    """Return the arrays of all pages one after the other, for each name of a field."""
    return [np.concatenate([getattr(page, name) for page in pages]) for name in names]


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


def unseen(pages: Sequence[LabelledRows], fit: Callable, folds: int,
           seed: int) -> list[np.ndarray]:
    """Return the scores of the segments of each page, by what was learnt from other groups' pages.

    fit: function of pages that returns what is learnt; its `outputs` makes scores of rows.
    """
    fold = folds_of(pages, folds, seed)
    scores: list = [None] * len(pages)
    for left_out in range(folds):
        learnt = fit([page for page, f in zip(pages, fold, strict=True) if f != left_out])
        for k in np.flatnonzero(fold == left_out).tolist():
            scores[k] = learnt.outputs(pages[k].rows)
    return scores


def best_cut(pages: Sequence[Labelled], scores: Sequence[np.ndarray]) -> float:
    """Return the threshold for the scores of unseen pages.

    It is the one nearest to 0.5 whose mean F is less than a standard error below the best (Breiman
    et al. 1984): pages of other sets differ more than that.
    """
    by_cut = {cut: page_f(pages, [of_page <= cut for of_page in scores]) for cut in CUTS}
    best = max(by_cut.values(), key=np.mean)
    least = best.mean() - best.std() / len(pages) ** 0.5
    return min((cut for cut in CUTS if by_cut[cut].mean() >= least),
               key=lambda cut: (abs(cut - HALF), cut))


def figures(pages: Sequence[Labelled], scores: Sequence[np.ndarray],
            cut: float = HALF) -> dict[str, float]:
    """Return {what is kept: mean F in percent}: all, what is up to thresholds, and the labels."""
    return {"all text": mean_f(pages, [np.ones(len(page.words), bool) for page in pages]),
            **{f"at {limit:g}": mean_f(pages, [of_page <= limit for of_page in scores])
               for limit in (HALF, cut)},
            "labels": mean_f(pages, [page.kept >= CLEAN_SHARE for page in pages])}
