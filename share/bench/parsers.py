#!/usr/bin/env python3
"""Compare the output of html2text with html5lib and with lexbor.

usage: parsers.py [--jobs N] GOLD_DIR...

Prints a line for each data set: its pages, and those of whose records anything differs, title, lang
and doc included; then these pages, each with the first segments that differ.
"""
import argparse
from multiprocessing import Pool
from pathlib import Path

from common import page_id, paths_of, print_head, read_page

from scutch.filters.html.parse.wholepage import parser_named
from scutch.filters.html2text import html2text

PARSERS = {name: parser_named(name)[1] for name in ("lexbor", "html5lib")}
SHOWN = 60               # code points of a text


def difference(path):
    """Return (id of the page, what first differs in its two records, "" if nothing does)."""
    page = read_page(path)
    one, other = (html2text({"html": page}, parse=parse)[0] for parse in PARSERS.values())
    if one == other:
        return page_id(path), ""
    for left, right in zip(one["segments"], other["segments"], strict=False):
        if left != right:
            return page_id(path), f"{left['text'][:SHOWN]!r}, {right['text'][:SHOWN]!r}"
    return page_id(path), ", ".join(name for name in one if one[name] != other.get(name))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default: 1)")
    parser.add_argument("gold", nargs="+", type=Path, metavar="GOLD_DIR")
    args = parser.parse_args()
    print_head({}, ["selectolax", "html5lib"])
    print(f"\n{'data':16}{'pages':>7}{'differ':>8}")
    differing = []
    with Pool(args.jobs) as pool:
        for gold in args.gold:
            found = list(pool.imap(difference, paths_of(gold)))
            some = [(f"{gold.name}/{page}", what) for page, what in found if what]
            print(f"{gold.name:16}{len(found):7}{len(some):8}", flush=True)
            differing += some
    print()
    for page, what in differing:
        print(f"{page}: {what}")
    if not differing:
        print("no page differs")


if __name__ == "__main__":
    main()
