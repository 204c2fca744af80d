"""Marks of blocks: code and its language, links, emphasis, pictures."""
import re
from bisect import bisect_right
from itertools import pairwise

import numpy as np

from ....lm.arrays import is_one_of
from ....lm.rules import attributes_of, pattern, rules, values_of, words_of
from ...columns.pages import NUMBER_OF, TAGS
from ...lazypattern import LazyPattern
from ...text.repair import repaired
from ...text.textmarks import CODE, ELEMENT_OF_IMAGE, IMAGE, LINK, LINK_OF_IMAGE, in_order
from ..addresses import Addresses
from ..normalhtml import unescaped
from .tags import Role

# The language of code, as the tags around it state it.

RULES = rules("marks")
CLASS = re.compile(r' class="([^"]*)"')
DATA = re.compile(rf' (?:{"|".join(sorted(attributes_of(RULES["STATED"])))})="([^"]*)"')
NAME = r"([\w+#.-]{1,30})"
OF_ANY, OF_SPHINX, OF_CODE = (
    re.compile(f"(?:{values_of(RULES[table])}){NAME}", re.I)
    for table in ("AROUND", "BESIDE_TRANSLATE", "OWN"))
OF_NEXT = re.compile(rf"(?:^|\s)(?:{values_of(RULES['AFTER'])}){NAME}", re.I)
OF_NAMED = re.compile(f"({values_of(RULES['NAMED'])})", re.I)
NO_LANGUAGES = words_of(RULES["NO_LANGUAGES"])


def language_in(tag, is_code=True):
    """Return the language that an opening tag states, "" for none.

    is_code: whether it is a <pre> or <code>, not an element around these.

    >>> language_in('<pre class="brush: js; gutter: false">'), language_in('<pre data-lang="Go">')
    ('js', 'go')
    >>> language_in('<div class="highlight-c++ notranslate">', False)
    'c++'
    >>> language_in('<div class="lang-en highlight-box">', False)
    ''
    >>> language_in('<figure class="highlight python">', False), language_in('<code class="r">')
    ('python', 'r')
    """
    data, words = DATA.search(tag), CLASS.search(tag)
    named = data and (re.fullmatch(NAME, data[1].strip()) or OF_NEXT.search(data[1]))
    names = [named[1]] if named else []
    if words:
        split = words[1].split()
        patterns = ([OF_ANY] + [OF_SPHINX] * ("notranslate" in split) + [OF_CODE] * is_code
                    + [OF_NAMED] * (is_code or "highlight" in split))
        names += [match[1] for form in patterns for match in map(form.fullmatch, split) if match]
        after = OF_NEXT.search(words[1]) if is_code else None
        names += [after[1]] if after else []
    return next((name.lower() for name in names if name.lower() not in NO_LANGUAGES), "")


# Pictures of pages: which <img> is one, its address, and the block where it goes.
#
# The address may be in an attribute that a script reads, in a list of addresses for several widths
# (srcset), or in a <source> beside the <img>; src then has a small picture that holds its place.

IMAGES = "img", "amp-img"
PICTURE, SOURCE, NOSCRIPT = map(NUMBER_OF.get, ("picture", "source", "noscript"))
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
    """The <source> and <noscript> of a page, up to the last picture that was asked for."""

    def __init__(self, tags, page, addresses):
        """addresses: Addresses of the page."""
        start, end = tags.first[page:page + 2].tolist()
        events = start + np.flatnonzero(is_one_of(
            tags.number[start:end], [PICTURE, SOURCE, NOSCRIPT]))
        self._tags, self._events, self._addresses = tags, events[::-1].tolist(), addresses
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
            for none and for one without text. before: `around` of Boundaries.
            starts: the first element of each page.
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

    def __init__(self, tags, pieces, boundaries):
        self._tags, self._boundary, self._boundaries = tags, pieces.boundary, boundaries
        self._gaps = {}

    def place_of(self, tag):
        """Return (block, None, None) of a picture inside a block; (block, at its end?, the boundary
        that opens the element around, -1 for none) of any other; None on a page without text.
        """
        boundary, count = int(self._boundaries.before[tag]), len(self._boundary)
        block = int(np.searchsorted(self._boundary, boundary))
        if block < count and self._boundary[block] == boundary:
            return block, None, None
        page = self._tags.page_of(tag)
        start, end = self._boundaries.first[page:page + 2].tolist()
        has_next = block < count and self._boundary[block] < end
        has_last = block > 0 and self._boundary[block - 1] >= start
        if has_next and has_last:
            last, after = int(self._boundary[block - 1]), int(self._boundary[block])
            forward, backward = self._gap(last, after)
            here = min(max(boundary - last, 0), len(forward) - 1)
            has_next = forward[here] >= backward[here]
        opened = int(self._boundaries.around[boundary]) if boundary < end else -1
        if has_next:
            return block, False, opened
        return (block - 1, True, opened) if has_last else None

    def _gap(self, last, after):
        """Return the least depths from each tag between two blocks to the next, and to the last."""
        if (last, after) not in self._gaps:
            # at the last block, and after each tag
            depth = self._boundaries.depth[max(last - 1, 0):after]
            self._gaps[last, after] = (np.minimum.accumulate(depth[::-1])[::-1],
                                       np.minimum.accumulate(depth))
        return self._gaps[last, after]


# Marks of blocks: stretches of their text that are code, links, emphasis and the like.
#
# The text of a block is its pieces, with separators of blocktexts.between, other white space, and
# repaired. So a mark is placed by the characters of its pieces that are no white space:
#
#     for piece in pieces:
#         solid = "".join(piece.split())
#         start = letters.index(solid, done)       # letters: of the text, without white space
#         done = start + len(solid)
#
# tests/parts/test_marks.py makes pages whose marks are known.

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
INSERTED = "^."          # by blocktexts.between


def marks_in(tags, pieces, boundaries, text, urls):
    """Return a list of marks for each block.

    text: list of str, that of each block. urls: of the pages, None where unknown.
    """
    marking = _Marks(pieces, text)
    candidates = np.flatnonzero(MARKING[tags.number] & ~tags.silent)
    bounds = np.searchsorted(candidates, tags.first).tolist()
    bases = np.flatnonzero((tags.number == BASE) & ~tags.closing)
    pictures = Pictures(tags, pieces, boundaries)
    for page, (url, (start, end)) in enumerate(zip(urls, pairwise(bounds), strict=True)):
        addresses = Addresses(url, _base_of(tags, bases, page))
        wanted = candidates[start:end]
        spans = _spans(tags, wanted, int(tags.first[page + 1]) - 1)
        with_addresses = wanted[ADDRESSED[tags.number[wanted]] & ~tags.closing[wanted]]
        texts = dict(zip(with_addresses.tolist(), tags.all_of(with_addresses), strict=True))
        sources, link_end, link = Sources(tags, page, addresses), -1, []
        for first, last, kind in spans:
            if kind == IMAGE:
                picture = sources.picture(first, texts[first])
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
        _name_languages(tags, pieces, boundaries, marking)
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


def _name_languages(tags, pieces, boundaries, marking):
    """Mark the text of <pre> with its language; the segment's kind says that it is code."""
    opens = np.flatnonzero(tags.role & Role.PRE_OPEN > 0)
    known = {}
    for block in np.flatnonzero(boundaries.pre[pieces.end] > 0).tolist():
        pre = int(opens[np.searchsorted(opens, pieces.end[block]) - 1])
        if pre not in known:
            known[pre] = _language_of(tags, boundaries, pre)
        marking.name_code(block, known[pre])


def _language_of(tags, boundaries, pre):
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
            end = int(boundaries.tag[boundaries.closed[around]])
            inner = np.flatnonzero(tags.role[tag:end] & Role.CODE)[:1] + tag      # after buttons
            names = (language_in(tags.tag(part)) for part in [*inner.tolist(), tag])
            language = next(filter(None, names), "")
        else:
            language = language_in(tags.tag(tag), is_code=False)
        levels += number not in OF_TABLES
        around = int(boundaries.around[around])
    return language
