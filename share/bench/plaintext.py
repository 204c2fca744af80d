#!/usr/bin/env python3
"""Compare scorers of plain text: charlm, and trees on the features that a text dump leaves.

usage: plaintext.py [--pages N] [--trained-on GOLD_DIR] GOLD_DIR...

Pages are dumped by `lynx -dump`, as CleanEval's were, with their links; the dump is the text of the
record. A table for each set: mean F of words, as bags and as aligned, over all pages, for

  all text      all segments of scutch-segment
  charlm        the shipped models at their thresholds, in the context of the page
  trees         120 trees of 31 leaves, by LightGBM, on 74 features of a segment's text, neighbours,
                place and page, at the threshold that is best on their training pages
  mean          the mean of charlm, model en, and trees
  raw           the text of the dump as it is

Trees are trained on N dumps (500) of --trained-on (wcxb-dev), on which charlm is trained, too. They
learn the share of a segment's words that the gold has. Each page has the same weight; within a page
the weight of a segment is the square root of its words.
"""
import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import lightgbm
import numpy as np
from common import page_id, paths_of, read_page

from scutch.filters.charlm import Scorer
from scutch.filters.eval import read_gold
from scutch.filters.segment import segment
from scutch.filters.training.labels import gold_of, labelled, shares_of
from scutch.lm.gold.measures import mean, score
from scutch.lm.perceptron.texrex import one_of

LYNX = ["lynx", "-dump", "-force_html", "-assume_charset=utf-8", "-display_charset=utf-8"]
DATE = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b")
STOPS = (".", "!", "?", "…", '."', ".”", '?"', '!"')
STEPS, WINDOWS, FAR = (-3, -2, -1, 1, 2, 3), (3, 8, 20), 50
TREES = {"objective": "cross_entropy", "num_leaves": 31, "learning_rate": 0.08, "max_bin": 63,
         "min_data_in_leaf": 200, "feature_fraction": 0.5, "verbose": -1, "num_threads": 1,
         "seed": 0, "deterministic": True}
ROUNDS = 120
CUTS = np.arange(0.3, 0.71, 0.05)


def dump(path):
    """Return the record of a page's dump."""
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8",
                                     errors="replace") as file:
        file.write('<meta charset="utf-8">' + read_page(path))
        file.flush()
        done = subprocess.run([*LYNX, file.name], capture_output=True, check=False)
    return {"id": page_id(path), "text": done.stdout.decode("utf-8", "replace")}


def dumps(gold, pages):
    """Return [(record with segments, gold record, text of the dump)] of a set."""
    wanted = read_gold(str(gold))
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(dump, paths_of(gold, pages)))
    return [(segment(record)[0], wanted[record["id"]], record["text"]) for record in found
            if record["id"] in wanted]


def features(record):
    """Return the features of the segments of plain text, float (segments, features)."""
    texts = [one["text"] for one in record["segments"]]
    count = len(texts)
    if not count:
        return np.zeros((0, 0))
    words = np.array([one["words"] for one in record["segments"]], float)
    chars = np.array([len(text) or 1 for text in texts], float)

    def each(function):
        return np.array([function(text) for text in texts], float)

    stop = each(lambda text: text.endswith(STOPS))
    kinds = one_of([one["kind"] for one in record["segments"]], "phltc").T
    bar = np.array([one.get("bar") is True for one in record["segments"]], float)
    caps = each(lambda text: sum(word[0].isupper() for word in text.split())) / np.maximum(1, words)
    prose = chars * ((words >= 10) | (stop > 0))
    repeated = Counter(texts)
    place = np.arange(count)
    own = [np.log1p(words), chars / np.maximum(1, words), words / np.ceil(chars / 80), stop, bar,
           caps, *kinds, each(lambda text: text.endswith(":")),
           each(lambda text: text.count(",")) / np.maximum(1, words),
           each(lambda text: sum(map(str.isdigit, text))) / chars,
           each(lambda text: DATE.search(text) is not None), each(lambda text: text[:1].islower()),
           each(lambda text: min(5, text.count("?"))), each(lambda text: "©" in text),
           each(lambda text: min(5, sum(map(text.count, "|»›·")))),
           each(lambda text: min(5, repeated[text])),
           np.array([min(20, len(one["sentences"])) for one in record["segments"]], float)]
    around = []
    for row in (np.log1p(words), stop, kinds[1], kinds[2], caps, bar):
        padded = np.pad(row, 3, constant_values=-1)
        around += [padded[3 + step:3 + step + count] for step in STEPS]
    sums = np.concatenate([np.zeros((2, 1)), np.cumsum([prose, chars], 1)], 1)
    for size in WINDOWS:
        low, high = np.maximum(0, place - size), np.minimum(count, place + size + 1)
        some, whole = sums[:, high] - sums[:, low]
        around += [some / np.maximum(1, whole), np.log1p(np.maximum(0, some))]
    there = np.flatnonzero((words >= 15) & (stop > 0))
    for inner in (place[:, None] - there[None, :], there[None, :] - place[:, None]):
        far = np.where(inner >= 0, inner, FAR).min(1) if len(there) else np.full(count, FAR)
        around.append(np.minimum(far, FAR))
    page = [place / count, (np.cumsum(prose) - prose / 2) / max(1, prose.sum()),
            np.full(count, np.log1p(count)), np.full(count, prose.sum() / chars.sum())]
    return np.array([*own, *around, *page]).T


def train(pages):
    """Return (the trees, their best threshold) on labelled dumps."""
    rows, shares, weights, parts = [], [], [], []
    for record, gold, _ in pages:
        if gold_of({"id": gold["id"]}, {gold["id"]: gold}, 0.5) and record["segments"]:
            rows.append(features(record))
            shares.append(shares_of(labelled(record["segments"], gold)))
            root = np.sqrt([one["words"] + 0.5 for one in record["segments"]])
            weights.append(root / root.sum())
            parts.append((record, gold))
    data = lightgbm.Dataset(np.concatenate(rows), np.concatenate(shares),
                            weight=100 * np.concatenate(weights))
    trees = lightgbm.train(TREES, data, ROUNDS)
    found = {cut: mean([_figures(_kept(record, 1 - trees.predict(one), cut), gold)["bow_f"]
                        for (record, gold), one in zip(parts, rows, strict=True)])
             for cut in CUTS.tolist()}
    return trees, max(found, key=found.get)


def _kept(record, scores, cut):
    return [one["text"] for one, score in zip(record["segments"], scores, strict=True)
            if score <= cut]


def _figures(texts, gold):
    return score(texts, gold, ["bow", "align"])[0]


def table(pages, trees, cut):
    """Print the rows of a set."""
    rows = {"raw": [], "all text": [], "charlm en": [], "charlm latin": [], "trees": [],
            "mean of charlm en and trees": []}
    models = {name: Scorer(model=name) for name in ("en", "latin")}
    for record, gold, text in pages:
        if gold.get("text") is None:
            continue
        rows["raw"].append(_figures([text], gold))
        rows["all text"].append(_figures([one["text"] for one in record["segments"]], gold))
        scores = {}
        for name, model in models.items():
            done, = model(record)
            scores[name] = np.array([one["scores"]["charlm"] for one in done["segments"]])
            rows[f"charlm {name}"].append(_figures(_kept(record, scores[name], 0.5), gold))
        ours = 1 - trees.predict(features(record)) if record["segments"] else np.zeros(0)
        rows["trees"].append(_figures(_kept(record, ours, cut), gold))
        rows["mean of charlm en and trees"].append(_figures(
            _kept(record, (scores["en"] + ours) / 2, (0.5 + cut) / 2), gold))
    print(f"{'':32}{'bow F':>8}{'P':>8}{'R':>8}{'align F':>9}")
    for name, found in rows.items():
        print(f"{name:32}" + "".join(f"{mean([one[key] for one in found]):{width}.2f}"
                                     for key, width in (("bow_f", 8), ("bow_p", 8), ("bow_r", 8),
                                                        ("align_f", 9))), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=500, metavar="N")
    parser.add_argument("--trained-on", type=Path, default=Path("../shared/gold/wcxb-dev"))
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    print(shlex.join(["share/bench/plaintext.py", *sys.argv[1:]]))
    trees, cut = train(dumps(args.trained_on, args.pages))
    print(f"\ntrees: cut {cut:.2f}")
    for gold in args.gold:
        pages = dumps(gold, None)
        print(f"\n{gold.name}: {len(pages)} dumps")
        table(pages, trees, cut)


if __name__ == "__main__":
    main()
