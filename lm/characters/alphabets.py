"""The alphabets of the character models, which map characters to symbols (Evert 2007)."""
import unicodedata
from functools import cached_property
from itertools import chain

import numpy as np

from ..codepoints import narrow_code_points

FOLDED = 0x2100          # code points from here on are ~ in every alphabet
BOUNDARY = 0             # the symbol before and after every segment; in strings, \n
OTHER = "~"              # as in section 3.2
VOWELS = frozenset("aeiouyæœøı")    # of the Latin script, without marks
LATIN_PUNCTUATION = dict(zip("‘’‚‛“”„‟«»‹›–—‐‑…•·", "''''\"\"\"\"\"\"\"\"----.**", strict=True))

SIZES = {"standard": 96, "latin": 170, "simplified": 36, "vowels": 37, "letters": 128,
         "Arab": 207, "Cyrl": 157, "Deva": 117, "Hebr": 84}
# Blocks of Unicode with Latin letters and punctuation; examining all blocks would take 8 ms
LATIN = [range(0x250), range(0x1E00, 0x1F00), range(0x2010, 0x2040)]
SCRIPTS = {"Arab": range(0x600, 0x700), "Cyrl": range(0x400, 0x530), "Deva": range(0x900, 0x980),
           "Hebr": range(0x590, 0x600)}


def symbol(character: str, alphabet: str) -> str:
    """Return the character that stands for `character`, a code point under FOLDED.

    standard:   ASCII as it is, all else ~ (section 3.2).
    latin:      letters of the Latin script in lower case, typographic marks as ASCII, all else ~.
    simplified: letters a, digits 0 (section 3.4).
    vowels:     vowels a, consonants t, digits 0 (footnote 6).
    letters:    letters as in latin, all else a space.
    Arab, Cyrl, Deva, Hebr: letters of the script and its vowel signs, all else a space.

    >>> "".join(symbol(c, "simplified") for c in "The answer is 42.")
    'aaa aaaaaa aa 00.'
    >>> "".join(symbol(c, "vowels") for c in "The answer is 42.")
    'tta atttat at 00.'
    """
    if character.isspace():
        return " "
    if alphabet == "letters":
        letter = symbol(character, "latin")
        return letter if letter.isalpha() else " "
    if alphabet in SCRIPTS:
        is_letter = ord(character) in SCRIPTS[alphabet] and (
            character.isalpha() or unicodedata.category(character)[0] == "M")
        return character.lower() if is_letter else " "
    if alphabet in ("simplified", "vowels"):
        if character.isalpha() or unicodedata.category(character)[0] == "M":    # vowels of Thai
            if alphabet == "simplified":
                return "a"
            base = unicodedata.normalize("NFD", character)[0].lower()
            return "a" if base in VOWELS else "t"
        if character.isdigit():
            return "0"
    if alphabet == "latin":
        character = LATIN_PUNCTUATION.get(character, character)
        lower = character.lower()
        if len(lower) == 1 and lower.isalpha():
            if lower >= "\u0180":         # Vietnamese, Pinyin: the letter without its marks
                lower = unicodedata.normalize("NFD", lower)[0]
            return lower if lower < "\u0180" else OTHER
    return character if " " <= character < "\x7f" else OTHER


class Alphabet:
    """The symbols of an alphabet as numbers: `size` of them, at most 256, BOUNDARY is 0."""

    def __init__(self, name: str) -> None:
        if name not in SIZES:
            raise ValueError(f"unknown alphabet {name}")
        self.name = name
        self.size = SIZES[name]

    @cached_property
    def _table(self):
        """The number of the symbol of each code point up to FOLDED, uint8."""
        only_letters = self.name == "letters" or self.name in SCRIPTS
        stands_for = [" " if only_letters or chr(point).isspace() else OTHER
                      for point in range(FOLDED + 1)]
        blocks = ([range(FOLDED + 1)] if self.name in ("simplified", "vowels")
                  else [SCRIPTS[self.name]] if self.name in SCRIPTS else LATIN)
        for point in chain.from_iterable(blocks):
            stands_for[point] = symbol(chr(point), self.name)
        number = {character: i for i, character in enumerate(sorted(set(stands_for)), 1)}
        table = np.array([number[character] for character in stands_for], np.uint8)
        table[ord("\n")] = BOUNDARY
        return table

    def numbers(self, text: str) -> np.ndarray:
        """Return the symbols of a text as an array of uint8; \\n is the boundary."""
        return self.symbols(narrow_code_points(text))

    def symbols(self, codes: np.ndarray) -> np.ndarray:
        """Return the symbol of each code point, a uint8 array."""
        return self._table.take(codes, mode="clip")      # beyond the table all are like its last
