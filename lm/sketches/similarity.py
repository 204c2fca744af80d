"""Sketches of sets: the share of places in which two agree is about their Jaccard index.

Fast Similarity Sketching (Dahlgaard, Knudsen and Thorup 2017): in round r each item of a set falls
into one place with one value, and a place keeps the least value of the first round that reaches it.
The estimate is as unbiased as MinHash (Broder 1997), with one hash of an item in place of one for
each place. Of each value a few bits are enough (Li and König 2010). Integers only, so the bytes are
the same on every machine.
"""
import numpy as np

from ..arrays import begins_of_runs, mixed_array
from ..hashing import GOLDEN

PLACES = 256             # of a byte each; the RMS error is in share/bench/dedup.txt
ROUNDS = 12              # then each place takes the least hash of its own of all items
MANY = 1 << 15           # items of sets with empty places, of which each then counts once
EMPTY = ~np.uint64(0)
# Items are hashes already, of which a product gives another one in its high bits
FACTORS = mixed_array(np.arange(1, 2000, dtype=np.uint64) * np.uint64(GOLDEN)) | np.uint64(1)
ROUND_SHIFT = np.uint64(60)          # a value is its round, 4 bits, and 60 bits of a hash
OF_A_HASH = (np.uint64(1) << ROUND_SHIFT) - np.uint64(1)


def sketches(items: np.ndarray, owners: np.ndarray, count: int, places: int = PLACES,
             bits: int = 8) -> np.ndarray:
    """Return the sketches of several sets, an array (count, places) of unsigned numbers.

    items:   uint64, well-mixed hashes of the items of all sets; repeated ones do not count.
    owners:  of which set each is, ascending, from 0 to count - 1.
    places:  a power of two up to 1024.
    bits:    of each value: 8 or 16. By chance two values agree once in 2**bits.
    Returns: the same row for each empty set.
    Differs: after ROUNDS, not `places`, rounds each place gets a hash of its own.
    """
    least = np.full(count * places, EMPTY)
    shift = np.uint64(65 - places.bit_length())
    starts, hashes = owners * places, items
    is_free = np.ones((count, places), bool)
    sizes = np.bincount(owners, minlength=count)
    for turn in range(ROUNDS):
        at = (hashes >> shift).view(np.int64)
        at += starts
        if turn:                         # most places are taken
            new = is_free.reshape(-1).take(at).nonzero()[0]
            at, hashes = at.take(new), hashes.take(new)
        hashes = hashes & OF_A_HASH
        hashes |= np.uint64(turn) << ROUND_SHIFT
        np.minimum.at(least, at, hashes)
        is_free.reshape(-1)[at] = False
        is_open = is_free.any(1)
        wanted = int(sizes[is_open].sum())
        if not wanted:
            break
        if 2 * wanted <= len(items):     # fewer items of full sets cost less than their removal
            still = np.repeat(is_open, sizes)
            items, starts = items[still], starts[still]
            sizes *= is_open
        hashes = items * FACTORS[turn]
    else:
        _fill(least, items, starts, is_free)
    taken = mixed_array(least) >> np.uint64(64 - bits)
    return taken.astype(f"<u{bits // 8}").reshape(count, places)


def _fill(least, items, starts, is_free):
    """Give each place that is still free the least of its own hashes of its set's items."""
    if len(items) > MANY:                # such as one word a million times
        order = np.lexsort((items, starts))
        items, starts = items[order], starts[order]
        once = begins_of_runs(items) | begins_of_runs(starts)
        items, starts = items[once], starts[once]
    places = is_free.shape[1]
    begins = begins_of_runs(starts).nonzero()[0]
    sets, counts = starts[begins] // places, np.diff(begins, append=len(items))
    rows, empty = is_free[sets].nonzero()
    sizes = counts[rows]
    ends = sizes.cumsum()
    values = items[np.repeat(begins[rows] - ends + sizes, sizes) + np.arange(ends[-1])]
    values *= np.repeat(FACTORS[ROUNDS + empty], sizes)
    values >>= np.uint64(4)
    values |= np.uint64(15) << ROUND_SHIFT
    least[sets[rows] * places + empty] = np.minimum.reduceat(values, ends - sizes)


def jaccard(items: np.ndarray, other: np.ndarray) -> float:
    """Return the Jaccard index of two sets: arrays of distinct items, not both empty.

    >>> jaccard(np.array([1, 2, 3]), np.array([2, 3, 4]))
    0.5
    """
    both = np.sort(np.append(items, other))
    union = int(begins_of_runs(both).sum())
    return (len(both) - union) / union


def estimates(sketch: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the estimated Jaccard index of each row of two arrays of sketches, float64.

    >>> some = mixed_array(np.arange(100, dtype=np.uint64))
    >>> one, other = sketches(np.append(some[:80], some), np.repeat([0, 1], [80, 100]), 2)
    >>> round(float(estimates(one, other)), 1)
    0.8
    """
    chance = 2.0 ** -(8 * sketch.dtype.itemsize)
    return np.maximum(((sketch == other).mean(-1) - chance) / (1 - chance), 0)
