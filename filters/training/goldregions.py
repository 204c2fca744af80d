"""Precision and recall of the words kept, by the kind and the role of the segments they are in."""
from collections import defaultdict

from ...lm.gold.alignment import labels
from ...lm.gold.goldwords import letter_runs
from ...lm.gold.measures import shares
from ..record import segments_of
from ..roles.elementroles import ROLES
from .gold import id_in

KINDS = {"p": "paragraph", "h": "heading", "l": "list item", "t": "table row", "c": "code"}
OTHER = "other"
COUNTED = ["words", "gold", "kept", "hits"]
OUTSIDE = "in no segment"    # words of the gold, also those of pages without a record


class Regions:
    """The words of the segments of each page: how many there are, of the gold, kept, and both.

    gold:    {id: gold record}.
    Memory:  a handful of counts a page.
    """

    def __init__(self, gold):
        self.gold = gold
        self.pages = {}                  # {id: {(table, row, what is counted): words}}

    def add(self, record, kept):
        """Count the words of a record. kept: those of its segments that are kept, the objects.

        Raises:  BadRecord for a record without segments.
        """
        page = id_in(self.gold, record)
        if page is None or self.gold[page].get("text") is None:
            return
        segments, taken = segments_of(record), set(map(id, kept))
        counts = self.pages[page] = defaultdict(float)
        wanted = labels([segment["text"] for segment in segments], self.gold[page]["text"])
        for segment, share in zip(segments, wanted, strict=True):
            words = len(letter_runs(segment["text"]))
            is_kept = id(segment) in taken
            for table, row in _rows(segment):
                counts[table, row, "words"] += words
                counts[table, row, "gold"] += words * share
                counts[table, row, "kept"] += words * is_kept
                counts[table, row, "hits"] += words * share * is_kept

    def summary(self):
        """Return {"kind": {row: figures}, "role": the same}; without roles "kind" alone.

        Figures are the words, how many of them are "kept", "p" and "r", the words of the gold that
        are "missed", those kept that are "unwanted", and the share of all "errors" in percent.
        """
        total = defaultdict(float)
        for counts in self.pages.values():
            for key, words in counts.items():
                total[key] += words
        gold = sum(len(letter_runs(record.get("text") or "")) for record in self.gold.values())
        tables = {}
        for table, order in ("kind", [*KINDS.values(), OTHER]), ("role", [*ROLES, OTHER]):
            rows = {row: {name: total[table, row, name] for name in COUNTED}
                    for row in order if (table, row, "words") in total}
            if rows:
                outside = gold - sum(counts["gold"] for counts in rows.values())
                rows[OUTSIDE] = {**dict.fromkeys(COUNTED, 0.0), "gold": max(0.0, outside)}
                tables[table] = _figures(rows)
        return tables


def _rows(segment):
    """Yield the (table, row) that a segment is counted in."""
    yield "kind", KINDS.get(segment.get("kind"), OTHER)
    if "role" in segment:
        yield "role", segment["role"] if segment["role"] in ROLES else OTHER


def _figures(rows):
    figures = {}
    for row, counts in rows.items():
        precision, recall, _ = shares(counts["hits"], counts["kept"], counts["gold"])
        figures[row] = {"words": int(counts["words"]), "kept": int(counts["kept"]), "p": precision,
                        "r": recall, "missed": counts["gold"] - counts["hits"],
                        "unwanted": counts["kept"] - counts["hits"]}
    errors = sum(row["missed"] + row["unwanted"] for row in figures.values())
    for row in figures.values():
        row["errors"] = 100 * (row["missed"] + row["unwanted"]) / errors if errors else 0.0
    return figures
