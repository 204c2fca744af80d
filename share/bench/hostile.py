#!/usr/bin/env python3
"""Measure the hostile pages of tests/hostile.py: seconds, megabytes, growth per doubling.

usage: hostile.py [--only WORD]

Each page goes through a new process of scutch-html2text with lexbor, with html5lib, and of
scutch-clean, with --format text and markdown. Seconds are CPU time of the process with its
start-up; megabytes are its peak memory, at least that of this program; "!" marks a figure over the
limit of the column. html5lib refuses some of the pages. Other guests of the machine can only add to
the time, so a page over a limit runs again, up to RUNS times, and the least time counts.

Then follow pages of n parts. Time is that of the page alone: the time of an empty page is taken
away. The sizes run one after the other, RUNS times over, so that a slow minute does not hit one of
them alone, and the least time of each counts; those that grow too fast run up to MOST_RUNS times.
Growth is the time for 2n over the time for n, which counts as LEAST seconds if it is less: below,
the machine's noise is larger than what is measured.
"""
import argparse
import base64
import json
import sys
import tempfile
from itertools import pairwise

from common import ROOT, command, measured, print_head

sys.path.insert(0, str(ROOT / "tests"))
import hostile

COMMANDS = {"lexbor": ["html2text", "--parser", "lexbor"],
            "html5lib": ["html2text", "--parser", "html5lib"], "clean": ["clean"],
            "markdown": ["clean", "--format", "markdown"]}
LIMITS = {"lexbor": (2, 500), "html5lib": (5, 500), "clean": (5, 500),
          "markdown": (5, 500)}                                            # seconds, megabytes
GROWTH = 2.5
# n that takes one to a few tenths of a second at first, where the last stays below 20 MB
SIZES = {"p": 20_000, "div": 20_000, "attributes": 200_000, "marks": 300_000, "rt": 20_000,
         "options": 30_000, "kbd": 100_000, "quoted <p": 800_000, "<": 500_000,
         "tags in a comment": 200_000, "scripts of TeX": 20_000,
         "a in a table": 10_000, "words of dashes": 250_000, "x</x>": 6_000, "rb and b": 4_000,
         "x in svg": 2_000, "joiners": 200_000, "reopened bytes": 5_000, "names between /": 50_000,
         "names of scripts": 200, "roots": 20, "</titl": 200_000, "plain lines": 20_000,
         "plain sentences": 60_000, "brackets": 100_000, "marks of Markdown": 50_000,
         "backticks in code": 100_000}
LEAST = 0.2              # seconds
RUNS, MOST_RUNS = 3, 9
DOUBLINGS = 3


def measure(target, data):
    """Return (seconds, megabytes) of one page through a command."""
    if COMMANDS[target][0] != "clean":
        data = json.dumps({"id": "a", "html_b64": base64.b64encode(data).decode()}).encode()
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        usage = measured(command(*COMMANDS[target]), source=file.name)
    if usage.status and not (usage.status == 2 and target == "html5lib"):
        raise SystemExit(f"scutch-{COMMANDS[target][0]} ended with {usage.status}")
    return usage.cpu, usage.megabytes


def within(target, data):
    """Return (seconds, megabytes) of one page: the first run within the limit, else the least."""
    runs = []
    for _ in range(RUNS):
        runs.append(measure(target, data))
        if runs[-1][0] <= LIMITS[target][0]:
            return runs[-1]
    return min(runs)


def least(pages, idle=None):
    """Return for each target the fewest seconds that each of the pages took, {target: list}.

    idle: {target: [seconds of an empty page]}, which are taken away.
    """
    found = {target: [float("inf")] * len(pages) for target in LIMITS}
    for number in range(MOST_RUNS):
        for target, times in found.items():
            if number < RUNS or max(growths(times), default=0) > GROWTH:
                away = idle[target][0] if idle else 0.0
                found[target] = [min(time, max(0.0, measure(target, page)[0] - away))
                                 for time, page in zip(times, pages, strict=True)]
    return found


def growths(times):
    """Return the growth of each time over the one before."""
    return [time / max(LEAST, before) for before, time in pairwise(times)]


def shown(target, seconds, megabytes):
    """Return the two columns of a measurement, marked where they are over the limit."""
    most_seconds, most_megabytes = LIMITS[target]
    over = seconds > most_seconds, megabytes > most_megabytes
    return f"{seconds:8.2f}{'!' if over[0] else ' '}{megabytes:6.0f}{'!' if over[1] else ' '}"


def grown(seconds):
    """Return the columns of each size of a page: seconds and growth, marked where it is over."""
    columns = []
    for times in seconds.values():
        columns.append([f"{times[0]:10.2f}{'':9}"] + [
            f"{time:10.2f}{one:8.2f}{'!' if one > GROWTH else ' '}"
            for time, one in zip(times[1:], growths(times), strict=True)])
    return ["".join(line) for line in zip(*columns, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="WORD", help="pages with WORD in their name")
    args = parser.parse_args()
    print_head({})
    over = 0
    print(f"{'page':36}" + "".join(f"{target + ' s':>9}{'MB':>6} " for target in LIMITS))
    for name, make in (hostile.PAGES | hostile.LARGE).items():
        if args.only in name:
            columns = [shown(target, *within(target, make())) for target in LIMITS]
            over += "".join(columns).count("!")
            print((f"{name:36}" + "".join(columns)).rstrip(), flush=True)

    print(f"\n{'page of n parts':24}{'n':>8}" + "".join(f"{target + ' s':>10}{'growth':>8} "
                                                        for target in LIMITS))
    growing = {name: make for name, make in hostile.GROWING.items() if args.only in name}
    idle = least([b"<p>x"] if growing else [])
    for name, make in growing.items():
        sizes = [SIZES[name] << doubling for doubling in range(DOUBLINGS + 1)]
        lines = grown(least(list(map(make, sizes)), idle))
        over += "".join(lines).count("!")
        for count, line in zip(sizes, lines, strict=True):
            print(f"{name:24}{count:8}{line}".rstrip(), flush=True)
    print(f"\n{over} over the limits (" + ", ".join(
        f"{target} {seconds} s {megabytes} MB" for target, (seconds, megabytes) in LIMITS.items())
        + f", growth {GROWTH})")


if __name__ == "__main__":
    main()
