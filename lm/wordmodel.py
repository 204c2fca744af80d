"""Word n-gram models: log10 probability of sentences.

Values are those of an ARPA file: of each n-gram kept its log10 probability and, below the highest
order, the weight for falling back to it as a history. The probability of a word w_i after its
history is that of the longest n-gram kept that ends at w_i, and the weights of the histories that
were too long:

    v_k(i) = value(w_i-k+1 ... w_i) if it is kept, else weight(w_i-k+1 ... w_i-1) + v_k-1(i)

Where settings["lower"] is "history" the lower orders are those of the history, without weights,
as the published PyPlexity computes it: v_k(i) = value(...) if it is kept, else v_k-1(i - 1).

The file (see modelfile; kind "wordlm") has for each order a StaticFunction from the hash of an
n-gram to the places of its value and its weight in two books of at most 65,536 numbers. Those are
all that occur, or where there are more, steps of one size from the least to the greatest. Words
that are not among the 1-grams are unknown ones, and the unknown word is.
"""
from typing import NamedTuple

import numpy as np

from . import modelfile
from .staticfunction import StaticFunction, static_function
from .tokens import BEGIN_HASH, END_HASH, UNKNOWN_HASH, tokenisation

KIND = "wordlm"
MAX_ORDER = 5
BOOK = 1 << 16           # numbers of a book
ARRAYS = {"codes": "<u4", "checks": "|u1", "extras": "<u2", "values": "<f4", "weights": "<f4"}


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


class Order(NamedTuple):
    """One order of a model.

    function: StaticFunction from an n-gram's key to a place in `values` and one in `weights`,
              rising float32; `weights` is empty where no n-gram has one.
    """

    function: StaticFunction
    values: np.ndarray
    weights: np.ndarray


class WordModel:
    """A model: settings {"tokens", "n", "estimator", "lower", ...}, sha256 of its file.

    orders: list of Order, from words on.
    """

    def __init__(self, settings, orders, sha256=""):
        self.settings = settings
        self.n = settings["n"]
        self.orders = orders
        self.sha256 = sha256
        self.tokens = tokenisation(settings["tokens"])
        found, codes, cells = orders[0].function.look_up(np.array([UNKNOWN_HASH]))
        if not len(found):
            raise ValueError("no unknown word")
        self.unknown = orders[0].values[codes[0]]
        self.unknown_weight = (orders[0].weights[orders[0].function.more(cells)[0]]
                               if len(orders[0].weights) else np.float32(0))

    @classmethod
    def of(cls, estimates, settings):
        """Return the model of Estimates.

        settings: {"tokens", "estimator", "lower": "suffix" or "history"}, and what else to note.
        Raises:   ValueError for n-grams that are there twice.
        """
        hashes = tokenisation(settings["tokens"]).hashes(estimates.words)
        orders = []
        for k, (grams, log10p, weights) in enumerate(estimates.orders, 1):
            keys = _key([hashes[column] for column in grams.T])
            rising = np.argsort(keys)      # so that the order of the estimates is no matter
            keys = keys[rising]
            if (keys[1:] == keys[:-1]).any():
                raise ValueError(f"{k}-grams that are there twice")
            codes, values = _in_book(log10p[rising])
            extras, book = ((None, np.zeros(0, np.float32)) if weights is None
                            else _in_book(weights[rising]))
            orders.append(Order(static_function(keys, codes, extras), values, book))
        return cls({**settings, "n": len(orders),
                    "functions": [[one.function.seed, one.function.shards] for one in orders],
                    "ngrams": [len(one[1]) for one in estimates.orders]}, orders)

    @classmethod
    def load(cls, path):
        """Return the model in a file, memory-mapped.

        Raises:  modelfile.BadModel, OSError.
        """
        model = modelfile.load(path, KIND)
        s = model.settings
        try:
            if s["lower"] not in ("suffix", "history") or not 1 <= s["n"] <= MAX_ORDER:
                raise ValueError('no "lower" or no order')
            orders = [_checked(seed, shards, [model.arrays[f"{name}{k}"] for name in ARRAYS])
                      for k, (seed, shards) in enumerate(s["functions"], 1)]
            if len(orders) != s["n"]:
                raise ValueError("orders are missing")
            return cls(s, orders, model.sha256)
        except (KeyError, TypeError, ValueError) as error:
            raise modelfile.BadModel(f"settings or arrays that do not fit: {error}") from None

    def save(self, path):
        """Write the model to a file."""
        arrays = {}
        for k, (function, *books) in enumerate(self.orders, 1):
            arrays |= {f"{name}{k}": array for name, array in
                       zip(ARRAYS, [*function[2:], *books], strict=True)}
        modelfile.save(path, KIND, self.settings, arrays)

    def score(self, texts):
        """Return the Scores of texts, a list of str, each taken for one sentence."""
        parts, held = [], []
        for block in self.tokens.blocks(texts):
            held.append(block)
            if not block.goes_on:
                parts.append(self._scores(held))
                held = []
        if not parts:
            return Scores(*(np.zeros(0, kind) for kind in (float, int, int, float)))
        return parts[0] if len(parts) == 1 else Scores(*map(np.concatenate,
                                                            zip(*parts, strict=True)))

    def _scores(self, blocks):
        """Return the Scores of whole texts."""
        hashes, lengths, *_ = blocks[0]
        for block in blocks[1:]:           # of one long text
            hashes = np.concatenate([hashes, block.hashes])
            lengths = np.append(lengths, block.lengths[1:])
            lengths[len(lengths) - len(block.lengths)] += block.lengths[0]
        tokens = lengths + 1
        ends = (lengths + 2).cumsum()
        starts = ends - lengths - 2
        keys = np.empty(ends[-1], np.uint64)
        word = np.ones(len(keys), bool)
        word[starts] = word[ends - 1] = False
        keys[starts], keys[ends - 1], keys[word] = BEGIN_HASH, END_HASH, hashes
        v, unknown = self._log10p(keys, starts)
        v[starts] = 0
        log10p = np.add.reduceat(v, starts)
        if not len(unknown):
            return Scores(log10p, tokens, np.zeros(len(starts), int), np.zeros(len(starts)))
        text = starts.searchsorted(unknown, "right") - 1
        return Scores(log10p, tokens, np.bincount(text, minlength=len(starts)),
                      np.bincount(text, v[unknown], len(starts)))

    def _log10p(self, words, starts):
        """Return (log10 of the probability of each word after those before it, unknown words).

        words:   hashes, sentences one after the other with their marks, each from one of `starts`
                 on. No n-gram of a model reaches over a mark, so none is found that does.
        Returns: array of floats; places of the unknown ones.
        """
        history = self.settings["lower"] == "history"
        v = np.full(len(words), self.unknown, float)
        weights = np.full(len(words), self.unknown_weight)
        keys, known = words, None
        for k, (function, values, book) in enumerate(self.orders, 1):
            if k > 1:
                keys = _longer(keys[:-1], words[k - 1:])
                if history:
                    v = _moved(v, starts, k)
                elif len(self.orders[k - 2].weights):
                    v[k - 1:] += weights[k - 2:-1]
            at, codes, cells = function.look_up(keys)
            if k == 1 and len(at) < len(words):
                known = np.zeros(len(words), bool)
                known[at] = True
                words = keys = np.where(known, words, UNKNOWN_HASH)
            at += k - 1
            v[at] = values.take(codes)
            if len(book):
                if k > 1:
                    weights = np.zeros(len(words), np.float32)
                weights[at] = book.take(function.more(cells))
        return v, np.zeros(0, int) if known is None else (~known).nonzero()[0]


def _moved(v, starts, k):
    """Return v_k-1(i - 1) at i, and v_k-1(i) at the first k - 1 words, whose history is shorter."""
    out = np.concatenate([v[:1], v[:-1]])
    for i in range(1, k - 1):
        short = starts + i
        short = short[short < len(v)]
        out[short] = v[short]
    return out


def _key(columns):
    """Return the keys of n-grams, from the hashes of their words, arrays of uint64."""
    keys = columns[0]
    for column in columns[1:]:
        keys = _longer(keys, column)
    return keys


def _longer(keys, words):
    """Return the keys of n-grams and the words behind them: 64 bits that hardly ever meet."""
    keys = keys * np.uint64(0x9E3779B97F4A7C15)
    keys ^= keys >> np.uint64(32)
    keys += words
    return keys


def _in_book(values):
    """Return (codes, book): what is nearest to each value in a book, rising, as float32."""
    values = np.asarray(values, np.float32)
    book = np.unique(values)
    if len(book) > BOOK:
        book = np.linspace(book[0], book[-1], BOOK).astype(np.float32)
    middles = (book[1:].astype(float) + book[:-1]) / 2
    return middles.searchsorted(values).astype(np.uint16), book


def _checked(seed, shards, arrays):
    """Return the Order that these make up.

    Raises:  ValueError where they do not fit each other.
    """
    for array, kind in zip(arrays, ARRAYS.values(), strict=True):
        if array.dtype.str != kind or array.ndim != 1:
            raise ValueError("numbers of another type")
    codes, checks, extras, values, weights = arrays
    if not isinstance(seed, int) or shards < 1 or shards & (shards - 1):
        raise ValueError("shards that cannot be")
    if not len(codes) or len(codes) % (3 * shards) or len(checks) != len(codes):
        raise ValueError("arrays of unlike length")
    if len(extras) != len(codes) * bool(len(weights)):
        raise ValueError("weights of no n-gram")
    if not (np.isfinite(values).all() and np.isfinite(weights).all()):
        raise ValueError("a number that is none")
    return Order(StaticFunction(seed, shards, codes, checks, extras), values, weights)
