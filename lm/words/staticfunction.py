"""A static function: a map from keys to numbers that does not store the keys (a Bloomier filter).

Three cells of a key, chosen by its hash, xor to its fingerprint and its number (Chazelle et al.
2004; for language models Talbot & Brants 2008). There are 1.27 cells a key, so that the keys can
be peeled: at each step some cell belongs to only one of the keys left. A key that is not in the
function is taken for one that is with probability 2^-24.

Keys fall into shards by their hash, which bounds the memory of construction. A shard's cells are
three rows; a key has one cell in each.
"""
import functools
from itertools import pairwise
from typing import NamedTuple

import numpy as np

LOAD = 1.27              # cells a key; random keys cannot be peeled below 1.222
MORE = 1.02              # times as many shards where no seed works
TRIES = 4                # seeds before that
COLUMNS = 1 << 14        # of a shard's rows, fewer where that is more than all keys need
FEWEST = 1 << 4

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
    while columns > FEWEST and 3 * columns > len(keys) // 8:
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
