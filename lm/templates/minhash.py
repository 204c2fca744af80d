"""Signatures of sets, and similar pairs of many sets without comparing all with all.

The signatures are sketches (sketches/similarity.py); Leskovec, Rajaraman and Ullman 2014, chapter 3
(LSH: signatures in bands). Unlike the candidates of sketches/bands.py, which are few for the one
that stays, the pairs here are those of the nearest sets. datasketch is as exact, but importing it
takes longer than comparing the pages of most hosts, and for n pages of one template its index
returns all n² pairs.
"""
import base64
import binascii
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np

from ..arrays import mixed_array
from ..hashing import GOLDEN
from ..sketches.similarity import sketches

P = 128                  # places; the standard error of a similarity is 0.043 at 0.6
ROWS = 4                 # of a band; 32 bands find 98.8 % of the pairs at 0.6, 99.98 % at 0.7
BANDS = P // ROWS
WINDOW = 4               # how many a set is compared with, on either side, in each of its buckets
THRESHOLD = 0.6          # Leśniak 2017, section 4.2
SLICE = 1 << 13          # pairs worked on at once
TOGETHER = 64            # sets whose arrays stay in the cache


def signature(tokens: Iterable[int]) -> np.ndarray | None:
    """Return the signature of a set: a sketch of P values of 16 bits, uint16.

    tokens:  iterable of whole numbers under 2^32, hashes of the items of the set.
    Returns: None for the empty set, which is not similar to any set.
    """
    return signatures([set(tokens)])[0]


def signatures(sets: Sequence[set[int]]) -> list[np.ndarray | None]:
    """Return the signature of each of several sets, which costs less than one by one."""
    done: list[np.ndarray | None] = []
    for start in range(0, len(sets), TOGETHER):
        batch = sets[start:start + TOGETHER]
        counts = list(map(len, batch))
        items = np.fromiter(chain.from_iterable(batch), np.uint64, sum(counts))
        owners = np.repeat(range(len(batch)), counts)
        rows = sketches(mixed_array(items * np.uint64(GOLDEN)), owners, len(batch), P, 16)
        done += [row if count else None for row, count in zip(rows, counts, strict=True)]
    return done


def similarity(first: np.ndarray, other: np.ndarray) -> float:
    """Return the share of places in which two signatures agree, about their Jaccard index.

    >>> round(similarity(signature(range(80)), signature(range(100))), 2)
    0.79
    """
    return float((first == other).mean())


def as_text(signature: np.ndarray | None) -> str | None:
    """Return a signature as base64, 344 characters; None for None."""
    return None if signature is None else base64.b64encode(signature.tobytes()).decode()


def from_text(text: Any) -> np.ndarray | None:
    """Return the signature of `as_text`, or None for anything else."""
    try:
        decoded = np.frombuffer(base64.b64decode(text, validate=True), "<u2")
    except (TypeError, ValueError, binascii.Error):
        return None
    return decoded if len(decoded) == P else None


def alike(signatures: np.ndarray,
          threshold: float = THRESHOLD) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the pairs of similar signatures, as three arrays: first, second, similarity.

    signatures: array (n, P), in an order that has related sets near each other.
    threshold:  least similarity.
    Returns:    first < second, each pair once. Sets that agree in many bands, such as pages of one
                template, are compared only with their neighbours in the order of each band,
                WINDOW on either side: time and memory grow as n log n, not as n².
    """
    n = len(signatures)
    bands = np.ascontiguousarray(signatures).view("<u8")     # a band of four rows is one number
    pairs = [np.zeros(0, np.int64)]
    for k in range(BANDS):
        order = np.lexsort((bands[:, (k + 2) % BANDS], bands[:, (k + 1) % BANDS], bands[:, k]))
        for step in range(1, min(WINDOW, n - 1) + 1):
            left, other = order[:-step], order[step:]
            same = bands[left, k] == bands[other, k]
            left, other = left[same], other[same]
            pairs.append(np.minimum(left, other) * n + np.maximum(left, other))
    left, other = np.divmod(np.unique(np.concatenate(pairs)), max(n, 1))
    agree = np.concatenate([np.zeros(0), *(
        (signatures[left[start:start + SLICE]] == signatures[other[start:start + SLICE]]).mean(1)
        for start in range(0, len(left), SLICE))])
    enough = agree >= threshold
    return left[enough], other[enough], agree[enough]
