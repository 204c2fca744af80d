"""From the values of n-grams to the arrays of a word model."""
from typing import Any, NamedTuple

import numpy as np

from ..hashing import GOLDEN
from .staticfunction import static_function
from .tokens import BEGIN, END, UNKNOWN, tokenisation

CODEBOOK = 1 << 16       # numbers of a codebook at most
FEWEST = 1 << 10         # numbers that a codebook may always have
SHARE = 32               # n-grams per number of a codebook, which costs an eighth of a byte each
BLOCK = 1 << 20          # values whose places are looked for at once


class Estimates(NamedTuple):
    """The values of a model's n-grams; orders[k - 1] has (grams, log10p, weights).

    words:  list of str; the number of a word is its place. BEGIN, END, UNKNOWN are among them.
    grams:  array (N, k) of word numbers, no row twice; for k = 1 each word, in order.
    log10p, weights: arrays of N floats; weights are None at the highest order.
    """

    words: list
    orders: list


def packed(estimates: Estimates, tokens: str, lower: str, exact: bool) -> tuple[Any, ...]:
    """Return (settings, function, values, weighted, weights), as in WordModel.

    exact:   whether codebooks have their largest size, else one that follows the number of n-grams.
    Raises:  ValueError for duplicate n-grams.
    """
    hashes = tokenisation(tokens).hashes(estimates.words)
    n = len(estimates.orders)
    mark = estimates.words.index(END if lower == "history" and n > 1 else BEGIN)
    keys, values, weights, inside, closed = [], [], [], False, True
    for k, (grams, log10p, its_weights) in enumerate(estimates.orders, 1):
        if k == 1:                     # of BEGIN and END one value is of use, and one weight
            if its_weights is not None:
                inside |= bool(its_weights[estimates.words.index(UNKNOWN)])
                its_weights = its_weights.copy()
                its_weights[estimates.words.index(END)] = (
                    its_weights[estimates.words.index(BEGIN)])
            here = grams[:, 0] != mark
            grams, log10p = grams[here], log10p[here]
            its_weights = None if its_weights is None else its_weights[here]
        else:
            inside |= bool((grams == estimates.words.index(UNKNOWN)).any())
            shorter = _key([hashes[column] for column in grams.T[1:]])
            closed &= bool(np.isin(shorter, keys[-1]).all())
        keys.append(_key([hashes[column] for column in grams.T]))
        values.append(np.asarray(log10p, np.float32))
        if its_weights is not None:
            weights.append(np.asarray(its_weights, np.float32))
    size = CODEBOOK if exact else min(CODEBOOK, max(FEWEST, sum(map(len, keys)) // SHARE))
    codebook = _codebook(values, size)
    few = size if exact else size // 2     # the range of weights is less
    weight_codebook = _codebook([np.zeros(1, np.float32), *weights] if weights else [], few)
    weighted = _function(keys[:len(weights)], weights, weight_codebook, known=True)
    function = _function(keys, values, codebook)
    return ({"n": n, "unknown_inside": inside, "closed": closed,
             "functions": [[function.seed, function.shards], [weighted.seed, weighted.shards]],
             "ngrams": [len(order[1]) for order in estimates.orders]},
            function, codebook, weighted, weight_codebook)


def _key(columns):
    """Return the keys of n-grams, from the hashes of their words, arrays of uint64."""
    keys = columns[0]
    for column in columns[1:]:
        keys = longer(keys, column)
    return keys


def longer(keys: np.ndarray, words: np.ndarray) -> np.ndarray:
    """Return the keys of n-grams with one more word: 64 bits that hardly ever collide."""
    keys = keys * np.uint64(GOLDEN)
    keys ^= keys >> np.uint64(32)
    keys += words
    return keys


def _codebook(parts, size):
    """Return a codebook, ascending float32: all values; of too many, even steps and those of words.

    parts: an array of float32 for each order.
    size:  how many numbers it may have. Words take a quarter of them at most.
    """
    codebook = np.unique(np.concatenate([np.zeros(0, np.float32), *parts]))
    if len(codebook) <= size:
        return codebook
    words = np.unique(parts[0])
    if len(words) > size // 4:
        return np.linspace(codebook[0], codebook[-1], size).astype(np.float32)
    codebook = np.unique(np.concatenate(parts[1:]))
    steps = np.linspace(codebook[0], codebook[-1], size - len(words)).astype(np.float32)
    return np.unique(np.concatenate([words, steps]))


def _function(keys, values, codebook, known=False):
    """Return the StaticFunction from keys to places of the nearest values in the codebook.

    keys, values: lists of arrays.
    """
    middles = (codebook[1:].astype(float) + codebook[:-1]) / 2
    numbers = np.concatenate([np.zeros(0, np.uint16), *(
        middles.searchsorted(of_order[low:low + BLOCK]).astype(np.uint16)
        for of_order in values for low in range(0, len(of_order), BLOCK))])
    keys = np.concatenate([np.zeros(0, np.uint64), *keys])
    rising = np.argsort(keys)              # so that the order of the estimates does not matter
    keys, numbers = keys[rising], numbers[rising]
    del rising
    if (keys[1:] == keys[:-1]).any():
        raise ValueError("an n-gram occurs twice")
    return static_function(keys, numbers, known)
