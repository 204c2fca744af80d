"""For programs that measure what clean text is good for: pages, and their texts by each tool."""
import argparse
import html
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import extractors
import peertexts
from common import page_id, paths_of, print_head, read_page

from scutch.filters.training.gold import read_gold
from scutch.lm.gold.alignment import tokens
from scutch.lm.significance import paired_difference

ALL_TEXT, GOLD = "all text", "gold"      # what tools are compared with, and the ceiling
OTHERS = ["justext", "trafilatura", "resiliparse", "pagesift"]
TITLE = re.compile(r"<title\b[^>]*>(.*?)</title\b", re.S | re.I)
SHINGLE = 8              # words
COPIED = 0.5             # share of the shingles of a page that an earlier one has


class Page(NamedTuple):
    """A page: its set and id, site, the text of its <title>, its gold text, its file."""

    name: tuple
    site: str
    title: str
    gold: str
    path: Path


def arguments(description):
    """Return the parser of the options that these programs share."""
    parser = argparse.ArgumentParser(description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=lambda word: word.split(","), default=OTHERS,
                        metavar="LIST", help="beside all text and scutch-clean")
    parser.add_argument("--chain", action="append", default=[], metavar="NAME=CHAIN",
                        help="a chain of scutch's filters, as in accuracy.py")
    parser.add_argument("--language", default="en", metavar="LANG")
    parser.add_argument("--pages", type=int, metavar="N", help="of each set, drawn by a seed")
    parser.add_argument("--texts", type=Path, metavar="DIR")
    parser.add_argument("gold", nargs="+", type=Path, metavar="GOLD_DIR")
    return parser


def print_command(args):
    """Print the command and the versions."""
    print_head({str(args.texts): "DIR"}, ["numpy", *(
        extractors.PACKAGES[tool][1] for tool in args.tools if tool in extractors.PACKAGES)])


def read_pages(args):
    """Return the Pages of the sets that have gold text in the language, without copies.

    A page of less than SHINGLE words is left out, and one of whose shingles an earlier page has a
    share of COPIED.
    """
    pages, first = [], {}
    for gold in args.gold:
        known = read_gold(str(gold))
        for path in paths_of(gold, args.pages):
            record = known.get(page_id(path), {})
            if record.get("lang") != args.language:
                continue
            words = tokens((record.get("text") or "").lower())
            shingles = {hash(tuple(words[at:at + SHINGLE]))
                        for at in range(len(words) - SHINGLE + 1)}
            seen = Counter(first[shingle] for shingle in shingles & first.keys())
            if not shingles or max(seen.values(), default=0) >= COPIED * len(shingles):
                continue
            first |= dict.fromkeys(shingles - first.keys(), len(pages))
            title = TITLE.search(read_page(path))
            pages.append(Page((gold.name, page_id(path)), record.get("site") or page_id(path),
                              html.unescape(title[1]) if title else "",
                              record["text"], path))
    if not pages:
        raise SystemExit(f"no page has gold text of which lang is {args.language}")
    return pages


def tools_of(args):
    """Return {name: peertexts.Tool} of scutch-clean, all text, --tools and --chain."""
    return peertexts.tools([ALL_TEXT, *args.tools], None, None) | peertexts.chains(args.chain)


def texts_of(tools, pages, folder):
    """Return {tool: text of each page}, the gold text last; folder: as in peertexts.made_texts.

    On sets that its models have learnt from, scutch-clean has only the texts in the folder, by
    models of other sites (unseen.py --texts); a scope without them is left out.
    """
    by_set = {}
    for page in pages:
        by_set.setdefault(page.name[0], []).append(page.path)
    with tempfile.TemporaryDirectory() as other:
        folder = folder or Path(other)
        tools = {name: tool for name, tool in tools.items() if name not in peertexts.OURS or all(
            peertexts.texts_file(folder / gold, name).exists()
            for gold in peertexts.TRAINED_ON & by_set.keys())}
        if not peertexts.OURS.keys() & tools.keys():
            raise SystemExit("its models have seen these sets: --texts takes those of unseen.py")
        made = {name: peertexts.made_texts(tools, files, folder / name)
                for name, files in by_set.items()}
    return {tool: [made[gold][tool].get(name, "") for gold, name in (page.name for page in pages)]
            for tool in tools} | {GOLD: [page.gold for page in pages]}


def ours_in(texts):
    """Return the first scope of scutch-clean among tools."""
    return next(tool for tool in peertexts.OURS if tool in texts)


def difference(first, second, sites, digits=2):
    """Return the mean difference of the figures of pages, its interval and p, as printed."""
    mean, low, high, p = paired_difference(
        [left - right for left, right in zip(first, second, strict=True)], sites)
    return (f"{mean:+8.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})".ljust(26 + 2 * digits)
            + f"{p:7.4f}")
