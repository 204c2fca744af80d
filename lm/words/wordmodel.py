"""Word n-gram models: log10 probability of sentences.

Values are those of an ARPA file: for each n-gram kept its log10 probability and, below the highest
order, its back-off weight as a history. The probability of a word w_i after its history is that of
the longest n-gram kept that ends at w_i, times the back-off weights of the longer histories:

    v_k(i) = value(w_i-k+1 ... w_i) if it is kept, else weight(w_i-k+1 ... w_i-1) + v_k-1(i)

Where settings["lower"] is "history" the lower orders are those of the history, without weights,
as the published PyPlexity computes it: v_k(i) = value(...) if it is kept, else v_k-1(i - 1).

The file (see modelfile; kind "wordlm") has one StaticFunction from the hashes of n-grams of all
orders to the places of their values in a codebook of at most 65,536 numbers, and one from the
n-grams with a back-off weight to its place in another codebook. Out-of-vocabulary words map to
<unk>, itself a 1-gram. BEGIN and END are one word, which has the value of END (as a history that of
BEGIN) and the back-off weight of BEGIN.
"""
import functools
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from .. import modelfile
from ..hashing import GOLDEN
from ..modelfile import array_of, number, whole_number
from .tokens import BEGIN, BOUNDARY, END, UNKNOWN, UNKNOWN_HASH, tokenisation

CODEBOOK = 1 << 16       # numbers of a codebook at most
FEWEST = 1 << 10         # numbers that a codebook may always have
SHARE = 32               # n-grams per number of a codebook, which costs an eighth of a byte each
BLOCK = 1 << 20          # values whose places are looked for at once

MAX_ORDER = 5
MOST_LIMIT = 1e9         # a perplexity
MOST_SEED = (1 << 63) - 1
LARGE = 1e4              # greater than any log10 of a probability or weight
START = np.array([BOUNDARY])
ARRAYS = {"codes": "<u4", "checks": "|u1", "values": "<f4", "weight_codes": "<u2",
          "weights": "<f4"}


class Estimates(NamedTuple):
    """The values of a model's n-grams; orders[k - 1] has (grams, log10p, weights).

    words:  list of str; the number of a word is its place. BEGIN, END, UNKNOWN are among them.
    grams:  array (N, k) of word numbers, no row twice; for k = 1 each word, in order.
    log10p, weights: arrays of N floats; weights are None at the highest order.
    """

    words: list
    orders: list


def packed(estimates: Estimates, tokens: str, lower: str, exact: bool) -> tuple[Any, ...]:
    """Return (settings, function, values, weighted, weights), as in WordModel.

    exact:   whether codebooks have their largest size, else one that follows the number of n-grams.
    Raises:  ValueError for duplicate n-grams.
    """
    hashes = tokenisation(tokens).hashes(estimates.words)
    n = len(estimates.orders)
    mark = estimates.words.index(END if lower == "history" and n > 1 else BEGIN)
    keys, values, weights, inside, closed = [], [], [], False, True
    for k, (grams, log10p, its_weights) in enumerate(estimates.orders, 1):
        if k == 1:                     # of BEGIN and END one value is of use, and one weight
            if its_weights is not None:
                inside |= bool(its_weights[estimates.words.index(UNKNOWN)])
                its_weights = its_weights.copy()
                its_weights[estimates.words.index(END)] = (
                    its_weights[estimates.words.index(BEGIN)])
            here = grams[:, 0] != mark
            grams, log10p = grams[here], log10p[here]
            its_weights = None if its_weights is None else its_weights[here]
        else:
            inside |= bool((grams == estimates.words.index(UNKNOWN)).any())
            shorter = _key([hashes[column] for column in grams.T[1:]])
            closed &= bool(np.isin(shorter, keys[-1]).all())
        keys.append(_key([hashes[column] for column in grams.T]))
        values.append(np.asarray(log10p, np.float32))
        if its_weights is not None:
            weights.append(np.asarray(its_weights, np.float32))
    size = CODEBOOK if exact else min(CODEBOOK, max(FEWEST, sum(map(len, keys)) // SHARE))
    codebook = _codebook(values, size)
    few = size if exact else size // 2     # the range of weights is less
    weight_codebook = _codebook([np.zeros(1, np.float32), *weights] if weights else [], few)
    weighted = _function(keys[:len(weights)], weights, weight_codebook, known=True)
    function = _function(keys, values, codebook)
    return ({"n": n, "unknown_inside": inside, "closed": closed,
             "functions": [[function.seed, function.shards], [weighted.seed, weighted.shards]],
             "ngrams": [len(order[1]) for order in estimates.orders]},
            function, codebook, weighted, weight_codebook)


def _key(columns):
    """Return the keys of n-grams, from the hashes of their words, arrays of uint64."""
    keys = columns[0]
    for column in columns[1:]:
        keys = longer(keys, column)
    return keys


def longer(keys: np.ndarray, words: np.ndarray) -> np.ndarray:
    """Return the keys of n-grams with one more word: 64 bits that hardly ever collide."""
    keys = keys * np.uint64(GOLDEN)
    keys ^= keys >> np.uint64(32)
    keys += words
    return keys


def _codebook(parts, size):
    """Return a codebook, ascending float32: all values; of too many, even steps and those of words.

    parts: an array of float32 for each order.
    size:  how many numbers it may have. Words take a quarter of them at most.
    """
    codebook = np.unique(np.concatenate([np.zeros(0, np.float32), *parts]))
    if len(codebook) <= size:
        return codebook
    words = np.unique(parts[0])
    if len(words) > size // 4:
        return np.linspace(codebook[0], codebook[-1], size).astype(np.float32)
    codebook = np.unique(np.concatenate(parts[1:]))
    steps = np.linspace(codebook[0], codebook[-1], size - len(words)).astype(np.float32)
    return np.unique(np.concatenate([words, steps]))


def _function(keys, values, codebook, known=False):
    """Return the StaticFunction from keys to places of the nearest values in the codebook.

    keys, values: lists of arrays.
    """
    middles = (codebook[1:].astype(float) + codebook[:-1]) / 2
    numbers = np.concatenate([np.zeros(0, np.uint16), *(
        middles.searchsorted(of_order[low:low + BLOCK]).astype(np.uint16)
        for of_order in values for low in range(0, len(of_order), BLOCK))])
    keys = np.concatenate([np.zeros(0, np.uint64), *keys])
    rising = np.argsort(keys)              # so that the order of the estimates does not matter
    keys, numbers = keys[rising], numbers[rising]
    del rising
    if (keys[1:] == keys[:-1]).any():
        raise ValueError("an n-gram occurs twice")
    return static_function(keys, numbers, known)


class Scores(NamedTuple):
    """The result of WordModel.score: arrays with an entry for each text.

    log10p:         log10 of the probability of all tokens and the end mark, at most 0.
    tokens:         their number; the end mark counts, the start mark does not.
    unknown:        how many of them are out-of-vocabulary words.
    unknown_log10p: the part of log10p that comes from these.
    """

    log10p: np.ndarray
    tokens: np.ndarray
    unknown: np.ndarray
    unknown_log10p: np.ndarray


class WordModel(modelfile.FileModel, kind="wordlm"):
    """A model: settings {"tokens", "n", "estimator", "lower", ...}, sha256 of its file.

    function, values:   StaticFunction from n-grams to indices into an ascending array of floats.
    weighted, weights:  the same of those with a weight; `weights` is empty if there are none.

    Of the settings, "unknown_inside" says whether longer n-grams contain <unk>, "closed" whether
    the last words of each n-gram are an n-gram, too.
    """

    def __init__(self, settings: dict[str, Any], function: Any, values: Any, weighted: Any,
                 weights: Any) -> None:
        self.settings = settings
        self.n = settings["n"]
        self.function, self.values = function, values
        self.weighted, self.weights = weighted, weights
        self.tokens = tokenisation(settings["tokens"])
        at, codes = function.look_up(np.array([UNKNOWN_HASH]))
        if not len(at):
            raise ValueError("no <unk> among the 1-grams")
        self.unknown = values.take(codes[0], mode="clip")
        self.most_weight = weights.max(initial=0)

    @classmethod
    def of(cls, estimates: Estimates, settings: dict[str, Any], exact: bool = False) -> "WordModel":
        """Return the model of Estimates, their values rounded as the size of the model allows.

        settings: {"tokens", "estimator", "lower": "suffix" or "history"}, and other notes.
        exact:    whether to round as little as possible, to the scores of the program that made
                  the estimates.
        Raises:   ValueError for duplicate n-grams.
        """
        more, *parts = packed(estimates, settings["tokens"], settings["lower"], exact)
        return cls({**settings, **more}, *parts)

    @classmethod
    def _of_file(cls, model):
        s = model.settings
        _check(s)
        codes, checks, values, weight_codes, weights = (
            array_of(model.arrays, name, kind, 1) for name, kind in ARRAYS.items())
        if not len(values) or values.max() > 0:
            raise ValueError("values that are not logarithms of probabilities")
        if np.abs(values).max() > LARGE or np.abs(weights).max(initial=0) > LARGE:
            raise ValueError("logarithms that are too large")
        first, second = s["functions"]
        return cls(s, _stored(first, codes, checks), values,
                   _stored(second, weight_codes, checks[:0]), weights)

    def _content(self):
        arrays = [self.function.codes, self.function.checks, self.values,
                  self.weighted.codes, self.weights]
        return self.settings, dict(zip(ARRAYS, arrays, strict=True))

    def score(self, texts: Sequence[str]) -> Scores:
        """Return the Scores of texts, a list of str, each one sentence.

        A text too long for a block is scored block by block, with the words before as history.
        """
        parts = [np.zeros((0, 4))]
        before, held = START, None
        for block in self.tokens.blocks(texts):
            words = np.concatenate([before, block.hashes])
            sums = self._sums(words, len(before), block.goes_on)
            if held is not None:
                sums[0] += held
            before, held = START, None
            if block.goes_on:
                before, held = words[max(0, len(words) - self.n + 1):], sums[-1]
                sums = sums[:-1]
            parts.append(sums)
        log10p, tokens, unknown, unknown_log10p = np.concatenate(parts).T
        return Scores(log10p, tokens.astype(int), unknown.astype(int), unknown_log10p)

    def _sums(self, words, skip, goes_on):
        """Return an array with a row for each text, its columns those of Scores.

        words: see _log10p; the first `skip` of them are history only.
        """
        v, unknown = self._log10p(words)
        ends = (words[skip:] == BOUNDARY).nonzero()[0] + skip
        if goes_on:                        # as if a boundary stood there that costs nothing
            ends, v = np.append(ends, len(words)), np.append(v, 0.0)
        starts = np.append(skip, ends[:-1] + 1)
        out = np.zeros((len(starts), 4))
        out[:, 0] = np.add.reduceat(v, starts)
        out[:, 1] = ends - starts + 1
        out[-1, 1] -= goes_on
        if len(unknown):
            unknown = unknown[unknown >= skip]
            text = starts.searchsorted(unknown, "right") - 1
            out[:, 2] = np.bincount(text, minlength=len(starts))
            out[:, 3] = np.bincount(text, v[unknown], len(starts))
        return out

    def _log10p(self, words):
        """Return (log10 of the probability of each word, places of out-of-vocabulary words).

        words:   hashes of sentences with a BOUNDARY before and after each. No n-gram of a model
                 spans one, so none that does is found.
        Returns: array of floats; array of places.
        """
        unknown = None
        if self.settings["unknown_inside"]:
            at, _ = self.function.look_up(words)
            own, words = words, np.full(len(words), UNKNOWN_HASH)
            words[at] = own[at]
            unknown = (words == UNKNOWN_HASH).nonzero()[0]
        # [k - 1, i] of the k-gram ending at i; 0 where fewer words stand before it: not looked up
        keys = np.zeros((self.n, len(words)), np.uint64)
        keys[0] = words
        for k in range(2, self.n + 1):
            keys[k - 1, k - 1:] = longer(keys[k - 2, k - 2:-1], words[k - 1:])
        if self.settings["lower"] == "history":
            return self._by_history(keys)
        v = np.full(len(words), self.unknown, float)
        longest = np.zeros(len(words), np.int8)    # order of the longest n-gram that ends there
        rest = np.arange(len(words))
        for k in range(self.n, 0, -1):
            whole = rest[rest.searchsorted(k - 1):]
            at, codes = self.function.look_up(keys[k - 1].take(whole))
            at = whole.take(at)
            v[at] = self.values.take(codes, mode="clip")
            longest[at] = k
            rest = (longest == 0).nonzero()[0]
        for k in range(2, self.n + 1) if len(self.weights) else ():
            before = ((longest[1:] < k) & (longest[:-1] >= k - 1)).nonzero()[0]
            histories = keys[k - 2].take(before)
            if not self.settings["closed"]:
                at, _ = self.function.look_up(histories)
                before, histories = before[at], histories[at]
            v[before + 1] += self.weights.take(self.weighted.numbers(histories), mode="clip")
        if self.most_weight > 0:           # of an ARPA file whose probabilities sum to more than 1
            np.minimum(v, 0, out=v)
        return v, rest if unknown is None else unknown

    def _by_history(self, keys):
        """Return what `_log10p` returns, where a lower order has the first words of an n-gram."""
        size = keys.shape[1]
        v = np.full(size, self.unknown, float)
        rest = ends = np.arange(size)      # the n-gram looked for ends there
        bounds = (keys[0] == BOUNDARY).nonzero()[0]
        if not len(bounds) or bounds[0]:
            bounds = np.append(-self.n, bounds)        # of a text that continues
        place = rest - bounds[bounds.searchsorted(rest, "right") - 1]
        place[bounds[1:]] = np.diff(bounds)        # a boundary ends a sentence
        for k in range(self.n, 0, -1):
            whole = (ends >= k - 1).nonzero()[0]
            at, codes = self.function.look_up(keys[k - 1].take(ends[whole]))
            at = whole[at]
            v[rest[at]] = self.values.take(codes, mode="clip")
            rest, ends = np.delete(rest, at), np.delete(ends, at)
            if k == self.n:
                missing = rest
            ends = ends - (place[rest] >= k - 1)   # else it has no k - 1 words before it
        words = keys[0].take(missing)
        return v, np.delete(missing, self.function.look_up(words)[0])


def _check(settings):
    """Raise ValueError or KeyError if settings are not as in WordModel."""
    whole_number(settings["n"], 1, MAX_ORDER)
    if settings["lower"] not in ("suffix", "history"):
        raise ValueError('"lower" is missing')
    for name in "unknown_inside", "closed":
        if not isinstance(settings[name], bool):
            raise ValueError(f'"{name}" is neither true nor false')
    if "limit" in settings:
        number(settings["limit"], 1, MOST_LIMIT)


def _stored(seed_and_shards, codes, checks):
    seed, shards = seed_and_shards
    whole_number(seed, 0, MOST_SEED)
    whole_number(shards, 1, len(codes))
    columns = len(codes) // (3 * shards)
    if len(codes) != 3 * shards * columns or not columns or columns & (columns - 1):
        raise ValueError("impossible shards")
    if len(checks) not in (0, len(codes)):
        raise ValueError("arrays of different lengths")
    return StaticFunction(seed, shards, codes, checks)


# A static function: a map from keys to numbers that does not store the keys (a Bloomier filter).
#
# Three cells of a key, chosen by its hash, xor to its fingerprint and its number (Chazelle et al.
# 2004; for language models Talbot & Brants 2008). There are 1.27 cells a key, so that the keys can
# be peeled: at each step some cell belongs to only one of the keys left. A key that is not in the
# function is taken for one that is with probability 2^-24.
#
# Keys fall into shards by their hash, which bounds the memory of construction. A shard's cells are
# three rows; a key has one cell in each.

LOAD = 1.27              # cells a key; random keys cannot be peeled below 1.222
MORE = 1.02              # times as many shards where no seed works
TRIES = 4                # seeds before that
COLUMNS = 1 << 14        # of a shard's rows, fewer where that is more than all keys need
FEWEST_COLUMNS = 1 << 4

MIX = np.uint64(0xFF51AFD7ED558CCD)
HALF = np.uint64(32)


class StaticFunction(NamedTuple):
    """seed; shards; and arrays by cell, [shard, row, column] flattened, columns a power of two.

    codes:  uint32, 16 bits of fingerprint and the number, of 16 bits; uint16 without fingerprint.
    checks: uint8, 8 bits more of the fingerprint; empty without.
    """

    seed: int
    shards: int
    codes: np.ndarray
    checks: np.ndarray

    def look_up(self, keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (indices, numbers): which of the keys are in it, ascending, and their numbers."""
        h, cells = self._hashed(keys)
        stored = _xor(self.codes, cells).view(np.uint16)      # number, fingerprint, number ...
        same = _xor(self.checks, cells) == h.view(np.uint8)[6::8]
        same &= stored[1::2] == h.view(np.uint16)[2::4]
        at = same.nonzero()[0]
        return at, stored[::2].take(at)

    def numbers(self, keys: np.ndarray) -> np.ndarray:
        """Return the numbers of keys that are known to be in it."""
        return _xor(self.codes, self._hashed(keys)[1])

    def _hashed(self, keys):
        h = _mixed(keys, self.seed)
        return h, _cells(h, self.shards, len(self.codes) // (3 * self.shards))


def _xor(array, cells):
    return np.bitwise_xor.reduce(array.take(cells), 0)


def _mixed(keys, seed):
    """Return the keys, which are hashes already, with their 64 bits mixed."""
    h = keys ^ np.uint64(seed)
    h *= MIX
    h ^= h >> HALF
    return h


def _cells(h, shards, columns):
    """Return the three cells of keys with these hashes, as an array (3, keys) of int64.

    The upper half of a hash chooses the shard, bits of the lower one the column in each row.
    """
    shifts, rows = _layout(columns)
    cells = h >> shifts
    cells &= np.uint64(columns - 1)
    cells += rows
    first = _shard(h, shards)
    first *= np.uint64(3 * columns)
    cells += first
    return cells.view(np.int64)


@functools.cache
def _layout(columns):
    """Return where the bits for each row are in a hash, and where the row is in a shard."""
    bits = columns.bit_length() - 1
    return (np.array([[0], [bits], [2 * bits]], np.uint64),
            np.array([[0], [columns], [2 * columns]], np.uint64))


def _shard(h, shards):
    shard = h >> HALF
    shard *= np.uint64(shards)
    shard >>= HALF
    return shard


def static_function(keys: np.ndarray, numbers: np.ndarray, known: bool = False) -> StaticFunction:
    """Return the StaticFunction of keys to numbers.

    keys:    array of uint64, each once, in a reproducible order.
    numbers: array of uint16.
    known:   whether only keys that are in it will be looked up; then there are no fingerprints.
    """
    columns = COLUMNS
    while columns > FEWEST_COLUMNS and 3 * columns > len(keys) // 8:
        columns //= 2
    shards = max(1, round(LOAD * len(keys) / (3 * columns)))
    seed = 0
    while True:
        function = _with_seed(keys, numbers, known, shards, columns, seed)
        if function:
            return function
        seed += 1
        if seed % TRIES == 0:
            shards = int(MORE * shards) + 1


def _with_seed(keys, numbers, known, shards, columns, seed):
    """Return the StaticFunction with this seed, or None where it does not work."""
    h = _mixed(keys, seed)
    shard = _shard(h, shards).astype(np.uint32)
    order = np.argsort(shard, kind="stable")
    bounds = np.append(0, np.bincount(shard, minlength=shards).cumsum())
    del shard
    size = 3 * columns * shards
    codes = np.zeros(size, np.uint16 if known else np.uint32)
    checks = np.zeros(0 if known else size, np.uint8)
    for i, (low, high) in enumerate(pairwise(bounds)):
        rows = order[low:high]
        cells = _cells(h[rows], shards, columns).T
        rounds = _peeled(cells - 3 * columns * i, 3 * columns)
        if rounds is None:
            return None
        if known:
            _fill(codes, cells, rounds, numbers[rows])
        else:
            prints = h[rows] >> HALF
            _fill(codes, cells, rounds,
                  ((prints.astype(np.uint32) & 0xFFFF) << 16) | numbers[rows])
            _fill(checks, cells, rounds, (prints >> np.uint64(16)).astype(np.uint8))
    return StaticFunction(seed, shards, codes, checks)


def _peeled(cells, size):
    """Return rounds of peeling, [(keys, which of its cells is each key's own)]; None if stuck."""
    n = len(cells)
    flat = cells.ravel()
    degree = np.bincount(flat, minlength=size)
    keys = np.zeros(size, np.int64)        # xor of the keys that have a cell
    np.bitwise_xor.at(keys, flat, np.repeat(np.arange(n), 3))
    left, rounds = n, []
    single = np.flatnonzero(degree == 1)
    while len(single):
        peeled, first = np.unique(keys[single], return_index=True)
        own = single[first]
        rounds.append((peeled, (cells[peeled] == own[:, None]).argmax(1)))
        left -= len(peeled)
        touched = cells[peeled].ravel()
        np.subtract.at(degree, touched, 1)
        np.bitwise_xor.at(keys, touched, np.repeat(peeled, 3))
        single = np.unique(touched[degree[touched] == 1])
    return None if left else rounds


def _fill(array, cells, rounds, values):
    """Set the keys' own cells, those peeled last first, so that each key's cells xor to its value.

    Within a round no key has another's own cell, which would not have been single otherwise.
    """
    for peeled, own in reversed(rounds):
        three = cells[peeled]
        mine = three[np.arange(len(peeled)), own]
        array[mine] = 0
        array[mine] = values[peeled] ^ np.bitwise_xor.reduce(array[three], 1)
