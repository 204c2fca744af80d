#!/usr/bin/env python3
"""Figure 2 of Evert 2007, cross-entropy against q, a line for each n, as PNG.

usage: scutch-train charlm --tune ... | charlm_figure.py FILE.png

The table that --tune prints is read and printed again. Needs matplotlib.
"""
import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))      # share/bench
from common import ROOT  # noqa: F401  puts bin/ on the path

from scutch.filters.training.drawing import drawn


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", metavar="FILE.png")
    args = parser.parse_args()
    text = sys.stdin.read()
    if not text.startswith("bits per"):
        raise SystemExit("charlm_figure.py: what scutch-train charlm --tune prints is required")
    _, head, *rows, _ = text.splitlines()
    qs = [float(cell.removeprefix("q=")) for cell in head.split()[1:]]
    with drawn(args.path, 6, 4) as axes:
        for row in rows:
            n, *bits = map(float, row.split())
            axes.plot(qs, bits, marker="o", markersize=3, label=f"n = {n:.0f}")
        axes.set_xlabel("interpolation parameter q")
        axes.set_ylabel("cross-entropy (bits per character)")
        axes.legend()
    print(text, end="")


if __name__ == "__main__":
    main()
