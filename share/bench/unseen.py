#!/usr/bin/env python3
"""Measure scutch-clean on the gold sets that its models learn from, by models of other sites.

usage: unseen.py [--folds N] [--texts DIR] GOLD_DIR[=WEIGHT[=CLASSES]]...

All pages are split into N folds (3) by site; pages of a set count WEIGHT (1) in training. CLASSES
are those that are clean to main in a set whose gold has the class of all text. For each fold
scutch-train charlm and scutch-train combine learn from the pages of the other folds,
with the options of share/models/make, and their models clean the pages of this fold. Then
scutch-eval compares the texts of each set with its gold: of --scope main, and of --scope article.
The last table has the share of boilerplate in each letter of main, by set and language.
--texts keeps the texts for peers.py, in DIR/SET/scutch-clean-SCOPE.jsonl.
"""
import argparse
import json
import tempfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from common import command, paths_of, print_head, run, write_pages

from scutch.filters.record import scorers_of
from scutch.filters.scoring.scores import interval_of
from scutch.filters.selection.scopeoptions import NOT_ARTICLE
from scutch.filters.training.gold import read_gold
from scutch.filters.training.labels import shares_of, site_of, words_of
from scutch.lm.crossvalidation import folds_of

SCOPES = {"main": "emit", "article": f"role, emit --without '{','.join(NOT_ARTICLE)}'"}

LETTERS = "abcdefghij"
# Words of a language of a set that has a row, at least, and of a letter in it that has a figure
LEAST, LEAST_OF_LETTER = 2000, 20


def records_of(file):
    """Yield (line, record) of a file of records."""
    with open(file, "rb") as lines:
        for line in lines:
            yield line, json.loads(line)


def folds_by_site(file, folds, seed):
    """Return {id: fold} of the records of a file."""
    sites = {record["id"]: SimpleNamespace(group=site_of(record))
             for _, record in records_of(file)}
    return dict(zip(sites, folds_of(list(sites.values()), folds, seed).tolist(), strict=True))


def lines_by_fold(file, fold_of):
    """Return {fold: lines} of a file of records; fold_of: {id: fold}."""
    found = {}
    for line, record in records_of(file):
        found.setdefault(fold_of[record["id"]], []).append(line)
    return found


def add_set(name, options, folder, segments, labelled, gold):
    """Append the pages of a set to the files of all sets; return the file of its own gold."""
    pages, own, cut = (folder / f"{name.name}.{end}" for end in ("pages", "gold.jsonl", "segments"))
    known = read_gold(str(name))
    write_pages(paths_of(name), pages, {page: one["url"] for page, one in known.items()})
    run(command("chain", "html2text, segment"), pages, cut)
    own.write_text("".join(json.dumps(one) + "\n" for one in known.values()), "utf-8")
    run(command("label", "--with-title", *options, "--gold", own), cut, folder / "labels")
    for source, all_of in (cut, segments), (folder / "labels", labelled), (own, gold):
        with open(all_of, "ab") as file:
            file.write(source.read_bytes())
    return own


def cleaned(gold, segments, labelled, fold, folder):
    """Return ({scope: lines of the pages of a fold, cleaned by models of the others}, the lines of
    its labelled records with their scores).

    segments, labelled: {fold: lines}.
    """
    charlm, combine, texts, report = (folder / name
                                      for name in ("charlm", "combine", "texts", "report"))
    others = {name: [line for other, some in lines.items() if other != fold for line in some]
              for name, lines in (("segments", segments), ("labelled", labelled))}
    run(command("train", "charlm", "--gold", gold, "--languages", "en", "--out", charlm),
        lines=others["segments"], out=report)
    run(command("train", "combine", "--folds", "3", "--out", combine),
        lines=others["labelled"], out=report)
    scorers = f"charlm --model {charlm}, combine --scope main --model {combine}"
    found = {}
    for scope, last in SCOPES.items():
        run(command("chain", f"{scorers}, {last} --by combine --keep auto --format jsonl"),
            lines=segments[fold], out=texts)
        found[scope] = texts.read_bytes()
    run(command("chain", scorers), lines=labelled[fold], out=texts)
    return found, texts.read_bytes().splitlines()


def language_of(record):
    """Return the language that the page of a record declares, without its region."""
    return (record.get("lang") or "?").partition("-")[0].lower()


def rows_of(record):
    """Return {scorer: list of (score, dirt, words)} of the segments of a record that are shown."""
    segments = record.get("segments") or []
    if not segments or "label" not in segments[0]:
        return {}
    shown = [not segment.get("hidden") for segment in segments]
    words = np.array(words_of(segments)) * shown
    return {name: [(segment["scores"][name], 1 - share, count) for segment, share, count in zip(
        segments, shares_of(segments), words, strict=True)] for name in scorers_of(record)}


def by_letter(rows):
    """Return (words, expected dirt, dirt), arrays (letters,), of (score, dirt, words) of segments;
    nan for a letter without words."""
    scores, dirt, words = np.array(rows).T
    letters = np.array(list(map(interval_of, scores.tolist())))
    total, expected, found = (np.bincount(letters, values, len(LETTERS))
                              for values in (words, words * scores, words * dirt))
    there = np.where(total, total, np.nan)
    return total, expected / there, found / there


def table_by_set(rows):
    """Print the share of dirt of each letter; rows: {(set, language): (score, dirt, words)}."""
    print(f"{'':22}{'words':>9}" + "".join(f"{letter:>6}" for letter in LETTERS))
    print(f"{'expected':31}" + "".join(f"{10 * place + 5:6}" for place in range(len(LETTERS))))
    sets = {}
    for (gold, _), of_set in rows.items():
        sets.setdefault((gold, "all"), []).extend(of_set)
    for key in sorted(sets | rows):
        total, _, dirt = by_letter((sets | rows)[key])
        if total.sum() >= LEAST:
            print(f"{' '.join(key):22}{total.sum():9.0f}" + "".join(
                f"{100 * share:6.0f}" if words >= LEAST_OF_LETTER else f"{'-':>6}"
                for words, share in zip(total, dirt, strict=True)))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", metavar="GOLD_DIR[=WEIGHT[=CLASSES]]")
    parser.add_argument("--folds", type=int, default=3, metavar="N")
    parser.add_argument("--texts", type=Path, metavar="DIR")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    args = parser.parse_args()
    print_head({str(args.texts): "DIR"})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        segments, labelled, gold = (folder / f"all.{kind}"
                                    for kind in ("segments", "labelled", "gold.jsonl"))
        own = {}
        for word in args.gold:
            path, *given = word.split("=", 2)
            options = [part for pair in zip(("--weight", "--clean"), given, strict=False)
                       for part in pair]
            own[Path(path).name] = add_set(Path(path), options, folder, segments, labelled, gold)
        fold_of = folds_by_site(segments, args.folds, args.seed)
        split = [lines_by_fold(file, fold_of) for file in (segments, labelled)]
        texts, rows = dict.fromkeys(SCOPES, b""), {}
        set_of = {page: name for name, one in own.items() for page in read_gold(str(one))}
        for fold in range(args.folds):
            of_scopes, scored = cleaned(gold, *split, fold, folder)
            for scope, lines in of_scopes.items():
                texts[scope] += lines
            for record in map(json.loads, scored):
                key = set_of[record["id"]], language_of(record)
                rows.setdefault(key, []).extend(rows_of(record).get("combine", []))
        for scope, lines in texts.items():
            (folder / "texts").write_bytes(lines)
            for name, one in own.items():
                known = set(read_gold(str(one)))
                of_set = [line for line, record in records_of(folder / "texts")
                          if record["id"] in known]
                if args.texts:
                    (args.texts / name).mkdir(parents=True, exist_ok=True)
                    file = args.texts / name / f"scutch-clean-{scope}.jsonl"
                    file.write_bytes(b"".join(of_set))
                run(command("eval", "--measures", "bow", "--gold", one), lines=of_set,
                    out=folder / "report")
                print(f"\n--scope {scope}, {name}\n")
                print((folder / "report").read_text("utf-8"), end="", flush=True)
        print("\nboilerplate in each letter of --scope main, %\n")
        table_by_set({key: of_set for key, of_set in rows.items() if of_set})


if __name__ == "__main__":
    main()
