#!/usr/bin/env python3
"""Measure what cleaning costs, as energy, beside what it gains in search.

usage: energy.py [--watts X] [--timed N] [--rounds N] [--timed-on GOLD_DIR]... [--language LANG]
                 [--tools LIST] [--pages N] [--texts DIR] GOLD_DIR...

  clean      CPU seconds a million pages, as peers.py measures pages a second: on --timed pages of
             each set of --timed-on, else of GOLD_DIR, the tools in turns, without start-up
  index      CPU seconds in which retrieval.py makes the index of a million such texts
  kWh        of both, at --watts a core: 10.4 W are the 125 W of thermal design power that an Intel
             Xeon Gold 6226 has for its 12 cores (Fernández-Pichel et al. 2023, eq. 9)
  searches   millions of searches in a million pages whose shorter lists of postings save the
             energy that the tool takes more than all text; a posting takes what it takes in
             retrieval.py's index, measured here. "-" where nothing is saved
  any, frequent   P@1 of retrieval.py in percent

Gold text, which no tool makes, is the ceiling.
"""
import tempfile
import time
from pathlib import Path
from statistics import fmean

import numpy as np
import peers
import proofs
import retrieval

MILLION = 1_000_000
REPEATED = 20            # times that all postings are added up
WATTS = 10.4
JOULES = 3_600_000       # of a kWh


def seconds_a_posting(index):
    """Return the CPU seconds in which a search reads one posting."""
    scores = np.zeros(index.count, np.float32)
    began = time.process_time()
    for _ in range(REPEATED):
        scores[index.places] += index.weights
    return (time.process_time() - began) / REPEATED / len(index.places)


def index_seconds(texts):
    """Return the CPU seconds in which an index of texts is made."""
    began = time.process_time()
    retrieval.Index(texts)
    return time.process_time() - began


def clean_seconds(args):
    """Return ({tool: CPU seconds a million pages}, on how many pages they were measured)."""
    with tempfile.TemporaryDirectory() as folder:
        cost, count = peers.costs(proofs.tools_of(args), args.timed_on or args.gold, args.timed,
                                  args.rounds, Path(folder))
    return {tool: MILLION / rate for tool, (rate, _) in cost.items()}, count


def cost_cells(tool, clean, index, reads, watts):
    """Return the columns of costs of a row.

    clean, index: {tool: CPU seconds a million pages}; reads: {tool: those in which a search reads
                  its postings}.
    """
    if tool not in clean:
        return f"{'-':>9}{index[tool]:9,.0f}{'-':>8}{'-':>10}"
    spent, whole = (clean[name] + index[name] for name in (tool, proofs.ALL_TEXT))
    saved = reads[proofs.ALL_TEXT] - reads[tool]
    return (f"{clean[tool]:9,.0f}{index[tool]:9,.0f}{spent * watts / JOULES:8.3f}"
            + (f"{max(0, spent - whole) / saved / MILLION:10.2f}" if saved > 0 else f"{'-':>10}"))


def main():
    parser = proofs.arguments(__doc__)
    parser.add_argument("--watts", type=float, default=WATTS, metavar="X")
    parser.add_argument("--timed", type=int, default=100, metavar="N")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--timed-on", type=Path, action="append", metavar="GOLD_DIR")
    args = parser.parse_args()
    proofs.print_command("energy.py", args)
    clean, count = clean_seconds(args)
    pages = proofs.read_pages(args)
    texts = proofs.texts_of(proofs.tools_of(args), pages, args.texts)
    queries = retrieval.queries_of(pages)
    kinds = [kind for kind in queries if kind != retrieval.TITLE]
    indexes, ranks = retrieval.searched(texts, queries)
    posting = seconds_a_posting(indexes[proofs.ALL_TEXT])
    index = {tool: MILLION / len(pages) * index_seconds(made) for tool, made in texts.items()}
    each = posting * MILLION / len(pages) / sum(map(len, queries.values()))
    reads = {tool: each * retrieval.reads_of(indexes[tool], queries) for tool in indexes}
    print(f"\n{count} pages timed; {args.watts:g} W a core; {1e9 * posting:.1f} ns a posting; a "
          f"million pages\n\n{'':22}{'clean':>9}{'index':>9}{'kWh':>8}{'searches':>10}"
          + "".join(f"{kind:>10}" for kind in kinds))
    for tool in texts:
        print(f"{tool:22}" + cost_cells(tool, clean, index, reads, args.watts)
              + "".join(f"{fmean(retrieval.first_of(ranks[tool][kind])):10.1f}"
                        for kind in kinds))


if __name__ == "__main__":
    main()
