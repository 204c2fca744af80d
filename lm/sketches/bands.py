"""Candidate pairs of similar sets by bands of sketches, and the choice between them.

Leskovec, Rajaraman and Ullman 2014, chapter 3: sets that agree in all places of a band are
compared.
"""
from collections.abc import Iterable

import numpy as np

from ..arrays import begins_of_runs, mixed_array
from ..hashing import GOLDEN
from .similarity import PLACES

BANDS = 16
LEAST_FOUND = 0.9        # of the pairs whose similarity is the threshold
NEIGHBOURS = 4           # of a band with which a set is compared, besides the first one


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
