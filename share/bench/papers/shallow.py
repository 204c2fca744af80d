#!/usr/bin/env python3
"""Measure the shallow-feature classifiers beside the figures of Kohlschütter et al. 2010.

usage: shallow.py [--java CLASSPATH] L3S_GN1_DIR [GOLD_DIR...]

On L3S-GN1, the paper's GoogleNews collection:

  Table 1   blocks and words, in all and by class
  Table 2   F for two classes and for four, weighted by words, in folds by site; below it all
            features in random folds of blocks, as in the paper, so that neighbours and other blocks
            of the same site are in the training set. A leaf has at least 1000 words
  5.2       the parameters of eq. 2 and 3
  2b        mean over all pages of F of bags of words; gold text with readers' comments, which the
            Main Content Filter leaves out, and without them
  time      microseconds a block

On all sets, the rules and the shipped tree at its threshold, beside all text: F of the words kept
by the labels of scutch-label, mean over pages. The tree is trained on wcxb-dev.

--java is the class path of boilerpipe 1.2, NekoHTML and Xerces (Debian: libboilerpipe-java,
libnekohtml-java, libxerces2-java, libxml-commons-external-java); BoilerPy3 is measured where it
is installed.
"""
import argparse
import importlib.metadata
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))      # share/bench
from accuracy import pipe
from boilerpipe import by_boilerpy3, by_java
from common import command, paths_of, write_pages
from randomwriters import fitted

from scutch.filters.scoring.shallowblocks import blocks_of
from scutch.filters.shallow import RULES, Scorer
from scutch.filters.train_shallow import CLASS_OF
from scutch.filters.training.gold import read_gold
from scutch.filters.training.labels import DIRTY, labels_of
from scutch.lm.crossvalidation import folds_of, page_f
from scutch.lm.gold.measures import token_bags
from scutch.lm.shallow import printedrules as shallow
from scutch.lm.shallow import shallowfeatures as shallowfeatures
from scutch.lm.shallow import treetraining
from scutch.lm.shallow.densities import density, link_density
from scutch.lm.shallow.shallowtraining import LabelledRows, Recipe
from scutch.lm.shallow.wekameasures import measures

FOLDS, SEED = 10, 0
TREE, ONE = "tree", "1r"
CURRENT = shallowfeatures.names_of("current")
QUOTIENTS = list(shallowfeatures.QUOTIENTS)
# Table 2: row, method, features, maximum of leaves for two and four classes, F for two and four
TABLE_2 = [
    ("Only Avg. Sentence Length", ONE, ["average sentence length (C)"], None, "68.0", "65.2"),
    ("Only Avg. Word Length", ONE, ["average word length (C)"], None, "77.5", "73.5"),
    ("Only Number of Words", ONE, ["number of words (C)"], None, "86.7", "82.8"),
    ("Only Link Density", ONE, ["link density (C)"], None, "87.4", "81.4"),
    ("1R: Text Density", ONE, ["text density (C)"], None, "87.9", "83.4"),
    ("C4.8 Link Density (P/C/N)", TREE, "links", None, "91.0", "85.4"),
    ("C4.8 Number of Words (P/C/N)", TREE, "words", None, "90.9", "87.6"),
    ("C4.8 All Local Features (C)", TREE, CURRENT, None, "92.9", "88.7"),
    ("C4.8 NumWords + LinkDensity, simpl.", TREE, "words+links", (8, 7), "92.2", "86.8"),
    ("C4.8 Text + LinkDensity, simpl.", TREE, "density+links", (8, 12), "92.4", "86.7"),
    ("C4.8 All Local Features (C) + TDQ", TREE, CURRENT + QUOTIENTS, None, "92.9", "89.1"),
    ("C4.8 Text+Link Density (P/C/N)", TREE, "density+links", None, "93.9", "89.5"),
    ("C4.8 All Local Features (P/C/N)", TREE, "all", None, "95.0", "91.4"),
    ("the same + Global Frequency", None, None, None, "95.1", "91.6"),
]
FIXED = {                # rules without training: (function that tells content, F)
    "Number of Words @15": (lambda words, links, densities: [w > 15 for w in words], "86.7"),
    "Link Density @0.33": (lambda words, links, densities: [x <= 0.33 for x in links], "87.4"),
    "Text Density @10.5": (lambda words, links, densities: [x > 10.5 for x in densities], "87.9"),
    "Algorithm 1 (Text + LinkDensity)": (
        lambda words, links, densities: shallow.densitometric(links, densities), "92.4"),
    "Algorithm 2 (NumWords + LinkDensity)": (
        lambda words, links, densities: shallow.number_of_words(links, words), "92.2"),
    "ZeroR (predict content)": (lambda words, links, densities: [True] * len(words), "49.7"),
}
TABLE_1 = {"headline": "1% 1%", "fulltext": "12% 51%", "supplemental": "3% 3%",
           "comments": "1% 1%", "related": "4% 9%", "boilerplate": "79% 35%"}
EQUATIONS = {1: ("P_T(N) 0.3145, adjusted R2 96.7%, RMSE 0.0046"),
             2: ("P_N(S) 0.7586, P_S(N) 0.3968, P_L(N) 0.0437, adjusted R2 98.81%, RMSE 0.0027")}
PAPER_2B = "95.93"       # Main Content Filter, average
MAIN = {"headline", "fulltext", "supplemental"}


class Set:
    """A gold set: its pages as records of scutch-segment and of scutch-label."""

    def __init__(self, gold, folder):
        self.gold, self.name = gold, gold.name
        self.pages, segments, labels = (folder / f"{gold.name}.{step}.jsonl"
                                        for step in ("pages", "segments", "labels"))
        write_pages(paths_of(gold), self.pages)
        pipe([command("html2text"), command("segment")], self.pages, segments)
        pipe([command("label", "--gold", gold)], segments, labels)
        self.segments, self.labels = ([*map(json.loads, file.open(encoding="utf-8"))]
                                      for file in (segments, labels))


def page_of(record, classes):
    """Return LabelledRows of a labelled record: all features, two classes or four; or None."""
    indices, blocks = blocks_of(record, record["segments"])
    if not blocks:
        return None
    segments = [record["segments"][i] for i in indices]
    labels = ([CLASS_OF[one["label_class"]] for one in segments] if classes == 4
              else [one["label"] == DIRTY for one in segments])
    return LabelledRows(**labels_of(record, segments, words=[len(block.words) for block in blocks]),
                        rows=shallowfeatures.matrix(blocks), classes=np.array(labels, int))


def together(pages, field):
    return np.concatenate([getattr(page, field) for page in pages])


def column(name):
    return shallowfeatures.NAMES.index(name)


def table_1(labelled):
    """Print blocks and words of each class, beside the shares of the paper."""
    blocks, words = Counter(), Counter()
    for record in labelled:
        for segment in record["segments"]:
            if segment["words"]:
                blocks[segment["label_class"]] += 1
                words[segment["label_class"]] += segment["words"]
    print(f"Table 1: {blocks.total()} blocks of {words.total()} words; paper 72662 of 520483")
    for name, printed in TABLE_1.items():
        print(f"  {name:14}{100 * blocks[name] / blocks.total():5.1f}%"
              f"{100 * words[name] / words.total():6.1f}%   paper {printed}")
    print("  The paper's rows for comments and related content seem to be exchanged; and so do the "
          "words in\n  blocks of a text density of 11 and in blocks of 11 words, section 5.1:")
    pages = [page for record in labelled if (page := page_of(record, 2))]
    for name, printed in (("text density (C)", 358428), ("number of words (C)", 345175)):
        high = np.concatenate([page.rows[:, column(name)] for page in pages]) >= 11
        print(f"  {name[:-4]:16} at least 11:{together(pages, 'words')[high].sum():8}   "
              f"paper {printed}", flush=True)


def table_2(two, four):
    """Print the rows of Table 2, two classes and four, and the rules without training."""
    print("\nTable 2: F weighted by words, two classes | four classes")
    print(f"{'':38}{'paper':>6}{'sites':>7}{'AuC':>6}{'leaves':>7} |"
          f"{'paper':>6}{'sites':>7}{'AuC':>6}{'leaves':>7}")
    words, links, densities = ([page.rows[:, column(name)].tolist() for page in two] for name in
                               ("number of words (C)", "link density (C)", "text density (C)"))
    for name, (rule, printed) in FIXED.items():
        content = np.concatenate([rule(*page) for page in zip(words, links, densities,
                                                              strict=True)])
        found = measures(np.stack([content, ~content], 1).astype(float), together(two, "classes"),
                         together(two, "words"))
        print(f"{name:38}{printed:>6}{100 * found['f']:7.1f}{100 * found['auc']:6.1f}{'':>7} |",
              flush=True)
    for name, method, features, leaves, *printed in TABLE_2:
        print(f"{name:38}", end="")
        for k, pages in enumerate((two, four)):
            print(f"{printed[k]:>6}", end="")
            if method:
                names = (shallowfeatures.names_of(features) if isinstance(features, str)
                         else features)
                recipe = Recipe(method, leaves=leaves[k] if leaves else None)
                f, auc, count = by_sites(pages, names, recipe)
                print(f"{f:7.1f}{auc:6.1f}{count:7}", end="")
            print(" |" if k == 0 else "", end="", flush=True)
        print()
    for name, pages in ("two", two), ("four", four):
        found = by_blocks(pages, Recipe())
        print(f"all local features, {name} classes, random folds of blocks: "
              f"F {100 * found['f']:.1f}, AuC {100 * found['auc']:.1f}", flush=True)


def by_sites(pages, names, recipe):
    """Return (F, area under ROC, leaves) in folds by site; leaves of a tree of all pages."""
    columns = [column(name) for name in names]
    pages = [replace(page, rows=np.ascontiguousarray(page.rows[:, columns])) for page in pages]
    fold = folds_of(pages, FOLDS, SEED)
    probabilities = [None] * len(pages)
    for i in range(FOLDS):
        tree = recipe.fit([page for page, f in zip(pages, fold, strict=True) if f != i])
        for k in np.flatnonzero(fold == i):
            probabilities[k] = tree.probabilities(pages[k].rows)
    found = measures(np.concatenate(probabilities), together(pages, "classes"),
                     together(pages, "words"))
    return 100 * found["f"], 100 * found["auc"], recipe.fit(pages).leaves


def by_blocks(pages, recipe):
    """Return the measures of all features in random folds of blocks."""
    rows, classes, words = (together(pages, name) for name in ("rows", "classes", "words"))
    fold = np.random.default_rng(SEED).integers(0, FOLDS, len(rows))
    probabilities = np.zeros((len(rows), int(classes.max()) + 1))
    for i in range(FOLDS):
        tree = treetraining.grow(rows[fold != i], classes[fold != i], words[fold != i],
                                 recipe.least)
        probabilities[fold == i] = tree.probabilities(rows[fold == i])
    return measures(probabilities, classes, words)


def writers(pages):
    """Print the parameters of eq. 2 and 3, fitted to the pages."""
    counts = np.bincount(together(pages, "words"))[1:]
    print("\nSection 5.2: blocks by their number of words")
    names = {1: ["P_T(N)"], 2: ["P_N(S)", "P_S(N)", "P_L(N)"]}
    for states, printed in EQUATIONS.items():
        fit = fitted(counts, states)
        values = ", ".join(f"{name} {value:.4f}" for name, value in
                           zip(names[states], fit.parameters, strict=True))
        print(f"  eq. {states + 1}: {values}, adjusted R2 {100 * fit.r2:.2f}%, "
              f"RMSE {fit.rmse:.4f}\n   paper: {printed}", flush=True)


def figure_2b(some, java):
    """Print the mean F of bags of words, by the rules and by other programs."""
    gold = read_gold(str(some.gold))
    article = {name: "\n".join(item["text"] for item in one["classes"] if item["class"] in MAIN)
               for name, one in gold.items()}
    print(f"\nFigure 2b: mean F of bags of words over {len(gold)} pages; paper, Main Content "
          f"Filter: {PAPER_2B}")
    print(f"{'':42}{'gold text':>10}{'no comments':>12}")

    def row(name, texts, only=gold):
        means = [100 * np.mean([f_of_bags(texts.get(page, ""), right[page]) for page in only])
                 for right in ({name: one["text"] for name, one in gold.items()}, article)]
        print(f"{name:42}{means[0]:10.2f}{means[1]:12.2f}", flush=True)

    for rule in RULES:
        for with_comments in (False, True) if rule == "main" else (False,):
            step = Scorer(rule, with_comments=with_comments)
            row(f"--rule {rule}{' --with-comments' if with_comments else ''}",
                {record["id"]: kept_text(step, record) for record in some.segments})
    row("--rule tree (shallow-web at its threshold)",
        {record["id"]: kept_text(Scorer(), record) for record in some.segments})
    if java:
        row("boilerpipe 1.2, ArticleExtractor", by_java(some.gold, java))
    texts, raised = by_boilerpy3(some.gold)
    if texts:
        row(f"BoilerPy3 {importlib.metadata.version('boilerpy3')}, raises on {raised}", texts)
        row("the same, pages on which it does not raise", texts, only=texts)


def f_of_bags(text, wanted):
    hits, found, due = token_bags(text, wanted)
    return 2 * hits / (found + due) if found + due else 1.0


def kept_text(step, record):
    """Return the text of the segments that a step keeps, hidden ones left out."""
    scored, = step(record)
    cut = scored["cuts"]["shallow"]
    return "\n".join(one["text"] for one in scored["segments"]
                     if one["scores"]["shallow"] <= cut and not one.get("hidden"))


def over_sets(sets):
    """Print mean F of the words kept by the rules and the tree, on each set."""
    steps = {rule: Scorer(rule) for rule in RULES} | {"tree": Scorer()}
    found = {name: [] for name in steps}
    for some in sets:
        pages = [(record, page) for record in some.labels if (page := page_of(record, 2))]
        for name, step in steps.items():
            kept = []
            for record, _ in pages:
                scored, = step(record)
                indices, _ = blocks_of(record, record["segments"])
                kept.append(np.array([scored["segments"][i]["scores"]["shallow"]
                                      <= scored["cuts"]["shallow"] for i in indices]))
            found[name].append(page_f([page for _, page in pages], kept).mean())
    print("\nMean F of the words kept, by labels")
    print(f"{'':16}" + "".join(f"{some.name:>18}" for some in sets))
    for name, values in found.items():
        print(f"{name:16}" + "".join(f"{value:18.2f}" for value in values), flush=True)


def times(some):
    """Print microseconds a block of the classifiers' parts, the best of three runs."""
    found = [blocks_of(record, record["segments"])[1] for record in some.segments]
    count = sum(map(len, found))
    words = [[len(block.words) for block in blocks] for blocks in found]
    links = [[link_density(n, block.link_words) for n, block in zip(one, blocks,
                                                                            strict=True)]
             for one, blocks in zip(words, found, strict=True)]
    densities = [[density(block.words) for block in blocks] for blocks in found]
    model = Scorer().model
    jobs = {
        "words and elements of the blocks": lambda: [
            blocks_of(record, record["segments"]) for record in some.segments],
        "text densities": lambda: [
            [density(block.words) for block in blocks] for blocks in found],
        "all 67 features": lambda: [shallowfeatures.matrix(blocks) for blocks in found],
        "Algorithm 1": lambda: [*map(shallow.densitometric, links, densities)],
        "Algorithm 2": lambda: [*map(shallow.number_of_words, links, words)],
        "the tree, with its features": lambda: [*map(model.scores, found)],
        **{f"scutch-shallow --rule {rule}, the step": lambda rule=rule: [
            *map(Scorer(rule), some.segments)] for rule in ("words", "main", "tree")},
    }
    print(f"\nMicroseconds a block ({count} blocks of {len(found)} pages)")
    for name, job in jobs.items():
        best = min(clocked(job) for _ in range(3))
        print(f"  {name:42}{1e6 * best / count:8.2f}", flush=True)


def clocked(job):
    began = time.process_time()
    job()
    return time.process_time() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--java", metavar="CLASSPATH")
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    words = [word for word in sys.argv[1:] if word not in {"--java", args.java}]
    print(" ".join(["share/bench/papers/shallow.py", *(["--java CLASSPATH"] if args.java else []),
                    *words]), end="\n\n", flush=True)
    subprocess.run(command("shallow", "--signature"), check=True)
    with tempfile.TemporaryDirectory() as name:
        sets = [Set(gold, Path(name)) for gold in args.gold]
        news = sets[0]
        table_1(news.labels)
        two, four = ([page for record in news.labels if (page := page_of(record, classes))]
                     for classes in (2, 4))
        table_2(two, four)
        writers(two)
        figure_2b(news, args.java)
        times(news)
        over_sets(sets)


if __name__ == "__main__":
    main()
