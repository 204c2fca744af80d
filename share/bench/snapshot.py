#!/usr/bin/env python3
"""Measure what a page of a web archive costs, and from it a snapshot of Common Crawl.

usage: snapshot.py [--rounds N] [--pages N] [--price USD] GOLD_DIR...

From each gold folder --pages pages are drawn with a fixed seed and written as web archives, a gzip
member for each. scutch-clean reads them in one process, in several ways; trafilatura and
resiliparse read the same archives with warcio in a process each, take the text that scutch-read
decodes, and write JSON lines. Runs take turns; CPU time is without start-up (that of a run on one
page of a word), the median of the rounds. Output is what a page leaves, compressed: Parquet, or
for the others JSON lines after gzip.

A snapshot has SNAPSHOT_PAGES pages in SNAPSHOT_BYTES of archives. Its pages are not those of a gold
set, so that costs go by the compressed byte. --price is that of an hour of one core, in dollars.
"""
import argparse
import gzip
import json
import os
import shlex
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

import extractors
from common import A_WORD, command, paths_of, run, versions, write_pages
from scale import ARCHIVES, archived

from scutch.filters.sources.pages import read_pages

SNAPSHOT_PAGES = 2_500_000_000
SNAPSHOT_BYTES = 80_000_000_000_000
CORES = 1_000            # that the days are stated for
PRICE = 0.04             # dollars an hour of a core
PARQUET = ["clean", "--format", "parquet"]
OURS = {"scutch-clean": PARQUET, "with metadata": [*PARQUET, "--meta"],
        "with dedup": [*PARQUET, "--dedup"], "with both": [*PARQUET, "--meta", "--dedup"],
        "scutch-clean --fast": [*PARQUET, "--fast"]}
OTHERS = ["trafilatura", "resiliparse"]


class Page(NamedTuple):
    """What a page costs: CPU seconds, MB of a process in all, bytes of output."""

    seconds: float
    megabytes: float
    output: float


def extracted(tool, names):
    """Write the text that another tool takes of the pages of archives, as JSON lines."""
    extract = extractors.TOOLS[tool]
    for _, record in read_pages(names):
        print(json.dumps({"id": record["id"], "text": extract(record["html"])}))


def commands(files):
    """Return {way: words of its command} for the archives."""
    own = {name: command(*words, *files) for name, words in OURS.items()}
    return own | {name: [sys.executable, __file__, "--tool", name, *map(str, files)]
                  for name in OTHERS}


def pages_of(ways, idle, count, rounds, folder):
    """Return {way: Page}; idle: the commands on one page of a word."""
    found = {name: [] for name in ways}
    starts = {name: [] for name in ways}
    out = folder / "out"
    size = {}
    for _ in range(rounds):
        for name, words in ways.items():
            starts[name].append(run(idle[name], out=out).cpu)
            found[name].append(run(words, out=out))
            data = out.read_bytes()
            size[name] = len(data if data.startswith(b"PAR1") else gzip.compress(data))
    return {name: Page((median(one.cpu for one in usages) - median(starts[name])) / count,
                       median(one.megabytes for one in usages), size[name] / count)
            for name, usages in found.items()}


def show(found, page_bytes, price):
    """Print what a page and a snapshot cost in each way; page_bytes: of a page in its archive."""
    print(f"{'':20}{'ms a page':>10}{'core hours':>12}{'days':>7}{'dollars':>9}{'MB':>6}"
          f"{'TB out':>8}")
    for name, page in found.items():
        hours = page.seconds / page_bytes * SNAPSHOT_BYTES / 3600
        print(f"{name:20}{1000 * page.seconds:10.2f}{hours:12,.0f}{hours / 24 / CORES:7.2f}"
              f"{hours * price:9,.0f}{page.megabytes:6.0f}"
              f"{page.output * SNAPSHOT_PAGES / 1e12:8.1f}")


def main():
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--price", type=float, default=PRICE)
    parser.add_argument("--tool", choices=OTHERS, help=argparse.SUPPRESS)
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    if args.tool:
        return extracted(args.tool, list(map(str, args.gold)))
    paths = [path for gold in args.gold for path in paths_of(gold, args.pages)]
    print(shlex.join(["share/bench/snapshot.py", *sys.argv[1:]]))
    print(f"\n{versions(['numpy', 'orjson', 'selectolax', 'warcio', 'pyarrow', *OTHERS])}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_pages(paths, folder / "pages.jsonl")
        lines = (folder / "pages.jsonl").read_text(encoding="utf-8").splitlines()
        files = [folder / f"{number}.warc.gz" for number in range(ARCHIVES)]
        for number, file in enumerate(files):
            file.write_bytes(archived(lines[number::ARCHIVES]))
        word = folder / "word.warc.gz"
        word.write_bytes(archived([A_WORD]))
        page_bytes = sum(map(os.path.getsize, files)) / len(lines)
        found = pages_of(commands(files), commands([word]), len(lines), args.rounds, folder)
    print(f"{len(lines)} pages of {page_bytes / 1000:.1f} KB in their archives, "
          f"{args.rounds} rounds\n\n"
          f"a snapshot: {SNAPSHOT_PAGES:,} pages, {SNAPSHOT_BYTES / 1e12:.0f} TB; days of "
          f"{CORES:,} cores; {args.price:g} dollars an hour of a core\n")
    show(found, page_bytes, args.price)
    first = found["scutch-clean"]
    print(f"\nscutch-clean: {1000 * first.seconds:.2f} ms / {page_bytes:.0f} bytes x "
          f"{SNAPSHOT_BYTES:.0e} bytes / 3600 s = "
          f"{first.seconds / page_bytes * SNAPSHOT_BYTES / 3600:,.0f} hours")


if __name__ == "__main__":
    main()
