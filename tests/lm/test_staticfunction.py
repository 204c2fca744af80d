"""Static functions: every key has its number; other keys almost never have one."""
import numpy as np
import pytest

from scutch.lm.words.wordmodel import LOAD, static_function


def keys_and_numbers(count, seed=1):
    rng = np.random.default_rng(seed)
    keys = np.unique(rng.integers(0, 1 << 63, count).astype(np.uint64) << np.uint64(1))
    return keys, rng.integers(0, 1 << 16, len(keys)).astype(np.uint16)


@pytest.mark.parametrize("count", [0, 1, 2, 30, 1000, 30_000, 200_000])
def test_all_keys(count):
    keys, numbers = keys_and_numbers(count)
    function = static_function(keys, numbers)
    at, found = function.look_up(keys)
    assert (at == np.arange(len(keys))).all() and (found == numbers).all()
    known = static_function(keys, numbers, known=True)
    assert (known.numbers(keys) == numbers).all()
    assert known.codes.dtype == np.uint16 and not len(known.checks)


def test_other_keys():
    function = static_function(*keys_and_numbers(50_000))
    other = np.arange(1, 400_000, 2, dtype=np.uint64) << np.uint64(40) | np.uint64(1)
    assert len(function.look_up(other)[0]) <= 2          # 0.01 expected, 2^-24 of them


def test_size():
    function = static_function(*keys_and_numbers(200_000))
    assert len(function.codes) <= 1.1 * LOAD * 200_000


def test_same_keys_same_bytes():
    a, b = (static_function(*keys_and_numbers(5000)) for _ in range(2))
    assert a.seed == b.seed and a.codes.tobytes() == b.codes.tobytes()
