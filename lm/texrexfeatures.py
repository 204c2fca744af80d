"""The 37 features of Schäfer 2016, table 1, as his program texrex computes them.

All features of a page are made at once: its characters are looked up in one table, and what is
counted is summed up between the starts of its blocks.
"""
import re
import unicodedata
from functools import cache
from typing import NamedTuple

import numpy as np

CONTAINERS = ["article", "section", "div", "p", "h", "blockquote", "td", "li"]
DOCTYPES = ["xhtml1", "html4", "html5"]
FEATURES = ["Length", "PageProp", "PercText", "PercDiv", "DocMarkupProp", "MarkupProp",
            "PunctProp", "LetterProp", "NumberProp", "TagProp", "EmailProp", "UriProp", "HashProp",
            "YearProp", "AnchorProp", "UpperProp", "SentBogus", "SentLength", "SentCount", "Copy",
            "EndsPunct", "DtXhtml", "DtHtml4", "DtHtml5", "ContArticle", "ContSection", "ContDiv",
            "ContP", "ContH", "ContBlock", "ContTd", "ContLi", "ContClose", "OpenProp",
            "SkippedDivs", "Window1", "Window2"]
MOST_CHARS, MOST_SENTENCE, MOST_SENTENCES, MOST_SKIPPED = 1000, 100, 10, 20    # clamped there

# What is counted and taken out of the text, in texrex's order: tags that the author wrote as
# text, "&lt;br&gt;"; then addresses, in place of which a word is put.
TAG = re.compile(r"<[a-zA-Z!?/][^>]*>")
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
URI = re.compile(r"\b[a-zA-Z]{2,6}://\S+|\bwww\.\S+", re.IGNORECASE)
HASHTAG = re.compile(r"(?<!\w)#(?=\w*[^\W\d_])\w+")
YEAR = re.compile(r"(?<=[^0-9])20[01][0-9](?![0-9])")
PLACEHOLDER = "address"
SPECIAL = re.compile(r"[@<#]|://|www\.", re.IGNORECASE)    # what one of these needs; few texts do

PUNCTUATION, UPPER, LOWER, NUMBER, SPACE, STOP = (1 << bit for bit in range(6))
BASIC = 0x10000          # code points in the table; others are looked up one by one


class Block(NamedTuple):
    """What the markup says of a block.

    markup: characters of markup that belong to it; anchors: links that begin in it; opening,
    closing: tags; container: a name of CONTAINERS, or None; after_close: whether the last block
    tag before it closes a block; skipped: block tags without text before it.
    """

    markup: int
    anchors: int
    opening: int
    closing: int
    container: str | None
    after_close: bool
    skipped: int


def kind_of(character):
    """Return what a character counts as: some of PUNCTUATION ... STOP, or 0."""
    category = unicodedata.category(character)
    return ((PUNCTUATION if category[0] == "P" else 0) | (UPPER if category == "Lu" else 0)
            | (LOWER if category == "Ll" else 0) | (NUMBER if category[0] == "N" else 0)
            | (SPACE if character.isspace() else 0) | (STOP if character in ".?!" else 0))


@cache
def _kinds():
    return np.array([kind_of(chr(code)) for code in range(BASIC)], np.uint8)


def features(texts, blocks, doctype, page_chars):
    """Return the array (blocks, 37) of FEATURES.

    texts:      list of str, none of them empty, in page order.
    blocks:     list of Block, one for each.
    doctype:    a name of DOCTYPES, or anything else.
    page_chars: characters of the whole page, markup and all.
    """
    found = np.zeros((len(texts), len(FEATURES)))
    if not texts:
        return found
    columns = dict(zip(FEATURES, found.T, strict=True))
    texts, taken = _plain(texts)
    _of_text(columns, texts, taken, np.array([block.anchors for block in blocks], float))
    _of_place(columns, page_chars)
    _of_markup(columns, blocks)
    for kind, name in zip(DOCTYPES, ["DtXhtml", "DtHtml4", "DtHtml5"], strict=True):
        columns[name][:] = doctype == kind
    columns["Length"][:] = np.minimum(1, columns["Length"] / MOST_CHARS)
    return found


def _plain(texts):
    """Return (texts less tags, addresses and hashtags, array (texts, 4) of how many there were)."""
    taken = np.zeros((len(texts), 4))
    if not SPECIAL.search("\n".join(texts)):
        return texts, taken
    plain = []
    for row, text in zip(taken, texts, strict=True):
        if SPECIAL.search(text):
            for i, (pattern, word) in enumerate(((TAG, ""), (EMAIL, PLACEHOLDER),
                                                 (URI, PLACEHOLDER), (HASHTAG, PLACEHOLDER))):
                text, row[i] = pattern.subn(word, text)
        plain.append(text)
    return plain, taken


def _of_text(columns, texts, taken, anchors):
    """Fill in what is counted in the text; Length is left in characters."""
    page = "\n".join([*texts, ""])
    codes = np.frombuffer(page.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = _kinds()[np.minimum(codes, BASIC - 1)]
    for at in np.flatnonzero(codes >= BASIC):
        kinds[at] = kind_of(page[at])
    sizes = np.array([len(text) for text in texts])
    ends = np.cumsum(sizes + 1) - 1                    # of the line breaks between
    starts = ends - sizes

    def count(marks):
        return np.add.reduceat(marks, starts, dtype=float)

    spaces = (kinds & SPACE) > 0
    last = codes[ends - 1]
    # texrex does not count the last byte, so not the last character where that is ASCII
    length = np.maximum(1, sizes - ((last < 0x80) & (sizes > 0)))
    true = np.maximum(1, length - (count(spaces) - 1))
    upper, lower = count((kinds & UPPER) > 0), count((kinds & LOWER) > 0)
    stops = np.zeros(len(codes), bool)
    stops[:-1] = ((kinds[:-1] & STOP) > 0) & spaces[1:]
    sentences = count(stops)
    columns["Length"][:] = length
    columns["PunctProp"][:] = count((kinds & PUNCTUATION) > 0) / length
    columns["LetterProp"][:] = (upper + lower) / true
    columns["NumberProp"][:] = count((kinds & NUMBER) > 0) / true
    for name, column in zip(["TagProp", "EmailProp", "UriProp", "HashProp"], taken.T, strict=True):
        columns[name][:] = column / true
    if "20" in page:
        columns["YearProp"][:] = [len(YEAR.findall(text)) for text in texts] / true
    columns["AnchorProp"][:] = anchors / true
    columns["UpperProp"][:] = upper / np.maximum(1, upper + lower)
    columns["SentBogus"][:] = sentences == 0
    sentences = np.maximum(1, sentences)
    columns["SentLength"][:] = np.minimum(1, length // sentences / MOST_SENTENCE)
    columns["SentCount"][:] = np.minimum(1, sentences / MOST_SENTENCES)
    if "©" in page:
        columns["Copy"][:] = count(codes == ord("©")) > 0
    columns["EndsPunct"][:] = [text.rstrip()[-1:] in (".", "?", "!") for text in texts]


def _of_place(columns, page_chars):
    """Fill in where the block stands on the page, by Length in characters."""
    length, count = columns["Length"], len(columns["Length"])
    whole = length.sum()
    columns["PageProp"][:] = length / whole
    columns["PercText"][:] = np.abs(2 * (np.cumsum(length) - length / 2) / whole - 1)
    columns["PercDiv"][:] = np.abs(2 * np.arange(count) / count - 1)
    columns["DocMarkupProp"][:] = whole / max(1, page_chars)


def _of_markup(columns, blocks):
    """Fill in what the markup says, by Length in characters."""
    length = columns["Length"]
    markup = np.array([block.markup for block in blocks], float)
    share = columns["MarkupProp"]
    share[:] = markup / (markup + length)
    before = np.concatenate([share[:1], share[:1], share, share[-1:], share[-1:]])
    columns["Window1"][:] = (before[1:-3] + share + before[3:-1]) / 3
    columns["Window2"][:] = (before[:-4] + 3 * columns["Window1"] + before[4:]) / 5
    names = ["ContArticle", "ContSection", "ContDiv", "ContP", "ContH", "ContBlock", "ContTd",
             "ContLi"]
    containers = [block.container for block in blocks]
    for kind, name in zip(CONTAINERS, names, strict=True):
        if kind in containers:
            columns[name][:] = [one == kind for one in containers]
    opening = np.array([block.opening for block in blocks], float)
    tags = opening + [block.closing for block in blocks]
    columns["ContClose"][:] = [block.after_close for block in blocks]
    columns["OpenProp"][:] = opening / np.maximum(1, tags)
    columns["SkippedDivs"][:] = np.minimum(1, np.array([block.skipped for block in blocks])
                                           / MOST_SKIPPED)
