"""The tables that scutch-eval prints."""
from typing import NamedTuple

from ..wording import plural

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
