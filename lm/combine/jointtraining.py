"""Training of the joint scorer: samples of blocks, trees, cross-validation by site, figures.

The weight of a block grows with the square root of its words; pages have the same weight, for main
times their own. All figures are of pages of sites that the models have not seen.

For main the labels are those of the gold. Page has what else is written for it, too: readers'
comments, which the gold of articles lacks, and the lines with date and author between headline and
text.
"""
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from ..crossvalidation import FEWEST_WORDS, Labelled, folds_of, mean_f, page_f
from ..evidence.containers import OF_PLAIN_TEXT
from ..evidence.evidence import EVIDENCE, ROW
from . import confidence
from .comments import in_comments, of_form
from .jointmodel import AGAIN, MAIN, REST, TEXT, JointModel, names_of
from .lexicon import LEXICON, OF_NAMES, Bags, Lexicon, learnt
from .scopes import SETTINGS, PageBlocks, decided, mixed
from .trees import Ensemble, boosted, mean_of
from .wholes import Placed, context

BLOCKS, BLOCKS_OF_VARIANT = 90, 50   # drawn from a page, and from each variant of it
SUREST = (1, 0.9, 0.75, 0.5)     # shares of the pages, those of highest estimated F
PAGE_WEIGHT = 100        # of all samples of a page together
SURE = 0.95              # share of main content, from which on nothing is left for the head REST
# Settings of LightGBM, chosen by cross-validation on WCXB
FITTING = {"objective": "cross_entropy", "max_bin": 63, "feature_fraction": 0.3,
           "bagging_fraction": 0.6, "bagging_freq": 1, "lambda_l2": 5, "min_data_in_leaf": 40}
ARTICLES = frozenset(["article", "documentation", "service", "collection"])
WITH_BYLINE = frozenset(["article", "documentation", "service"])
COMMENT_WORDS, COMMENT_LINKS = 5, 0.3    # least words of a comment; its link density is below
BYLINE_WORDS = 15        # at most
BYLINE_BLOCKS = 12       # after the headline, at most
ABOUT = 2                # steps up to words such as author or date, at most
CLEAN = 0.5
# Of a gold that tells classes, what is text of the page beside the main content
CLASSES = frozenset(["comments", "byline"])


class Growth(NamedTuple):
    """Draws of blocks; trees for each draw, their learning rate and splits."""

    draws: int
    trees: int
    rate: float
    splits: int = 8


GROWTH = {MAIN: Growth(5, 40, 0.4), REST: Growth(2, 40, 0.3), AGAIN: Growth(1, 60, 0.1),
          TEXT: Growth(1, 150, 0.1)}


class Variant(NamedTuple):
    """A changed page: with other markup, with stretches of another page, or cut at its text.

    features: float32 (features, blocks). words: int (blocks,), as in LabelledBlocks.
    places:  int (blocks,), which block of the page each is, -1 for a block of another page, which
             counts as boilerplate.
    weight:  where that of the page is 1.
    other:   the index of the other page, None if there is none.
    bags:    as in LabelledBlocks.
    placed:  where the blocks are, None if the second look does not learn from the page.
    """

    features: np.ndarray
    words: np.ndarray
    places: np.ndarray
    weight: float
    other: int | None = None
    bags: Mapping[str, Bags] | None = None
    placed: Placed | None = None


@dataclass(kw_only=True)
class LabelledBlocks(Labelled, PageBlocks):
    """A labelled page; lists and arrays are a block each unless stated.

    features: float32 (EVIDENCE, blocks), and LEXICON after `add_lexicon`; charlm and lexicon are
              those of models that have not seen the site.
    sure:     bool, whether the gold says what it is.
    of_page, counts: of labels_of_page.
    variants: list of Variant, changed copies to learn from, too.
    bags:     of lexicon.bags_of; None for a model without a lexicon.
    placed:   where the blocks are.
    """

    sure: np.ndarray
    of_page: np.ndarray
    counts: np.ndarray
    variants: list
    bags: Mapping[str, Bags] | None = None
    placed: Placed | None = None


class Samples(NamedTuple):
    """Blocks to learn from.

    rows:    float32 (samples, features).
    main, page: float (samples,), the shares that are text to main and to page.
    weights: float (samples,). counts: float (samples,), how much each counts for page.
    of_pages: float (samples,), how much its page counts for main.
    number:  int (samples,), the page of each.
    other:   int (samples,), the page whose stretches were inserted; else the page itself.
    """

    rows: np.ndarray
    main: np.ndarray
    page: np.ndarray
    weights: np.ndarray
    counts: np.ndarray
    of_pages: np.ndarray
    number: np.ndarray
    other: np.ndarray

    def taken(self, rows: np.ndarray) -> "Samples":
        """Return some of the samples; rows: bool (samples,)."""
        return Samples(*(column[rows] for column in self))


def add_lexicon(pages: Sequence[LabelledBlocks], folds: int, seed: int = 0) -> Lexicon:
    """Add bag-of-words features to pages and variants; return the Lexicon of all pages.

    The features of a page come from a lexicon of the other folds. Variants have only those of
    names: so the model learns to judge pages in languages whose words no lexicon has.
    """
    fold = folds_of(pages, folds, seed)
    weights = [np.sqrt(page.words + FEWEST_WORDS) * page.sure for page in pages]
    weights = [page.weight * weight / max(weight.sum(), FEWEST_WORDS)
               for page, weight in zip(pages, weights, strict=True)]
    of_names = np.array([[name in OF_NAMES] for name in LEXICON], np.float32)
    bags = [page.bags or {} for page in pages]

    def of(wanted):
        places = np.flatnonzero(wanted).tolist()
        return learnt([bags[place] for place in places], [pages[place].kept for place in places],
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


def samples(pages: Sequence[LabelledBlocks], seed: int = 0,
            again: Callable[[int, Variant], np.ndarray] | None = None) -> Samples:
    """Return Samples drawn from pages; the same seed draws the same ones.

    again: function from the number of a page and a Variant to the features of a second look, which
           learns from all blocks of pages and of those that are cut; None for a first look.
    """
    chance = np.random.default_rng(seed)
    parts = []
    for number, page in enumerate(pages):
        itself = Variant(page.features, page.words, np.arange(len(page.words)), 1,
                         placed=page.placed)
        for variant in (itself, *page.variants):
            if again and variant.placed is None:
                continue
            own = variant.places >= 0
            drawn, weights = _drawn(
                np.sqrt(variant.words + FEWEST_WORDS) * np.where(own, page.sure[variant.places], 1),
                len(own) if again else BLOCKS if variant is itself else BLOCKS_OF_VARIANT, chance)
            features = again(number, variant) if again else variant.features
            own, places = own[drawn], variant.places[drawn]
            parts.append((
                features[:, drawn].T, *(np.where(own, shares[places], 0)
                                        for shares in (page.kept, page.of_page)),
                weights * PAGE_WEIGHT * variant.weight, np.where(own, page.counts[places], 1),
                *(np.full(len(drawn), value) for value in (
                    page.weight, number, number if variant.other is None else variant.other))))
    return Samples(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _drawn(weights, most, chance):
    """Return (places, weights) of the blocks of a page with a weight: all, or `most` drawn by it.
    """
    places = np.flatnonzero(weights)
    weights = weights[places] / weights.sum()
    if len(places) <= most:
        return places, weights
    return (np.sort(chance.choice(places, most, replace=False, p=weights)),
            np.full(most, 1 / most))


def heads_of(pages: Sequence[LabelledBlocks]) -> tuple[str, ...]:
    """Return the names of the heads that learn from pages, those of markup have bags."""
    return (TEXT,) if pages[0].bags is None else (MAIN, REST, AGAIN)


def trained(pages: Sequence[LabelledBlocks], draws: Sequence[Samples], folds: int,
            growths: Mapping[str, Growth], seed: int = 0) -> tuple[
                dict[str, Ensemble], dict[str, tuple[list[Any], list[Any], list[Any]]]]:
    """Return ({name: Ensemble} of the heads, what models of the other folds say of pages).

    draws:   of `samples`. growths: of GROWTH, with the names of the heads wanted; needs LightGBM.
    The second is {scope: (pages, probabilities, kept)}, lists with an item a page, of those of
    which the gold knows all text. kept: bool (blocks,), by the probabilities alone, without other
    scores.
    Raises:  ValueError if all samples have the same features.

    The second look learns from first looks of models that have not seen the site of the page.
    """
    if (draws[0].rows == draws[0].rows[:1]).all():
        raise ValueError("all segments to learn from have the same features")
    fold = folds_of(pages, folds, seed)
    left_out = [*(fold == number for number in range(folds)), np.zeros(len(pages), bool)]
    first = {head: growth for head, growth in growths.items() if head != AGAIN}
    heads = [_fitted([without(draw, out) for draw in draws], first, seed) for out in left_out]
    if AGAIN in growths:
        models = _models(heads)

        def look(number, variant):
            first_look = models[fold[number]].probabilities(variant.features)
            return context(first_look, variant.placed, variant.features)
        again = samples(pages, seed, look)
        for known, out in zip(heads, left_out, strict=True):
            known |= _fitted([without(again, out)], {AGAIN: growths[AGAIN]}, seed)
    models = _models(heads)
    looks = [models[number].probabilities(page.features, page.placed)
             for page, number in zip(pages, fold.tolist(), strict=True)]
    return heads[-1], {scope: _unseen(scope, pages, looks) for scope in looks[0]}


def _models(heads):
    return [JointModel(of_fold, {}, None, {}) for of_fold in heads]


def _fitted(draws, growths, seed):
    """Return {name: Ensemble} of some heads."""
    return {head: mean_of([_boosted(head, draw, growth, seed + place)
                           for place, draw in enumerate(draws[:growth.draws])])
            for head, growth in growths.items()}


def _boosted(head, draw, growth, seed):
    """Return the Ensemble of a head that learns from a draw."""
    if head == REST:
        rows, shares, weights = of_rest(draw)
    else:
        rows, shares, weights = draw.rows, draw.main, draw.weights * draw.of_pages
    if head == TEXT:
        shares, weights = draw.page, weights * draw.counts
    used, names = weights > 0, names_of(head)[:rows.shape[1]]
    known = [head == TEXT or name not in OF_PLAIN_TEXT for name in names]
    return boosted(rows[used][:, known], shares[used], list(compress(names, known)), growth.trees,
                   seed, weights[used], **FITTING, learning_rate=growth.rate,
                   num_leaves=growth.splits + 1)


def of_rest(draw: Samples) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (rows, shares, weights) from which REST learns: of what is not main content the share
    that is text of the page. It knows no words: those of 2025 mislead on pages of news of 2008.
    """
    draw = draw.taken(draw.main < SURE)
    left = 1 - draw.main
    return (draw.rows[:, :len(EVIDENCE)], np.maximum(0, draw.page - draw.main) / left,
            draw.weights * draw.counts * left)


def without(drawn_from: Samples, pages: np.ndarray) -> Samples:
    """Return the Samples that contain nothing of some pages. pages: bool (pages,)."""
    return drawn_from.taken(~(pages[drawn_from.number] | pages[drawn_from.other]))


def _unseen(scope, pages, looks):
    """Return (pages, probabilities, kept), of pages of which the gold knows all text."""
    known = [(page, look[scope], are_kept(scope, page, look[scope]))
             for page, look in zip(pages, looks, strict=True) if page.sure.all()]
    return tuple(map(list, zip(*known, strict=True)))


def are_kept(scope: str, page: LabelledBlocks, values: np.ndarray) -> np.ndarray:
    """Return whether a scope keeps each block of a page, bool (blocks,)."""
    values = mixed(SETTINGS[scope], values, np.full(len(values), np.nan), page)
    values, cuts = decided(SETTINGS[scope], page, values)
    return values >= cuts[page.page]


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
        confidence.features_of(value, keep, page.words, page.shown, page.page, page.count)
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


def labels_of_page(kept: np.ndarray, features: np.ndarray, words: np.ndarray, headline: int,
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
