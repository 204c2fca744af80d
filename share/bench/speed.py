#!/usr/bin/env python3
"""Measure speed, memory and cost of scutch beside public tools, in one run: the one program for it.

usage: speed.py [--parts LIST] [--rounds N] [--pages N] [--tools LIST] [--java CLASSPATH]
                [--node DIR] [--watts X] [--price USD] GOLD_DIR...

From each gold folder --pages pages are drawn by a seed and written as JSON lines, and as a web
archive with a gzip member for each. Each run is a process of its own, and the commands take turns
within a round, so that all have the same quiet and the same loaded minutes. Times are CPU time
without start-up, that of the same command on one page of a word; ratios are of two commands in the
same round. Figures are medians of the rounds, with the least and the greatest. "!" marks one that
misses the budget beside it.

  turns     milliseconds a page, how many times those of scutch-clean, and peak memory, of commands
            of scutch, and of the --tools of extractors.py; then what a million such pages and a
            snapshot of Common Crawl cost: SNAPSHOT_BYTES of archives, by the compressed byte, at
            --price dollars an hour of a core, and kWh at --watts a core: 10.4 W are the 125 W of
            thermal design power that an Intel Xeon Gold 6226 has for its 12 cores
            (Fernández-Pichel et al. 2023, eq. 9). Others read JSON lines in place of archives
  jobs      what --jobs 2 costs over one process, and how many processes one parent feeds
  startup   commands with empty input
  memory    scutch-clean on 1 000 and on 100 000 short pages
  stages    the time of each stage of scutch-clean, in this process, one page at a time and several
"""
import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import extractors
from common import (
    A_WORD,
    ROOT,
    archived,
    command,
    environment,
    paths_of,
    print_head,
    run,
    write_pages,
)
from peertexts import Tool, tools, versions_of_others

from scutch.filters.edge.jsonlines import decode
from scutch.filters.stream.chains import Chain
from scutch.filters.stream.stages import Stages
from scutch.filters.stream.step import PageStep, Step

RIVALS = "justext,trafilatura,resiliparse,pagesift,html-text,inscriptis"
CLEAN, BLOCKS = "scutch-clean", "scutch-html2text"
WHOLE = ["--quality", "--dedup", "--meta", "--format", "jsonl"]
LINES = {CLEAN: ["clean"], f"{CLEAN} main": ["clean", "--scope", "main"],
         f"{CLEAN}, all": ["clean", *WHOLE], BLOCKS: ["html2text", "--parser", "lexbor"],
         f"{BLOCKS} html5lib": ["html2text", "--parser", "html5lib"]}
ARCHIVES = {f"{CLEAN} WARC": ["clean"],
            f"{CLEAN} WARC, Parquet": ["clean", "--format", "parquet", "--meta"]}
# What .github/CONTRIBUTING.md promises
MOST_MS = {BLOCKS: 1000 / 350, f"{BLOCKS} html5lib": 1000 / 15, f"{CLEAN}, all": 15}
LEAST_RATIO = {"justext": (CLEAN, 3), "trafilatura": (CLEAN, 5.5), "html-text": (BLOCKS, 1.5),
               "inscriptis": (BLOCKS, 2.5)}
MOST_START_MS = {"plain": 60, "numpy": 250}
MOST_MB = 250
MOST_OVERHEAD = 1.08     # of --jobs 2 to one process
MOST_PARENT = 0.15       # ms a page, of JSON lines

SNAPSHOT_PAGES, SNAPSHOT_BYTES = 2_500_000_000, 80_000_000_000_000
CORES = 1_000            # that the days are stated for
WATTS, PRICE = 10.4, 0.04
STARTS = 20
# Commands by what they import; eval and train charlm with the options that they require
STARTED = {"plain": [["read"], ["html2text"], ["segment"], ["tag"], ["prune"], ["emit"],
                     ["eval", "--gold", ROOT / "tests/data/gold.jsonl"]],
           "numpy": [["charlm"], ["clean"], ["train", "charlm", "--out", os.devnull,
                                             "--signature"]]}
DOCUMENTS = [1_000, 100_000]
SHORT = 10               # the shortest of the pages drawn, which are repeated
AT_A_TIME = [1, 8, 24]   # pages, in columns


class Bench:
    """The input of all parts as files in a folder: pages, the shortest of them, one of a word."""

    def __init__(self, folder, paths, args):
        self.folder, self.rounds, self.args = folder, args.rounds, args
        self.pages, self.short = folder / "pages.jsonl", folder / "short.jsonl"
        self.word, self.archive = folder / "word.jsonl", folder / "pages.warc.gz"
        self.word_archive = folder / "word.warc.gz"
        self.word.write_text(A_WORD)
        self.word_archive.write_bytes(archived([A_WORD]))
        self.count = write_pages(paths, self.pages)
        self.archive.write_bytes(archived(self.pages.read_bytes().splitlines()))
        write_pages(sorted(paths, key=os.path.getsize)[:SHORT], self.short)

    def ways(self):
        """Return {name: (Tool, its pages, one page of a word)}."""
        found = {name: (Tool(command(*words)), self.pages, self.word)
                 for name, words in LINES.items()}
        found |= {name: (Tool(command(*words)), self.archive, self.word_archive)
                  for name, words in ARCHIVES.items()}
        others = tools(self.args.tools.split(","), self.args.java, self.args.node)
        return found | {name: (tool, self.pages, self.word) for name, tool in others.items()
                        if not tool.is_ours}


class Costs(NamedTuple):
    """What a command takes in each round: CPU seconds without start-up; of all its peak MB."""

    seconds: list
    start: float
    megabytes: float


def mark(good):
    return " " if good else "!"


def spread(values, digits=2):
    """Return the median of values, with the least and the greatest."""
    return (f"{median(values):8.{digits}f}"
            + f" ({min(values):.{digits}f}-{max(values):.{digits}f})".ljust(16))


def in_turns(ways, rounds, out):
    """Return {name: Costs}; in each round each command runs on one page of a word, and on all."""
    runs = {name: [] for name in ways}
    for tool, _, word in ways.values():
        tool.run(word, out)              # which compiles the modules
    for _ in range(rounds):
        for name, (tool, pages, word) in ways.items():
            runs[name].append((tool.run(word, out), tool.run(pages, out)))
    return {name: Costs([whole.cpu - idle.cpu for idle, whole in some],
                        median(idle.cpu for idle, _ in some),
                        max(whole.megabytes for _, whole in some))
            for name, some in runs.items()}


def turns(bench):
    ways = bench.ways()
    costs = in_turns(ways, bench.rounds, bench.folder / "out")
    print(f"{bench.count} pages, {bench.rounds} rounds in turns; CPU time without start-up\n\n"
          f"{'':26}{'ms a page':>10}{'':14}{'budget':>8}{'times scutch-clean':>22}{'':3}"
          f"{'budget':>8}{'start ms':>10}{'MB':>6}")
    for name, of in costs.items():
        each = [1000 * seconds / bench.count for seconds in of.seconds]
        most, (other, least) = MOST_MS.get(name), LEAST_RATIO.get(name, (CLEAN, None))
        ratios, limited = (
            [seconds / ours for seconds, ours in zip(of.seconds, costs[to].seconds, strict=True)]
            for to in (CLEAN, other))
        budgets = (f"{most:7.1f}{mark(median(each) <= most)}" if most else "",
                   f"{least:7}{mark(median(limited) >= least)}" if least else "")
        print(f"{name:26}{spread(each)}{budgets[0]:8}{spread(ratios)} {budgets[1]:8}"
              f"{1000 * of.start:10.0f}{of.megabytes:6.0f}", flush=True)
    print(f"budgets of {', '.join(name for name, (to, _) in LEAST_RATIO.items() if to == BLOCKS)} "
          f"are times {BLOCKS}")
    prices(costs, bench)


def prices(costs, bench):
    """Print what a million of the pages and a snapshot cost."""
    size = bench.archive.stat().st_size / bench.count
    args = bench.args
    print(f"\nCosts at {args.watts:g} W and {args.price:g} dollars an hour of a core; a page has "
          f"{size / 1000:.1f} KB in its archive; a snapshot\n{SNAPSHOT_PAGES:,} pages, "
          f"{SNAPSHOT_BYTES / 1e12:.0f} TB; days of {CORES:,} cores\n\n{'':26}a million pages: "
          f"{'core hours':>10}{'kWh':>8}   a snapshot: {'core hours':>10}{'days':>7}{'dollars':>9}")
    for name, of in costs.items():
        each = median(of.seconds) / bench.count
        hours = each / size * SNAPSHOT_BYTES / 3600
        print(f"{name:43}{each * 1e6 / 3600:10.2f}{each * args.watts / 3.6:8.3f}{'':15}"
              f"{hours:10,.0f}{hours / 24 / CORES:7.2f}{hours * args.price:9,.0f}")


def cost_of_parent(words):
    """Return the CPU seconds of a command and all its processes, and of its first one alone."""
    with open(os.devnull, "wb") as out:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, env=environment())
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    parent = int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0]) / 1e9
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(map(str, words))} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, parent


def jobs(bench):
    if not Path("/proc/self/schedstat").exists():
        print("jobs: Linux's /proc, which has the CPU time of a process, is not here")
        return
    print(f"Two processes: {bench.count} pages, {bench.rounds} rounds in turns\n\n"
          f"{'':14}{'overhead of --jobs 2, %':>26}{'parent, ms a page':>20}{'feeds':>10}")
    for kind, pages, word in (("JSON lines", bench.pages, bench.word),
                              ("WARC, gzip", bench.archive, bench.word_archive)):
        one, two, parents = [], [], []
        for _ in range(bench.rounds):
            one.append(cost_of_parent(command("clean", pages))[0]
                       - cost_of_parent(command("clean", word))[0])
            whole, parent = cost_of_parent(command("clean", "--jobs", "2", pages))
            idle, start = cost_of_parent(command("clean", "--jobs", "2", word))
            two.append(whole - idle)
            parents.append(1000 * (parent - start) / bench.count)
        ratios = [second / first for first, second in zip(one, two, strict=True)]
        late = kind == "JSON lines" and median(parents) > MOST_PARENT
        print(f"{kind:14}{spread([100 * ratio - 100 for ratio in ratios], 1)}"
              f"{mark(median(ratios) <= MOST_OVERHEAD)}{median(parents):20.2f}{mark(not late)}"
              f"{1000 * median(one) / bench.count / median(parents):9.0f}", flush=True)


def startup(bench):
    print(f"Start-up: nothing to read, median of {STARTS}\n\n{'':50}{'ms':>8}{'CPU ms':>8}"
          f"{'budget':>8}")
    ways = {("", "python3 -c pass"): [sys.executable, "-c", "pass"]} | {
        (kind, "scutch-" + " ".join(str(word).removeprefix(f"{ROOT}/") for word in words)):
        command(*words) for kind, lists in STARTED.items() for words in lists}
    usages = {way: [] for way in ways}
    for _ in range(STARTS):
        for way, words in ways.items():
            usages[way].append(run(words))
    for (kind, name), some in usages.items():
        took, budget = 1000 * median(one.wall for one in some), MOST_START_MS.get(kind)
        print(f"{name:50}{took:8.0f}{1000 * median(one.cpu for one in some):8.0f}"
              + (f"{budget:8}{mark(took <= budget)}" if budget else ""), flush=True)


def memory(bench):
    size = os.path.getsize(bench.short) / SHORT / 1000
    print(f"Memory: scutch-clean on the {SHORT} shortest pages over and over ({size:.0f} KB each), "
          f"and on all once\n\n{'documents':>12}{'most MB':>9}{'CPU s':>8}{'budget':>8}")
    lines = bench.short.read_bytes().splitlines(keepends=True)
    for count in [*DOCUMENTS, bench.count]:
        usage = run(command("clean"), bench.pages) if count == bench.count else run(
            command("clean"), lines=itertools.islice(itertools.cycle(lines), count))
        print(f"{count:12}{usage.megabytes:9.0f}{usage.cpu:8.1f}{MOST_MB:8}"
              f"{mark(usage.megabytes <= MOST_MB)}", flush=True)


class Timed(PageStep):
    """A step of pages; the time of each of its methods is added to `spent`, a dict of seconds."""

    def __init__(self, name, step, spent):
        for method in ("read", "of_records", "of_pages"):
            function = getattr(step, method)
            setattr(self, method, function and timed(f"{name}: {method}", function, spent))


class TimedSink(Step):
    """The same for a step that takes records."""

    def __init__(self, name, step, spent):
        self.reads_text = step.reads_text
        self._call = timed(name, step, spent)

    def __call__(self, record):
        return self._call(record)


def timed(name, function, spent):
    """Return a function of one argument whose time is added to that of a name."""
    def call(given):
        began = time.process_time()
        done = function(given)
        spent[name] = spent.get(name, 0.0) + time.process_time() - began
        return done
    return call


def stages(bench):
    chain = Chain("html2text, segment, charlm, combine, emit --keep auto").stages
    print(f"Where the time of scutch-clean goes: {bench.count} pages in one process, ms a page\n\n"
          f"{'':36}" + "".join(f"{size:8}" for size in AT_A_TIME))
    found = []
    for size in (8, *AT_A_TIME):             # the first one warms up
        spent = {}
        through = Stages([
            (name, (Timed if isinstance(step, PageStep) else TimedSink)(name, step, spent))
            for name, step in chain])
        with open(bench.pages, "rb") as file:
            while lines := list(itertools.islice(file, size)):
                list(through.over([("page", decode(line)) for line in lines]))
        found.append({**spent, "together": sum(spent.values())})
    for name in found[-1]:
        if max(spent.get(name, 0) for spent in found) > bench.count / 1e5:
            print(f"{name:36}" + "".join(f"{1000 * spent.get(name, 0) / bench.count:8.2f}"
                                         for spent in found[1:]))


PARTS = {"memory": memory, "turns": turns, "jobs": jobs, "startup": startup, "stages": stages}


def main():
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default=",".join(PARTS), metavar="LIST")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--pages", type=int, default=100, metavar="N")
    parser.add_argument("--tools", default=RIVALS, metavar="LIST")
    parser.add_argument("--java", metavar="CLASSPATH")
    parser.add_argument("--node", metavar="DIR")
    parser.add_argument("--watts", type=float, default=WATTS, metavar="X")
    parser.add_argument("--price", type=float, default=PRICE, metavar="USD")
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    paths = [path for gold in args.gold for path in paths_of(gold, args.pages)]
    print_head({args.node: "NODE", args.java: "CLASSPATH"},
               ["numpy", "orjson", "selectolax", "html5lib", "warcio", *(
                   extractors.PACKAGES[name][1] for name in args.tools.split(",")
                   if name in extractors.PACKAGES)], versions_of_others(args.java, args.node))
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), paths, args)
        size = os.path.getsize(bench.pages) / bench.count / 1000
        print(f"{bench.count} pages, {size:.0f} KB each on average as JSON lines; "
              f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}")
        for part in filter(args.parts.split(",").__contains__, PARTS):
            print(flush=True)
            PARTS[part](bench)


if __name__ == "__main__":
    main()
