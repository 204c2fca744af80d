#!/usr/bin/env python3
"""Print what each group of evidence is worth to scutch-combine: F without it.

usage: ablation.py [--runs N] [--trees N] [--folds N] [--pages N] WCXB GOLD_DIR...

For each group of lm/evidence/evidence.py models are trained on WCXB that do not have its features:
for the scope page, tried on the other sets; for the scope main, tried on pages of WCXB, in folds
by site. The last group is the bags of words (lm/combine/lexicon.py), which only main has. Printed
is the mean F of bags of words over all pages, the mean of several runs with different seeds, and
its distance from the mean with everything. The second row is the standard deviation of a run with
everything: twice that, over the root of the runs, may be chance.

Trees and networks are fewer here than in the models that come with scutch, and the trees of main
learn faster.
"""
import argparse
import json
import shlex
import sys
import tempfile
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))      # share/bench
from common import command, paths_of, run, write_pages

from scutch.filters.columns.fromrecords import pages_of
from scutch.filters.combine import CHARLM, uncalibrated_scores
from scutch.filters.scoring.evidenceinput import blocks_of_pages
from scutch.filters.train_combine import Trainer
from scutch.filters.training.gold import read_gold
from scutch.lm.combine import jointtraining, scopes
from scutch.lm.combine.lexicon import LEXICON
from scutch.lm.crossvalidation import folds_of
from scutch.lm.evidence.evidence import EVIDENCE, GROUPS, evidence
from scutch.lm.gold.measures import shares, token_bags

NOTHING, WORDS = "nothing", "words"
SCOPES = ("page", "main")


def records(gold, chain, work, pages=None, label=False):
    """Yield the records that a chain makes of the pages of a gold set."""
    write_pages(paths_of(gold, pages), work / "pages")
    run(command("chain", chain), work / "pages", work / "scored")
    if label:
        run(command("label", "--with-title", "--gold", gold), work / "scored", work / "labelled")
    with open(work / ("labelled" if label else "scored"), encoding="utf-8") as file:
        yield from map(json.loads, file)


def learnt(gold, work, folds):
    """Return ({scope: pages as scutch-train combine learns from them}, their gold texts) of a set.
    """
    trainers = {scope: Trainer(SimpleNamespace(scope=scope, seed=0, folds=folds, no_copies=False))
                for scope in SCOPES}
    golds, texts = [], read_gold(str(gold))
    for record in records(gold, "html2text, segment", work, label=True):
        before = len(trainers["main"].texts)
        for trainer in trainers.values():
            trainer(record)
        golds += [texts[record["id"]]["text"]] * (len(trainers["main"].texts) - before)
    pages = {scope: trainer.training_pages() for scope, trainer in trainers.items()}
    jointtraining.add_lexicon(pages["main"], "main", folds)
    return pages, golds


def tested(gold, work, pages):
    """Return the pages of a set: Pages, features, scores of charlm and gold text of each."""
    texts = read_gold(str(gold))
    of_pages = []
    for record in records(gold, "html2text, segment, charlm", work, pages):
        page = pages_of([record])
        charlm = np.array([segment["scores"][CHARLM] for segment in record["segments"]], float)
        charlm = uncalibrated_scores(charlm, page)
        features = evidence(blocks_of_pages(page, charlm)).features
        of_pages.append((page, features, charlm, texts[record["id"]].get("text") or ""))
    return of_pages


def f_of(texts, shown, kept, gold):
    """Return F of the texts that are kept and shown, as a bag of words."""
    text = "\n".join(texts[place] for place in np.flatnonzero(kept & shown))
    return shares(*token_bags(text, gold))[2]


def of_page(model, pages):
    """Return the mean F of a model over `tested` pages."""
    measured = []
    for page, features, charlm, gold in pages:
        shown = ~page.hidden
        values = model.mixed(model.probabilities(features), charlm, features, page.words, page.page)
        blocks = scopes.PageBlocks(texts=page.text, words=page.words, kinds=page.kind, shown=shown,
                                   features=features)
        values, cut = scopes.decided(model.settings, blocks, values)
        measured.append(f_of(page.text, shown, values >= cut, gold))
    return fmean(measured)


def of_main(learned, golds, samples, settings, growth, folds, seed):
    """Return the mean F of scope main over pages in folds by site."""
    fold = folds_of(learned, folds, 0)
    measured = []
    for number in range(folds):
        others = [jointtraining.without(samples, fold == number)]
        model = jointtraining.fit(others, settings, growth, seed)
        for place in np.flatnonzero(fold == number):
            page = learned[place]
            kept = jointtraining.are_kept(model, page, model.probabilities(page.features))
            measured.append(f_of(page.texts, page.shown, kept, golds[place]))
    return fmean(measured)


def lacking(samples, names):
    """Return Samples in which the features of these names are 0."""
    rows = samples.rows.copy()
    rows[:, [[*EVIDENCE, *LEXICON].index(name) for name in names]] = 0
    return samples._replace(rows=rows)


def without_group(group, learned, sets, growth, seed, folds):
    """Return the mean F without the features of a group: on each of the sets, and of main.

    Those of the sets are nan for words, which page does not have.
    """
    pages, golds = learned
    names = {NOTHING: [], WORDS: LEXICON, **GROUPS}[group]
    settings = {scope: {"scope": scope, **scopes.SETTINGS[scope]} for scope in SCOPES}
    measured = [np.nan] * len(sets)
    if group != WORDS:
        draws = [lacking(draw, names)
                 for draw in jointtraining.drawn(pages["page"], "page", growth, seed)]
        model = jointtraining.fit(draws, settings["page"], growth, seed)
        measured = [of_page(model, tested) for tested in sets]
    samples = lacking(jointtraining.samples(pages["main"], "main", seed), names)
    return [*measured,
            of_main(pages["main"], golds, samples, settings["main"], growth, folds, seed)]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wcxb", type=Path)
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=3, metavar="N")
    parser.add_argument("--trees", type=int, default=100, metavar="N")
    parser.add_argument("--folds", type=int, default=2, metavar="N", help="of main")
    parser.add_argument("--pages", type=int, metavar="N", help="of each set but WCXB")
    args = parser.parse_args()
    print(shlex.join(["share/bench/papers/ablation.py", *sys.argv[1:]]) + "\n")
    with tempfile.TemporaryDirectory() as work:
        learned = learnt(args.wcxb, Path(work), args.folds)
        sets = {gold.name: tested(gold, Path(work), args.pages) for gold in args.gold}
    growth = jointtraining.GROWTH["page"]._replace(draws=1, trees=args.trees, networks=1)
    print(f"{'without':20}{'features':>9}" + "".join(f"{name:>17}" for name in [*sets, "main"]),
          flush=True)
    whole = None
    for group, names in {NOTHING: [], **GROUPS, WORDS: LEXICON}.items():
        measured = np.array([without_group(group, learned, sets.values(), growth, seed, args.folds)
                          for seed in range(args.runs)])
        means = measured.mean(axis=0)
        whole = means if whole is None else whole
        print(f"{group:20}{len(names):9}" + "".join(
            f"{'-':>9}{'':8}" if np.isnan(f) else f"{f:9.2f} ({f - all_:+5.2f})"
            for f, all_ in zip(means, whole, strict=True)))
        if group == NOTHING and args.runs > 1:
            print(f"{'standard deviation':29}" + "".join(
                f"{deviation:9.2f}        " for deviation in measured.std(axis=0, ddof=1)).rstrip())
        sys.stdout.flush()


if __name__ == "__main__":
    main()
