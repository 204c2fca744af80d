#!/usr/bin/env python3
"""Print the pages on which a scorer does worst, or count the causes of their errors.

usage: worst.py --gold DIR [--by SCORE] [--pages N] [--runs N] [--causes FILE] [RECORDS]

RECORDS (stdin) have segments with labels of scutch-label and scores. The segments that --keep auto
keeps by the score (combine) are compared with the labels. For each of the N pages (50) with the
lowest F of bags of words a line tells F, precision, recall and words. Below it are the longest runs
of segments that are kept wrongly (+) or missed (-): their words, the element around them with its
names, and how they begin.

--causes names a file with a line for each page, SET, id and cause, separated by tabs; SET is the
name of DIR. Then a table is printed instead: the pages of each cause, and its share of the words
that are kept wrongly or missed.
"""
import argparse
import json
import sys
from collections import Counter
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))      # share/bench
from common import ROOT  # noqa: F401  puts scutch on the path

from scutch.filters.record import elements_of
from scutch.filters.training.gold import read_gold
from scutch.filters.training.labels import shares_of
from scutch.filters.viewing.verdicts import kept_by
from scutch.lm.gold.measures import shares, token_bags

LABELLED = 0.5           # share of a segment's words in the gold, at least, of a text segment


def judged(record, by, gold):
    """Return {"id", "f", "p", "r", "wrong": words, "runs"} of a page."""
    segments = record.get("segments") or []
    kept = kept_by(record, segments, by)
    text = "\n".join(one["text"] for one, is_kept in zip(segments, kept, strict=True) if is_kept)
    found = token_bags(text, gold)
    p, r, f = shares(*found)
    return {"id": record["id"], "f": f, "p": p, "r": r, "wrong": found[1] + found[2] - 2 * found[0],
            "words": found[1:], "runs": list(runs(record, kept))}


def runs(record, kept):
    """Yield (words, sign, element, text) of the runs of wrong segments."""
    segments = record.get("segments") or []
    if not all("label" in one for one in segments):
        return
    signs = [" +-"[1 if is_kept and share < LABELLED else
                   2 if not is_kept and share >= LABELLED and not one.get("hidden") else 0]
             for one, is_kept, share in zip(segments, kept, shares_of(segments), strict=True)]
    place = 0
    for sign, same in groupby(signs):
        size = len(list(same))
        if sign != " ":
            some = segments[place:place + size]
            text = " | ".join(one["text"] for one in some)
            yield len(text.split()), sign, around(record, some[0]), text
        place += size


def around(record, segment):
    """Return the two nearest elements around a segment that have names, as tag.names."""
    tags, parents, names = elements_of(record)
    place, found = segment.get("element", -1), []
    while place >= 0 and len(found) < 2:
        if names[place]:
            found.append(f"{tags[place]}.{names[place][:40]}")
        place = parents[place]
    return " < ".join(found)


def show(page, count):
    f, p, r = (round(page[name]) for name in "fpr")
    print(f"\n{page['id']}  F {f}  P {p}  R {r}  {page['words'][0]} words kept, "
          f"{page['words'][1]} wanted")
    for words, sign, place, text in sorted(page["runs"], reverse=True)[:count]:
        print(f"  {sign}{words:5}  {place}  {' '.join(text.split())[:90]}")


def table(pages, causes):
    """Print the pages of each cause, and its share of the wrong words."""
    count, words = Counter(), Counter()
    for page in pages:
        cause = causes.get(page["id"], "not looked at")
        count[cause] += 1
        words[cause] += page["wrong"]
    whole = sum(words.values()) or 1
    for cause, number in count.most_common():
        print(f"{number:5} {100 * words[cause] / whole:6.1f} %  {cause}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="?", type=argparse.FileType(), default=sys.stdin)
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--by", default="combine", metavar="SCORE")
    parser.add_argument("--pages", type=int, default=50, metavar="N")
    parser.add_argument("--runs", type=int, default=4, metavar="N")
    parser.add_argument("--causes", type=Path, metavar="FILE")
    args = parser.parse_args()
    gold = read_gold(str(args.gold))
    pages = [judged(record, args.by, gold[str(record["id"])].get("text") or "")
             for record in map(json.loads, args.records)]
    lost = sum(100 - page["f"] for page in pages)
    pages = sorted(pages, key=lambda page: page["f"])[:args.pages]
    print(f"{args.gold.name}: {len(pages)} pages have "
          f"{100 * sum(100 - page['f'] for page in pages) / lost:.0f} % of what F lacks")
    if not args.causes:
        for page in pages:
            show(page, args.runs)
        return
    rows = (line.rstrip("\n").split("\t") for line in open(args.causes, encoding="utf-8"))
    table(pages, {name: cause for place, name, cause in rows if place == args.gold.name})


if __name__ == "__main__":
    main()
