#!/usr/bin/env python3
"""Measure scutch-clean on other languages, by pages whose words are replaced.

usage: otherwords.py [--pages N] [--corpora DIR] [--languages LIST] GOLD_DIR...

In N pages of each set (200, drawn by a seed) and in their gold text each word is replaced by the
word of equal frequency rank in the corpora of another language. Upper case stays, and so does the
markup, except that the page declares the other language. Two languages without corpora are made
from the letters: Cyrl, in which each Latin letter becomes a Russian one, and Hani, in which each
word becomes one or two ideographs, without spaces, as in Chinese.

A table for each scope: mean F of bags of words (in Hani, of ideographs) of what scutch-clean keeps,
by language. The first row, en, is the unchanged pages.
"""
import argparse
import gzip
import html
import json
import re
import shlex
import sys
import tempfile
from collections import Counter
from itertools import islice
from pathlib import Path
from statistics import fmean

from common import ROOT, command, page_id, paths_of, read_page, run

from scutch.filters.training.gold import read_gold
from scutch.lm.gold.measures import shares, token_bags

WORD = re.compile(r"[^\W\d_]+")
REFERENCE = re.compile(r"&(?:#\w{1,6}|[A-Za-z]{2,8});")
PARTS = re.compile(r"""
    (?P<kept> <(script|style|textarea|template)\b.*?</\2\s*> | <!--.*?-->  # no text, or not shown
      | &\#?\w{1,8}; )
    | (?P<tag> <[^>]*> )
    | (?P<word> [^\W\d_]+ )""", re.VERBOSE | re.DOTALL | re.IGNORECASE)
LANG = re.compile(r"""(\blang\s*=\s*["']?)[A-Za-z_-]+""", re.IGNORECASE)
IDEOGRAPH = re.compile(r"[\u4e00-\u9fff]")
BETWEEN = re.compile(r"(?<=[\u4e00-\u9fff])[ \t]+(?=[\u4e00-\u9fff])")
CYRILLIC = str.maketrans("abcdefghijklmnopqrstuvwxyz", "абцдефгхийклмнопярстувшжыз")
FIRST_IDEOGRAPH, COMMON = 0x4E00, 2500   # the most frequent words, one ideograph each
LINES = 60_000           # of each file of a corpus
OPTIONS = {"page": [], "main": ["--scope", "main"]}
CODES = {"Cyrl": "ru", "Hani": "zh"}


def readable(page):
    """Return a page with its character references to letters decoded."""
    def letter(match):
        found = html.unescape(match[0])
        return found if found.isalpha() else match[0]
    return REFERENCE.sub(letter, page)


def ranks(texts):
    """Return {word: its rank by frequency} of texts, in lower case."""
    counts = Counter(word for text in texts for word in WORD.findall(text.lower()))
    return {word: rank for rank, (word, _) in enumerate(counts.most_common())}


def vocabulary(folder):
    """Return the words of the corpora of a language, the most frequent first."""
    counts = Counter()
    for path in sorted(folder.glob("*.txt.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in islice(file, LINES):
                counts.update(WORD.findall(line.lower()))
    return [word for word, _ in counts.most_common()]


def exchange(language, known, corpora):
    """Return the function from a word to its replacement in a language. known: of `ranks`."""
    if language == "Cyrl":
        return lambda word: _cased(word, word.lower().translate(CYRILLIC))
    if language == "Hani":
        return lambda word: _ideographs(known.get(word.lower(), len(known)))
    words = vocabulary(corpora / language)
    return lambda word: _cased(word, words[known.get(word.lower(), len(known)) % len(words)])


def _cased(word, other):
    if word.isupper() and len(word) > 1:
        return other.upper()
    return other[:1].upper() + other[1:] if word[:1].isupper() else other


def _ideographs(rank):
    if rank < COMMON:
        return chr(FIRST_IDEOGRAPH + rank)
    first, second = divmod(rank - COMMON, COMMON)
    return chr(FIRST_IDEOGRAPH + COMMON + first) + chr(FIRST_IDEOGRAPH + second)


def translated(text, other, language):
    """Return plain text with its words replaced by `other`; None changes nothing."""
    if not other:
        return text
    found = WORD.sub(lambda match: other(match[0]), text)
    return BETWEEN.sub("", found) if language == "Hani" else found


def translated_page(page, other, language):
    """Return a page with the words of its text replaced by `other`; None changes nothing."""
    if not other:
        return page
    code = CODES.get(language, language)

    def part(match):
        if match["word"]:
            return other(match["word"])
        return LANG.sub(rf"\g<1>{code}", match["tag"]) if match["tag"] else match[0]
    found = PARTS.sub(part, page)
    return BETWEEN.sub("", found) if language == "Hani" else found


def kept(pages, options, work):
    """Return {id: text} of what scutch-clean keeps of {id: HTML}."""
    with open(work / "pages", "w", encoding="utf-8", errors="backslashreplace") as file:
        for name, page in pages.items():
            file.write(json.dumps({"id": name, "html": page}) + "\n")
    run(command("clean", "--format", "jsonl", *options, work / "pages"), out=work / "clean")
    with open(work / "clean", encoding="utf-8") as file:
        return {record["id"]: record["text"] for record in map(json.loads, file)}


def f_of(text, gold, language):
    """Return F of a text as a bag of words, of ideographs in Hani."""
    if language == "Hani":
        text, gold = (IDEOGRAPH.sub(r"\g<0> ", one) for one in (text, gold))
    return shares(*token_bags(text, gold))[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--pages", type=int, default=200, metavar="N")
    parser.add_argument("--corpora", type=Path, metavar="DIR",
                        default=ROOT.parent / "shared" / "corpora")
    parser.add_argument("--languages", default="en,de,es,fr,it,nl,pt,sv,Cyrl,Hani",
                        metavar="LIST")
    args = parser.parse_args()
    print(shlex.join(["share/bench/otherwords.py", *sys.argv[1:]]), flush=True)
    sets = {}
    for gold in args.gold:
        texts = read_gold(str(gold))
        pages = {page_id(path): readable(read_page(path)) for path in paths_of(gold, args.pages)}
        sets[gold.name] = pages, {name: texts[name].get("text") or "" for name in pages}
    known = ranks(text for pages, golds in sets.values()
                  for text in [*golds.values(), *(PARTS.sub(
                      lambda match: match["word"] or " ", page) for page in pages.values())])
    for scope, options in OPTIONS.items():
        print(f"\nscope {scope:6}" + "".join(f"{name:>16}" for name in sets))
        for language in args.languages.split(","):
            other = None if language == "en" else exchange(language, known, args.corpora)
            row = []
            with tempfile.TemporaryDirectory() as work:
                for pages, golds in sets.values():
                    found = kept({name: translated_page(page, other, language)
                                  for name, page in pages.items()}, options, Path(work))
                    row.append(fmean(f_of(found[name], translated(gold, other, language), language)
                                     for name, gold in golds.items()))
            print(f"{language:12}" + "".join(f"{f:16.2f}" for f in row), flush=True)


if __name__ == "__main__":
    main()
