"""Character n-gram models of clean and dirty text (Evert 2007, section 3.2).

A text is a row of symbols of a small alphabet. CharacterCounts holds how often each n-gram of
orders 1 to n occurs; `conditional` and `interpolated` turn counts into the paper's probabilities;
RatioModel holds, for every n-gram, the logarithm of dirty over clean, which is all that scoring
needs: orders up to `dense` in a table, higher ones in an array hash that backs off to the order
below.

Letters: n is the order, q the interpolation parameter, A the number of symbols.

The array hash is a hash table in plain arrays, for looking up many keys at once. It is built once
and then only read, perhaps from a memory-mapped file.
"""
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..codepoints import PAD, Characters, characters
from ..hashing import GOLDEN
from ..modelfile import array_of, number, whole_number
from .alphabets import BOUNDARY, Alphabet

FEW = 1 << 11            # keys times entries of a bucket that are compared in one go
SLOTS_BITS = 13          # of the table in which `nearly_distinct` finds equal keys

MAX_ORDER = 8
DENSE_CELLS = 1 << 20    # most cells of a table: 2 MB of float16
WINDOW = 1 << 20         # n-grams looked up at a time: some 30 MB


def array_hash(keys: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (starts, keys, values), a hash table in arrays; entries of a bucket are adjacent.

    keys:    array of uint64, each once.
    values:  array of as many numbers, or of as many rows of numbers.
    Returns: bucket b holds the entries from starts[b] up to, not including, starts[b + 1]; there
             are as many buckets as entries, rounded up to a power of two, two at least.
    """
    bits = max(1, (len(keys) - 1).bit_length())
    bucket = _buckets(keys, bits)
    order = np.lexsort((keys, bucket))
    starts = np.zeros((1 << bits) + 1, np.uint32)
    np.cumsum(np.bincount(bucket, minlength=1 << bits), out=starts[1:])
    return starts, keys[order], values[order]


def _buckets(keys, bits):
    return ((keys * np.uint64(GOLDEN)) >> np.uint64(64 - bits)).view(np.int64)


def is_hash(starts: np.ndarray, keys: np.ndarray, values: np.ndarray) -> bool:
    """Return whether these arrays, perhaps from a file, are a valid hash table."""
    return (keys.dtype.str == "<u8" and starts.dtype.str == "<u4"
            and keys.ndim == starts.ndim == 1 and len(keys) == len(values)
            and len(starts) >= 3 and (len(starts) - 1).bit_count() == 1
            and starts[0] == 0 and starts[-1] == len(keys)
            and not (starts[1:] < starts[:-1]).any())


def hash_lookup(table: Sequence[np.ndarray], wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (values, found) of the wanted keys; the values of keys not found are not set."""
    starts, keys, values = table
    places = hash_places(starts, keys, wanted)
    if not len(keys):
        return np.empty((len(wanted), *values.shape[1:]), values.dtype), np.zeros(len(wanted), bool)
    return values.take(places, 0, mode="clip"), places >= 0


def of_longest_suffix(tables: Mapping[int, Sequence[np.ndarray] | np.ndarray], wanted: np.ndarray,
                      k: int, size: int) -> np.ndarray:
    """Return the values of k-grams by their codes, each of the longest suffix that is stored.

    tables: {k: hash table}; that of the least order may be an array of a value for each code.
    size:   of the alphabet.
    """
    table = tables[k]
    if isinstance(table, np.ndarray):
        return table.take(wanted.view(np.int64))
    values, stored = hash_lookup(table, wanted)
    missed = np.flatnonzero(~stored)
    if len(missed):
        shorter = wanted[missed] % np.uint64(size ** (k - 1))
        values[missed] = of_longest_suffix(tables, shorter, k - 1, size)
    return values


def hash_places(starts: np.ndarray, keys: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Return the index of each wanted key among the keys of a hash table, int64, -1 for none."""
    out = np.full(len(wanted), -1, np.int64)
    if not len(keys):
        return out
    bucket = _buckets(wanted, (len(starts) - 1).bit_length() - 1)
    at, end = starts.take(bucket).astype(np.int64), starts.take(bucket + 1)
    hit = (keys.take(at, mode="clip") == wanted) & (at < end)    # most are first in their bucket
    np.copyto(out, at, where=hit)
    at += 1
    rest = np.flatnonzero(~hit & (at < end))
    at, end, wanted = at.take(rest), end.take(rest), wanted.take(rest)
    while len(rest):
        width = int((end - at).max())
        if len(rest) * width <= FEW:
            places = at[:, None] + np.arange(width)
            hit = keys.take(places, mode="clip") == wanted[:, None]
            hits, which = np.nonzero(hit & (places < end[:, None]))
            out[rest[hits]] = places[hits, which]
            break
        hit = keys.take(at) == wanted
        out[rest[hit]] = at[hit]
        at += 1
        more = np.flatnonzero(~hit & (at < end))
        rest, at, end, wanted = rest.take(more), at.take(more), end.take(more), wanted.take(more)
    return out


def nearly_distinct(keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (kept, which), two arrays of indices: keys equals keys[kept][which].

    Nearly every key is kept once; the few that share a slot with others may be kept as often as
    they occur. Much faster than np.unique.

    >>> kept, which = nearly_distinct(np.array([7, 8, 7, 7], np.uint64))
    >>> kept.tolist(), which.tolist()
    ([1, 3], [1, 0, 1, 1])
    """
    own = np.arange(len(keys))
    slots = _buckets(keys, SLOTS_BITS)
    last = np.empty(1 << SLOTS_BITS, np.int64)
    last[slots] = own
    first = last.take(slots)
    first = np.where(keys.take(first) == keys, first, own)
    is_kept = first == own
    return np.flatnonzero(is_kept), (np.cumsum(is_kept) - 1).take(first)


def codes(symbols: np.ndarray, k: int, A: int) -> np.ndarray:
    """Return the code of the k-gram that ends at each symbol from the k-th on, as uint64.

    The code is the k symbols as digits of base A, the last one lowest; k is at most MAX_ORDER,
    so that it fits in 64 bits.
    """
    out = symbols[:len(symbols) - k + 1].astype(np.uint64)
    for i in range(1, k):
        out *= np.uint64(A)
        out += symbols[i:len(symbols) - k + 1 + i]
    return out


class CharacterCounts:
    """How often each k-gram occurs, k from 1 to n: grams[k] = (ascending codes, float counts)."""

    def __init__(self, alphabet: Alphabet, n: int,
                 grams: dict[int, tuple[np.ndarray, np.ndarray]]) -> None:
        self.alphabet = alphabet
        self.n = n
        self.grams = grams

    @classmethod
    def of(cls, texts: Iterable[str], alphabet: Alphabet, n: int) -> "CharacterCounts":
        """Return the counts of segments of text, an iterable of str.

        Each character is counted with the symbols before it, and so is the boundary at the end;
        empty text is ignored.
        """
        first = max(1, n - 1)              # the first symbol that is predicted
        symbols = alphabet.symbols(characters(list(texts), first).codes)
        # of the boundaries after a segment the first is predicted, too
        predicted = (symbols[first:] != BOUNDARY) | (symbols[first - 1:-1] != BOUNDARY)
        grams = {k: np.unique(codes(symbols, k, alphabet.size)[first - k + 1:][predicted],
                              return_counts=True) for k in range(1, n + 1)}
        return cls(alphabet, n, {k: (c, m.astype(np.float64)) for k, (c, m) in grams.items()})

    def less(self, other: "CharacterCounts") -> "CharacterCounts":
        """Return these counts minus others', not below zero: differential training (3.2).

        Differs: the paper clamps probabilities to [0, 1]; clamped counts of n-grams, whose
                 histories are their sums, never leave it.
        """
        out = {}
        for k, (keys, counts) in self.grams.items():
            rest = counts - looked_up(keys, *other.grams[k])
            out[k] = keys[rest > 0], rest[rest > 0]
        return CharacterCounts(self.alphabet, self.n, out)


def total(counts: Sequence[CharacterCounts]) -> CharacterCounts:
    """Return the sum of several CharacterCounts of the same alphabet and order."""
    first = counts[0]
    return CharacterCounts(first.alphabet, first.n, {
        k: _summed([part.grams[k] for part in counts]) for k in first.grams})


def _summed(parts):
    keys = np.concatenate([part[0] for part in parts])
    counts = np.concatenate([part[1] for part in parts])
    unique, inverse = np.unique(keys, return_inverse=True)
    return unique, np.bincount(inverse, counts, len(unique))


def looked_up(wanted: np.ndarray, keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the value of each wanted key, 0 where it is not among the (ascending) keys."""
    if not len(keys):
        return np.zeros(len(wanted))
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, values[at], 0)


def conditional(counts: CharacterCounts, k: int, wanted: np.ndarray) -> np.ndarray:
    """Return Pr(c_k | c_1 ... c_k-1) of the wanted k-grams, 0 where the history is unseen.

    wanted: codes, array of uint64. Over all c_k the values of a history sum to 1, or to 0.
    Pr(c_1) has one added to every count, "in order to account for unseen or infrequent
    characters" (Evert 2007, 3.2).
    """
    A = np.uint64(counts.alphabet.size)
    keys, values = counts.grams[k]
    counted = looked_up(wanted, keys, values)
    if k == 1:
        return (counted + 1) / (values.sum() + counts.alphabet.size)
    histories, first = np.unique(keys // A, return_index=True)
    sums = np.add.reduceat(values, first) if len(values) else values
    seen = looked_up(wanted // A, histories, sums)
    return np.divide(counted, seen, out=np.zeros(len(wanted)), where=seen > 0)


def interpolated(orders: Sequence[Any], q: float) -> Any:
    """Return Pr* of n-grams (Evert 2007, 3.2, the one equation); n is len(orders).

    Pr*(c_n | c_1 ... c_n-1) = (1-q)/(1-q^n) (Pr(c_n | c_1 ...) + q Pr(c_n | c_2 ...) + ...)

    orders: Pr(c_n), Pr(c_n | c_n-1), ... Pr(c_n | c_1 ... c_n-1) of the n-grams, as arrays.
    """
    n = len(orders)
    return (1 - q) / (1 - q ** n) * sum(q ** (n - k) * p for k, p in enumerate(orders, 1))


class RatioModel:
    """log(Pr* of dirty / Pr* of clean) of every n-gram, in nats: above 0 is dirty.

    The factor (1-q)/(1-q^n) is in both and cancels out. An n-gram unseen in both has the value of
    its last n - 1 symbols, since both sums are then q times the lower ones: so the hashes need hold
    only n-grams seen. Values are float16, to three digits.
    """

    def __init__(self, alphabet: Alphabet, n: int, q: float, table: Any, hashes: Any) -> None:
        self.alphabet = alphabet
        self.n = n
        self.q = q
        self.table = table           # float16, A^dense cells, by codes
        self.hashes = hashes         # {k: (starts, keys, values)}, see array_hash, for k over dense
        self.dense = 1
        while alphabet.size ** self.dense < len(table):
            self.dense += 1

    @classmethod
    def of(cls, clean: CharacterCounts, dirty: CharacterCounts, q: float, least_count: float = 1,
           least_change: float = 0.0) -> "RatioModel":
        """Return the model of two CharacterCounts.

        least_count:  least count, in both together, of n-grams too long for the table; rarer ones
                      are dropped.
        least_change: least distance, in nats, of their value from that of the order below; nearer
                      ones are dropped.
        """
        alphabet, n = clean.alphabet, clean.n
        A = alphabet.size
        dense = n
        while A ** dense > DENSE_CELLS:
            dense -= 1
        keys = np.arange(A, dtype=np.uint64)
        sums = [conditional(counts, 1, keys) for counts in (clean, dirty)]
        table = np.log(sums[1] / sums[0])
        for k in range(2, dense + 1):
            keys = np.arange(A ** k, dtype=np.uint64)
            sums = [conditional(counts, k, keys) + q * np.tile(lower, A)
                    for counts, lower in zip((clean, dirty), sums, strict=True)]
            table = np.log(sums[1] / sums[0])
        model = cls(alphabet, n, q, table.astype(np.float16), {})
        for k in range(dense + 1, n + 1):
            lower_keys = keys
            both = _summed([clean.grams[k], dirty.grams[k]])
            keys = both[0]
            suffix = keys % np.uint64(A ** (k - 1))
            sums = [conditional(counts, k, keys) + q * looked_up(suffix, lower_keys, lower)
                    for counts, lower in zip((clean, dirty), sums, strict=True)]
            values = np.log(sums[1] / sums[0])
            below = model._values(suffix, k - 1)
            kept = (both[1] >= least_count) & (np.abs(values - below) >= least_change)
            model.hashes[k] = array_hash(keys[kept], values[kept].astype(np.float16))
        return model

    def ratios(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Return (sums, lengths) of segments: log(dirty / clean) in nats, and their n-grams.

        texts:   list of str, not empty. The n-grams of a segment are its characters and the
                 boundary after it, each with the n - 1 symbols before it, the first after
                 boundaries.
        Returns: two arrays of floats and ints; empty text has the value of its boundary.
        """
        return self.ratios_of(characters(texts, max(PAD, self.n - 1)))

    def ratios_of(self, characters: Characters) -> tuple[np.ndarray, np.ndarray]:
        """Return `ratios` of Characters, with n - 1 line breaks around each, two at least."""
        symbols = self.alphabet.symbols(characters.codes)
        ratios = np.concatenate([self._values_in(symbols[start:start + WINDOW + self.n - 1])
                                 for start in range(0, len(symbols) - self.n + 1, WINDOW)])
        lengths = characters.ends - characters.starts + 1
        first = characters.starts - (self.n - 1)
        # from each first n-gram to after the last, and from there to the next first one
        bounds = np.stack([first, first + lengths], 1).ravel()
        return np.add.reduceat(ratios.astype(float), bounds)[::2], lengths

    def _values_in(self, symbols):
        """Return the value of the n-gram that ends at each symbol from the n-th on, float16."""
        if self.dense == self.n:
            return self.table.take(self._small_codes(symbols))
        wanted = codes(symbols, self.n, self.alphabet.size)
        kept, which = nearly_distinct(wanted)
        return self._values(wanted.take(kept), self.n).take(which)

    def _small_codes(self, symbols):
        """Return the codes of n-grams that all fit the table, in as few passes as possible."""
        A, n = self.alphabet.size, self.n
        out = symbols[:len(symbols) - n + 1].astype(np.int32)
        for i in range(1, n):
            out *= A
            out += symbols[i:len(symbols) - n + 1 + i]
        return out

    def _values(self, wanted, k):
        """Return the values of k-grams by their codes, each of the highest order stored."""
        return of_longest_suffix({self.dense: self.table, **self.hashes}, wanted,
                                 k, self.alphabet.size)

    def arrays(self) -> dict[str, Any]:
        """Return its arrays for a model file: {name: array}."""
        out = {"table": self.table}
        for k, (starts, keys, values) in self.hashes.items():
            out |= {f"starts{k}": starts, f"keys{k}": keys, f"values{k}": values}
        return out

    @classmethod
    def from_arrays(cls, alphabet: Alphabet, n: int, q: float,
                    arrays: Mapping[str, Any]) -> "RatioModel":
        """Return the model in the arrays of a file.

        Raises:  ValueError, KeyError where they are not those of such a model.
        """
        whole_number(n, 1, MAX_ORDER)
        model = cls(alphabet, n, number(q, 0, 1), array_of(arrays, "table", "<f2", 1), {})
        if model.dense > n or model.table.shape != (alphabet.size ** model.dense,):
            raise ValueError("a table of another size")
        for k in range(model.dense + 1, n + 1):
            starts, keys = arrays[f"starts{k}"], arrays[f"keys{k}"]
            values = array_of(arrays, f"values{k}", "<f2", 1)
            if not is_hash(starts, keys, values):
                raise ValueError(f"no hash table of order {k}")
            model.hashes[k] = starts, keys, values
        return model
