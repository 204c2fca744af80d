"""Tokenisations: how a word model splits text into words. A model names the one of its training.

Words are split and hashed with arrays, many texts at once, without a Python object for each. A
table gives for each character its kind and, in the same 64 bits, its addend in the hash of its
word, the same for small and capital letters; a hash is the sum of these addends, each times a power
of a constant by the character's place in the word, modulo 2^64.
"""
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..codepoints import narrow_code_points
from ..hashing import GOLDEN, mixed

BEGIN, END, UNKNOWN = "<s>", "</s>", "<unk>"      # as in ARPA files
# No word of a text has these hashes. Between sentences one mark stands for END and BEGIN together:
# the last word of an n-gram can only be END, the first only BEGIN.
BOUNDARY = np.uint64(12)
UNKNOWN_HASH = np.uint64(16)
MARKS = {BEGIN: BOUNDARY, END: BOUNDARY, UNKNOWN: UNKNOWN_HASH}

BLOCK = 1 << 15          # characters at a time: their arrays stay in the processor's cache
SPACE, LETTER, DIGIT, APOSTROPHE, MARK, UNSEEN = 0, 1, 2, 3, 4, 7
KIND = np.uint8(7)       # the bits of an entry that say which
CODE_POINTS = 0x110000
POWERS = np.multiply.accumulate(np.full(BLOCK, GOLDEN, np.uint64))
INVERSE = np.multiply.accumulate(np.full(BLOCK, pow(GOLDEN, -1, 1 << 64), np.uint64))


class Block(NamedTuple):
    """The words of some texts, each of which ends in a BOUNDARY.

    hashes:  array of uint64, one a word.
    goes_on: whether the last text has more words, in the next block, and no boundary here.
    string:  the texts, a line each; starts: where in it each word begins.
    """

    hashes: np.ndarray
    goes_on: bool
    string: str
    starts: np.ndarray


class Tokenisation:
    """A way to split text: its name, and a rule from a character to (kind, what it counts as).

    Letters, digits and apostrophes between them make words; each mark is a word. A run of digits
    counts as its first one.
    """

    def __init__(self, name: str, rule: Any) -> None:
        self.name = name
        self.rule = rule
        self.table: np.ndarray | None = None

    def blocks(self, texts: Iterable[str]) -> Iterator[Block]:
        """Yield the Blocks of texts, a list of str."""
        held, size = [], 0
        for text in texts:
            if size + len(text) >= BLOCK:
                if held:
                    yield self._block(held)
                    held, size = [], 0
                while len(text) >= BLOCK:
                    at = text.rfind(" ", 0, BLOCK - 1)
                    at = at if at > 0 else BLOCK - 1
                    yield self._block([text[:at]], goes_on=True)
                    text = text[at:]
            held.append(text)
            size += len(text) + 1
        if held:
            yield self._block(held)

    def words(self, block: Block, indices: Iterable[int]) -> list[str]:
        """Return the words of a Block at these indices, as the model knows them."""
        ends = [*block.starts[1:].tolist(), len(block.string)]
        return [self._folded(block.string[block.starts[i]:ends[i]]) for i in indices]

    def _folded(self, token):
        out, last = [], SPACE
        for character in token:
            kind, folded = self.rule(character)
            if kind == SPACE:              # after the word
                break
            if not kind == last == DIGIT:
                out.append(folded)
            last = kind
        return "".join(out)

    def hashes(self, words: Sequence[str]) -> np.ndarray:
        """Return an array with the hash of each word, a list of str, none empty."""
        parts = [self._hashes(words[low:low + BLOCK]) for low in range(0, len(words), BLOCK)]
        out = np.concatenate([np.zeros(0, np.uint64), *parts])
        for mark, its in MARKS.items():
            if mark in words:
                out[words.index(mark)] = its
        return out

    def _hashes(self, words):
        lengths = np.fromiter(map(len, words), np.int64, len(words))
        starts = lengths.cumsum() - lengths
        entries, _ = self._entries(narrow_code_points("".join(words)))
        places = np.arange(len(entries)) - np.repeat(starts, lengths)
        entries *= POWERS.take(places, mode="clip")
        return np.add.reduceat(entries, starts) * INVERSE[0]

    def _entries(self, codes):
        """Return the table's entries of code points, adding those not seen before, and kinds."""
        if self.table is None:
            self.table = np.full(CODE_POINTS, UNSEEN, np.uint64)
            self.table[ord("\n")] = BOUNDARY
        entries = self.table.take(codes)
        kinds = entries.astype(np.uint8) & KIND
        new = kinds == UNSEEN
        if new.any():
            for code in np.unique(codes[new]).tolist():
                kind, folded = self.rule(chr(code))
                self.table[code] = kind and mixed((ord(folded) + 1) * GOLDEN) & ~7 | kind
            return self._entries(codes)
        return entries, kinds

    def _block(self, texts, goes_on=False):
        string = "\n".join(texts)
        if string.count("\n") >= len(texts):
            string = "\n".join(text.replace("\n", " ") for text in texts)
        if not goes_on:
            string += "\n"
        entries, kinds = self._entries(narrow_code_points(string))
        digits = kinds == DIGIT
        inside = kinds == LETTER
        inside |= digits
        joint = kinds == APOSTROPHE
        if joint.any():
            joint[:1] = joint[-1:] = False
            joint[1:-1] &= inside[:-2] & inside[2:]
            inside |= joint
        first = kinds != SPACE
        first[1:] &= ~(inside[1:] & inside[:-1])
        starts = places = first.nonzero()[0]
        repeated = digits[1:] & digits[:-1]
        if repeated.any():                 # the characters after them move up
            gone = np.append(False, repeated)
            entries = entries[~gone]
            places = starts - gone.cumsum()[starts]
        entries *= POWERS[:len(entries)]
        hashes = np.add.reduceat(entries, places) if len(places) else entries[:0]
        hashes *= INVERSE.take(places)
        return Block(hashes, goes_on, string, starts)


def _white(character):
    return SPACE if character in " \t\n\r\v\f" else LETTER, character    # as KenLM


def _word(character):
    """Return (kind, symbol): lower case, numbers as 0, marks apart, accents with letters."""
    if character.isdecimal():
        return DIGIT, "0"
    if character in "'’":
        return APOSTROPHE, "'"
    if character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M":
        small = character.lower()
        return LETTER, small if len(small) == 1 else character
    return SPACE if character.isspace() else MARK, character


TOKENISATIONS = {name: Tokenisation(name, rule)
                 for name, rule in [("white", _white), ("words", _word)]}


def tokenisation(name: str) -> Tokenisation:
    """Return the Tokenisation of this name.

    Raises:  ValueError for an unknown name.

    >>> words = tokenisation("words")
    >>> [block] = words.blocks(["It’s 1,984 km."])
    >>> words.words(block, range(6))               # after them stands a BOUNDARY
    ["it's", '0', ',', '0', 'km', '.']
    """
    if name not in TOKENISATIONS:
        raise ValueError(f"unknown tokenisation {name!r}, known are {', '.join(TOKENISATIONS)}")
    return TOKENISATIONS[name]
