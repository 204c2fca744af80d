"""How far two annotators agree on the segments of pages."""
from collections import Counter

from ...lm.gold.goldwords import letter_runs
from ...lm.significance.contingency import kappa
from ..record import segments_of
from .gold import id_in
from .labels import CLEAN, labelled


class Agreement:
    """The labels that two gold standards give the segments of the pages that both have.

    Memory:  both, and four counts.
    """

    def __init__(self, first, second):
        self.golds = first, second
        self.pages = 0
        self.pairs = Counter()           # whether it is clean for the first, for the second

    def add(self, record):
        """Count the segments of a page, of those with a word.

        Raises:  BadRecord for a record without segments.
        """
        gold_records = [gold.get(id_in(gold, record)) for gold in self.golds]
        if not all(gold and gold.get("text") is not None for gold in gold_records):
            return
        segments = segments_of(record)
        labels = [[segment["label"] == CLEAN for segment in labelled(segments, gold)]
                  for gold in gold_records]
        self.pages += 1
        self.pairs.update(
            (first, second) for first, second, segment in zip(*labels, segments, strict=True)
            if letter_runs(segment["text"]))

    def summary(self):
        """Return {"pages", "segments", "agree" in percent, "kappa"}."""
        total = self.pairs.total()
        agreed = total - self.pairs[True, False] - self.pairs[False, True]
        return {"pages": self.pages, "segments": total,
                "agree": 100 * agreed / total if total else 100.0, "kappa": kappa(self.pairs)}
