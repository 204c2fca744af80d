"""Features of scorers: the sets that perceptrons are trained on, and the Blocks of trees.

texrex has the 37 features of Schäfer 2016, table 1, as his program of this name computes them. All
features of a page are made at once: its characters are looked up in one table, and counts are
summed up between the starts of its blocks. They differ from texrex where our evidence does: the
container is the element that holds the block, not the last tag before it, which may have closed
another one; markup is counted as the parser writes it, without comments, scripts and styles, in
characters, not in bytes; a block that a <br> ends is a block of its own until scutch-segment joins
it; skipped counts the tags of all blocks that browsers know, not only of texrex's eight. Plain text
has no markup: features of it are 0.

web is the evidence of a segment and of what is around it. Unlike the paper's features none is a
property of the whole page, such as its doctype or length, or the position on it. With these a
network recognises the crawl that it was trained on: it does better on pages of its own set, and
worse on other sets.
"""
import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from ...lm.codepoints import code_points
from ...lm.evidence.evidence import GROUPS, ROW, evidence
from ...lm.shallow.printedrules import TAGS, Block
from ..record import count_of, object_of
from ..text.words import words_of
from .evidenceinput import blocks_of_pages

OF_WEB = ("text", "tag", "markup", "near", "containers", "sisters", "path", "candidates",
          "neighbours", "headings")
WEB = tuple(name for group in OF_WEB for name in GROUPS[group])

CONTAINERS = ["article", "section", "div", "p", "h", "blockquote", "td", "li"]
OF_CONTAINERS = ["ContArticle", "ContSection", "ContDiv", "ContP", "ContH", "ContBlock", "ContTd",
                 "ContLi"]
DOCTYPES = ["xhtml1", "html4", "html5"]
FEATURES = ("Length", "PageProp", "PercText", "PercDiv", "DocMarkupProp", "MarkupProp",
            "PunctProp", "LetterProp", "NumberProp", "TagProp", "EmailProp", "UriProp", "HashProp",
            "YearProp", "AnchorProp", "UpperProp", "SentBogus", "SentLength", "SentCount", "Copy",
            "EndsPunct", "DtXhtml", "DtHtml4", "DtHtml5", *OF_CONTAINERS, "ContClose", "OpenProp",
            "SkippedDivs", "Window1", "Window2")
MOST_CHARS, MOST_SENTENCE, MOST_SENTENCES, MOST_SKIPPED = 1000, 100, 10, 20    # upper bounds

# Counted and removed from the text, in texrex's order: tags that the author wrote as
# text, "&lt;br&gt;"; then addresses, in place of which a word is put.
TAG = re.compile(r"<[a-zA-Z!?/][^>]*>")
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
URI = re.compile(r"\b[a-zA-Z]{2,6}://\S+|\bwww\.\S+", re.IGNORECASE)
HASHTAG = re.compile(r"(?<!\w)#(?=\w*[^\W\d_])\w+")
YEAR = re.compile(r"(?<=[^0-9])20[01][0-9](?![0-9])")
PLACEHOLDER = "address"
SPECIAL = re.compile(r"@|<|#|://|www\.")    # in lower case what they need; few texts have one

PUNCTUATION, UPPER, LOWER, NUMBER, SPACE, STOP = (1 << bit for bit in range(6))
KINDS = 1 << 6           # combinations of the bits of a character
MARKS = (np.arange(KINDS)[:, None] >> np.arange(6) & 1).astype(float)
BASIC = 0x10000          # code points in the table; others are looked up one by one

CONTAINER_OF = ({name: name for name in CONTAINERS if name != "h"}
                | dict.fromkeys(["h1", "h2", "h3", "h4", "h5", "h6"], "h"))


def web_features(pages):
    """Return the array (segments, WEB) of Pages."""
    blocks = blocks_of_pages(pages, np.zeros(len(pages.text)))
    return evidence(blocks).features[[ROW[name] for name in WEB]].T


def texrex_features(pages):
    """Return the array (segments, FEATURES) of Pages."""
    around = np.array([*containers(pages), None], object)[pages.element]
    rows = np.zeros((len(pages.text), len(FEATURES)))
    for page, record in enumerate(pages.records):
        if len(own := rows[pages.rows(page)]):
            _fill(own, pages, pages.rows(page), object_of(record, "doc"), around)
    return rows


def _fill(rows, pages, of_page, doc, around):
    """Fill in the FEATURES of a page; doc: its facts. around: the container of each segment."""
    columns = dict(zip(FEATURES, rows.T, strict=True))
    texts, taken = _plain(pages.text[of_page])
    chars, links, opening, closing, skipped = (
        getattr(pages, name)[of_page].astype(float)
        for name in ("markup_chars", "links", "open_tags", "close_tags", "skipped"))
    _of_text(columns, texts, taken, links)
    _of_place(columns, count_of(doc.get("chars")) + count_of(doc.get("markup_chars")))
    _of_markup(columns, chars)
    for name, container in zip(OF_CONTAINERS, CONTAINERS, strict=True):
        columns[name][:] = around[of_page] == container
    columns["ContClose"][:] = pages.after_close[of_page]
    columns["OpenProp"][:] = opening / np.maximum(1, opening + closing)
    columns["SkippedDivs"][:] = np.minimum(1, skipped / MOST_SKIPPED)
    for kind, name in zip(DOCTYPES, ["DtXhtml", "DtHtml4", "DtHtml5"], strict=True):
        columns[name][:] = doc.get("doctype") == kind
    columns["Length"][:] = np.minimum(1, columns["Length"] / MOST_CHARS)


def containers(pages):
    """Return for each element the one of CONTAINERS that it is, or is in, else None.

    >>> from ..columns.pages import pages_of
    >>> tree = [["body", -1, ""], ["h2", 0, ""], ["center", 1, ""]]
    >>> containers(pages_of([{"elements": tree, "segments": []}]))
    [None, 'h', 'h']
    """
    own = list(map(CONTAINER_OF.get, pages.names))
    nearest_ones: list[str | None] = []
    for tag, parent in zip(pages.element_tag.tolist(), pages.element_parent.tolist(),
                           strict=True):
        nearest_ones.append(own[tag] or (nearest_ones[parent] if parent >= 0 else None))
    return nearest_ones


def kind_of(character: str) -> int:
    """Return what a character counts as: some of PUNCTUATION ... STOP, or 0."""
    category = unicodedata.category(character)
    return ((PUNCTUATION if category[0] == "P" else 0) | (UPPER if category == "Lu" else 0)
            | (LOWER if category == "Ll" else 0) | (NUMBER if category[0] == "N" else 0)
            | (SPACE if character.isspace() else 0) | (STOP if character in ".?!" else 0))


@cache
def _kinds():
    return np.array([kind_of(chr(code)) for code in range(BASIC)], np.uint8)


def _plain(texts):
    """Return (texts less tags, addresses and hashtags, array (texts, 4) of how many there were)."""
    taken = np.zeros((len(texts), 4))
    plain = list(texts)
    for row, text in enumerate(texts):
        if SPECIAL.search(text.lower()):
            for i, (pattern, word) in enumerate(((TAG, ""), (EMAIL, PLACEHOLDER),
                                                 (URI, PLACEHOLDER), (HASHTAG, PLACEHOLDER))):
                plain[row], taken[row, i] = pattern.subn(word, plain[row])
    return plain, taken


def _of_text(columns, texts, taken, links):
    """Fill in the counts of the text; Length is left in characters."""
    page = "\n".join([*texts, ""])
    codes = code_points(page)
    kinds = _kinds().take(codes, mode="clip")
    for at in np.flatnonzero(codes >= BASIC):
        kinds[at] = kind_of(page[at])
    sizes = np.array([len(text) for text in texts])
    last = codes[np.cumsum(sizes + 1) - 2]             # before the line breaks between
    # texrex does not count the last byte, so not the last character where that is ASCII
    length = np.maximum(1, sizes - ((last < 0x80) & (sizes > 0)))
    kinds[:-1] &= (KINDS - 1 - STOP) | (kinds[1:] & SPACE) * (STOP // SPACE)    # "1.2" has no STOP
    rows = np.repeat(np.arange(0, len(texts) * KINDS, KINDS), sizes + 1)
    counts = np.bincount(rows + kinds, minlength=len(texts) * KINDS).reshape(-1, KINDS) @ MARKS
    punctuation, upper, lower, numbers, spaces, sentences = counts.T
    true = np.maximum(1, length - (spaces - 1))
    columns["Length"][:] = length
    columns["PunctProp"][:] = punctuation / length
    columns["LetterProp"][:] = (upper + lower) / true
    columns["NumberProp"][:] = numbers / true
    for name, column in zip(["TagProp", "EmailProp", "UriProp", "HashProp"], taken.T, strict=True):
        columns[name][:] = column / true
    if "20" in page:
        columns["YearProp"][:] = [len(YEAR.findall(text)) if "20" in text else 0
                                  for text in texts] / true
    columns["AnchorProp"][:] = links / true
    columns["UpperProp"][:] = upper / np.maximum(1, upper + lower)
    columns["SentBogus"][:] = sentences == 0
    sentences = np.maximum(1, sentences)
    columns["SentLength"][:] = np.minimum(1, length // sentences / MOST_SENTENCE)
    columns["SentCount"][:] = np.minimum(1, sentences / MOST_SENTENCES)
    if "©" in page:
        columns["Copy"][:] = ["©" in text for text in texts]
    columns["EndsPunct"][:] = [text.rstrip().endswith((".", "?", "!")) for text in texts]


def _of_place(columns, page_chars):
    """Fill in the place of the block on the page, by Length in characters."""
    length, count = columns["Length"], len(columns["Length"])
    whole = length.sum()
    columns["PageProp"][:] = length / whole
    columns["PercText"][:] = np.abs(2 * (np.cumsum(length) - length / 2) / whole - 1)
    columns["PercDiv"][:] = np.abs(2 * np.arange(count) / count - 1)
    columns["DocMarkupProp"][:] = whole / max(1, page_chars)


def _of_markup(columns, chars):
    """Fill in the share of the markup, by Length in characters, and its means around the block."""
    share = columns["MarkupProp"]
    share[:] = chars / (chars + columns["Length"])
    before = np.concatenate([share[:1], share[:1], share, share[-1:], share[-1:]])
    columns["Window1"][:] = (before[1:-3] + share + before[3:-1]) / 3
    columns["Window2"][:] = (before[:-4] + 3 * columns["Window1"] + before[4:]) / 5


def blocks_in(pages):
    """Yield (rows, their Blocks) of each of Pages: the segments with a word, for scutch-shallow.

    The atomic blocks of Kohlschütter et al. 2010 end at any tag but <a>; our segments do at block
    elements, at rows of tables, and at <br> where it ends a paragraph. On L3S-GN1 these are 69,354
    blocks; the paper counts 72,662. Its Algorithm 2 reaches there F 93.6 of words; 93.1 where lines
    separated by <br> are joined, 93.0 where all text of one element is, 93.6 on the blocks of
    scutch-html2text.
    """
    bits = [1 << TAGS.index(name) if name in TAGS else 0 for name in pages.names]
    of_nodes = np.append(np.array(bits)[pages.element_tag], np.zeros(len(pages), int))
    around = pages.tree.inherited(of_nodes)[pages.where].tolist()
    words, link_words = list(map(words_of, pages.text)), pages.link_words.tolist()
    for page in map(pages.rows, range(len(pages))):
        rows = [row for row in range(page.start, page.stop) if words[row]]
        yield rows, [Block(pages.text[row], words[row], link_words[row], around[row])
                     for row in rows]


class FeatureSet(NamedTuple):
    """A function of Pages that returns an array (segments, names), and these."""

    of: Callable
    names: tuple[str, ...]


SETS = {"texrex": FeatureSet(texrex_features, FEATURES), "web": FeatureSet(web_features, WEB)}
