#!/usr/bin/env python3
"""Measure scutch-clean beside public tools: text, speed and memory on the same pages.

usage: peers.py [--tools LIST] [--pages N] [--timed N] [--rounds N] [--texts DIR]
                [--java CLASSPATH] [--node DIR] GOLD_DIR...

The tools are those of extractors.py that are installed, boilerpipe (--java, see papers/shallow.py),
Readability.js and defuddle (--node, see extractors.mjs). All get the same text of a page, as
scutch-read decodes it. Sets differ in what they take for text: JUDGED_BY has the scopes of
scutch-clean that each set is measured with.

First table: mean F of bags of words (bow of scutch-eval) over all pages, or N of each set drawn by
a seed; a page on which a tool fails has no text. Then the cost of a process on --timed pages (100)
of each of two sets, l3s-gn1 and wcxb-dev if they are given: pages a second of one core without
start-up, the median of the rounds, in which the tools take turns; and peak memory.
Second table: precision and recall. Third table: F by language, for sets that have several.

Fourth table: how far scutch is ahead of the best other tool on each set, with a 95 % interval
(bootstrap over sites, since pages of one site are alike), and the shares of pages on which it is
better or worse by a point or more.

No model is tested on a set that it is trained on: scutch has a figure on wcxb-dev, wcxb-extra and
fundus only where --texts has texts by models that have not seen the pages, such as
DIR/fundus/scutch-clean-main.jsonl by `unseen.py --texts DIR`. The texts of the other tools stay in
DIR/SET/TOOL.jsonl for later runs.
"""
import argparse
import json
import os
import shlex
import sys
import tempfile
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

import extractors
from common import (
    A_WORD,
    command,
    measured,
    page_id,
    paths_of,
    run,
    versions,
    write_pages,
)
from peerscores import Scores

from scutch.lm.significance.resampling import LEVEL

HERE = Path(__file__).parent
JSON = ["--format", "jsonl"]
OURS = {"scutch-clean": ["clean", *JSON],
        **{f"scutch-clean {scope}": ["clean", "--scope", scope, *JSON]
           for scope in ("main", "article")}}
PAGE = "page"                 # the scope of scutch-clean without another
JUDGED_BY = {"wcxb-dev": ["main"], "wcxb-extra": ["main"],     # other sets: page alone
             "fundus": [PAGE, "main", "article"]}
TRAINED_ON = {"wcxb-dev", "wcxb-extra", "fundus",     # sets that models of scutch learn from
              "magic-article", "magic-forum", "kinds"}
TIMED = ["l3s-gn1", "wcxb-dev"]
BY_JAVA = ["boilerpipe article", "boilerpipe default"]
IN_NODE = {"readability.js": "@mozilla/readability", "defuddle": "defuddle"}    # npm's packages
PARSERS = ["jsdom", "linkedom"]


class Tool(NamedTuple):
    """A tool that reads a file of pages and writes texts; folder: for Java, which reads files."""

    words: list
    folder: bool = False

    def run(self, pages, out):
        """Return the Usage of the tool on a file of pages."""
        if not self.folder:
            return run(self.words, pages, out)
        with tempfile.TemporaryDirectory() as name:
            source, taken = Path(name, "pages"), Path(name, "texts")
            source.mkdir()
            taken.mkdir()
            with open(pages, "rb") as lines:
                for record in map(json.loads, lines):
                    (source / record["id"]).write_text(record["html"], "utf-8", "replace")
            usage = measured([*self.words[:-1], source, taken, self.words[-1]])
            with open(out, "w") as texts:
                for path in sorted(taken.iterdir()):
                    record = {"id": path.name, "text": path.read_text("utf-8")}
                    texts.write(json.dumps(record) + "\n")
        return usage


def tools(chosen, java, node):
    """Return {name: Tool} of scutch and of the other tools that are installed."""
    found = {name: Tool(command(*words)) for name, words in OURS.items()}
    for name in extractors.TOOLS:
        if (not chosen or name in chosen) and extractors.installed(name):
            found[name] = Tool([sys.executable, str(HERE / "extractors.py"), name])
    if java:
        for name in BY_JAVA:
            found[name] = Tool(["java", "-cp", java, str(HERE / "Boilerpipe.java"),
                                name.partition(" ")[2]], folder=True)
    for name, package in IN_NODE.items():
        if node and _package(node, package).exists():
            found[name] = Tool(["node", "--max-old-space-size=4096",
                                str(HERE / "extractors.mjs"), node, name])
    for name in [*BY_JAVA, *IN_NODE]:
        if (not chosen or name in chosen) and name not in found:
            print(f"{name} is left out: see --java and --node", file=sys.stderr)
    return {name: tool for name, tool in found.items()
            if not chosen or name in chosen or name in OURS}


def _package(node, name):
    return Path(node, "node_modules", name, "package.json")


def versions_of_others(java, node):
    """Return the names of the jars, and the versions of the packages of node, a list of str."""
    found = [Path(jar).resolve().stem for jar in java.split(":")] if java else []
    for name in [*IN_NODE.values(), *PARSERS] if node else []:
        if _package(node, name).exists():
            package = json.loads(_package(node, name).read_text("utf-8"))
            found.append(f"{name} {package['version']}")
    return found


def is_judged(tool, gold):
    """Return whether the texts of a tool on a set are measured: of scutch's, by their scope."""
    scope = tool.partition(" ")[2] or PAGE
    return tool not in OURS or scope in JUDGED_BY.get(gold, [PAGE])


def texts_of(some, paths, folder):
    """Return {set: {tool: {page: text}}}; scutch is not run on sets that it was trained on.

    some: {name: Tool}. paths: {set: files of pages}. folder: texts that are there are used again.
    """
    found = {}
    for gold, files in paths.items():
        place = folder / gold
        chosen = {name: tool for name, tool in some.items() if is_judged(name, gold)}
        for name in chosen.keys() & OURS.keys():
            if gold not in TRAINED_ON:
                texts_file(place, name).unlink(missing_ok=True)      # always made anew
            elif missing_in(_read(texts_file(place, name)), files):
                del chosen[name]
        found[gold] = made_texts(chosen, files, place)
    return found


def made_texts(tools, files, place):
    """Return {tool: {page: text}} of files of pages; texts are kept in a folder, and used again."""
    place.mkdir(parents=True, exist_ok=True)
    found = {}
    with tempfile.TemporaryDirectory() as other:
        pages, out, written = Path(other, "pages"), Path(other, "texts"), []
        for name, tool in tools.items():
            file = texts_file(place, name)
            texts = _read(file)
            missing = missing_in(texts, files)
            if missing:
                if missing != written:           # most tools lack the same pages
                    write_pages(missing, pages)
                    written = missing
                tool.run(pages, out)
                texts |= _read(out)
                _write(texts, file)
            found[name] = texts
    return found


def texts_file(place, tool):
    """Return the file in a folder that has the texts of a tool."""
    return place / f"{tool.replace(' ', '-')}.jsonl"


def missing_in(texts, files):
    """Return the files of pages of which there is no text."""
    return [path for path in files if page_id(path) not in texts]


def _read(file):
    if not file.exists():
        return {}
    with open(file, "rb") as lines:
        return {record["id"]: record["text"] for record in map(json.loads, lines)}


def _write(texts, file):
    with open(file, "w") as out:
        for name, text in texts.items():
            out.write(json.dumps({"id": name, "text": text}) + "\n")


def costs(some, golds, timed, rounds, folder):
    """Return {tool: (pages a second of one core, peak MB)}, and the number of pages."""
    chosen = [gold for gold in golds if gold.name in TIMED] or golds
    pages, out, word = (folder / name for name in ("timed.jsonl", "timed.out", "word.jsonl"))
    word.write_text(A_WORD)
    count = write_pages([path for gold in chosen for path in paths_of(gold, timed)], pages)
    idle, usages = ({name: [] for name in some} for _ in range(2))
    for _ in range(rounds):
        for name, tool in some.items():
            idle[name].append(tool.run(word, out).cpu)
            usages[name].append(tool.run(pages, out))
    return {name: (count / (median(one.cpu for one in usages[name]) - median(idle[name])),
                   max(one.megabytes for one in usages[name])) for name in some}, count


def first_table(some, scored, cost, count):
    print("\nMean F of words in percent" + bool(cost) *
          f"; pages a second of one core and most memory, of {count} pages" + "\n")
    print(f"{'':26}" + "".join(f"{name:>17}" for name in scored)
          + (f"{'pages/CPU s':>13}{'MB':>6}" if cost else ""))
    print(f"{'pages':26}" + "".join(f"{len(found.pages):17}" for found in scored.values()))
    for tool in some:
        cells = [found.means(tool) for found in scored.values()]
        print(f"{tool:26}" + "".join(f"{one[0]:17.1f}" if one else f"{'-':>17}" for one in cells)
              + (f"{cost[tool][0]:13.0f}{cost[tool][1]:6.0f}" if cost else ""))


def second_table(some, scored):
    print("\nMean precision and recall\n")
    print(f"{'':26}" + "".join(f"{name:>17}" for name in scored))
    for tool in some:
        cells = [found.means(tool) for found in scored.values()]
        print(f"{tool:26}" + "".join(f"{one[1]:11.1f}{one[2]:6.1f}" if one else f"{'-':>17}"
                                     for one in cells))


def third_table(some, scored):
    for name, found in scored.items():
        columns = found.columns()
        if not columns:
            continue
        print(f"\n{name}: mean F by language\n")
        print(f"{'':26}" + "".join(f"{language:>8}" for language in columns))
        print(f"{'pages':26}" + "".join(f"{len(places):8}" for places in columns.values()))
        for tool in filter(found.of.__contains__, some):
            means = (fmean(found.of[tool][place][0] for place in places)
                     for places in columns.values())
            print(f"{tool:26}" + "".join(f"{mean:8.1f}" for mean in means))


def fourth_table(some, scored):
    print(f"\nAhead of the best of the others: points of F, {100 * LEVEL:.0f} % interval; share "
          "of pages better and worse by a point\n")
    print(f"{'':18}{'':22}{'best of the others':26}{'ahead':>7}{'from':>7}{'to':>7}"
          f"{'better':>8}{'worse':>7}")
    for name, found in scored.items():
        other = found.best(name for name in some if name not in OURS)
        for tool in OURS:
            if tool in found.of:
                mean, low, high, better, worse = found.ahead(tool, other)
                print(f"{name:18}{tool:22}{other:26}{mean:+7.2f}{low:+7.2f}{high:+7.2f}"
                      f"{100 * better:7.0f}%{100 * worse:6.0f}%")


def main():
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=lambda word: word.split(","), default=[], metavar="LIST")
    parser.add_argument("--pages", type=int, metavar="N")
    parser.add_argument("--timed", type=int, default=100, metavar="N")
    parser.add_argument("--texts", type=Path, metavar="DIR")
    parser.add_argument("--rounds", type=int, default=3, help="0 leaves out speed and memory")
    parser.add_argument("--java", metavar="CLASSPATH")
    parser.add_argument("--node", metavar="DIR")
    parser.add_argument("gold", nargs="+", type=Path)
    args = parser.parse_args()
    places = {str(args.texts): "DIR", args.node: "NODE", args.java: "CLASSPATH"}
    print(shlex.join(["share/bench/peers.py", *(places.get(word, word) for word in sys.argv[1:])]))
    packages = [package for _, package in extractors.PACKAGES.values()]
    print("\n" + ", ".join([versions(["numpy", "orjson", "selectolax", *packages]),
                            *versions_of_others(args.java, args.node)]))
    some = tools(args.tools, args.java, args.node)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cost, count = {}, 0
        if args.rounds:
            cost, count = costs(some, args.gold, args.timed, args.rounds, folder)
        paths = {gold.name: paths_of(gold, args.pages) for gold in args.gold}
        texts = texts_of(some, paths, args.texts or folder)
        scored = {gold.name: Scores(gold, paths[gold.name], texts[gold.name])
                  for gold in args.gold}
    first_table(some, scored, cost, count)
    second_table(some, scored)
    third_table(some, scored)
    fourth_table(some, scored)


if __name__ == "__main__":
    main()
