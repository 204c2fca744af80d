#!/usr/bin/env python3
"""Measure what comparing the pages of a host finds, on gold pages and on generated archives.

usage: archive.py [--sites N] [--words] GOLD_DIR...

For each gold set, of its pages whose host has two or more (the site, where the gold has no url):

Blocks, as in Leśniak 2017, Table 4.2: accuracy, then precision, recall and F of content and of
boilerplate, over blocks of pages that have a cross, by the number of other pages in it. The truth
is that of scutch-label, for blocks of which nine words in ten are content, or not. T001, T002 and
T006 are the methods of the thesis. T001 leaves some blocks invalid; as in the thesis its figures
are without them. "T001, kept" counts them as content, as --keep auto does. docfreq counts blocks
with a score over 0.7 as boilerplate. charlm and mlp see one page at a time, up to their thresholds.
"joint" keeps what both charlm and scutch-prune --shared keep, without the latter's view of the
whole page. All rows have the same blocks, except those that T001 leaves out. charlm and mlp are
trained on wcxb-dev, so they have no rows there; the constants of docfreq are fitted to it; and of
the words there only the difference is meaningful.

Words: scutch-clean with and without --archive, means over pages of align F by scutch-eval, their
difference with a 95 % interval (bootstrap over hosts), and how many pages lose or gain a point.

The archives of archives.py have snapshots and a known truth: the same table, by the snapshots in
the crosses. Their words are of no language, so charlm and mlp have no rows. The last lines are of
recipes, in which content is repeated.
"""
import argparse
import gzip
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import archives
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))      # share/bench
from common import ROOT, command, page_id, paths_of, read_page, run

from scutch.filters.hosts.grouping import host_of
from scutch.filters.hosts.shared import is_shared
from scutch.lm.significance.resampling import paired_difference

METHODS = {"T001": "keep", "T002": "boilerplate", "T006": "forest"}    # of the thesis
CONTENT, INVALID, BOILERPLATE = range(3)
CLASSES = {"content": CONTENT, "invalid": INVALID, "boilerplate": BOILERPLATE}
SURE = 0.8               # label_confidence: nine words in ten
REPEATED = 0.7           # score of docfreq if about a third of the other pages have the block
SINGLE = {"charlm": "charlm-en.model", "mlp": "mlp-web.model"}     # {scorer: its model}
SEEN = "wcxb-dev"        # the set that charlm and mlp are trained on
HEAD = (f"{'':26}{'blocks':>8}{'content':>9}{'accuracy':>10}   {'P':>6}{'R':>7}{'F':>7}  content"
        f" {'P':>6}{'R':>7}{'F':>7}  boilerplate")
PAPER = ("Leśniak 2017, Table 4.2: T001 88.3, content 59.0 91.8 71.8, boilerplate 98.2 87.7 92.7; "
         "T002 89.9,\ncontent 59.0 90.9 71.6, boilerplate 98.4 89.7 93.8; T006 89.6, content 63.0 "
         "86.1 72.8, boilerplate 97.1 90.2 93.5")


def gold_records(gold, out):
    """Write the gold pages of hosts with two or more, with a url; return {host: [ids]}."""
    with gzip.open(gold / "gold.jsonl.gz") as lines:
        facts = {fact["id"]: fact for fact in map(json.loads, lines)}
    hosts = {}
    for name, fact in facts.items():
        if not fact["url"] and fact.get("site"):
            fact["url"] = f"http://{fact['site']}/{name}"
        hosts.setdefault(host_of(fact), []).append(name)
    hosts = {host: names for host, names in hosts.items() if host and len(names) > 1}
    files = {page_id(path): path for path in paths_of(gold)}
    with open(out, "w", encoding="utf-8", errors="backslashreplace") as file:
        for host in sorted(hosts):
            for name in hosts[host]:
                record = {"id": name, "url": facts[name]["url"], "html": read_page(files[name])}
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return hosts


def piped(commands, source, out):
    run(["bash", "-c", "set -o pipefail; " + " | ".join(map(shlex.join, commands))], source, out)


def single_scorers():
    """Return the scorers of SINGLE whose models this checkout has."""
    return [name for name, model in SINGLE.items() if (ROOT / "share/models" / model).exists()]


def compared(pages, folder, single, label=None):
    """Return (truth, {row: classes}, bits of the crosses) of the blocks, arrays.

    single: names of the scorers that see one page at a time.
    label:  the words of a command that labels the blocks; None for a generated archive.
    """
    scored = folder / "scored"
    piped([command("html2text"), command("segment"), *map(command, single),
           command("docfreq", "--buffer")], pages, scored)
    truth, rows, bits = [], {}, []
    for case, method in METHODS.items():
        out = folder / case
        piped([command("archive", "--buffer", "--method", method), *([label] if label else [])],
              scored, out)
        blocks = [(record, block) for line in open(out, encoding="utf-8")
                  for record in [json.loads(line)] if "errors" not in record
                  for block in record["segments"] if not block.get("hidden")]
        rows[case] = [CLASSES[block["class"]] for _, block in blocks]
    for record, block in blocks:
        truth.append(_truth(block))
        bits.append(record["cross"]["bits"])
    rows["T001, kept"] = [CONTENT if one == INVALID else one for one in rows["T001"]]
    rows["docfreq"] = [_above(block, "docfreq", REPEATED) for _, block in blocks]
    for name in single:
        rows[name] = [_above(block, name, record["cuts"][name]) for record, block in blocks]
    if single:
        rows["joint"] = [BOILERPLATE if is_shared(block, record["host_pages"])
                         else _above(block, "charlm", record["cuts"]["charlm"])
                         for record, block in blocks]
    return np.array(truth), {name: np.array(row) for name, row in rows.items()}, np.array(bits)


def _above(block, name, cut):
    return BOILERPLATE if block["scores"][name] > cut else CONTENT


def _truth(block):
    """Return CONTENT, BOILERPLATE, or INVALID where it is not known."""
    if "label" in block:
        sure, clean = block["label_confidence"] >= SURE, block["label"] == "clean"
    else:
        found = archives.is_content(block["text"])
        sure, clean = found is not None, found
    return (CONTENT if clean else BOILERPLATE) if sure else INVALID


def table(truth, rows, among, what):
    """Print the table of some blocks. among: bool (blocks,)."""
    among = among & (truth != INVALID)
    if not among.any():
        return
    print(f"{what}\n{HEAD}")
    for name in rows:
        said, right = rows[name][among], truth[among]
        if name == "T001":
            said, right = said[said != INVALID], right[said != INVALID]
        figures = [_shares(said == one, right == one) for one in (CONTENT, BOILERPLATE)]
        content, boilerplate = ("".join(f"{100 * value:7.1f}" for value in values)
                                for values in figures)
        print(f"  {name:24}{len(said):8}{(right == CONTENT).mean() * 100:8.1f}%"
              f"{100 * (said == right).mean():10.1f}  {content:>21}          {boilerplate:>21}")
    print(flush=True)


def _shares(said, right):
    """Return precision, recall and F."""
    hits, given, wanted = (said & right).sum(), said.sum(), right.sum()
    return (hits / given if given else 0, hits / wanted if wanted else 0,
            2 * hits / (given + wanted) if given + wanted else 0)


def words(gold, pages, hosts, folder):
    """Print align F of scutch-clean on these pages, without and with --archive."""
    found = []
    for options in [], ["--archive"]:
        clean, scores = folder / "clean", folder / "scores"
        run(command("clean", "--format", "jsonl", *options), pages, clean)
        run(command("eval", "--gold", gold, "--measures", "align", "--pages", scores),
            clean, folder / "report")
        rows = map(json.loads, open(scores, encoding="utf-8"))
        found.append({row["id"]: row["align_f"] for row in rows})
    print(f"{'pages a host':26}{'hosts':>8}{'pages':>7}{'clean':>8}{'--archive':>11}"
          f"{'difference, 95 %':>28}{'worse':>8}{'better':>8}")
    for least, most in (2, 2), (3, 5), (6, 10**9), (2, 10**9):
        groups = [[(found[0][name], found[1][name]) for name in names]
                  for names in hosts.values() if least <= len(names) <= most]
        if not groups:
            continue
        both = np.array([pair for group in groups for pair in group])
        gain = both[:, 1] - both[:, 0]
        low, high = paired_difference(gain, [host for host, group in enumerate(groups)
                                             for _ in group])[1:3]
        what = "all" if (least, most) == (2, 10**9) else f"{least}" if least == most else (
            f"{least} to {most}" if most < 10**9 else f"{least} and more")
        print(f"  {what:24}{len(groups):8}{len(both):7}{both[:, 0].mean():8.2f}"
              f"{both[:, 1].mean():11.2f}{gain.mean():+12.2f} [{low:+6.2f}, {high:+6.2f}]"
              f"{(gain < -1).sum():8}{(gain > 1).sum():8}")
    print(flush=True)


def of_gold(gold, folder, only_words):
    pages = folder / "pages"
    hosts = gold_records(gold, pages)
    print(f"\n{gold.name}: {len(hosts)} hosts, {sum(map(len, hosts.values()))} pages\n")
    if only_words:
        words(gold, pages, hosts, folder)
        return
    truth, rows, bits = compared(pages, folder, [] if gold.name == SEEN else single_scorers(),
                                 command("label", "--gold", gold))
    others = np.array([cross.count("1") - 1 for cross in bits])
    table(truth, rows, others == 1, "crosses with one other page")
    table(truth, rows, others >= 2, "with two")
    words(gold, pages, hosts, folder)


def of_archives(sites, folder):
    for template in None, "recipes":
        pages = folder / "pages"
        records = list(archives.archive(sites, templates=template and [template]))
        pages.write_text("".join(json.dumps(record) + "\n" for record in records))
        print(f"\nmade-up archive{', of recipes' if template else ''}: {sites} sites, "
              f"{len({record['url'] for record in records})} pages, {len(records)} snapshots\n")
        truth, rows, bits = compared(pages, folder, [])
        times = np.array([cross[3:].count("1") for cross in bits])
        crossed = np.array([cross[1] == "1" for cross in bits])
        for number, what in enumerate(["no snapshot", "one snapshot", "two snapshots"]):
            table(truth, rows, crossed & (times == number), f"crosses with {what}")
        table(truth, rows, crossed, "all crosses")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=30, metavar="N", help="of made-up archives")
    parser.add_argument("--words", action="store_true",
                        help="the words of scutch-clean alone: archive_words.txt")
    parser.add_argument("gold", nargs="*", type=Path)
    args = parser.parse_args()
    print(shlex.join(["share/bench/papers/archive.py", *sys.argv[1:]]), end="\n\n", flush=True)
    for name in ["clean"] if args.words else ["archive", "docfreq", *single_scorers()]:
        subprocess.run(command(name, "--signature", *["--archive"] * args.words), check=True)
    if not args.words:
        print(f"\n{PAPER}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        for gold in args.gold:
            of_gold(gold, Path(name), args.words)
        if not args.words:
            of_archives(args.sites, Path(name))


if __name__ == "__main__":
    main()
