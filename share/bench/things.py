#!/usr/bin/env python3
"""Measure what Markdown keeps of code, tables, formulas and pictures, beside other programs.

usage: things.py [--tools NAME,...] [--node FOLDER] [--every N] [GOLD_DIR...]

The pages are twenty each of ten kinds of software, as tests/software.py writes them, and those of
gold sets that have a thing. Of a gold page, what counts of code is its lines in <pre>, of three
characters at least, white space at their ends left out but not their indentation; of tables the
cells of rows with two or more; in both what the gold has, of a row its cells one after the other
(numbers of calendars are anywhere); of formulas TeX; of pictures those with a caption.
Recall is the share that the output has: lines in fences, cells in one row of a table, formulas
anywhere, pictures by an address. Precision is the share of what it has in fences that is a line of
<pre> of the page, of its rows that are one of a table of the page, and of pictures in or outside of
the article those in it. Behind recall is the number of things.
"language" is, of the made pages, the share of blocks of code with the right one. The models have
seen the pages of wcxb-dev, wcxb-extra and fundus. --node is a folder
in which `npm install defuddle` was said: see extractors.mjs.
"""
import argparse
import gzip
import json
import re
import subprocess
import sys
import warnings
from collections import Counter
from pathlib import Path
from urllib.parse import urljoin

import articlepictures
import lxml.html
from common import ROOT, print_head, read_page
from markdown_it import MarkdownIt

sys.path.insert(0, str(ROOT / "tests"))
import software

from scutch import pipe

CHAIN = ("html2text --marks, segment, charlm, combine --scope {}, "
         "emit --keep auto --format markdown --images")
LEAST = 3                # characters of a line of code, white space not counted
PARSER = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")
TEX = ("//annotation[contains(@encoding, 'tex')]", "//script[starts-with(@type, 'math/tex')]")
AROUND = ("<html><head><title>Reading the gauge</title></head><body><header><nav><ul><li>"
          "<a href=/>Home</a><li><a href=/docs>Documentation</a><li><a href=/blog>Blog</a></ul>"
          "</nav></header>{}<footer><p>\xa9 2024 The gauge people</p></footer></body></html>")
KINDS = "code", "language", "cells", "formulas", "pictures"


def squeezed(text):
    """Return a text without white space and without what Markdown escapes with."""
    return re.sub(r"[\s\\\xad\u200b]+", "", text)


class Things:
    """What a page has.

    lines, rows: Counters of lines of code, and of rows, tuples of cells; all_lines, all_rows: with
    those that the gold lacks. languages: of blocks of code, by their first line. formulas: a set.
    captioned, outside: as those of articlepictures.Page; base: of addresses.
    """

    def __init__(self, url=""):
        self.url = self.base = url
        self.lines, self.all_lines = Counter(), Counter()
        self.rows, self.all_rows = Counter(), Counter()
        self.languages, self.formulas, self.captioned, self.outside = {}, set(), [], []


def of_gold(record, html):
    """Return the Things of a page of gold."""
    things, gold = Things(record.get("url") or ""), squeezed(record.get("text") or "")
    page = articlepictures.Page(record, html)
    things.captioned, things.outside = page.captioned, page.outside
    things.base = getattr(page, "base", things.url)
    tree = lxml.html.document_fromstring(html.encode(), parser=lxml.html.HTMLParser(
        encoding="utf-8", huge_tree=True))
    for pre in tree.iter("pre"):
        for end in pre.iter("br"):
            end.tail = "\n" + (end.tail or "")
        for line in pre.text_content().split("\n"):
            things.all_lines[line.rstrip()] += 1
            if len(squeezed(line)) >= LEAST and squeezed(line) in gold:
                things.lines[line.rstrip()] += 1
    for row in tree.iter("tr"):
        cells = tuple(filter(None, (squeezed(cell.text_content()) for cell in row
                                    if cell.tag in ("td", "th"))))
        if len(cells) > 1 and row.find(".//table") is None:
            things.all_rows[cells] += 1
            if "".join(cells) in gold:
                things.rows[cells] += 1
    things.formulas = {squeezed(formula.text_content()) for path in TEX
                       for formula in tree.xpath(path)} - {""}
    return things


def made():
    """Return [(page, Things)] of pages as software writes them."""
    pages = []
    for name in software.SOFTWARE:
        for pieces in software.PAGES:
            things = Things("https://a.example/")
            for kind, value, *more in pieces:
                if kind == "code":
                    things.lines.update(line for line in value if line)
                    things.languages[value[0]] = more[0]
                elif kind == "table":
                    things.rows.update(tuple(squeezed(cell) for cell in row if cell)
                                       for row in value)
                elif kind == "picture":
                    things.captioned.append({urljoin(things.url, value)})
            things.all_lines, things.all_rows = things.lines + Counter({"": 1000}), things.rows
            pages.append((AROUND.format(software.page_of(pieces, name)[0]), things))
    return pages


def counted(output, things, right, of_right, written):
    """Add what a page's output has of its Things to the Counters: of those, and what it writes."""
    lines, rows, row, languages = Counter(), Counter(), [], {}
    for token in PARSER.parse(output):
        if token.type in ("fence", "code_block"):
            code = token.content.removesuffix("\n").split("\n")
            lines.update(line.rstrip() for line in code)
            languages[code[0].rstrip()] = token.info.strip().lower()
        elif token.type == "tr_open":
            row = []
        elif token.type == "inline":
            row.append(squeezed("".join(child.content for child in token.children)))
        elif token.type == "tr_close":
            rows[tuple(filter(None, row))] += 1
    addresses = articlepictures.WRITTEN.findall(output)
    shown = {articlepictures.plain(urljoin(things.base, address)) for address in addresses}
    text = squeezed(output)
    right["code"] += (things.lines & lines).total()
    of_right["code"] += things.lines.total()
    written["code"] += lines.total()
    written["right code"] += (things.all_lines & lines).total()
    for cells, times in things.rows.items():
        of_right["cells"] += times * len(cells)
        right["cells"] += min(times, rows[cells]) * len(cells)
    written["cells"] += sum(len(cells) * times for cells, times in rows.items())
    written["right cells"] += sum(len(cells) * times
                                  for cells, times in (things.all_rows & rows).items())
    for first, language in things.languages.items():
        of_right["language"] += 1
        right["language"] += languages.get(first) == language
    of_right["formulas"] += len(things.formulas)
    right["formulas"] += sum(formula in text for formula in things.formulas)
    captioned = sum(bool(given & shown) for given in things.captioned)
    of_right["pictures"] += len(things.captioned)
    right["pictures"] += captioned
    written["right pictures"] += captioned
    written["pictures"] += captioned + sum(bool(given & shown) for given in things.outside)


def of_scutch(scope):
    return lambda pages: [output.decode() for output in pipe(pages, CHAIN.format(scope))]


def of_trafilatura(pages):
    from trafilatura import extract
    return [extract(page["html"], url=page["url"], output_format="markdown", include_images=True,
                    include_formatting=True) or "" for page in pages]


def of_pagesift(pages):
    from pagesift import convert
    return [convert(page["html"], page["url"] or None, True).markdown for page in pages]


def of_defuddle(folder):
    def found(pages):
        if not folder:
            raise ImportError("no --node")
        done = subprocess.run(
            ["node", ROOT / "share/bench/extractors.mjs", folder, "defuddle-markdown"],
            check=True, text=True, stdout=subprocess.PIPE,
            input="".join(json.dumps(page) + "\n" for page in pages))
        return [json.loads(line)["text"] for line in done.stdout.split("\n") if line]
    return found


def report(title, pages, tools):
    """Print a table of the tools on [(page, Things)]."""
    print(f"\n{title}: {len(pages)} pages")
    for name, tool in tools.items():
        try:
            outputs = tool([{"id": str(number), "url": things.url, "html": page}
                            for number, (page, things) in enumerate(pages)])
        except ImportError as error:
            print(f"{name:12} is not installed ({error})")
            continue
        right, of_right, written = Counter(), Counter(), Counter()
        for output, (_, things) in zip(outputs, pages, strict=True):
            counted(output, things, right, of_right, written)
        print(f"{name:12}" + "".join(
            f"  {kind} {right[kind] / of_right[kind]:.3f} ({of_right[kind]})"
            + (f" {written[f'right {kind}'] / written[kind]:.3f}" if written[kind] else "")
            for kind in KINDS if of_right[kind]), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", default="main,page,trafilatura,pagesift,defuddle")
    parser.add_argument("--node", metavar="FOLDER", help="where defuddle is installed")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("gold", type=Path, nargs="*")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    known = {"main": of_scutch("main"), "page": of_scutch("page"), "trafilatura": of_trafilatura,
             "pagesift": of_pagesift, "defuddle": of_defuddle(args.node)}
    tools = {name: known[name] for name in args.tools.split(",")}
    print_head({args.node: "NODE"},
               ["markdown-it-py", "lxml", "trafilatura", "pagesift", "selectolax"])
    report("software, recall (things) precision", made(), tools)
    for folder in args.gold:
        pages = []
        for line in list(gzip.open(folder / "gold.jsonl.gz"))[::args.every]:
            record = json.loads(line)
            html = read_page(folder / "html" / f"{record['id']}.html.gz")
            things = of_gold(record, html)
            if things.lines or things.rows or things.formulas or things.captioned:
                pages.append((html, things))
        report(folder.name, pages, tools)


if __name__ == "__main__":
    main()
