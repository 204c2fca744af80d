#!/usr/bin/env python3
"""Measure what scutch keeps of gold pages, beside public tools: the one program for accuracy.

usage: accuracy.py [--scopes LIST] [--tools LIST] [--chain 'NAME=CHAIN']... [--dumps]
                   [--measures LIST] [--by FIELD]... [--pages N] [--texts DIR]
                   [--java CLASSPATH] [--node DIR] GOLD_DIR...

The rows are scutch-clean in each of --scopes (page,main,article), each --chain of scutch's filters,
such as --chain 'charlm en=html2text, segment, charlm, emit --by charlm --keep auto', and the tools
of extractors.py that are installed, boilerpipe (--java: its jars and those of NekoHTML and Xerces,
see Boilerpipe.java), Readability.js and defuddle (--node, see extractors.mjs), or those of --tools
alone. All get the same text of a page, as scutch-read decodes it; with --dumps all get what `lynx
-dump` makes of it. --pages draws N pages of each set by a seed. A page on which a tool fails has no
text.

The tables are, for each of --measures of scutch-eval (bow): mean F over all pages of a set, then
precision and recall. For the first measure: F by each --by, a field of the gold such as lang or
page_type; and how far each scope is ahead of the best tool on each set, with a 95 % interval
(bootstrap over sites, since pages of one site are alike), the shares of pages on which it is better
or worse by a point or more, and over the means of the sites, which are independent, the paired
t-test with its interval, and p of it and of Wilcoxon's signed-rank test.

No model is tested on a set that it is trained on: of TRAINED_ON, scutch-clean has a figure only
where --texts has texts by models that have not seen the pages, DIR/SET/scutch-clean-SCOPE.jsonl by
`unseen.py --texts DIR`. The texts of the other tools stay in DIR/SET/TOOL.jsonl for later runs.
"""
import argparse
import os
import tempfile
from collections import Counter
from math import erfc, sqrt
from pathlib import Path
from statistics import fmean

import extractors
import numpy as np
from common import page_id, paths_of, print_head
from peertexts import OURS, chains, texts_of, tools, versions_of_others

from scutch.filters.training.gold import read_gold
from scutch.lm.gold.measures import score
from scutch.lm.significance import LEVEL, corrected_t_test, paired_difference

POINT = 1.0                   # of F, by which a page is better or worse, at least
LEAST_PAGES = 5               # of a kind that has a column of its own
OTHERS = "others"
ALONE = {"lev_words", "lev_chars"}     # measures without precision and recall


class Scores:
    """The measures of each page of a set for each tool, with the pages' gold.

    of: {tool: [{name of a measure and which: percent} of each page]}.
    """

    def __init__(self, gold, files, texts, measures):
        known = read_gold(str(gold))
        self.gold = [known[name] for name in map(page_id, files) if name in known]
        self.of = {tool: [score(found.get(one["id"], "").split("\n"), one, measures)[0]
                          for one in self.gold] for tool, found in texts.items()}

    def mean(self, tool, name, places=None):
        """Return the mean of a measure over the pages whose gold has what it asks for, of all or of
        `places`; None where there is none, or no text of the tool."""
        pages = self.of.get(tool, [])
        found = [page[name] for page in (pages if places is None else map(
            pages.__getitem__, places)) if name in page]
        return fmean(found) if found else None

    def columns(self, field):
        """Return {value: indices of its pages}, with OTHERS last; {} for less than two values."""
        values = [str(one.get(field) or OTHERS) for one in self.gold]
        named = [name for name, count in Counter(values).most_common()
                 if count >= LEAST_PAGES and name != OTHERS]
        found = {name: [] for name in [*named, OTHERS]}
        for place, name in enumerate(values):
            found[name if name in named else OTHERS].append(place)
        return {name: places for name, places in found.items() if places} if named[1:] else {}

    def ahead(self, tool, other, name):
        """Return (mean difference of a measure, its interval, shares of pages better and worse,
        t-test over the means of sites, p of Wilcoxon's test over them)."""
        pairs = [one[name] - two[name]
                 for one, two in zip(self.of[tool], self.of[other], strict=True) if name in one]
        sites = [gold.get("site") or gold["id"]
                 for gold, one in zip(self.gold, self.of[tool], strict=True) if name in one]
        mean, low, high, _ = paired_difference(pairs, sites)
        return (mean, low, high,
                fmean(one >= POINT for one in pairs), fmean(one <= -POINT for one in pairs),
                *by_site(pairs, sites))


def by_site(differences, sites):
    """Return (paired t-test of the means of the sites, p of Wilcoxon's test); None for one site."""
    found = {}
    for difference, site in zip(differences, sites, strict=True):
        found.setdefault(site, []).append(difference)
    means = list(map(fmean, found.values()))
    return (corrected_t_test(means, 0), wilcoxon(means)) if means[1:] else (None, None)


def wilcoxon(differences):
    """Return the two-sided p of the signed-rank test, by the normal distribution.

    Source:  Wilcoxon 1945, "Individual comparisons by ranking methods": zeros are left out; equal
             ones have the mean of their ranks, and the variance is less by them.
    """
    values = np.asarray(differences, float)
    values = values[values != 0]
    if not len(values):
        return 1.0
    _, places, equal = np.unique(np.abs(values), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(equal) - (equal - 1) / 2)[places]
    count = len(values)
    variance = count * (count + 1) * (2 * count + 1) / 24 - (equal ** 3 - equal).sum() / 48
    away = ranks[values > 0].sum() - count * (count + 1) / 4
    return erfc(abs(away) / sqrt(2 * variance))


def row(tool, cells, width):
    """Return a row of figures; None is one that is not known."""
    return f"{tool:26}" + "".join(f"{'-':>{width}}" if cell is None else f"{cell:{width}.1f}"
                                  for cell in cells)


def f_of(measure):
    """Return the name of the figure that stands for a measure: its F."""
    return measure if measure in ALONE else f"{measure}_f"


def means(rows, scored, measure):
    """Print the means of F, and of precision and recall, for each set."""
    print(f"\nMean F of {measure} in percent\n\n" + f"{'':26}"
          + "".join(f"{name:>17}" for name in scored))
    print(f"{'pages':26}" + "".join(f"{len(found.gold):17}" for found in scored.values()))
    for tool in rows:
        print(row(tool, [found.mean(tool, f_of(measure)) for found in scored.values()], 17))
    if measure in ALONE:
        return
    print("\nMean precision and recall\n\n" + f"{'':26}"
          + "".join(f"{name:>17}" for name in scored))
    for tool in rows:
        cells = [[found.mean(tool, f"{measure}_{which}") for which in "pr"]
                 for found in scored.values()]
        print(f"{tool:26}" + "".join(f"{'-':>17}" if None in cell else
                                     f"{cell[0]:11.1f}{cell[1]:6.1f}" for cell in cells))


def by_field(rows, scored, field, name):
    """Print F by the values of a field of the gold, for each set that has several."""
    for gold, found in scored.items():
        if columns := found.columns(field):
            print(f"\n{gold}: mean F by {field}\n\n" + f"{'':26}"
                  + "".join(f"{value:>14}" for value in columns))
            print(f"{'pages':26}" + "".join(f"{len(of):14}" for of in columns.values()))
            for tool in filter(found.of.__contains__, rows):
                print(row(tool, [found.mean(tool, name, of) for of in columns.values()], 14))


def ahead(rows, scored, name):
    """Print how far the rows of scutch are ahead of the best tool on each set."""
    print(f"\nAhead of the best of the others: points of F, {100 * LEVEL:.0f} % interval; share "
          "of pages better and worse by a point\n")
    print(f"{'':18}{'':26}{'best of the others':26}{'ahead':>7}{'from':>7}{'to':>7}"
          f"{'better':>8}{'worse':>7}{'sites':>9}{'from':>7}{'to':>7}{'p of t':>9}{'Wilcoxon':>10}")
    for gold, found in scored.items():
        known = {tool: mean for tool in rows if (mean := found.mean(tool, name)) is not None}
        others = [tool for tool in known if not rows[tool].is_ours]
        for tool in (tool for tool in known if others and rows[tool].is_ours):
            other = max(others, key=known.get)
            mean, low, high, better, worse, of_t, ranked = found.ahead(tool, other, name)
            print(f"{gold:18}{tool:26}{other:26}{mean:+7.2f}{low:+7.2f}{high:+7.2f}"
                  f"{100 * better:7.0f}%{100 * worse:6.0f}%"
                  + (f"{of_t[0]:+9.2f}{of_t[1]:+7.2f}{of_t[2]:+7.2f}{of_t[3]:9.4f}{ranked:10.4f}"
                     if of_t else ""))


def rows_of(args):
    """Return {name: Tool} of the scopes, the chains and the tools of others."""
    ours = [name for name in OURS if (name.partition(" ")[2] or "page") in args.scopes]
    rows = {name: tool for name, tool in tools(args.tools, args.java, args.node).items()
            if name not in OURS or name in ours}
    if args.dumps:                       # the others read HTML
        rows = {name: tool for name, tool in rows.items() if tool.is_ours}
    return rows | chains(args.chain)


def main():
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scopes", default="page,main,article", metavar="LIST")
    parser.add_argument("--tools", type=lambda word: word.split(","), default=[], metavar="LIST")
    parser.add_argument("--chain", action="append", default=[], metavar="NAME=CHAIN")
    parser.add_argument("--dumps", action="store_true")
    parser.add_argument("--measures", default="bow", metavar="LIST")
    parser.add_argument("--by", action="append", default=[], metavar="FIELD")
    parser.add_argument("--pages", type=int, metavar="N")
    parser.add_argument("--texts", type=Path, metavar="DIR")
    parser.add_argument("--java", metavar="CLASSPATH")
    parser.add_argument("--node", metavar="DIR")
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    args.scopes, measures = args.scopes.split(","), args.measures.split(",")
    rows = rows_of(args)
    print_head({str(args.texts): "DIR", args.node: "NODE", args.java: "CLASSPATH"},
               ["numpy", "orjson", "selectolax", *dict.fromkeys(
                   extractors.PACKAGES[tool][1] for name in rows
                   if (tool := name.partition(" ")[0]) in extractors.PACKAGES)],
               versions_of_others(args.java, args.node))
    with tempfile.TemporaryDirectory() as name:
        paths = {gold.name: paths_of(gold, args.pages) for gold in args.gold}
        texts = texts_of(rows, paths, args.texts or Path(name), args.dumps)
    scored = {gold.name: Scores(gold, paths[gold.name], texts[gold.name], measures)
              for gold in args.gold}
    for measure in measures:
        means(rows, scored, measure)
    for field in args.by:
        by_field(rows, scored, field, f_of(measures[0]))
    ahead(rows, scored, f_of(measures[0]))


if __name__ == "__main__":
    main()
