#!/usr/bin/env python3
"""Measure perceptrons on the data of Schäfer 2016, beside the figures of his tables.

usage: mlp.py [--folds N] [--gold LABELLED] FANN_DIR

FANN_DIR holds boilerplate.en.dat.gz and those of de, fr and sv. Folds are random, as the paper's
appear to be, or by page, all blocks of a page in one fold; what ships is judged by the latter.

Networks, of 18 symmetric Gaussian units each:
  one         a single network, trained long with little weight decay
  committee   the mean of four, trained longer with less decay; random folds only
  shipped     the mean of three, with the decay and epochs of scutch-train mlp, which do best on
              unseen pages

Tables 3 and 4: thresholds and measures of boilerplate, by 10-fold cross-validation. "wanted" is
the share correct at 0.5 that random folds should reach.
Figure 2: precision and recall at 0.5 of the network of one language on each other language.
Table 5: other classifiers of scikit-learn, in three folds, to save time; f1 is the
weighted mean of both classes, as Weka's.
Table 6 and section 3.5: microseconds a block for the features and for each classifier.
"""
import argparse
import shlex
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))      # share/bench
from common import command, paths_of, run, write_pages

from scutch.filters.columns.fromrecords import pages_of
from scutch.filters.edge.jsonlines import decode
from scutch.filters.scoring.featuresets import SETS
from scutch.filters.training.fann import read_fann
from scutch.lm.perceptron import perceptrontraining as training
from scutch.lm.perceptron.network import train

LANGUAGES = {"en": "English", "fr": "French", "de": "German", "sv": "Swedish"}
GERMANIC = ["en", "de", "sv"]
NETWORKS = {"one": {"networks": 1, "decay": 3e-4, "epochs": 300},
            "committee": {"networks": 4, "decay": 1e-4, "epochs": 500},
            "shipped": {"networks": 3}}
FOLDS = {"random": training.random_folds, "page": training.page_folds}
COLUMNS = ["precision", "recall", "f1", "correct", "baseline", "PRE"]
PAPER = {                # tables 3 (threshold, f1, correct) and 4 (COLUMNS)
    "en": ((0.62, 0.986, 0.975), (0.983, 0.990, 0.990, 0.976, 0.910, 0.733)),
    "fr": ((0.49, 0.995, 0.990), (0.995, 0.994, 0.994, 0.990, 0.897, 0.903)),
    "de": ((0.60, 0.969, 0.950), (0.963, 0.977, 0.977, 0.952, 0.798, 0.762)),
    "sv": ((0.57, 0.979, 0.963), (0.977, 0.983, 0.983, 0.983, 0.866, 0.873))}
WANTED = {"en": 0.976, "de": 0.952, "sv": 0.963, "fr": 0.977}
TABLE_5 = {              # MLP, LR, IBk, RF; the paper has no boosting
    "en": (0.97, 0.96, 0.97, 0.98), "fr": (0.96, 0.95, 0.97, 0.97),
    "de": (0.94, 0.90, 0.95, 0.96), "sv": (0.96, 0.95, 0.97, 0.97)}
STEP = 0.01              # of the threshold: Schäfer 2016, section 3.1
TIMED_PAGES = 60
OTHER_FOLDS = 3


def curve(outputs, dirty):
    """Return [(threshold, precision, recall)] from 0 up by STEP: Schäfer 2016, Figure 1."""
    rows = []
    for threshold in np.arange(0, 1, STEP):
        row = training.measures(outputs, dirty, threshold)
        rows.append((float(threshold), row["precision"], row["recall"]))
    return rows


def balanced(outputs, dirty):
    """Return the threshold where precision comes nearest to recall: Schäfer 2016, Table 3."""
    return min(curve(outputs, dirty), key=lambda row: (abs(row[1] - row[2]), row[0]))[0]


def others():
    """Return {name: function that makes a classifier} of scikit-learn; {} if not installed."""
    from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    return {"logistic": lambda: make_pipeline(StandardScaler(), LogisticRegression(max_iter=200)),
            "neighbours": lambda: make_pipeline(StandardScaler(), KNeighborsClassifier(5)),
            "forest": lambda: RandomForestClassifier(50, random_state=0),
            "boosting": lambda: HistGradientBoostingClassifier(random_state=0)}


def fit_other(make):
    """Return the `fit` of training.unseen for a classifier of scikit-learn."""
    def fit(inputs, dirty):
        classifier = make().fit(inputs, dirty)
        return lambda rows: classifier.predict_proba(rows)[:, 1]
    return fit


def weighted_f1(outputs, dirty):
    """Return the mean of f1 of both classes, weighted by their sizes."""
    share = dirty.mean()
    return (share * training.measures(outputs, dirty)["f1"]
            + (1 - share) * training.measures(1 - outputs, 1 - dirty)["f1"])


def tables_3_and_4(sets, folds):
    """Print both tables; return {(language, kind): outputs of the committee}."""
    print(f"{'Table 4, at 0.5':36}" + "".join(f"{name:>10}" for name in COLUMNS)
          + f"{'wanted':>8}   Table 3: threshold, f1, correct")
    found = {}
    for language, samples in sets.items():
        at_balance, printed = PAPER[language]
        print(f"{LANGUAGES[language]:12}{'paper':24}" + "".join(f"{x:10.3f}" for x in printed)
              + f"{'':11}" + "".join(f"{x:8.3f}" for x in at_balance))
        for kind, folded in FOLDS.items():
            fold = folded(samples, folds)
            for name, options in NETWORKS.items():
                if name == "committee" and kind != "random":
                    continue
                outputs = training.unseen(samples, fold, training.perceptron(**options))
                row = training.measures(outputs, samples.dirty)
                wanted = ""
                if kind == "random" and name != "shipped":
                    met = row["correct"] >= WANTED[language]
                    wanted = f"{WANTED[language]}{' ' if met else '!'}"
                limit = balanced(outputs, samples.dirty)
                at = training.measures(outputs, samples.dirty, limit)
                print(f"{'':12}{kind + ' folds, ' + name:24}"
                      + "".join(f"{row[column]:10.3f}" for column in COLUMNS) + f"{wanted:>8}   "
                      + f"{limit:8.2f}{at['f1']:8.3f}{at['correct']:8.3f}", flush=True)
                found[language, kind, name] = outputs
    print()
    return found


def figure_2(sets, found):
    """Print precision and recall at 0.5 of each network on each set."""
    trained = {language: train(*samples, **NETWORKS["shipped"]).outputs
               for language, samples in sets.items()}
    trained["germanic"] = train(*(np.concatenate(part) for part in zip(
        *(sets[language] for language in GERMANIC), strict=True)), **NETWORKS["shipped"]).outputs
    print("Figure 2: precision/recall/correct at 0.5; rows: the network of, columns: the blocks of")
    print(f"{'':12}" + "".join(f"{LANGUAGES[language]:>22}" for language in sets))
    for name, outputs in trained.items():
        cells = []
        for language, samples in sets.items():
            if name == language:
                row = training.measures(found[language, "page", "shipped"], samples.dirty)
            else:
                row = training.measures(outputs(samples.inputs), samples.dirty)
            seen = name == "germanic" and language in GERMANIC
            cells.append(f"{row['precision']:.3f}/{row['recall']:.3f}/{row['correct']:.3f}"
                         + ("*" if seen else " "))
        print(f"{LANGUAGES.get(name, 'Germanic'):12}" + "".join(f"{cell:>22}" for cell in cells))
    print("on its own blocks by folds by page; * trained on these blocks\n", flush=True)


def table_5(sets, found):
    """Print weighted f1 of classifiers; return {name: microseconds a block} of English."""
    try:
        makers = others()
    except ImportError:
        print("Table 5: left out, needs scikit-learn (pip install 'scutch[bench]')\n")
        return
    names = ["one", "committee", "shipped", *makers]
    print(f"{'Table 5: weighted f1':32}" + "".join(f"{name:>12}" for name in names)
          + "   paper: MLP, LR, IBk, RF")
    for kind, folded in FOLDS.items():
        for language, samples in sets.items():
            fold = folded(samples, OTHER_FOLDS)
            outputs = {name: found[language, kind, name] for name in NETWORKS
                       if (language, kind, name) in found}
            outputs |= {name: training.unseen(samples, fold, fit_other(make))
                        for name, make in makers.items()}
            for measure in weighted_f1, correct:
                cells = [f"{measure(outputs[name], samples.dirty):.3f}" if name in outputs else "-"
                         for name in names]
                print(f"{LANGUAGES[language] + ', ' + kind + ' folds':24}{measure.__name__[:8]:8}"
                      + "".join(f"{cell:>12}" for cell in cells)
                      + (f"   {TABLE_5[language]}" if measure is weighted_f1 else ""), flush=True)
    print()
    samples = sets["en"]
    print("Table 6: microseconds a block to classify, English, batches of 100 blocks")
    networks = {name: train(*samples, **{**options, "epochs": 2}).outputs
                for name, options in NETWORKS.items()}
    for name, outputs in {**networks, **{name: fit_other(make)(*samples)
                                         for name, make in makers.items()}}.items():
        print(f"  {name:12}{per_block(outputs, samples.inputs):10.2f}", flush=True)
    print()


def correct(outputs, dirty):
    """Return the share of correct decisions at 0.5."""
    return training.measures(outputs, dirty)["correct"]


def per_block(outputs, inputs):
    """Return the microseconds a block that a classifier takes, in batches as large as pages."""
    parts = [inputs[i:i + 100] for i in range(0, 2000, 100)]
    outputs(parts[0])
    began = time.process_time()
    for part in parts:
        outputs(part)
    return 1e6 * (time.process_time() - began) / sum(map(len, parts))


def features(gold, folder):
    """Print the time of the features and of the whole filter on pages of a gold set."""
    from scutch.filters import mlp
    pages, segments = folder / "pages.jsonl", folder / "segments.jsonl"
    write_pages(paths_of(gold, TIMED_PAGES), pages)
    run(command("chain", "html2text, segment"), pages, segments)
    records = [decode(line) for line in segments.read_bytes().splitlines()]
    records = [record for record in records if record.get("segments")]
    blocks = sum(len(record["segments"]) for record in records)
    print(f"{len(records)} pages of {gold.name}, {blocks} segments: microseconds a segment, "
          "milliseconds a page (the paper: 3.15 ms a page)")
    steps = {f"features {name}": lambda record, of=one.of: of(pages_of([record]))
             for name, one in SETS.items()}
    steps |= {f"scutch-mlp --model {name}": mlp.Scorer(name) for name in ("web", "en")}
    for name, step in steps.items():
        step(records[0])
        began = time.process_time()
        for record in records:
            step(record)
        taken = time.process_time() - began
        print(f"  {name:26}{1e6 * taken / blocks:8.1f}{1e3 * taken / len(records):8.2f}")


def main():
    import tempfile
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fann", type=Path)
    parser.add_argument("--gold", type=Path, help="a gold set, for the time of features")
    parser.add_argument("--folds", type=int, default=10, metavar="N")
    args = parser.parse_args()
    print(shlex.join(["share/bench/papers/mlp.py", *sys.argv[1:]]), end="\n\n", flush=True)
    sets = {language: read_fann(args.fann / f"boilerplate.{language}.dat.gz")
            for language in LANGUAGES}
    found = tables_3_and_4(sets, args.folds)
    figure_2(sets, found)
    table_5(sets, found)
    if args.gold:
        with tempfile.TemporaryDirectory() as folder:
            features(args.gold, Path(folder))


if __name__ == "__main__":
    main()
