"""Hashes of 64 bits, of numbers and of texts: equal texts have equal ones on every machine."""
from collections.abc import Iterable
from hashlib import blake2b

import numpy as np

GOLDEN = 0x9E3779B97F4A7C15      # 2**64 over the golden ratio: Knuth, volume 3, 6.4


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


def mixed(number: int) -> int:
    """Return 64 bits of a number: the last steps of SplitMix64, Steele, Lea and Flood 2014.

    >>> mixed(GOLDEN) == 0xE220A8397B1DCDAF      # the first one of the generator from 0
    True
    """
    number %= 1 << 64
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 % (1 << 64)
    number = (number ^ number >> 27) * 0x94D049BB133111EB % (1 << 64)
    return number ^ number >> 31
