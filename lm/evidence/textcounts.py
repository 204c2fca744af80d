"""Counts in many texts at once: final stops, commas, digits, words, capitals.

Models are trained on these features. After a change run tests/suite/test_modelevidence.py, and
`share/models/make MODEL` for each model that it names.
"""
from functools import cache
from typing import NamedTuple

import numpy as np

from ..codepoints import Characters, code_points
from ..hashing import GOLDEN
from ..sentenceends import CLOSING, ENDS
from ..spaceless import ranges

SIZE = 1 << 16           # code points above it count as one, which is not a letter
PREFIX = 8               # letters of a word that are compared; the rest is mostly inflection
BITS = 14                # a word is hashed to a number below 2**BITS; 2 in 1000 words collide

WORD, UPPER, STOP, QUOTE, PACKED, COMMA, DIGIT, ANY_DIGIT = (1 << bit for bit in range(8))
BITS_OF = {STOP: ENDS, QUOTE: CLOSING, COMMA: ",、，،", DIGIT: "0123456789"}
PAIR = 4                 # letters that a pair of such letters counts for
MARKED = {"commas": COMMA, "digits": DIGIT, "digits of any script": ANY_DIGIT}


class TextCounts(NamedTuple):
    """Counts of characters and words in some texts, as arrays.

    marks:    {name of MARKED: int64 (texts,)}.
    stop:     bool (texts,), whether it ends like a sentence, perhaps with a closing quote.
    tokens:   int64 (texts,), words: runs of letters and digits; in scripts without spaces each
              two letters in a row.
    capitals: int64 (texts,), words that begin with a capital.
    first:    int64 (texts + 1,); text k has the words first[k] up to first[k + 1].
    lengths:  int64 (words,), the letters of each word of all texts.
    keys:     uint64 (words,), the hash of each, regardless of case. hashes: int64, its highest
              BITS.
    """

    marks: dict
    stop: np.ndarray
    tokens: np.ndarray
    capitals: np.ndarray
    first: np.ndarray
    lengths: np.ndarray
    keys: np.ndarray
    hashes: np.ndarray

    def sums(self, values: np.ndarray) -> np.ndarray:
        """Return the sums over the words of each text, (texts,). values: (words,)."""
        return np.diff(sums_before(values)[self.first])


class Tables(NamedTuple):
    """Arrays (SIZE,) by code point: kind, the bits WORD ... ANY_DIGIT; letter, the last byte of its
    lower case."""

    kind: np.ndarray
    letter: np.ndarray


@cache
def tables() -> Tables:
    """Return the Tables, made once."""
    codes = np.arange(SIZE, dtype="<u4")
    every, characters = codes.tobytes().decode("utf-32-le", "surrogatepass"), codes.view("<U1")
    kind = (np.char.isalnum(characters) * WORD | np.char.isupper(characters) * UPPER
            | np.char.isdecimal(characters) * ANY_DIGIT)
    kind[ord("_")] |= WORD
    for bit, marks in BITS_OF.items():
        kind[[ord(mark) for mark in marks]] |= bit
    for first, last in ranges():
        kind[first:last + 1] |= PACKED | WORD      # their vowel signs, too
    # only the lower case of U+0130 has two characters
    small = code_points(every.replace("\u0130", "i").lower())
    return Tables(kind.astype(np.uint8), (small & 255).astype(np.uint8))


def text_counts_of(characters: Characters) -> TextCounts:
    """Return the TextCounts of Characters."""
    codes, starts, _ = characters
    kinds = tables().kind.take(codes, mode="clip")
    word_starts, lengths, keys = words_of(codes, kinds)
    capitals = sums_before(kinds[word_starts] & UPPER > 0)
    first = np.searchsorted(word_starts, np.append(starts, len(codes)))
    return TextCounts(
        _marks(kinds, starts), end_as_sentences(characters),
        np.diff(first), np.diff(capitals[first]), first, lengths, keys,
        (keys >> np.uint64(64 - BITS)).astype(np.int64))


def end_as_sentences(characters: Characters) -> np.ndarray:
    """Return whether each text ends in a mark, perhaps with one closing mark behind it, bool.

    >>> from ..codepoints import characters
    >>> texts = ["It is.", "「そうです。」", "Menu", "", "(a)"]
    >>> end_as_sentences(characters(texts)).tolist()
    [True, True, False, False, False]
    """
    codes, starts, ends = characters
    last, before = (tables().kind.take(codes[np.maximum(ends - back, starts)], mode="clip")
                    for back in (1, 2))
    return (last & STOP > 0) | (last & QUOTE > 0) & (before & STOP > 0)


def sums_before(values: np.ndarray) -> np.ndarray:
    """Return the sums before each value and after the last, int64 (values + 1,).

    >>> sums_before(np.array([True, False, True])).tolist()
    [0, 1, 1, 2]
    """
    sums = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=sums[1:])
    return sums


def _marks(kinds, starts):
    """Return {name of MARKED: int64 (texts,)}."""
    at = np.flatnonzero(kinds >= COMMA)          # COMMA is the lowest of MARKED, the highest bits
    first = np.append(np.searchsorted(at, starts), len(at))
    marks = kinds[at]
    return {name: np.diff(sums_before(marks & bit > 0)[first]) for name, bit in MARKED.items()}


def words_of(codes: np.ndarray,
             kinds: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (starts, lengths, keys) of words, three arrays.

    A word is a run of letters and digits; in scripts without spaces each two letters in a row are
    one of PAIR letters.

    codes: code points, of which the first and the last are not letters. kinds: of Tables.

    >>> codes = code_points("\\nThe cat, the Cats.")
    >>> starts, lengths, keys = words_of(codes, tables().kind.take(codes))
    >>> starts.tolist(), lengths.tolist(), bool(keys[0] == keys[2])
    ([1, 5, 10, 14], [3, 3, 3, 4], True)
    >>> codes = code_points("\\n天気予報 2 \\n")
    >>> [part.tolist() for part in words_of(codes, tables().kind.take(codes))[:2]]
    [[1, 2, 3, 6], [4, 4, 4, 1]]
    """
    packed = kinds & PACKED > 0
    inside = kinds & WORD > 0
    if packed.any():
        inside, packed = inside & ~packed, np.flatnonzero(packed)
    else:
        packed = packed[:0]
    edges = np.flatnonzero(inside[1:] != inside[:-1]) + 1
    starts, ends = edges[::2], edges[1::2]
    # any eight bytes in a row as one number
    letters = np.zeros(len(codes) + PREFIX, np.uint8)
    tables().letter.take(codes, out=letters[:-PREFIX], mode="clip")
    rows = np.ndarray((len(codes) + 1,), "<u8", letters.data, 0, (1,))
    lengths = ends - starts
    unused = np.uint64(8) * (PREFIX - np.minimum(lengths, PREFIX)).astype(np.uint64)
    spaced = starts, lengths, (rows[starts] << unused) * np.uint64(GOLDEN)
    return _merged(spaced, _pairs(packed, codes)) if len(packed) else spaced


def _pairs(places, codes):
    """Return (starts, lengths, keys) of each two letters in a row; one alone is a word, too.

    places: where letters of scripts without spaces are in codes, ascending.
    """
    near = np.diff(places) == 1
    followed, led = np.append(near, False), np.append(False, near)
    starts = places[followed | ~led]
    two = followed[followed | ~led]
    keys = codes[starts].astype(np.uint64) << np.uint64(16)
    keys[two] += codes[starts[two] + 1]
    return starts, np.where(two, PAIR, 1), keys * np.uint64(GOLDEN)


def _merged(triple, others):
    """Return two triples of arrays as one, in the order of the first array."""
    order = np.argsort(np.append(triple[0], others[0]), kind="stable")
    return tuple(np.append(values, other)[order]
                 for values, other in zip(triple, others, strict=True))
