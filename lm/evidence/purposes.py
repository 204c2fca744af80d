"""Purposes of elements, by their names and by the words of class, id and role.

Models are trained on these features. After a change run tests/suite/test_modelevidence.py, and
`share/models/make MODEL` for each model that it names.
"""
import re
from collections.abc import Collection
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from ..rules import rules

AROUND = ["nav", "header", "footer", "aside", "main", "article", "section", "form", "table", "ul",
          "ol", "figure", "button", "dl", "p", "h1", "td", "pre", "li"]
PIECE = re.compile("[A-Z]?[a-z]+|[A-Z]+")     # of RSSfeed, nav-main, articleBody
SHORTEST = 3             # letters, at least, of each part of a compound of two words
LONG = 5                 # letters, at least, of a word found at either end of another

PURPOSES = rules("purposes")
NAMES = {name: 1 << bit for bit, name in enumerate(AROUND)}
FIRST_GROUP = len(AROUND)
MARKS = len(AROUND) + len(PURPOSES)      # bits: first those of AROUND, then those of PURPOSES


def _bits_of(*hows):
    bits: dict[str, int] = {}
    for bit, group in enumerate(PURPOSES.values(), FIRST_GROUP):
        for word in group:
            if word.how in hows:
                bits[word.value] = bits.get(word.value, 0) | 1 << bit
    return bits


SURE, ALL = _bits_of("sure"), _bits_of("sure", "other")
# With these known words begin and end
BEGINS, ENDS = {word[:SHORTEST] for word in ALL}, {word[-SHORTEST:] for word in ALL}


@lru_cache(2**14)        # templates use the same words on all their pages
def pieces(words: str) -> list[str]:
    """Return the words that names are made of, in lower case; letters of ASCII alone count.

    >>> pieces("articleBody nav_main RSSfeed col-6")
    ['article', 'body', 'nav', 'main', 'rss', 'feed', 'col']
    """
    return [piece.lower() for piece in PIECE.findall(words)]


@lru_cache(2**14)
def purposes_of(words: str) -> int:
    """Return the groups, as bits, of the words of class, id and role of an element.

    Above the MARKS bits are those of words that hardly ever mean anything else: see sure_of.

    >>> purposes_of("teasersBox") & ~(-1 << MARKS) == 1 << bit_of("related") | 1 << bit_of("box")
    True
    """
    return reduce(or_, map(_groups_of, pieces(words)), 0)


def sure_of(purposes: Any) -> Any:
    """Return of purposes, a number or an array, the groups of words that are sure.

    >>> [sure_of(purposes_of(words)) == 1 << bit_of("caption") for words in ("credit", "wpCaption")]
    [False, True]
    """
    return purposes >> MARKS << FIRST_GROUP


@lru_cache(2**14)
def _groups_of(piece):
    """Return the groups, as bits, of the words that a piece is made of."""
    bits = reduce(or_, map(ALL.__getitem__, known_words(piece, ALL)), 0)
    sure = reduce(or_, map(SURE.__getitem__, known_words(piece, SURE)), 0) if bits else 0
    return bits | sure << MARKS - FIRST_GROUP


def known_words(piece: str, known: Collection[str]) -> list[str]:
    """Return a known word, the singular of one, or the known words of which it is a compound.

    >>> [known_words(piece, ALL) for piece in ("teasers", "mainmenu", "contentpane", "context")]
    [['teaser'], ['main', 'menu'], ['content'], []]
    """
    for word in piece, piece.removesuffix("s"):
        if word in known:
            return [word]
    if piece[:SHORTEST] not in BEGINS and piece[-SHORTEST:] not in ENDS:     # as of most
        return []
    for size in range(SHORTEST, len(piece) - SHORTEST + 1):
        if piece[:size] in known and piece[size:] in known:
            return [piece[:size], piece[size:]]
    for size in range(len(piece) - 1, LONG - 1, -1):
        if piece[:size] in known or piece[-size:] in known:
            return [word for word in (piece[:size], piece[-size:]) if word in known]
    return []


def mark_of(name: str) -> int:
    """Return the bit of an element's name, 0 for most."""
    return NAMES.get(name, 0)


def bit_of(group: str) -> int:
    """Return the index of the bit of a group of PURPOSES."""
    return FIRST_GROUP + list(PURPOSES).index(group)
