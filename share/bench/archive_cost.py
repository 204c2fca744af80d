#!/usr/bin/env python3
"""Measure how the cost of comparing pages grows with their number.

usage: archive_cost.py [--most N]

N, N/2, N/4 ... pages of one template of one host, made by archives.py, go through scutch-archive
and scutch-docfreq: CPU seconds, milliseconds a page, peak memory. Beyond --max-segments pages are
compared in parts; the row "whole" has no such limit.
"""
import argparse
import json
import shlex
import sys
import tempfile
from itertools import islice
from pathlib import Path

import archives
from common import command, run

NO_LIMIT = ["--max-segments", 10**9]


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


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=10_000, metavar="N")
    args = parser.parse_args()
    print(shlex.join(["share/bench/archive_cost.py", *sys.argv[1:]]), end="\n\n", flush=True)
    with tempfile.TemporaryDirectory() as name:
        growth(args.most, Path(name))


if __name__ == "__main__":
    main()
