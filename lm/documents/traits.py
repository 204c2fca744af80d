"""What the score of quality sees of a text: shares that do not depend on its length.

Left out are counts that grow with the text, since a short text may be good, and the stop words of
Gopher, which are English.
"""
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from ..codepoints import narrow_code_points
from .tokenised import CAPITALISED, LONG, MIXED, SHORT, Tokenised

OF_COUNTS = ["avg_word_length", "hash_word_ratio", "ellipsis_word_ratio", "bullet_lines_ratio",
             "ellipsis_lines_ratio", "alpha_words_ratio", "dup_line_frac", "dup_line_char_frac",
             "top_2_gram", "top_3_gram", "duplicated_5_n_grams", "duplicated_10_n_grams",
             "line_punct_ratio", "short_line_ratio", "char_dup_ratio", "list_ratio"]
OF_CHARACTERS = ["letters", "capitals", "digits", "marks", "symbols", "spaces", "controls",
                 "mojibake", "kinds of characters"]
OF_WORDS = ["badness", "words a line", "words in sentences", "words in long lines",
            "different words", "capitalised words", "short words", "long words",
            "words with digits", "lines in order", "C4 sentences a word"]
TRAITS = [*OF_COUNTS, *OF_CHARACTERS, *OF_WORDS]
NO_BADNESS = -1.0
# UTF-8 read as Latin-1, Windows-1252 or -1251: a lead byte, and what its continuation becomes
MOJIBAKE = re.compile("[ÂÃÄÅâãäåÎÏÐÑ][\u0080-\u00bfŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]"
                      "|[РСГВ][\u00a0-\u00bf"
                      "‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—™љ›њќћџЎўЈҐЁЄЇІіґё№єјЅѕї]")
FIRST = 100              # words of which the different ones count
LONG_LINE = 10           # words


def traits(found: Tokenised, counts: Mapping[str, float], badness: float | None) -> np.ndarray:
    """Return the TRAITS of a text, float32 (TRAITS,).

    counts: of counts.counts. badness: of Badness, None where the language has none.
    """
    values = [*(counts[name] for name in OF_COUNTS), *_of_characters(found.text),
              NO_BADNESS if badness is None else badness, *_of_words(found, counts)]
    return np.array(values, np.float32)


def _of_characters(text):
    """Return the shares of kinds of characters, as in OF_CHARACTERS."""
    every = _counted(text)
    kinds: Counter[str] = Counter()
    capitals = 0
    for character, times in every.items():
        category = unicodedata.category(character)
        kinds[category[0] if category != "Cf" else "joiner"] += times    # as in Persian
        capitals += times * (category == "Lu")
    broken = every["\ufffd"] + kinds["C"] - every["\n"] - every["\t"]
    size, letters = max(1, len(text)), max(1, kinds["L"])
    return [kinds["L"] / size, capitals / letters, kinds["N"] / size, kinds["P"] / size,
            kinds["S"] / size, (kinds["Z"] + every["\n"] + every["\t"]) / size,
            broken / size, len(MOJIBAKE.findall(text)) / size, len(every) / size ** 0.5]


def _counted(text):
    """Return a Counter of the characters of a text; Python's own takes ten times as long."""
    codes = narrow_code_points(text)
    if codes.itemsize > 2:
        points, times = np.unique(codes, return_counts=True)
    else:
        times = np.bincount(codes)
        points = times.nonzero()[0]
        times = times[points]
    return Counter(dict(zip(map(chr, points.tolist()), times.tolist(), strict=True)))


def _of_words(found, counts):
    """Return the shares of words and lines, as in OF_WORDS without badness."""
    total = max(1, len(found.numbers))
    sizes = np.array([len(words) for words in found.words if words], np.int64)
    ended = sum(len(words) for words, line in zip(found.words, found.lines, strict=True)
                if words and unicodedata.category(line.rstrip()[-1])[0] == "P")
    lines = [line for line in found.lines if line.strip()]
    ordered = sum(one <= other for one, other in pairwise(lines))
    shares = [found.count(bit) / total for bit in (CAPITALISED, SHORT, LONG, MIXED)]
    return [np.log1p(total / max(1, len(sizes))), ended / total,
            int(sizes[sizes >= LONG_LINE].sum()) / total,
            len(set(found.numbers[:FIRST].tolist())) / min(FIRST, total), *shares,
            ordered / max(1, len(lines) - 1), counts["num_sentences"] / total]
