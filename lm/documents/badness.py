"""How many of the frequent short words of its language a text lacks.

Running text has them at nearly the same rate in any document; menus, lists and word salad lack
them.

Source:  Schäfer, Barbaresi & Bildhauer 2013, "The good, the bad, and the hazy: design decisions in
         web corpus construction" (WAC-8): ten words of a language, their log frequencies
         standardised over documents, what is below the mean added up, each up to a limit.
Differs: half an occurrence is added to each, so that a short text without one is not yet bad.
"""
from collections.abc import Sequence

import numpy as np

from .. import modelfile
from .tokenised import Tokenised

WORDS = 10               # of a language
MOST = 5.0               # standard deviations that a word counts
ADDED = 0.5              # occurrences
LEAST_DEVIATION = 0.05   # of a log10 frequency: smaller ones are those of a uniform collection


class Badness(modelfile.FileModel, kind="badness"):
    """The frequent words of some languages, with mean and deviation of their log10 frequencies.

    words:      {language: WORDS words}. means, deviations: float (languages, WORDS), in order.
    """

    def __init__(self, words: dict[str, list[str]], means: np.ndarray, deviations: np.ndarray,
                 settings: dict | None = None) -> None:
        self.words, self.means, self.deviations = words, means, deviations
        self.settings = settings or {}
        # of each language: its row, the name of its table of places, and what makes that
        self._lookups = {language: (row, tuple(listed), _places(listed))
                         for row, (language, listed) in enumerate(words.items())}

    @classmethod
    def _of_file(cls, model):
        words = model.settings["words"]
        means, deviations = (modelfile.array_of(model.arrays, name, "<f4", 2)
                             for name in ("means", "deviations"))
        if not isinstance(words, dict) or not all(
                isinstance(listed, list) and len(listed) == WORDS
                and all(isinstance(word, str) for word in listed)
                for listed in words.values()):
            raise ValueError(f'"words" is not {WORDS} words for each language')
        if not means.shape == deviations.shape == (len(words), WORDS):
            raise ValueError("arrays that do not fit the words")
        if not (deviations > 0).all():
            raise ValueError("a deviation that is not over 0")
        return cls(words, means, deviations, model.settings)

    def _content(self):
        return {**self.settings, "words": self.words}, {
            "means": self.means.astype(np.float32),
            "deviations": self.deviations.astype(np.float32)}

    def of(self, batch: Tokenised, languages: Sequence[str]) -> list[float | None]:
        """Return the badness of texts, each from 0 to WORDS * MOST; None for an unknown language.

        It is 0 for a text with all words at their usual rate, and for one without words.
        """
        return [None if language not in self._lookups else self._of_words(
                    batch, *self._lookups[language], slice(start, end))
                for language, start, end in zip(
                    languages, batch.starts.tolist(), batch.starts[1:].tolist(), strict=False)]

    def _of_words(self, batch, row, name, place_of, text):
        """Return the badness of the words of a text, a slice, in the language of a row."""
        if text.start == text.stop:
            return 0.0
        wanted = batch.vocabulary.table(name, place_of, np.int64)
        times = np.bincount(wanted.take(batch.numbers[text]), minlength=WORDS + 1)[:WORDS]
        logs = log_frequencies(times, text.stop - text.start)
        below = (self.means[row] - logs) / self.deviations[row]
        return float(np.clip(below, 0, MOST).sum())


def _places(words):
    """Return the function from a word to its place among some, WORDS for one that is not there."""
    places = {word: place for place, word in enumerate(words)}
    return lambda word: places.get(word.lower(), WORDS)


def log_frequencies(occurrences: np.ndarray, total: int) -> np.ndarray:
    """Return the log10 frequencies of words in a text of so many, as the table has them."""
    return np.log10((occurrences + ADDED) / (total + 2 * ADDED))
