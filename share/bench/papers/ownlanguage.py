#!/usr/bin/env python3
"""Train scutch-charlm on the pages of one language of a gold set, and test it on pages of others.

usage: ownlanguage.py [--lang CODE] [--folds N] GOLD_DIR

The pages are divided by site into --folds parts (5). The pages of each part are cleaned with a
model that scutch-train charlm made of all others, so that no model sees a site that it is tested
on. Beside it stand the shipped model "latin", which such a page gets by default, and the whole
chain with either. F is that of bags of words, in percent, the mean over all pages of the language.
"""
import argparse
import json
import shlex
import sys
import tempfile
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))      # share/bench
from common import command, page_id, paths_of, read_page, run

import scutch
from scutch.filters.training.gold import read_gold
from scutch.filters.training.labels import site_of
from scutch.lm.crossvalidation import folds_of
from scutch.lm.gold.measures import score

BEFORE = "html2text, segment"
ALONE = "charlm --model {}, emit --keep auto --format jsonl"
CHAIN = "charlm --model {}, combine, emit --keep auto --format jsonl"
ROWS = {"all text": "emit --format jsonl", "charlm, latin": ALONE, "charlm, own model": ALONE,
        "scutch-clean, latin": CHAIN, "scutch-clean, own model": CHAIN}
OWN = "own model"
FOLDS_INSIDE = 5         # of the pages that a model is trained on, for its calibration


def trained(records, gold, lang, folder):
    """Return the path of a model made of these records."""
    given, model = folder / "train.jsonl", folder / "own.model"
    given.write_text("".join(json.dumps(one) + "\n" for one in records))
    run(command("train", "charlm", "--gold", gold, "--folds", FOLDS_INSIDE, "--languages", lang,
                "--out", model, given))
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", default="de")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("gold", type=Path)
    args = parser.parse_args()
    print(shlex.join(["share/bench/papers/ownlanguage.py", *sys.argv[1:]]))
    gold = {name: one for name, one in read_gold(str(args.gold)).items()
            if one.get("lang") == args.lang and one.get("text")}
    pages = [{"id": page_id(path), "html": read_page(path)} for path in paths_of(args.gold)
             if page_id(path) in gold]
    records = list(scutch.pipe(pages, BEFORE))
    fold = folds_of([SimpleNamespace(group=site_of(one, gold[one["id"]])) for one in records],
                    args.folds, 0)
    found, sizes = {name: [] for name in ROWS}, []
    with tempfile.TemporaryDirectory() as name:
        for part in range(args.folds):
            train, test = ([one for one, at in zip(records, fold, strict=True)
                            if (at == part) == tested] for tested in (False, True))
            sizes.append(len(train))
            own = trained(train, args.gold, args.lang, Path(name))
            for row, chain in ROWS.items():
                lines = scutch.pipe(test, chain.format(own if OWN in row else "latin"))
                found[row] += [score([one["text"]], gold[one["id"]], ["bow"])[0]["bow_f"]
                               for one in map(json.loads, lines)]
    print(f"\n{len(records)} pages, lang {args.lang}, in {args.folds} parts by site; models of "
          f"{min(sizes)} to {max(sizes)} pages\n\n{'':26}bow F")
    for row, values in found.items():
        print(f"{row:26}{fmean(values):5.1f}")


if __name__ == "__main__":
    main()
