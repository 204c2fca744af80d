#!/usr/bin/env python3
"""Figures 1 to 3 of Schäfer 2016 from data files of FANN: the ranking in numbers, all as PNG.

usage: mlp_figures.py [--folds N] [--plot DIR] FANN_DIR

  Figure 1  precision and recall of each language, on random folds and on folds by page
  Figure 2  the network of each language on every language, on its own by folds by page
  Figure 3  merit of each feature by itself: what a network that sees it alone gains in correct
            decisions over the baseline, in random folds

FANN_DIR and the folds are those of mlp.py, which has the numbers of Figure 2; the networks are as
those that ship. Figures 1 and 2 need --plot, a folder, and matplotlib.
"""
import argparse
import shlex
import sys
from pathlib import Path

import numpy as np
from mlp import FOLDS, LANGUAGES, NETWORKS, curve

from scutch.filters.training.drawing import drawn
from scutch.filters.training.fann import read_fann
from scutch.lm.perceptron import perceptrontraining as training
from scutch.lm.perceptron.texrexfeatures import FEATURES

RECALL, PRECISION = (0.6, 1.0), (0.8, 1.0)    # what the axes show
NETWORK = NETWORKS["shipped"]
RANKING = {"epochs": 60, "networks": 1}       # of the perceptrons that rank features


def merits(samples, fold):
    """Return for each feature by itself the gain in correct decisions over the baseline.

    Source:  Schäfer 2016, section 3.3, after Weka's ClassifierAttributeEval.
    """
    found = []
    for column in samples.inputs.T:
        outputs = training.unseen(training.Samples(column[:, None], samples.dirty), fold,
                                  training.perceptron(**RANKING))
        row = training.measures(outputs, samples.dirty)
        found.append(row["correct"] - row["baseline"])
    return np.array(found)


def figure_1(sets, folds, path, network=NETWORK):
    with drawn(path, 10, 4, panels=2) as both:
        for axes, (kind, folded) in zip(both, FOLDS.items(), strict=True):
            for name, samples in sets.items():
                line(axes, name, training.unseen(samples, folded(samples, folds),
                                                 training.perceptron(**network)), samples.dirty)
            finish(axes, f"{kind} folds")


def figure_2(sets, folds, path, network=NETWORK):
    fitted = {name: training.perceptron(**network)(*samples) for name, samples in sets.items()}
    with drawn(path, 4 * len(sets), 4, panels=len(sets)) as panels:
        for axes, (name, samples) in zip(np.atleast_1d(panels), sets.items(), strict=True):
            for other, outputs in fitted.items():
                found = outputs(samples.inputs) if other != name else training.unseen(
                    samples, FOLDS["page"](samples, folds), training.perceptron(**network))
                line(axes, other, found, samples.dirty)
            finish(axes, f"on {name}")


def figure_3(sets, folds, path=None):
    """Return its lines, the best mean first; draw it to the path, if there is one."""
    ranked = {name: merits(samples, FOLDS["random"](samples, folds))
              for name, samples in sets.items()}
    mean = sum(ranked.values()) / len(ranked)
    order = (-mean).argsort(kind="stable")
    if path:
        with drawn(path, 9, 4) as axes:
            axes.plot(mean[order], color="gray", label="mean")
            for name, found in ranked.items():
                axes.plot(found[order], ".", label=name)
            axes.set_xticks(range(len(order)), [FEATURES[i] for i in order], rotation=90,
                            fontsize=7)
            axes.set_ylabel("merit: gain over the baseline")
            axes.legend(fontsize=7)
    return [f"{'merit':16}{'mean':>10}" + "".join(f"{name:>10}" for name in ranked),
            *(f"{FEATURES[i]:16}{mean[i]:10.4f}"
              + "".join(f"{found[i]:10.4f}" for found in ranked.values()) for i in order)]


def line(axes, name, outputs, dirty):
    _, precision, recall = zip(*curve(outputs, dirty), strict=True)
    axes.plot(recall, precision, label=name, linewidth=1)


def finish(axes, title):
    axes.set(title=title, xlabel="recall", ylabel="precision", xlim=RECALL, ylim=PRECISION)
    axes.legend(fontsize=7)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fann", type=Path)
    parser.add_argument("--folds", type=int, default=10, metavar="N")
    parser.add_argument("--plot", type=Path, metavar="DIR")
    args = parser.parse_args()
    print(shlex.join(["share/bench/papers/mlp_figures.py", *sys.argv[1:]]), end="\n\n", flush=True)
    sets = {name: read_fann(args.fann / f"boilerplate.{language}.dat.gz")
            for language, name in LANGUAGES.items()}
    path = None
    if args.plot:
        args.plot.mkdir(parents=True, exist_ok=True)
        figure_1(sets, args.folds, args.plot / "figure1.png")
        figure_2(sets, args.folds, args.plot / "figure2.png")
        path = args.plot / "figure3.png"
    print("Figure 3", *figure_3(sets, args.folds, path), sep="\n")


if __name__ == "__main__":
    main()
