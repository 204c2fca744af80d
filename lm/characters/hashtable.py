"""A hash table in plain arrays, for looking up many keys at once.

It is built once and then only read, perhaps from a memory-mapped file.
"""
from collections.abc import Mapping, Sequence

import numpy as np

from ..hashing import GOLDEN

FEW = 1 << 11            # keys times entries of a bucket that are compared in one go
SLOTS_BITS = 13          # of the table in which `nearly_distinct` finds equal keys


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
