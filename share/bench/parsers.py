#!/usr/bin/env python3
"""Compare the output of html2text with html5lib and with lexbor.

usage: parsers.py GOLD_DIR...

Segments are aligned by difflib; two are the same if text, kind, tag and all counts are equal.
Prints a line for each data set: pages, segments, the share of segments that are the same in all
fields and in the text alone, and pages that differ in anything, including title, lang and doc.
Then the causes: the first difference between the two trees of a page, how many pages and segments
each cause affects, and an example.
"""
import argparse
import difflib
import gzip
import re
import sys
from collections import defaultdict
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bin"))
from scutch.filters.html.charset import decode_page
from scutch.filters.html.parse.parsers import parser_named
from scutch.filters.html2text import html2text

PARSERS = {name: parser_named(name)[1] for name in ("lexbor", "html5lib")}
FORMATTING = re.compile(r"</?(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?: .*)?>")
TREES = {
    "formatting elements closed or opened again elsewhere": lambda token: FORMATTING.match(token),
    "white space elsewhere": lambda token: token.isspace(),
    "the head ends elsewhere": lambda token: re.match("</?(?:head|body)", token),
}
SHOWN = 60               # code points of a tag or text


def same(one, other):
    """Return how many items of two lists are aligned as equal."""
    if one == other:
        return len(one)
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return sum(size for *_, size in matcher.get_matching_blocks())


def compare(path):
    """Return (path, segments, same in all, same in text, whether all is the same, cause, place)."""
    page = decode_page(gzip.decompress(path.read_bytes()), None)[0]
    trees, found = {}, []
    for name, parse in PARSERS.items():
        def kept(text, *wanted, name=name, parse=parse):
            trees[name] = parse(text, *wanted)
            return trees[name]
        found.append(html2text({"html": page}, parse=kept)[0])
    rows = [[(one["elements"][segment.pop("element")][0], *segment.items())
             for segment in map(dict, one["segments"])] for one in found]
    texts = [[segment["text"] for segment in one["segments"]] for one in found]
    equal = found[0] == found[1]
    cause, place = (None, None) if equal else cause_of(*(tree for tree, _ in trees.values()))
    return path, max(map(len, rows)), same(*rows), same(*texts), equal, cause, place


def cause_of(lexbor, html5lib):
    """Return (the cause, the place) of the first difference between two trees."""
    one, other = ([token for token in re.split("(<[^>]*>)", tree[tree.find("<html"):]) if token]
                  for tree in (lexbor, html5lib))
    first = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
                 min(len(one), len(other)))
    place = [" ".join(token[:SHOWN] for token in tokens[max(0, first - 1):first + 3])
             for tokens in (one, other)]
    for cause, of_it in TREES.items():
        if [t for t in one if not of_it(t)] == [t for t in other if not of_it(t)]:
            return cause, place
    return "other", place


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default: 1)")
    parser.add_argument("gold", nargs="+", type=Path, metavar="GOLD_DIR")
    args = parser.parse_args()
    print(f"{'data':16}{'pages':>7}{'segments':>10}{'same %':>9}{'same text %':>13}{'differ':>8}")
    causes = defaultdict(list)
    with Pool(args.jobs) as pool:
        for gold in args.gold:
            pages = segments = all_same = text_same = 0
            differ = 0
            for path, most, n, m, equal, cause, place in pool.imap(
                    compare, sorted(gold.glob("html/*.gz"))):
                pages, segments = pages + 1, segments + most
                all_same, text_same, differ = all_same + n, text_same + m, differ + (not equal)
                if cause:
                    causes[cause].append((f"{gold.name}/{path.name[:-8]}", most - n, place))
            print(f"{gold.name:16}{pages:7}{segments:10}{100 * all_same / segments:9.3f}"
                  f"{100 * text_same / segments:13.3f}{differ:8}", flush=True)
    for cause, pages in sorted(causes.items()):
        page, _, places = pages[0]
        print(f"\n{cause}: {len(pages)} pages, {sum(lost for _, lost, _ in pages)} segments")
        for name, place in zip(PARSERS, places, strict=True):
            print(f"    {page} {name + ':':9} {place!r}")
    if not causes:
        print("\nno page differs")


if __name__ == "__main__":
    main()
