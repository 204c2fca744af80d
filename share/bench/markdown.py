#!/usr/bin/env python3
"""Measure Markdown against the elements of the pages that it was made of, beside other programs.

usage: markdown.py [--tools NAME,...] [--types NAME,...] [--every N] GOLD_DIR

A page is cut by lxml into the runs of text between its block elements and line breaks. A run is
kept where the output, parsed as CommonMark, has its text; runs under 25 characters, or that a
page has twice, as in a table of contents, are passed over. Of the code, links, strong and
emphasised text in kept runs outside of <pre> the table has the share that the output marks from
the same character to the same character, white space not counted, without emphasis in code, which
Markdown does not have; "address" is that of these links with the right absolute address. "extra"
is the share of what the output marks in these runs that no element marks. Of headings and of
<pre> with a stated language that are kept, the share with the right level and language. "text" is
the share of pages on which the parsed output has the text of --format text, marks of items and
cells left out. Behind a share is the number of elements that it is of. CPU is that of the whole
program, for scutch of its chain, for html-to-markdown of a whole page without a choice of text.
"""
import argparse
import gzip
import json
import re
import shlex
import sys
import time
import warnings
from collections import Counter
from pathlib import Path

from common import read_page, versions
from markedruns import PARSER, of_markdown, of_page

from scutch import pipe

TYPES = "article,documentation,forum"
LEAST = 25               # characters of a run, white space not counted
ITEM = re.compile(r"[*+•·▪◦‣●■□►–\-|0-9.)]")      # also stands before an item
CHAIN = "html2text --marks, segment, charlm, combine, "


def of_scutch(pages):
    emit = "emit --keep auto --format markdown --links --emphasis"
    yield from (found.decode() for found in pipe(pages, CHAIN + emit))


def of_trafilatura():
    from trafilatura import extract

    def found(pages):
        for page in pages:
            yield extract(page["html"], url=page["url"], output_format="markdown",
                          include_links=True, include_formatting=True) or ""
    return found


def of_html_to_markdown():
    from html_to_markdown import convert

    def found(pages):
        for page in pages:
            done = convert(page["html"])
            yield done if isinstance(done, str) else getattr(done, "content", str(done))
    return found


TOOLS = {"scutch": lambda: of_scutch, "trafilatura": of_trafilatura,
         "html-to-markdown": of_html_to_markdown}


def compare(found, page, right, total):
    """Count what of a page is right in the output, both as Runs."""
    text, marks = "", {}
    for run, of_run in found.runs:
        for kind, start, end, address in of_run:
            marks[kind, len(text) + start, len(text) + end] = address
        text += run
    by_kind = Counter(kind for kind, _, _ in marks)
    starts = {kind: sorted(start for name, start, _ in marks if name == kind) for kind in by_kind}
    whole = "".join(run for run, _ in page.runs)
    for run, of_run in page.runs:
        place = text.find(run) if len(run) >= LEAST and whole.count(run) == 1 else -1
        if place < 0:
            continue
        at = place + len(run)
        wanted = Counter()
        for kind, start, end, address in of_run:
            key = kind, place + start, place + end
            total[kind] += 1
            wanted[kind] += 1
            right[kind] += key in marks
            if kind == "link" and key in marks:
                total["address"] += 1
                right["address"] += plain(marks[key]) == plain(address)
        for kind in by_kind:
            inside = sum(place <= start < at for start in starts[kind])
            total["extra"] += inside
            right["extra"] += max(0, inside - wanted[kind])
    levels, kept = Counter(found.headings), Counter(run for run, _ in found.runs)
    for level, heading in page.headings:
        if heading and kept[heading]:
            total["heading"] += 1
            right["heading"] += levels[level, heading] > 0
    languages = dict(reversed([(code, language) for language, code in found.code]))
    everything = text + "".join(languages)
    for language, code in page.code:
        if language and len(code) >= LEAST and code in everything:
            total["language"] += 1
            right["language"] += languages.get(code) == language


def plain(address):
    """Return an address as it is compared: without what writers may escape."""
    return re.sub(r"%[0-9A-Fa-f]{2}|[\s()<>|`\\]", "", address).rstrip("/#?")


def same_text(pages, outputs):
    """Return the share of pages whose output in Markdown has the text of --format text."""
    texts = [found.decode() for found in pipe(pages, CHAIN + "emit --keep auto --format text")]
    same = 0
    for text, output in zip(texts, outputs, strict=True):
        shown = []
        for token in PARSER.parse(output):
            if token.type == "fence":
                shown.append(token.content)
            shown += [child.content for child in token.children or []
                      if child.type in ("text", "code_inline")]
        same += _squeezed("".join(shown)) == _squeezed(text)
    return same / len(pages)


def _squeezed(text):
    return ITEM.sub("", "".join(text.split()))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--types", default=TYPES)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("gold", type=Path)
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    print(shlex.join(["share/bench/markdown.py", *sys.argv[1:]]))
    print(versions(["markdown-it-py", "lxml", "trafilatura", "html-to-markdown", "selectolax"]))
    by_type = {}
    for line in gzip.open(args.gold / "gold.jsonl.gz"):
        record = json.loads(line)
        kind = record.get("page_type") or "page"
        if kind == "page" or kind in args.types.split(","):
            by_type.setdefault(kind, []).append(record)
    for kind, records in sorted(by_type.items()):
        pages = [{"id": one["id"], "url": one.get("url") or "",
                  "html": read_page(args.gold / "html" / f"{one['id']}.html.gz")}
                 for one in records[::args.every]]
        wanted = [of_page(page["html"], page["url"]) for page in pages]
        print(f"\n{kind}: {len(pages)} pages")
        for tool in args.tools.split(","):
            try:
                function = TOOLS[tool]()
            except ImportError as error:
                print(f"{tool:16} is not installed ({error})")
                continue
            began = time.process_time()
            outputs = list(function([dict(page) for page in pages]))
            cpu = (time.process_time() - began) / len(pages) * 1000
            right, total = Counter(), Counter()
            for output, page in zip(outputs, wanted, strict=True):
                compare(of_markdown(output), page, right, total)
            print(f"{tool:16}" + "".join(
                f"  {name} {right[name] / total[name]:.3f} ({total[name]})" for name in (
                    "code", "link", "address", "strong", "em", "extra", "heading", "language")
                if total[name]) + f"  {cpu:.1f} ms", flush=True)
            if tool == "scutch":
                print(f"{'':16}  text {same_text([dict(page) for page in pages], outputs):.3f}")


if __name__ == "__main__":
    main()
