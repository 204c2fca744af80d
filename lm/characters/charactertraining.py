"""Training of character models: counts, out-of-fold ratios, calibration, cost of change.

Every choice is made on unseen pages: they are split into folds by `group` (their site), and the
ratios of a fold come from the other folds.
"""
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calibration import calibrated, fit_logistic, fit_shift
from ..crossvalidation import Labelled, folds_of, mean_f, weights_of
from ..gold.alignment import CLEAN_SHARE
from ..pagecontext import UNKNOWN, posterior
from .alphabets import Alphabet
from .classifier import CUT, CharacterClassifier, cuts_of_pages, features
from .ngrams import CharacterCounts, RatioModel, conditional, interpolated, total

LABELS, DIFFERENTIAL = "labels", "differential"      # ways of training
SCORE_DIGITS = 4         # of a cut
CHANGE_FACTORS = (1, 2, 3, 4)     # tried: times the probabilities of change that the labels show
BIASES = tuple(i / 4 for i in range(-4, 9))    # tried: log odds; for F more is kept than is likely
MOST_CHANGE = 0.5        # a probability above it would make neighbours repel each other
LEAST_CHANGE = 1e-4


@dataclass(kw_only=True)
class LabelledTexts(Labelled):
    """A labelled page; lists are a segment each.

    texts:       list of non-empty str.
    link_densities: list of floats, of characters; None for plain text.
    distances:   list of ints from 0 to UNKNOWN: see CharacterClassifier.scores.
    gold:        list of str, the paragraphs of the gold text; the clean segments where there are
                 only labels.
    """

    texts: list
    link_densities: list | None
    distances: list
    gold: list


def counts_of(pages: Sequence[Any], alphabet: Alphabet, n: int,
              training: str) -> tuple[CharacterCounts, CharacterCounts]:
    """Return (clean, other) CharacterCounts of pages.

    training: LABELS, clean and dirty segments; DIFFERENTIAL, gold texts and whole dumps.
    """
    if training == DIFFERENTIAL:
        return (CharacterCounts.of([line for page in pages for line in page.gold], alphabet, n),
                CharacterCounts.of([text for page in pages for text in page.texts], alphabet, n))
    clean, dirty = [], []
    for page in pages:
        for text, words, kept in zip(page.texts, page.words, page.kept, strict=True):
            if words:
                (clean if kept >= CLEAN_SHARE else dirty).append(text)
    return CharacterCounts.of(clean, alphabet, n), CharacterCounts.of(dirty, alphabet, n)


def ratio_model(parts: Sequence[tuple[CharacterCounts, CharacterCounts]], q: float, training: str,
                **pruning: Any) -> RatioModel:
    """Return the RatioModel of several (clean, other) CharacterCounts together."""
    clean, other = (total([part[i] for part in parts]) for i in (0, 1))
    dirty = other.less(clean) if training == DIFFERENTIAL else other
    return RatioModel.of(clean, dirty, q, **pruning)


def train(pages: Sequence[Any], alphabet: Alphabet, n: int, q: float,
          training: str = DIFFERENTIAL, *, folds: int, seed: int = 0,
          **pruning: Any) -> tuple[CharacterClassifier, dict[str, float]]:
    """Return (CharacterClassifier, report), report {name: mean F in percent, out of fold}.

    pages:   list of LabelledTexts, of at least as many groups as folds.
    pruning: least_count and least_change of RatioModel.of.
    """
    fold = folds_of(pages, folds, seed)
    members = [[page for page, f in zip(pages, fold, strict=True) if f == i] for i in range(folds)]
    parts = [counts_of(fold_pages, alphabet, n, training) for fold_pages in members]
    ratios, ordered = [], []
    for i in range(folds):
        model = ratio_model(parts[:i] + parts[i + 1:], q, training, **pruning)
        ratios += [model.ratios(page.texts) for page in members[i]]
        ordered += members[i]
    settings = fitted_settings(ordered, ratios)
    report = settings.pop("report")
    settings |= {"training": training, "pages": len(pages), "folds": folds, "seed": seed}
    return CharacterClassifier(ratio_model(parts, q, training, **pruning), settings), report


def unseen_scores(pages: Sequence[Any], alphabet: Any, n: int, q: float, training: str,
                  folds: int, seed: int = 0) -> list[list[float]]:
    """Return the scores of each page's texts by models that have not seen its fold, a list each.

    pages: list of LabelledTexts, of at least as many groups as folds.
    """
    fold = folds_of(pages, folds, seed)
    parts = [counts_of([page for page, f in zip(pages, fold, strict=True) if f == i], alphabet, n,
                       training) for i in range(folds)]
    models = [ratio_model(parts[:i] + parts[i + 1:], q, training) for i in range(folds)]
    settings = fitted_settings(pages, [models[f].ratios(page.texts)
                                  for page, f in zip(pages, fold, strict=True)])
    return [CharacterClassifier(models[f], settings).scores(
        page.texts, page.link_densities, page.distances)[0]
        for page, f in zip(pages, fold, strict=True)]


def fitted_settings(pages: Sequence[Any], ratios: Sequence[Any]) -> dict[str, Any]:
    """Return the settings of CharacterClassifier, and "report", fitted to ratios of unseen pages.

    ratios: what RatioModel.ratios returns, for each page.
    """
    words = np.concatenate([page.words for page in pages])
    dirty = np.concatenate([page.kept < CLEAN_SHARE for page in pages]).astype(float)
    weights = weights_of(words)
    plain = np.concatenate([features(*ratio) for ratio in ratios])
    fitted = {"text": fit_logistic(plain, dirty, weights)}
    if all(page.link_densities is not None for page in pages):
        columns = np.column_stack([plain, np.concatenate([page.link_densities for page in pages])])
        fitted["markup"] = fit_logistic(columns, dirty, weights)
    else:
        columns = plain
        fitted["markup"] = np.append(fitted["text"], 0.0)
    name = "text" if columns is plain else "markup"
    odds = _by_page(pages, columns @ fitted[name])
    alone = max((mean_f(pages, [o <= bias for o in odds]), -bias) for bias in BIASES)
    context = fitted_context(pages, odds)
    whole = [np.ones(len(page.texts), bool) for page in pages]
    stored = {name: [round(float(w), 4) for w in values] for name, values in fitted.items()}
    odds = _by_page(pages, columns @ stored[name])
    scores = _in_context(pages, odds, context["bias"], context["dirtied"], context["cleaned"])
    shift = round(fit_shift(np.concatenate(scores), np.concatenate([page.kept for page in pages]),
                            words * np.concatenate([page.shown for page in pages])), 4)
    lengths = _by_page(pages, np.array([len(text) for page in pages for text in page.texts]))
    shown = [np.flatnonzero(page.shown) for page in pages]
    kept = [own <= cuts_of_pages(own[rows], chars[rows], 0 * rows, 1) for own, chars, rows in zip(
        _by_page(pages, calibrated(np.concatenate(scores), shift)), lengths, shown, strict=True)]
    return {"weights": stored,
            "bias": {"alone": -alone[1], "context": context["bias"]},
            "dirtied": context["dirtied"], "cleaned": context["cleaned"],
            "shift": shift, "cut": round(float(calibrated([CUT], shift)[0]), SCORE_DIGITS),
            "report": {"all text": mean_f(pages, whole), "alone": alone[0],
                       "context": mean_f(pages, kept),
                       "labels": mean_f(pages, [page.kept >= CLEAN_SHARE for page in pages])}}


def _by_page(pages, values):
    """Return the values of all texts as a list of arrays, one for each page."""
    return np.split(values, np.cumsum([len(page.texts) for page in pages])[:-1])


def fitted_context(pages: Sequence[Any], odds: Sequence[np.ndarray]) -> dict[str, Any]:
    """Return {"bias", "dirtied", "cleaned"}, those of the best mean F in context.

    odds:    for each page an array, log odds of dirt of unseen segments, each by itself.
    Returns: what to subtract from the odds; probabilities of a change by distance.
    """
    rates = change_rates(pages)
    _, factor, bias = max(
        (mean_f(pages, [scores <= CUT for scores in _in_context(
            pages, odds, bias, *_scaled(factor, *rates))]), -factor, -bias)
        for factor in CHANGE_FACTORS for bias in BIASES)
    dirtied, cleaned = _scaled(-factor, *rates)
    return {"bias": -bias, "dirtied": dirtied, "cleaned": cleaned}


def change_rates(pages: Sequence[Any]) -> list[list[float]]:
    """Return (dirtied, cleaned), the share of changes after clean and dirty segments by distance.

    Each is a list over the distances 0 ... FAR and UNKNOWN; the last has the share over all.
    """
    seen = np.zeros((UNKNOWN + 1, 2, 2))
    for page in pages:
        dirty = (page.kept < CLEAN_SHARE).astype(int)
        np.add.at(seen, (np.array(page.distances[1:], int), dirty[:-1], dirty[1:]), 1)
    seen[UNKNOWN] = seen.sum(0)
    return [[float((table[before, 1 - before] + 1) / (table[before].sum() + 2)) for table in seen]
            for before in (0, 1)]


def _scaled(factor, *rates):
    return [[round(min(MOST_CHANGE, max(LEAST_CHANGE, factor * rate)), 4) for rate in rates]
            for rates in rates]


def _in_context(pages, odds, bias, dirtied, cleaned):
    return [np.array(posterior((own - bias).tolist(), [dirtied[d] for d in page.distances],
                               [cleaned[d] for d in page.distances]))
            for page, own in zip(pages, odds, strict=True)]


def cross_entropy(texts: Sequence[Sequence[str]], fold: np.ndarray, alphabet: Alphabet, n: int,
                  qs: Sequence[float]) -> np.ndarray:
    """Return bits a symbol of whole dumps, for each order up to n and each q: Evert's Figure 2.

    texts:   list of lists of str, the segments of each page; their ends are symbols, too.
    fold:    array, the fold of each page; each is predicted from the others (section 3.3).
    qs:      the values of q tried, in (0, 1).
    Returns: array (n, len(qs)).
    """
    counts = [CharacterCounts.of([t for page, f in zip(texts, fold, strict=True) if f == i
                                  for t in page], alphabet, n) for i in np.unique(fold)]
    bits, symbols = np.zeros((n, len(qs))), 0
    for i, held_out in enumerate(counts):
        others = total(counts[:i] + counts[i + 1:])
        wanted, times = held_out.grams[n]
        orders = [conditional(others, k, wanted % np.uint64(alphabet.size ** k))
                  for k in range(1, n + 1)]
        symbols += times.sum()
        for k in range(1, n + 1):
            for j, q in enumerate(qs):
                bits[k - 1, j] -= times @ np.log2(interpolated(orders[:k], q))
    return bits / symbols
