#!/usr/bin/env python3
"""Count the pictures of articles that programs write in Markdown, and those from outside of them.

usage: pictures.py [--tools NAME,...] [--every N] [--missing TOOL] GOLD_DIR...

The article of a page is the smallest element that holds nine tenths of the words of its texts that
the gold has. A captioned picture is a <figure> with a <figcaption>, or an element of the class
wp-caption with one of wp-caption-text, in the article or between its <h1> and it, but not in
<aside>, <nav> or <footer>, with a picture that has an address: in src, srcset, data-*, or in a
<source>. An address that three pictures of a page have is that of none: it holds their places.
"outside" are the pictures elsewhere with an address that no picture of the article has. A program
writes a picture if one of its addresses is that of a picture in its Markdown. Pages without a
captioned picture are passed over.
"""
import argparse
import gzip
import html
import json
import re
import shlex
import sys
import warnings
from collections import Counter
from itertools import chain
from pathlib import Path
from urllib.parse import unquote, urljoin

import lxml.html
from common import read_page, versions

from scutch import pipe

MOST = 0.9               # of the words that the gold has
SAME = 3                 # pictures with one address
FEWEST = 4               # words of a text that is looked for in the gold
CHAIN = "html2text --marks, segment, charlm, combine --scope {}, " \
        "emit --keep auto --format markdown --images"
WRITTEN = re.compile(r"!\[(?:[^\]\\]|\\.)*\]\(<?((?:[^()\s>\\]|\\.|\([^()\s]*\))+)")
WORD = re.compile(r"\w+")
SOURCES = "src", "data-src", "data-original", "data-lazy-src", "data-image", "data-url"
SETS = "srcset", "data-srcset", "data-lazy-srcset"
CAPTION = ("./descendant::figcaption | "
           "./descendant::*[contains(concat(' ', @class, ' '), ' wp-caption-text ')]")
FIGURES = "//figure | //*[contains(concat(' ', @class, ' '), ' wp-caption ')]"


def words(text):
    return " ".join(WORD.findall((text or "").casefold()))


def article_of(tree, gold):
    """Return the smallest element with most of the words of the texts that are in the gold."""
    held = Counter()
    for element in tree.iter("*"):
        for text, owner in ((element.text, element), (element.tail, element.getparent())):
            said = words(text)
            if owner is not None and said.count(" ") >= FEWEST - 1 and said in gold:
                held[owner] += said.count(" ") + 1
    total, article = held.total(), None
    sums = Counter()
    for element in reversed(list(tree.iter("*"))):
        sums[element] += held[element]
        if element.getparent() is not None:
            sums[element.getparent()] += sums[element]
        if article is None and total and sums[element] >= MOST * total:
            article = element
    return article


def addresses_of(picture, base):
    """Return the absolute addresses of an <img> or the like, a set; empty for one without any."""
    given = set()
    around = picture.getparent()
    of_picture = around.findall("source") if around is not None and around.tag == "picture" else []
    for element in [picture, *of_picture]:
        given |= {element.get(name) for name in SOURCES}
        for name in SETS:
            parts = re.split(r",\s+|(?<=[wx]),", element.get(name) or "")
            given |= {part.split()[0] for part in parts if part.split()}
    return {plain(urljoin(base, address.strip())) for address in given
            if address and address.strip() and not address.strip().startswith(("data:", "blob:"))}


def plain(address):
    """Return an address as it is compared: without what writers may escape or leave out."""
    return re.sub(r"[\\\xad]", "", unquote(html.unescape(address)))


class Page:
    """A page of gold. captioned, outside: lists of sets of addresses."""

    def __init__(self, record, page):
        self.id, self.url, self.html = record["id"], record.get("url") or "", page
        self.captioned, self.outside = [], []
        tree = lxml.html.document_fromstring(page.encode(), parser=lxml.html.HTMLParser(
            encoding="utf-8", huge_tree=True))
        article = article_of(tree, words(record.get("text")))
        if article is None:
            return
        bases = tree.xpath("//base/@href")
        self.base = base = urljoin(self.url, bases[0]) if bases else self.url
        order = {element: place for place, element in enumerate(tree.iter("*"))}
        heads = [order[head] for head in tree.iter("h1")]
        first, within = order[article], set(article.iter("*"))
        start = min((head for head in heads if head < first), default=first)
        inside = {element for element, place in order.items()
                  if element in within or start < place < first}
        pictures = [picture for picture in tree.iter("img", "amp-img")
                    if not any(above.tag == "noscript" for above in picture.iterancestors())]
        addresses = {picture: addresses_of(picture, base) for picture in pictures}
        places = {address for address, times in Counter(chain(*addresses.values())).items()
                  if times >= SAME}
        own = {picture: given - places for picture, given in addresses.items()}
        known = set().union(*(own[picture] for picture in pictures if picture in inside))
        self.outside = [own[picture] for picture in pictures
                        if picture not in inside and own[picture] and not own[picture] & known]
        for figure in tree.xpath(FIGURES):
            apart = any(above.tag in ("aside", "nav", "footer", "figure")
                        for above in figure.iterancestors() if above in inside)
            if figure in inside and not apart and any(
                    words(caption.text_content()) for caption in figure.xpath(CAPTION)):
                given = set().union(*(own.get(picture, ()) for picture in
                                      figure.iter("img", "amp-img")))
                if given:
                    self.captioned.append(given)


def of_scutch(scope):
    def written(pages):
        yield from (output.decode() for output in pipe(pages, CHAIN.format(scope)))
    return written


def of_trafilatura():
    from trafilatura import extract
    return lambda pages: [extract(page["html"], url=page["url"], output_format="markdown",
                                  include_images=True, include_formatting=True) or ""
                          for page in pages]


def of_pagesift(is_main):
    def written(pages):
        from pagesift import convert
        return [convert(page["html"], page["url"] or None, is_main).markdown for page in pages]
    return written


TOOLS = {"main": lambda: of_scutch("main"), "page": lambda: of_scutch("page"),
         "trafilatura": of_trafilatura, "pagesift": lambda: of_pagesift(True),
         "pagesift-page": lambda: of_pagesift(False)}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--missing", metavar="TOOL", help="list what this program writes wrongly")
    parser.add_argument("gold", type=Path, nargs="+")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    print(shlex.join(["share/bench/pictures.py", *sys.argv[1:]]))
    print(versions(["lxml", "trafilatura", "pagesift", "selectolax"]))
    pages = []
    for folder in args.gold:
        for line in list(gzip.open(folder / "gold.jsonl.gz"))[::args.every]:
            record = json.loads(line)
            page = Page(record, read_page(folder / "html" / f"{record['id']}.html.gz"))
            if page.captioned:
                pages.append(page)
    print(f"{len(pages)} pages, {sum(len(page.captioned) for page in pages)} captioned pictures, "
          f"{sum(len(page.outside) for page in pages)} outside")
    for tool in args.tools.split(","):
        try:
            outputs = TOOLS[tool]()([{"id": page.id, "url": page.url, "html": page.html}
                                     for page in pages])
        except ImportError as error:
            print(f"{tool:13} is not installed ({error})")
            continue
        counts = Counter()
        for page, output in zip(pages, outputs, strict=True):
            written = {plain(urljoin(page.base, address)) for address in WRITTEN.findall(output)}
            counts["pictures"] += len(WRITTEN.findall(output))
            for kind, wrong in ("captioned", False), ("outside", True):
                for addresses in getattr(page, kind):
                    counts[kind] += bool(addresses & written)
                    if tool == args.missing and bool(addresses & written) == wrong:
                        print(page.id, kind, min(addresses))
        print(f"{tool:13} captioned {counts['captioned']:4}   outside {counts['outside']:5}   "
              f"all that it writes {counts['pictures']}")


if __name__ == "__main__":
    main()
