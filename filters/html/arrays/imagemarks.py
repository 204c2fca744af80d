"""Pictures of pages: which <img> is one, its address, and the block where it goes.

The address may be in an attribute that a script reads, in a list of addresses for several widths
(srcset), or in a <source> beside the <img>; src then has a small picture that holds its place.
"""
import re

import numpy as np

from ....lm.rules import pattern, rules, values_of
from ...columns.namenumbers import NUMBER_OF
from ...lazypattern import LazyPattern
from ...text.repair import repaired
from ...text.textmarks import ELEMENT_OF_IMAGE, IMAGE
from ..blocks import unescaped
from .nesting import depths
from .tags import CLOSE, OPEN

IMAGES = "img", "amp-img"
PICTURE, SOURCE, NOSCRIPT = (NUMBER_OF[name] for name in ("picture", "source", "noscript"))
LATE_SOURCES = [re.compile(f' {rule.attribute}="([^"]*)"') for rule in rules("marks")["LATE"]]
SRC, ALT = (re.compile(f' {name}="([^"]*)"') for name in ("src", "alt"))
SRCSET = re.compile(' (?:data-(?:[a-z]+-)?)?srcset="([^"]*)"')
# Of any other script: an attribute whose value is the address of a picture
OTHER_SOURCE = LazyPattern(
    r' data-[\w-]+="([^"\s{}<>]+\.(?:jpe?g|png|gif|webp|avif)(?:\?[^"\s{}<>]*)?)"', re.I)
# One of a srcset: the address, which may have commas inside, and its width or density
CANDIDATE = re.compile(r"[\s,]*(\S*[^\s,])(?:\s+([0-9.]{1,9})[wx])?[^,]*(?:,|$)")
MOST_SRCSET = 20_000     # characters
IS_NO_PICTURE = LazyPattern(pattern(rules("marks")["NO_PICTURES"]))
HOLDS_A_PLACE = LazyPattern(values_of(rules("marks")["PLACEHOLDERS"]), re.I)
MOST_ALT = 1_000         # characters


def address_in(texts, addresses):
    """Return the address of a picture, "" for none.

    texts: the opening tags of an <img> and, if it is in a <picture>, of each <source> before it.
    addresses: Addresses of the page.

    >>> address_in(['<img src="/blank.gif" srcset="a.png 1x, b.png 2x">'], str)
    'b.png'
    """
    image, *others = texts
    known = next(filter(None, (_plain(source, image, addresses) for source in (
        *LATE_SOURCES, SRC))), "")
    return known or next(filter(None, (
        *(_widest(text, addresses) for text in texts),
        *(_plain(source, text, addresses) for text in others for source in (*LATE_SOURCES, SRC)),
        _plain(OTHER_SOURCE, image, addresses))), "")


def _plain(source, text, addresses):
    """Return the address in an attribute, "" for none, and for that of a placeholder."""
    match = source.search(text)
    return "" if not match or HOLDS_A_PLACE.search(match[1]) else addresses(match[1])


def _widest(text, addresses):
    """Return the address for the greatest width or density in a srcset, "" for none."""
    most, address = -1.0, ""
    for srcset in SRCSET.findall(text):
        for given, size in CANDIDATE.findall(srcset[:MOST_SRCSET]):
            width = float(size) if size.count(".") <= 1 and size.strip(".") else 0.0
            if width > most and not HOLDS_A_PLACE.search(given):
                safe = addresses(given)
                most, address = (width, safe) if safe else (most, address)
    return address


class Sources:
    """The <source> and <noscript> of pages, for their pictures."""

    def __init__(self, tags):
        self._tags = tags
        events = np.isin(tags.number, [PICTURE, SOURCE, NOSCRIPT]) & ~tags.silent
        self._events = np.flatnonzero(events)

    def of_page(self, page, addresses):
        """Return the _PageSources of a page; addresses: Addresses of it."""
        tags = self._tags
        start, end = np.searchsorted(self._events, tags.first[page:page + 2]).tolist()
        return _PageSources(tags, self._events[start:end].tolist(), addresses)


class _PageSources:
    """The same of a page, up to the last picture that was asked for."""

    def __init__(self, tags, events, addresses):
        self._tags, self._events, self._addresses = tags, events[::-1], addresses
        self._sources = []               # of the <picture> that is open
        self._in_noscript, self._had_address = False, False

    def picture(self, tag, text):
        """Return [kind, address, alternative text] of the <img> with an opening tag, None for none.

        What <noscript> has is a picture where that before it, which a script loads, has no address.
        Asked for in the order of the page.
        """
        self._go_to(tag)
        if IS_NO_PICTURE.search(text) or (self._in_noscript and self._had_address):
            return None
        address = address_in([text, *self._sources], self._addresses)
        self._had_address = bool(address)
        if not address:
            return None
        alt = ALT.search(text)
        return [IMAGE, address, repaired(unescaped(alt[1][:MOST_ALT])) if alt else ""]

    def _go_to(self, tag):
        while self._events and self._events[-1] < tag:
            event = self._events.pop()
            number, closing = self._tags.number[event], bool(self._tags.closing[event])
            if number == NOSCRIPT:
                self._in_noscript = not closing
            elif number == PICTURE:
                self._sources = []
            elif not closing:
                self._sources.append(self._tags.tag(event))


def with_elements(marks, page, row, before, starts):
    """Return marks whose pictures name the element around them, of its page; see place_of.

    marks:  list of lists. page: of each list. row: the element of each boundary that opens one, -1
            for none and for one without text. before: of Nesting. starts: the first element of each
            page.
    """
    for of_block, number in zip(marks, page.tolist(), strict=True):
        for mark in of_block:
            if len(mark) > ELEMENT_OF_IMAGE:
                opened = mark.pop()
                while opened >= 0 and row[opened] < 0:
                    opened = int(before[opened])
                if opened >= 0:
                    mark.append(int(row[opened] - starts[number]))
                elif not mark[-1]:
                    mark.pop()
    return marks


class Pictures:
    """The places of pictures: in the block around them, else in the nearest block of the tree."""

    def __init__(self, tags, pieces, boundaries, nesting):
        self._tags, self._boundary, self._before = tags, pieces.boundary, boundaries.before
        self._first, self._opened = boundaries.first, np.append(nesting.before, -1)
        self._role, self._depth, self._gaps = boundaries.role, None, {}

    def place_of(self, tag):
        """Return (block, None, None) of a picture inside a block; (block, at its end?, the boundary
        that opens the element around, -1 for none) of any other; None on a page without text.
        """
        boundary, count = int(self._before[tag]), len(self._boundary)
        block = int(np.searchsorted(self._boundary, boundary))
        if block < count and self._boundary[block] == boundary:
            return block, None, None
        page = self._tags.page_of(tag)
        start, end = self._first[page:page + 2].tolist()
        has_next = block < count and self._boundary[block] < end
        has_last = block > 0 and self._boundary[block - 1] >= start
        if has_next and has_last:
            last, after = int(self._boundary[block - 1]), int(self._boundary[block])
            forward, backward = self._gap(last, after)
            here = min(max(boundary - last, 0), len(forward) - 1)
            has_next = forward[here] >= backward[here]
        opened = int(self._opened[boundary])
        if has_next:
            return block, False, opened
        return (block - 1, True, opened) if has_last else None

    def _gap(self, last, after):
        """Return the least depths from each tag between two blocks to the next, and to the last."""
        if self._depth is None:
            role = self._role
            self._depth, _ = depths(role & OPEN > 0, role & CLOSE > 0, self._first)
        if (last, after) not in self._gaps:
            depth = self._depth[max(last - 1, 0):after]      # at last block, and after each tag
            self._gaps[last, after] = (np.minimum.accumulate(depth[::-1])[::-1],
                                       np.minimum.accumulate(depth))
        return self._gaps[last, after]
