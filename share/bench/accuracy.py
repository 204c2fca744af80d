#!/usr/bin/env python3
"""Measure what scutch keeps of gold pages, beside other cleaners and the figures of the paper.

usage: accuracy.py GOLD_DIR...

One table for each gold set, by scutch-eval, means over all its pages. "reach" is the first F over
those pages of which html2text finds at least half of the gold text. The command under test is

  scutch-html2text | scutch-segment | scutch-charlm | scutch-tag |
      scutch-emit --format jsonl --by charlm --keep auto

with the shipped models en and latin, each in the context of the page and with --no-context. The
rows of scutch-clean have its scorers charlm and combine instead, for both scopes. "all text"
is all that scutch-segment gives. The other cleaners are those of extractors.py.

If both cleaneval-dev and cleaneval-final are given, models are trained on the latter and tested on
the former, as in Evert 2007, with the order and q of the paper, by its differential training and by
labels (rows "final"). Below are the figures of its Table 2, Devset. "wanted" is the evert F (or seg
F) that the row should reach. Such a training is repeated TENTHS times, each time without another
tenth of the pages: the lowest and the highest figure follow, since single pages can move it.

The shipped models are trained on wcxb-dev. In place of a table it has the reports of
scutch-train charlm and scutch-train combine, which are by cross-validation.
"""
import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import extractors
from common import ROOT, command, paths_of, read_page, run, write_pages

from scutch.filters.charlm import MODELS
from scutch.filters.cleaning.defaultchain import SCORERS
from scutch.filters.selection.scopeoptions import SCOPES
from scutch.lm.characters.classifier import CharacterClassifier

RIVALS = ["bte", "justext", "trafilatura", "resiliparse"]
TESTED, TRAINED, SHIPPED_FROM = "cleaneval-dev", "cleaneval-final", "wcxb-dev"
MEASURES = {TESTED: ["evert", "align", "seg", "bow"]}        # evert is slow
OTHERWISE = ["align", "bow"]
COLUMNS = {"evert": ["evert_f", "evert_p", "evert_r"], "align": ["align_f", "align_p", "align_r"],
           "seg": ["seg_f", "seg_p", "seg_r"], "bow": ["bow_f"]}
REACH = "reach"
HEADS = {"evert_f": "evert F", "align_f": "align F", "seg_f": "seg F", "bow_f": "bow F",
         REACH: REACH}

PRUNED = {"latin": ["--least-count", 2, "--least-change", 0.02]}     # as its model card says
# Evert 2007, sections 3.3 and 3.4
PAPER = {"standard": ["--alphabet", "standard", "--n", 3, "--q", 0.5],
         "simplified": ["--alphabet", "simplified", "--n", 6, "--q", 0.4]}
REPEATED = "standard", "differential"
TENTHS, WITHOUT = 10, ", without a tenth "
PRINTED = {              # Table 2, Devset: word accuracy, then segmentation; F, P, R
    "paper: Lynx": ["83.74", "77.81", "96.19", "0.00", "0.00", "0.00"],
    "paper: SOS baseline": ["85.18", "79.48", "96.66", "65.14", "57.01", "89.69"],
    "paper: standard": ["88.60", "92.09", "87.65", "68.49", "77.42", "69.27"],
    "paper: simplified": ["86.24", "85.00", "90.78", "66.75", "67.36", "75.32"],
}
WANTED = {               # on TESTED
    "en": {"evert_f": 89.5, "seg_f": 68.49}, "latin": {"evert_f": 86.24},
    "final: standard, differential": {"evert_f": 90.5},
    "final: standard, differential, no context": {"evert_f": 88.6},
}


class Set:
    """A gold set: its pages and segments as files in a folder of their own."""

    def __init__(self, gold, folder):
        self.gold, self.name = gold, gold.name
        self.folder = folder / gold.name
        self.folder.mkdir()
        pages, self.segments = self.folder / "pages.jsonl", self.folder / "segments.jsonl"
        self.count = write_pages(paths_of(gold), pages)
        pipe([command("html2text"), command("segment")], pages, self.segments)
        pages.unlink()

    def cleaned(self, model, *options):
        """Return the file of what the rest of the pipe keeps."""
        words = [Path(model).name, *options]
        out = self.folder / f"{' '.join(words)}.jsonl"
        pipe([command("charlm", "--model", model, *options), command("tag"),
              command("emit", "--format", "jsonl", "--by", "charlm", "--keep", "auto")],
             self.segments, out)
        return out

    def by_model(self, name, model):
        """Return {row: file} of a model in context and without."""
        return {name: self.cleaned(model),
                f"{name}, no context": self.cleaned(model, "--no-context")}

    def by_clean(self):
        """Return {row: file} of what the scorers of scutch-clean keep, for each scope."""
        found = {}
        *others, last = SCORERS
        for scope in SCOPES:
            row = "scutch-clean" if scope == "page" else f"scutch-clean --scope {scope}"
            found[row] = self.folder / f"clean-{scope}.jsonl"
            pipe([*map(command, others), command(last, "--scope", scope),
                  command("emit", "--format", "jsonl", "--keep", "auto")], self.segments,
                 found[row])
        return found

    def rivals(self):
        """Return {row: file} of the other cleaners that are installed."""
        pages, files = self.folder / "pages.jsonl", {}
        write_pages(paths_of(self.gold), pages)
        for tool in filter(extractors.installed, RIVALS):
            files[tool] = self.folder / f"{tool.replace(' ', '-')}.jsonl"
            run([sys.executable, str(ROOT / "share/bench/extractors.py"), tool], pages,
                files[tool])
        pages.unlink()
        return files

    def scores(self, files):
        """Return {row: {measure: percent}} of {row: file}, and of all text: means over all pages.

        REACH is F by the first measure over the reachable pages.
        """
        options = [f"--baseline={row}={file}" for row, file in files.items()]
        out = self.folder / "scores.json"
        run(command("eval", "--gold", self.gold, "--json", "--measures", ",".join(self.measures),
                    *options), self.segments, out)
        found = json.loads(out.read_text())["rows"]
        first = COLUMNS[self.measures[0]][0]
        return {"all text" if row == "records" else row:
                {**means["mean"], REACH: means["reachable"][first]}
                for row, means in found.items()}

    @property
    def measures(self):
        return MEASURES.get(self.name, OTHERWISE)


def pipe(commands, source, out):
    """Run commands as one pipe from a file to a file; end if one of them fails."""
    line = " | ".join(map(shlex.join, commands))
    run(["bash", "-c", f"set -o pipefail; {line}"], source, out)


def trained(options, training, some, without, folder, tenth=None):
    """Return the model that scutch-train charlm makes of a set, without the pages of `without`.

    tenth: number of the tenth of the pages that is left out, too; None for none.
    """
    pages = {read_page(path) for path in paths_of(without.gold)}
    both = {path.name.removesuffix(".html.gz") for path in paths_of(some.gold)
            if read_page(path) in pages}
    lines = [line for line in some.segments.read_bytes().splitlines(keepends=True)
             if json.loads(line)["id"] not in both]
    if tenth is not None:
        lines = [line for number, line in enumerate(lines) if number % TENTHS != tenth]
    model = folder / f"{options[1]}-{training}-{tenth}.model"
    run(command("train", "charlm", "--gold", some.gold, "--training", training, *options,
                "--out", model), out=folder / "report", lines=lines)
    return model


def repeated(name, options, training, source, some, folder):
    """Return {row: file} of what models keep of a set that were trained without a tenth each."""
    models = [trained(options, training, source, some, folder, tenth) for tenth in range(TENTHS)]
    return {f"{name}{WITHOUT}{tenth}": some.cleaned(model) for tenth, model in enumerate(models)}


def cross_validation(some, folder):
    """Train the shipped models anew and print the reports."""
    for name, file in MODELS.items():
        settings = CharacterClassifier.load(ROOT / "share" / file).settings
        options = [word for key in ("alphabet", "n", "q", "training", "folds", "seed")
                   for word in (f"--{key}", settings[key])] + PRUNED.get(name, [])
        report = folder / "report"
        run(command("train", "charlm", "--gold", some.gold, *options, "--out", folder / name),
            some.segments, report)
        print(f"{name} ({shlex.join(map(str, options))})\n{report.read_text()}", flush=True)
    labelled = folder / "labelled.jsonl"
    run(command("label", "--with-title", "--gold", some.gold), some.segments, labelled)
    for scope in SCOPES:
        report = folder / "report"
        run(command("train", "combine", "--scope", scope, "--out", folder / scope), labelled,
            report)
        print(f"scutch-combine --scope {scope}\n{report.read_text()}", flush=True)


def table(some, scores):
    """Print the rows, and below them those of the paper where it has them."""
    keys = [key for measure in some.measures for key in COLUMNS[measure]]
    keys.insert(3, REACH)
    wanted = WANTED if some.name == TESTED else {}
    print(f"{'':42}" + "".join(f"{HEADS.get(key, key[-1].upper()):>8}" for key in keys)
          + ("  wanted" if wanted else ""))
    for row, means in scores.items():
        if WITHOUT in row:
            continue
        least = wanted.get(row, {})
        notes = [f"{HEADS[key]} {limit}{' ' if means[key] >= limit else '!'}"
                 for key, limit in least.items()]
        print((f"{row:42}" + "".join(f"{means[key]:8.2f}" for key in keys)
               + "  " + " ".join(notes)).rstrip())
        again = [found[keys[0]] for other, found in scores.items()
                 if other.startswith(row + WITHOUT)]
        if again:
            print(f"  {TENTHS} trainings without a tenth".ljust(42)
                  + f"{min(again):8.2f} to {max(again):.2f}")
    if wanted:
        for row, figures in PRINTED.items():
            printed = dict(zip(COLUMNS["evert"] + COLUMNS["seg"], figures, strict=True))
            print(f"{row:42}" + "".join(f"{printed.get(key, ''):>8}" for key in keys).rstrip())
    print(flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    print(shlex.join(["share/bench/accuracy.py", *sys.argv[1:]]), end="\n\n", flush=True)
    for name in MODELS:
        subprocess.run(command("charlm", "--model", name, "--signature"), check=True)
    subprocess.run(command("clean", "--signature"), check=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sets = {gold.name: Set(gold, folder) for gold in args.gold}
        for some in sets.values():
            print(f"\n{some.name}: {some.count} pages", flush=True)
            if some.name == SHIPPED_FROM:
                cross_validation(some, folder)
                continue
            files = some.rivals() | some.by_clean()
            for model in MODELS:
                files |= some.by_model(model, model)
            if some.name == TESTED and TRAINED in sets:
                for alphabet, options in PAPER.items():
                    for training in "differential", "labels":
                        model = trained(options, training, sets[TRAINED], some, folder)
                        name = f"final: {alphabet}, {training}"
                        files |= some.by_model(name, model)
                        if (alphabet, training) == REPEATED:
                            files |= repeated(name, options, training, sets[TRAINED], some, folder)
            table(some, some.scores(files))


if __name__ == "__main__":
    main()
