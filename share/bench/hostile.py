#!/usr/bin/env python3
"""Measure the hostile pages of tests/hostile.py: seconds, megabytes, growth per doubling.

usage: hostile.py [--only WORD]

Each page goes through a new process of scutch-html2text with lexbor, with html5lib, and of
scutch-clean. Seconds are CPU time of the process with its start-up; megabytes are its peak memory,
at least that of this program; "!" marks a figure over the limit of the column. Then follow pages
of n parts: growth is the time for 2n over the time for n, each the least of three runs minus that
of an empty page. It is marked where the time for n is a tenth of a second or more.
"""
import argparse
import base64
import json
import sys
import tempfile

from common import ROOT, command, run

sys.path.insert(0, str(ROOT / "tests"))
import hostile

COMMANDS = {"lexbor": ["html2text", "--parser", "lexbor"],
            "html5lib": ["html2text", "--parser", "html5lib"], "clean": ["clean"]}
LIMITS = {"lexbor": (2, 500), "html5lib": (5, None), "clean": (5, None)}   # seconds, megabytes
GROWTH = 2.5
# n that takes about a tenth of a second at first
SIZES = {"p": 50_000, "div": 100_000, "attributes": 200_000, "marks": 200_000,
         "rt": 100_000, "options": 100_000, "kbd": 50_000, "quoted <p": 800_000, "<": 1_000_000,
         "a in a table": 20_000, "words of dashes": 250_000}
LEAST = 0.1              # seconds; growth of less is noise
RUNS = 3                 # of each page; the least time counts
DOUBLINGS = 3


def measure(target, data):
    """Return (seconds, megabytes) of one page through a command."""
    if target != "clean":
        data = json.dumps({"id": "a", "html_b64": base64.b64encode(data).decode()}).encode()
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        usage = run(command(*COMMANDS[target]), source=file.name)
    return usage.cpu, usage.megabytes


def least(target, data):
    """Return the fewest seconds that a page took in RUNS runs."""
    return min(measure(target, data)[0] for _ in range(RUNS))


def shown(target, seconds, megabytes):
    """Return the two columns of a measurement, marked where they are over the limit."""
    most_seconds, most_megabytes = LIMITS[target]
    over = seconds > most_seconds, most_megabytes and megabytes > most_megabytes
    return f"{seconds:8.2f}{'!' if over[0] else ' '}{megabytes:6.0f}{'!' if over[1] else ' '}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="WORD", help="pages with WORD in their name")
    args = parser.parse_args()
    over = 0
    print(f"{'page':36}" + "".join(f"{target + ' s':>9}{'MB':>6} " for target in LIMITS))
    for name, make in (hostile.PAGES | hostile.LARGE).items():
        if args.only in name:
            columns = [shown(target, *measure(target, make())) for target in LIMITS]
            over += "".join(columns).count("!")
            print((f"{name:36}" + "".join(columns)).rstrip(), flush=True)

    print(f"\n{'page of n parts':24}{'n':>8}" + "".join(f"{target + ' s':>10}{'growth':>8} "
                                                        for target in LIMITS))
    idle = {target: least(target, b"<p>x") for target in LIMITS}
    for name, make in hostile.GROWING.items():
        before = {}
        for doubling in range(DOUBLINGS + 1 if args.only in name else 0):
            count = SIZES[name] << doubling
            columns = []
            for target in LIMITS:
                seconds = max(0.01, least(target, make(count)) - idle[target])
                growth = seconds / before[target] if doubling else 0
                shown_growth = f"{growth:.2f}" if doubling else ""
                mark = "!" if growth > GROWTH and before[target] >= LEAST else " "
                before[target] = seconds
                columns.append(f"{seconds:10.2f}{shown_growth:>8}{mark}")
            over += "".join(columns).count("!")
            print((f"{name:24}{count:8}" + "".join(columns)).rstrip(), flush=True)
    print(f"\n{over} over the limits (" + ", ".join(
        f"{target} {seconds} s" + (f" {megabytes} MB" if megabytes else "")
        for target, (seconds, megabytes) in LIMITS.items()) + f", growth {GROWTH})")


if __name__ == "__main__":
    main()
