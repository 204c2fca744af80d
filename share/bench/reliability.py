#!/usr/bin/env python3
"""Print how reliable scores are: the share of words of each letter that is boilerplate.

usage: reliability.py [--pages N] [--scorers CHAIN] GOLD_DIR...

For each scorer a table with a row for each letter of scutch-tag, all sets together: its words in
percent of all, the share of boilerplate ("dirt") that the scores predict, and the share by the gold
text. For a calibrated score the last two agree. Models are trained on wcxb-dev: their cards have
such tables by cross-validation.
"""
import argparse
import json
import shlex
import sys
import tempfile
from pathlib import Path

import numpy as np
from common import command, paths_of, run, write_pages

from scutch.filters.record import scorers_of
from scutch.filters.training.labels import shares_of, words_of

LETTERS = "abcdefghij"


def scored(gold, pages, chain, work):
    """Yield the records of a gold set with labels and scores."""
    write_pages(paths_of(gold, pages), work / "pages")
    run(command("chain", "html2text, segment"), work / "pages", work / "segments")
    run(command("label", "--gold", gold), work / "segments", work / "labels")
    run(command("chain", chain), work / "labels", work / "scored")
    with open(work / "scored", encoding="utf-8") as file:
        yield from map(json.loads, file)


def table(rows):
    """Print the table of (score, dirt, words) of segments."""
    scores, dirt, words = np.array(rows).T
    letters = np.minimum((scores * len(LETTERS)).astype(int), len(LETTERS) - 1)
    print("letter  words %  expected %  dirt %")
    for i, letter in enumerate(LETTERS):
        here = words * (letters == i)
        total = here.sum()
        if total:
            print(f"{letter:6} {100 * total / words.sum():8.1f} {100 * here @ scores / total:11.1f}"
                  f" {100 * here @ dirt / total:7.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--pages", type=int, metavar="N")
    parser.add_argument("--scorers", default="charlm, wordlm, mlp, combine", metavar="CHAIN")
    args = parser.parse_args()
    print(shlex.join(["share/bench/reliability.py", *sys.argv[1:]]), flush=True)
    rows = {}
    with tempfile.TemporaryDirectory() as work:
        for gold in args.gold:
            for record in scored(gold, args.pages, args.scorers, Path(work)):
                segments = record.get("segments") or []
                if not segments or "label" not in segments[0]:
                    continue
                shown = [not one.get("hidden") for one in segments]
                words = np.array(words_of(segments)) * shown
                for name in scorers_of(record):
                    rows.setdefault(name, []).extend(
                        (one["scores"][name], 1 - share, count) for one, share, count in zip(
                            segments, shares_of(segments), words, strict=True))
    for name, found in rows.items():
        print(f"\n{name}")
        table(found)


if __name__ == "__main__":
    main()
