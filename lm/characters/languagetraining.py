"""Training of a language model: counts, and the probability that its answer is right.

Text in an unknown language comes from the languages themselves: each is left out in turn, and its
text is given to a model of the others, whose answer is then always wrong.
"""
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..calibration import fit_logistic
from .alphabets import Alphabet
from .languagemodel import LanguageModel, counted, evidence, letters_of
from .ngrams import CharacterCounts

LENGTHS = (20, 50, 100, 200, 500, 1000, 2000)    # symbols of the pieces that are examined
MOST_PIECES = 300        # of each length and language
BLOCK = 10_000           # symbols; every tenth block of a language is held out
HELD_OUT = 10
FEWEST_LETTERS = 2 * BLOCK
LEAST_USUAL = 0.01       # nats, for a language that its text does not distinguish


class TooLittleText(ValueError):
    """Not enough to train on: str() says what is required."""


def train(texts: Mapping[str, str], n: int, q: float, least_count: float,
          least_change: float) -> tuple[LanguageModel, dict[int, Any]]:
    """Return (LanguageModel, report).

    texts:  {language: text}.
    Others: see LanguageModel.of.
    report: {length: (share of right answers; of pieces in a known language that get its name; of
            pieces in a language left out that get none)}, the first whatever the probability; of
            the blocks held out, in fractions of 1.
    Raises: TooLittleText for under three languages or FEWEST_LETTERS of one.
    """
    if len(texts) < 3:
        raise TooLittleText(f"at least 3 languages with text are required; found {len(texts)}")
    alphabet = Alphabet("letters")
    held_out, counts = {}, {}
    for language, text in texts.items():
        symbols = letters_of(text, alphabet)
        if len(symbols) < FEWEST_LETTERS:
            raise TooLittleText(f"{len(symbols)} Latin letters of text in {language}, "
                                f"at least {FEWEST_LETTERS} are required")
        blocks = [symbols[i:i + BLOCK] for i in range(0, len(symbols), BLOCK)]
        held_out[language] = np.concatenate(blocks[::HELD_OUT])
        rest = np.concatenate([block for i, block in enumerate(blocks) if i % HELD_OUT])
        counts[language] = counted(rest, alphabet, n)
    model = model_of(counts, held_out, q, least_count, least_change)
    known, unknown = [], []
    for language in texts:
        known += looked_at(model, held_out[language], language)
        others = {other: counts[other] for other in counts if other != language}
        unknown += looked_at(model_of(others, held_out, q, least_count, least_change),
                             held_out[language], language)
    model.settings["weights"] = fitted(known, unknown)
    return model, report_of(model, known, unknown)


def model_of(counts: Mapping[str, CharacterCounts], held_out: Any, q: float, least_count: float,
             least_change: float) -> LanguageModel:
    """Return the LanguageModel of {language: CharacterCounts}, its weights not yet fitted."""
    model = LanguageModel.of(counts, q, least_count, least_change)
    usual = []
    for i, language in enumerate(counts):
        sums, sizes = model.sums_of([held_out[language]])
        usual.append(max(LEAST_USUAL, round(float(sums[0, i] / sizes[0]), 4)))
    model.settings["usual"] = usual
    return model


def looked_at(model: LanguageModel, symbols: np.ndarray,
              language: str | None) -> list[tuple[Any, ...]]:
    """Return [(length, features, whether the answer is right, weight)] of pieces of a row.

    weight: all pieces of one length together have the same weight, however many there are.
    """
    out = []
    for length in LENGTHS:
        starts = range(0, len(symbols) - length + 1, length)
        starts = starts[::max(1, len(starts) // MOST_PIECES)][:MOST_PIECES]
        pieces = [symbols[start:start + length] for start in starts]
        for sums, count in zip(*model.sums_of(pieces), strict=True):
            best, features, _ = evidence(sums, count, model.settings["usual"])
            right = model.settings["languages"][best] == language
            out.append((length, features, right, 1 / len(starts)))
    return out


def fitted(known: Sequence[Any], unknown: Sequence[Any]) -> list[float]:
    """Return the weights for `evidence`; known and unknown languages have equal weight."""
    _, features, right, weights = zip(*known, *unknown, strict=True)
    beta = fit_logistic(np.array(features), np.array(right, float), np.array(weights))
    return [round(float(weight), 4) for weight in beta]


def report_of(model: LanguageModel, known: Sequence[Any], unknown: Sequence[Any]) -> dict[int, Any]:
    """Return the report of `train`."""
    out = {}
    for length in LENGTHS:
        shares = []
        for looked in known, unknown:
            rows = [(features, right) for size, features, right, _ in looked if size == length]
            features, right = map(np.array, zip(*rows, strict=True))
            named = features @ model.settings["weights"] > 0
            shares += [right.mean(), (named & right).mean()] if looked is known else [
                (~named).mean()]
        out[length] = tuple(map(float, shares))
    return out
