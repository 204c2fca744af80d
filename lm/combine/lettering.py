"""What the characters of many texts say, all at once: ends, commas, digits, words."""
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

SIZE = 1 << 16           # code points above are taken for one, which is no letter
PREFIX = 8               # letters of a word that count: what is longer is inflection for the most
BITS = 14                # words are numbers below 2**BITS; two in a thousand share theirs
MIX = np.uint64(0x9E3779B97F4A7C15)      # 2**64 over the golden ratio: Knuth, volume 3, 6.4

MARKED = {"commas": ",、，", "digits": "0123456789"}
LAST = {"stop": ".!?…。！？．", "quote": "\"'”’"}


class Lettering(NamedTuple):
    """A number for each text, in arrays.

    counts:   {name of MARKED: array}.
    stop:     array of bool, whether it ends like a sentence, a closing quote behind or not.
    tokens, capitals: runs of letters and digits; those that begin with a capital.
    owners, lengths, numbers: of each word of all texts: the text it is in, its letters, its
              number below 2**BITS, whatever its case.
    """

    counts: dict
    stop: np.ndarray
    tokens: np.ndarray
    capitals: np.ndarray
    owners: np.ndarray
    lengths: np.ndarray
    numbers: np.ndarray


class Tables(NamedTuple):
    """Arrays (SIZE,) by code point."""

    marked: np.ndarray
    last: np.ndarray
    word: np.ndarray
    upper: np.ndarray
    letter: np.ndarray


@cache
def tables() -> Tables:
    """Return the Tables, made once."""
    every = "".join(map(chr, range(SIZE)))
    characters = np.array(list(every))
    marked, last = np.zeros(SIZE, np.uint8), np.zeros(SIZE, np.uint8)
    for number, some in enumerate(MARKED.values(), 1):
        marked[[ord(one) for one in some]] = number
    for bit, some in enumerate(LAST.values()):
        last[[ord(one) for one in some]] |= 1 << bit
    word = np.char.isalnum(characters)
    word[ord("_")] = True
    # of U+0130 alone small letters are two characters
    small = np.frombuffer(every.replace("\u0130", "i").lower().encode("utf-32-le", "surrogatepass"),
                          "<u4")
    return Tables(marked, last, word, np.char.isupper(characters),
                  (small & 255).astype(np.uint8))


def lettering(texts: Sequence[str]) -> Lettering:
    """Return the Lettering of a list of str."""
    known = tables()
    count = len(texts)
    sizes = np.fromiter(map(len, texts), np.int64, count)
    starts = np.zeros(count + 1, np.int64)
    np.cumsum(sizes + 1, out=starts[1:])
    codes = code_points("\n".join(texts) + "\n")
    first, final = starts[:-1], np.maximum(starts[1:] - 2, starts[:-1])
    last = known.last[codes[final]]
    before = known.last[codes[np.maximum(final - 1, first)]]
    stop, quote = (last >> bit & 1 == 1 for bit in range(len(LAST)))
    word_starts, lengths, numbers = words_of(codes)
    owners = np.searchsorted(starts, word_starts, "right") - 1
    capitals = known.upper[codes[word_starts]]
    return Lettering(
        _counts(codes, starts, count, known.marked), stop | (quote & (before & 1 == 1)),
        np.bincount(owners, minlength=count),
        np.bincount(owners[capitals], minlength=count), owners, lengths, numbers)


def _counts(codes, starts, count, marked):
    """Return {name of MARKED: how many each text has}."""
    kinds = marked[codes]
    at = np.flatnonzero(kinds)
    kinds = kinds[at]
    owners = np.searchsorted(starts, at, "right") - 1
    width = len(MARKED) + 1
    found = np.bincount(owners * width + kinds, minlength=count * width).reshape(count, width)
    return dict(zip(MARKED, found.T[1:], strict=True))


def words_of(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (starts, lengths, numbers) of the runs of letters and digits, three arrays.

    codes: of code_points; the last one is no letter.

    >>> starts, lengths, numbers = words_of(code_points("The cat, the Cats."))
    >>> starts.tolist(), lengths.tolist(), bool(numbers[0] == numbers[2])
    ([0, 4, 9, 13], [3, 3, 3, 4], True)
    """
    known = tables()
    inside = np.zeros(len(codes) + 1, bool)
    inside[1:] = known.word[codes]
    edges = np.flatnonzero(inside[1:] != inside[:-1])
    starts, ends = edges[::2], edges[1::2]
    # any eight bytes in a row as one number
    letters = np.zeros(len(codes) + PREFIX, np.uint8)
    letters[:-PREFIX] = known.letter[codes]
    rows = np.ndarray((len(codes) + 1,), "<u8", letters.data, 0, (1,))
    lengths = ends - starts
    unused = np.uint64(8) * (PREFIX - np.minimum(lengths, PREFIX)).astype(np.uint64)
    numbers = rows[starts] << unused
    return starts, lengths, (numbers * MIX >> np.uint64(64 - BITS)).astype(np.int64)


def words_of_text(text: str) -> tuple[np.ndarray, np.ndarray]:
    """Return (lengths, numbers) of the words of one text."""
    _, lengths, numbers = words_of(code_points(text + "\n"))
    return lengths, numbers


def code_points(text: str) -> np.ndarray:
    """Return the code points of a text as an array, those above SIZE as the last one below it."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    return np.minimum(codes, SIZE - 1)
