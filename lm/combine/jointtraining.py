"""Training of the joint scorer: samples of blocks, models, cross-validation by site, figures.

The weight of a block grows with the square root of its words; pages have the same weight, times
their own. All figures are of pages of sites that the models have not seen.
"""
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..crossvalidation import FEWEST_WORDS, Labelled, folds_of, mean_f, page_f
from ..evidence.evidence import EVIDENCE
from ..perceptron.network import committee, train
from . import confidence
from .jointmodel import JointModel
from .lexicon import LEXICON, OF_NAMES, Bags, Lexicon, learnt
from .scopes import PageBlocks, decided
from .targets import labels
from .trees import Ensemble, boosted, mean_of

BLOCKS, BLOCKS_OF_VARIANT = 90, 50   # drawn from a page, and from each variant of it
OF_VARIANT = 0.5         # weight of a variant, where that of the page is 1
SUREST = (1, 0.9, 0.75, 0.5)     # shares of the pages, those of highest estimated F
PAGE_WEIGHT = 100        # of all samples of a page together
# Settings of LightGBM, chosen by cross-validation on WCXB: see share/models/combine.md
FITTING = {"objective": "cross_entropy", "max_bin": 63, "feature_fraction": 0.3,
           "bagging_fraction": 0.6, "bagging_freq": 1, "lambda_l2": 5, "min_data_in_leaf": 40}
# Words of 2025 mislead on pages of news of 2008, so page has none: see share/models/combine.md
WITH_LEXICON = frozenset(["main"])


class Growth(NamedTuple):
    """Draws of blocks; trees for each draw, their learning rate and splits; networks in all."""

    draws: int = 1
    trees: int = 200
    rate: float = 0.15
    splits: int = 8
    networks: int = 1


GROWTH = {"page": Growth(draws=5, trees=60, rate=0.3), "main": Growth(draws=5, trees=40, rate=0.4),
          "text": Growth(trees=150, rate=0.1, networks=0)}


class Variant(NamedTuple):
    """A changed page: with other markup, or with stretches of another page inserted.

    features: float32 (features, blocks). words: int (blocks,), as in LabelledBlocks.
    places:  int (blocks,), which block of the page each is, -1 for a block of another page, which
             counts as boilerplate.
    other:   the index of the other page, None if there is none.
    bags:    as in LabelledBlocks.
    """

    features: np.ndarray
    words: np.ndarray
    places: np.ndarray
    other: int | None = None
    bags: Mapping[str, Bags] | None = None


@dataclass(kw_only=True)
class LabelledBlocks(Labelled, PageBlocks):
    """A labelled page; lists and arrays are a block each unless stated.

    features: float32 (EVIDENCE, blocks), and LEXICON after `add_lexicon`; charlm and lexicon are
              those of models that have not seen the site.
    variants: list of Variant, changed copies to learn from, too.
    headline: the block with the headline, -1 for none.
    kind:     kind of page by the gold, or None.
    bags:     of lexicon.bags_of; None for a model without a lexicon.
    """

    variants: list
    headline: int
    kind: str | None
    bags: Mapping[str, Bags] | None = None


class Samples(NamedTuple):
    """Blocks to learn from.

    rows:   float32 (samples, features). shares: float (samples,), the labels.
    weights: float (samples,). page: int (samples,), the page of each.
    other:  int (samples,), the page whose stretches were inserted; else the page itself.
    """

    rows: np.ndarray
    shares: np.ndarray
    weights: np.ndarray
    page: np.ndarray
    other: np.ndarray


def add_lexicon(pages: Sequence[LabelledBlocks], scope: str, folds: int, seed: int = 0) -> Lexicon:
    """Add bag-of-words features to pages and variants; return the Lexicon of all pages.

    The features of a page come from a lexicon of the other folds. Variants have only those of
    names: so the model learns to judge pages in languages whose words no lexicon has.
    """
    fold = folds_of(pages, folds, seed)
    shares, counts = zip(*(labels(scope, page.kept, page.features, page.words, page.headline,
                                  page.kind) for page in pages), strict=True)
    weights = [np.sqrt(page.words + FEWEST_WORDS) * count for page, count in zip(
        pages, counts, strict=True)]
    weights = [page.weight * weight / max(weight.sum(), FEWEST_WORDS)
               for page, weight in zip(pages, weights, strict=True)]
    of_names = np.array([[name in OF_NAMES] for name in LEXICON], np.float32)
    bags = [page.bags or {} for page in pages]

    def of(wanted):
        places = np.flatnonzero(wanted).tolist()
        return learnt([bags[place] for place in places], [shares[place] for place in places],
                      [weights[place] for place in places])
    for left_out in range(folds):
        lexicon = of(fold != left_out)
        for place in np.flatnonzero(fold == left_out).tolist():
            page = pages[place]
            page.features = np.concatenate([page.features, lexicon.features(bags[place])])
            page.variants = [variant._replace(features=np.concatenate([
                variant.features, of_names * lexicon.features(variant.bags or {})]))
                for variant in page.variants]
    return of(fold >= 0)


def samples(pages: Sequence[LabelledBlocks], scope: str, seed: int = 0) -> Samples:
    """Return Samples drawn from pages; the same seed draws the same ones."""
    chance = np.random.default_rng(seed)
    parts = []
    for number, page in enumerate(pages):
        share, counts = labels(scope, page.kept, page.features, page.words, page.headline,
                               page.kind)
        itself = Variant(page.features, page.words, np.arange(len(share)))
        for variant in (itself, *page.variants):
            most = BLOCKS if variant is itself else BLOCKS_OF_VARIANT
            part = 1 if variant is itself else OF_VARIANT
            drawn, weight = _drawn(variant.words, most, chance)
            places = variant.places[drawn]
            own = places >= 0
            parts.append((
                variant.features[:, drawn].T, np.where(own, share[places], 0),
                weight * np.where(own, counts[places], 1) * PAGE_WEIGHT * part * page.weight,
                np.full(len(drawn), number),
                np.full(len(drawn), number if variant.other is None else variant.other)))
    drawn_samples = Samples(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    return Samples(*(column[drawn_samples.weights > 0] for column in drawn_samples))


def _drawn(words, most, chance):
    """Return (places, weights) of the blocks of a page: all, or `most` drawn by weight."""
    weights = np.sqrt(words + FEWEST_WORDS)
    weights /= weights.sum()
    if len(words) <= most:
        return np.arange(len(words)), weights
    places = np.sort(chance.choice(len(words), most, replace=False, p=weights))
    return places, np.full(most, 1 / most)


def drawn(pages: Sequence[LabelledBlocks], scope: str, growth: Growth,
          seed: int = 0) -> list[Samples]:
    """Return a list of Samples, one for each of growth.draws."""
    return [samples(pages, scope, seed + draw) for draw in range(growth.draws)]


def fit(draws: Sequence[Samples], settings: dict[str, Any], growth: Growth,
        seed: int = 0, lexicon: Lexicon | None = None) -> JointModel:
    """Return the JointModel trained on several Samples, without a judge; needs LightGBM.

    lexicon: of `add_lexicon`, where the samples have its features.
    Raises:  ValueError if all samples have the same features.
    """
    if (draws[0].rows == draws[0].rows[:1]).all():
        raise ValueError("all segments to learn from have the same features")
    names = [*EVIDENCE, *LEXICON][:draws[0].rows.shape[1]]
    trees = mean_of([
        boosted(draw.rows, draw.shares, names, growth.trees, seed + place, draw.weights,
                **FITTING, learning_rate=growth.rate, num_leaves=growth.splits + 1)
        for place, draw in enumerate(draws)])
    return JointModel(trees, _network(draws, growth.networks, seed), settings, lexicon=lexicon)


def _network(draws, networks, seed):
    """Return a committee of networks, trained on the draws in turn; None for no networks."""
    if not networks:
        return None
    of_networks = [draws[place % len(draws)] for place in range(networks)]
    return committee([train(draw.rows, draw.shares, draw.weights, seed=seed + place)
                      for place, draw in enumerate(of_networks)])


def without(drawn_from: Samples, pages: np.ndarray) -> Samples:
    """Return the Samples that contain nothing of some pages. pages: bool (pages,)."""
    rows = ~(pages[drawn_from.page] | pages[drawn_from.other])
    return Samples(*(column[rows] for column in drawn_from))


def cross_validated(pages: Sequence[LabelledBlocks], draws: Sequence[Samples],
                    settings: dict[str, Any], folds: int, growth: Growth,
                    seed: int = 0) -> tuple[list[Any], list[Any]]:
    """Return (probabilities, kept) of each page by models of the other folds, lists of arrays.

    draws: of `drawn`. kept: bool (blocks,), by the probabilities alone, without other scores.
    """
    fold = folds_of(pages, folds, seed)
    values: list[Any] = [None] * len(pages)
    kept: list[Any] = [None] * len(pages)
    for left_out in range(folds):
        others = [without(draw, fold == left_out) for draw in draws]
        model = fit(others, {**settings, "weights": {}, "doubts": []}, growth, seed)
        for place in np.flatnonzero(fold == left_out).tolist():
            values[place] = model.probabilities(pages[place].features)
            kept[place] = are_kept(model, pages[place], values[place])
    return values, kept


def are_kept(model: JointModel, page: LabelledBlocks, values: np.ndarray) -> np.ndarray:
    """Return whether a model keeps each block of a page, bool (blocks,)."""
    values = model.mixed(values, np.full(len(values), np.nan), page.features, page.words,
                         np.zeros(len(values), int))
    values, cut = decided(model.settings, page, values)
    return values >= cut


def report(pages: Sequence[LabelledBlocks], values: Sequence[np.ndarray],
           kept: Sequence[np.ndarray]) -> tuple[dict[str, float], list[tuple[str, int, float]]]:
    """Return ({name: mean F of words in percent}, reliability) of unseen pages.

    reliability: a list of (letter of the score, words, share of them that is boilerplate).
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


def judged(pages: Sequence[LabelledBlocks], values: Sequence[np.ndarray],
           kept: Sequence[np.ndarray], folds: int,
           seed: int = 0) -> tuple[Ensemble, list[tuple[float, float]]]:
    """Return (the Ensemble that predicts the F of a page, the F of the surest pages).

    values, kept: of cross_validated. The second is a list of (share of pages, their mean F in
    percent), chosen by predictions of trees that have not seen the pages' sites.
    """
    rows = np.concatenate([
        confidence.features_of(value, keep, page.words, page.shown, np.zeros(len(value), int), 1)
        for page, value, keep in zip(pages, values, kept, strict=True)])
    measured = page_f(pages, kept) / 100
    fold = folds_of(pages, folds, seed)
    guesses = np.empty(len(pages))
    for left_out in range(folds):
        inside = fold == left_out
        trees = confidence.fit(rows[~inside], measured[~inside], seed)
        guesses[inside] = confidence.predicted(trees, rows[inside])
    order = np.argsort(-guesses, kind="stable")
    return confidence.fit(rows, measured, seed), [
        (share, float(100 * measured[order[:max(1, round(share * len(pages)))]].mean()))
        for share in SUREST]
