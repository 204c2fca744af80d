"""Keys of n-grams: the place of the history in the upper half, the last word in the lower one.

The history of an n-gram of k words is its first k - 1, and its place that among the n-grams of
k - 1 words in ascending order; of a bigram it is the number of the first word.
"""
import numpy as np

HALF = np.uint64(32)     # bits
MOST = 0xFFFFFFFF        # the greatest place, and number of a word


def keys_of(histories: np.ndarray, words: np.ndarray) -> np.ndarray:
    """Return the keys, uint64, of histories and last words, at most MOST.

    >>> keys = keys_of(np.array([0, 7]), np.array([5, 6]))
    >>> histories_of(keys).tolist(), words_of(keys).tolist()
    ([0, 7], [5, 6])
    """
    keys = histories.astype(np.uint64, copy=False) << HALF
    keys |= words.astype(np.uint64, copy=False)
    return keys


def histories_of(keys: np.ndarray) -> np.ndarray:
    """Return the places of the histories, int64."""
    return (keys >> HALF).view(np.int64)


def words_of(keys: np.ndarray) -> np.ndarray:
    """Return the numbers of the last words, int64."""
    return (keys & np.uint64(MOST)).view(np.int64)
