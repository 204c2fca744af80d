#!/usr/bin/env python3
"""Measure three migrations: a program of another tool, and the recipe in its place, in turns.

usage: migrations.py [--pages N] [--rounds N] GOLD_DIR

The programs are those printed in share/doc/guide/othertools.md, but for datatrove's LanguageFilter,
which downloads a model. Both read the same N (300) pages, drawn by a seed, as files or an archive.
The table has CPU seconds, start-up and all, the median of the rounds (3), and how many times those
of the recipe they are; the documents kept, and the mean F of their words (bow of scutch-eval). A
program that fails, such as one whose package is missing, has nan.
"""
import argparse
import csv
import gzip
import io
import json
import math
import os
import re
import shlex
import statistics
import sys
import tempfile
from pathlib import Path

from common import ROOT, measured, paths_of, versions, write_pages
from scale import archived

from scutch.filters.training.gold import read_gold
from scutch.lm.gold.measures import token_bags

PACKAGES = ["trafilatura", "datatrove", "jusText", "orjson", "selectolax"]
GUIDE = ROOT / "share" / "doc" / "guide" / "othertools.md"
MIGRATION = re.compile(r"```python\n(.*?)```.*?\n(share/recipes/.*?) > ", re.DOTALL)
DOWNLOADS = re.compile(r'LanguageFilter\("en"\),\s*')
TAG = re.compile("<[^>]*>")
MOST_CELL = 10**8        # characters; Python's csv takes 131,072


def write_crawl(paths, folder):
    """Write pages to files in folder/pages, and to folder/crawl.warc.gz."""
    write_pages(paths, folder / "lines")
    lines = (folder / "lines").read_bytes().splitlines()
    (folder / "crawl.warc.gz").write_bytes(archived(lines))
    (folder / "pages").mkdir()
    for record in map(json.loads, lines):
        (folder / "pages" / f"{record['id']}.html").write_text(record["html"], "utf-8", "replace")


def texts_in(output, folder):
    """Return {page: text} of what a program has printed, or else written to folder/corpus."""
    if output.startswith("id,"):
        rows = [(row["id"], row["text"])
                for row in csv.DictReader(io.StringIO(output, newline=""))]
    elif output.startswith("<"):
        rows = [(url, TAG.sub(" ", text)) for url, text in re.findall(
            r'<doc [^>]*?url="([^"]*)"[^>]*>(.*?)</doc>', output, re.DOTALL)]
    else:
        files = sorted((folder / "corpus").glob("*"))
        lines = output or "".join(gzip.decompress(file.read_bytes()).decode() for file in files)
        rows = [(record.get("url") or record["metadata"]["url"], record["text"])
                for record in map(json.loads, lines.split("\n")[:-1])]
    return {Path(name).name.removesuffix(".html"): text for name, text in rows if text.strip()}


def mean_f(texts, gold):
    """Return the mean F of words in percent."""
    bags = (token_bags(text, gold[page]["text"] or "") for page, text in texts.items())
    f = [200 * hits / (given + wanted) for hits, given, wanted in bags]
    return statistics.fmean(f) if f else math.nan


def run_in(folder, words):
    """Return (CPU seconds, {page: text}) of a command in a new folder; (nan, {}) if it fails."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        out = Path(name, "out")
        usage = measured(["bash", "-c", 'cd "$0" && exec "$@"', name, *words], out=out)
        if usage.status:
            return math.nan, {}
        return usage.cpu, texts_in(out.read_text("utf-8"), Path(name))


def main():
    os.environ["PATH"] = f"{ROOT / 'bin'}{os.pathsep}{os.environ['PATH']}"
    csv.field_size_limit(MOST_CELL)
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=300, metavar="N")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("gold", type=Path, metavar="GOLD_DIR")
    args = parser.parse_args()
    print(shlex.join(["share/bench/migrations.py", *sys.argv[1:]]) + "\n\n" + versions(PACKAGES))
    print(f"\n{'':36}{'CPU s':>8}{'times':>8}{'documents':>11}{'F':>7}", flush=True)
    gold = read_gold(str(args.gold))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_crawl(paths_of(args.gold, args.pages), folder)
        for number, (program, recipe) in enumerate(MIGRATION.findall(GUIDE.read_text("utf-8"))):
            script = folder / f"{number}.py"
            script.write_text(DOWNLOADS.sub("", program), "utf-8")
            source = str(folder / ("pages" if "rglob" in program else "crawl.warc.gz"))
            file, *options = shlex.split(recipe)
            ways = {f"program {number + 1}": [sys.executable, str(script), source],
                    file: [str(ROOT / file), *options[:-1], source]}
            turns = [{way: run_in(folder, words) for way, words in ways.items()}
                     for _ in range(args.rounds)]
            cpu = {way: statistics.median(turn[way][0] for turn in turns) for way in ways}
            for way in ways:
                texts = turns[0][way][1]
                print(f"{way:36}{cpu[way]:8.1f}{cpu[way] / cpu[file]:8.1f}{len(texts):11}"
                      f"{mean_f(texts, gold):7.1f}", flush=True)


if __name__ == "__main__":
    main()
