"""The score of a document's quality: boosted trees over its traits, calibrated, and their file.

Traits are shares that do not depend on a text's length. Left out are counts that grow with it,
since a short text may be good, and the stop words of Gopher, which are English.
"""
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from operator import le
from typing import Any

import numpy as np

from .. import modelfile
from ..calibration import calibrated
from ..codepoints import narrow_code_points
from ..combine.trees import Ensemble
from .englishwords import Remembered
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
LEADS = frozenset("ÂÃÄÅâãäåÎÏÐÑРСГВ")
# Kinds of characters; Z has line breaks and tabs, too; joiners, as in Persian, do not count
KINDS = ["Lu", "L", "N", "P", "S", "Z", "C", "broken", "joiner"]
FIRST = 100              # words of which the different ones count
LONG_LINE = 10           # words


def traits(batch: Tokenised, counts: Sequence[Mapping[str, float]],
           badness: Iterable[float | None]) -> np.ndarray:
    """Return the TRAITS of texts, float32 (texts, TRAITS).

    counts: of documentcounts.counts. badness: of Badness, None where the language has none.
    """
    rows = [[*(of_text[name] for name in OF_COUNTS), *_of_characters(text),
             NO_BADNESS if bad is None else bad, *of_words]
            for text, of_text, bad, of_words in zip(
                batch.texts, counts, badness, _of_words(batch, counts), strict=True)]
    return np.array(rows, np.float32).reshape(-1, len(TRAITS))


def _of_characters(text):
    """Return the shares of kinds of characters, as in OF_CHARACTERS."""
    points, times = _counted(text)
    characters = list(map(chr, points.tolist()))
    of_kind = np.bincount(np.array(list(map(_KIND_OF.__getitem__, characters)), np.int64), times,
                          len(KINDS)).astype(np.int64)
    capitals, others, numbers, marks, symbols, spaces, controls, broken, _ = of_kind.tolist()
    size, letters = max(1, len(text)), capitals + others
    mojibake = [] if LEADS.isdisjoint(characters) else MOJIBAKE.findall(text)
    return [letters / size, capitals / max(1, letters), numbers / size, marks / size,
            (symbols + broken) / size, spaces / size, (controls + broken) / size,
            len(mojibake) / size, len(points) / size ** 0.5]


def _counted(text):
    """Return (the code points of a text, how often each occurs), arrays."""
    codes = narrow_code_points(text)
    if codes.itemsize > 2:
        return np.unique(codes, return_counts=True)
    times = np.bincount(codes)
    points = times.nonzero()[0]
    return points, times[points]


def _kind_of(character):
    """Return the place in KINDS of a character."""
    if character in "\n\t":
        return KINDS.index("Z")
    if character == "\ufffd":
        return KINDS.index("broken")
    category = unicodedata.category(character)
    name = "joiner" if category == "Cf" else category if category == "Lu" else category[0]
    return KINDS.index(name if name in KINDS else "joiner")


_KIND_OF = Remembered(_kind_of)


def _of_words(batch, counts):
    """Yield the shares of words and lines of each text, as in OF_WORDS without badness."""
    bits = [batch.counts(bit) for bit in (CAPITALISED, SHORT, LONG, MIXED)]
    starts, line_starts = batch.starts.tolist(), batch.line_starts.tolist()
    for text, of_text in enumerate(counts):
        total = max(1, starts[text + 1] - starts[text])
        sizes = batch.line_words[line_starts[text]:line_starts[text + 1]]
        stripped = batch.stripped[text]
        ended = sizes[[line != "" and unicodedata.category(line[-1])[0] == "P"
                       for line in stripped]].sum()
        lines = list(compress(batch.lines[text], stripped))
        ordered = sum(map(le, lines, lines[1:]))
        first = batch.numbers[starts[text]:starts[text + 1]][:FIRST]
        yield [np.log1p(total / max(1, np.count_nonzero(sizes))), int(ended) / total,
               int(sizes[sizes >= LONG_LINE].sum()) / total,
               len(set(first.tolist())) / min(FIRST, total), *(bit[text] / total for bit in bits),
               ordered / max(1, len(lines) - 1), of_text["num_sentences"] / total]


class QualityModel(modelfile.FileModel, kind="quality"):
    """Trees whose sum is log odds of dirt.

    settings: {"slope", "shift": of the calibration; "features": names of TRAITS that the trees
              use}, and notes of the training.
    """

    def __init__(self, trees: Ensemble, settings: dict[str, Any]) -> None:
        self.trees, self.settings = trees, settings
        self._places = [TRAITS.index(name) for name in trees.features]

    @classmethod
    def _of_file(cls, model):
        settings = model.settings
        for name in ("slope", "shift"):
            modelfile.number(settings[name])
        trees = Ensemble.of(model.arrays, settings["features"], 0)
        return cls(trees, settings)

    def _content(self):
        return {**self.settings, "features": self.trees.features}, self.trees.arrays()

    def scores(self, rows: Sequence[np.ndarray] | np.ndarray) -> list[float]:
        """Return the scores of documents, 0 clean to 1 dirty; rows: the traits of each."""
        if not len(rows):
            return []
        odds = self.trees.values(np.stack(list(rows)).T[self._places])
        return calibrated(1 / (1 + np.exp(-np.clip(odds, -30, 30))), self.settings["shift"],
                          self.settings["slope"]).tolist()
