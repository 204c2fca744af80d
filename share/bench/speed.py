#!/usr/bin/env python3
"""Measure speed, start-up and memory of the commands, beside other cleaners in the same run.

usage: speed.py [--parts LIST] [--rounds N] [--pages N] GOLD_DIR...

From each gold folder --pages pages are drawn with a fixed seed and written as JSON lines to a file
that every command reads. Each run is a process of its own, from start-up to exit; seconds are CPU
time, the median of the rounds, with start-up unless a column says otherwise: that is the time of a
page of one word, since tools import what they need with the first page. Tools take turns within a
round. "!" marks a figure that misses the budget beside it.

  startup   commands with empty input
  memory    scutch-clean on 1 000 and on 100 000 short pages
  html2text scutch-html2text with each parser, html-text, inscriptis
  clean     scutch-clean, also with all that judges documents, jusText, Trafilatura, Resiliparse
  parallel  scutch-clean by GNU parallel, with one job and with two
  stages    the time of each stage of scutch-clean, in this process: one record at a time, and
            several pages at a time in columns, as the commands work
  python    scutch.clean, page by page, and scutch.pipe, in this process
  model     the character models, and scutch-charlm as a whole
"""
import argparse
import itertools
import os
import shlex
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

import extractors
from common import (
    A_WORD,
    ROOT,
    command,
    cpu,
    in_turns,
    paths_of,
    run,
    versions,
    wall,
    write_pages,
)
from speedinside import mark, model, python, stages

PACKAGES = ["numpy", "orjson", "selectolax", "html5lib", "justext", "trafilatura", "resiliparse",
            "html-text", "inscriptis"]
RIVALS = ["justext", "trafilatura", "resiliparse"]

# What .github/CONTRIBUTING.md promises
LEAST_PAGES = {"lexbor": 350, "html5lib": 15}            # a second, without start-up
LEAST_RATIO = {"justext": 3, "trafilatura": 5.5}         # of their time to ours
SAME_STEP = {"html-text": 1.5, "inscriptis": 2.5}        # their time to that of scutch-html2text
MOST_MS = {"plain": 60, "numpy": 250}
MOST_MS_A_PAGE = 15      # of scutch-clean with WHOLE, start-up included
MOST_MB = 250
LEAST_FASTER = 1.8       # two jobs than one

STARTS = 20
# Commands by what they import; eval and train charlm with the options that they require
STARTED = {
    "plain": [["read"], ["html2text"], ["segment"], ["tag"], ["prune"], ["emit"],
              ["chain", "tag"],
              ["eval", "--gold", ROOT / "tests/data/gold.jsonl"]],
    "numpy": [["charlm"], ["clean"], ["train", "charlm", "--out", os.devnull, "--signature"]],
    "several": [["chain", "html2text, segment, tag"],
                ["chain", "html2text, segment, charlm, tag"]],
}
WHOLE = ["--quality", "--dedup", "--meta", "--format", "jsonl"]
DOCUMENTS = [1_000, 100_000]
SHORT = 10               # the shortest of the pages drawn, which are repeated
TIMES, BLOCK = 4, "16M"  # copies of the pages for parallel, and the size of its blocks


class Bench:
    """The input of all parts as files in a folder: pages, the shortest of them, one of a word."""

    def __init__(self, folder, paths, rounds):
        self.folder, self.rounds = folder, rounds
        self.pages, self.short = folder / "pages.jsonl", folder / "short.jsonl"
        self.word = folder / "word.jsonl"
        self.word.write_text(A_WORD)
        self.count = write_pages(paths, self.pages)
        write_pages(sorted(paths, key=os.path.getsize)[:SHORT], self.short)


def startup(bench):
    print(f"Start-up: nothing to read, median of {STARTS}\n")
    print(f"{'':50}{'ms':>8}{'CPU ms':>8}{'budget':>8}")
    commands = {"": {"python3 -c pass": [sys.executable, "-c", "pass"]}}
    for kind, lists in STARTED.items():
        commands[kind] = {f"scutch-{words[0]} {shown(words[1:])}".strip(): command(*words)
                          for words in lists}
    for kind, some in commands.items():
        for name, usages in in_turns(STARTS, some, os.devnull).items():
            took = 1000 * wall(usages)
            budget = MOST_MS.get(kind)
            print(f"{name:50}{took:8.0f}{1000 * cpu(usages):8.0f}"
                  + (f"{budget:8}{mark(took <= budget)}" if budget else ""), flush=True)


def shown(words):
    """Return options as a user types them: no paths of this machine."""
    names = [str(word).removeprefix(f"{ROOT}/") for word in words]
    return " ".join(f"'{name}'" if " " in name else name for name in names)


def memory(bench):
    size = os.path.getsize(bench.short) / SHORT / 1000
    print(f"Memory: scutch-clean on the {SHORT} shortest pages over and over ({size:.0f} KB each), "
          "and on all once\n")
    print(f"{'documents':>12}{'most MB':>9}{'CPU s':>8}{'budget':>8}")
    lines = bench.short.read_bytes().splitlines(keepends=True)
    for count in [*DOCUMENTS, bench.count]:
        if count == bench.count:
            usage = run(command("clean"), bench.pages)
        else:
            usage = run(command("clean"), lines=itertools.islice(itertools.cycle(lines), count))
        print(f"{count:12}{usage.megabytes:9.0f}{usage.cpu:8.1f}{MOST_MB:8}"
              f"{mark(usage.megabytes <= MOST_MB)}", flush=True)


def html2text(bench):
    print(f"scutch-html2text and others that make text of HTML: {bench.count} pages, "
          f"{bench.rounds} rounds;\nratios are of CPU time without start-up to that with lexbor\n")
    print(f"{'':12}{'CPU s':>8}{'start-up':>10}{'pages/CPU s':>13}{'budget':>8}{'ratio':>8}"
          f"{'budget':>8}")
    commands = {parser: command("html2text", "--parser", parser) for parser in LEAST_PAGES} | {
        tool: extractor(tool) for tool in SAME_STEP if extractors.installed(tool)}
    idle = {name: cpu(some) for name, some in in_turns(bench.rounds, commands, bench.word).items()}
    alone = {}
    for name, some in in_turns(bench.rounds, commands, bench.pages).items():
        alone[name] = cpu(some) - idle[name]
        rate, ratio = bench.count / alone[name], alone[name] / alone["lexbor"]
        pages, least = LEAST_PAGES.get(name), SAME_STEP.get(name)
        print(f"{name:12}{cpu(some):8.2f}{idle[name]:10.2f}{rate:13.0f}"
              + (f"{pages:7}{mark(rate >= pages)}" if pages else f"{'':8}") + f"{ratio:8.2f}"
              + (f"{least:7}{mark(ratio >= least)}" if least else ""))


def extractor(tool):
    """Return the words that run another tool on pages."""
    return [sys.executable, str(ROOT / "share/bench/extractors.py"), tool]


def clean(bench):
    print(f"scutch-clean and others: {bench.count} pages, {bench.rounds} rounds. Ratios are of CPU "
          "time to that of\nscutch-clean, median of the rounds (least to most); the last column "
          "is without start-up.\n")
    print(f"{'':20}{'CPU s':>8}{'start-up':>10}{'pages/CPU s':>13}{'ratio':>8}{'':14}{'budget':>7}"
          f"{'ratio':>9}")
    ours = "scutch-clean"
    commands = {ours: command("clean"), f"{ours}, all": command("clean", *WHOLE)} | {
        tool: extractor(tool) for tool in RIVALS if extractors.installed(tool)}
    idle = {name: cpu(some) for name, some in in_turns(bench.rounds, commands, bench.word).items()}
    usages = in_turns(bench.rounds, commands, bench.pages)
    for name, some in usages.items():
        ratios = sorted(one.cpu / our.cpu for one, our in zip(some, usages[ours], strict=True))
        alone = (cpu(some) - idle[name]) / (cpu(usages[ours]) - idle[ours])
        budget = LEAST_RATIO.get(name)
        print(f"{name:20}{cpu(some):8.2f}{idle[name]:10.2f}{bench.count / cpu(some):13.0f}"
              f"{median(ratios):8.2f} ({ratios[0]:5.2f}-{ratios[-1]:5.2f}) "
              + (f"{budget:6}{mark(median(ratios) >= budget)}" if budget else f"{'':7}")
              + f"{alone:9.2f}")
    took = 1000 * cpu(usages[f"{ours}, all"]) / bench.count
    print(f"with {' '.join(WHOLE[:3])} {ours} takes {took:.1f}{mark(took <= MOST_MS_A_PAGE)} ms a "
          f"page; budget {MOST_MS_A_PAGE}")


def parallel(bench):
    print(f"GNU parallel: the pages {TIMES} times over, in blocks of {BLOCK} to scutch-clean\n")
    if not shutil.which("parallel"):
        print("parallel is not installed")
        return
    words = ["parallel", "--pipe", "--keep-order", "--block", BLOCK]
    commands = {"without": command("clean")} | {
        f"{jobs} at a time": [*words, "--jobs", str(jobs), shlex.join(command("clean"))]
        for jobs in (1, 2)}
    source = bench.folder / "often.jsonl"
    with open(source, "wb") as out:
        for _ in range(TIMES):
            out.write(bench.pages.read_bytes())
    print(f"{'':12}{'wall s':>8}{'CPU s':>8}{'pages/s':>9}")
    usages = in_turns(bench.rounds, commands, source)
    source.unlink()
    for name, some in usages.items():
        print(f"{name:12}{wall(some):8.2f}{cpu(some):8.2f}{TIMES * bench.count / wall(some):9.0f}")
    one, two = list(usages.values())[1:]
    faster = wall(one) / wall(two)
    print(f"two at a time are {faster:.2f}{mark(faster >= LEAST_FASTER)} times as fast as one; "
          f"budget {LEAST_FASTER}")


PARTS = {"startup": startup, "memory": memory, "html2text": html2text, "clean": clean,
         "parallel": parallel, "stages": stages, "python": python, "model": model}


def main():
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("gold", nargs="*", type=Path)
    args = parser.parse_args()
    paths = [path for gold in args.gold for path in paths_of(gold, args.pages)]
    if not paths:
        parser.error("a gold folder is required")
    print(shlex.join(["share/bench/speed.py", *sys.argv[1:]]))
    print(f"\n{versions(PACKAGES)}")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), paths, args.rounds)
        size = os.path.getsize(bench.pages) / bench.count / 1000
        print(f"{bench.count} pages, {size:.0f} KB each on average as JSON lines")
        for part in filter(args.parts.split(",").__contains__, PARTS):   # memory before numpy
            print(flush=True)
            PARTS[part](bench)


if __name__ == "__main__":
    main()
