#!/usr/bin/env python3
"""Make a model of scutch-mlp from the data of texrex, vectors in the format of FANN.

usage: texrex.py --languages LIST --source TEXT --out FILE [--folds N] DATA...

Several files are pooled. It prints the measures of Schäfer 2016, table 4, of each file and of all,
by networks that have not seen the vectors: in random folds, as in the paper, and in folds by page,
since the vectors of one page have one DocMarkupProp.
"""
import argparse
import gzip
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bin"))

import numpy as np  # noqa: E402

from scutch.filters.scoring.featuresets import FEATURES  # noqa: E402
from scutch.lm.perceptron.network import CUT, train  # noqa: E402

PAGE_COLUMN = FEATURES.index("DocMarkupProp")        # the same for all blocks of a page
NETWORKS = 3             # as in scutch-train mlp
COLUMNS = ["precision", "recall", "f1", "correct", "baseline", "PRE"]    # Schäfer 2016, table 4

# From (inputs, dirty) to a function from inputs to outputs
Fit = Callable[[np.ndarray, np.ndarray], Callable[[np.ndarray], np.ndarray]]


class Samples(NamedTuple):
    """Vectors: array (samples, inputs), array of 0 clean and 1 dirty."""

    inputs: np.ndarray
    dirty: np.ndarray


def read_fann(path: str | Path) -> Samples:
    """Return the Samples of a gzip file.

    Its first line has the numbers of samples, inputs and outputs (here 1); then come the inputs of
    a sample and its output, white space between all.
    """
    with gzip.open(path) as file:
        values = np.array(file.read().split(), float)
    samples, inputs = map(int, values[:2])
    rows = values[3:].reshape(samples, inputs + 1)
    if inputs != len(FEATURES) or not np.isin(rows[:, -1], (0, 1)).all():
        raise SystemExit(f"{path}: not vectors of the {len(FEATURES)} features, dirty or not")
    return Samples(rows[:, :-1], rows[:, -1])


def random_folds(samples: Samples, folds: int, seed: int = 0) -> np.ndarray:
    """Return the fold of each sample, drawn by the seed, as in the paper."""
    return np.random.default_rng(seed).permutation(np.arange(len(samples.dirty)) % folds)


def page_folds(samples: Samples, folds: int, seed: int = 0) -> np.ndarray:
    """Return the fold of each sample, all of a page in one."""
    values, page = np.unique(samples.inputs[:, PAGE_COLUMN], return_inverse=True)
    return random_folds(Samples(values, values), folds, seed)[page]


def unseen(samples: Samples, fold: np.ndarray, fit: Fit) -> np.ndarray:
    """Return the output for each sample of a classifier that was trained on the other folds."""
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
    """Return {measure: number} of COLUMNS.

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


def main() -> None:
    """Write the model, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--out", required=True)
    parser.add_argument("--languages", required=True, type=lambda word: word.split(","))
    parser.add_argument("--source", required=True)
    parser.add_argument("--folds", type=int, default=10)
    opts = parser.parse_args()
    sets = {path.name: read_fann(path) for path in opts.data}
    pooled = Samples(*map(np.concatenate, zip(*sets.values(), strict=True)))
    if len(sets) > 1:
        sets["pooled"] = pooled
    print(f"{'':28}{'folds':>8}" + "".join(f"{name:>10}" for name in COLUMNS))
    for name, samples in sets.items():
        for kind, folds in ("random", random_folds), ("page", page_folds):
            row = measures(unseen(samples, folds(samples, opts.folds),
                                  perceptron(networks=NETWORKS)), samples.dirty)
            print(f"{name:28}{kind:>8}" + "".join(f"{row[column]:10.3f}" for column in COLUMNS),
                  flush=True)
    network = train(pooled.inputs, pooled.dirty, networks=NETWORKS)
    network.settings = {"features": "texrex", "languages": opts.languages, "source": opts.source}
    network.save(opts.out)


if __name__ == "__main__":
    main()
