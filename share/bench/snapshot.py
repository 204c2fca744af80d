#!/usr/bin/env python3
"""Measure what a page of a web archive costs, and from it a snapshot of Common Crawl.

usage: snapshot.py [--rounds N] [--pages N] [--price USD] GOLD_DIR...

From each gold folder --pages pages are drawn with a fixed seed and written as web archives, a gzip
member for each. scutch-clean reads them in one process and writes Parquet, and scutch-dedup reads
that; trafilatura and resiliparse read the same archives in a process each, through scutch-read,
and write JSON lines with their text. Runs take turns; CPU time is without start-up (that of a run
on one page of a word), the median of the rounds; memory is the peak of a process. Output is what a
page leaves, compressed: Parquet, or of the others JSON lines after gzip.

At the end stands what a page has that scutch-clean --archive must bring to the others of its host.

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
import zlib
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import NamedTuple

import extractors
from common import A_WORD, command, paths_of, run, versions, write_pages
from scale import ARCHIVES, archived, cost, sampling

import scutch
from scutch.filters.edge.jsonlines import encode
from scutch.filters.sources.pagesources import read_pages

SNAPSHOT_PAGES = 2_500_000_000
SNAPSHOT_BYTES = 80_000_000_000_000
CORES = 1_000            # that the days are stated for
PRICE = 0.04             # dollars an hour of a core
PARQUET = ["clean", "--format", "parquet"]
OURS = {"scutch-clean": PARQUET, "scutch-clean --meta": [*PARQUET, "--meta"]}
DEDUP = "scutch-dedup"
TOGETHER = "scutch-clean --meta", DEDUP
OTHERS = [name for name in ("trafilatura", "resiliparse") if find_spec(name)]
SCORED = "html2text, segment, charlm, combine"       # what --archive brings together by host


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


def scored_sizes(lines):
    """Return the bytes of a scored record, and of one that zlib has compressed, means."""
    records = [encode(record) for record in scutch.pipe(map(json.loads, lines), SCORED)]
    compressed = [zlib.compress(record, 1) for record in records]
    return tuple(sum(map(len, found)) / len(records) for found in (records, compressed))


def commands(files, cleaned):
    """Return {way: words of its command} for the archives, or a file of their text."""
    own = {name: command(*words, *files) for name, words in OURS.items()}
    return {**own, DEDUP: command("dedup", cleaned), **{
        name: [sys.executable, __file__, "--tool", name, *map(str, files)] for name in OTHERS}}


def pages_of(ways, idle, count, rounds, out):
    """Return {way: Page}; idle: the commands on one page of a word; out: a file for output."""
    found = {name: [] for name in ways}
    starts = {name: [] for name in ways}
    for _ in range(rounds):
        for name, words in ways.items():
            starts[name].append(cost(idle[name]).cpu)
            found[name].append(cost(words))
    pages = {}
    for name, words in ways.items():
        run(words, out=out)
        data = out.read_bytes()
        pages[name] = Page(
            (median(one.cpu for one in found[name]) - median(starts[name])) / count,
            median(one.megabytes for one in found[name]),
            len(data if data.startswith(b"PAR1") else gzip.compress(data)) / count)
    first, second = (pages[name] for name in TOGETHER)
    pages[" and ".join(TOGETHER)] = Page(first.seconds + second.seconds,
                                         max(first.megabytes, second.megabytes), first.output)
    return pages


def show(found, page_bytes, price):
    """Print what a page and a snapshot cost in each way; page_bytes: of a page in its archive."""
    print(f"{'':36}{'ms a page':>10}{'core hours':>12}{'days':>7}{'dollars':>9}{'MB':>6}"
          f"{'TB out':>8}")
    for name, page in found.items():
        hours = page.seconds / page_bytes * SNAPSHOT_BYTES / 3600
        print(f"{name:36}{1000 * page.seconds:10.2f}{hours:12,.0f}{hours / 24 / CORES:7.2f}"
              f"{hours * price:9,.0f}{page.megabytes:6.0f}"
              f"{page.output * SNAPSHOT_PAGES / 1e12:8.1f}")


def main():
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    parser = sampling(__doc__)
    parser.add_argument("--price", type=float, default=PRICE)
    parser.add_argument("--tool", choices=OTHERS, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.tool:
        return extracted(args.tool, list(map(str, args.gold)))
    paths = [path for gold in args.gold for path in paths_of(gold, args.pages)]
    print(shlex.join(["share/bench/snapshot.py", *sys.argv[1:]]))
    print(f"\n{versions(['numpy', 'orjson', 'selectolax', 'warcio', 'pyarrow', *OTHERS])}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_pages(paths, folder / "pages.jsonl")
        lines = (folder / "pages.jsonl").read_bytes().splitlines()
        files = [folder / f"{number}.warc.gz" for number in range(ARCHIVES)]
        for number, file in enumerate(files):
            file.write_bytes(archived(lines[number::ARCHIVES]))
        word = folder / "word.warc.gz"
        word.write_bytes(archived([A_WORD]))
        page_bytes = sum(map(os.path.getsize, files)) / len(lines)
        for name, archives in ("pages", files), ("word", [word]):
            run(command(*PARQUET, *archives), out=folder / f"{name}.parquet")
        found = pages_of(commands(files, folder / "pages.parquet"),
                         commands([word], folder / "word.parquet"), len(lines), args.rounds,
                         folder / "out")
    print(f"{len(lines)} pages of {page_bytes / 1000:.1f} KB in their archives, "
          f"{args.rounds} rounds\n\n"
          f"a snapshot: {SNAPSHOT_PAGES:,} pages, {SNAPSHOT_BYTES / 1e12:.0f} TB; days of "
          f"{CORES:,} cores; {args.price:g} dollars an hour of a core\n")
    show(found, page_bytes, args.price)
    first = found["scutch-clean"]
    print(f"\nscutch-clean: {1000 * first.seconds:.2f} ms / {page_bytes:.0f} bytes x "
          f"{SNAPSHOT_BYTES:.0e} bytes / 3600 s = "
          f"{first.seconds / page_bytes * SNAPSHOT_BYTES / 3600:,.0f} hours")
    whole, compressed = scored_sizes(lines)
    print(f"a scored record, which --archive moves: {whole / 1000:.0f} KB, {compressed / 1000:.1f} "
          f"KB by zlib -1; of a snapshot {compressed * SNAPSHOT_PAGES / 1e12:.0f} TB")


if __name__ == "__main__":
    main()
