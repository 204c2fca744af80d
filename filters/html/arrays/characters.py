"""Classes of characters, such as white space or letter, as a byte of bits for each code point.

    bits = [_class_of(character) for character in text]

Here a class is looked up in a table, filled with characters as they occur.
"""
import unicodedata

import numpy as np

from ...text.repair import INVALID, JOINERS, LIGATURE, MOJIBAKE
from ...text.words import is_spaceless

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
