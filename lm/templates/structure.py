"""A page's structure as a set of tokens, its signature, and pages of similar structure.

Tokens are positions of elements, without text and attributes. Similar pairs of many pages are told
without comparing all with all.

The signatures are sketches (lm/sketches.py); Leskovec, Rajaraman and Ullman 2014, chapter 3 (LSH:
signatures in bands). Unlike its candidates, which are few for the one that stays, the pairs here
are those of the nearest sets. datasketch is as exact, but importing it
takes longer than comparing the pages of most hosts, and for n pages of one template its index
returns all n² pairs.
"""
import base64
import binascii
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any
from zlib import crc32

import numpy as np

from ..arrays import mixed_array
from ..hashing import GOLDEN
from ..sketches import sketches

P = 128                  # places; the standard error of a similarity is 0.043 at 0.6
ROWS = 4                 # of a band; 32 bands find 98.8 % of the pairs at 0.6, 99.98 % at 0.7
BANDS = P // ROWS
WINDOW = 4               # how many a set is compared with, on either side, in each of its buckets
THRESHOLD = 0.6          # Leśniak 2017, section 4.2
SLICE = 1 << 13          # pairs worked on at once
TOGETHER = 64            # sets whose arrays stay in the cache

ROOT = crc32(b"[document]")


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


def tokens(names: Sequence[str], parents: Sequence[int]) -> set[int]:
    """Return the set of the tokens of a tree, each as a hash of 32 bits.

    A token is an element's number in its group, the elements of one parent; the group's number in
    its layer; the layer's; and the names from the element up to the document.

    names, parents: of the elements; the index of the parent, which comes before, or -1.
    Source:  Leśniak 2017, listings 2.3 to 2.7: "0_0_2_ul/0_0_2_body/0_0_2_html/0_0_2_[document]";
             the numbers are the same in each part of a token, so they count once here.
    Differs: elements in document order, not from the last to the first; no empty groups.
    """
    depths, layers, hashes = [], [], set()     # of layers {parent: [number, elements so far]}
    for parent, path in zip(parents, path_hashes(names, parents), strict=True):
        depth = depths[parent] + 1 if parent >= 0 else 0
        depths.append(depth)
        if depth == len(layers):
            layers.append({})
        group = layers[depth].setdefault(parent, [len(layers[depth]), 0])
        hashes.add(crc32(b"%d_%d_%d" % (group[1], group[0], depth), path))
        group[1] += 1
    return hashes


def paths(names: Sequence[str], parents: Sequence[int]) -> set[int]:
    """Return the set of the paths of a tree, each as a hash of 32 bits.

    A path is the names from an element up to the document. One more paragraph adds no token, so
    pages of one template are similar whatever their length. Of the pages of WCXB whose host has
    others, 60 % have one that is similar at 0.6; with `tokens` 18 %.
    """
    return set(path_hashes(names, parents))


def path_hashes(names: Sequence[str], parents: Sequence[int], root: int = ROOT) -> list[int]:
    """Return for each element the hash of the names from it up to the root, which has a hash."""
    hashes = []
    for name, parent in zip(names, parents, strict=True):
        above = hashes[parent] if parent >= 0 else root
        hashes.append(crc32(b"/" + name.encode("utf-8", "replace"), above))
    return hashes
