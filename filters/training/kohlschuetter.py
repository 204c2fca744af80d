"""Figures 1, 4 and 5 of Kohlschütter et al. 2010 from labelled pages, as numbers and as PNG."""
import numpy as np

from ...lm.shallow.randomwriters import fitted, writer
from ...lm.shallow.shallowtraining import together
from ...lm.shallow.treetraining import information_gain
from .drawing import drawn

WIDTH, HEIGHT = 7, 4     # inches
MOST_WORDS = 60          # of a block, that Figure 4 shows
WRITERS = {1: ["P_T(N)"], 2: ["P_N(S)", "P_S(N)", "P_L(N)"]}
EQUATIONS = {1: 2, 2: 3}


def figure(number, pages, names, classes, path):
    """Return the figure's numbers as text; draw it to the path, if there is one.

    number:  "1", "4" or "5". pages: lm.shallow.training.Page, with the columns `names`.
    """
    rows, labels, words = together(pages)
    if number == "1":
        return _gains(rows, labels, words, names, path)
    columns = {name: rows[:, j] for j, name in enumerate(names)}
    if number == "4":
        return _lengths(words, labels, classes, path)
    return _densities(np.rint(columns["text density (C)"]).astype(int), words, labels, classes,
                      path)


def _gains(rows, labels, words, names, path):
    gains = sorted(((information_gain(rows[:, j], labels, words), name)
                    for j, name in enumerate(names)), key=lambda pair: (-pair[0], pair[1]))
    if path:
        with drawn(path, WIDTH, 2 + len(gains) / 6) as axes:
            axes.barh([name for _, name in gains], [gain for gain, _ in gains])
            axes.margins(y=0.01)
            axes.invert_yaxis()
            axes.tick_params(axis="y", labelsize=6)
            axes.set_xlabel("information gain (bits a word)")
    return _text([f"{gain:.4f}  {name}" for gain, name in gains])


def _lengths(words, labels, classes, path):
    counts = _table(words, np.ones(len(words)), labels, classes)[1:]
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
            _stack(axes, x, shown, classes)
            for states, fit in fits.items():
                axes.plot(x, total.sum() * writer(x, fit.parameters),
                          label=f"eq. {EQUATIONS[states]}")
            axes.set_yscale("symlog")
            axes.set_xlabel("number of words")
            axes.set_ylabel("blocks")
            axes.legend()
    return _text(lines)


def _densities(densities, words, labels, classes, path):
    counts = _table(densities, words, labels, classes)
    lines = ["density   words" + "".join(f"{name:>14}" for name in classes)]
    lines += [f"{x:7}{row.sum():8.0f}" + "".join(f"{n:14.0f}" for n in row)
              for x, row in enumerate(counts) if row.any()]
    if path:
        with drawn(path, WIDTH, HEIGHT) as axes:
            _stack(axes, np.arange(len(counts)), counts, classes)
            axes.set_xlabel("text density (words per line, rounded)")
            axes.set_ylabel("words")
            axes.legend()
    return _text(lines)


def _table(values, weights, labels, classes):
    """Return the array (values, classes) of the weights of each whole value, from 0."""
    table = np.zeros((values.max() + 1, len(classes)))
    np.add.at(table, (values, labels), weights)
    return table


def _stack(axes, x, counts, classes):
    bottom = np.zeros(len(x))
    for k, name in enumerate(classes):
        axes.bar(x, counts[:, k], bottom=bottom, width=1, label=name)
        bottom += counts[:, k]


def _text(lines):
    return ("\n".join(lines) + "\n").encode()
