"""The character classifier: the ratio model, its calibration and the page as context.

The ratio of Evert 2007 adds up over a segment, so it is stronger evidence in long segments than in
short ones. Logistic regression turns it, with the length and the link density (of characters), into
log odds, from which pagecontext.in_context computes the score.
"""
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import modelfile
from ..calibration import SLOPE, calibrated, log_odds
from ..codepoints import PAD, Characters, characters
from ..combine.scopes import thresholds
from ..modelfile import number, numbers
from ..pagecontext import MOST, UNKNOWN, in_context
from .alphabets import Alphabet
from .ngrams import RatioModel

CUT = 0.5                # of scores before they are calibrated
LEAST = 1e-6            # probabilities of a change are limited to this distance from 0 and 1
# How much more recall counts than precision: the greatest mean F of the pages of six sets, each
# unseen, is at 0.79 by the parabola through F of en, 0.86 of en-labels, 0.76 of latin; without one
# of the sets from 0.69 to 0.95. From MOST_CLEAN on a segment is kept, below LEAST_CLEAN never.
BETA, LEAST_CLEAN, MOST_CLEAN = 0.8, 0.1, 0.6


def features(sums: np.ndarray, lengths: np.ndarray,
             link_densities: Sequence[float] | np.ndarray | None = None) -> np.ndarray:
    """Return the array (segments, 3 or 4) of features, one for each weight.

    sums, lengths: of RatioModel.ratios, (segments,): nats, and counts of n-grams.
    link_densities: (segments,), of each segment; None for plain text.

    In a sum every character is new evidence, in a mean none is. Dividing by the square root of the
    length lies between; of the powers tried it separates best.
    """
    columns = [np.ones(len(sums)), sums / np.sqrt(lengths), np.log(lengths)]
    if link_densities is not None:
        columns.append(np.asarray(link_densities, float))
    return np.stack(columns, 1)


class CharacterClassifier(modelfile.FileModel, kind="charlm"):
    """A RatioModel with its calibration.

    ratio:    RatioModel.
    settings: {"weights": {"markup": 4 floats, "text": 3 floats}, of `features`;
               "bias": {"alone", "context"}, subtracted from the log odds, so that both have the
               threshold CUT;
               "shift": of the calibration;
               "dirtied", "cleaned": transition probabilities from clean to dirty and from dirty
               to clean, at distance 0 ... FAR and UNKNOWN;
               "cut": the calibrated score of CUT}, and other notes.
    """

    def __init__(self, ratio: RatioModel, settings: dict[str, Any]) -> None:
        self.ratio = ratio
        self.settings = settings

    @classmethod
    def _of_file(cls, model):
        s = model.settings
        _check(s)
        ratio = RatioModel.from_arrays(Alphabet(s["alphabet"]), s["n"], s["q"], model.arrays)
        return cls(ratio, s)

    def _content(self):
        ratio = self.ratio
        return {"alphabet": ratio.alphabet.name, "n": ratio.n, "q": ratio.q,
                **self.settings}, ratio.arrays()

    def scores(self, texts: Sequence[str], link_densities: Sequence[float] | None = None,
               distances: Sequence[int] | None = None) -> tuple[list[float], list[float]]:
        """Return (scores, ratios) of a page's segments.

        texts:       list of str, in page order.
        link_densities: see `features`.
        distances:   steps between each segment and the one before it in the tree of elements,
                     at most FAR, or UNKNOWN; None scores each segment alone.
        Returns:     lists: score, 0 to 1, CUT the threshold with the best F; nats an n-gram, above
                     0 dirty. `calibrated` turns scores into probabilities.
        """
        if not texts:
            return [], []
        scores, ratios = self.scores_of_pages(
            self.characters(texts), [len(texts)], link_densities,
            None if distances is None else np.asarray(distances))
        return scores.tolist(), ratios.tolist()

    def characters(self, texts: Sequence[str]) -> Characters:
        """Return the Characters of texts, with the line breaks around each that `pad` requires."""
        return characters(texts, self.pad)

    @property
    def pad(self) -> int:
        """The least number of line breaks that Characters need around each text."""
        return max(PAD, self.ratio.n - 1)

    def scores_of_pages(self, characters: Characters, sizes: Sequence[int],
                        link_densities: Sequence[float] | np.ndarray | None = None,
                        distances: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Return (scores, ratios) of the segments of several pages, one after the other, as arrays.

        characters: those of at least one text. sizes: how many segments each page has.
        """
        sums, lengths = self.ratio.ratios_of(characters)
        which = "text" if link_densities is None else "markup"
        weights = self.settings["weights"][which]
        columns = features(sums, lengths, link_densities).T
        # by columns, so that the bytes do not depend on the number of pages
        odds = sum(weight * column for weight, column in zip(weights, columns, strict=True))
        odds = odds - self.settings["bias"]["alone" if distances is None else "context"]
        if distances is None:
            return 1 / (1 + np.exp(-np.clip(odds, -MOST, MOST))), sums / lengths
        dirtied, cleaned = (np.array(self.settings[name])[distances].tolist()
                            for name in ("dirtied", "cleaned"))
        odds = np.exp(np.clip(odds, -MOST, MOST))
        return np.array(in_context(odds.tolist(), dirtied, cleaned, sizes)), sums / lengths

    def calibrated(self, scores: Sequence[float] | np.ndarray) -> np.ndarray:
        """Return the probabilities of dirt for scores of pages; a score of CUT becomes "cut"."""
        return calibrated(scores, self.settings["shift"])


def cuts_of_pages(probabilities: np.ndarray, chars: np.ndarray, page: np.ndarray,
                  count: int) -> np.ndarray:
    """Return for each of `count` pages the highest probability of dirt of a segment that is kept.

    probabilities: float (segments,), calibrated scores of the shown segments in context.
    chars:   int (segments,), the code points of each. page: int (segments,), ascending.

    >>> scores, page = [0.95] * 8 + [0.2, 0.6] + [0.95] * 8, [0] * 10 + [1] * 8
    >>> cuts_of_pages(np.array(scores), np.full(18, 9), np.array(page), 2).round(2).tolist()
    [0.6, 0.9]
    """
    least = thresholds(1 - probabilities, chars, page, count, BETA)
    return 1 - np.clip(least, LEAST_CLEAN, MOST_CLEAN)


def uncalibrated(probabilities: np.ndarray, cut: float) -> np.ndarray:
    """Return an array of the scores before a calibration that turned CUT into `cut`.

    >>> uncalibrated([0.6457, 0.3781], 0.6457).round(2).tolist()
    [0.5, 0.1]
    """
    odds = (log_odds(probabilities) - np.log(cut / (1 - cut))) / SLOPE
    return 1 / (1 + np.exp(-odds))


def _check(settings):
    """Raise ValueError, KeyError or TypeError if settings are not as in CharacterClassifier."""
    for name in "dirtied", "cleaned":
        numbers(settings[name], UNKNOWN + 1, LEAST, 1 - LEAST)
    number(settings["cut"], LEAST, 1 - LEAST)
    number(settings["shift"])
    for name in "alone", "context":
        number(settings["bias"][name])
    for name, count in ("markup", 4), ("text", 3):
        numbers(settings["weights"][name], count)
