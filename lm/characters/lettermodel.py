"""The letters of many languages: how likely a text is, by what follows what within its words.

One reading of the bytes of a page is compared with another, so the model knows the letters of each
language, in pairs, and the frequent ideographs and syllables of Chinese, Japanese and Korean alone.
A reading in a wrong encoding has letters of no language, or pairs of them.

Letters: q is the weight of single letters, L the number of languages.
"""
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np

from .. import modelfile

Q = 0.1
FOREIGN = 0.1            # share of another language of the same group in a text
STEPS = 32               # of the values, in a unit of -log10
LEAST = 1e-6             # probability of a letter that the language does not have
SEEN = 3                 # occurrences of a letter from which the pairs it begins are counted
COMMON_WORD = 0.1        # what a word of ASCII letters counts: a sample of a page has none of them
# What is no letter: two that are learnt as letters are, then those with a fixed -log10 of their
# probability. CLOSING is a mark or sign right behind a letter, JOINED a symbol there, or a letter
# right behind a sign or symbol, CAPITAL one right behind a small letter.
BLANK, DIGIT, MARK, CLOSING, SIGN, SYMBOL, JOINED, CAPITAL, UNKNOWN, IMPOSSIBLE = range(10)
COSTS = {MARK: 2, CLOSING: 1.5, SIGN: 2, SYMBOL: 2, JOINED: 4, CAPITAL: 3, UNKNOWN: 7,
         IMPOSSIBLE: 7}
LETTERS = len(COSTS) + 2
MOST = 2048              # letters but ideographs, of a model: each pair has a place in a table
MARKS_OF_ALL = frozenset("\xa0´«»•·€\u2010\u2011\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e"
                         "\u2026\u2039\u203a\u200c\u200d\u200e\u200f\u3000"
                         "、。〈〉《》「」『』【】・〜，：；？！（）～")
SIGNS = frozenset("®™©°²³")
MARKS_OF_SOME = frozenset("¡¿،؛؟")          # of some languages alone, as letters are
NOWHERE = frozenset("¤\ufffd")              # ¤ is € in ISO 8859-15
DRAWN = range(0x2500, 0x25a0)     # boxes and blocks of MS-DOS
PRIVATE = range(0xe000, 0xf900)
HALF_WIDTH = range(0xff61, 0xffe0)
LATIN, OTHERS, IDEOGRAPHS = 1, 2, 3


def is_ideograph(character: str) -> bool:
    """Return whether a character is an ideograph, kana or Hangul, which are counted alone."""
    return "\u3040" <= character < "\ua000" or "\uac00" <= character < "\ud7b0"


def folded(character: str) -> str | int:
    """Return a small letter for a letter, else what kind of character it is.

    >>> folded("Ł"), folded("7") == DIGIT, folded("…") == MARK, folded("¹") == SYMBOL
    ('ł', True, True, True)
    """
    if character.isascii():
        return character.lower() if character.isalpha() else DIGIT if character.isdigit() else BLANK
    code = ord(character)
    if character in MARKS_OF_ALL:
        return MARK
    if character in SIGNS:
        return SIGN
    if code < 0xa0 or character in NOWHERE or any(
            code in block for block in (DRAWN, PRIVATE, HALF_WIDTH)):
        return IMPOSSIBLE
    is_letter = (character in MARKS_OF_SOME or
                 (unicodedata.category(character)[0] in "LM" and character not in "ªº"))
    return character.lower()[0] if is_letter and code < 0xff00 else SYMBOL


def pairs_of(text: str) -> Iterable[tuple[str | int, str | int]]:
    """Yield (what is before, folded character) for each character of a text."""
    before: str | int = BLANK
    for character in text:
        symbol = folded(character)
        yield before if isinstance(before, str) or before == DIGIT else BLANK, symbol
        before = symbol


def _counted(texts: Iterable[str]) -> Counter[tuple[str | int, str | int]]:
    """Return how often one letter follows another; words with letters beyond ASCII count most."""
    counts: Counter[tuple[str | int, str | int]] = Counter()
    for words, weight in _kinds_of_words(texts):
        for pair, count in Counter(pairs_of(words)).items():
            counts[pair] += count * weight
    return counts


def _kinds_of_words(texts):
    """Yield (text, weight) of the words with letters beyond ASCII, and of the others."""
    words = [word for text in texts for word in text.split()]
    for is_ascii, weight in (False, 1), (True, COMMON_WORD):
        yield " ".join(word for word in words if word.isascii() == is_ascii) + " ", weight


class LetterModel(modelfile.FileModel, kind="letters"):
    """Log probabilities of letters and of pairs of letters, by language.

    languages: L names, those of the columns.
    letters:   the letters and, behind them, the ideographs: character n has the symbol n + LETTERS.
    pairs:     array (pairs, 2) of symbols, uint16.
    values:    array (pairs + symbols, L), uint8: -log10 of the probability of each pair's second
               letter, and of each symbol after any other letter, in 1 / STEPS.
    """

    def __init__(self, languages: list[str], letters: str, pairs: np.ndarray,
                 values: np.ndarray) -> None:
        self.languages = languages
        self.letters = letters
        self.pairs = pairs
        self.values = values
        self._values = values.astype(np.float32) / -STEPS
        self._numbers = {letter: number for number, letter in enumerate(letters, LETTERS)}
        self._symbols = np.full(1 << 16, -1, np.int32)      # of each code point, as it is needed
        self._symbols[-1] = UNKNOWN                         # and of all beyond
        self._scripts = np.array([0] * LETTERS + list(map(_script, letters)))
        self._size = len(self._scripts) - int((self._scripts == IDEOGRAPHS).sum())
        self._rows = self._rows_of_pairs()
        self._is_context = np.arange(len(self._scripts)) < self._size
        self._is_context[[MARK, CLOSING, JOINED, CAPITAL, UNKNOWN, IMPOSSIBLE]] = False

    def _rows_of_pairs(self):
        """Return the row in `values` of each symbol behind each other, ideographs left out."""
        alone = np.arange(self._size, dtype=np.int32) + len(self.pairs)
        rows = np.tile(alone, (self._size, 1))
        rows[LETTERS:, [MARK, SIGN]] = alone[CLOSING]
        rows[LETTERS:, SYMBOL] = alone[JOINED]              # ksi±¿ka
        rows[self.pairs[:, 0], self.pairs[:, 1]] = np.arange(len(self.pairs))
        rows[[SIGN, SYMBOL]] = rows[BLANK]
        rows[[SIGN, SYMBOL], LETTERS:] = alone[JOINED]      # ¹wiat
        return rows

    @classmethod
    def of(cls, texts: Mapping[str, Iterable[str]], mixed: Iterable[str]) -> "LetterModel":
        """Return a model trained on texts.

        texts: those of each language, by its name.
        mixed: languages that get a share, FOREIGN, of the mean of all of them, since a page in one
               of them names people and places of the others.
        """
        counts = {language: _counted(parts) for language, parts in texts.items()}
        single: dict[str, Counter] = {}
        for language, pairs in counts.items():
            single[language] = Counter()
            for (_, symbol), count in pairs.items():
                single[language][symbol] += count
        known = {symbol for letters in single.values() for symbol in letters
                 if isinstance(symbol, str)}
        letters = "".join(sorted(known, key=lambda letter: (is_ideograph(letter), letter)))
        numbers: dict = {letter: number for number, letter in enumerate(letters, LETTERS)}
        numbers |= {BLANK: BLANK, DIGIT: DIGIT}
        listed = sorted({(numbers[before], numbers[symbol]) for part in counts.values()
                         for before, symbol in part
                         if before in numbers and symbol in numbers
                         and not _alone(before) and not _alone(symbol)})
        columns = [_column(counts[language], single[language], numbers, listed)
                   for language in texts]
        rows = [list(texts).index(language) for language in mixed]
        mean = np.mean([columns[row] for row in rows], 0)
        for row in rows:
            columns[row] = (1 - FOREIGN) * columns[row] + FOREIGN * mean
        values = np.clip(np.rint(-np.log10(np.stack(columns, 1)) * STEPS), 0, 255)
        return cls([*texts], letters, np.array(listed, np.uint16), values.astype(np.uint8))

    @classmethod
    def _of_file(cls, model):
        languages, letters = model.settings["languages"], model.settings["letters"]
        pairs, values = model.arrays["pairs"], model.arrays["values"]
        size = LETTERS + len(letters) - sum(map(is_ideograph, letters))
        if (not isinstance(letters, str) or not isinstance(languages, list) or size > MOST
                or not all(isinstance(name, str) for name in languages)):
            raise ValueError("letters and languages that are none")
        if (pairs.dtype.str != "<u2" or values.dtype.str != "|u1" or not pairs.size
                or pairs.shape != (len(pairs), 2) or pairs.max() >= size
                or values.shape != (len(pairs) + LETTERS + len(letters), len(languages))):
            raise ValueError("arrays of letters that do not fit")
        return cls(languages, letters, pairs, values)

    def _content(self):
        return ({"languages": self.languages, "letters": self.letters},
                {"pairs": self.pairs, "values": self.values})

    def symbols(self, text: str) -> np.ndarray:
        """Return the symbol of each character, an array of int."""
        codes = np.frombuffer(text.encode("utf-32-le", "replace"), np.uint32)
        codes = np.minimum(codes, len(self._symbols) - 1)
        for code in np.unique(codes[self._symbols[codes] < 0]).tolist():
            symbol = folded(chr(code))
            self._symbols[code] = (symbol if isinstance(symbol, int)
                                   else self._numbers.get(symbol, UNKNOWN))
        return self._symbols[codes].astype(np.int64)

    def log_probabilities(self, before: np.ndarray, symbols: np.ndarray,
                          counts: np.ndarray) -> np.ndarray:
        """Return log10 of the probability of a text by each language, an array of L floats.

        before, symbols, counts: of the same length: a symbol, what it follows, how often it does.
        """
        context = np.where(self._is_context[before], before, BLANK)
        rows = np.where(symbols < self._size,
                        self._rows[context, np.minimum(symbols, self._size - 1)],
                        symbols + len(self.pairs))
        scripts, others = self._scripts[symbols], self._scripts[before]
        rows[(scripts != others) & (scripts > 0) & (others > 0)] = IMPOSSIBLE + len(self.pairs)
        return counts.astype(np.float32) @ self._values.take(rows, 0)


def _script(letter):
    """Return LATIN, IDEOGRAPHS or OTHERS: no word has letters of two of them."""
    if is_ideograph(letter):
        return IDEOGRAPHS
    return LATIN if letter < "\u0370" or "\u1e00" <= letter < "\u1f00" else OTHERS


def _alone(symbol: str | int) -> bool:
    return isinstance(symbol, str) and is_ideograph(symbol)


def _column(counts, single, numbers, pairs):
    """Return the probabilities of all pairs, then of all symbols, in a language."""
    total = sum(count for symbol, count in single.items() if symbol in numbers)
    alone = np.full(len(numbers) + len(COSTS), LEAST)      # numbers has BLANK and DIGIT
    scaled = np.full(len(alone), Q)
    for symbol, number in numbers.items():
        alone[number] = max(LEAST, single[symbol] / total)
        if _alone(symbol):
            scaled[number] = 1
    for symbol, cost in COSTS.items():
        alone[symbol], scaled[symbol] = 10.0 ** -cost, 1
    begun, after = Counter(), Counter()
    for (before, symbol), count in counts.items():
        begun[numbers[before]] += count
        if symbol in numbers:
            after[numbers[before], numbers[symbol]] = count
    together = [(1 - Q) * (after[before, symbol] / begun[before] if begun[before] > SEEN else 0)
                + Q * alone[symbol] for before, symbol in pairs]
    return np.concatenate([together, alone * scaled])
