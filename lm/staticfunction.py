"""A static function: numbers by key in arrays that do not hold the keys (a Bloomier filter).

Three cells of a key, chosen by its hash, xor to its fingerprint and its number (Chazelle et al.
2004; for language models Talbot & Brants 2008). There are 1.25 cells a key, so that the keys can
be peeled: again and again there is a cell that only one of those left has. A key that was not
there when the arrays were made is taken for one that was with a chance of 2^-24.

Keys fall into shards by their hash, which bounds the memory of the making. A shard's cells are
three rows, one cell of a key in each.
"""
from itertools import pairwise
from typing import NamedTuple

import numpy as np

LOAD = 1.25              # cells a key; random keys cannot be peeled below 1.222
SPARE = 32               # cells more a shard, since small ones vary
SHARD = 1 << 18          # keys of one, or fewer
TRIES = 64               # seeds; each works nearly always

MIX = [np.uint64(m) for m in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53, 0x9E3779B97F4A7C15)]
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


class StaticFunction(NamedTuple):
    """seed; shards, a power of two; and arrays by cell, [shard, row, column] flattened.

    codes:  uint32, 16 bits of fingerprint and the number, of 16 bits; uint16 without fingerprint.
    checks: uint8, 8 bits more of the fingerprint; empty without.
    """

    seed: int
    shards: int
    codes: np.ndarray
    checks: np.ndarray

    def look_up(self, keys):
        """Return (indices, numbers): which keys are there, rising, and their numbers."""
        h, cells = self._hashed(keys)
        found = _xor(self.codes, cells)
        h >>= HALF
        same = (found >> 16) == (h.astype(np.uint32) & 0xFFFF)
        at = same.nonzero()[0]
        check = _xor(self.checks, cells.take(at, 1))
        sure = check == (h.take(at) >> np.uint64(16)).astype(np.uint8)
        if not sure.all():
            at = at[sure]
        return at, found.take(at).astype(np.uint16)

    def numbers(self, keys):
        """Return the numbers of keys that are there for certain."""
        return _xor(self.codes, self._hashed(keys)[1])

    def _hashed(self, keys):
        h = _mixed(keys, self.seed)
        return h, _cells(h, self.shards, len(self.codes) // (3 * self.shards))


def _xor(array, cells):
    return np.bitwise_xor.reduce(array.take(cells), 0)


def _mixed(keys, seed):
    """Return 64 bits of each key in which all of its bits have their part (MurmurHash3's end)."""
    h = keys ^ (np.uint64(seed) * MIX[2])
    h ^= h >> HALF
    h *= MIX[0]
    h ^= h >> np.uint64(29)
    h *= MIX[1]
    h ^= h >> HALF
    return h


def _cells(h, shards, columns):
    """Return the three cells of keys with these hashes, as an array (3, keys) of int64."""
    cells = np.empty((3, len(h)), np.uint64)
    second = h * MIX[2]
    np.bitwise_and(h, LOW, cells[0])
    np.right_shift(second, HALF, cells[1])
    np.bitwise_and(second, LOW, cells[2])
    cells *= np.uint64(columns)
    cells >>= HALF
    cells += np.array([[0], [columns], [2 * columns]], np.uint64)
    if shards > 1:
        first = _shard(h, shards)
        first *= np.uint64(3 * columns)
        cells += first
    return cells.view(np.int64)


def _shard(h, shards):
    return h >> np.uint64(64 - (shards.bit_length() - 1))


def static_function(keys, numbers, known=False):
    """Return the StaticFunction of keys to numbers.

    keys:    array of uint64, each once, in an order that is always the same.
    numbers: array of uint16.
    known:   whether only keys that are there will be asked for; then there are no fingerprints.
    """
    shards = 1
    while len(keys) > SHARD * shards:
        shards *= 2
    for seed in range(TRIES):
        function = _with_seed(keys, numbers, known, shards, seed)
        if function:
            return function
    raise ValueError(f"no seed under {TRIES} works: a key is there twice")


def _with_seed(keys, numbers, known, shards, seed):
    """Return the StaticFunction with this seed, or None where it does not work."""
    h = _mixed(keys, seed)
    shard = _shard(h, shards) if shards > 1 else np.zeros(len(keys), np.uint64)
    order = np.argsort(shard, kind="stable")
    bounds = np.searchsorted(shard[order], np.arange(shards + 1, dtype=np.uint64))
    columns = int(LOAD / 3 * np.diff(bounds).max()) + SPARE
    size = 3 * columns * shards
    codes = np.zeros(size, np.uint16 if known else np.uint32)
    checks = np.zeros(0 if known else size, np.uint8)
    for i, (low, high) in enumerate(pairwise(bounds)):
        some = order[low:high]
        cells = _cells(h[some], shards, columns).T
        rounds = _peeled(cells - 3 * columns * i, 3 * columns)
        if rounds is None:
            return None
        if known:
            _fill(codes, cells, rounds, numbers[some])
        else:
            prints = h[some] >> HALF
            _fill(codes, cells, rounds,
                  ((prints.astype(np.uint32) & 0xFFFF) << 16) | numbers[some])
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

    Within a round no key has another's own cell, else that had not been single.
    """
    for peeled, own in reversed(rounds):
        three = cells[peeled]
        mine = three[np.arange(len(peeled)), own]
        array[mine] = 0
        array[mine] = values[peeled] ^ np.bitwise_xor.reduce(array[three], 1)
