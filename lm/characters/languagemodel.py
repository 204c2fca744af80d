"""The language of a text, by the character n-grams of each language.

A language's value of an n-gram is log(Pr* by that language / Pr* by the mean of all), with Evert's
interpolated probabilities (2007, section 3.2). Text in another language is explained best by the
mean, since its n-grams resemble now one language, now another. What all languages share, such as
names, has values near 0.

Letters: n is the order, q the interpolation parameter, L the number of languages.
"""
from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import Any

import numpy as np

from .. import modelfile
from ..calibration import fit_logistic
from ..modelfile import number, numbers, whole_number
from . import ngrams
from .alphabets import Alphabet
from .ngrams import CharacterCounts

STEP = 1 / 16            # nats; values are kept as whole numbers of it, from -127 to 127
FEATURES = 4             # see `evidence`
LEAST_USUAL = 1e-6       # nats an n-gram


def letters_of(text: str, alphabet: Alphabet) -> np.ndarray:
    """Return the symbols of a text, with one space before, between and after its words.

    alphabet: one in which everything but letters is a space.
    """
    symbols = alphabet.numbers(f" {text} ".replace("\n", " "))
    kept = symbols != symbols[0]
    kept[:-1] |= kept[1:]
    kept[-1] = True
    return symbols[kept]


def counted(symbols: np.ndarray, alphabet: Alphabet, n: int) -> CharacterCounts:
    """Return the CharacterCounts of an array of symbols."""
    grams = {k: np.unique(ngrams.codes(symbols, k, alphabet.size), return_counts=True)
             for k in range(1, n + 1)}
    return CharacterCounts(alphabet, n, {k: (keys, counts.astype(np.float64))
                                         for k, (keys, counts) in grams.items()})


def evidence(sums: np.ndarray, count: int, usual: np.ndarray,
             alike: np.ndarray | None = None) -> tuple[int, list[float], float | None]:
    """Return (index of the best language, list of FEATURES floats for its probability, margin).

    sums:   array of L floats, nats; count: n-grams of the text, above 0.
    usual:  the mean value of an n-gram by each language in its own text, L floats: low for
            languages with close relatives among the others.
    alike:  array of L numbers, the same for languages that are hard to tell apart; 0 for others.
    margin: that over the second of those alike, None without one. The features are of all alike
            together then.

    N-grams of running text depend on one another, so each of 1000 is weaker evidence than each of
    ten. Dividing by a square root lies between a sum and a mean.
    """
    second, best = np.argsort(sums, kind="stable")[-2:]
    root, margin = sqrt(count), None
    if alike is not None and alike[best]:
        others = alike == alike[best]
        second = np.where(others, -np.inf, sums).argmax()
        others[best] = False
        margin = (sums[best] - sums[others].max()) / root if others.any() else None
    return int(best), [1.0, root, sums[best] / usual[best] / root,
                       (sums[best] - sums[second]) / root], margin


class LanguageModel(modelfile.FileModel, kind="lang"):
    """N-gram values of several languages, with their calibration.

    tables:   {k: (starts, keys, rows)} for k from 1 to n, see array_hash; a row has L values.
    settings: {"languages": L codes, in the order of the values; "usual": L floats and "weights":
             FEATURES floats, see `evidence`}, and notes of the training; where it has them,
             "script", the alphabet; "alike": L numbers, and "within": weights of 1 and the margin.
    """

    def __init__(self, n: int, q: float, tables: Any, settings: dict[str, Any]) -> None:
        self.alphabet = Alphabet(settings.get("script", "letters"))
        self.n = n
        self.q = q
        self.tables = tables
        self.settings = settings
        self._alike = np.array(settings["alike"]) if "alike" in settings else None

    @classmethod
    def of(cls, counts: Mapping[str, CharacterCounts], q: float, least_count: float = 0.0,
           least_change: float = 0.0) -> "LanguageModel":
        """Return the model of {language: CharacterCounts}; "usual" and "weights" are not yet set.

        Languages have equal weight, whatever the amount of their text.
        least_count:  least count in a million, as the mean of the languages, of n-grams of order 2
                      and higher; rarer ones are dropped.
        least_change: least distance, in nats, of one of their values from that of the n-gram one
                      shorter; n-grams whose values are all nearer are dropped.
        """
        alike = [_in_a_million(part) for part in counts.values()]
        mean = ngrams.total(alike)
        n, A = mean.n, mean.alphabet.size
        script = {} if mean.alphabet.name == "letters" else {"script": mean.alphabet.name}
        model = cls(n, q, {}, {"languages": list(counts), **script})
        lower_keys, lower = np.zeros(0, np.uint64), np.zeros((0, len(alike) + 1))
        for k in range(1, n + 1):
            keys = mean.grams[k][0] if k > 1 else np.arange(A, dtype=np.uint64)
            probabilities = np.stack([ngrams.conditional(part, k, keys)
                                      for part in [*alike, mean]], 1)
            kept = np.ones(len(keys), bool)
            if k > 1:
                suffix = keys % np.uint64(A ** (k - 1))
                probabilities += q * lower[np.searchsorted(lower_keys, suffix)]
            rows = np.log(probabilities[:, :-1] / probabilities[:, -1:]) / STEP
            rows = np.clip(np.rint(rows), -127, 127).astype(np.int8)
            if k > 1:
                change = np.abs(rows - model._rows(suffix, k - 1).astype(int)).max(1)
                kept = ((mean.grams[k][1] >= least_count * len(alike))
                        & (change * STEP >= least_change))
            model.tables[k] = ngrams.array_hash(keys[kept], rows[kept])
            lower_keys, lower = keys, probabilities
        return model

    @classmethod
    def _of_file(cls, model):
        s, arrays = model.settings, model.arrays
        n, languages = whole_number(s["n"], 1, ngrams.MAX_ORDER), s["languages"]
        if (not isinstance(languages, list) or len(set(languages)) != len(languages)
                or len(languages) < 2 or not all(isinstance(name, str) for name in languages)):
            raise ValueError('"languages" is not a list of two or more names')
        numbers(s["usual"], len(languages), LEAST_USUAL)
        numbers(s["weights"], FEATURES)
        if "alike" in s:
            numbers(s["alike"], len(languages), 0)
            numbers(s["within"], 2)
        q = number(s["q"], 0, 1)
        tables = {k: tuple(arrays[f"{name}{k}"] for name in ("starts", "keys", "rows"))
                  for k in range(1, n + 1)}
        for starts, keys, rows in tables.values():
            if (rows.dtype.str != "|i1" or rows.shape != (len(keys), len(languages))
                    or not ngrams.is_hash(starts, keys, rows)):
                raise ValueError("tables of n-grams that do not fit")
        loaded = cls(n, q, tables, s)
        letters = np.arange(loaded.alphabet.size, dtype=np.uint64)
        if not ngrams.hash_lookup(tables[1], letters)[1].all():
            raise ValueError("letters are missing")
        return loaded

    def _content(self):
        arrays = {f"{name}{k}": array for k, table in self.tables.items()
                  for name, array in zip(("starts", "keys", "rows"), table, strict=True)}
        return {"n": self.n, "q": self.q, **self.settings}, arrays

    def sums_of(self, rows: Sequence[np.ndarray]) -> tuple[np.ndarray, list[int]]:
        """Return (array (rows, L), counts): the values of each row's n-grams, summed, in nats.

        rows:   of symbols, as letters_of returns them, or pieces of these.
        counts: list of n-grams, one for each letter and for each word's end; 0 for no letters.
        """
        counts = [len(symbols) - 1 for symbols in rows]
        sums = np.zeros((len(rows), len(self.settings["languages"])))
        filled = [place for place, count in enumerate(counts) if count]
        if filled:
            before = np.repeat(rows[0][:1], self.n - 1)
            symbols = np.concatenate([part for place in filled for part in (before, rows[place])])
            grams = ngrams.codes(symbols, self.n, self.alphabet.size)
            sizes = np.array([counts[place] for place in filled])
            starts = np.cumsum(sizes) - sizes
            # of each row those that end with its second symbol, and all after
            places = np.arange(sizes.sum()) + np.repeat(np.arange(len(filled)) * self.n + 1, sizes)
            sums[filled] = np.add.reduceat(self._rows(grams[places], self.n), starts, 0,
                                           np.int64) * STEP
        return sums, counts

    def _rows(self, wanted, k):
        """Return the rows of k-grams by their codes, each that of its longest stored suffix."""
        return ngrams.of_longest_suffix(self.tables, wanted, k, self.alphabet.size)

    def identified(self, texts: Sequence[str]) -> list[tuple[str, float]]:
        """Return [(the likeliest language of a text, the probability that the text is in it)].

        The probability takes unknown languages into account; ("", 0.0) for no letters.
        """
        return [(language, probability) for language, probability, _ in self._judged(texts)]

    def group_of(self, text: str) -> tuple[list[str], float]:
        """Return (the likeliest language and those hard to tell from it, their probability)."""
        [(language, _, probability)] = self._judged([text])
        known = self.settings["languages"]
        if self._alike is None or not language or not self._alike[known.index(language)]:
            return [language], probability
        same = self._alike == self._alike[known.index(language)]
        return [name for name, is_same in zip(known, same.tolist(), strict=True)
                if is_same], probability

    def _judged(self, texts):
        """Yield (the likeliest language, its probability, that of all alike) of each text."""
        for sums, count in zip(*self.sums_of(
                [letters_of(text, self.alphabet) for text in texts]), strict=True):
            if not count:
                yield "", 0.0, 0.0
                continue
            best, features, margin = evidence(sums, count, self.settings["usual"], self._alike)
            of_all = _logistic(self.settings["weights"], features)
            within = 1 if margin is None else _logistic(self.settings["within"], [1.0, margin])
            yield self.settings["languages"][best], of_all * within, of_all


def _logistic(weights, features):
    odds = sum(w * x for w, x in zip(weights, features, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


def _in_a_million(counts):
    """Return the counts scaled to a million n-grams of each order."""
    return CharacterCounts(counts.alphabet, counts.n, {
        k: (keys, values * (1e6 / values.sum())) for k, (keys, values) in counts.grams.items()})


# Training: counts, and the probability that an answer is right. Text in an unknown language comes
# from the languages themselves: each is left out in turn, and its text is given to a model of the
# others, whose answer is then always wrong.

LENGTHS = (20, 50, 100, 200, 500, 1000, 2000)    # symbols of the pieces that are examined
MOST_PIECES = 300        # of each length and language
BLOCK = 10_000           # symbols; every tenth block of a language is held out
HELD_OUT = 10
FEWEST_LETTERS = 2 * BLOCK
LEAST_USUAL_OF_TEXT = 0.01       # nats, for a language that its text does not distinguish


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
        usual.append(max(LEAST_USUAL_OF_TEXT, round(float(sums[0, i] / sizes[0]), 4)))
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
