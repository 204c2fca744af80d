"""How far two annotators agree on the segments of pages."""
from collections import Counter

from ...lm.gold.goldwords import letter_runs
from ...lm.significance.contingency import kappa
from ..record import segments_of
from .gold import id_in
from .labels import CLEAN, labelled


class Agreement:
    """The labels that two gold standards give the segments of the pages that both have.

    Memory:  both, and a count for each pair of labels, and of classes where both have "classes".
    """

    def __init__(self, first, second):
        self.golds = first, second
        self.pages = 0
        self.pairs = Counter()           # whether it is clean for the first, for the second
        self.classes = Counter()         # the class for the first, for the second

    def add(self, record):
        """Count how both golds label the segments of a page that have a word; a page that one of
        them lacks is not counted.

        Raises:  BadRecord for a record without segments.
        """
        gold_records = [gold.get(id_in(gold, record)) for gold in self.golds]
        if not all(gold and gold.get("text") is not None for gold in gold_records):
            return
        segments = segments_of(record)
        self.pages += 1
        for first, second in zip(*(labelled(segments, gold) for gold in gold_records), strict=True):
            if letter_runs(first["text"]):
                self.pairs[first["label"] == CLEAN, second["label"] == CLEAN] += 1
                if "label_class" in first and "label_class" in second:
                    self.classes[first["label_class"], second["label_class"]] += 1

    def summary(self):
        """Return {"pages", "segments", "agree" in percent, "kappa"}, with "classes" where known.

        These have segments, agree and kappa of their own.
        """
        classes = {"classes": _agreement(self.classes)} if self.classes else {}
        return {"pages": self.pages, **_agreement(self.pairs), **classes}


def _agreement(pairs):
    total = pairs.total()
    same = sum(count for (first, second), count in pairs.items() if first == second)
    return {"segments": total, "agree": 100 * same / total if total else 100.0,
            "kappa": kappa(pairs)}
