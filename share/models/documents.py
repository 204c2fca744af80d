#!/usr/bin/env python3
"""Make the models of whole documents: badness.model and quality.model.

usage: documents.py badness CORPORA GOLD... --out FILE
       documents.py quality [--table FILE] PAGES.jsonl GOLD.jsonl ... --out FILE

badness counts frequent words in documents of 200 words: for each language that has a folder in
CORPORA, of its text files; for others with at least 20 such documents of the gold texts.
quality trains on pages as scutch-segment leaves them and their gold, and prints how many documents
of each kind have a score over a half, by a model of other sites. Both are in share/models/make.
"""
import argparse
import gzip
import itertools
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bin"))

import numpy as np  # noqa: E402

from scutch.filters.training.gold import id_in, read_gold  # noqa: E402
from scutch.filters.training.labels import CLEAN, MIN_COVERAGE, gold_of, labelled  # noqa: E402
from scutch.lm.documents.badness import Badness  # noqa: E402
from scutch.lm.documents.documentcounts import counts  # noqa: E402
from scutch.lm.documents.qualitymodel import traits  # noqa: E402
from scutch.lm.documents.tokenised import tokenised  # noqa: E402
from scutch.models import documentsamples, frequentwords, qualitytraining  # noqa: E402

WORDS = 200              # of a document whose words are counted
OF_FILE = 400            # such documents of a file, evenly spread
FEWEST = 20              # such documents of a language
LANGUAGES = {"nb": "no", "en-bio": None}     # what is counted as another language, or not at all
SPACELESS = {"ja", "ko", "zh", "th"}         # without frequent short words between blanks


def documents_of(lines):
    """Yield documents of WORDS words and more of an iterable of lines."""
    held, count = [], 0
    for line in lines:
        held.append(line)
        count += len(line.split())
        if count >= WORDS:
            yield "\n".join(held)
            held, count = [], 0


def texts_of(corpora, gold):
    """Return {language: texts}, of a folder of text files, and of gold standards."""
    found = defaultdict(list)
    for folder in sorted(Path(corpora).iterdir()):
        language = LANGUAGES.get(folder.name, folder.name)
        for path in sorted(folder.glob("*.txt.gz")) if language else []:
            with gzip.open(path, "rt", encoding="utf-8") as file:
                all_of_it = list(documents_of(map(str.strip, itertools.islice(file, 200_000))))
            found[language] += all_of_it[::max(1, len(all_of_it) // OF_FILE)]
    known = set(found) | SPACELESS
    for name in gold:
        for record in read_gold(name).values():
            language = LANGUAGES.get(record.get("lang"), record.get("lang"))
            if language and language not in known and record.get("text"):
                found[language] += documents_of(record["text"].split("\n"))
    return {language: found[language] for language in sorted(found)
            if len(found[language]) >= FEWEST}


def make_badness(opts):
    """Write badness.model; print its words."""
    texts = texts_of(opts.files[0], opts.files[1:])
    model = frequentwords.made(
        {language: tokenised(some) for language, some in texts.items()},
        {"documents": {language: len(some) for language, some in texts.items()}})
    model.save(opts.out)
    for language, words in model.words.items():
        print(f"{language} {len(texts[language]):5} documents: {' '.join(words)}")


def samples_of(records, gold):
    """Yield the samples of the pages of a set; gold: {id: gold record}."""
    for number, record in enumerate(records):
        known = gold.get(id_in(gold, record))
        if known is None:
            continue
        whole = known.get("text") or ""
        if whole and gold_of(record, gold, MIN_COVERAGE) is None:      # it is not on the page
            continue
        shown = [one for one in record["segments"] if not one.get("hidden")]
        marked = ([(one["text"], one["label"] == CLEAN) for one in labelled(shown, known, True)]
                  if whole else [(one["text"], False) for one in shown])
        yield from documentsamples.samples_of(whole, marked, record.get("lang") or "",
                                              known.get("site") or str(known["id"]), number)


def read_records(name):
    """Yield the records of a file of JSON lines."""
    with open(name, encoding="utf-8") as file:
        yield from map(json.loads, file)


def make_quality(opts):
    """Write quality.model; print what it finds of each kind."""
    table = Badness.load(opts.table)
    found = [one for pages, gold in zip(opts.files[::2], opts.files[1::2], strict=True)
             for one in samples_of(read_records(pages), read_gold(gold))]
    rows = []
    for one in found:
        text = tokenised([one.text])
        rows.append(traits(text, counts(text), table.of(text, [one.language]))[0])
    model, scores = qualitytraining.trained(np.stack(rows), found)
    model.settings["source"] = opts.source
    model.settings["table"] = table.sha256
    model.save(opts.out)
    times, over = Counter(), Counter()
    for one, score in zip(found, scores.tolist(), strict=True):
        times[one.kind] += 1
        over[one.kind] += score > 0.5
    for kind, count in times.items():
        print(f"{kind:12} {count:5} documents, over 0.5: {over[kind] / count:.3f}")
    dirty = np.array([one.dirty for one in found])
    for low in np.arange(0, 1, 0.1):
        inside = (scores >= low) & (scores < low + 0.1)
        if inside.any():
            weights = qualitytraining.weights_of(found)[inside]
            print(f"scores {low:.1f} to {low + 0.1:.1f}: {inside.sum():5} documents, "
                  f"{weights @ dirty[inside] / weights.sum():.3f} of their weight dirty")


def main():
    """Make the model that is named."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", choices=["badness", "quality"])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--table", default=Path(__file__).parent / "badness.model")
    parser.add_argument("--source", default="")
    parser.add_argument("--out", required=True)
    opts = parser.parse_args()
    {"badness": make_badness, "quality": make_quality}[opts.model](opts)


if __name__ == "__main__":
    main()
