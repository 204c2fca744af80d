#!/usr/bin/env python3
"""Measure --min-precision: how clean the pages are that it keeps, and how much text is left.

usage: precision.py [--scope SCOPE] [--pages N] GOLD_DIR GOLD_DIR...

The precision of a page is the share of the words kept, as bags, that its gold has. It is predicted
as in lm/combine/confidence.py, with weights fitted on the other sets alone (leave-one-set-out). For
each set and limit the table has the shares of its pages and of its words that are left, and
their precision: of all words, and the mean over pages. No model should have been trained on the
sets. The last line has the weights of all sets together, which confidence.py has for the scope.
"""
import argparse
import json
import tempfile
from pathlib import Path

import numpy as np
from common import command, paths_of, print_head, run, write_pages

from scutch.filters.training.gold import read_gold
from scutch.lm.calibration import fit_logistic, log_odds
from scutch.lm.combine.confidence import LEAST_DOUBT, PRECISION
from scutch.lm.gold.measures import token_bags

LIMITS = (0, 0.8, 0.9, 0.95, 0.98)


def page_counts(gold, scope, pages, folder):
    """Return (estimates, counts) of the pages of a set that keep text, arrays.

    estimates: float (pages,), of precision, as scutch-combine writes them.
    counts:    int (pages, 2), words that the gold has, words kept.
    """
    source, scored, texts = (folder / name for name in ("pages", "scored", "texts"))
    write_pages(paths_of(gold, pages), source)
    run(command("chain", f"html2text, segment, charlm, combine --scope {scope}"), source, scored)
    run(command("emit", "--keep", "auto", "--format", "jsonl"), scored, texts)
    known = read_gold(str(gold))
    estimates, counts = [], []
    for record, emitted in zip(_records(scored), _records(texts), strict=True):
        hits, given, _ = token_bags(emitted["text"], known[record["id"]].get("text") or "")
        if given:
            estimates.append(record["doc"]["scores"]["precision"])
            counts.append([hits, given])
    return np.array(estimates), np.array(counts)


def _records(file):
    with open(file, "rb") as lines:
        return list(map(json.loads, lines))


def inputs_of(estimates):
    """Return the inputs of the regression, (pages, 2): one, and the log odds of the estimates.

    These are a line over those of the surety that they were made of, so a fit to them is the same.
    """
    return np.column_stack([np.ones(len(estimates)), log_odds(estimates, LEAST_DOUBT)])


def fitted(sets):
    """Return the weights over `inputs_of` for several sets, each of the same weight."""
    inputs = np.concatenate([inputs_of(estimates) for estimates, _ in sets])
    clean = np.concatenate([counts[:, 0] / counts[:, 1] for _, counts in sets])
    weights = np.concatenate([np.full(len(counts), 1 / len(counts)) for _, counts in sets])
    return fit_logistic(inputs, clean, weights)


def table(name, estimates, counts, weights):
    predicted = 1 / (1 + np.exp(-inputs_of(estimates) @ weights))
    for limit in LIMITS:
        kept = predicted >= limit
        hits, given = counts[kept].sum(0) if kept.any() else (0, 0)
        pages = counts[kept, 0] / counts[kept, 1]
        print(f"{name if not limit else '':18}{limit or 'all':>6}{kept.sum():7}{kept.mean():8.0%}"
              f"{given / counts[:, 1].sum():8.0%}"
              + (f"{100 * hits / given:11.1f}{100 * pages.mean():8.1f}" if given else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scope", default="page", choices=list(PRECISION))
    parser.add_argument("--pages", type=int, metavar="N", help="of each set, drawn by a seed")
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    print_head({})
    with tempfile.TemporaryDirectory() as name:
        sets = {gold.name: page_counts(gold, args.scope, args.pages, Path(name))
                for gold in args.gold}
    print(f"{'':18}{'limit':>6}{'pages':>7}{'':8}{'words':>8}{'precision':>11}{'a page':>8}")
    for name, (estimates, counts) in sets.items():
        others = [of for other, of in sets.items() if other != name or len(sets) == 1]
        table(name, estimates, counts, fitted(others))
    intercept, slope = fitted(list(sets.values()))
    before = PRECISION[args.scope]
    print(f"\nweights of all sets: {intercept + slope * before[0]:.3f}, {slope * before[1]:.3f}")


if __name__ == "__main__":
    main()
