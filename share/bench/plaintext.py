#!/usr/bin/env python3
"""Compare what scutch makes of plain text: all of it, by charlm, by scutch-combine.

usage: plaintext.py [--pages N] GOLD_DIR...
       plaintext.py --dump [--pages N] GOLD_DIR... > RECORDS

Pages are dumped by `lynx -dump`, as CleanEval's were, with their links; the dump is the text of the
record. A table for each set: mean F of words, as bags and as aligned, over all pages, for

  raw           the text of the dump as it is
  all text      all segments of scutch-segment
  charlm        the shipped models at their thresholds, in the context of the page
  combine       scutch-combine: the trees of plain text mixed with charlm, by its model for English
                and by that which is trained by labels

The models are trained on pages of wcxb-dev. --dump prints the records of the dumps and measures
nothing: share/models/make combine-text trains on them. --pages draws N pages of each set.
"""
import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean

from common import page_id, paths_of, read_page

from scutch.filters import charlm, combine
from scutch.filters.eval import read_gold
from scutch.filters.segment import segment
from scutch.lm.gold.measures import score

LYNX = ["lynx", "-dump", "-force_html", "-assume_charset=utf-8", "-display_charset=utf-8"]


def dump(path):
    """Return the record of a page's dump."""
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8",
                                     errors="replace") as file:
        file.write('<meta charset="utf-8">' + read_page(path))
        file.flush()
        done = subprocess.run([*LYNX, file.name], capture_output=True, check=False)
    text = done.stdout.decode("utf-8", "replace").replace(file.name, "/page.html")
    return {"id": page_id(path), "text": text}


def dumps(gold, pages):
    """Yield the records of a set's dumps, of all pages or of so many."""
    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(dump, paths_of(gold, pages))


def table(gold, pages):
    """Print the rows of a set."""
    wanted = read_gold(str(gold))
    scorers = {f"charlm {name}": charlm.Scorer(model=name) for name in charlm.MODELS}
    joint = combine.Scorer()
    rows = {name: [] for name in ("raw", "all text", *scorers, "combine, en",
                                 "combine, en-labels")}
    for record in dumps(gold, pages):
        page = wanted.get(record["id"])
        if page is None or page.get("text") is None:
            continue
        cut, = segment(record)
        found = {"raw": [record["text"]], "all text": [one["text"] for one in cut["segments"]]}
        for name, scorer in scorers.items():
            scored, = scorer(cut)
            found[name] = kept(scored, "charlm")
        for name in "en", "en-labels":
            scored, = joint(scorers[f"charlm {name}"](cut)[0])
            found[f"combine, {name}"] = kept(scored, "combine")
        for name, texts in found.items():
            rows[name].append(score(texts, page, ["bow", "align"])[0])
    print(f"\n{gold.name}: {len(rows['raw'])} dumps")
    print(f"{'':18}{'bow F':>8}{'P':>8}{'R':>8}{'align F':>9}")
    for name, measured in rows.items():
        print(f"{name:18}" + "".join(f"{fmean([one[key] for one in measured]):{width}.2f}"
                                     for key, width in (("bow_f", 8), ("bow_p", 8), ("bow_r", 8),
                                                        ("align_f", 9))), flush=True)


def kept(record, scorer):
    """Return the texts that --keep auto keeps."""
    cut = record["cuts"][scorer]
    return [one["text"] for one in record["segments"] if one["scores"][scorer] <= cut]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dump", action="store_true")
    parser.add_argument("--pages", type=int, metavar="N")
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    if args.dump:
        # With PYTHONUNBUFFERED, print may write a part of a long line
        with open(1, "w", encoding="utf-8", closefd=False) as out:
            for gold in args.gold:
                out.writelines(json.dumps(record) + "\n" for record in dumps(gold, args.pages))
        return
    print(shlex.join(["share/bench/plaintext.py", *sys.argv[1:]]))
    for gold in args.gold:
        table(gold, args.pages)


if __name__ == "__main__":
    main()
