#!/usr/bin/env python3
"""Compare html2text's arrays with the loop over tags (tests/loop.py), on mutated gold pages.

usage: arrays.py [--parser NAME] [--seed N] [--mutations N] GOLD_DIR...

A random stretch of a page is mutated: its tags and texts are deleted, doubled, swapped or
overwritten, or difficult pieces of tests/parts/test_arrays.py are inserted. One, two or eight such
pages are read together. Prints the pages, mutations, tags in the trees, and the pages on which
arrays and loop differ, each of which is shown.
"""
import argparse
import random
import re
import sys
from pathlib import Path

from common import ROOT, paths_of, read_page

sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "parts")]
from test_arrays import PIECES, assert_alike

from scutch.filters.html.guard.limits import limited
from scutch.filters.html.parse.parsers import PARSERS, parser_named
from scutch.filters.html.parse.unclosed import tree_of

TAG = re.compile(r"(<[^>]*>)")
CHARACTERS = "<>\"'=& /\n\r!-xé\xa0\u3000\x01"
PAGES_A_SET = 500
TOGETHER = [1, 2, 8]


def mutated(page, rng):
    """Return (a mutated stretch of the page, the number of mutations)."""
    parts = TAG.split(page)
    start = rng.randrange(len(parts))
    parts = parts[start:start + rng.choice([60, 300, 1200])]
    times = max(3, len(parts) // rng.choice([3, 6, 20]))
    for _ in range(times):
        _mutate(parts, rng)
    return "".join(parts), times


def _mutate(parts, rng):
    """Change the parts of a page in one place."""
    if not parts:
        parts.append(rng.choice(PIECES))
        return
    place, kind = rng.randrange(len(parts)), rng.random()
    if kind < 0.25:
        del parts[place]
    elif kind < 0.45:
        parts.insert(place, rng.choice(parts))
    elif kind < 0.8:
        parts.insert(place, rng.choice(PIECES))
    elif kind < 0.9:
        other = rng.randrange(len(parts))
        parts[place], parts[other] = parts[other], parts[place]
    elif part := parts[place]:
        at = rng.randrange(len(part))
        parts[place] = part[:at] + rng.choice(CHARACTERS) + part[at + 1:]


def tree(page, parse):
    """Return the page as normal HTML, as html2text reads it."""
    return tree_of(limited(page.encode("utf-8", "replace").replace(b"\0", b""))[0], parse)[0]


def differing(trees):
    """Return the trees for which arrays and loop differ, alone or together."""
    try:
        assert_alike(trees)
    except AssertionError:
        if len(trees) == 1:
            return trees
        return [one for each in trees for one in differing([each])] or ["".join(trees)]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parser", choices=PARSERS, default="lexbor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutations", type=int, default=1_000_000)
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    rng, parse = random.Random(args.seed), parser_named(args.parser)[1]
    pages = [read_page(path) for gold in args.gold for path in paths_of(gold, PAGES_A_SET)]
    count = mutations = tags = wrong = 0
    while mutations < args.mutations:
        trees = []
        for _ in range(rng.choice(TOGETHER)):
            page, times = mutated(rng.choice(pages), rng)
            trees.append(tree(page, parse))
            mutations += times
            tags += trees[-1].count("<")
        count += len(trees)
        for one in differing(trees):
            wrong += 1
            print(repr(one))
    print(f"{args.parser}, seed {args.seed}: {count} pages, {mutations} mutations, "
          f"{tags} tags, {wrong} differences")


if __name__ == "__main__":
    main()
