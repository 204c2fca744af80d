#!/usr/bin/env python3
"""Measure what comparing pages costs by their number, and MinHash beside datasketch's.

usage: archive_cost.py [--most N] GOLD_DIR

Pages of one template of one host, made by archives.py, go through scutch-archive and
scutch-docfreq, as many as N and halves of it: CPU seconds, milliseconds a page, most memory. Past
--max-segments pages are compared in parts; the row "whole" has no such limit.

Then the signatures of the gold pages: 128 permutations over the structure tokens of each page,
lm/minhash.py against datasketch, token by token as the thesis has it and in a batch. The best of
three turns each.
"""
import argparse
import json
import shlex
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

import archives
from common import command, paths_of, run, write_pages

from scutch.filters._tree import tree_of
from scutch.lm.minhash import P, signature
from scutch.lm.structure import paths, tokens

NO_LIMIT = ["--max-segments", 10**9]
TURNS = 3


def growth(most, folder):
    """Print the table of cost by the number of pages."""
    pages, segments, part = folder / "pages", folder / "segments", folder / "part"
    records = archives.archive(1, templates=["news"], pages=most)
    with open(pages, "w", encoding="utf-8") as out:
        out.writelines(json.dumps(record) + "\n" for record in islice(records, most))
    run(["bash", "-c", f"{shlex.join(command('html2text'))} | {shlex.join(command('segment'))}"],
        pages, segments)
    with open(segments, "rb") as lines:
        size = sum(len(json.loads(line)["segments"]) for line in lines)
    print(f"{most} pages of one template, {size / most:.0f} segments a page\n")
    print(f"{'':24}{'pages':>8}{'CPU s':>8}{'ms a page':>11}{'most MB':>9}")
    for name in "archive", "docfreq":
        for count, options in *((most >> step, []) for step in (3, 2, 1, 0)), (most, NO_LIMIT):
            with open(segments, "rb") as lines, open(part, "wb") as out:
                out.writelines(islice(lines, count))
            usage = run(command(name, *options), part)
            print(f"  {name + (', whole' if options else ''):22}{count:8}{usage.cpu:8.1f}"
                  f"{1000 * usage.cpu / count:11.2f}{usage.megabytes:9.0f}", flush=True)
    print()


def _token_by_token(sets):
    from datasketch import MinHash
    for one in sets:
        found = MinHash(num_perm=P)
        for token in one:
            found.update(token)


def _in_a_batch(sets):
    from datasketch import MinHash
    for one in sets:
        MinHash(num_perm=P).update_batch(one)


def minhash(gold, folder):
    """Print how many pages a second get their signatures."""
    pages, blocks = folder / "pages", folder / "blocks"
    write_pages(paths_of(gold), pages)
    run(command("html2text"), pages, blocks)
    trees = [tree_of(json.loads(line)) for line in open(blocks, encoding="utf-8")]
    for of in paths, tokens:
        sets = [of(*tree) for tree in trees]
        as_bytes = [[token.to_bytes(4, "little") for token in one] for one in sets]
        rows = {"lm/minhash.py": lambda sets=sets: [signature(one) for one in sets],
                "datasketch, in a batch": lambda sets=as_bytes: _in_a_batch(sets),
                "datasketch, by token": lambda sets=as_bytes: _token_by_token(sets)}
        print(f"{gold.name}: {len(sets)} pages, {sum(map(len, sets)) / len(sets):.0f} tokens each "
              f"(structure.{of.__name__})\n\n{'':26}{'pages/s':>10}{'ratio':>8}")
        best = dict.fromkeys(rows, float("inf"))
        for _ in range(TURNS):
            for name, call in rows.items():
                began = time.process_time()
                call()
                best[name] = min(best[name], time.process_time() - began)
        first = best["lm/minhash.py"]
        for name, seconds in best.items():
            print(f"  {name:24}{len(sets) / seconds:10.0f}{seconds / first:8.2f}", flush=True)
        print()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=10_000, metavar="N")
    parser.add_argument("gold", type=Path)
    args = parser.parse_args()
    print(shlex.join(["share/bench/archive_cost.py", *sys.argv[1:]]), end="\n\n", flush=True)
    with tempfile.TemporaryDirectory() as name:
        growth(args.most, Path(name))
        minhash(args.gold, Path(name))


if __name__ == "__main__":
    main()
