#!/usr/bin/env python3
"""Print how reliable scores are: the share of words of each letter that is boilerplate.

usage: reliability.py [--pages N] [--scorers CHAIN] [--by-set] GOLD_DIR...

For each scorer a table with a row for each letter of scutch-tag, all sets together: its words in
percent of all, the share of boilerplate ("dirt") that the scores predict, and the share by the gold
text. For a calibrated score the last two agree. --by-set prints a table with a row for each set and
language of it, and a column for each letter: the share of boilerplate by the gold text.

Models are trained on wcxb-dev, wcxb-extra and fundus: unseen.py prints the second table of these,
by models of other sites.
"""
import argparse
import json
import shlex
import sys
import tempfile
from pathlib import Path

import numpy as np
from common import command, paths_of, run, write_pages

from scutch.filters.record import interval_of, scorers_of
from scutch.filters.training.labels import shares_of, words_of

LETTERS = "abcdefghij"
# Words of a language of a set that has a row, at least, and of a letter in it that has a figure
LEAST, LEAST_OF_LETTER = 2000, 20


def scored(gold, pages, chain, work):
    """Yield the records of a gold set with labels and scores."""
    write_pages(paths_of(gold, pages), work / "pages")
    run(command("chain", "html2text, segment"), work / "pages", work / "segments")
    run(command("label", "--gold", gold), work / "segments", work / "labels")
    run(command("chain", chain), work / "labels", work / "scored")
    with open(work / "scored", encoding="utf-8") as file:
        yield from map(json.loads, file)


def language_of(record):
    """Return the language that the page of a record declares, without its region."""
    return (record.get("lang") or "?").partition("-")[0].lower()


def rows_of(record):
    """Return {scorer: list of (score, dirt, words)} of the segments of a record that are shown."""
    segments = record.get("segments") or []
    if not segments or "label" not in segments[0]:
        return {}
    shown = [not segment.get("hidden") for segment in segments]
    words = np.array(words_of(segments)) * shown
    return {name: [(segment["scores"][name], 1 - share, count) for segment, share, count in zip(
        segments, shares_of(segments), words, strict=True)] for name in scorers_of(record)}


def by_letter(rows):
    """Return (words, expected dirt, dirt), arrays (letters,), of (score, dirt, words) of segments;
    nan for a letter without words."""
    scores, dirt, words = np.array(rows).T
    letters = np.array(list(map(interval_of, scores.tolist())))
    total, expected, found = (np.bincount(letters, values, len(LETTERS))
                              for values in (words, words * scores, words * dirt))
    there = np.where(total, total, np.nan)
    return total, expected / there, found / there


def table(rows):
    """Print the table of (score, dirt, words) of segments."""
    total, expected, dirt = by_letter(rows)
    print("letter  words %  expected %  dirt %")
    for letter, words, *shares in zip(LETTERS, total, expected, dirt, strict=True):
        if words:
            print(f"{letter:6} {100 * words / total.sum():8.1f} {100 * shares[0]:11.1f}"
                  f" {100 * shares[1]:7.1f}")


def table_by_set(rows):
    """Print the share of dirt of each letter; rows: {(set, language): (score, dirt, words)}."""
    print(f"{'':22}{'words':>9}" + "".join(f"{letter:>6}" for letter in LETTERS))
    print(f"{'expected':31}" + "".join(f"{10 * place + 5:6}" for place in range(len(LETTERS))))
    sets = {}
    for (gold, _), of_set in rows.items():
        sets.setdefault((gold, "all"), []).extend(of_set)
    for key in sorted(sets | rows):
        total, _, dirt = by_letter((sets | rows)[key])
        if total.sum() >= LEAST:
            print(f"{' '.join(key):22}{total.sum():9.0f}" + "".join(
                f"{100 * share:6.0f}" if words >= LEAST_OF_LETTER else f"{'-':>6}"
                for words, share in zip(total, dirt, strict=True)))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--pages", type=int, metavar="N")
    parser.add_argument("--scorers", default="charlm, wordlm, mlp, combine", metavar="CHAIN")
    parser.add_argument("--by-set", action="store_true")
    args = parser.parse_args()
    print(shlex.join(["share/bench/reliability.py", *sys.argv[1:]]), flush=True)
    tables = {}
    with tempfile.TemporaryDirectory() as work:
        for gold in args.gold:
            for record in scored(gold, args.pages, args.scorers, Path(work)):
                key = (gold.name, language_of(record)) if args.by_set else "all"
                for name, rows in rows_of(record).items():
                    tables.setdefault(name, {}).setdefault(key, []).extend(rows)
    for name, rows in tables.items():
        print(f"\n{name}")
        if args.by_set:
            table_by_set(rows)
        else:
            table(rows["all"])


if __name__ == "__main__":
    main()
