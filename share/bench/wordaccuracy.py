#!/usr/bin/env python3
"""Measure what scutch-prune --wordlm leaves of gold pages.

usage: wordaccuracy.py [--corpora DIR] [--changes] GOLD_DIR...

Tables for each gold set, means over all its pages that have gold text:
  lev_words, align F   by the measures of scutch-eval, of all text, jusText (see extractors.py), the
             default limit, and the sentences removed of what scutch-charlm keeps;
  headings   of headings of up to three words, the share of those in the gold text that stay, and
             the share of the others that go;
  AUC        how well the perplexity of a segment tells boilerplate from gold text, by words and by
             segments; beside it the Kullback-Leibler divergence of its words from the model, and
             the evidence, the distance of its log-probability from that of a text at the limit.

For cleaneval-final also limits from 1,000 to 14,000, each sentence alone (as in the paper) and in
the context of the page: lev_words, lev_chars for the limits of the paper's Table 7, and the share
of all words and of the gold text that stays (its Table 2 has a column of sizes). With --corpora,
the folder with en/ and en-bio/, trigram models are trained and compared with the shipped bigrams,
and a bigram model as the published PyPlexity computes it.

The limit and the two constants of scutch.lm.words.perplexity were chosen on the other four sets
together, without cleaneval-final.

--changes prints the share of changes between clean and dirty sentences by distance in the tree,
twice of which are the probabilities in scutch.lm.words.perplexity; wcxb-dev is what they were
measured on.
"""
import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import extractors
import numpy as np
from common import command, page_id, paths_of, read_page, run, write_pages
from wordevidence import changes, scored, separation

import scutch
from scutch.filters.selection.perplexitylimits import Limits
from scutch.filters.text.words import count_words
from scutch.filters.training.gold import read_gold
from scutch.filters.wordlm import LIMIT
from scutch.lm.gold import measures
from scutch.lm.gold.alignment import CLEAN_SHARE, labels

LIMITED = "cleaneval-final"
LIMITS = [1000, 2000, 4000, 5000, 6000, 8000, 10000, 14000]
OF_TABLE_7 = 8000
PAPER = "paper, Table 7: BNC bigrams 79.76 at 8000, 79.80 at 10000, jusText 76.20, by its measure"
SHORT = 3                # words of a heading for which a limit decides almost at random
UNIGRAMS = "en, unigrams"    # for the divergence
TRAINED = {              # models that are not shipped: (folder of the text, options)
    "en, trigrams": ("en", ["--n", 3, "--estimator", "kneser-ney", "--prune", "2,4,4"]),
    "en-bio, trigrams": ("en-bio", ["--n", 3, "--estimator", "kneser-ney", "--prune", "1,1,1"]),
    "en, as PyPlexity": ("en", ["--n", 2, "--estimator", "pyplexity", "--prune", "1,1"]),
    UNIGRAMS: ("en", ["--n", 1, "--prune", "2"]),
}


class Page(NamedTuple):
    """A page of a gold set: its record with scores, its gold text, and for each sentence its words,
    the share of them in the gold text, and whether it is shown."""

    record: dict
    gold: str
    gold_words: int
    words: np.ndarray
    kept: np.ndarray
    shown: np.ndarray


def pages_of(gold, folder):
    """Return the Pages of a gold folder, cleaned up to the scorers."""
    texts = read_gold(gold)
    file = folder / "pages.jsonl"
    write_pages(paths_of(gold), file)
    with open(file, encoding="utf-8", errors="surrogateescape") as lines:
        records = scored(scutch.pipe(map(json.loads, lines), "html2text, segment, charlm"), "en")
    file.unlink()
    pages = []
    for record in records:
        text = texts.get(str(record["id"]), {}).get("text")
        if text is None:
            continue
        found = [(segment["text"][start:end], not segment.get("hidden"))
                 for segment in record["segments"] for start, end in segment["sentences"]]
        sentences = [sentence for sentence, _ in found]
        pages.append(Page(record, text, count_words(text),
                          np.array(list(map(count_words, sentences)), int),
                          np.array(labels(sentences, text)),
                          np.array([shown for _, shown in found], bool)))
    return pages


def similarity(pages, records, filters, chosen=("lev_words",)):
    """Return {measure: mean over pages} for the text that filters leave."""
    scores = [measures.score([segment["text"] for segment in record["segments"]],
                             {"text": page.gold}, chosen)[0]
              for page, record in zip(pages, scutch.pipe(records, filters), strict=True)]
    return _means(scores)


def pruned(limit, context):
    return f"prune --wordlm {limit}" + ("" if context else " --no-context")


def summary(gold, pages):
    """Print lev_words and align F for several chains."""
    records = [page.record for page in pages]
    rows = {"all text": "prune", f"limit {LIMIT:.0f}, each sentence alone": pruned(LIMIT, False),
            f"limit {LIMIT:.0f}, in context": pruned(LIMIT, True),
            "scutch-charlm": "prune --by charlm --keep auto",
            "scutch-charlm, then limit, alone":
                f"prune --by charlm --keep auto --wordlm {LIMIT} --no-context",
            "scutch-charlm, then limit, in context of what it keeps":
                f"prune --by charlm --keep auto, {pruned(LIMIT, True)}",
            "scutch-charlm, then limit, in context of all":
                f"prune --by charlm --keep auto --wordlm {LIMIT}"}
    print(f"{'':58}lev_words  align F")
    for row, filters in rows.items():
        found = similarity(pages, records, filters, ["lev_words", "align"])
        print(f"{row:58}{found['lev_words']:9.2f}{found['align_f']:9.2f}", flush=True)
    if found := just(gold, pages, ["lev_words", "align"]):
        print(f"{'jusText':58}{found['lev_words']:9.2f}{found['align_f']:9.2f}", flush=True)


def just(gold, pages, chosen):
    """Return {measure: mean over pages} of jusText, {} where it is not installed."""
    if not extractors.installed("justext"):
        return {}
    texts = {page_id(path): extractors.extracted("justext", read_page(path))[0]
             for path in paths_of(gold)}
    return _means([measures.score([texts[page.record["id"]]], {"text": page.gold}, chosen)[0]
                   for page in pages])


def _means(scores):
    return {name: fmean([one[name] for one in scores]) for name in scores[0]}


def limits(gold, pages, models):
    """Print the tables over limits. models: {name: model}."""
    print("\nlev_words of what each limit leaves; alone, in context")
    records = {name: scored([page.record for page in pages], model)
               for name, model in models.items()}
    print(f"{'limit':>8}" + "".join(f"{name:>26}" for name in records))
    for limit in LIMITS:
        cells = []
        for some in records.values():
            alone, context = (similarity(pages, some, pruned(limit, context))["lev_words"]
                              for context in (False, True))
            cells.append(f"{alone:18.2f}{context:8.2f}")
        print(f"{limit:8}" + "".join(cells), flush=True)
    print(f"\nlev_chars of what en leaves at {OF_TABLE_7}: all, alone, in context; jusText")
    found = [similarity(pages, records["en"], filters, ["lev_chars"])["lev_chars"]
             for filters in ("prune", pruned(OF_TABLE_7, False), pruned(OF_TABLE_7, True))]
    print("".join(f"{one:8.2f}" for one in [*found, *just(gold, pages, ["lev_chars"]).values()]))
    print(PAPER, flush=True)
    print("\nen: per cent of the words that stay, of those of the gold text; alone, in context")
    for limit in LIMITS:
        cells = []
        for context in (False, True):
            stay = gold = 0
            decide = Limits(limit, context=context)
            for page, record in zip(pages, records["en"], strict=True):
                mask = ~np.array([*chain(*decide(record))], bool) & page.shown
                stay += page.words[mask].sum()
                gold += (page.words * page.kept)[mask].sum()
            whole = sum(page.words.sum() for page in pages)
            wanted = sum((page.words * page.kept).sum() for page in pages)
            cells.append(f"{100 * stay / whole:10.1f}{100 * gold / wanted:8.1f}")
        print(f"{limit:8}" + "".join(cells), flush=True)


def headings(pages):
    """Print how many short headings stay and go."""
    counts = {}
    for context in (False, True):
        decide = Limits(LIMIT, context=context)
        seen = np.zeros((2, 2), int)                 # clean or dirty, stays or goes
        for page in pages:
            gone = np.array([*chain(*decide(page.record))], int)
            heads = np.array([segment["kind"] == "h" for segment in page.record["segments"]
                              for _ in segment["sentences"]], bool)
            short = heads & page.shown & (page.words > 0) & (page.words <= SHORT)
            np.add.at(seen, ((page.kept[short] < CLEAN_SHARE).astype(int), gone[short]), 1)
        counts["in context" if context else "alone"] = seen
    for row, seen in counts.items():
        print(f"headings of up to {SHORT} words, {row:11}: of {seen[0].sum()} in the gold text "
              f"{100 * seen[0, 0] / max(1, seen[0].sum()):.1f} % stay, of {seen[1].sum()} others "
              f"{100 * seen[1, 1] / max(1, seen[1].sum()):.1f} % go", flush=True)


def trained(corpora, folder):
    """Return {name: file} of the models of TRAINED, trained anew."""
    models = {}
    for name, (language, options) in TRAINED.items():
        models[name] = folder / f"{name}.model"
        run(command("train", "wordlm", "--lines", *options, "--memory", "1G", "--out", models[name],
                    *sorted((corpora / language).glob("*.txt.gz"))), out=folder / "report")
        print(name, shlex.join(map(str, options)), "-",
              "; ".join((folder / "report").read_text().splitlines()), flush=True)
    return models


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--changes", action="store_true")
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    print(shlex.join(["share/bench/wordaccuracy.py", *sys.argv[1:]]), flush=True)
    subprocess.run(command("wordlm", "--signature"), check=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        models = trained(args.corpora, folder) if args.corpora and not args.changes else {}
        unigrams = models.pop(UNIGRAMS, None)
        for gold in args.gold:
            pages = pages_of(gold, folder)
            print(f"\n{gold.name}: {len(pages)} pages with gold text")
            if args.changes:
                changes(pages)
                continue
            summary(gold, pages)
            headings(pages)
            if unigrams:
                separation(pages, unigrams)
            if gold.name == LIMITED:
                limits(gold, pages, {"en": "en", "en-bio": "en-bio", **models})


if __name__ == "__main__":
    main()
