"""Word n-gram models: log10 probability of sentences.

Values are those of an ARPA file: of each n-gram kept its log10 probability and, below the highest
order, the weight for falling back to it as a history. The probability of a word w_i after its
history is that of the longest n-gram kept that ends at w_i, and the weights of the histories that
were too long:

    v_k(i) = value(w_i-k+1 ... w_i) if it is kept, else weight(w_i-k+1 ... w_i-1) + v_k-1(i)

Where settings["lower"] is "history" the lower orders are those of the history, without weights,
as the published PyPlexity computes it: v_k(i) = value(...) if it is kept, else v_k-1(i - 1).

The file (see modelfile; kind "wordlm") holds the 64-bit fingerprints of the words, rising, with
value and weight as float32, and for each higher order the arrays of a StaticFunction whose
numbers are values in 65,535 equal steps from the least to the greatest.
"""
import hashlib
from itertools import chain
from typing import NamedTuple

import numpy as np

from . import modelfile
from .staticfunction import StaticFunction, static_function
from .tokens import BEGIN, END, UNKNOWN, tokenisation

KIND = "wordlm"
MAX_ORDER = 5
STEPS = 65535            # of a quantised value
BLOCK = 8192             # tokens looked up at once: their arrays stay in the processor's cache
CACHED = 1 << 17         # tokens whose number is remembered, and
LONGEST_CACHED = 40      # characters of the longest of them: together 20 MB at most
ARRAYS = "codes", "checks", "extras"


class Scores(NamedTuple):
    """What WordModel.score returns, arrays with an entry a text.

    log10p:         log10 of the probability of all tokens and the end mark, at most 0.
    tokens:         their number, the end mark counts, the start mark does not.
    unknown:        how many of them are words that the model does not know.
    unknown_log10p: the part of log10p that these have.
    """

    log10p: np.ndarray
    tokens: np.ndarray
    unknown: np.ndarray
    unknown_log10p: np.ndarray


class Estimates(NamedTuple):
    """What a model is made of; orders[k - 1] has (grams, log10p, weights).

    words:  list of str; the number of a word is its place. BEGIN, END, UNKNOWN are among them.
    grams:  array (N, k) of word numbers, no row twice; for k = 1 each word, in order.
    log10p, weights: arrays of N floats; weights are None at the highest order.
    """

    words: list
    orders: list


def fingerprints(words):
    """Return an array of 64 bits of each word's BLAKE2b."""
    digests = b"".join(hashlib.blake2b(word.encode("utf-8", "surrogatepass"),
                                       digest_size=8).digest() for word in words)
    return np.frombuffer(digests, "<u8")


class _Numbers(dict):
    """The number of each token, looked up at first sight; it forgets all when it is full."""

    def __init__(self, words, fold):
        super().__init__()
        self.words = words                 # fingerprints, rising
        self.fold = fold
        self.unknown = 0
        self.unknown, begin, end = (self.number(mark) for mark in (UNKNOWN, BEGIN, END))
        # the marks are no str, so that no token of a text is one of them; a text's own are unknown
        self.fixed = {0: begin, 1: end, BEGIN: self.unknown, END: self.unknown}
        self.update(self.fixed)

    def number(self, word):
        wanted = fingerprints([word])[0]
        at = int(self.words.searchsorted(wanted))
        return at if at < len(self.words) and self.words[at] == wanted else self.unknown

    def __missing__(self, token):
        if len(self) >= CACHED:
            self.clear()
            self.update(self.fixed)
        number = self.fixed.get(word := self.fold(token))
        if number is None:
            number = self.number(word)
        if len(token) <= LONGEST_CACHED:
            self[token] = number
        return number


class WordModel:
    """A model: settings {"tokens", "n", "estimator", "lower", "steps", ...}, sha256 of its file.

    words, values, weights: fingerprints, log10 probabilities and back-off weights of words.
    functions: StaticFunction of the orders from 2 on.
    """

    def __init__(self, settings, words, values, weights, functions, sha256=""):
        self.settings = settings
        self.n = settings["n"]
        self.words, self.values, self.weights = words, values, weights
        self.functions = functions
        self.sha256 = sha256
        self.tokens = tokenisation(settings["tokens"])
        self.numbers = _Numbers(words, self.tokens.fold)

    @classmethod
    def of(cls, estimates, settings):
        """Return the model of Estimates.

        settings: {"tokens", "estimator", "lower": "suffix" or "history"}, and what else to note.
        """
        prints = fingerprints(estimates.words)
        order = np.argsort(prints)
        number = np.empty(len(order), np.uint64)
        number[order] = np.arange(len(order), dtype=np.uint64)
        (_, values, weights), *higher = estimates.orders
        functions, steps = [], []
        for grams, log10p, backoffs in higher:
            keys = _key([number[column] for column in grams.T])
            rising = np.argsort(keys)      # so that the order of the estimates is no matter
            codes, scale = _quantised(log10p[rising])
            extras, more = (None, None) if backoffs is None else _quantised(backoffs[rising])
            functions.append(static_function(keys[rising], codes, extras))
            steps.append([scale, more])
        settings = {**settings, "n": len(estimates.orders), "steps": steps,
                    "hashes": [[f.seed, f.shards] for f in functions],
                    "ngrams": [len(one[1]) for one in estimates.orders]}
        weights = np.zeros(len(order)) if weights is None else weights
        return cls(settings, prints[order], values[order].astype(np.float32),
                   weights[order].astype(np.float32), functions)

    @classmethod
    def load(cls, path):
        """Return the model in a file, memory-mapped.

        Raises:  modelfile.BadModel, OSError.
        """
        model = modelfile.load(path, KIND)
        s, arrays = model.settings, model.arrays
        try:
            functions = [StaticFunction(seed, shards, *(arrays[f"{name}{k}"] for name in ARRAYS))
                         for k, (seed, shards) in enumerate(s["hashes"], 2)]
            found = cls(s, arrays["words"], arrays["values"], arrays["weights"], functions,
                        model.sha256)
            _check(found)
        except (KeyError, TypeError, ValueError) as error:
            raise modelfile.BadModel(f"settings or arrays that do not fit: {error}") from None
        return found

    def save(self, path):
        """Write the model to a file."""
        arrays = {"words": self.words, "values": self.values, "weights": self.weights}
        for k, function in enumerate(self.functions, 2):
            arrays |= {f"{name}{k}": getattr(function, name) for name in ARRAYS}
        modelfile.save(path, KIND, self.settings, arrays)

    def score(self, texts):
        """Return the Scores of texts, a list of str, each taken for one sentence."""
        cut = self.tokens.cut
        sentences = [cut(text) for text in texts]
        lengths = np.fromiter(map(len, sentences), np.int64, len(sentences)) + 1
        parts, low, held = [], 0, 0
        for high, sentence in enumerate(sentences, 1):
            held += len(sentence)
            if held >= BLOCK or high == len(sentences):
                parts.append(self._block(sentences[low:high], lengths[low:high]))
                low, held = high, 0
        if not parts:
            return Scores(*(np.zeros(0, kind) for kind in (float, int, int, float)))
        log10p, unknown, unknown_log10p = map(np.concatenate, zip(*parts, strict=True))
        return Scores(log10p, lengths, unknown, unknown_log10p)

    def _block(self, sentences, lengths):
        """Return (log10p, unknown, unknown_log10p) of sentences, lists of tokens."""
        ends = (lengths + 1).cumsum()
        starts = ends - lengths - 1
        marked = chain.from_iterable(chain.from_iterable(zip(
            [(0,)] * len(sentences), sentences, [(1,)] * len(sentences), strict=True)))
        numbers = np.fromiter(map(self.numbers.__getitem__, marked), np.int64, ends[-1])
        v = self._log10p(numbers, starts)
        v[starts] = 0
        log10p = np.add.reduceat(v, starts)
        unknown = numbers == self.numbers.unknown
        if not unknown.any():
            return log10p, np.zeros(len(starts), int), np.zeros(len(starts))
        v *= unknown
        return log10p, np.add.reduceat(unknown, starts, dtype=int), np.add.reduceat(v, starts)

    def _log10p(self, numbers, starts):
        """Return log10 of the probability of each word after those before it, as floats.

        numbers: of the words, sentences one after the other with their marks. No n-gram that is
                 kept reaches over a mark, so none is found that does.
        """
        v = self.values.take(numbers).astype(float)
        history = self.settings["lower"] == "history"
        weights = None if history else self.weights.take(numbers)
        keys = numbers.view(np.uint64)
        for k, function in enumerate(self.functions, 2):
            keys = _longer(keys[:-1], numbers.view(np.uint64)[k - 1:])
            at, codes, cells = function.look_up(keys)
            (low, step), more = self.settings["steps"][k - 2]
            at += k - 1
            if history:
                lower = v
                v = np.concatenate([v[:1], v[:-1]])
                if k > 2:                  # a sentence's first words have no more history
                    short = (starts[:, None] + np.arange(k - 1)).ravel()
                    short = short[short < len(v)]
                    v[short] = lower[short]
            else:
                v[k - 1:] += weights[k - 2:-1]
                if k < self.n:
                    weights = np.zeros(len(numbers), np.float32)
                    weights[at] = more[0] + more[1] * function.more(cells)
            v[at] = low + step * codes
        return v


def _key(columns):
    """Return the keys of n-grams, from the numbers of their words, arrays of uint64."""
    keys = columns[0]
    for column in columns[1:]:
        keys = _longer(keys, column)
    return keys


def _longer(keys, numbers):
    """Return the keys of n-grams and the words behind them: 64 bits that hardly ever meet."""
    keys = keys * np.uint64(0x9E3779B97F4A7C15)
    keys ^= keys >> np.uint64(32)
    keys += numbers * np.uint64(0xD1B54A32D192ED03)
    return keys


def _quantised(values):
    """Return (codes, (low, step)): values in STEPS equal steps from the least to the greatest."""
    values = np.asarray(values, float)
    low, high = (values.min(), values.max()) if len(values) else (0.0, 0.0)
    step = (high - low) / STEPS
    codes = np.rint((values - low) / (step or 1.0)).astype(np.uint16)
    return codes, (float(low), float(step))


def _check(model):
    """Raise ValueError where a model's arrays do not fit each other."""
    s = model.settings
    if s["lower"] not in ("suffix", "history") or not 1 <= s["n"] <= MAX_ORDER:
        raise ValueError('no "lower" or no order')
    if not len(model.functions) == len(s["steps"]) == s["n"] - 1:
        raise ValueError("orders are missing")
    if not 0 < len(model.words) == len(model.values) == len(model.weights):
        raise ValueError("words without values")
    kinds = [(model.words, "<u8"), (model.values, "<f4"), (model.weights, "<f4")]
    for k, (function, (scale, more)) in enumerate(
            zip(model.functions, s["steps"], strict=True), 2):
        size = len(function.codes)
        kinds += zip(function[2:], ("<u4", "|u1", "<u2"), strict=True)
        shards = function.shards
        if shards < 1 or shards & (shards - 1) or not size or size % (3 * shards):
            raise ValueError("shards that cannot be")
        if len(function.checks) != size or len(function.extras) != size * (k < s["n"]):
            raise ValueError("arrays of unlike length")
        for low, step in [scale, more][:1 + (k < s["n"])]:
            if not np.isfinite([low, step]).all():
                raise ValueError("a number that is none")
    if any(array.dtype.str != kind or array.ndim != 1 for array, kind in kinds):
        raise ValueError("numbers of another type")
