#!/usr/bin/env python3
"""Measure the training of word models: speed, memory, size and held-out perplexity, beside lmplz.

usage: wordtraining.py [--words LIST] [--orders LIST] [--perplexity M] [--lmplz PROGRAM] CORPUS_DIR

CORPUS_DIR/*.txt.gz is text, a sentence or paragraph a line. One line in a hundred of each file is
held out; the others, in the order of the names, are the training text, up to a number of words. If
there are fewer, all are read again ("again"). Repeated text has no n-grams seen once, so neither
program can estimate Kneser-Ney discounts for it: the estimator is then "interpolated".

Each row is a process of its own, from start-up to exit: words a second of CPU time, and peak
memory. scutch-train wordlm has --memory 500M, lmplz -S 500M. Both read the same text, a sentence a
line, split at white space, and leave out n-grams, but not words, seen once (or as often as the text
is read). lmplz writes ARPA, scutch its own format.

Perplexity is that of the held-out lines, end marks counted, with and without out-of-vocabulary
words: of lmplz by KenLM's Python binding on its ARPA file; of scutch by its own models, and by the
binding on the ARPA file that scutch writes.
"""
import argparse
import gzip
import itertools
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

from common import command, run

from scutch.lm.words.wordmodel import WordModel

HELD_OUT = 100           # one line of so many
MEMORY = "500M"
WHITE = ["--lines", "--whole-lines", "--tokens", "white", "--memory", MEMORY]
PRUNE = {2: [0, 1], 3: [0, 1, 1]}      # where speed is measured
QUALITY = [("pyplexity", 2), ("interpolated", 2), ("kneser-ney", 2), ("pyplexity", 3),
           ("interpolated", 3), ("kneser-ney", 3)]


def split(corpus, words, folder):
    """Write train.txt and held.txt; return the words of train.txt, and how often files are read."""
    count = 0
    with open(folder / "train.txt", "wb") as train, open(folder / "held.txt", "wb") as held:
        for turn in itertools.count():
            for path in sorted(corpus.glob("*.txt.gz")):
                with gzip.open(path) as lines:
                    for i, line in enumerate(lines):
                        if i % HELD_OUT == 0:
                            if not turn:
                                held.write(line)
                        elif count < words:
                            train.write(line)
                            count += len(line.split())
            if count >= words:
                return count, turn + 1


def lmplz(program, n, folder, out, prune=(0,)):
    """Return the Usage of lmplz on train.txt."""
    return run([program, "-o", str(n), "-S", MEMORY, "-T", f"{folder}/", "--prune",
                *map(str, prune), "--text", str(folder / "train.txt"), "--arpa", str(out)])


def row(name, words, usage, file):
    print(f"{name:34}{words / 1e6:8.1f}{words / usage.cpu / 1e6:10.2f}"
          f"{words / usage.wall / 1e6:10.2f}{usage.megabytes:8.0f}"
          f"{file.stat().st_size / 1e6:9.1f}", flush=True)


def speed(corpus, sizes, orders, program, folder):
    print("Training\n")
    print(f"{'':34}{'M words':>8}{'M w/CPU s':>10}{'M w/s':>10}{'MB':>8}{'file MB':>9}")
    for size in sizes:
        words, turns = split(corpus, size, folder)
        again = turns > 1
        estimator = "interpolated" if again else "kneser-ney"
        for n in orders:
            prune = [turns * limit for limit in PRUNE[n]]
            model = folder / "model"
            row(f"scutch-train wordlm --n {n}{', again' * again}", words,
                run(command("train", "wordlm", *WHITE, "--n", n, "--estimator", estimator,
                            "--prune", ",".join(map(str, prune)), "--out", model,
                            folder / "train.txt"), out=folder / "report"), model)
            model.unlink()
            if program and not again:
                row(f"lmplz -o {n}", words, lmplz(program, n, folder, folder / "arpa", prune),
                    folder / "arpa")
                (folder / "arpa").unlink()


def by_binding(arpa, texts):
    """Return (perplexity, without out-of-vocabulary words) by KenLM's binding."""
    import kenlm
    model = kenlm.Model(str(arpa))
    scores = [score for text in texts for score in model.full_scores(text)]
    known = [score[0] for score in scores if not score[2]]
    return (10 ** (-sum(score[0] for score in scores) / len(scores)),
            10 ** (-sum(known) / len(known)))


def by_us(model, texts):
    scores = WordModel.load(model).score(texts)
    log10p, tokens, unknown, unknown_log10p = (part.sum() for part in scores)
    return 10 ** (-log10p / tokens), 10 ** (-(log10p - unknown_log10p) / (tokens - unknown))


def quality(corpus, size, program, folder):
    words, _ = split(corpus, size, folder)
    texts = (folder / "held.txt").read_text("utf-8").splitlines()
    print(f"\nPerplexity of {len(texts)} lines held out, of models of {words / 1e6:.1f} M words\n")
    print(f"{'':44}{'all':>9}{'known':>9}{'MB':>8}{'bytes/n-gram':>14}")
    for estimator, n in QUALITY:
        model, arpa = folder / "model", folder / "arpa"
        more = ["--arpa", arpa] if estimator == "kneser-ney" else []
        run(command("train", "wordlm", *WHITE, "--n", n, "--estimator", estimator, *more,
                    "--out", model, folder / "train.txt"), out=folder / "report")
        size = model.stat().st_size
        rows = {f"scutch, {estimator}, n = {n}": by_us(model, texts)}
        if more:
            rows["  its ARPA file, by KenLM's binding"] = by_binding(arpa, texts)
            if program:
                lmplz(program, n, folder, arpa)
                rows[f"lmplz, n = {n}, by KenLM's binding"] = by_binding(arpa, texts)
        for name, both in rows.items():
            print(f"{name:44}{both[0]:9.2f}{both[1]:9.2f}" + (
                f"{size / 1e6:8.1f}{size / sum(WordModel.load(model).settings['ngrams']):14.2f}"
                if name.startswith("scutch") else ""), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--words", default="10,27,100", help="millions of words to train on")
    parser.add_argument("--orders", default="2,3", help="of the models whose training is timed")
    parser.add_argument("--perplexity", type=float, default=10,
                        help="millions of words that the models for perplexity are trained on")
    parser.add_argument("--lmplz", default=shutil.which("lmplz"), help="KenLM's program")
    args = parser.parse_args()
    print(shlex.join(["share/bench/wordtraining.py", *sys.argv[1:]]), end="\n\n", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        speed(args.corpus, [int(float(one) * 1e6) for one in args.words.split(",")],
              list(map(int, args.orders.split(","))), args.lmplz, folder)
        if args.perplexity:
            quality(args.corpus, int(args.perplexity * 1e6), args.lmplz, folder)


if __name__ == "__main__":
    main()
