#!/usr/bin/env python3
"""Measure the metadata of pages against gold, beside other programs.

usage: meta.py [--tools NAME,...] [--every N] [--all] FUNDUS_DIR WCXB_DIR METADATA_JSONL

Of each set a line for each program: the share of pages whose date is right (YYYY-MM-DD), of those
without a date in the gold that get one (spurious), the share of titles that are the same words,
or that are and the site's name beside them or a part of them (near), the share of pages whose
authors are the same words, conjunctions left out, and of those without authors in the gold that get
some (nobody). Case, quotes, dashes and all other punctuation, white space and soft hyphens do not
count. scutch is the chain of scutch-clean --meta, "head" has html2text --meta alone. htmldate has
no titles. What is not installed is left out, and said. --every N takes every Nth page; with --all
scutch has rows of all pages, too.

The gold of fundus follows its publishers: in four of 175 dates, all that scutch has wrong, month
and day are changed over, or it is 1970. Its titles are og:title, that of JSON-LD or the h1 where
these differ: of the 23 that scutch has wrong the page states 22, og:title alone 14. Of the 87 dates
of wcxb-dev that scutch has not, 27 are those of a change, which it has as such, and 34 are neither
in the text nor in the source, in figures or in English.

Rules were written with fundus, and with half of the sites of wcxb-dev, by the last bit of the
name's MD5: "0"; nobody has read the other half, "1".
"""
import argparse
import gzip
import hashlib
import json
import re
import sys
import unicodedata
from collections import Counter
from pathlib import Path

from common import print_head, read_page

from scutch import pipe

CONJUNCTIONS = {"and", "und", "et", "y", "e", "og", "och", "en"}
HEAD = "html2text --meta, segment"
OURS = "scutch", "head"


def gold_of(folder, facts=None):
    """Yield (site, url, page, {"title", "authors", "date"}) of a gold folder.

    facts: {id: record} of another file where the set's own gold has no dates and authors.
    """
    for line in gzip.open(folder / "gold.jsonl.gz"):
        record = json.loads(line)
        one = facts[record["id"]] if facts else record
        authors = one.get("authors") or one.get("author") or []
        date = one.get("publishing_date") or one.get("publish_date")
        yield (record.get("site") or record["id"], record["url"],
               read_page(folder / "html" / f"{record['id']}.html.gz"),
               {"title": one["title"], "date": str(date)[:10] if date else None,
                "authors": [authors] if isinstance(authors, str) else authors})


def of_scutch(spec):
    """Return the function from pages to what a chain with scutch-meta finds."""
    def found(rows):
        records = [{"id": str(number), "url": url, "html": page}
                   for number, (_, url, page, _) in enumerate(rows)]
        for record in pipe(records, spec):
            meta = record.get("meta", {})
            yield {"title": meta.get("title"), "date": meta.get("published"),
                   "authors": meta.get("authors")}
    return found


def of_trafilatura():
    from trafilatura import extract_metadata

    def found(rows):
        for _, url, page, _ in rows:
            one = extract_metadata(page, default_url=url)
            yield {"title": one.title, "date": one.date,
                   "authors": one.author.split("; ") if one.author else []} if one else {}
    return found


def of_htmldate(extensive):
    from htmldate import find_date

    def found(rows):
        for _, url, page, _ in rows:
            yield {"date": find_date(page, url=url, original_date=True,
                                     extensive_search=extensive)}
    return found


def of_newspaper():
    import newspaper

    def found(rows):
        for _, url, page, _ in rows:
            one = newspaper.Article(url, fetch_images=False)      # from the network
            try:
                one.download(input_html=page)
                one.parse()
            except Exception as error:
                print(f"newspaper4k: {url}: {error!r}", file=sys.stderr)
            yield {"title": one.title, "authors": one.authors,
                   "date": str(one.publish_date)[:10] if one.publish_date else None}
    return found


TOOLS = {"scutch": lambda: of_scutch(f"{HEAD}, meta"), "head": lambda: of_scutch(HEAD),
         "trafilatura": of_trafilatura, "htmldate": lambda: of_htmldate(True),
         "htmldate-fast": lambda: of_htmldate(False), "newspaper4k": of_newspaper}


def words(texts):
    """Return the set of words of some texts, conjunctions left out."""
    return set(_normal(" ".join(texts)).split()) - CONJUNCTIONS


def _normal(text):
    text = re.sub("[\u00ad\u200b\u2060]", "", unicodedata.normalize("NFKC", text or ""))
    return re.sub(r"\W+", " ", text.lower()).strip()


def shares(rows, answers):
    """Return {measure: share of the pages that have gold for it}."""
    right, total = Counter(), Counter()

    def count(name, is_right):
        total[name] += 1
        right[name] += bool(is_right)
    for (_, _, _, gold), one in zip(rows, answers, strict=True):
        date = (one.get("date") or "")[:10]
        count("date" if gold["date"] else "spurious",
              date == gold["date"] if gold["date"] else date)
        wanted, title = _normal(gold["title"]), _normal(one.get("title"))
        if wanted and "title" in one:
            count("title", wanted == title)
            count("near", title and (wanted in title or title in wanted))
        if "authors" in one:
            count("authors" if gold["authors"] else "nobody",
                  words(gold["authors"]) == words(one["authors"] or []) if gold["authors"]
                  else one["authors"])
    return {name: right[name] / total[name] for name in total}


def half(site):
    return hashlib.md5(site.encode(), usedforsecurity=False).digest()[-1] & 1


def show(name, rows, tools):
    print(f"\n{name}: {len(rows)} pages")
    for tool in tools:
        try:
            function = TOOLS[tool]()
        except ImportError as error:
            print(f"{tool:14} is not installed ({error})")
            continue
        answers = list(function(rows))
        parts = {"": rows, " 0": [row for row in rows if not half(row[0])],
                 " 1": [row for row in rows if half(row[0])]}
        for part, some in parts.items():
            found = shares(some, [answer for row, answer in zip(rows, answers, strict=True)
                                  if not part or half(row[0]) == int(part)])
            print(f"{tool + part:16}" + "".join(
                f"  {measure} {found[measure]:.3f}" for measure in (
                    "date", "spurious", "title", "near", "authors", "nobody")
                if measure in found), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("fundus", type=Path)
    parser.add_argument("wcxb", type=Path)
    parser.add_argument("metadata", type=Path)
    args = parser.parse_args()
    print_head({}, ["trafilatura", "htmldate", "newspaper4k", "selectolax"])
    facts = {one["id"]: one for one in map(json.loads, open(args.metadata))}
    tools = args.tools.split(",")
    for name, pages in ("fundus", gold_of(args.fundus)), ("wcxb-dev", gold_of(args.wcxb, facts)):
        rows = list(pages)
        if args.all:
            show(name, rows, [tool for tool in tools if tool in OURS])
        show(name if args.every == 1 else f"{name}, every {args.every}th", rows[::args.every],
             tools)


if __name__ == "__main__":
    main()
