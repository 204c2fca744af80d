#!/usr/bin/env python3
"""Measure each --scope of scutch-clean on gold sets, and what their gold has of a page.

usage: scopes.py [--pages N] GOLD_DIR...

A row for each set: mean F of bags of words, in percent, of the text that scutch-clean keeps with
each scope, over all pages. Then the share of its pages whose gold has the headline that scutch-role
finds, and of those with lines of another role, whose gold has half of these lines: of a line, half
of its runs of three words. The models of --scope page and main are trained on wcxb-dev, wcxb-extra
and fundus, that of main on magic-article, magic-forum and kinds, too: unseen.py measures main and
article there by models of other sites.
"""
import argparse
import json
import shlex
import sys
import tempfile
from pathlib import Path
from statistics import fmean

from common import command, paths_of, run, write_pages

from scutch.filters.training.gold import read_gold
from scutch.lm.gold.goldwords import words
from scutch.lm.gold.measures import score

SCOPES = ("page", "main", "article")
ROLES = ("headline", "byline", "caption", "comment", "teaser")
RUN, SHARE = 3, 0.5


def records(file):
    """Yield the records of a file."""
    with open(file, "rb") as lines:
        yield from map(json.loads, lines)


def runs(text):
    """Return the set of runs of RUN words of a text; of all words if it has fewer."""
    found = words(text)
    return {tuple(found[place:place + RUN]) for place in range(max(1, len(found) - RUN + 1))}


def has_line(text, line):
    """Return whether a gold text, as runs, has a line."""
    own = runs(line)
    return len(own & text) >= SHARE * len(own)


def of_scope(scope, pages, gold, work):
    """Return the mean F over pages of a scope."""
    run(command("clean", "--scope", scope, "--format", "jsonl"), pages, work / "out")
    return fmean(score([record["text"]], known, ["bow"])[0]["bow_f"]
                 for record in records(work / "out")
                 if (known := gold[record["id"]]).get("text") is not None)


def of_roles(pages, gold, work):
    """Return {role: share of pages whose gold has at least half of the lines of it}."""
    run(command("chain", "html2text, segment, role"), pages, work / "out")
    has = {role: [] for role in ROLES}
    for record in records(work / "out"):
        text = runs(gold[record["id"]].get("text") or "")
        for role in ROLES:
            lines = [segment["text"] for segment in record.get("segments") or []
                     if segment["role"] == role and not segment.get("hidden")
                     and len(words(segment["text"])) >= RUN]
            if lines:
                has[role].append(fmean(has_line(text, line) for line in lines) >= SHARE)
    return {role: fmean(pages) if pages else float("nan") for role, pages in has.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--pages", type=int, metavar="N")
    args = parser.parse_args()
    print(shlex.join(["share/bench/scopes.py", *sys.argv[1:]]), flush=True)
    print(f"\n{'':16}" + "".join(f"{name:>9}" for name in SCOPES)
          + "  gold has" + "".join(f"{name:>9}" for name in ROLES))
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        for gold in args.gold:
            write_pages(paths_of(gold, args.pages), work / "pages")
            known = read_gold(str(gold))
            f = [of_scope(scope, work / "pages", known, work) for scope in SCOPES]
            has = of_roles(work / "pages", known, work)
            print(f"{gold.name:16}" + "".join(f"{value:9.1f}" for value in f) + " " * 10
                  + "".join(f"{100 * has[role]:8.0f}%" for role in ROLES), flush=True)


if __name__ == "__main__":
    main()
