"""Training of perceptrons: folds, cross-validation, measures."""
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..crossvalidation import Labelled, folds_of, mean_f, weights_of
from ..gold.alignment import CLEAN_SHARE
from .network import train
from .perceptronmodel import CUT, PerceptronModel
from .texrexfeatures import FEATURES

PAGE_COLUMN = FEATURES.index("DocMarkupProp")        # the same for all blocks of a page

# From (inputs, dirty) to a function from inputs to outputs
Fit = Callable[[np.ndarray, np.ndarray], Callable[[np.ndarray], np.ndarray]]


class Samples(NamedTuple):
    """Vectors as texrex writes them: array (samples, inputs), array of 0 clean and 1 dirty."""

    inputs: np.ndarray
    dirty: np.ndarray


@dataclass(kw_only=True)
class LabelledVectors(Labelled):
    """A labelled page, and the features of its segments, float32 (segments, features)."""

    features: np.ndarray


def random_folds(samples: Samples, folds: int, seed: int = 0) -> np.ndarray:
    """Return the fold of each sample, drawn by the seed, as in the paper."""
    return np.random.default_rng(seed).permutation(np.arange(len(samples.dirty)) % folds)


def page_folds(samples: Samples, folds: int, seed: int = 0) -> np.ndarray:
    """Return the fold of each sample, all of a page in one: a page has one DocMarkupProp."""
    values, page = np.unique(samples.inputs[:, PAGE_COLUMN], return_inverse=True)
    return random_folds(Samples(values, values), folds, seed)[page]


def unseen(samples: Samples, fold: np.ndarray, fit: Fit) -> np.ndarray:
    """Return the output for each sample of a classifier that was trained on the other folds.

    fit: function of (inputs, dirty) that returns a function of inputs.
    """
    outputs = np.empty(len(fold))
    for left_out in np.unique(fold):
        inside = fold == left_out
        outputs[inside] = fit(samples.inputs[~inside], samples.dirty[~inside])(
            samples.inputs[inside])
    return outputs


def perceptron(**options: Any) -> Fit:
    """Return the `fit` of `unseen` that trains a Perceptron with these options."""
    return lambda inputs, dirty: train(inputs, dirty, **options).outputs


def measures(outputs: np.ndarray, dirty: np.ndarray, threshold: float = CUT) -> dict[str, float]:
    """Return precision, recall, f1, correct, baseline and PRE, as in Schäfer 2016, table 4.

    The positive class is boilerplate; PRE is the proportional reduction of error.
    """
    flagged, dirty = outputs > threshold, dirty > CUT
    hits = (flagged & dirty).sum()
    precision, recall = hits / max(1, flagged.sum()), hits / max(1, dirty.sum())
    correct = (flagged == dirty).mean()
    baseline = max(dirty.mean(), 1 - dirty.mean())
    return {"precision": precision, "recall": recall,
            "f1": 2 * precision * recall / (precision + recall) if hits else 0.0,
            "correct": correct, "baseline": baseline,
            "PRE": (correct - baseline) / (1 - baseline) if baseline < 1 else 0.0}


def train_pages(pages: Sequence[Any], folds: int, seed: int = 0,
                **options: Any) -> tuple[PerceptronModel, dict[str, float]]:
    """Return (PerceptronModel, report), report {name: mean F in percent, out of fold}.

    pages: list of LabelledVectors, of at least as many groups as folds.
    """
    inputs = np.concatenate([page.features for page in pages])
    dirty = np.concatenate([page.kept < CLEAN_SHARE for page in pages]).astype(float)
    words = np.concatenate([page.words for page in pages])
    sizes = [len(page.words) for page in pages]
    weights = weights_of(words) * np.repeat([page.weight for page in pages], sizes)
    fold = np.repeat(folds_of(pages, folds, seed), sizes)
    outputs = np.empty(len(dirty))
    for left_out in range(folds):
        inside = fold == left_out
        outputs[inside] = train(inputs[~inside], dirty[~inside], weights[~inside], seed=seed,
                                **options).outputs(inputs[inside])
    kept = np.split(outputs <= CUT, np.cumsum(sizes)[:-1])
    report = {"all text": mean_f(pages, [np.ones(size, bool) for size in sizes]),
              "kept": mean_f(pages, kept),
              "labels": mean_f(pages, [page.kept >= CLEAN_SHARE for page in pages])}
    network = train(inputs, dirty, weights, seed=seed, **options)
    return PerceptronModel(network, {"pages": len(pages), "folds": folds, "seed": seed}), report
