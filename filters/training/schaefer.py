"""Figures 1 to 3 of Schäfer 2016, from data files of FANN, as PNG."""
import os

import numpy as np

from .drawing import drawn

RECALL, PRECISION = (0.6, 1.0), (0.8, 1.0)    # what the axes show


def draw(folder, sets, ranked, folds, seed, network):
    """Write the figures for which there is data into a folder.

    sets:    {name: Samples}; ranked: {name: array of merits}, or {} for no ranking.
    network: options of perceptron.train.
    """
    if ranked:
        _ranking(os.path.join(folder, "figure3.png"), ranked)
    else:
        _curves(os.path.join(folder, "figure1.png"), sets, folds, seed, network)
        _transfer(os.path.join(folder, "figure2.png"), sets, folds, seed, network)


def _curves(path, sets, folds, seed, network):
    """Figure 1: precision and recall of each file, on random folds and on folds by page."""
    from ...lm.perceptron import perceptrontraining as training
    with drawn(path, 10, 4, panels=2) as both:
        for axes, title, fold in zip(both, ("random folds", "folds by page"),
                                     (training.random_folds, training.page_folds), strict=True):
            for name, samples in sets.items():
                _line(axes, name, training.unseen(samples, fold(samples, folds, seed),
                                                  training.perceptron(**network, seed=seed)),
                      samples.dirty)
            _finish(axes, title)


def _transfer(path, sets, folds, seed, network):
    """Figure 2: the network of each file on every file, on its own by cross-validation."""
    from ...lm.perceptron import perceptrontraining as training
    fitted = {name: training.perceptron(**network, seed=seed)(samples.inputs, samples.dirty)
              for name, samples in sets.items()}
    with drawn(path, 4 * len(sets), 4, panels=len(sets)) as panels:
        for axes, (name, samples) in zip(np.atleast_1d(panels), sets.items(), strict=True):
            for other, outputs in fitted.items():
                found = outputs(samples.inputs) if other != name else training.unseen(
                    samples, training.page_folds(samples, folds, seed),
                    training.perceptron(**network, seed=seed))
                _line(axes, other, found, samples.dirty)
            _finish(axes, f"on {name}")


def _ranking(path, ranked):
    """Figure 3: merit of each feature by itself, the mean of all files as a line."""
    from ...lm.perceptron.texrexfeatures import FEATURES
    mean = sum(ranked.values()) / len(ranked)
    order = (-mean).argsort(kind="stable")
    with drawn(path, 9, 4) as axes:
        axes.plot(mean[order], color="gray", label="mean")
        for name, merits in ranked.items():
            axes.plot(merits[order], ".", label=name)
        axes.set_xticks(range(len(order)), [FEATURES[i] for i in order], rotation=90, fontsize=7)
        axes.set_ylabel("merit (share of correct decisions above the baseline)")
        axes.legend(fontsize=7)


def _line(axes, name, outputs, dirty):
    from ...lm.perceptron.perceptrontraining import curve
    _, precision, recall = zip(*curve(outputs, dirty), strict=True)
    axes.plot(recall, precision, label=name, linewidth=1)


def _finish(axes, title):
    axes.set(title=title, xlabel="recall", ylabel="precision", xlim=RECALL, ylim=PRECISION)
    axes.legend(fontsize=7)
