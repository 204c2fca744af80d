"""MinHash signatures of sets, and similar pairs of many sets without comparing all with all.

Broder 1997 (resemblance); Leskovec, Rajaraman and Ullman 2014, chapter 3 (LSH: signatures in
bands); Li and König 2010 (some bits of each minimum are enough). Integers only, so the bytes are
the same on every machine. datasketch is as exact, but importing it takes longer than comparing the
pages of most hosts, and for n pages of one template its index returns all n² pairs: see
share/bench/minhash.txt.
"""
import base64
import binascii
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..hashing import GOLDEN, mixed

P = 128                  # permutations; the standard error of a similarity is 0.043 at 0.6
ROWS = 4                 # of a band; 32 bands find 98.8 % of the pairs at 0.6, 99.98 % at 0.7
BANDS = P // ROWS
WINDOW = 4               # how many a set is compared with, on either side, in each of its buckets
THRESHOLD = 0.6          # Leśniak 2017, section 4.2
SLICE = 1 << 13          # tokens, or pairs, worked on at once


def _random(count, state):
    """Return `count` numbers of 64 bits: SplitMix64, Steele, Lea and Flood 2014."""
    return np.array([mixed(state + step * GOLDEN) for step in range(1, count + 1)], np.uint64)


FACTORS, SUMMANDS = _random(P, 1) | np.uint64(1), _random(P, 2)


def signature(tokens: Iterable[int]) -> np.ndarray | None:
    """Return the signature of a set: 16 bits of the minimum of each permutation, uint16.

    tokens:  iterable of whole numbers under 2^32, hashes of the items of the set.
    Returns: None for the empty set, which is not similar to any set.
    """
    tokens = set(tokens)
    tokens = np.fromiter(tokens, np.uint64, len(tokens))
    if not len(tokens):
        return None
    least = np.full(P, np.iinfo(np.uint64).max)
    for start in range(0, len(tokens), SLICE):
        values = tokens[start:start + SLICE, None] * FACTORS
        values += SUMMANDS               # in place: a third faster at the size of a page
        np.minimum(least, values.min(0), out=least)
    mixed = (least ^ least >> np.uint64(32)) * np.uint64(GOLDEN)    # the high bits are nearly equal
    return (mixed >> np.uint64(48)).astype("<u2")


def similarity(one: np.ndarray, other: np.ndarray) -> float:
    """Return the share of permutations in which two signatures agree, about their Jaccard index.

    >>> round(similarity(signature(range(80)), signature(range(100))), 2)
    0.77
    """
    return float((one == other).mean())


def as_text(signature: np.ndarray | None) -> str | None:
    """Return a signature as base64, 344 characters; None for None."""
    return None if signature is None else base64.b64encode(signature.tobytes()).decode()


def from_text(text: Any) -> np.ndarray | None:
    """Return the signature of `as_text`, or None for anything else."""
    try:
        found = np.frombuffer(base64.b64decode(text, validate=True), "<u2")
    except (TypeError, ValueError, binascii.Error):
        return None
    return found if len(found) == P else None


def alike(signatures: np.ndarray,
          threshold: float = THRESHOLD) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the pairs of similar signatures, as three arrays: one, other, similarity.

    signatures: array (n, P), in an order that has related sets near each other.
    threshold:  least similarity.
    Returns:    one < other, each pair once. Sets that agree in many bands, such as pages of one
                template, are compared only with their neighbours in the order of each band,
                WINDOW on either side: time and memory grow as n log n, not as n².
    """
    n = len(signatures)
    bands = np.ascontiguousarray(signatures).view("<u8")     # a band of four rows is one number
    found = [np.zeros(0, np.int64)]
    for k in range(BANDS):
        order = np.lexsort((bands[:, (k + 2) % BANDS], bands[:, (k + 1) % BANDS], bands[:, k]))
        for step in range(1, min(WINDOW, n - 1) + 1):
            one, other = order[:-step], order[step:]
            same = bands[one, k] == bands[other, k]
            one, other = one[same], other[same]
            found.append(np.minimum(one, other) * n + np.maximum(one, other))
    one, other = np.divmod(np.unique(np.concatenate(found)), max(n, 1))
    agree = np.concatenate([np.zeros(0), *(
        (signatures[one[start:start + SLICE]] == signatures[other[start:start + SLICE]]).mean(1)
        for start in range(0, len(one), SLICE))])
    enough = agree >= threshold
    return one[enough], other[enough], agree[enough]
