#!/usr/bin/env python3
"""Classify pages by the text that each tool makes of them: does cleaning help?

usage: classify.py [--field NAME] [--language LANG] [--tools LIST] [--pages N] [--texts DIR]
                   GOLD_DIR...

The classes are the values of a field of the gold (page_type) that LEAST pages have. In FOLDS by
site a naive Bayes classifier learns from the texts of the other folds' pages, by the words that
each has, and classifies the pages of this one, as in Fernández-Pichel et al. 2023, Table 6, who
take networks. Rows: all text; the sentences that scutch-prune --wordlm leaves, each alone and in
context; scutch-clean in each scope; the tools; gold text. Columns: pages classified right; F1 and
recall, means over the classes; and that recall less that of all text, with 95 % interval (bootstrap
over sites) and p (approximate randomisation), since most pages may be of one class.

On the sets that its models have learnt from, scutch-clean knows the gold text of the pages, not
their class; such rows have a "*". Pages and --texts are as in retrieval.py.
"""
import tempfile
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import peertexts
import proofs

from scutch.filters.training.gold import read_gold
from scutch.lm.crossvalidation import folds_of
from scutch.lm.gold.alignment import tokens

FOLDS = 10
LEAST = 20                # pages of a class
SEEN_IN = 2               # pages in which a word is, at least
LIMIT = 8000              # the paper's best
CHAIN = f"html2text, segment, wordlm, prune --wordlm {LIMIT}"
BY_PERPLEXITY = [f"wordlm {LIMIT}, alone={CHAIN} --no-context, emit",
                 f"wordlm {LIMIT}, in context={CHAIN}, emit"]


def bags_of(texts):
    """Return (the numbers of the words that each text has, an array; how many words there are)."""
    bags = [set(tokens(text.lower())) for text in texts]
    having = Counter(word for bag in bags for word in bag)
    numbers = {word: number for number, word in enumerate(
        sorted(word for word, pages in having.items() if pages >= SEEN_IN))}
    return [np.array(sorted(numbers[word] for word in bag if word in numbers), int)
            for bag in bags], len(numbers)


def classified(bags, size, classes, folds):
    """Return the class of each page, by what the pages of the other folds have.

    bags, size: as bags_of returns them. classes: of each page, from 0 on.
    Source:     McCallum & Nigam 1998, "A comparison of event models for naive Bayes text
                classification", eq. 5 and 6, with a word counted once a page.
    """
    found = np.zeros(len(bags), int)
    for fold in set(folds):
        counts = np.ones((classes.max() + 1, size))
        pages = np.ones(len(counts))
        for bag, of_page, place in zip(bags, classes, folds, strict=True):
            if place != fold:
                counts[of_page, bag] += 1
                pages[of_page] += 1
        words = np.log(counts / counts.sum(axis=1, keepdims=True))
        prior = np.log(pages / pages.sum())
        for number, (bag, place) in enumerate(zip(bags, folds, strict=True)):
            if place == fold:
                found[number] = np.argmax(prior + words[:, bag].sum(axis=1))
    return found


def figures(found, classes):
    """Return (accuracy, mean F1, what each page adds to the mean recall), in percent."""
    hits = found == classes
    sizes, given = (np.bincount(of, minlength=classes.max() + 1) for of in (classes, found))
    right = np.bincount(classes[hits], minlength=len(sizes))
    recalled = 100 * hits * len(classes) / (len(sizes) * sizes[classes])
    return 100 * hits.mean(), 100 * (2 * right / (sizes + given)).mean(), recalled


def texts_of(args, pages):
    """Return {row: text of each page}."""
    rows = proofs.tools_of(args)
    by_set = {}
    for page in pages:
        by_set.setdefault(page.name[0], []).append(page.path)
    known = "*" if peertexts.TRAINED_ON & by_set.keys() else ""
    with tempfile.TemporaryDirectory() as other:
        made = {gold: peertexts.made_texts(rows, files, (args.texts or Path(other)) / gold)
                for gold, files in by_set.items()}
    return {name + known * (name in peertexts.OURS): [
        made[page.name[0]][name].get(page.name[1], "") for page in pages] for name in rows} | {
            proofs.GOLD: [page.gold for page in pages]}


def main():
    parser = proofs.arguments(__doc__)
    parser.add_argument("--field", default="page_type", metavar="NAME")
    parser.set_defaults(chain=BY_PERPLEXITY)
    args = parser.parse_args()
    proofs.print_command(args)
    known = {gold.name: read_gold(str(gold)) for gold in args.gold}
    pages = [(page, known[page.name[0]][page.name[1]].get(args.field))
             for page in proofs.read_pages(args)]
    sizes = Counter(of_page for _, of_page in pages)
    names = sorted(name for name, size in sizes.items() if name and size >= LEAST)
    pages = [(page, names.index(of_page)) for page, of_page in pages if of_page in names]
    classes, sites = np.array([number for _, number in pages]), [page.site for page, _ in pages]
    pages = [page for page, _ in pages]
    print(f"\n{len(pages)} pages of {len(set(sites))} sites: "
          + ", ".join(f"{name} {sizes[name]}" for name in names) + "\n")
    print(" " * 24 + "words  right     F1  recall  less all text, 95 %          p", flush=True)
    texts = texts_of(args, pages)
    folds = folds_of([SimpleNamespace(group=site) for site in sites], FOLDS, 0)
    whole = figures(classified(*bags_of(texts[proofs.ALL_TEXT]), classes, folds), classes)[2]
    for name, of_tool in texts.items():
        right, f1, recalled = figures(classified(*bags_of(of_tool), classes, folds), classes)
        ahead = "" if name == proofs.ALL_TEXT else proofs.difference(recalled, whole, sites)
        words = sum(len(tokens(text)) for text in of_tool) // len(pages)
        print(f"{name:24}{words:5}{right:7.1f}{f1:7.1f}{recalled.mean():8.1f}{ahead}".rstrip(),
              flush=True)


if __name__ == "__main__":
    main()
