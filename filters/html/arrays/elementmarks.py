"""Marks of blocks: stretches of their text that are code, links, emphasis and the like.

The text of a block is its pieces, with separators of joins.py, other white space, and repaired. So
a mark is placed by the characters of its pieces that are no white space:

    for piece in pieces:
        solid = "".join(piece.split())
        start = letters.index(solid, done)       # letters: of the text, without white space
        done = start + len(solid)

tests/parts/test_marks.py makes pages whose marks are known.
"""
import re
from bisect import bisect_right
from itertools import pairwise

import numpy as np

from ...columns.namenumbers import NUMBER_OF, TAGS
from ...text.repair import repaired
from ...text.textmarks import CODE, IMAGE, LINK, LINK_OF_IMAGE, in_order
from ..addresses import Addresses
from ..blocks import unescaped
from ..codelanguage import language_in
from .imagemarks import IMAGES, Pictures, Sources
from .tags import CODE as CODE_TAG
from .tags import PRE_OPEN

KIND_OF = {"a": LINK, **dict.fromkeys(IMAGES, IMAGE),
           **dict.fromkeys(["code", "kbd", "samp", "tt"], CODE),
           **dict.fromkeys(["b", "strong"], "strong"), **dict.fromkeys(["em", "i"], "em"),
           **dict.fromkeys(["del", "s", "strike"], "del"), "sub": "sub", "sup": "sup"}
MARKING = np.zeros(len(TAGS), bool)
MARKING[list(map(NUMBER_OF.__getitem__, KIND_OF))] = True
KIND = {NUMBER_OF[name]: kind for name, kind in KIND_OF.items()}
ADDRESSED = np.zeros(len(TAGS), bool)
ADDRESSED[[NUMBER_OF["a"], *map(NUMBER_OF.__getitem__, IMAGES)]] = True
BASE, BODY, HTML, PRE = (NUMBER_OF[name] for name in ("base", "body", "html", "pre"))
OF_TABLES = frozenset(NUMBER_OF[name] for name in ("table", "tbody", "td", "tr"))
LEVELS = 3               # elements around <pre> that may state its language
HREF = re.compile(' href="([^"]*)"')
INSERTED = "^."          # by joins.py, between two pieces


def marks_in(tags, pieces, boundaries, nesting, text, urls):
    """Return a list of marks for each block.

    text: list of str, that of each block. urls: of the pages, None where unknown.
    """
    marking = _Marks(pieces, text)
    candidates = np.flatnonzero(MARKING[tags.number] & ~tags.silent)
    bounds = np.searchsorted(candidates, tags.first).tolist()
    bases = np.flatnonzero((tags.number == BASE) & ~tags.closing)
    pictures, sources = Pictures(tags, pieces, boundaries, nesting), Sources(tags)
    for page, (url, (start, end)) in enumerate(zip(urls, pairwise(bounds), strict=True)):
        addresses = Addresses(url, _base_of(tags, bases, page))
        wanted = candidates[start:end]
        spans = _spans(tags, wanted, int(tags.first[page + 1]) - 1)
        with_addresses = wanted[ADDRESSED[tags.number[wanted]] & ~tags.closing[wanted]]
        texts = dict(zip(with_addresses.tolist(), tags.all_of(with_addresses), strict=True))
        of_page, link_end, link = sources.of_page(page, addresses), -1, []
        for first, last, kind in spans:
            if kind == IMAGE:
                picture = of_page.picture(first, texts[first])
                if picture:
                    around = link if first < link_end else []
                    marking.picture(first, pictures.place_of(first), picture + around)
            elif kind == LINK:
                href = HREF.search(texts[first])
                if href:
                    address = addresses(href[1])
                    link_end, link = last, [address] * bool(address)
                    marking.add(first, last, [LINK, *link])
            else:
                marking.add(first, last, [kind])
    if boundaries.pre is not None:
        _name_languages(tags, pieces, boundaries, nesting, marking)
    return [in_order(marks) if len(marks) > 1 else marks for marks in marking.marks]


def _base_of(tags, bases, page):
    """Return the href of a page's first <base> with one, None without."""
    start, end = np.searchsorted(bases, tags.first[page:page + 2]).tolist()
    hrefs = (HREF.search(tags.tag(base)) for base in bases[start:end].tolist())
    return next((href[1] for href in hrefs if href), None)


def _spans(tags, wanted, last):
    """Return [(opening tag, end tag, kind)] of elements that mark text, in order of opening tags.

    Of nested elements of one kind only the outermost counts; of links each.
    last: the last tag of the page, which ends all open elements.
    """
    depth, begun, spans = dict.fromkeys(KIND.values(), 0), {}, []
    for tag, number, closing in zip(wanted.tolist(), tags.number[wanted].tolist(),
                                    tags.closing[wanted].tolist(), strict=True):
        kind = KIND[number]
        if kind == IMAGE:
            if not closing:
                spans.append((tag, tag, kind))
        elif closing:
            depth[kind] = max(0, depth[kind] - 1)
            if not depth[kind] and kind in begun:
                spans.append((begun.pop(kind), tag, kind))
        elif kind == LINK or not depth[kind]:
            if kind in begun:
                spans.append((begun[kind], tag, kind))
            begun[kind], depth[kind] = tag, 1
        else:
            depth[kind] += 1
    spans += [(tag, last, kind) for kind, tag in begun.items()]
    return sorted(spans, key=lambda span: (span[0], -span[1]))


class _Marks:
    """The marks of each block, a list of lists that grows."""

    def __init__(self, pieces, text):
        self.marks = [[] for _ in text]
        self._tags, self._pieces, self._text = pieces.tag.tolist(), pieces.texts, text
        self._block = pieces.block.tolist()
        self._places = {}

    def add(self, first, last, what):
        """Mark the text between two tags, in each block."""
        begin, end = bisect_right(self._tags, first), bisect_right(self._tags, last)
        while begin < end:
            block = self._block[begin]
            after = min(end, bisect_right(self._block, block, begin))
            place = self._place(block, begin, after)
            if place:
                self.marks[block].append([*place, *what])
            begin = after

    def picture(self, tag, where, what):
        """Add the mark of a picture to the block around it, else to an end of the nearest block.

        where: what Pictures.place_of returns for it; None adds nothing.
        """
        if where is None:
            return
        block, at_end, opened = where
        text, piece = self._text[block], bisect_right(self._tags, tag)
        if at_end is not None:
            place = len(text) if at_end else 0
            what = [*what, *[""] * (LINK_OF_IMAGE - 1 - len(what)), opened]
        elif piece < len(self._block) and self._block[piece] == block:
            place = (self._place(block, piece, piece + 1) or [len(text)])[0]
        else:
            place = len(text)
        self.marks[block].append([place, place, *what])

    def name_code(self, block, language):
        """Mark a block of code with its language, "" for none, instead of as code."""
        marks = [mark for mark in self.marks[block] if mark[2] != CODE]
        named = [[0, len(self._text[block]), CODE, language]] if language else []
        self.marks[block] = (named if self._text[block] else []) + marks

    def _place(self, block, begin, end):
        """Return [start, end] of pieces in the text of their block, None if empty or uncertain.
        """
        first = bisect_right(self._block, block - 1)
        after = bisect_right(self._block, block, begin)
        text = self._text[block]
        if begin == first and end == after:
            return [len(text) - len(text.lstrip()), len(text)] if text else None
        if block not in self._places:
            self._places[block] = _solid_places(text, self._pieces[first:after])
        solids = self._places[block]
        if not solids:
            return None
        solid, starts, ends = solids
        start, stop = starts[begin - first], ends[end - 1 - first]
        return [solid[start], solid[stop - 1] + 1] if start < stop else None


def _solid_places(text, pieces):
    """Return (places of a text's characters, begins of its pieces among them, their ends).

    White space does not count. None if a repair crosses the end of a piece.
    """
    letters, at, starts, ends = "".join(text.split()), 0, [], []
    for piece in pieces:
        place, size = next(((place, len(solid)) for solid in _forms(piece)
                            for place in (at, at + (letters[at:at + 1] in INSERTED))
                            if letters.startswith(solid, place)), (-1, 0))
        if place < 0:
            return None
        starts.append(place)
        at = place + size
        ends.append(at)
    return [place for place, character in enumerate(text) if not character.isspace()], starts, ends


def _forms(piece):
    """Yield the forms of a piece in the text, without white space: as it is, and repaired."""
    plain = unescaped(piece)
    yield "".join(plain.split())
    yield "".join(repaired(plain).split())


def _name_languages(tags, pieces, boundaries, nesting, marking):
    """Mark the text of <pre> with its language; the segment's kind says that it is code."""
    opens = np.flatnonzero(tags.role & PRE_OPEN > 0)
    known = {}
    for block in np.flatnonzero(boundaries.pre[pieces.end] > 0).tolist():
        pre = int(opens[np.searchsorted(opens, pieces.end[block]) - 1])
        if pre not in known:
            known[pre] = _language_of(tags, boundaries, nesting, pre)
        marking.name_code(block, known[pre])


def _language_of(tags, boundaries, nesting, pre):
    """Return the language that a <pre>, its <code> or the elements around it state, or "".

    Parts of tables do not count among LEVELS: line numbers are in the cell beside.
    """
    around, levels, language = int(boundaries.before[pre]), 0, ""
    while around >= 0 and levels <= LEVELS and not language:
        tag = int(boundaries.tag[around])
        number = tags.number[tag]
        if number in (BODY, HTML):
            break
        if number == PRE:
            end = int(boundaries.tag[nesting.closed[around]])
            inner = np.flatnonzero(tags.role[tag:end] & CODE_TAG)[:1] + tag      # after buttons
            names = (language_in(tags.tag(part)) for part in [*inner.tolist(), tag])
            language = next(filter(None, names), "")
        else:
            language = language_in(tags.tag(tag), is_code=False)
        levels += number not in OF_TABLES
        around = int(nesting.before[around])
    return language
