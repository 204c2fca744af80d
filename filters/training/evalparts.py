"""What scutch-eval says of pages beside the measures, each asked for by an option.

Paired tells whether one output is better than another on the pages of a gold standard, Agreement
how far two annotators agree on segments, Regions precision and recall of the words kept, by the
kind and the role of their segments. Curves are figures in one PNG: words kept at each threshold,
reliability, F by kind.
"""
from collections import Counter, defaultdict
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from ...lm.crossvalidation import folds_of
from ...lm.gold.alignment import CLEAN_SHARE, labels, letter_runs
from ...lm.gold.measures import shares
from ...lm.significance import corrected_t_test, kappa, mcnemar, paired_difference
from ...lm.writing import naming
from ..edge.console import plural
from ..errors import BadRecord, Unusable
from ..record import score_of, scorers_of, segments_of
from ..roles.elementroles import ROLES
from ..scoring.scores import LETTERS, interval_of
from .gold import id_in
from .labels import CLEAN, labelled, shares_of, site_of, words_of

KINDS = {"p": "paragraph", "h": "heading", "l": "list item", "t": "table row", "c": "code"}
OTHER = "other"
COUNTED = ["words", "gold", "kept", "hits"]
OUTSIDE = "in no segment"    # words of the gold, also those of pages without a record

WIDTH, HEIGHT = 12, 4    # inches
MOST_BARS = 12           # types and languages of pages, those with most pages

POINT = 1.0              # by which a page is better or worse, at least


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


class Paired:
    """The comparison of the records with another row, page by page.

    gold:    {id: gold record}.
    Memory:  the other's text of each page, the site of each page, and four counts.
    """

    def __init__(self, gold):
        self.gold = gold
        self.texts = {}
        self.sites = {page: site_of(record, record) for page, record in gold.items()}
        self.right = Counter()           # whether a label of the records is right, of the other
        self.same = Counter()            # whether it is clean for the records, for the other

    def add_other(self, record, texts):
        """Note the texts that the other has of a page, and the page's site."""
        page = self._page(record)
        if page is not None:
            self.texts[page] = "\n".join(texts)

    def add(self, record, texts, has_labels):
        """Note the page's site, and count the labels of its segments.

        has_labels: whether the record has the segments that were not kept, too.
        """
        page = self._page(record)
        if page is None or not has_labels or self.gold[page].get("text") is None:
            return
        all_texts = [segment["text"] for segment in segments_of(record)]
        sides = (self.gold[page]["text"], "\n".join(texts), self.texts.get(page, ""))
        shares = [labels(all_texts, side) for side in sides]
        for text, *three in zip(all_texts, *shares, strict=True):
            if letter_runs(text):
                wanted, first, second = (share >= CLEAN_SHARE for share in three)
                self.right[first == wanted, second == wanted] += 1
                self.same[first, second] += 1

    def _page(self, record):
        page = id_in(self.gold, record)
        if page is not None:
            gold = self.gold[page]
            self.sites[page] = site_of({**gold, **record}, gold)
        return page

    def summary(self, first, second, opts):
        """Return {"items", "measures": {name: figures}, and "folds" and "labels" where asked for}.

        first, second: [(gold record, scores, counts)] of all pages, as Row.all returns.
        opts:          with by_host, folds and seed.
        """
        sites = list(self.sites.values())
        fold = self._folds(sites, opts) if opts.folds else None
        if opts.by_host and all(map(str.__eq__, sites, self.sites)):
            raise Unusable('--by-host: no page has a host: "site" of the gold, or of a url')
        items = plural(len(set(sites)), "host") if opts.by_host else plural(len(sites), "page")
        measures, folds = {}, {}
        for name in dict.fromkeys(name for _, scores, _ in first for name in scores):
            if name.endswith(("_p", "_r")):      # F and similarities are compared
                continue
            at, differences = _differences(first, second, name)
            groups = [sites[place] for place in at] if opts.by_host else None
            ahead = paired_difference(differences, groups, opts.seed)
            measures[name] = {
                **ahead._asdict(), "better": 100 * float((differences >= POINT).mean()),
                "worse": 100 * float((differences <= -POINT).mean())}
            if fold is not None:
                means = [differences[fold[at] == number].mean() for number in set(fold[at])]
                if len(means) > 1:
                    test = corrected_t_test(means, 1 / (len(means) - 1))
                    folds[name] = {"folds": len(means), **test._asdict()}
        return {"items": items, "measures": measures, **({"folds": folds} if folds else {}),
                **({"labels": self._labels()} if self.right else {})}

    def _folds(self, sites, opts):
        if len(set(sites)) < opts.folds:
            raise Unusable(f"--folds {opts.folds}: the pages are of {len(set(sites))} sites")
        return folds_of([SimpleNamespace(group=site) for site in sites], opts.folds, opts.seed)

    def _labels(self):
        total = self.right.total()
        both, first, second = (self.right[pair] for pair in (
            (True, True), (True, False), (False, True)))
        return {"segments": total, "right": 100 * (both + first) / total,
                "other_right": 100 * (both + second) / total,
                "first_alone": first, "second_alone": second, "p": mcnemar(first, second),
                "kappa": kappa(self.same)}


def _differences(first, second, name):
    """Return (places of the pages that have a score, its differences), arrays."""
    at = [place for place, (_, scores, _) in enumerate(first) if name in scores]
    return np.array(at), np.array([first[place][1][name] - second[place][1][name] for place in at])


BLOCKS = {"mean": "mean over all pages", "reachable": "mean over reachable pages",
          "median": "median over all pages", "micro": "micro"}
COLUMNS = {"evert_f": "evert F", "evert_p": "P", "evert_r": "R",
           "align_f": "align F", "align_p": "P", "align_r": "R",
           "seg_f": "seg F", "seg_p": "P", "seg_r": "R", "bow_f": "bow F",
           "lev_words": "lev_words", "lev_chars": "lev_chars"}
SNIPPETS = {"snippets_f": "F", "snippets_p": "P", "snippets_r": "R", "snippets_acc": "accuracy",
            "snippets_absent": "unwanted ones absent"}
PARTS = {"bow_f_by_type": "type of page", "bow_f_by_lang": "language"}
REGION = ["words", "kept", "P", "R", "missed", "unwanted", "of errors"]
SHOWN = 0.05             # p of a difference that is shown
DIFFERENCE = ["difference", "from", "to", "p"]
COUNTS = ["missing", "empty", "foreign", "repeated"]


class Table(NamedTuple):
    """A title, the names of the columns, {name of a row: its cells}, and lines below."""

    title: str
    heads: list[str]
    rows: dict[str, list[str]]
    note: str = ""

    def text(self):
        """Return the table as text, with a line for each row."""
        first = max(map(len, self.rows))
        widths = [max(7, 1 + len(head)) for head in self.heads]
        return f"{self.title}\n" + "".join(
            (name.ljust(first) + "".join(map(str.rjust, cells, widths))).rstrip() + "\n"
            for name, cells in [("", self.heads), *self.rows.items()]) + self.note


def tables(summaries):
    """Yield the tables.

    summaries: {name of a row: its summary}, see lm.gold.measures.summary.
    """
    first = next(iter(summaries.values()))
    reachable = f", {first['reachable_pages']} reachable" if first["reachable_pages"] else ""
    yield Table(f"{plural(first['pages'], 'page')}{reachable}",
                COUNTS,
                {name: [str(row[key]) for key in COUNTS] for name, row in summaries.items()})
    for block, title in BLOCKS.items():
        yield from _block(title, {name: row[block] for name, row in summaries.items()}, COLUMNS)
    yield from _block("snippets, micro", {name: row["micro"] for name, row in summaries.items()},
                      SNIPPETS)
    for field, title in PARTS.items():
        if first[field]:
            yield Table(f"bow F by {title}, mean", ["pages", *summaries],
                        {kind: [str(value["pages"]), *(_number(row[field][kind]["mean"])
                                                       for row in summaries.values())]
                         for kind, value in first[field].items()})


def agreement_table(agreement):
    """Return the table of the summary of an Agreement."""
    rows = {"labels": agreement}
    if "classes" in agreement:
        rows["classes"] = {**agreement["classes"], "pages": agreement["pages"]}
    return Table("two annotators", ["pages", "segments", "agree", "kappa"],
                 {name: [str(row["pages"]), str(row["segments"]), _number(row["agree"]),
                         _number(row["kappa"])] for name, row in rows.items()})


def paired_tables(first, paired):
    """Yield the tables of `first` less each other row, and what they say in words.

    paired: {name of the other row: its summary}, see training.paired.
    """
    for other, summary in paired.items():
        measures = {COLUMNS[name]: figures for name, figures in summary["measures"].items()}
        said = [_said(first, other, name, figures) for name, figures in measures.items()]
        yield Table(f"{first} less {other}, mean over pages, 95 % interval by "
                    f"drawing {summary['items']}", [*DIFFERENCE, "better", "worse"],
                    {name: [*_difference(figures), f"{figures['better']:.0f} %",
                            f"{figures['worse']:.0f} %"] for name, figures in measures.items()},
                    "".join(said))
        if "folds" in summary:
            tests = summary["folds"]
            folds = max(test["folds"] for test in tests.values())
            yield Table(f"{first} less {other}, corrected t-test over {folds} folds", DIFFERENCE,
                        {COLUMNS[name]: _difference(test) for name, test in tests.items()})
        if "labels" in summary:
            labels = summary["labels"]
            yield Table(f"labels of {plural(labels['segments'], 'segment')}",
                        ["right", "alone right", "p", "kappa"],
                        {first: [_number(labels["right"]), str(labels["first_alone"]),
                                 _p(labels["p"]), _number(labels["kappa"])],
                         other: [_number(labels["other_right"]), str(labels["second_alone"]),
                                 "", ""]})


def region_tables(regions):
    """Yield the tables of a summary of Regions: where errors are, in words."""
    for name, rows in regions.items():
        yield Table(f"records by {name} of segment, words", REGION,
                    {row: [str(figures["words"]), str(figures["kept"]), _number(figures["p"]),
                           _number(figures["r"]), f"{figures['missed']:.0f}",
                           f"{figures['unwanted']:.0f}", f"{figures['errors']:.1f} %"]
                     for row, figures in rows.items()})


def _difference(figures):
    return [f"{figures[name]:+.2f}" for name in ("difference", "low", "high")] + [_p(figures["p"])]


def _said(first, other, measure, figures):
    """Return a sentence: a difference is shown where its interval and p both say so.

    Of few pages the interval is too narrow, and p is never low.
    """
    size, low, high = figures["difference"], figures["low"], figures["high"]
    if low <= 0 <= high or figures["p"] > SHOWN:
        return (f"No difference is shown between {first} and {other} in {measure}: "
                f"{size:.2f} ({low:.2f} to {high:.2f}).\n")
    better, worse = (first, other) if size > 0 else (other, first)
    low, high = sorted([abs(low), abs(high)])
    return (f"{better} is better than {worse} on these pages by {abs(size):.2f} "
            f"({low:.2f} to {high:.2f}) in {measure}.\n")


def _block(title, rows, columns):
    """Yield one table of those columns that the rows have, if there are any."""
    keys = [key for key in columns if any(key in row for row in rows.values())]
    if keys:
        yield Table(title, [columns[key] for key in keys],
                    {name: [_number(row[key]) for key in keys] for name, row in rows.items()})


def _number(value):
    return f"{value:.2f}"


def _p(value):
    return f"{value:.4f}"
