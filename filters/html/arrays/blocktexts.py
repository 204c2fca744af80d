"""The text of blocks: pieces between tags joined, with single spaces, characters and words counted.

The loop of tests/loop.py:

    for pieces in blocks:
        words = unescaped("".join(pieces)).split()
        text = " ".join(words)
        counts = len(text), sum(any(map(str.isalnum, word)) for word in words)

Here all texts are one array of code points, with NUL after each. Blocks that need more work are
left to difficultblock.py: mojibake, entities escaped twice, preformatted text.
"""
from typing import NamedTuple

import numpy as np

from ....lm.arrays import without_repeats
from ....lm.codepoints import narrow_code_points
from ...text.linebreaks import FIRST_WIDE, WIDE_SPACE, is_wide
from ...text.words import count_words
from ..blocks import unescaped
from .characters import ALNUM, AMP, END, LEAD, MOJI, ODD, SPACE, SPACELESS, classes
from .joins import between

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
    odd:        bool (b,), whether these values are wrong and difficultblock.py must do the block.
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
