#!/usr/bin/env python3
"""Measure lm/templates/minhash.py beside datasketch, and scutch-archive by pages of a host.

usage: minhash.py GOLD_DIR...

First the time and memory to import the packages, and those of scutch-archive on generated pages of
one template. Then signatures of 128 permutations of the structure of gold pages, from the same
tokens: pages a second, and the error of the estimate against the Jaccard index over random pairs.
Then the search for pages with an index of 0.6 or more: pages a second, pairs found, the share of
them that are true, and how near the best pair found for each page is to its true best (scutch
examines only some of the nearest). It needs datasketch: pip install datasketch.
"""
import argparse
import itertools
import json
import random
import sys
import tempfile
import time
from pathlib import Path

import datasketch
import numpy as np
from common import command, paths_of, read_page, run

from scutch.filters.html.parse.parsers import parser_named
from scutch.filters.html.template import elements_of
from scutch.lm.templates.minhash import THRESHOLD, P, alike, signature
from scutch.lm.templates.structure import paths

COUNTS = (100, 1000, 10_000)
REPEATS = 5
PARSE = parser_named("auto")[1]


def tokens_of(golds):
    """Return the structure tokens of all pages of the gold folders."""
    pages = [paths(*elements_of(PARSE(read_page(path).encode("utf-8", "replace"))[0]))
             for gold in golds for path in paths_of(gold)]
    return [tokens for tokens in pages if tokens]


def timed(function, *args):
    """Return (what the function returns, seconds of the fastest of some runs)."""
    best = None
    for _ in range(REPEATS):
        began = time.perf_counter()
        found = function(*args)
        took = time.perf_counter() - began
        best = took if best is None else min(best, took)
    return found, best


def sketches(pages):
    """Return the signatures by datasketch, of hashes as scutch's are."""
    return datasketch.MinHash.bulk(pages, num_perm=P, hashfunc=int)


def neighbours(found):
    """Return the pairs that datasketch's index finds, filtered by its own estimate."""
    index = datasketch.MinHashLSH(threshold=THRESHOLD, num_perm=P)
    for number, one in enumerate(found):
        index.insert(number, one)
    return {(min(number, other), max(number, other)) for number, one in enumerate(found)
            for other in index.query(one)
            if other != number and one.jaccard(found[other]) >= THRESHOLD}


def jaccard(one, other):
    return len(one & other) / len(one | other)


def compare(pages):
    """Print both tables."""
    mine, my_time = timed(lambda: np.stack([signature(page) for page in pages]))
    theirs, their_time = timed(sketches, pages)
    pairs = random.Random(1).sample(list(itertools.combinations(range(len(pages)), 2)),
                                    min(20_000, len(pages) * (len(pages) - 1) // 2))
    truth = np.array([jaccard(pages[i], pages[j]) for i, j in pairs])
    errors = [np.array([(mine[i] == mine[j]).mean() for i, j in pairs]) - truth,
              np.array([theirs[i].jaccard(theirs[j]) for i, j in pairs]) - truth]
    print(f"\n{len(pages)} pages, {np.mean([len(page) for page in pages]):.0f} tokens each\n")
    print(f"{'signatures':12} {'pages/s':>9} {'bytes':>6} {'bias':>8} {'RMS error':>10}")
    for name, took, size, error in (
            ("scutch", my_time, mine[0].nbytes, errors[0]),
            (f"datasketch {datasketch.__version__}", their_time, theirs[0].hashvalues.nbytes,
             errors[1])):
        print(f"{name:16} {len(pages) / took:5.0f} {size:6} {error.mean():8.4f} "
              f"{(error ** 2).mean() ** 0.5:10.4f}")

    (one, other, _), my_time = timed(alike, mine)
    mine_found = set(zip(one.tolist(), other.tolist(), strict=True))
    theirs_found, their_time = timed(neighbours, theirs)
    best = np.zeros(len(pages))
    true = set()
    for i, j in itertools.combinations(range(len(pages)), 2):
        value = jaccard(pages[i], pages[j])
        best[[i, j]] = np.maximum(best[[i, j]], value)
        if value >= THRESHOLD:
            true.add((i, j))
    print(f"\n{'pages alike':16} {'pages/s':>9} {'pairs':>8} {'true':>7} {'of best':>8}")
    for name, took, found in (("scutch", my_time, mine_found),
                              (f"datasketch {datasketch.__version__}", their_time, theirs_found)):
        reached = np.zeros(len(pages))
        for i, j in found:
            reached[[i, j]] = np.maximum(reached[[i, j]], jaccard(pages[i], pages[j]))
        has = best >= THRESHOLD
        print(f"{name:16} {len(pages) / took:9.0f} {len(found):8} "
              f"{len(found & true) / max(1, len(found)):7.1%} "
              f"{(reached[has] / best[has]).mean():8.1%}")


def start():
    """Print what it takes to import numpy, which scutch-archive needs, and datasketch."""
    for package in "numpy", "datasketch":
        used = [run([sys.executable, "-c", f"import {package}"]).cpu for _ in range(REPEATS)]
        print(f"import {package}: {1000 * min(used):.0f} ms")


def generated(count, seed=0):
    """Yield the lines of pages of one template: a menu of 20, 5 to 15 paragraphs, a footer."""
    generator = random.Random(seed)
    words = ["".join(generator.choices("abcdefghijklmnopqrstuvwxyz", k=generator.randint(2, 9)))
             for _ in range(5000)]

    def text(length):
        return " ".join(generator.choices(words, k=length))

    menu, foot = [text(2) for _ in range(20)], [text(8) for _ in range(6)]
    for number in range(count):
        own = [text(generator.randint(20, 80)) for _ in range(generator.randint(5, 15))]
        blocks = [("li", 2, item) for item in menu] + [("p", 3, part) for part in own] + [
            ("p", 4, item) for item in foot]
        elements = [["html", -1, ""], ["body", 0, ""], ["ul", 1, "menu"], ["div", 1, "main"],
                    ["div", 1, "foot"], *([tag, parent, ""] for tag, parent, _ in blocks)]
        segments = [{"text": shown, "kind": "p", "tag": tag, "element": place,
                     "chars": len(shown), "words": len(shown.split())}
                    for place, (tag, _, shown) in enumerate(blocks, 5)]
        record = {"id": str(number), "url": f"http://a.example/{number}", "elements": elements,
                  "segments": segments}
        yield json.dumps(record).encode() + b"\n"


def growth():
    """Print what scutch-archive takes for more and more pages of one template."""
    print(f"\n{'scutch-archive, pages':22} {'ms a page':>9} {'MB':>5}")
    with tempfile.TemporaryDirectory() as folder:
        for count in COUNTS:
            source = Path(folder, "pages.jsonl")
            with open(source, "wb") as out:
                out.writelines(generated(count))
            used = run(command("archive", "--max-segments", 10**9), source)
            print(f"{count:22} {1000 * used.cpu / count:9.2f} {used.megabytes:5.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", type=Path)
    golds = parser.parse_args().gold
    start()
    growth()
    compare(tokens_of(golds))


if __name__ == "__main__":
    main()
