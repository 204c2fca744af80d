#!/usr/bin/env python3
"""Search pages that are known, in indexes of their texts by each tool.

usage: retrieval.py [--language LANG] [--tools LIST] [--chain 'NAME=CHAIN']... [--pages N]
                    [--texts DIR] [--speed FILE] [--watts X] GOLD_DIR...

The pages of the sets in a language (en) are one collection, without copies. A tool's texts have an
index, and each query is to find the page that it was made from:

  any       WORDS distinct words of its gold text, drawn by a seed from those that at most COMMON of
            the gold texts have, each as likely
  frequent  the same, each as likely as it is frequent in the gold text of the page
  title     all words of its <title>, if these are two or more and no other page has them
The first two are the models "random" and "popular" of Azzopardi, de Rijke & Balog 2007, "Building
simulated queries for known-item topics", without common words and the noise that they add.

First table: precision at 1 (P@1) and mean reciprocal rank, in percent; a page that shares its score
with others is behind them. Words and size of the index: its arrays, and the words. "read" is how
many postings a query reads, in percent of those of all text. The others have differences of P@1,
with 95 % interval (bootstrap over sites) and p (approximate randomisation): each tool less all
text, scutch-clean less each tool, and of each set scutch-clean and gold less all text.

--speed is the output of speed.py; a table then has what cleaning costs beside what it gains, for a
million pages: CPU seconds of cleaning (speed.py's ms a page) and of making the index, kWh of both
at --watts a core, kg of CO2 of these by the factor of Fernández-Pichel et al. 2023, eq. 9, and
"searches", the millions of searches whose shorter lists of postings save the energy that the tool
takes more than all text; "-" where nothing is saved. A posting takes what it takes in this index,
measured here; a search reads what the queries of all kinds do on average.

--chain adds rows: search by a sliding least text density (Kohlschütter et al. 2010, Figure 7) is
'density 14=html2text, segment, shallow, emit --by shallow --raw --min 14', an index by limit of
perplexity (Fernández-Pichel et al. 2023, Tables 2 to 5) 'wordlm 8000=html2text, segment, wordlm,
prune --wordlm 8000, emit'.

Gold text is the ceiling of the first two kinds, which are made from it. --texts keeps the texts,
in DIR/SET/TOOL.jsonl. On sets that its models have learnt from, scutch-clean has only the texts
there, by models of other sites (unseen.py --texts DIR); a scope without them is left out.
"""
import random
import re
import time
from collections import Counter
from pathlib import Path
from statistics import fmean

import numpy as np
import proofs
from speed import WATTS

from scutch.lm.gold.alignment import tokens

K1, B = 1.2, 0.75        # Lucene's
WORDS = 3                # of a query; Azzopardi et al. draw three on average
COMMON = 0.1             # share of the pages
MILLION, JOULES = 1_000_000, 3_600_000     # of a kWh
CARBON = 0.341           # kg of CO2 a kWh, the paper's, of its grid
REPEATED = 20            # times that all postings are added up
SPEED_ROW = re.compile(r"^(\S.*?) +(\d+\.\d\d) \(\d", re.M)     # name, ms a page
ANY, FREQUENT, TITLE = KINDS = "any", "frequent", "title"


class Index:
    """A BM25 index of texts.

    words:   how many the texts have. size: bytes of its arrays and its words.
    Source:  Robertson & Zaragoza 2009, "The probabilistic relevance framework: BM25 and beyond",
             eq. 3.15, with the idf of Lucene, which is never below 0.
    """

    def __init__(self, texts):
        self.numbers, counts = {}, []
        for text in texts:
            bag = Counter(tokens(text.lower()))
            counts.append({self.numbers.setdefault(word, len(self.numbers)): times
                           for word, times in bag.items()})
        lengths = np.array([sum(bag.values()) for bag in counts], np.float64)
        words = np.array([word for bag in counts for word in bag], np.int64)
        places = np.repeat(np.arange(len(texts), dtype=np.int32), list(map(len, counts)))
        times = np.array([number for bag in counts for number in bag.values()], np.float64)
        pages = np.bincount(words, minlength=len(self.numbers))
        idf = np.log1p((len(texts) - pages + 0.5) / (pages + 0.5))
        norm = K1 * (1 - B + B * lengths / max(lengths.mean(), 1))
        order = np.argsort(words, kind="stable")
        self.places = places[order]
        self.weights = (idf[words] * times / (times + norm[places]))[order].astype(np.float32)
        self.starts = np.concatenate([[0], pages.cumsum()])
        self.count, self.words = len(texts), int(lengths.sum())
        self.size = (sum(array.nbytes for array in (self.places, self.weights, self.starts))
                     + sum(len(word.encode()) for word in self.numbers))

    def postings(self, word):
        """Return the slice of the postings of a word."""
        number = self.numbers.get(word)
        return slice(0, 0) if number is None else slice(*self.starts[number:number + 2])

    def rank(self, query, page):
        """Return the rank of a page for a query, a list of distinct words; None without a hit."""
        scores = np.zeros(self.count, np.float32)
        for word in query:
            here = self.postings(word)
            scores[self.places[here]] += self.weights[here]
        return int((scores >= scores[page]).sum()) if scores[page] else None

    def read(self, query):
        """Return how many postings a query reads."""
        return sum(here.stop - here.start for here in map(self.postings, query))


def queries_of(pages, seed=0):
    """Return {kind: {number of a page: query, a list of words}} of the kinds that have any."""
    bags = [Counter(tokens(page.gold.lower())) for page in pages]
    having = Counter(word for bag in bags for word in bag)
    titles = [list(dict.fromkeys(tokens(page.title.lower()))) for page in pages]
    same = Counter(map(tuple, titles))
    queries = {kind: {} for kind in KINDS}
    for number, (page, bag) in enumerate(zip(pages, bags, strict=True)):
        rare = sorted(word for word in bag if having[word] <= max(1, COMMON * len(pages)))
        if len(rare) >= WORDS:
            rng = random.Random(f"{seed} {page.name}")
            queries[ANY][number] = rng.sample(rare, WORDS)
            queries[FREQUENT][number] = drawn(rare, bag, rng)
        if len(titles[number]) > 1 and same[tuple(titles[number])] == 1:
            queries[TITLE][number] = titles[number]
    return {kind: asked for kind, asked in queries.items() if asked}


def drawn(words, bag, rng):
    """Return WORDS of the words, drawn one after the other by their frequency in a bag."""
    left = list(words)
    chosen = []
    while len(chosen) < WORDS:
        chosen += rng.choices(left, [bag[word] for word in left])
        left.remove(chosen[-1])
    return chosen


def searched(texts, queries):
    """Return ({tool: Index}, {tool: {kind: rank of each query's page, or None}})."""
    indexes = {tool: Index(of_pages) for tool, of_pages in texts.items()}
    return indexes, {tool: {kind: [index.rank(query, number) for number, query in asked.items()]
                            for kind, asked in queries.items()}
                     for tool, index in indexes.items()}


def first_of(ranks):
    """Return 100 for each page that is found first, 0 for others: the mean is P@1 in percent."""
    return [100.0 * (rank == 1) for rank in ranks]


def reads_of(index, queries):
    """Return how many postings all queries read."""
    return sum(index.read(query) for asked in queries.values() for query in asked.values())


def first_table(indexes, ranks, queries):
    print(", ".join(f"{len(asked)} queries by {kind}" for kind, asked in queries.items()))
    print("\n" + " " * 22 + "".join(f"{kind:>11} P@1   MRR" for kind in queries)
          + f"{'words':>12}{'index MB':>10}{'read':>6}")
    whole = reads_of(indexes[proofs.ALL_TEXT], queries)
    for tool, index in indexes.items():
        cells = "".join(f"{fmean(first_of(of_kind)):15.1f}"
                        f"{100 * fmean(1 / rank if rank else 0 for rank in of_kind):6.1f}"
                        for of_kind in ranks[tool].values())
        print(f"{tool:22}{cells}{index.words:12,}{index.size / 1e6:10.1f}"
              f"{100 * reads_of(index, queries) / whole:6.0f}")


def differences(title, ranks, queries, pages, rows):
    """Print a table of differences of P@1; rows: (name, tool, tool that is taken off, set or None
    for all pages)."""
    print(f"\n{title}\n\n{'':22}" + "    ".join(f"{kind + ', 95 % interval':<30}{'p':>7}"
                                                for kind in queries))
    for name, first, second, gold in rows:
        cells = []
        for kind, asked in queries.items():
            asked_of = [(place, pages[number].site) for place, number in enumerate(asked)
                        if gold in (None, pages[number].name[0])]
            hits = [first_of(ranks[tool][kind]) for tool in (first, second)]
            cells.append(proofs.difference(*([of_tool[place] for place, _ in asked_of]
                                             for of_tool in hits), [site for _, site in asked_of])
                         if asked_of and first != second else f"{'-':>8}{'':29}")
        print(f"{name:22}" + "    ".join(cells).rstrip())


def cpu_of(function):
    """Return the CPU seconds that a function takes."""
    began = time.process_time()
    function()
    return time.process_time() - began


def seconds_a_posting(index):
    """Return the CPU seconds in which a search reads one posting."""
    scores = np.zeros(index.count, np.float32)

    def read():
        for _ in range(REPEATED):
            scores[index.places] += index.weights
    return cpu_of(read) / REPEATED / len(index.places)


def costs(texts, indexes, queries, speed, watts):
    """Print what cleaning costs, and how many searches save that; speed: the output of speed.py."""
    clean = {name: float(ms) * MILLION / 1000 for name, ms in SPEED_ROW.findall(speed)}
    whole = indexes[proofs.ALL_TEXT]
    posting, pages = seconds_a_posting(whole), whole.count
    index = {tool: MILLION / pages * cpu_of(lambda made=made: Index(made))
             for tool, made in texts.items()}
    each = posting * MILLION / pages / sum(map(len, queries.values()))
    reads = {tool: each * reads_of(one, queries) for tool, one in indexes.items()}
    print(f"\nCosts of a million pages at {watts:g} W a core; {1e9 * posting:.1f} ns a posting\n\n"
          f"{'':22}{'clean':>9}{'index':>9}{'kWh':>8}{'kg CO2':>8}{'searches':>10}")
    for tool in texts:
        print(f"{tool:22}{cost_cells(tool, clean, index, reads, watts)}")


def cost_cells(tool, clean, index, reads, watts):
    """Return the columns of costs of a row.

    clean, index: {tool: CPU seconds a million pages}; reads: {tool: those in which a search reads
                  its postings}.
    """
    if tool not in clean:
        return f"{'-':>9}{index[tool]:9,.0f}{'-':>8}{'-':>8}{'-':>10}"
    spent, whole = (clean.get(name, 0) + index[name] for name in (tool, proofs.ALL_TEXT))
    energy = spent * watts / JOULES
    saved = reads[proofs.ALL_TEXT] - reads[tool]
    return (f"{clean[tool]:9,.0f}{index[tool]:9,.0f}{energy:8.3f}{CARBON * energy:8.4f}"
            + (f"{max(0, spent - whole) / saved / MILLION:10.2f}" if saved > 0 else f"{'-':>10}"))


def main():
    parser = proofs.arguments(__doc__)
    parser.add_argument("--speed", type=Path, metavar="FILE")
    parser.add_argument("--watts", type=float, default=WATTS, metavar="X")
    args = parser.parse_args()
    proofs.print_command(args)
    pages = proofs.read_pages(args)
    texts = proofs.texts_of(proofs.tools_of(args), pages, args.texts)
    queries = queries_of(pages)
    print(f"\n{len(pages)} pages of {len({page.site for page in pages})} sites", end="; ")
    indexes, ranks = searched(texts, queries)
    first_table(indexes, ranks, queries)
    ours, known = proofs.ours_in(texts), (ranks, queries, pages)
    differences("P@1 less that of all text, points", *known,
                [(tool, tool, proofs.ALL_TEXT, None) for tool in ranks])
    differences(f"P@1 of {ours} less that of the tool, points", *known,
                [(tool, ours, tool, None) for tool in ranks])
    differences(f"P@1 of {ours} less that of all text by set, points", *known,
                [(gold.name, ours, proofs.ALL_TEXT, gold.name) for gold in args.gold])
    differences("P@1 of gold less that of all text by set, points", *known,
                [(gold.name, proofs.GOLD, proofs.ALL_TEXT, gold.name) for gold in args.gold])
    if args.speed:
        costs(texts, indexes, queries, args.speed.read_text("utf-8"), args.watts)


if __name__ == "__main__":
    main()
