#!/usr/bin/env python3
"""Measure which pages of a host scutch-archive takes for one template, and what the bits tell.

usage: templates.py GOLD_DIR...

Of each gold standard the hosts with two pages or more. First, for each kind of structure token
(paths; the tokens of Leśniak 2017, listing 2.7) and for the tree that they are made of (the
elements that enclose text, as they are in the record; all elements, html2text --template), at each
threshold: the share of these pages that find another; then what the bit patterns do there (T001),
in words of the pages that found one: recall of content, precision of boilerplate. Then how often
the signatures of both trees agree whether two pages of a host are alike at 0.6. Then, by the bits
of cross and segment, the share of boilerplate among words and among segments.
"""
import argparse
import gzip
import itertools
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))      # share/bench
from common import page_id, paths_of, read_page

from scutch.filters import record as records
from scutch.filters.hosts.annotate import crossed, reclassifier
from scutch.filters.hosts.grouping import host_of, path_of
from scutch.filters.html.parse.parsers import parser_named
from scutch.filters.html.template import elements_of
from scutch.filters.html2text import html2text
from scutch.filters.segment import segment
from scutch.lm.gold.alignment import labels
from scutch.lm.templates import structure
from scutch.lm.templates.crosses import ComparedPage, crosses
from scutch.lm.templates.minhash import THRESHOLD, signature, similarity

TOKENS = {"paths": structure.paths, "listing 2.7": structure.tokens}
TREES = {"text": lambda record: records.elements_of(record)[:2],
         "all": lambda record: record["doc"]["template"]}
THRESHOLDS = (0.3, 0.45, 0.6, 0.75)
KEEP = reclassifier("keep", 0, False)
PARSE = parser_named("auto")[1]


def hosts_of(gold):
    """Return [[(record, label of each segment)]] of the hosts with two pages or more.

    The elements of all of the page are in "doc.template".
    """
    with gzip.open(gold / "gold.jsonl.gz") as lines:
        known = {one["id"]: one for one in map(json.loads, lines)}
    found = defaultdict(list)
    for path in paths_of(gold):
        one = known[page_id(path)]
        if one["text"] is not None and one["url"]:
            found[host_of(one)].append((path, one))
    return [[_labelled(path, one) for path, one in pages]
            for pages in found.values() if len(pages) > 1]


def _labelled(path, one):
    record = {"id": one["id"], "url": one["url"], "html": read_page(path)}
    record, = html2text(record, parse=PARSE, template=elements_of)
    record, = segment(record)
    return record, labels([part["text"] for part in record["segments"]], one["text"])


def compared(pages, threshold, tokens, tree):
    """Yield (page, cross bits, segment, whether it is content) of each segment's part."""
    records = [record for record, _ in pages]
    ids = [record["id"] for record in records]
    host = [ComparedPage(path_of(record), None, signature(tokens(*tree(record))),
                 [part["text"] for part in record["segments"]]) for record in records]
    for (record, kept), cross in zip(pages, crosses(host, threshold), strict=True):
        rest = iter(zip(record["segments"], kept, strict=True))
        left = 0
        for part in crossed(record, cross, ids, KEEP)["segments"]:
            if not left:
                whole, label = next(rest)
                left = len(whole["text"].split())
            left -= len(part["text"].split())
            yield record["id"], cross.bits, part, label >= 0.5


def table(name, hosts):
    """Print the first table of a gold standard."""
    count = sum(map(len, hosts))
    print(f"{name}: {len(hosts)} hosts with {count} pages")
    print(f"{'tokens':12} {'elements':9} {'threshold':>9} {'pages':>7} {'content R':>10} "
          f"{'boilerplate P':>14}")
    for (kind, tokens), (which, tree), threshold in itertools.product(
            TOKENS.items(), TREES.items(), THRESHOLDS):
        words, found = Counter(), set()
        for pages in hosts:
            for page, bits, part, content in compared(pages, threshold, tokens, tree):
                if bits != "10000":
                    found.add(page)
                    words[part["class"] == "boilerplate", content] += part["words"]
        print(f"{kind:12} {which:9} {threshold:9} {len(found) / count:7.1%} "
              f"{_share(words[False, True], words[True, True]):>10} "
              f"{_share(words[True, False], words[True, True]):>14}")


def _share(one, other):
    return f"{one / (one + other):.1%}" if one + other else "-"


def agreement(hosts):
    """Print how often both trees say the same of two pages of a host."""
    for kind, tokens in TOKENS.items():
        said = Counter()
        for pages in hosts:
            for (one, _), (other, _) in itertools.combinations(pages, 2):
                signatures = [[signature(tokens(*tree(record))) for record in (one, other)]
                              for tree in TREES.values()]
                said[tuple(similarity(*pair) >= THRESHOLD for pair in signatures)] += 1
        print(f"{kind}: of {said.total()} pairs of pages of a host both trees find "
              f"{said[True, True]} alike and {said[False, False]} not, the elements that enclose "
              f"text alone {said[True, False]}, all elements alone {said[False, True]}")


def shares(hosts):
    """Print the share of boilerplate by the bits of cross and segment."""
    words, segments = Counter(), Counter()
    for pages in hosts:
        for _, bits, part, content in compared(pages, THRESHOLD, TOKENS["paths"], TREES["text"]):
            key = bits, part["raw"]["archive"], content
            words[key] += part["words"]
            segments[key] += 1
    print(f"{'cross':6} {'bits':6} {'words':>8} {'dirty':>7} {'segments':>9} {'dirty':>7}")
    for key in sorted({key[:2] for key in segments}):
        pairs = [(counts[(*key, False)], counts[(*key, True)]) for counts in (words, segments)]
        dirty = [_share(*pair) for pair in pairs]
        sums = [sum(pair) for pair in pairs]
        print(f"{key[0]:6} {key[1]:6} {sums[0]:8} {dirty[0]:>7} {sums[1]:9} {dirty[1]:>7}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", type=Path)
    for gold in parser.parse_args().gold:
        hosts = hosts_of(gold)
        table(gold.name, hosts)
        print()
        agreement(hosts)
        print()
        shares(hosts)
        print(flush=True)


if __name__ == "__main__":
    main()
