#!/usr/bin/env python3
"""Measure the hostile pages of tests/hostile.py: seconds, megabytes, growth per doubling.

usage: hostile.py [--only WORD]

Each page goes alone through a command of its own: scutch-html2text with lexbor, with html5lib, and
the whole of scutch-clean. Seconds are processor time of the command, start-up in; megabytes the
most that it, or this program before it, held; "!" is over the limit of the column. Then the same
for pages of n parts, where the growth is the time of 2n over that of n, each less that of an empty
page.
"""
import argparse
import base64
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import hostile  # noqa: E402

LIMITS = {"lexbor": (2, 500), "html5lib": (5, None), "clean": (5, None)}   # seconds, megabytes
GROWTH = 2.5
SIZES = {"p": 50_000, "div": 12_500, "attributes": 25_000, "marks": 25_000}
DOUBLINGS = 3
TOO_LONG = 120           # seconds after which a command is ended


def measure(target, data):
    """Return (seconds, megabytes) of one page through a command; raise if it fails."""
    if target == "clean":
        command, suffix = ["scutch-clean"], ".html"
    else:
        command, suffix = ["scutch-html2text", "--parser", target], ".jsonl"
        data = json.dumps({"id": "a", "html_b64": base64.b64encode(data).decode()}).encode()
    with tempfile.NamedTemporaryFile(suffix=suffix) as file, open(os.devnull, "wb") as nowhere:
        file.write(data)
        file.flush()
        limited = ["prlimit", f"--cpu={TOO_LONG}"]
        process = subprocess.Popen([*limited, sys.executable, ROOT / "bin" / command[0],
                                    *command[1:], file.name], stdout=nowhere)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in {0, -24}:               # SIGXCPU: the limit
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


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
    for name, make in hostile.PAGES.items():
        if args.only in name:
            columns = [shown(target, *measure(target, make())) for target in LIMITS]
            over += "".join(columns).count("!")
            print(f"{name:36}" + "".join(columns), flush=True)

    print(f"\n{'page of n parts':24}{'n':>8}" + "".join(f"{target + ' s':>10}{'growth':>8} "
                                                        for target in LIMITS))
    idle = {target: measure(target, b"<p>x")[0] for target in LIMITS}
    for name, make in hostile.GROWING.items():
        before = {}
        for doubling in range(DOUBLINGS + 1 if args.only in name else 0):
            count = SIZES[name] << doubling
            columns = []
            for target in LIMITS:
                seconds = max(0.01, measure(target, make(count))[0] - idle[target])
                growth = seconds / before[target] if doubling else 0
                before[target] = seconds
                columns.append(f"{seconds:10.2f}{growth:8.2f}{'!' if growth > GROWTH else ' '}")
            over += "".join(columns).count("!")
            print(f"{name:24}{count:8}" + "".join(columns), flush=True)
    print(f"\n{over} over the limits (" + ", ".join(
        f"{target} {seconds} s" + (f" {megabytes} MB" if megabytes else "")
        for target, (seconds, megabytes) in LIMITS.items()) + f", growth {GROWTH})")


if __name__ == "__main__":
    main()
