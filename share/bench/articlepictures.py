"""For things.py: the pictures of a page's article that have a caption, and those outside of it.

The article of a page is the smallest element that holds nine tenths of the words of its texts that
the gold has. A captioned picture is a <figure> with a <figcaption>, or an element of the class
wp-caption with one of wp-caption-text, in the article or between its <h1> and it, but not in
<aside>, <nav> or <footer>, with a picture that has an address: in src, srcset, data-*, or in a
<source>. An address that three pictures of a page have is that of none: it holds their places.
"outside" are the pictures elsewhere with an address that no picture of the article has.
"""
import html
import re
from collections import Counter
from itertools import chain
from urllib.parse import unquote, urljoin

import lxml.html

MOST = 0.9               # of the words that the gold has
SAME = 3                 # pictures with one address
FEWEST = 4               # words of a text that is looked for in the gold
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
