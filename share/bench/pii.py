#!/usr/bin/env python3
"""Count the personal data that scutch-prune --pii finds on gold pages, what is wrong, and missed.

usage: pii.py [--read FILE] GOLD_DIR...

Places were read by eye: those found, and what looks like an address or a number to a loose pattern
(an @, seven digits); pii.tsv beside this program has the verdicts, by set, page, segment and place,
without the text: wrong for what is found and is no such thing, and what is missed, by its kind.
Each text counts once a page. Names, postal addresses, and numbers of accounts without an IBAN are
not looked for. --read writes found and loosely matched text, for such a reading.
"""
import argparse
import json
import re
import tempfile
from collections import Counter
from pathlib import Path

from common import command, paths_of, print_head, run, write_pages

from scutch.filters.selection.personaldata import places

KINDS = ("email", "phone", "ip", "iban", "card")
LOOSE = re.compile(r"\S+ ?@ ?\S+\.\S+|\+?\(?\d(?:[ ().\-/\u2010-\u2014\xa0]{0,3}\d){6,}")
VERDICTS = Path(__file__).with_suffix(".tsv")


def segments_of(gold, work):
    """Yield (page, number, text) of the segments of a gold set, code left out."""
    write_pages(paths_of(gold), work / "pages")
    run(command("html2text"), work / "pages", work / "segments")
    with open(work / "segments", encoding="utf-8") as file:
        for record in map(json.loads, file):
            for number, segment in enumerate(record["segments"]):
                if segment["kind"] != "c":
                    yield record["id"], number, segment["text"]


def looked_at(texts, report):
    """Return {(page, text): (kind, [(segment, start)])} of what is found, and of what looks so."""
    out = {}
    for page, number, text in texts:
        known = places(text)
        loose = [(*match.span(), "") for match in LOOSE.finditer(text)
                 if not any(start < match.end() and match.start() < end for start, end, _ in known)]
        for start, end, kind in known + loose:
            out.setdefault((page, text[start:end]), (kind, []))[1].append((number, start))
            if report:
                print(page, number, start, kind or "-", text[start:end],
                      json.dumps(text[max(0, start - 30):end + 10], ensure_ascii=False), sep="\t",
                      file=report)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--read", type=argparse.FileType("w", encoding="utf-8"), metavar="FILE")
    opts = parser.parse_args()
    verdicts = dict(line.rsplit("\t", 1) for line in VERDICTS.read_text("utf-8").splitlines())
    found, wrong, missed, pages = Counter(), Counter(), Counter(), Counter()
    with tempfile.TemporaryDirectory() as work:
        for gold in opts.gold:
            pages[gold.name] = len(paths_of(gold))
            for (page, _), (kind, where) in looked_at(segments_of(gold, Path(work)),
                                                      opts.read).items():
                said = {verdicts.get(f"{gold.name}\t{page}\t{number}\t{start}")
                        for number, start in where} - {None}
                found[kind] += bool(kind)
                wrong[kind] += bool(kind and said)
                missed.update(said if not kind else ())
    print_head({})
    print(f"{sum(pages.values())} pages, each text once a page\n")
    print(f"{'':8}{'found':>8}{'wrong':>8}{'missed':>8}{'precision':>11}{'recall':>8}")
    for kind in KINDS:
        right = found[kind] - wrong[kind]
        shares = [f"{100 * right / total:.1f}" if total else "-"
                  for total in (found[kind], right + missed[kind])]
        print(f"{kind:8}{found[kind]:8}{wrong[kind]:8}{missed[kind]:8}{shares[0]:>11}{shares[1]:>8}")


if __name__ == "__main__":
    main()
