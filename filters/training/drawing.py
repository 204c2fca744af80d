"""Figures as PNG, by matplotlib."""
from contextlib import contextmanager

from ...lm.writing import naming


@contextmanager
def drawn(path, width, height, panels=1, sharey=True):
    """A context in which a figure is drawn; it is written to the path on leaving.

    width, height: in inches, of the whole. panels: axes side by side, with `sharey` of the same
    vertical scale.
    Yields:  the axes, an array of them where there are several panels.
    """
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(1, panels, figsize=(width, height), sharey=sharey)
    yield axes
    figure.tight_layout()
    with naming(path):
        figure.savefig(path, dpi=150, format="png")
    pyplot.close(figure)
