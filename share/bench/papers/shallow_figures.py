#!/usr/bin/env python3
"""Figures 1, 4 and 5 of Kohlschütter et al. 2010 from a gold set, as numbers and as PNG.

usage: shallow_figures.py [--classes 2|4] [--plot DIR] GOLD_DIR

  Figure 1  information gain of each feature, in bits a word
  Figure 4  blocks by their number of words, and the random writers of eq. 2 and 3 fitted to it
  Figure 5  words by the text density of their blocks

The paper's are on GoogleNews (L3S-GN1). --plot draws them in a folder and needs matplotlib.
"""
import argparse
import shlex
import sys
import tempfile
from pathlib import Path

import numpy as np
from randomwriters import fitted, writer
from shallow import Set, column, page_of

from scutch.filters.training.drawing import drawn
from scutch.lm.shallow.shallowfeatures import NAMES
from scutch.lm.shallow.shallowmodel import FOUR, TWO
from scutch.lm.shallow.shallowtraining import together
from scutch.lm.shallow.treetraining import entropy

WIDTH, HEIGHT = 7, 4     # inches
INTERVALS = 100          # of equal weight, for the information gain of a number
MOST_WORDS = 60          # of a block, that Figure 4 shows
WRITERS = {1: ["P_T(N)"], 2: ["P_N(S)", "P_S(N)", "P_L(N)"]}
EQUATIONS = {1: 2, 2: 3}
CLASSES = {2: TWO, 4: FOUR}


def information_gain(values, classes, weights):
    """Return H(C) - H(C|A) in bits (section 4.3.1), A being a number split into intervals.

    Differs: Weka splits by the classes, this into INTERVALS of equal weight, equal values together.
    """
    distinct, which = np.unique(values, return_inverse=True)
    table = np.zeros((len(distinct), int(classes.max()) + 1))
    np.add.at(table, (which, classes), weights)
    sums = table.sum(1)
    interval = ((sums.cumsum() - sums / 2) * INTERVALS / sums.sum()).astype(int)
    parts = np.zeros((INTERVALS, table.shape[1]))
    np.add.at(parts, interval, table)
    shares = parts.sum(1) / parts.sum()
    return float(entropy(parts.sum(0)) - shares @ entropy(parts))


def figure_1(pages, classes, path=None):
    """Return its lines; draw it to the path, if there is one. pages: of shallow.page_of."""
    rows, labels, words = together(pages)
    gains = sorted(((information_gain(values, labels, words), name)
                    for name, values in zip(NAMES, rows.T, strict=True)),
                   key=lambda pair: (-pair[0], pair[1]))
    if path:
        with drawn(path, WIDTH, 2 + len(gains) / 6) as axes:
            axes.barh([name for _, name in gains], [gain for gain, _ in gains])
            axes.margins(y=0.01)
            axes.invert_yaxis()
            axes.tick_params(axis="y", labelsize=6)
            axes.set_xlabel("information gain (bits a word)")
    return [f"{gain:.4f}  {name}" for gain, name in gains]


def figure_4(pages, classes, path=None):
    """Return its lines, those of the fits last; draw it to the path, if there is one."""
    _, labels, words = together(pages)
    counts = table_of(words, np.ones(len(words)), labels, classes)[1:]
    total = counts.sum(1)
    lines = ["words  blocks" + "".join(f"{name:>14}" for name in classes)]
    lines += [f"{x:5}{total[x - 1]:8.0f}" + "".join(f"{n:14.0f}" for n in counts[x - 1])
              for x in range(1, min(MOST_WORDS, len(total)) + 1)]
    fits = {states: fitted(total, states) for states in WRITERS if len(total) > 4}
    for states, fit in fits.items():
        lines.append(f"eq. {EQUATIONS[states]}: " + ", ".join(
            f"{name} = {value:.4f}" for name, value in zip(WRITERS[states], fit.parameters,
                                                           strict=True))
            + f"; adjusted R2 = {100 * fit.r2:.2f}%, RMSE = {fit.rmse:.4f}")
    if path:
        with drawn(path, WIDTH, HEIGHT) as axes:
            shown = counts[:MOST_WORDS]
            x = np.arange(1, len(shown) + 1)
            stack(axes, x, shown, classes)
            for states, fit in fits.items():
                axes.plot(x, total.sum() * writer(x, fit.parameters),
                          label=f"eq. {EQUATIONS[states]}")
            axes.set_yscale("symlog")
            axes.set_xlabel("number of words")
            axes.set_ylabel("blocks")
            axes.legend()
    return lines


def figure_5(pages, classes, path=None):
    """Return its lines; draw it to the path, if there is one."""
    rows, labels, words = together(pages)
    densities = np.rint(rows[:, column("text density (C)")]).astype(int)
    counts = table_of(densities, words, labels, classes)
    lines = ["density   words" + "".join(f"{name:>14}" for name in classes)]
    lines += [f"{x:7}{row.sum():8.0f}" + "".join(f"{n:14.0f}" for n in row)
              for x, row in enumerate(counts) if row.any()]
    if path:
        with drawn(path, WIDTH, HEIGHT) as axes:
            stack(axes, np.arange(len(counts)), counts, classes)
            axes.set_xlabel("text density (words per line, rounded)")
            axes.set_ylabel("words")
            axes.legend()
    return lines


FIGURES = {1: figure_1, 4: figure_4, 5: figure_5}


def table_of(values, weights, labels, classes):
    """Return the array (values, classes) of the weights of each whole value, from 0."""
    table = np.zeros((values.max() + 1, len(classes)))
    np.add.at(table, (values, labels), weights)
    return table


def stack(axes, x, counts, classes):
    bottom = np.zeros(len(x))
    for k, name in enumerate(classes):
        axes.bar(x, counts[:, k], bottom=bottom, width=1, label=name)
        bottom += counts[:, k]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--classes", type=int, choices=CLASSES, default=2)
    parser.add_argument("--plot", type=Path, metavar="DIR")
    parser.add_argument("gold", type=Path)
    args = parser.parse_args()
    print(shlex.join(["share/bench/papers/shallow_figures.py", *sys.argv[1:]]))
    with tempfile.TemporaryDirectory() as name:
        labelled = Set(args.gold, Path(name)).labels
    pages = [page for record in labelled if (page := page_of(record, args.classes))]
    if args.plot:
        args.plot.mkdir(parents=True, exist_ok=True)
    for number, figure in FIGURES.items():
        path = args.plot and args.plot / f"figure{number}.png"
        print(f"\nFigure {number}", *figure(pages, CLASSES[args.classes], path), sep="\n",
              flush=True)


if __name__ == "__main__":
    main()
