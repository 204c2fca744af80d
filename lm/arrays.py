"""Arrays as sets, numbers of items, and mixed bits of arrays, by means that import little.

np.unique and np.isin import numpy.ma, in 10 ms.
"""
from collections import defaultdict
from collections.abc import Sequence
from itertools import count
from typing import Any

import numpy as np


def begins_of_runs(values: np.ndarray) -> np.ndarray:
    """Return whether each value differs from the one before it, bool (values,).

    >>> begins_of_runs(np.array([3, 3, 1, 3])).tolist()
    [True, False, True, True]
    """
    return np.append(True, values[1:] != values[:-1])[:len(values)]


def without_repeats(values: np.ndarray) -> np.ndarray:
    """Return values in ascending order, each once; values: ascending.

    >>> without_repeats(np.array([1, 1, 2])).tolist()
    [1, 2]
    """
    return values[begins_of_runs(values)]


def is_one_of(values: np.ndarray, wanted: Sequence[int]) -> np.ndarray:
    """Return whether each value is one of a few, bool (values,).

    >>> is_one_of(np.array([3, 1, 2]), [1, 3]).tolist()
    [True, True, False]
    """
    return (values == np.array(wanted)[:, None]).any(0)


def are_among(values: np.ndarray, wanted: Sequence[int] | np.ndarray) -> np.ndarray:
    """Return whether each value is one of `wanted`, which are ascending, bool (values,).

    >>> are_among(np.array([3, -1, 2]), [1, 3]).tolist(), are_among(np.array([-1]), []).tolist()
    ([True, False, False], [False])
    """
    return np.searchsorted(wanted, values, "right") > np.searchsorted(wanted, values)


def best_of_pages(values: np.ndarray, page: np.ndarray, pages: int) -> np.ndarray:
    """Return the index of the greatest value of each page, the first of equals.

    values:  0 or more. page: the page of each, ascending. pages: their number.
    Returns: int64 (pages,), -1 for a page without a value above 0.

    >>> best_of_pages(np.array([1, 3, 3, 0]), np.array([0, 0, 0, 2]), 3).tolist()
    [1, -1, -1]
    """
    best = np.full(pages, -1)
    bounds = np.searchsorted(page, np.arange(pages + 1))
    filled = bounds[1:] > bounds[:-1]
    starts, sizes = bounds[:-1][filled], np.diff(bounds)[filled]
    most = np.maximum.reduceat(values, starts)
    at = np.flatnonzero(values == np.repeat(most, sizes))
    best[filled] = np.where(most > 0, at[np.searchsorted(at, starts)], -1)
    return best


def numbered(items: Sequence[Any]) -> tuple[list[Any], np.ndarray]:
    """Return (the different items, a list; the place of each item there, int64 (items,)).

    >>> numbered(["b", "a", "b"])
    (['b', 'a'], array([0, 1, 0]))
    """
    places: dict[Any, int] = defaultdict(count().__next__)       # the next number for a new one
    numbers = np.fromiter(map(places.__getitem__, items), np.int64, len(items))
    return list(places), numbers


def mixed_array(numbers: np.ndarray) -> np.ndarray:
    """Return 64 bits of each number: hashing.mixed for an array of uint64, which is overwritten.

    >>> from .hashing import GOLDEN, mixed
    >>> mixed_array(np.array([GOLDEN], np.uint64)).tolist() == [mixed(GOLDEN)]
    True
    """
    shifted = numbers >> np.uint64(30)
    for factor, shift in ((0xBF58476D1CE4E5B9, 27), (0x94D049BB133111EB, 31)):
        numbers ^= shifted
        numbers *= np.uint64(factor)
        np.right_shift(numbers, np.uint64(shift), out=shifted)
    numbers ^= shifted
    return numbers
