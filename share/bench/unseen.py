#!/usr/bin/env python3
"""Measure scutch-clean on the gold set that its models learn from, by models of other sites.

usage: unseen.py [--folds N] [--scope SCOPE] GOLD_DIR

The pages are split into N folds (5) by site. For each fold scutch-train-charlm and
scutch-train-combine learn from the pages of the other folds, with the options of share/models/make,
and their models clean the pages of this fold. Then scutch-eval compares the texts of all pages with
the gold.
"""
import argparse
import json
import shlex
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

from common import command, paths_of, run, write_pages

from scutch.filters.training.gold import read_gold
from scutch.filters.training.labels import site_of
from scutch.lm.crossvalidation import folds_of


def lines_by_fold(file, fold_of):
    """Return {fold: lines} of a file of records; fold_of: {id: fold}."""
    found = {}
    with open(file, "rb") as lines:
        for line in lines:
            found.setdefault(fold_of[json.loads(line)["id"]], []).append(line)
    return found


def folds_by_site(file, folds, seed):
    """Return {id: fold} of the records of a file."""
    with open(file, "rb") as lines:
        records = [json.loads(line) for line in lines]
    sites = [SimpleNamespace(group=site_of(record)) for record in records]
    return {record["id"]: fold for record, fold in
            zip(records, folds_of(sites, folds, seed).tolist(), strict=True)}


def cleaned(scope, gold, segments, labelled, fold, folder):
    """Return the lines of the pages of a fold, cleaned by models of the others.

    segments, labelled: {fold: lines}.
    """
    charlm, combine, texts = (folder / name for name in ("charlm", "combine", "texts"))
    others = {name: [line for other, some in lines.items() if other != fold for line in some]
              for name, lines in (("segments", segments), ("labelled", labelled))}
    run(command("train-charlm", "--gold", gold, "--languages", "en", "--out", charlm),
        lines=others["segments"], out=folder / "report")
    run(command("train-combine", "--scope", scope, "--out", combine),
        lines=others["labelled"], out=folder / "report")
    run(command("chain", f"charlm --model {charlm}, combine --scope {scope} --model {combine}, "
                         "emit --by combine --keep auto --format jsonl"),
        lines=segments[fold], out=texts)
    return texts.read_bytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--folds", type=int, default=5, metavar="N")
    parser.add_argument("--scope", choices=["main", "page"], default="main")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    args = parser.parse_args()
    print(shlex.join(["share/bench/unseen.py", *sys.argv[1:]]), end="\n\n", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pages, segments, labelled, texts = (folder / kind for kind in
                                            ("pages", "segments", "labelled", "all"))
        urls = {name: known["url"] for name, known in read_gold(str(args.gold)).items()}
        write_pages(paths_of(args.gold), pages, urls)
        run(command("chain", "html2text, segment"), pages, segments)
        run(command("label", "--with-title", "--gold", args.gold), segments, labelled)
        fold_of = folds_by_site(segments, args.folds, args.seed)
        split = [lines_by_fold(file, fold_of) for file in (segments, labelled)]
        texts.write_bytes(b"".join(cleaned(args.scope, args.gold, *split, fold, folder)
                                   for fold in range(args.folds)))
        report = folder / "report"
        run(command("eval", "--measures", "bow", "--gold", args.gold), texts, report)
        print(report.read_text("utf-8"), end="")


if __name__ == "__main__":
    main()
