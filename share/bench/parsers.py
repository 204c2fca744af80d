#!/usr/bin/env python3
"""Compare what html2text makes of pages with html5lib and with lexbor.

usage: parsers.py [--show N] GOLD_DIR...

A segment counts as the same if text, kind and all counts are, in the same order (difflib's
alignment). Prints a line a data set: pages, segments, share of segments that are the same, in all
fields and in text and kind alone, pages that differ; then the first N pages that differ.
"""
import argparse
import difflib
import gzip
import sys
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bin"))
from scutch.filters._charset import decode_page
from scutch.filters.html.parsers import parser_named
from scutch.filters.html2text import html2text

LEXBOR, HTML5LIB = parser_named("lexbor")[1], parser_named("html5lib")[1]


def same(one, other):
    """Return how many items of two lists are aligned as equal."""
    if one == other:
        return len(one)
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return sum(size for *_, size in matcher.get_matching_blocks())


def compare(path):
    html = decode_page(gzip.decompress(path.read_bytes()), None)[0]
    lexbor, html5lib = (html2text({"html": html}, parse=parse)[0] for parse in (LEXBOR, HTML5LIB))
    rows = []
    for record in lexbor, html5lib:
        paths = [tag for tag, _, _ in record["elements"]]
        rows.append([(paths[s["element"]], tuple(s.items())[:3] + tuple(s.items())[4:])
                     for s in record["segments"]])
    plain = [[dict(items)["text"] for _, items in row] for row in rows]
    most = max(map(len, rows))
    differ = list(difflib.unified_diff(*plain, lineterm="", n=0))[2:]
    return path, most, same(*rows), same(*plain), differ


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    print(f"{'data':18} {'pages':>6} {'segments':>9} {'same %':>8} {'same text %':>12} "
          f"{'differ':>7}")
    shown = []
    with Pool(args.jobs) as pool:
        for gold in args.gold:
            pages = segments = all_same = text_same = differ = 0
            for path, most, n, m, diff in pool.imap(compare, sorted(gold.glob("html/*.gz"))):
                pages, segments = pages + 1, segments + most
                all_same, text_same, differ = all_same + n, text_same + m, differ + (n < most)
                if n < most:
                    shown.append((most - n, path, diff))
            print(f"{gold.name:18} {pages:6} {segments:9} {100 * all_same / segments:8.3f} "
                  f"{100 * text_same / segments:12.3f} {differ:7}", flush=True)
    for lost, path, diff in sorted(shown, key=lambda row: -row[0])[:args.show]:
        print(f"\n{path.parent.parent.name}/{path.name}: {lost} segments differ")
        print("\n".join(line[:160] for line in diff[:12]))


if __name__ == "__main__":
    main()
