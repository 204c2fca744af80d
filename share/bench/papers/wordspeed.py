#!/usr/bin/env python3
"""Measure the speed of word models beside KenLM's Python binding and PyPlexity's computation.

usage: wordspeed.py [--words M] [--rounds N] CORPUS_DIR

CORPUS_DIR/*.txt.gz is text, a paragraph a line. One line in a hundred is held out and split into
sentences, which are scored. Kneser-Ney models are trained on M million words of the other lines;
scutch and KenLM's binding read the same ARPA file. Words are separated by white space. All tools
run in this process on one thread, from text to perplexities, and take turns. Times are CPU time,
the median of the rounds.

  kenlm       Model.perplexity of each sentence; Model.score is the same without the division
  scutch      WordModel.score, then the perplexities: all sentences at once, or 30 a page
  shipped     the same with the shipped English model, which has words in lower case, numbers as 0
              and punctuation marks as words
  pyplexity   the formula of the published PyPlexity 0.2.12 on dictionaries, written anew: bigrams,
              0.8 P(w2 | w1) + 0.2 P(w1) + 1e-6, keys in UTF-8; with its own tokenisation, a series
              of substitutions, or with words already split at white space

"apart" is the greatest difference between the perplexities of a sentence by scutch and by KenLM.
"without ARPA" is the size of a model that was not read from an ARPA file: its values are rounded
more. Models are loaded from a file in the system's cache, with a check of the SHA-256.
"""
import argparse
import gzip
import itertools
import math
import re
import shlex
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))      # share/bench
from common import ROOT, command, run

from scutch.filters.text.sentences import sentences
from scutch.lm.words.wordmodel import WordModel

HELD_OUT = 100           # one line of so many
PAGE = 30                # sentences
MODELS = {"2": ["--n", 2, "--prune", "0,1"], "3": ["--n", 3, "--prune", "0,1,1"]}
LEAST = {"kenlm": 1, "pyplexity": 50}    # times as fast as these
LOADS = 9
SHIPPED = ROOT / "share/models/wordlm-en.model"
# PyPlexity's substitutions in a sentence, before it is split at spaces
SUBSTITUTIONS = [(re.compile(old), new) for old, new in [
    (",", " ,"), (";", " ;"), (":", " :"), (r"\. \w*", " . "), (r"\.$", " ."), (r"\(", " ( "),
    (r"\)", " ) "), (r'" *', '" '), (r' *"', ' "'), ("<", " < "), (">", " > "), ("=", " = "),
    ("'", " ' "), ("`", " ` "), (r"\?", " ? "), ("¿", " ¿ "), ("!", " ! "), ("¡", " ¡ "),
    (r"\s+", " ")]]


def read(corpus, words, train):
    """Write `words` words to the file train; return the held-out sentences."""
    held, count = [], 0
    with open(train, "wb") as out:
        for path in sorted(corpus.glob("*.txt.gz")):
            with gzip.open(path) as lines:
                for i, line in enumerate(lines):
                    if i % HELD_OUT == 0:
                        text = line.decode().strip()
                        held += [text[start:end] for start, end in sentences(text)]
                    elif count < words:
                        out.write(line)
                        count += len(line.split())
    return held


class Pyplexity:
    """Eq. 2 of the paper on dictionaries, counted in the training text."""

    def __init__(self, train):
        pairs, singles, total = {}, {}, 0
        with open(train, "rb") as lines:
            for line in lines:
                words = [b"#", *line.lower().split()]
                total += len(words)
                for word in words:
                    singles[word] = singles.get(word, 0) + 1
                for first, second in itertools.pairwise(words):
                    pair = first + b" " + second
                    pairs[pair] = pairs.get(pair, 0) + 1
        self.bigrams = {pair: count / singles[pair.partition(b" ")[0]]
                        for pair, count in pairs.items() if count > 1}
        self.unigrams = {word: count / total for word, count in singles.items()}

    def perplexity(self, words):
        total = 0.0
        for first, second in zip(["#", *words[:-1]], words, strict=True):
            pair = (first + " " + second).encode("utf-8", "replace")
            word = first.encode("utf-8", "replace")
            total += math.log2(0.8 * (self.bigrams.get(pair, 0))
                               + 0.2 * (self.unigrams.get(word, 0))
                               + 1e-6)
        return 2 ** (-total / len(words))

    def cut(self, text):
        text = text.lower()
        for pattern, new in SUBSTITUTIONS:
            text = pattern.sub(new, text)
        return text.strip().split(" ")


def ours(model, texts, size):
    out = []
    for low in range(0, len(texts), size):
        scores = model.score(texts[low:low + size])
        out += (10 ** (-scores.log10p / scores.tokens)).tolist()
    return out


def timed(function):
    began = time.process_time()
    function()
    return time.process_time() - began


def table(tools, words, rounds):
    """Print words/s of each tool, and how many times as fast the first one is."""
    seconds = {name: [] for name in tools}
    for _ in range(rounds):
        for name, function in tools.items():
            seconds[name].append(timed(function))
    found = {name: median(some) for name, some in seconds.items()}
    first = next(iter(tools))
    print(f"{'':44}{'M words/s':>10}{'scutch is':>11}{'wanted':>8}")
    for name, took in found.items():
        least = next((LEAST[one] for one in LEAST if name.startswith(one)), None)
        ratio = took / found[first]
        print(f"{name:44}{words / took / 1e6:10.3f}"
              + (f"{ratio:10.2f}x{least:7}x{' ' if ratio >= least else '!'}" if least else ""),
              flush=True)
    print()


def loading(rows):
    print(f"{'loading':44}{'ms':>10}{'file MB':>11}{'bytes/n-gram':>14}")
    for name, load, path, ngrams in rows:
        took = median(timed(load) for _ in range(LOADS))
        size = path.stat().st_size
        print(f"{name:44}{1000 * took:10.1f}{size / 1e6:11.1f}{size / ngrams:14.2f}", flush=True)
    print()


def measure(n, options, texts, train, rounds, folder):
    import kenlm
    path, arpa = folder / f"{n}.model", folder / f"{n}.arpa"
    run(command("train", "wordlm", "--lines", "--whole-lines", "--tokens", "white", "--estimator",
                "kneser-ney", *options, "--arpa", arpa, "--out", path, train), out="/dev/null")
    trained = path.stat().st_size
    run(command("train", "wordlm", "--out", path, arpa), out="/dev/null")    # as KenLM has it
    theirs, model = kenlm.Model(str(arpa)), WordModel.load(path)
    words = sum(len(text.split()) for text in texts)
    apart = max(abs(a / theirs.perplexity(text) - 1)
                for a, text in zip(ours(model, texts, len(texts)), texts, strict=True))
    ngrams = sum(model.settings["ngrams"])
    print(f"n = {n}, {ngrams} n-grams; {len(texts)} sentences, {words} words; "
          f"apart {apart:.1e} at most; without ARPA {trained / ngrams:.2f} bytes an n-gram\n")
    tools = {"scutch, all at once": lambda: ours(model, texts, len(texts)),
             f"scutch, {PAGE} sentences a page": lambda: ours(model, texts, PAGE),
             "kenlm, perplexity": lambda: [theirs.perplexity(text) for text in texts],
             "kenlm, score": lambda: [theirs.score(text) for text in texts]}
    if SHIPPED.exists():
        shipped = WordModel.load(SHIPPED)
        tools["shipped, all at once"] = lambda: ours(shipped, texts, len(texts))
    if n == "2":
        slow = Pyplexity(train)
        split = [text.split() for text in texts]
        tools |= {"pyplexity, words cut as it does": lambda: [
                      slow.perplexity(slow.cut(text)) for text in texts],
                  "pyplexity, formula alone, words given": lambda: [
                      slow.perplexity(words) for words in split]}
    table(tools, words, rounds)
    loading([("scutch", lambda: WordModel.load(path), path, ngrams),
             ("kenlm, the ARPA file", lambda: kenlm.Model(str(arpa)), arpa, ngrams)])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--words", type=float, default=27, help="millions, to train on")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    print(shlex.join(["share/bench/papers/wordspeed.py", *sys.argv[1:]]), end="\n\n", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = read(args.corpus, args.words * 1e6, folder / "train")
        texts = [text for text in texts if text]
        for n, options in MODELS.items():
            measure(n, options, texts, folder / "train", args.rounds, folder)


if __name__ == "__main__":
    main()
