#!/usr/bin/env python3
"""Train a language model on the text that each tool makes of a crawl, and see what it has learnt.

usage: lmproof.py [--n N] [--estimator NAME] [--language LANG] [--tools LIST] [--pages N]
                  [--texts DIR] GOLD_DIR...

The pages of a language (en) are split into FOLDS by site. From the text that a tool makes of the
other folds' pages, in an order drawn by a seed, scutch-train wordlm makes a model, of the same
number of words for each tool: as many as the tool with the least text has. It reads the gold text
of this fold's pages, of sites that it has not seen, and the tool's own text of them.

First table: pages whose text the models were trained on, on average of the folds; of the gold text
the out-of-vocabulary words in percent, the perplexity per token, and that of the words that the
model knows; the perplexity of the tool's own text.
Second table: bits per token on gold text, of each tool less all text; third table: of the tool less
scutch-clean; means over pages, with 95 % interval (bootstrap over sites) and p (approximate
randomisation). Less is better.

The row "gold" is trained on gold text. Marks of Markdown, which pagesift writes, are taken from all
texts. A model with fewer words in its vocabulary may have a lower perplexity of those: the columns
are to be read together. Options and notes are those of retrieval.py.
"""
import json
import math
import random
import re
import tempfile
from pathlib import Path
from types import SimpleNamespace

import proofs
from common import command, run

from scutch.lm.crossvalidation import folds_of
from scutch.lm.words.perplexity import perplexity

FOLDS = 2
ORDER, ESTIMATOR = 3, "kneser-ney"
MARKS = re.compile(r"^[ \t]*(?:[-+>•][ \t]+|[0-9]+\.[ \t]+)+|[*_#|`~\\]+", re.M)


class Read:
    """What a model has read: log10 probability and number of the tokens of pages, and of the
    out-of-vocabulary words among them; bits: of each page that has text, those per token."""

    def __init__(self):
        self.log10p = self.tokens = self.unknown_log10p = self.unknown = 0
        self.bits = {}

    def add(self, page, segments):
        """Count a page of a record that scutch-wordlm has written."""
        totals = [sum(column) for column in zip(*(
            (*known, *unknown) for segment in segments for known, unknown in zip(
                segment["sentence_log10p"], segment["sentence_unknown"], strict=True)),
            strict=True)]
        if totals and totals[1]:
            log10p, size, unknown_log10p, unknown = totals
            self.log10p += log10p
            self.tokens += size
            self.unknown_log10p += unknown_log10p
            self.unknown += unknown
            self.bits[page] = -log10p * math.log2(10) / size

    def perplexities(self):
        """Return that of all tokens, and that of the known."""
        return (perplexity(self.log10p, self.tokens),
                perplexity(self.log10p - self.unknown_log10p, self.tokens - self.unknown))


class Tally(SimpleNamespace):
    """Of a tool: what its models have read of gold text, and of its own; pages and words trained
    on, of each fold."""


def orders_of(folds, seed=0):
    """Return {fold: pages of the other folds in the order of training, a list of numbers}."""
    orders = {}
    for fold in sorted(set(folds)):
        orders[fold] = [page for page, other in enumerate(folds) if other != fold]
        random.Random(seed + fold).shuffle(orders[fold])
    return orders


def write_text(texts, order, most, file):
    """Write the texts of pages in an order, `most` words of them; return from how many pages."""
    left, pages = most, 0
    with open(file, "w", encoding="utf-8", errors="replace") as out:
        for page in order:
            if left <= 0:
                break
            pages += 1
            for line in texts[page].split("\n"):
                words = line.split()[:left]
                left -= len(words)
                if words:
                    out.write(" ".join(words) + "\n")
    return pages


def read_by(model, texts, pages, folder, read):
    """Let a model read the texts of pages; `read` counts."""
    source, out = folder / "records", folder / "read"
    with open(source, "w") as file:
        for page in pages:
            segments = [{"text": line} for line in texts[page].split("\n") if line.strip()]
            file.write(json.dumps({"id": page, "segments": segments}) + "\n")
    run(command("wordlm", "--model", model), source, out)
    with open(out, "rb") as lines:
        for record in map(json.loads, lines):
            read.add(record["id"], record["segments"])


def learnt(texts, folds, options):
    """Return {tool: Tally}. texts: {tool: text of each page}; folds: that of each page."""
    tallies = {tool: Tally(gold=Read(), own=Read(), pages=[], words=[])
               for tool in texts}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for fold, order in orders_of(folds).items():
            least = min(sum(len(made[page].split()) for page in order) for made in texts.values())
            here = [page for page, other in enumerate(folds) if other == fold]
            for tool, made in texts.items():
                tally, model = tallies[tool], folder / "model"
                tally.pages.append(write_text(made, order, least, folder / "text"))
                tally.words.append(least)
                run(command("train", "wordlm", "--lines", *options, "--out", model,
                            folder / "text"), out=folder / "report")
                read_by(model, texts[proofs.GOLD], here, folder, tally.gold)
                read_by(model, made, here, folder, tally.own)
    return tallies


def table(tallies):
    sizes = tallies[proofs.GOLD]
    print(f"models of {' and '.join(f'{count:,}' for count in sizes.words)} words; "
          f"{sizes.gold.tokens:,} tokens of gold text\n\n{'':22}{'pages':>7}{'unknown %':>11}"
          f"{'perplexity':>12}{'of known':>10}{'own text':>10}")
    for tool, tally in tallies.items():
        whole, known = tally.gold.perplexities()
        print(f"{tool:22}{sum(tally.pages) / len(tally.pages):7.0f}"
              f"{100 * tally.gold.unknown / tally.gold.tokens:11.2f}{whole:12.1f}{known:10.1f}"
              f"{tally.own.perplexities()[0]:10.1f}")


def differences(tallies, sites, title, other):
    """Print a table of differences of the tools to one of them."""
    print(f"\n{title}\n\n{'':22}{'  bits per token, 95 % interval':<32}{'p':>7}")
    second = tallies[other].gold.bits
    for tool, tally in tallies.items():
        if tool != other:
            first = tally.gold.bits
            print(f"{tool:22}" + proofs.difference(
                first.values(), [second[page] for page in first],
                [sites[page] for page in first], digits=3))


def main():
    parser = proofs.arguments(__doc__)
    parser.add_argument("--n", default=str(ORDER), metavar="N")
    parser.add_argument("--estimator", default=ESTIMATOR, metavar="NAME")
    args = parser.parse_args()
    proofs.print_command(args)
    pages = proofs.read_pages(args)
    sites = [page.site for page in pages]
    print(f"\n{len(pages)} pages of {len(set(sites))} sites; ", end="")
    texts = {tool: [MARKS.sub("", text) for text in made] for tool, made in proofs.texts_of(
        proofs.tools_of(args), pages, args.texts).items()}
    folds = folds_of([SimpleNamespace(group=page.site) for page in pages], FOLDS, 0).tolist()
    tallies = learnt(texts, folds, ["--n", args.n, "--estimator", args.estimator])
    table(tallies)
    for other in proofs.ALL_TEXT, proofs.ours_in(texts):
        differences(tallies, sites, f"Less {other}", other)


if __name__ == "__main__":
    main()
