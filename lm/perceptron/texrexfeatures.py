"""The 37 features of Schäfer 2016, table 1, as his program texrex computes them.

All features of a page are made at once: its characters are looked up in one table, and counts are
summed up between the starts of its blocks.
"""
import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..codepoints import code_points

CONTAINERS = ["article", "section", "div", "p", "h", "blockquote", "td", "li"]
DOCTYPES = ["xhtml1", "html4", "html5"]
FEATURES = ["Length", "PageProp", "PercText", "PercDiv", "DocMarkupProp", "MarkupProp",
            "PunctProp", "LetterProp", "NumberProp", "TagProp", "EmailProp", "UriProp", "HashProp",
            "YearProp", "AnchorProp", "UpperProp", "SentBogus", "SentLength", "SentCount", "Copy",
            "EndsPunct", "DtXhtml", "DtHtml4", "DtHtml5", "ContArticle", "ContSection", "ContDiv",
            "ContP", "ContH", "ContBlock", "ContTd", "ContLi", "ContClose", "OpenProp",
            "SkippedDivs", "Window1", "Window2"]
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


class Markup(NamedTuple):
    """Evidence of the markup for the blocks of a page, an array or a list each.

    chars: characters of markup that belong to it; anchors: links that begin in it; opening,
    closing: tags; skipped: block tags without text before it; containers: a name of CONTAINERS,
    or None; after_close: whether the last block tag before it closes a block.
    """

    chars: np.ndarray
    anchors: np.ndarray
    opening: np.ndarray
    closing: np.ndarray
    skipped: np.ndarray
    containers: list
    after_close: list


def kind_of(character: str) -> int:
    """Return what a character counts as: some of PUNCTUATION ... STOP, or 0."""
    category = unicodedata.category(character)
    return ((PUNCTUATION if category[0] == "P" else 0) | (UPPER if category == "Lu" else 0)
            | (LOWER if category == "Ll" else 0) | (NUMBER if category[0] == "N" else 0)
            | (SPACE if character.isspace() else 0) | (STOP if character in ".?!" else 0))


@cache
def _kinds():
    return np.array([kind_of(chr(code)) for code in range(BASIC)], np.uint8)


def features(texts: Sequence[str], markup: Markup, doctype: str | None,
             page_chars: int) -> np.ndarray:
    """Return the array (blocks, 37) of FEATURES.

    texts:      list of str, none of them empty, in page order.
    markup:     Markup, of each.
    doctype:    a name of DOCTYPES, or anything else.
    page_chars: characters of the whole page, markup and all.
    """
    rows = np.zeros((len(texts), len(FEATURES)))
    if not texts:
        return rows
    columns = dict(zip(FEATURES, rows.T, strict=True))
    texts, taken = _plain(texts)
    _of_text(columns, texts, taken, markup.anchors)
    _of_place(columns, page_chars)
    _of_markup(columns, markup)
    for kind, name in zip(DOCTYPES, ["DtXhtml", "DtHtml4", "DtHtml5"], strict=True):
        columns[name][:] = doctype == kind
    columns["Length"][:] = np.minimum(1, columns["Length"] / MOST_CHARS)
    return rows


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


def _of_text(columns, texts, taken, anchors):
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
    columns["AnchorProp"][:] = anchors / true
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


def _of_markup(columns, markup):
    """Fill in the features of the markup, by Length in characters."""
    length = columns["Length"]
    share = columns["MarkupProp"]
    share[:] = markup.chars / (markup.chars + length)
    before = np.concatenate([share[:1], share[:1], share, share[-1:], share[-1:]])
    columns["Window1"][:] = (before[1:-3] + share + before[3:-1]) / 3
    columns["Window2"][:] = (before[:-4] + 3 * columns["Window1"] + before[4:]) / 5
    names = ["ContArticle", "ContSection", "ContDiv", "ContP", "ContH", "ContBlock", "ContTd",
             "ContLi"]
    for name, column in zip(names, one_of(markup.containers, CONTAINERS).T, strict=True):
        columns[name][:] = column
    columns["ContClose"][:] = markup.after_close
    columns["OpenProp"][:] = markup.opening / np.maximum(1, markup.opening + markup.closing)
    columns["SkippedDivs"][:] = np.minimum(1, markup.skipped / MOST_SKIPPED)


def one_of(values: Sequence[Any], names: Sequence[str]) -> np.ndarray:
    """Return the array (values, names) that is 1 where a value is a name.

    >>> one_of(["p", "b"], ["a", "b"])
    array([[0., 0.],
           [0., 1.]])
    """
    places = {name: i for i, name in enumerate(names)}
    none = len(names)
    return np.eye(none + 1, none)[[places.get(value, none) for value in values]]
