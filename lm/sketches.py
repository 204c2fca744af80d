"""Texts that are alike, found without comparing all with all: shingles, sketches and their bands.

Shingles are the sequences of w words in a text, as hashes (Broder 1997). The share of places in
which two sketches of sets agree is about their Jaccard index: Fast Similarity Sketching (Dahlgaard,
Knudsen and Thorup 2017). In round r each item of a set falls into one place with one value, and a
place keeps the least value of the first round that reaches it. The estimate is as unbiased as
MinHash (Broder 1997), with one hash of an item in place of one for each place. Of each value a few
bits are enough (Li and König 2010). Integers only, so the bytes are the same on every machine.

Sets that agree in all places of a band are compared (Leskovec, Rajaraman and Ullman 2014, chapter
3); of similar ones the better stays.
"""
import re
import unicodedata
from collections.abc import Iterable, Sequence

import numpy as np

from .arrays import begins_of_runs, mixed_array
from .hashing import GOLDEN
from .spaceless import CHARACTERS
from .words.tokens import BOUNDARY, LETTER, MARK, SPACE, Tokenisation

BANDS = 16
LEAST_FOUND = 0.9        # of the pairs whose similarity is the threshold
NEIGHBOURS = 4           # of a band with which a set is compared, besides the first one

WORDS = 5                # of a shingle
ALONE = re.compile(f"[{CHARACTERS}]")    # a letter is a word

PLACES = 256             # of a byte each; the RMS error is in share/bench/dedup.txt
ROUNDS = 12              # then each place takes the least hash of its own of all items
MANY = 1 << 15           # items of sets with empty places, of which each then counts once
EMPTY = ~np.uint64(0)
# Items are hashes already, of which a product gives another one in its high bits
FACTORS = mixed_array(np.arange(1, 2000, dtype=np.uint64) * np.uint64(GOLDEN)) | np.uint64(1)
ROUND_SHIFT = np.uint64(60)          # a value is its round, 4 bits, and 60 bits of a hash
OF_A_HASH = (np.uint64(1) << ROUND_SHIFT) - np.uint64(1)


def rows_of(threshold: float) -> int:
    """Return the places of a band: as many as leave LEAST_FOUND of the pairs at a threshold.

    >>> rows_of(0.7), rows_of(0.9)
    (5, 16)
    """
    return max(rows for rows in range(1, PLACES // BANDS + 1)
               if rows == 1 or chance_of(threshold, rows) >= LEAST_FOUND)


def chance_of(similarity: float, rows: int) -> float:
    """Return the probability that two sets agree in a band: the S-curve.

    >>> [round(chance_of(similarity, 5), 3) for similarity in (0.3, 0.5, 0.7, 0.9)]
    [0.038, 0.398, 0.947, 1.0]
    """
    return 1 - (1 - similarity ** rows) ** BANDS


def keys_of(sketches: np.ndarray, rows: int, band: int) -> np.ndarray:
    """Return a number of 48 bits for the places of one band of each sketch, uint64."""
    places = np.arange(band * rows, (band + 1) * rows, dtype=np.uint64)
    factors = mixed_array((places + np.uint64(1)) * np.uint64(GOLDEN))
    return mixed_array((sketches[:, places.astype(np.int64)] * factors).sum(1)) >> np.uint64(16)


def repeated(keys: np.ndarray) -> np.ndarray:
    """Return the indices of the keys that come several times, int64, by key and then by index.

    >>> repeated(np.array([6, 3, 5, 3, 6, 3])).tolist()
    [1, 3, 5, 0, 4]
    """
    order = keys.argsort()               # not stable, which would take several times as long
    ordered = keys[order]
    begins = begins_of_runs(ordered)
    several = ~begins
    several[:-1] |= ~begins[1:]
    order = order[several]
    return order[np.lexsort((order, ordered[several]))]


def candidates(keys: np.ndarray) -> np.ndarray:
    """Return the pairs of equal keys that are compared, int64 (pairs, 2), the lower index first.

    keys:    ascending. Each is compared with the first one of its run and with the NEIGHBOURS
             before it, so that pairs grow as the keys do: a million equal ones have five million.

    >>> candidates(np.array([3, 3, 5, 6, 6])).tolist()
    [[0, 1], [3, 4]]
    """
    places = np.arange(len(keys))
    starts = begins_of_runs(keys)
    first = np.maximum.accumulate(places * starts)
    pairs = [np.stack([first, places], 1)[first < places]]
    for step in range(1, NEIGHBOURS + 1):
        near = (places - step > first).nonzero()[0]
        pairs.append(np.stack([near - step, near], 1))
    return np.concatenate(pairs)


def kept(better: Iterable[int], worse: Iterable[int], gone: dict[int, int]) -> dict[int, int]:
    """Return {dropped: the kept one similar to it} of pairs of similar items.

    better, worse: in the order of preference of `worse`, then of `better`.
    gone:          the result for the pairs before these; it is added to.
    Returns:       the best kept one, never one dropped itself: of a chain A, B, C with A unlike C
                   both ends stay.

    >>> kept([1, 2, 1], [2, 3, 4], {})
    {2: 1, 4: 1}
    """
    for better_one, other in zip(better, worse, strict=True):
        if better_one not in gone and other not in gone:
            gone[other] = better_one
    return gone


def _rule(character):
    """Return (kind, symbol): lower case, no punctuation, letters of scripts without spaces alone.

    Digits are letters: pages that differ in a number are not the same.
    """
    if not (character.isalnum() or unicodedata.category(character)[0] == "M"):
        return SPACE, character
    if ALONE.match(character):
        return MARK, character
    small = character.lower()
    return LETTER, small if len(small) == 1 else character


SPLIT = Tokenisation("shingles", _rule)


def shingles(texts: Sequence[str], w: int = WORDS) -> tuple[np.ndarray, np.ndarray]:
    """Return (hash of each shingle, index of its text), arrays of uint64 and int64.

    texts:   str; a word is a run of letters, marks and digits, or one letter of a script without
             spaces between words.
    w:       words of a shingle. A text of fewer words is one shingle, one without words none.

    >>> _, owners = shingles(["To be, or not to be that is", "Hello", "--"])
    >>> owners.tolist()
    [0, 0, 0, 0, 1]
    """
    hashes, counts = _words(texts)
    short = (counts > 0) & (counts < w)
    if short.any():                      # words that no text has, up to w
        lacking = (w - counts)[short]
        hashes = np.insert(hashes, np.repeat(counts.cumsum()[short], lacking), np.uint64(0))
        counts = np.where(short, w, counts)
    whole = np.maximum(len(hashes) - w + 1, 0)
    sums = hashes[:whole].copy()
    for step in range(1, w):             # Horner's rule, as Karp and Rabin 1987
        sums *= np.uint64(GOLDEN)
        sums += hashes[step:step + whole]
    owners = np.repeat(np.arange(len(texts)), counts)[:whole]
    inside = np.arange(whole) + w <= counts.cumsum()[owners]
    return mixed_array(sums[inside]), owners[inside]


def _words(texts):
    """Return (hash of each word, number of words of each text)."""
    hashes = np.concatenate([np.zeros(0, np.uint64),
                             *(block.hashes for block in SPLIT.blocks(texts))])
    ends = (hashes == BOUNDARY).nonzero()[0]
    return np.delete(hashes, ends), np.diff(ends, prepend=-1) - 1


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
