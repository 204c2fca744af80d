"""The text of blocks: pieces between tags joined, repaired, and their words counted."""
import unicodedata
from typing import NamedTuple

import numpy as np

from ....lm.arrays import begins_of_runs, without_repeats
from ....lm.codepoints import narrow_code_points
from ...text.linebreaks import FIRST_WIDE, WIDE_SPACE, is_wide
from ...text.repair import (
    GUARD,
    INVALID,
    JOINERS,
    LIGATURE,
    MOJIBAKE,
    repaired_lines,
    repaired_words,
)
from ...text.words import count_words, counted, is_spaceless
from ..normalhtml import link_counts, unescaped
from .joins import JOINED_LINKS, LINE, between
from .tags import (
    BOUNDARY,
    BREAK,
    CODE,
    HIDDEN_LINK,
    LINK,
    PRE_CLOSE,
    PRE_OPEN,
    TITLE,
    UNCODE,
    UNLINK,
    depths,
    has_controls,
)

# Classes of characters, such as white space or letter, as a byte of bits for each code point.
#
#     bits = [_class_of(character) for character in text]
#
# Here a class is looked up in a table, filled with characters as they occur.

SPACE = 1                # white space, to str.split
ALNUM = 2                # a letter or digit, to str.isalnum
LEAD = 4                 # first character of MOJIBAKE, if a MOJI follows
ODD = 8                  # a text with it may need repair or normalisation (NFC)
MOJI = 16                # after a LEAD perhaps a byte of UTF-8 that was read as windows-1252
END = 32                 # NUL, which separates texts
SPACELESS = 64           # of a script without spaces, where words are counted by letters
AMP = 128                # &, which may begin a reference

BYTES = 256              # code points classified at the start
LAST = 0x1FFFF           # stands for all code points above it; emoji are below

_bits = np.zeros(LAST + 1, np.uint8)
_known = np.zeros(LAST + 1, bool)        # others are classified when they occur


def classes(codes):
    """Return the bits of each code point, an array of uint8.

    codes: array of uint8, uint16 or uint32, as codepoints.narrow_code_points returns.
    """
    if codes.dtype.itemsize == 1:
        return _narrow(codes)
    bits = _narrow(np.minimum(codes, BYTES - 1).astype(np.uint8))
    places = np.flatnonzero(codes >= BYTES)
    wide = np.minimum(codes[places], np.uint32(LAST))
    _learn(np.flatnonzero(np.bincount(wide[~_known.take(wide)])).tolist())
    bits[places] = _bits.take(wide)
    return bits


def _narrow(codes):
    """Return the bits of code points below BYTES; bytes.translate takes a tenth of numpy's time."""
    return np.frombuffer(bytearray(codes).translate(_bits[:BYTES].tobytes()), np.uint8)


def _learn(codes):
    """Set the bits of some code points."""
    for code in codes:
        _bits[code], _known[code] = _class_of(chr(code)), True


def _class_of(character):
    if character == "\0":
        return END
    bits = ODD if _is_odd(character) else 0
    if character == "&":
        bits |= AMP
    if MOJIBAKE.fullmatch(character + "\x80"):
        bits |= LEAD
    if character.isspace():
        bits |= SPACE
    if character.isalnum():
        bits |= ALNUM
    if MOJIBAKE.fullmatch("\xc2" + character):
        bits |= MOJI
    if is_spaceless(character):
        bits |= SPACELESS
    return bits


def _is_odd(character):
    """Return whether text with this character may need more repair than single spaces."""
    code = ord(character)
    return (code == LAST or MOJIBAKE.fullmatch(character) is not None
            or (INVALID.match(character) is not None and not character.isspace())
            or JOINERS.match(character) is not None or LIGATURE.match(character) is not None
            or unicodedata.normalize("NFC", character) != character
            # marks, which may combine or change places with the characters before them
            or unicodedata.category(character)[0] == "M" or unicodedata.combining(character) > 0
            or 0x1100 <= code < 0x1200 or 0xA960 <= code < 0xA980 or 0xD7B0 <= code < 0xD800)


_learn(range(BYTES))


# The stretches of text between tags, joined into blocks, and the stretches in links.
#
# The loop of tests/loop.py; white space is a piece only between two others:
#
#     block, link = [], None
#     for text, tag in page:
#         if text and (block or not text.isspace()):
#             block.append(text)
#             if link is not None:
#                 link.append(text)
#         if is_boundary(tag):
#             blocks.append(block)
#             block = []
#         elif is_link(tag):
#             link = []
#         elif is_end_of_link(tag):
#             links.append(link)
#             link = None

class Boundaries:
    """The nb tags that separate blocks of text, in the order of the pages.

    tag:     int64 (nb,), index of each among the tags.
    role:    int32 (nb,), its role, bits of tags.py.
    first:   int64 (K + 1,), the first boundary of each page.
    before:  int64 (tags,), the number of boundaries before each tag, which is the index of the
             boundary that ends the text there.
    pre:     int64 (tags,), the number of <pre> and the like around each tag and the text before
             it; None if no page has any. A <br> in <pre> is a line break, not a boundary.
    """

    def __init__(self, tags):
        role = tags.role
        self.pre = None
        if (role & PRE_OPEN).any():
            inside, _ = depths(role & PRE_OPEN > 0, role & PRE_CLOSE > 0, tags.first)
            self.pre = np.append(0, inside[:-1])
            self.pre[tags.first[tags.first < len(role)]] = 0
            role = np.where((role & BREAK > 0) & (self.pre > 0), role & ~BREAK, role)
        parts = role & BOUNDARY > 0
        self.tag = np.flatnonzero(parts)
        self.role = role[self.tag]
        self.before = np.cumsum(parts) - parts
        self.first = np.searchsorted(self.tag, tags.first)

    def __len__(self):
        return len(self.tag)


class Pieces:
    """The p pieces of text, each between two tags, that make up b blocks.

    tag:      int64 (p,), the tag after each piece.
    block:    int64 (p,), the block of each piece.
    texts:    list of p str, as in normal HTML.
    boundary: int64 (b,), the boundary that ends each block. end: int64 (b,), the same as a tag.

    White space is a piece only between two others of its block.
    """

    def __init__(self, tags, boundaries, solid):
        """solid: bool (n,), of solid_texts."""
        is_title = tags.role & TITLE > 0
        stretches = np.flatnonzero((tags.begins > tags.texts) & ~is_title)
        ends = boundaries.before[stretches]
        stretches, ends = stretches[ends < len(boundaries)], ends[ends < len(boundaries)]
        solid = _solid(tags, stretches, solid, boundaries.pre)
        places = np.flatnonzero(solid)
        solid_ends = ends[places]
        first = begins_of_runs(solid_ends)
        self.boundary = solid_ends[first]
        self.end = boundaries.tag[self.boundary]
        # white space is in a block if the text before it and the text after it are
        before = np.cumsum(solid)
        blank = np.flatnonzero(~solid & (before > 0) & (before < len(places)))
        between = ((solid_ends[before[blank] - 1] == ends[blank])
                   & (solid_ends[before[blank]] == ends[blank]))
        solid[blank[between]] = True
        self.tag = stretches[solid]
        self.block = np.searchsorted(self.boundary, ends[solid])
        counts = np.diff(np.searchsorted(self.tag, tags.first))
        self.texts = tags.slices(tags.texts[self.tag], tags.begins[self.tag], counts)

    def lasts(self):
        """Return whether each piece is the last one of its block, bool (p,)."""
        return np.append(self.block[1:] != self.block[:-1], True)[:len(self.block)]


def _solid(tags, stretches, solid, pre):
    """Return whether each stretch of text is more than white space, bool.

    White space beyond ASCII counts as text, except in <pre>; it is removed later.
    """
    shown = solid[stretches]
    odd = np.zeros(len(stretches), bool) if pre is None else pre[stretches] > 0
    if has_controls(tags):               # some are white space to str, not to bytes
        odd |= tags.codes[tags.texts[stretches]] <= ord(" ")
    if odd.any():
        shown[odd] = _by_python(tags, stretches[odd])
    return shown


def _by_python(tags, stretches):
    """Return whether each stretch is more than white space, a list of bool."""
    counts = np.diff(np.searchsorted(stretches, tags.first))
    return [not text.isspace() for text in
            tags.slices(tags.texts[stretches], tags.begins[stretches], counts)]


class Links:
    """The links, and the pieces in them.

    joint:    bool (p,), whether a piece ends a link and the next piece begins another, so that a
              space is missing between them.
    whole:    bool (b,), whether all text of a block is in one link.
    piece:    int64, the pieces in links of all other blocks.
    last:     bool, whether each of `piece` is the last of its link in its block.
    block:    int64, the blocks of these last pieces.
    events:   int64, the tags that begin or end links. opening: bool, whether each begins one.
    """

    def __init__(self, tags, pieces):
        role = tags.role
        is_event = role & (LINK | HIDDEN_LINK | UNLINK) > 0
        self.events = np.flatnonzero(is_event)
        self._first = tags.first
        self.opening = role[self.events] & UNLINK == 0
        passed = np.cumsum(is_event)[pieces.tag] - is_event[pieces.tag]
        inside = self._is_open(passed, pieces.tag)
        lasts = pieces.lasts()
        self.joint = self._joints(tags, pieces, passed, inside & ~lasts)
        linked = np.flatnonzero(inside)
        linked = linked[~self._cut_short(pieces, passed[linked], linked)]
        self._group(pieces, passed, linked)

    def around(self, tags):
        """Return whether a link is open before each of these tags, int64."""
        return self._is_open(np.searchsorted(self.events, tags), tags)

    def _is_open(self, passed, tags):
        """Return whether a link is open before each tag; passed: the events before it.

        The last link of a page may have no end tag: see tags.depths.
        """
        page_start = self._first[np.searchsorted(self._first, tags, "right") - 1]
        return (np.append(self.opening, False)[passed - 1]
                & (np.append(self.events, -1)[passed - 1] >= page_start))

    def _joints(self, tags, pieces, passed, inside):
        begun = np.cumsum(tags.role & LINK > 0)
        begun = (begun - (tags.role & LINK > 0))[pieces.tag]
        joined = np.zeros(len(inside), bool)
        joined[:-1] = inside[:-1] & (begun[1:] > begun[:-1])
        places = np.flatnonzero(joined)
        joined[places] = ~self.opening[passed[places]]
        return joined

    def _cut_short(self, pieces, event, linked):
        """Return whether the link around each piece ends at another link of its block."""
        by = np.append(self.events, 0)[event]
        return np.append(self.opening, False)[event] & (by < pieces.end[pieces.block[linked]])

    def _group(self, pieces, passed, linked):
        """Set whole, piece, last and block; a group is the pieces of one link in one block."""
        link, block = passed[linked], pieces.block[linked]
        begins = np.append(True, (link[1:] != link[:-1]) | (block[1:] != block[:-1]))
        begins = begins[:len(linked)]
        group = np.cumsum(begins) - 1
        blocks = len(pieces.boundary)
        of_group = block[begins]
        is_whole = (np.bincount(group, minlength=len(of_group))
                    == np.bincount(pieces.block, minlength=blocks)[of_group])
        self.whole = np.zeros(blocks, bool)
        self.whole[of_group[is_whole]] = True
        partial = ~is_whole[group]
        self.piece, group = linked[partial], group[partial]
        self.last = np.append(group[1:] != group[:-1], True)[:len(group)]
        self.block = of_group[group[self.last]]


# The text of one difficult block, piece by piece, with its repair.
#
# blocktexts.py does the same for all other blocks at once, as arrays; tests/loop.py has this loop.

def replayed(texts, roles, bits, in_link, pre, mojibake):
    """Return (text, words, link_chars, link_words) of a block.

    texts:   list of str, the text before each tag of the block; the last tag ends the block.
    roles:   list of int, the role of each of these tags, bits of tags.py.
    bits:    list of int, reasons for a separator before the text after each of these tags:
             joins.py.
    in_link: whether the block begins inside a link.
    pre:     whether it is preformatted text, where white space is kept.
    mojibake: whether mojibake in it is repaired.
    """
    source, links = _source(texts, roles, bits, in_link, pre)
    source = unescaped(source)
    if pre:
        text = repaired_lines(source, mojibake)
        words = text.split()
    else:
        words = repaired_words(source, mojibake)
        text = " ".join(words)
    count = counted(text, words) if words else 0
    return (text, count, *(link_counts(links, text, count) if links else (0, 0)))


def _source(texts, roles, bits, in_link, pre):
    """Return (the text of the block in normal HTML, the text of each link in it)."""
    buffer, links, link = [], [], [] if in_link else None
    # lengths of the buffer: where code began, up to where its references are marked, the last
    # link's end
    code = marked = link_end = why = 0
    has_text = False
    for text, role, bit in zip(texts, roles, bits, strict=True):
        if text and not role & TITLE:
            if has_text or not text.isspace():
                has_text = True
                if pre:
                    why &= LINE
                if why and (mark := between(buffer[-1], text, why)):
                    buffer.append(mark)
                    if link:
                        link.append(mark)
                why = 0
                buffer.append(text)
                if link is not None:
                    link.append(text)
            elif pre:                    # indentation of the first line
                buffer.append(text)
        if role & UNLINK:
            if link:
                links.append("".join(link))
                link_end = len(buffer)
            link = None
        elif role & UNCODE and not pre:
            first, marked = max(code, marked), len(buffer)     # once, even in nested <kbd>
            buffer[first:] = [part.replace("&amp;", "&amp;" + GUARD) for part in buffer[first:]]
        elif role & HIDDEN_LINK:
            if link:
                links.append("".join(link))
            link = []
        elif role & LINK:
            link = []
            if link_end == len(buffer):
                why |= JOINED_LINKS
        elif role & CODE:
            code = len(buffer)
        elif role & BREAK and pre:
            buffer.append("\n")
        why = (why | bit) if buffer else 0
    if link:
        links.append("".join(link))
    return "".join(buffer), links


# The text of blocks: pieces between tags joined, with single spaces, characters and words counted.
#
# The loop of tests/loop.py:
#
#     for pieces in blocks:
#         words = unescaped("".join(pieces)).split()
#         text = " ".join(words)
#         counts = len(text), sum(any(map(str.isalnum, word)) for word in words)
#
# Here all texts are one array of code points, with NUL after each. Blocks that need more work are
# left to replayed(): mojibake, entities escaped twice, preformatted text.

LONGEST_NAME = 34        # of entities that are escaped twice, with & and ;: see repair.ENTITY
BLANK, LINE_FEED = ord(" "), ord("\n")
ROUNDS = 6               # marks before the first letter of a word that arrays skip
# What may follow the & of an entity that was escaped twice: &amp;nbsp; &amp;#8217;
BEGINS_ENTITY = np.zeros(128, bool)
BEGINS_ENTITY[[code for code in range(128) if chr(code).isalpha() or chr(code) == "#"]] = True
AFTER = ["", "\0", " ", "^", ".", "\n"]          # what follows a piece
NOTHING, END_OF_TEXT = range(2)
CODECS = {1: "latin-1", 2: "utf-16-le", 4: "utf-32-le"}


class Texts(NamedTuple):
    """The text of b blocks.

    text:       list of b str.
    words:      int64 (b,), words with a letter or digit.
    link_chars, link_words: int64 (b,), code points and words in links.
    odd:        bool (b,), whether these values are wrong and replayed() must do the block.
    mojibake:   bool (b,), whether the block may contain mojibake, which is not repaired here.
    """

    text: list
    words: np.ndarray
    link_chars: np.ndarray
    link_words: np.ndarray
    odd: np.ndarray
    mojibake: np.ndarray


def texts_of(pieces, links, why, preformatted):
    """Return the Texts of blocks.

    why: int8 (p,), reasons for a separator after each piece, bits of joins.py.
    preformatted: bool (b,), whether the block is in <pre>, and so odd.
    """
    blocks = len(pieces.boundary)
    odd, mojibake = preformatted.copy(), np.zeros(blocks, bool)
    if not blocks:
        nothing = np.zeros(0, np.int64)
        return Texts([], nothing, nothing, nothing, odd, mojibake)
    codes = np.array(narrow_code_points(unescaped(_joined(pieces, links, why))))
    bits = classes(codes)
    _look_for_odd(codes, bits, odd, mojibake)
    codes, bits = _with_single_spaces(codes, bits)
    text = codes.tobytes().decode(CODECS[codes.itemsize]).split("\0")[:-1]
    bounds = np.flatnonzero(bits & (SPACE | END) > 0)
    is_end = bits[bounds] & END > 0
    ends = bounds[is_end]
    trailing = (bits[ends - 1] & SPACE) > 0
    for row in np.flatnonzero(trailing).tolist():
        text[row] = text[row][:-1]
    chars = np.diff(ends, prepend=-1) - 1 - trailing
    words = _words(bits, bounds, np.flatnonzero(is_end), text, odd)
    link_chars, link_words = _in_links(chars, words, links, blocks)
    return Texts(text[:blocks], words[:blocks], link_chars, link_words, odd, mojibake)


def _joined(pieces, links, why):
    """Return the texts of blocks, then those of links, in one str with a NUL after each."""
    texts = pieces.texts
    after = np.where(pieces.lasts(), END_OF_TEXT, NOTHING)
    for piece in np.flatnonzero(why).tolist():
        after[piece] = AFTER.index(between(texts[piece], texts[piece + 1], why[piece]))
    after = np.append(after, np.where(links.last, END_OF_TEXT, after[links.piece]))
    parts = [""] * (2 * len(after))
    parts[0::2] = [*texts, *map(texts.__getitem__, links.piece.tolist())]
    parts[1::2] = np.array(AFTER, object).take(after).tolist()
    return "".join(parts)


def _look_for_odd(codes, bits, odd, mojibake):
    """Set `odd` and `mojibake` for blocks whose characters need more than single spaces.

    Texts of links, which come after the blocks, are skipped: their blocks contain them, too.
    """
    places = np.flatnonzero(bits & (ODD | LEAD | AMP) > 0)
    here, after, code = bits[places], bits[places + 1], codes[places + 1]
    is_odd = here & ODD > 0
    begins_entity = (here & AMP > 0) & (code < len(BEGINS_ENTITY)) & BEGINS_ENTITY.take(
        code, mode="clip")
    if begins_entity.any():                                  # not AT&T
        ends = np.append(np.flatnonzero(codes == ord(";")), len(codes) + LONGEST_NAME)
        begins = places[begins_entity]
        is_odd[begins_entity] |= ends[np.searchsorted(ends, begins)] < begins + LONGEST_NAME
    is_mojibake = (here & LEAD > 0) & (after & MOJI > 0)
    if is_odd.any() or is_mojibake.any():
        ends = np.flatnonzero(bits & END > 0)
        for flags, which in (odd, is_odd), (mojibake, is_mojibake):
            block = np.searchsorted(ends, places[which])
            flags[block[block < len(flags)]] = True


def _with_single_spaces(codes, bits):
    """Return (codes, bits) with one space for each run of white space, none at starts of texts."""
    space = (bits & SPACE).view(bool)
    keep = ~space
    keep[1:] |= bits[:-1] & (SPACE | END) == 0
    if codes.itemsize > 1 and codes.max() >= ord(FIRST_WIDE):
        _drop_breaks(codes, keep, space)
    np.putmask(codes, space, BLANK)
    return codes[keep], bits[keep]


def _drop_breaks(codes, keep, space):
    """Clear `keep` for white space with a line break between wide characters."""
    kept = np.flatnonzero(keep)
    wide = codes[kept] >= ord(FIRST_WIDE)
    breaks = 1 + np.flatnonzero(wide[:-2] & space[kept[1:-1]] & wide[2:])
    before, place, after = (kept[breaks + step] for step in (-1, 0, 1))
    dropped = (_holds(codes, LINE_FEED, place, after)
               & ~_holds(codes, ord(WIDE_SPACE), place, after)
               & _are_wide(codes[before]) & _are_wide(codes[after]))
    keep[place[dropped]] = False


def _holds(codes, code, starts, ends):
    """Return whether a code occurs between each start and end, bool."""
    places = np.flatnonzero(codes == code)
    return np.searchsorted(places, starts) < np.searchsorted(places, ends)


def _are_wide(codes):
    different, rows = np.unique(codes, return_inverse=True)
    return np.array([is_wide(chr(code)) for code in different.tolist()], bool)[rows]


def _words(bits, bounds, ends, text, odd):
    """Return the number of words with a letter or digit of each text, int64; inexact if `odd`.

    bounds: int64, positions of all spaces and ends. ends: int64, the indices of the ends in it.
    """
    starts = np.append(0, bounds[:-1] + 1)
    first = bits[starts]
    counted = first & ALNUM > 0
    left = np.flatnonzero(first & (ALNUM | SPACE | END) == 0)
    places = starts[left] + 1
    for _ in range(ROUNDS):
        inner = bits[places]
        counted[left[inner & ALNUM > 0]] = True
        inside = inner & (ALNUM | SPACE | END) == 0
        left, places = left[inside], places[inside] + 1
    if len(left):
        passed = np.append(0, np.cumsum(bits & ALNUM > 0, dtype=np.int32))
        counted[left] = passed[bounds[left]] > passed[starts[left]]
    words = np.diff(np.cumsum(counted)[ends], prepend=0)
    spaceless = np.flatnonzero(bits & SPACELESS > 0)
    if len(spaceless):
        rows = without_repeats(np.searchsorted(bounds[ends], spaceless))
        rows = rows[~np.append(odd, np.zeros(len(ends) - len(odd), bool))[rows]]
        words[rows] = [count_words(text[row]) for row in rows.tolist()]
    return words


def _in_links(chars, words, links, blocks):
    """Return [link_chars, link_words] of the blocks; texts of links come after the blocks'."""
    in_links = []
    for counts in chars, words:
        sums = np.zeros(blocks, np.int64)
        np.add.at(sums, links.block, counts[blocks:])
        in_links.append(np.where(links.whole, counts[:blocks], np.minimum(sums, counts[:blocks])))
    return in_links
