"""Training of the joint scorer: samples of blocks, trees, folds by site, figures.

A block counts by the square root of its words, and all pages count the same. Everything that is
measured is measured on pages of sites that the trees in question have not seen.
"""
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..crossvalidation import FEWEST_WORDS, folds_of, mean_f, page_f
from . import confidence
from .ensemble import Ensemble, boosted, mean_of
from .evidence import EVIDENCE
from .labels import labels
from .model import JointModel, in_comments

BLOCKS, BLOCKS_OF_VARIANT = 90, 50   # drawn of a page, of each variant of it
OF_VARIANT = 0.5         # weight of one, for 1 of the page
SUREST = (1, 0.9, 0.75, 0.5)     # shares of the pages by the F that they are likely to have
PAGE_WEIGHT = 100        # of all samples of a page together
# of LightGBM; chosen by folds of WCXB, see share/models/combine.md
FITTING = {"objective": "cross_entropy", "max_bin": 63, "feature_fraction": 0.3,
           "bagging_fraction": 0.6, "bagging_freq": 1, "lambda_l2": 5, "min_data_in_leaf": 40}
# Names that say what a place is for. Pages of 2025 have few sidebars with prose, and the trees
# learn little of them; older ones have many: see share/models/combine.md
DOUBTS = [[["up to aside", "up to words of side"], 8, 0.2],
          [["up to form", "up to words of form"], 4, 0.1],
          [["up to footer", "up to words of footer"], 6, 0.1]]
SETTINGS = {
    "page": {"weights": {"mlp": 0.5, "charlm": 0.25}, "smoothing": 0.1, "copies": "all",
             "doubts": DOUBTS,
             "cuts": {"": [0.5, 0.5], "precision": [0.65, 0.65], "recall": [0.35, 0.35]}},
    "main": {"weights": {}, "smoothing": 0, "copies": "first", "comments": 0.6, "doubts": [],
             "hidden": 0.6,
             "cuts": {"": [0.15, 0.6], "precision": [0.3, 0.8], "recall": [0.05, 0.4]}},
    "text": {"weights": {"charlm": 0.5}, "smoothing": 0.1, "copies": "all", "doubts": [],
             "cuts": {"": [0.5, 0.5], "precision": [0.65, 0.65], "recall": [0.35, 0.35]}}}


class Growth(NamedTuple):
    """How trees are grown: the mean of so many draws, trees of each, how fast, splits of a tree."""

    draws: int = 1
    trees: int = 400
    rate: float = 0.1
    splits: int = 8


GROWTH = {"page": Growth(draws=3, trees=100, rate=0.25), "main": Growth(), "text": Growth()}


class Variant(NamedTuple):
    """A page that was changed: with other markup, or stretches of another page in it.

    numbers: float32 (EVIDENCE, blocks). words: ints, as in Page.
    places:  ints, which block of the page each is, -1 for one of another page, which is dirt.
    other:   the other page's number, None where there is none.
    """

    numbers: np.ndarray
    words: np.ndarray
    places: np.ndarray
    other: int | None = None


class Page(NamedTuple):
    """A page with its labels; arrays are a block each.

    numbers:  float32 (EVIDENCE, blocks), with charlm of a model that has not seen its site.
    variants: list of Variant, what else is learned of it.
    texts:    list of str. kinds: places in pages.KINDS.
    words:    ints, 0 for what is unsure. kept: shares of the words that the gold has.
    shown:    array of bool, what is not hidden.
    headline: place of the headline's block, -1 for none.
    kind:     kind of page, as the gold has it, or None.
    gold_words: float, words in the gold. group: str; pages of one group are in one fold.
    """

    numbers: np.ndarray
    variants: list
    texts: list
    kinds: np.ndarray
    words: np.ndarray
    kept: np.ndarray
    shown: np.ndarray
    headline: int
    kind: str | None
    gold_words: float
    group: str


class Samples(NamedTuple):
    """Blocks to learn from: float32 (samples, EVIDENCE), shares, weights, the page of each.

    other: that of which stretches stand beside it, the page itself where there are none.
    """

    rows: np.ndarray
    shares: np.ndarray
    weights: np.ndarray
    page: np.ndarray
    other: np.ndarray


def samples(pages: Sequence[Page], scope: str, seed: int = 0) -> Samples:
    """Return the Samples of pages."""
    chance = np.random.default_rng(seed)
    parts = []
    for number, page in enumerate(pages):
        share, counts = labels(scope, page.kept, page.numbers, page.words, page.headline,
                               page.kind)
        itself = Variant(page.numbers, page.words, np.arange(len(share)))
        for variant in (itself, *page.variants):
            most = BLOCKS if variant is itself else BLOCKS_OF_VARIANT
            part = 1 if variant is itself else OF_VARIANT
            drawn, weight = _drawn(variant.words, most, chance)
            places = variant.places[drawn]
            own = places >= 0
            parts.append((
                variant.numbers[:, drawn].T, np.where(own, share[places], 0),
                weight * np.where(own, counts[places], 1) * PAGE_WEIGHT * part,
                np.full(len(drawn), number),
                np.full(len(drawn), number if variant.other is None else variant.other)))
    found = Samples(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    return Samples(*(column[found.weights > 0] for column in found))


def _drawn(words, most, chance):
    """Return (places, weights) of blocks of a page: all, or so many by their weight."""
    weights = np.sqrt(words + FEWEST_WORDS)
    weights /= weights.sum()
    if len(words) <= most:
        return np.arange(len(words)), weights
    places = np.sort(chance.choice(len(words), most, replace=False, p=weights))
    return places, np.full(most, 1 / most)


def drawn(pages: Sequence[Page], scope: str, growth: Growth, seed: int = 0) -> list[Samples]:
    """Return the Samples of each draw."""
    return [samples(pages, scope, seed + draw) for draw in range(growth.draws)]


def fit(draws: Sequence[Samples], growth: Growth, seed: int = 0) -> Ensemble:
    """Return the mean of the Ensembles that learn each of several Samples; needs LightGBM.

    Raises:  ValueError where there is nothing to tell them by.
    """
    if (draws[0].rows == draws[0].rows[:1]).all():
        raise ValueError("all segments to learn from are alike")
    return mean_of([
        boosted(some.rows, some.shares, EVIDENCE, growth.trees, seed + place, some.weights,
                **FITTING, learning_rate=growth.rate, num_leaves=growth.splits + 1)
        for place, some in enumerate(draws)])


def without(some: Samples, pages: np.ndarray) -> Samples:
    """Return the Samples that have nothing of these pages; pages: array of bool, one a page."""
    rows = ~(pages[some.page] | pages[some.other])
    return Samples(*(column[rows] for column in some))


def cross_validated(pages: Sequence[Page], draws: Sequence[Samples], settings: dict[str, Any],
                    folds: int, growth: Growth,
                    seed: int = 0) -> tuple[list[Any], list[Any]]:
    """Return (probabilities, kept) of each page by trees of the other folds, two lists of arrays.

    draws: of `drawn`. kept: array of bool, what such trees, alone, would keep.
    """
    fold = folds_of(pages, folds, seed)
    values: list[Any] = [None] * len(pages)
    kept: list[Any] = [None] * len(pages)
    for one in range(folds):
        others = [without(some, fold == one) for some in draws]
        model = JointModel(fit(others, growth, seed), {**settings, "weights": {}, "doubts": []})
        for place in np.flatnonzero(fold == one).tolist():
            values[place] = model.probabilities(pages[place].numbers)
            kept[place] = decided(model, pages[place], values[place])
    return values, kept


def decided(model: JointModel, page: Page, values: np.ndarray) -> np.ndarray:
    """Return the array of bool of what a model keeps of a page."""
    values = model.mixed(values, {}, page.numbers, page.words, np.zeros(len(values), int))
    values, cut = model.decided(values, page.texts, page.words, page.kinds, page.shown,
                                in_comments(page.numbers))
    return values >= cut


def report(pages: Sequence[Page], values: Sequence[np.ndarray],
           kept: Sequence[np.ndarray]) -> tuple[dict[str, float], list[tuple[str, int, float]]]:
    """Return {name: mean word F in percent} of unseen pages, and their reliability.

    The second is a list of (letter, words, share of them that is dirt), by the score.
    """
    figures = {"all text": mean_f(pages, [np.ones(len(page.words), bool) for page in pages]),
               "at 0.5": mean_f(pages, [value >= 0.5 for value in values]),
               "at the cut": mean_f(pages, kept),
               "labels": mean_f(pages, [page.kept >= 0.5 for page in pages])}
    score = 1 - np.concatenate(values)
    words, dirt = (np.concatenate(column) for column in zip(
        *((page.words, page.words * (1 - page.kept)) for page in pages), strict=True))
    letter = np.minimum(9, (score * 10).astype(int))
    sums = np.bincount(letter, words, 10), np.bincount(letter, dirt, 10)
    return figures, [("abcdefghij"[k], int(n), float(d / max(1, n)))
                     for k, (n, d) in enumerate(zip(*sums, strict=True))]


def judged(pages: Sequence[Page], values: Sequence[np.ndarray], kept: Sequence[np.ndarray],
           folds: int, seed: int = 0) -> tuple[Ensemble, list[tuple[float, float]]]:
    """Return (the Ensemble that predicts F of a page, what the surest pages reach).

    values, kept: of cross_validated. The second is a list of (share of pages, their mean F in
    percent), by predictions of trees that have not seen the pages' sites.
    """
    rows = np.concatenate([
        confidence.numbers_of(value, keep, page.words, page.shown, np.zeros(len(value), int), 1)
        for page, value, keep in zip(pages, values, kept, strict=True)])
    found = page_f(pages, kept) / 100
    fold = folds_of(pages, folds, seed)
    guesses = np.empty(len(pages))
    for one in range(folds):
        inside = fold == one
        trees = confidence.fit(rows[~inside], found[~inside], seed)
        guesses[inside] = confidence.predicted(trees, rows[inside])
    order = np.argsort(-guesses, kind="stable")
    return confidence.fit(rows, found, seed), [
        (share, float(100 * found[order[:max(1, round(share * len(pages)))]].mean()))
        for share in SUREST]
