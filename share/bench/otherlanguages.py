#!/usr/bin/env python3
"""Measure the models of a language on gold pages in it: wordlm-XX, and mlp of texrex's data.

usage: otherlanguages.py [--languages LIST] GOLD_DIR...

For each language the pages of all sets of which it is the gold's "lang", with half of the gold's
words or more. Rows: all text; the sentences that scutch-prune --wordlm leaves at the model's own
limit, each alone, as in the paper, and in the context of the page; and what scutch-mlp --model
language keeps, by the perceptron of the language, or the pooled one. F of aligned words, precision
and recall, means over pages with gold text; F less that of all text, with its 95 % interval
(bootstrap over sites); and of the snippets that a page should have (recipes) those kept.
"""
import argparse
import json
import tempfile
from pathlib import Path
from statistics import fmean

from common import ROOT, command, page_id, paths_of, print_head
from peertexts import Tool, made_texts

from scutch.filters.training.gold import read_gold
from scutch.lm.gold.measures import MIN_COVERAGE, score
from scutch.lm.significance import paired_difference

LANGUAGES = "en,de,es,fr,gl,it,nl,pt,sv"
MODELS = ROOT / "share" / "models"
ALL_TEXT = "all text"
MEASURES = ["align", "snippets"]


def chains(language):
    """Return {name of a row: Tool} of a language."""
    with open(MODELS / f"wordlm-{language}.model", "rb") as file:
        limit = json.loads(file.readline())["settings"]["limit"]
    own = "mlp" if (MODELS / f"mlp-{language}.model").exists() else "mlp, pooled"
    steps = {ALL_TEXT: "emit",
             f"limit {limit:.0f}, each sentence alone":
                 f"wordlm, prune --wordlm {limit} --no-context, emit",
             f"limit {limit:.0f}, in context": f"wordlm, prune --wordlm {limit}, emit",
             own: "mlp --model language, emit --keep auto"}
    return {name: Tool(command("chain", f"html2text, segment, {then} --format jsonl"))
            for name, then in steps.items()}


def pages_of(golds, language):
    """Return {set: {id of a page in the language: (its file, its gold)}}."""
    found = {}
    for gold in golds:
        known = {name: record for name, record in read_gold(str(gold)).items()
                 if record.get("lang") == language and (record.get("text") or record.get("with"))
                 and record.get("coverage", 1) >= MIN_COVERAGE}
        found[gold.name] = {page_id(path): (path, known[page_id(path)])
                            for path in paths_of(gold) if page_id(path) in known}
    return {name: pages for name, pages in found.items() if pages}


def scores_of(pages, rows, folder):
    """Return {row: (scores, counts) of each page}, as lm/gold/measures.py has them."""
    found = {name: [] for name in rows}
    for gold, of_set in pages.items():
        made = made_texts(rows, [path for path, _ in of_set.values()], folder / gold)
        for name in rows:
            found[name] += [score(made[name].get(page, "").split("\n"), record, MEASURES)
                            for page, (_, record) in of_set.items()]
    return found


def print_language(language, pages, scored):
    found = {name: [scores for scores, _ in of_pages if "align_f" in scores]
             for name, of_pages in scored.items()}
    sites = [record.get("site") or page for of_set in pages.values()
             for page, (_, record) in of_set.items() if record.get("text")]
    print(f"\n{language}: {len(sites)} pages with gold text, of {len(set(sites))} sites ("
          + ", ".join(f"{name} {len(of_set)}" for name, of_set in pages.items()) + ")\n"
          + " " * 34 + "align F      P      R    less all text, 95 %       snippets", flush=True)
    for name, of_pages in scored.items():
        means = [fmean(page[f"align_{which}"] for page in found[name]) for which in "fpr"]
        mean, low, high, _ = paired_difference(
            [one["align_f"] - all_text["align_f"]
             for one, all_text in zip(found[name], found[ALL_TEXT], strict=True)], sites)
        kept, missed = map(sum, zip(*(counts.get("snippets", (0, 0))[:2]
                                      for _, counts in of_pages), strict=True))
        ahead = "" if name == ALL_TEXT else f"{mean:+6.1f} ({low:+.1f} to {high:+.1f})"
        snippets = f"{100 * kept / (kept + missed):.1f}" if kept + missed else "-"
        print(f"{name:34}" + "".join(f"{figure:7.1f}" for figure in means)
              + f"    {ahead:26}{snippets:>5}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", default=LANGUAGES, metavar="LIST")
    parser.add_argument("gold", nargs="+", type=Path, metavar="GOLD_DIR")
    args = parser.parse_args()
    print_head({}, ["numpy", "selectolax"])
    for language in args.languages.split(","):
        pages, rows = pages_of(args.gold, language), chains(language)
        if not pages:
            raise SystemExit(f"no page has gold text of which lang is {language}")
        with tempfile.TemporaryDirectory() as name:
            print_language(language, pages, scores_of(pages, rows, Path(name)))


if __name__ == "__main__":
    main()
