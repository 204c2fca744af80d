#!/usr/bin/env python3
"""Measure scutch-clean beside public tools: text, speed and memory on the same pages.

usage: peers.py [--tools LIST] [--pages N] [--timed N] [--rounds N] [--texts DIR]
                [--java CLASSPATH] [--node DIR] GOLD_DIR...

The tools are those of extractors.py that are installed, boilerpipe (--java, see papers/shallow.py),
Readability.js and defuddle (--node, see extractors.mjs). All get the same text of a page, as
scutch-read decodes it. Sets differ in what they take for text: JUDGED_BY has the scopes of
scutch-clean that each set is measured with.

First table: mean F of bags of words (bow of scutch-eval) over all pages, or N of each set drawn by
a seed; a page on which a tool fails has no text. Then the cost of a process on --timed pages (100)
of each of two sets, l3s-gn1 and wcxb-dev if they are given: pages a second of one core without
start-up, the median of the rounds, in which the tools take turns; and peak memory.
Second table: precision and recall. Third table: F by language, for sets that have several.

Fourth table: how far scutch is ahead of the best other tool on each set, with a 95 % interval
(bootstrap over sites, since pages of one site are alike), and the shares of pages on which it is
better or worse by a point or more.

No model is tested on a set that it is trained on: scutch has a figure on wcxb-dev, wcxb-extra and
fundus only where --texts has texts by models that have not seen the pages, such as
DIR/fundus/scutch-clean-main.jsonl by `unseen.py --texts DIR`. The texts of the other tools stay in
DIR/SET/TOOL.jsonl for later runs.
"""
import argparse
import os
import shlex
import sys
import tempfile
from pathlib import Path
from statistics import fmean, median

import extractors
from common import A_WORD, paths_of, versions, write_pages
from peerscores import Scores
from peertexts import OURS, texts_of, tools, versions_of_others

from scutch.lm.significance.resampling import LEVEL

TIMED = ["l3s-gn1", "wcxb-dev"]


def costs(some, golds, timed, rounds, folder):
    """Return {tool: (pages a second of one core, peak MB)}, and the number of pages."""
    chosen = [gold for gold in golds if gold.name in TIMED] or golds
    pages, out, word = (folder / name for name in ("timed.jsonl", "timed.out", "word.jsonl"))
    word.write_text(A_WORD)
    count = write_pages([path for gold in chosen for path in paths_of(gold, timed)], pages)
    idle, usages = ({name: [] for name in some} for _ in range(2))
    for _ in range(rounds):
        for name, tool in some.items():
            idle[name].append(tool.run(word, out).cpu)
            usages[name].append(tool.run(pages, out))
    return {name: (count / (median(one.cpu for one in usages[name]) - median(idle[name])),
                   max(one.megabytes for one in usages[name])) for name in some}, count


def first_table(some, scored, cost, count):
    print("\nMean F of words in percent" + bool(cost) *
          f"; pages a second of one core and most memory, of {count} pages" + "\n")
    print(f"{'':26}" + "".join(f"{name:>17}" for name in scored)
          + (f"{'pages/CPU s':>13}{'MB':>6}" if cost else ""))
    print(f"{'pages':26}" + "".join(f"{len(found.pages):17}" for found in scored.values()))
    for tool in some:
        cells = [found.means(tool) for found in scored.values()]
        print(f"{tool:26}" + "".join(f"{one[0]:17.1f}" if one else f"{'-':>17}" for one in cells)
              + (f"{cost[tool][0]:13.0f}{cost[tool][1]:6.0f}" if cost else ""))


def second_table(some, scored):
    print("\nMean precision and recall\n")
    print(f"{'':26}" + "".join(f"{name:>17}" for name in scored))
    for tool in some:
        cells = [found.means(tool) for found in scored.values()]
        print(f"{tool:26}" + "".join(f"{one[1]:11.1f}{one[2]:6.1f}" if one else f"{'-':>17}"
                                     for one in cells))


def third_table(some, scored):
    for name, found in scored.items():
        columns = found.columns()
        if not columns:
            continue
        print(f"\n{name}: mean F by language\n")
        print(f"{'':26}" + "".join(f"{language:>8}" for language in columns))
        print(f"{'pages':26}" + "".join(f"{len(places):8}" for places in columns.values()))
        for tool in filter(found.of.__contains__, some):
            means = (fmean(found.of[tool][place][0] for place in places)
                     for places in columns.values())
            print(f"{tool:26}" + "".join(f"{mean:8.1f}" for mean in means))


def fourth_table(some, scored):
    print(f"\nAhead of the best of the others: points of F, {100 * LEVEL:.0f} % interval; share "
          "of pages better and worse by a point\n")
    print(f"{'':18}{'':22}{'best of the others':26}{'ahead':>7}{'from':>7}{'to':>7}"
          f"{'better':>8}{'worse':>7}")
    for name, found in scored.items():
        other = found.best(name for name in some if name not in OURS)
        for tool in OURS:
            if tool in found.of:
                mean, low, high, better, worse = found.ahead(tool, other)
                print(f"{name:18}{tool:22}{other:26}{mean:+7.2f}{low:+7.2f}{high:+7.2f}"
                      f"{100 * better:7.0f}%{100 * worse:6.0f}%")


def main():
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=lambda word: word.split(","), default=[], metavar="LIST")
    parser.add_argument("--pages", type=int, metavar="N")
    parser.add_argument("--timed", type=int, default=100, metavar="N")
    parser.add_argument("--texts", type=Path, metavar="DIR")
    parser.add_argument("--rounds", type=int, default=3, help="0 leaves out speed and memory")
    parser.add_argument("--java", metavar="CLASSPATH")
    parser.add_argument("--node", metavar="DIR")
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    places = {str(args.texts): "DIR", args.node: "NODE", args.java: "CLASSPATH"}
    print(shlex.join(["share/bench/peers.py", *(places.get(word, word) for word in sys.argv[1:])]))
    packages = [package for _, package in extractors.PACKAGES.values()]
    print("\n" + ", ".join([versions(["numpy", "orjson", "selectolax", *packages]),
                            *versions_of_others(args.java, args.node)]))
    some = tools(args.tools, args.java, args.node)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cost, count = {}, 0
        if args.rounds:
            cost, count = costs(some, args.gold, args.timed, args.rounds, folder)
        paths = {gold.name: paths_of(gold, args.pages) for gold in args.gold}
        texts = texts_of(some, paths, args.texts or folder)
        scored = {gold.name: Scores(gold, paths[gold.name], texts[gold.name])
                  for gold in args.gold}
    first_table(some, scored, cost, count)
    second_table(some, scored)
    third_table(some, scored)
    fourth_table(some, scored)


if __name__ == "__main__":
    main()
