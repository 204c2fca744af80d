"""Figures of an evaluation as one PNG: words kept at each threshold, reliability, F by kind."""
import numpy as np

from ...lm.writing import naming
from ..errors import BadRecord
from ..record import score_of, scorers_of, segments_of
from ..selection.scoreletters import LETTERS, interval_of
from .gold import id_in
from .labels import labelled, shares_of, words_of

WIDTH, HEIGHT = 12, 4    # inches
MOST_BARS = 12           # types and languages of pages, those with most pages


class Curves:
    """The scores of segments with the share of their words that the gold has.

    gold: {id: gold record}. by: the score, None for the last of each record.
    Memory: three numbers a segment.
    """

    def __init__(self, gold, by):
        self.gold, self.by = gold, by
        self.scores, self.words, self.shares = [], [], []

    def add(self, record):
        """Note the segments of a page with gold text.

        Raises:  BadRecord for a segment without the score.
        """
        gold = self.gold.get(id_in(self.gold, record))
        if not gold or gold.get("text") is None:
            return
        segments = segments_of(record)
        name = self.by or next(reversed(scorers_of(record)), None)
        scores = [score_of(segment, name) for segment in segments] if name else [None]
        if None in scores:
            raise BadRecord("a segment has no score for --plot", "no_score")
        known = labelled(segments, gold)
        self.scores += scores
        self.words += words_of(known)
        self.shares += shares_of(known)

    def points(self):
        """Return (thresholds, precision, recall) of the words kept up to each score, arrays."""
        order = np.argsort(self.scores, kind="stable")
        scores, words = np.array(self.scores, float)[order], np.array(self.words, float)[order]
        clean = np.cumsum(words * np.array(self.shares)[order])
        last = np.flatnonzero(np.diff(scores, append=np.inf))      # of equal scores
        kept = np.cumsum(words)[last]
        return (scores[last], clean[last] / np.maximum(1, kept),
                clean[last] / max(1, clean[-1]))

    def reliability(self):
        """Return the share of dirty words in each bin of scores, nan in one without words.

        Shape (LETTERS,).
        """
        bins = np.fromiter(map(interval_of, self.scores), int, len(self.scores))
        words = np.array(self.words, float)
        total = np.bincount(bins, words, LETTERS)
        dirty = np.bincount(bins, words * (1 - np.array(self.shares)), LETTERS)
        return np.divide(dirty, total, out=np.full(LETTERS, np.nan), where=total > 0)

    def draw(self, path, summary):
        """Write the figure. summary: of lm.gold.measures.summary."""
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        figure, (kept, reliable, kinds) = pyplot.subplots(1, 3, figsize=(WIDTH, HEIGHT))
        if self.scores:
            thresholds, precision, recall = self.points()
            kept.plot(thresholds, precision, label="precision")
            kept.plot(thresholds, recall, linestyle="--", label="recall")
            kept.legend()
            middles = (np.arange(LETTERS) + 0.5) / LETTERS
            reliable.plot([0, 1], [0, 1], color="0.7")
            reliable.plot(middles, self.reliability(), marker="o")
        kept.set(xlabel="threshold", ylabel="share of words", ylim=(0, 1.02))
        reliable.set(xlabel="score", ylabel="dirty words", xlim=(0, 1), ylim=(0, 1.02))
        bars = sorted(_bars(summary), key=lambda bar: -bar[2])[:MOST_BARS][::-1]
        kinds.barh([f"{name} ({pages})" for name, _, pages in bars], [mean for _, mean, _ in bars])
        kinds.set(xlabel="F of bags of words, mean of pages", xlim=(0, 100))
        figure.tight_layout()
        with naming(path):
            figure.savefig(path, dpi=150, format="png")
        pyplot.close(figure)


def _bars(summary):
    """Return [(name, mean F, pages)] of all pages, their types and languages."""
    bars = [("all", summary["mean"].get("bow_f", 0.0), summary["pages"])]
    for kind in "bow_f_by_type", "bow_f_by_lang":
        bars += [(name, group["mean"], group["pages"]) for name, group in summary[kind].items()]
    return bars
