"""Hashes of texts, 64 bits: equal texts have equal hashes on every machine."""
from collections.abc import Iterable
from hashlib import blake2b

import numpy as np


def hashes(strings: Iterable[str]) -> np.ndarray:
    """Return a hash of 64 bits of each string, an array."""
    return np.frombuffer(b"".join(map(_digest, strings)), "<u8")


def hash_of(string: str) -> int:
    """Return the same hash of one string.

    >>> [hash_of("mill")] == hashes(["mill"]).tolist()
    True
    """
    return int.from_bytes(_digest(string), "little")


def _digest(string):
    return blake2b(string.encode("utf-8", "surrogatepass"), digest_size=8).digest()
