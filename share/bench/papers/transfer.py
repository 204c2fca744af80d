#!/usr/bin/env python3
"""Train each scorer on one gold set and test it on the others.

usage: transfer.py [--pages N] [--labelled DIR] [--scorers LIST] GOLD_DIR...

A table for each scorer and measure: rows are the sets trained on, columns the sets tested on, by N
pages of each (200), drawn by a seed, and what `--keep auto` keeps of them. No model is tested on
pages that it was trained on ("-"). "elsewhere" is the mean of a row. Other tables have all text of
the pages, and scorers that are not trained here. Pages with less than half of their gold text are
left out, as by scutch-label. Labelled sets are read from DIR/NAME.jsonl, or written there.

  mlp             scutch-train mlp on what scutch-label makes of the set
  mlp texrex      the same with --features texrex, the paper's 37
  shallow         scutch-train shallow
  charlm          scutch-train charlm
  mlp language    the models of scutch-mlp trained on the data of texrex, by the record's lang
  wordlm          scutch-wordlm, trained on text that is in none of the sets
--scorers names the scorers to test, "others" for the last two; all by default.
The row wcxb-dev has the shipped models, which are trained on it. Scorers that use the context of
the page are also tested with --no-context.
"""
import argparse
import json
import random
import shlex
import sys
import tempfile
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))      # share/bench
from common import command, paths_of, run, write_pages

from scutch.filters import charlm, mlp, shallow, wordlm
from scutch.filters.training.gold import read_gold
from scutch.lm.gold.measures import score

MEASURES = {"align F": "align_f", "bow F": "bow_f"}
OF_SETS = {"mlp": (["train", "mlp", "--folds", 2, "--decay", 0.03], mlp.Scorer),
           "mlp texrex": (["train", "mlp", "--folds", 2, "--features", "texrex"], mlp.Scorer),
           "shallow": (["train", "shallow"], shallow.Scorer),
           "charlm": (["train", "charlm"], charlm.Scorer)}
SHIPPED = {"wcxb-dev": {"mlp": "web", "shallow": "web", "charlm": "en"}}    # trained on it
WITHOUT = ", no context"
OTHERS = "others"


class Set:
    """A gold set: labelled segments of all pages as a file, and the pages that are tested."""

    def __init__(self, gold, labelled, pages, seed):
        self.name, self.labelled = gold.name, labelled
        if not labelled.exists():
            whole, segments = (labelled.with_suffix(end) for end in (".pages", ".segments"))
            write_pages(paths_of(gold), whole)
            run(command("chain", "html2text, segment"), whole, segments)
            run(command("label", "--gold", gold), segments, labelled)
        self.gold = read_gold(str(gold))
        with open(labelled, "rb") as file:
            lines = file.readlines()
        self.records = [json.loads(line)
                        for line in random.Random(seed).sample(lines, min(pages, len(lines)))]

    def tested(self, step, name):
        """Return {measure: mean in percent} of what the step, a filter, keeps."""
        found = {key: [] for key in MEASURES.values()}
        for record in self.records:
            done, = step(record) if step else [record]
            limit = done["cuts"][name] if step else None
            texts = [one["text"] for one in done["segments"] if not step or
                     (one["scores"][name] <= limit and not one.get("hidden"))]
            scores, _ = score(texts, self.gold[record["id"]], ["align", "bow"])
            for key, values in found.items():
                values.append(scores[key])
        return {key: fmean(values) for key, values in found.items()}


def trained(some, row, words, folder):
    """Return the model that a command makes of a labelled set, or the shipped one of that set."""
    if row in SHIPPED.get(some.name, {}):
        return SHIPPED[some.name][row]
    model = folder / f"{row}-{some.name}.model"
    run(command(*words, "--out", model), some.labelled, folder / "report")
    return str(model)


def scorers(name, model, maker):
    """Return {row: (step, name of its score)} of a trained scorer."""
    kind = name.split()[0]
    found = {name: (maker(model=model), kind)}
    if maker is charlm.Scorer:
        found[name + WITHOUT] = maker(model=model, context=False), kind
    return found


def others():
    """Return {row: (step, name of its score)} of scorers that are not trained on a gold set."""
    return {"all text": (None, None), "mlp language": (mlp.Scorer(mlp.BY_LANGUAGE), "mlp"),
            "wordlm": (wordlm.Scorer("en"), "wordlm"),
            "wordlm" + WITHOUT: (wordlm.Scorer("en", context=False), "wordlm")}


def table(title, rows, names):
    """Print rows {name of row: {set: percent}}."""
    print(f"{title:34}" + "".join(f"{name:>17}" for name in [*names, "elsewhere"]))
    for row, cells in rows.items():
        values = [f"{cells[name]:.2f}" if name in cells else "-" for name in names]
        print(f"{row:34}" + "".join(f"{value:>17}" for value in
                                    [*values, f"{fmean(list(cells.values())):.2f}"]))
    print(flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--pages", type=int, default=200, metavar="N")
    parser.add_argument("--labelled", type=Path, metavar="DIR")
    parser.add_argument("--scorers", type=lambda text: text.split(","), metavar="LIST",
                        default=[OTHERS, *OF_SETS])
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    args = parser.parse_args()
    if len(args.gold) < 2:
        parser.error("at least two sets are required")
    print(shlex.join(["share/bench/papers/transfer.py", *sys.argv[1:]]), end="\n\n", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sets = [Set(gold, (args.labelled or folder) / f"{gold.name}.jsonl", args.pages, args.seed)
                for gold in args.gold]
        names = [one.name for one in sets]
        if OTHERS in args.scorers:
            show("not trained here", {row: {one.name: one.tested(*found) for one in sets}
                                      for row, found in others().items()}, names)
        for row, (words, maker) in OF_SETS.items():
            if row not in args.scorers:
                continue
            rows = {}
            for some in sets:
                for one, found in scorers(row, trained(some, row, words, folder), maker).items():
                    label = f"{some.name}{WITHOUT if one.endswith(WITHOUT) else ''}"
                    rows[label] = {other.name: other.tested(*found) for other in sets
                                   if other is not some}
            show(f"{row}, trained on", rows, names)


def show(title, rows, names):
    for measure, key in MEASURES.items():
        table(f"{measure}: {title}", {row: {name: found[key] for name, found in cells.items()}
                                     for row, cells in rows.items()}, names)


if __name__ == "__main__":
    main()
