"""sketches: shingles, the error of sketches, the S-curve of bands, and which of those alike go."""
import hashlib
import random
import unicodedata

import numpy as np
import pytest

from scutch.lm.arrays import mixed_array
from scutch.lm.sketches import (
    BANDS,
    LEAST_FOUND,
    PLACES,
    chance_of,
    estimates,
    kept,
    keys_of,
    rows_of,
    shingles,
    sketches,
)


def sets_of(items, owners, count):
    return [set(items[owners == owner].tolist()) for owner in range(count)]


def sketch(*sets):
    """Return the sketches of sets of whole numbers."""
    items = mixed_array(np.concatenate([np.array(sorted(one), np.uint64) for one in sets]))
    return sketches(items, np.repeat(range(len(sets)), list(map(len, sets))), len(sets))


def pair(size, index, seed):
    """Return two sets whose union has `size` items and whose Jaccard index is about `index`."""
    tokens = random.Random(seed).sample(range(1 << 60), size)
    shared = round(index * size)
    rest = tokens[shared:]
    return {*tokens[:shared], *rest[::2]}, {*tokens[:shared], *rest[1::2]}


@pytest.mark.parametrize("text", [
    "One two three four five six seven.", "one two", "", "-- ...", "Ça va ? Où est-il, l’été",
    "河边的老磨坊自从", "มีคน", "one\ntwo\u2028three four\tfive six",
    "x" * 70_000 + " y z", "\ud800 a b c d e"])
def test_shingles_are_those_of_a_loop(text):
    def is_word(character):
        return character.isalnum() or unicodedata.category(character)[0] == "M"
    words, alone = [], ("\u0e00", "\u9fff")
    for character in text.lower():
        if not is_word(character):
            words.append(None)
        elif alone[0] <= character <= alone[1]:
            words += [None, character, None]
        elif words and words[-1] is not None:
            words[-1] += character
        else:
            words.append(character)
    words = [word for word in words if word is not None]
    wanted = {tuple(words[i:i + 5]) for i in range(max(min(len(words), 1), len(words) - 4))}
    items, owners = shingles([text, text.upper().lower(), "other"])
    one, same, _ = sets_of(items, owners, 3)
    assert one == same and len(one) == len(wanted)


def test_punctuation_and_case_do_not_count_but_digits_do():
    one, other, third = sets_of(*shingles(["Page 12: an Example, of it", "page 12 an example of it",
                                           "page 13 an example of it"]), 3)
    assert one == other != third


@pytest.mark.parametrize("size", [3, 40, 300, 1500])
@pytest.mark.parametrize("index", [0, 0.3, 0.7, 0.95, 1])
def test_estimates_are_unbiased(size, index):
    runs = 10
    pairs = [pair(size, index, seed) for seed in range(runs)]
    truth = np.array([len(one & other) / len(one | other) for one, other in pairs])
    made = sketch(*(one for both in pairs for one in both))
    errors = estimates(made[::2], made[1::2]) - truth
    spread = (index * (1 - index) / min(PLACES, size)) ** 0.5
    assert abs(errors.mean()) <= 4 * spread / runs ** 0.5 + 0.004
    assert (errors ** 2).mean() ** 0.5 <= max(0.04, 1.3 * (index * (1 - index) / size) ** 0.5)


def test_repetition_order_and_company_do_not_count():
    one = pair(50, 0, 1)[0]
    items = mixed_array(np.array(sorted(one), np.uint64))
    again = np.repeat(items[::-1], 1000)
    assert (sketch(one)[0] == sketches(again, np.zeros(len(again), np.int64), 1)[0]).all()
    assert (sketch(one)[0] == sketch({1, 2}, one)[1]).all()


def test_the_bytes_are_those_of_any_machine():
    digest = hashlib.sha256(sketch(set(range(10)), set(range(900))).tobytes()).hexdigest()
    assert digest[:16] == "f7e5c435bd276f64"


@pytest.mark.parametrize("threshold", [0.3, 0.5, 0.7, 0.8, 0.95])
def test_pairs_agree_in_a_band_as_often_as_the_curve_says(threshold):
    rows, runs = rows_of(threshold), 200
    assert chance_of(threshold, rows) >= LEAST_FOUND and rows * BANDS <= PLACES
    made = sketch(*(one for seed in range(runs) for one in pair(1000, threshold, seed)))
    keys = np.stack([keys_of(made, rows, band) for band in range(BANDS)], 1)
    share = (keys[::2] == keys[1::2]).any(1).mean()
    wanted = chance_of(threshold, rows)
    assert abs(share - wanted) <= 4 * (wanted * (1 - wanted) / runs) ** 0.5 + 0.01


def test_what_goes_is_like_what_stays():
    generator = random.Random(3)
    pairs = sorted({tuple(sorted(generator.sample(range(60), 2))) for _ in range(150)},
                   key=lambda one: one[::-1])
    gone = kept(*zip(*pairs, strict=True), {})
    assert all((stays, goes) in pairs and stays not in gone for goes, stays in gone.items())
    assert not any(one not in gone and other not in gone for one, other in pairs)
