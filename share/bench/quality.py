#!/usr/bin/env python3
"""Measure the counts, rules and score of scutch-quality, beside datatrove.

usage: quality.py [--datatrove PYTHON] [--pages N] GOLD_DIR...

Of each gold folder N pages are drawn. With a PYTHON that has datatrove and spacy, on the gold texts
and on all text of the pages: on how many documents the filters of datatrove and the rules of
scutch-quality decide the same, with datatrove's words and with its own, and CPU milliseconds a
document: of the filters without their words, which they are given, of the words, and of the counts
of scutch-quality with given words. Else how many documents of each kind (share/models/documents.py
makes them of the same pages) each rule and the score remove. The score was trained on pages of
wcxb-dev, wcxb-extra and fundus: its figures for these, by models of other sites, are in
share/models/quality.md.
"""
import argparse
import json
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from common import ROOT, page_id, paths_of, print_head, read_page

from scutch.lm.documents import pipelinelimits
from scutch.lm.documents.documentcounts import counts
from scutch.lm.documents.englishwords import words_of
from scutch.lm.documents.tokenised import tokenised

NAMES = list(pipelinelimits.FILTERS)
LIMIT = 0.5              # of the score
BADNESS = 15


def drops(found, name):
    """Return the rule of a filter by which a document with these counts is dropped, or None."""
    limit = pipelinelimits.broken(found, pipelinelimits.limits_of([name]))
    return limit and limit.rule


class Clock:
    """CPU seconds by name: `with` it around what counts."""

    def __init__(self):
        self.seconds = Counter()

    def __call__(self, name):
        self._name = name
        return self

    def __enter__(self):
        self._since = time.process_time()

    def __exit__(self, *_error):
        self.seconds[self._name] += time.process_time() - self._since


def beside_datatrove():
    """Compare the texts on stdin, a JSON string a line; print a JSON object of the counts."""
    import datatrove.pipeline.filters.c4_filters as c4
    import datatrove.pipeline.filters.fineweb_quality_filter as fineweb
    import datatrove.pipeline.filters.gopher_quality_filter as gopher
    import datatrove.pipeline.filters.gopher_repetition_filter as repetition
    from datatrove.data import Document
    from datatrove.utils.text import split_into_sentences, split_into_words
    known, sentences = {}, {}
    for module in (gopher, repetition, fineweb):
        module.split_into_words = lambda text, _language="en": known[text]
    c4.split_into_sentences = lambda text, _language="en": sentences.get(text) or \
        sentences.setdefault(text, split_into_sentences(text))
    filters = dict(zip(NAMES, (
        gopher.GopherQualityFilter(), repetition.GopherRepetitionFilter(), c4.C4QualityFilter(),
        fineweb.FineWebQualityFilter()), strict=True))
    clock, same = Clock(), Counter()
    for text in map(json.loads, sys.stdin):
        with clock("datatrove's words"):
            known[text] = split_into_words(text)
        lines = {line: split_into_words(line) for line in text.splitlines()}
        theirs = {}
        filters["c4"].filter(Document(text=text, id=""))      # its sentences are not timed
        for name, one in filters.items():
            with clock("datatrove's filters"):
                answer = one.filter(Document(text=text, id=""))
            theirs[name] = None if answer is True else answer[1]
        with clock("scutch's words"):
            for line in text.splitlines():
                words_of(line)
        with clock("scutch's counts"):
            ours, = counts(tokenised([text], lambda line, lines=lines: (
                lines[line] if line in lines else split_into_words(line))))
        with_own, = counts(tokenised([text]))
        for name in NAMES:
            reason = drops(ours, name)
            same[name, "rule"] += reason == theirs[name]
            same[name, "words given"] += (reason is None) == (theirs[name] is None)
            same[name, "own words"] += (drops(with_own, name) is None) == (theirs[name] is None)
        same["all", "own words"] += all(
            (drops(with_own, name) is None) == (theirs[name] is None) for name in NAMES)
        same["all", "words given"] += all(drops(ours, name) == theirs[name] for name in NAMES)
        known.clear()
        sentences.clear()
    print(json.dumps({"same": [[*key, count] for key, count in same.items()],
                      "seconds": clock.seconds}))


def decisions(python, texts):
    """Print how the decisions agree, and the CPU time."""
    done = subprocess.run([python, __file__, "--compare", "."], check=True, stdout=subprocess.PIPE,
                          input="".join(json.dumps(text) + "\n" for text in texts).encode())
    found = json.loads(done.stdout)
    same = {(name, what): count for name, what, count in found["same"]}
    print(f"decisions that are datatrove's, of {len(texts)} texts of "
          f"{sum(map(len, texts)) // len(texts)} characters")
    print(f"  {'':18} words given  own words")
    for name in [*NAMES, "all"]:
        print(f"  {name:18} {same[name, 'words given']:11} {same[name, 'own words']:10}")
    print("CPU ms a text")
    for name, seconds in found["seconds"].items():
        print(f"  {name:20} {1000 * seconds / len(texts):7.2f}")


def kinds(records, gold):
    """Print how many documents of each kind each rule and the score remove, in percent."""
    from documents import samples_of

    from scutch import pipe
    some = list(samples_of(records, gold))
    scored = pipe([{"text": one.text, "lang": one.language} for one in some], "quality")
    total, removed = Counter(), defaultdict(Counter)
    for one, record in zip(some, scored, strict=True):
        total[one.kind] += 1
        raw, score = record["doc"]["raw"], record["doc"]["scores"]["quality"]
        removed[f"badness > {BADNESS}"][one.kind] += raw.get("badness", 0) > BADNESS
        removed[f"score > {LIMIT}"][one.kind] += score > LIMIT
        for name in NAMES:
            removed[name][one.kind] += drops(raw, name) is not None
    print("documents removed, in percent of those of each kind; gold and kept are good text")
    print(f"  {'':18}" + "".join(f"{kind:>12}" for kind in total))
    print(f"  {'documents':18}" + "".join(f"{count:12}" for count in total.values()))
    for name in [*NAMES, f"badness > {BADNESS}", f"score > {LIMIT}"]:
        print(f"  {name:18}" + "".join(
            f"{100 * removed[name][kind] / count:12.1f}" for kind, count in total.items()))


def main():
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--datatrove", metavar="PYTHON")
    parser.add_argument("--pages", type=int, default=150)
    parser.add_argument("--compare", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("folders", nargs="+", type=Path)
    opts = parser.parse_args()
    if opts.compare:
        beside_datatrove()
        return
    sys.path.insert(0, str(ROOT / "share" / "models"))
    from scutch import pipe
    from scutch.filters.training.gold import read_gold
    print_head({opts.datatrove: "PYTHON"}, ["numpy"])
    texts, records, gold = [], [], {}
    for folder in opts.folders:
        known = read_gold(str(folder))
        paths = paths_of(folder, opts.pages)
        pages = [{"id": page_id(path), "html": read_page(path)} for path in paths]
        for record in pipe(pages, "html2text, segment, lang"):
            one = known.get(record["id"], {})
            texts += [one.get("text") or "", "\n".join(
                segment["text"] for segment in record["segments"])]
            record["id"] = f"{folder.name} {record['id']}"
            records.append(record)
            gold[record["id"]] = {**one, "id": record["id"]}
    if opts.datatrove:
        decisions(opts.datatrove, [text for text in texts if text])
    else:
        kinds(records, gold)


if __name__ == "__main__":
    main()
