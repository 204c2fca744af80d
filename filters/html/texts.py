"""The text of blocks, of pieces between tags: joined, white space made single, counted.

All of it is one array of code points, with NUL behind each text. What needs more than that,
mojibake, entities escaped twice, preformatted text, is left to replay.py, block by block.
"""
from typing import NamedTuple

import numpy as np

from ..columns.columns import code_points
from ..text.words import HAS_WORD, count_words
from .characters import ALNUM, END, LEADS, MOJI, ODD, SPACE, SPACELESS, WORD, classes

# What stands behind the & of normal HTML: the bytes behind it, and the character that is meant.
# &quot; is for completeness: parsers write it in attributes alone.
ENTITIES = {"amp;": "&", "lt;": "<", "gt;": ">", "nbsp;": "\xa0", "quot;": '"'}
AMP, NUL, BLANK = ord("&"), 0, ord(" ")
ROUNDS = 6               # marks before the first letter of a word that are passed in arrays
# &amp;nbsp; and &amp;#8217;, also where a tag parts them, are escaped twice
BEGINS_ENTITY = np.zeros(128, bool)
BEGINS_ENTITY[[code for code in range(128) if chr(code).isalpha() or chr(code) in "#\0"]] = True


class Texts(NamedTuple):
    """Blocks as text; b of them.

    text:       list of b str.
    words:      int64 (b,), those with a letter or digit.
    link_chars, link_words: int64 (b,), of the text in links.
    odd:        bool (b,), whether the rest is wrong, and the block to be done by itself.
    """

    text: list
    words: np.ndarray
    link_chars: np.ndarray
    link_words: np.ndarray
    odd: np.ndarray


def texts_of(pieces, links):
    """Return the Texts of blocks; `odd` is not set for those in <pre>."""
    blocks = len(pieces.boundary)
    odd = np.zeros(blocks, bool)
    if not blocks:
        nothing = np.zeros(0, np.int64)
        return Texts([], nothing, nothing, nothing, odd)
    string = "\0".join([*pieces.texts, *map(pieces.texts.__getitem__, links.piece.tolist())]) + "\0"
    codes = np.array(code_points(string))
    keep = _joined(codes, pieces, links, odd)
    codes = codes[keep]
    bits = classes(codes)
    _look_for_odd(codes, bits, odd)
    codes, bits = _with_single_spaces(codes, bits)
    text = codes.tobytes().decode(CODECS[codes.itemsize]).split("\0")[:-1]
    words = _words(codes, bits, text)
    link_chars, link_words = _in_links(text, words, links, blocks)
    return Texts(text[:blocks], words[:blocks], link_chars, link_words, odd)


CODECS = {1: "latin-1", 2: "utf-16-le", 4: "utf-32-le"}


def _joined(codes, pieces, links, odd):
    """Undo entities and joints in place; return which code points remain, bool.

    A NUL remains behind the last piece of a text. Of the pieces in links, which come behind all
    others, none is looked at for what is odd: they are in a block, too.
    """
    slots = np.flatnonzero(codes == NUL)
    keep = np.ones(len(codes), bool)
    keep[slots[~np.append(pieces.lasts(), links.last)]] = False
    joints = slots[:len(links.joint)][links.joint]
    beside = classes(codes[joints - 1]) & classes(codes[joints + 1]) & WORD > 0
    codes[joints[beside]], keep[joints[beside]] = BLANK, True
    amps = np.flatnonzero(codes == AMP)
    if len(amps):
        strange = _undo_entities(codes, keep, amps)
        piece = np.searchsorted(slots, strange)
        odd[pieces.block[piece[piece < len(pieces.block)]]] = True
    return keep


def _undo_entities(codes, keep, amps):
    """Undo entities in place; return the places of & in the end that may begin one once more."""
    left = amps
    padded = np.append(codes, np.zeros(8, codes.dtype))
    for name, character in ENTITIES.items():
        here = padded[left + 1] == ord(name[0])
        found, left = left[here], left[~here]
        whole = padded[found + len(name)] == ord(";")
        found, left = found[whole], np.append(left, found[~whole])
        for step in range(1, len(name) + 1):
            keep[found + step] = False
        codes[found] = ord(character)
        if character == "&":
            behind = padded[found + len(name) + 1]
            strange = found[BEGINS_ENTITY.take(np.minimum(behind, 127)) & (behind < 128)]
    return np.append(strange, left)


def _look_for_odd(codes, bits, odd):
    """Mark the blocks with characters that need more than single spaces."""
    places = np.flatnonzero(bits & ODD)
    leads = np.flatnonzero((codes >= LEADS[0]) & (codes <= LEADS[1]))
    places = np.append(places, leads[bits[leads + 1] & MOJI > 0])
    if len(places):
        block = np.searchsorted(np.flatnonzero(bits & END), places)
        odd[block[block < len(odd)]] = True


def _with_single_spaces(codes, bits):
    """Return (codes, bits) with one space for white space, and none at either end of a text."""
    space = bits & SPACE > 0
    solid = bits & (SPACE | END) == 0
    codes[space] = BLANK
    keep = bits & END > 0
    keep |= solid
    keep[1:] |= space[1:] & solid[:-1]
    places = np.flatnonzero(keep)
    codes, bits = codes[places], bits[places]
    last = np.flatnonzero((bits[:-1] & SPACE) & (bits[1:] >> 5))    # the bit END, where SPACE is
    if len(last):
        codes, bits = np.delete(codes, last), np.delete(bits, last)
    return codes, bits


def _words(codes, bits, text):
    """Return how many words of each text have a letter or digit, int64."""
    ends = np.flatnonzero(bits & END)
    starts = np.flatnonzero(bits & (SPACE | END)) + 1
    starts = np.append(0, starts[:-1])
    starts = starts[bits[starts] & END == 0]                        # of texts without any
    counted = bits[starts] & ALNUM > 0
    left = np.flatnonzero(~counted)
    places = starts[left] + 1
    for _ in range(ROUNDS):
        inside = bits[places] & (SPACE | END) == 0
        left, places = left[inside], places[inside]
        found = bits[places] & ALNUM > 0
        counted[left[found]] = True
        left, places = left[~found], places[~found] + 1
    if len(left):
        ordinals = np.searchsorted(ends, starts[left])
        firsts = starts[left] - np.append(0, ends + 1)[ordinals]
        counted[left] = [HAS_WORD.search(text[ordinal][first:].split(" ", 1)[0]) is not None
                         for ordinal, first in zip(ordinals.tolist(), firsts.tolist(),
                                                   strict=True)]
    passed = np.append(0, np.cumsum(counted))[np.searchsorted(starts, ends)]
    words = np.diff(passed, prepend=0)
    spaceless = np.flatnonzero(bits & SPACELESS)
    if len(spaceless):
        rows = np.unique(np.searchsorted(ends, spaceless))
        words[rows] = [count_words(text[row]) for row in rows.tolist()]
    return words


def _in_links(text, words, links, blocks):
    """Return (link_chars, link_words) of the blocks, whose link texts stand behind them."""
    chars = np.fromiter(map(len, text), np.int64, len(text))
    found = []
    for counts in chars, words:
        sums = np.zeros(blocks, np.int64)
        np.add.at(sums, links.block, counts[blocks:])
        found.append(np.where(links.whole, counts[:blocks], np.minimum(sums, counts[:blocks])))
    return found
