"""minhash: signatures, their error against the Jaccard index, and the pairs found."""
import hashlib
import random
from itertools import combinations

import numpy as np
import pytest

from scutch.lm.templates.structure import (
    P,
    alike,
    as_text,
    from_text,
    signature,
    similarity,
)


def pair(size, shared, generator):
    """Return two sets whose union has `size` tokens and whose intersection `shared`."""
    tokens = generator.sample(range(1 << 32), size)
    common, rest = tokens[:shared], tokens[shared:]
    return set(common + rest[::2]), set(common + rest[1::2])


def test_the_bytes_are_those_of_any_machine():
    text = as_text(signature(range(0, 1 << 20, 4099)))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "54dac383ee1b572a"


def test_a_set_larger_than_a_slice():
    tokens = random.Random(1).sample(range(1 << 32), 20_000)
    parts = [signature(tokens[start:start + 5000]) for start in range(0, 20_000, 5000)]
    whole = signature(tokens)
    assert all((whole == part).any() for part in parts)
    assert np.any([whole == part for part in parts], axis=0).all(), "each minimum is one of theirs"


@pytest.mark.parametrize("size", [20, 300, 3000])
@pytest.mark.parametrize("jaccard", [0, 0.3, 0.6, 0.9, 1])
def test_similarity_is_jaccards_index(size, jaccard):
    generator = random.Random(size)
    shared = round(jaccard * size)
    found = [similarity(*map(signature, pair(size, shared, generator))) for _ in range(10)]
    error = (jaccard * (1 - jaccard) / P / 10) ** 0.5     # standard error of the mean
    assert abs(np.mean(found) - shared / size) <= 4 * error + 0.005


def test_text_and_back():
    one = signature([1, 2, 3])
    assert (from_text(as_text(one)) == one).all()
    assert len(as_text(one)) == 344
    assert signature([]) is None and as_text(None) is None


@pytest.mark.parametrize("text", [None, 7, [], {}, "", "AAAA", "é", "A" * 343, "=" * 344])
def test_what_is_no_signature(text):
    assert from_text(text) is None


def families(count, size, seed=2):
    """Return (signatures, families) of families of similar sets, in mixed order."""
    generator = random.Random(seed)
    found = []
    for family in range(count):
        core = generator.sample(range(1 << 32), 80)
        for _ in range(size):
            own = generator.sample(range(1 << 32), generator.randrange(20))
            found.append((signature(core + own), family))
    generator.shuffle(found)
    return np.stack([one for one, _ in found]), [family for _, family in found]


def test_pairs_are_those_of_a_comparison_of_all_with_all():
    signatures, _ = families(12, 5)
    one, other, agree = alike(signatures, 0.6)
    found = dict(zip(zip(one.tolist(), other.tolist(), strict=True), agree.tolist(), strict=True))
    wanted = {(i, j): similarity(signatures[i], signatures[j])
              for i, j in combinations(range(len(signatures)), 2)}
    assert found == {key: value for key, value in wanted.items() if value >= 0.6}
    assert len(found) == 12 * 10


def test_sets_of_one_family_find_each_other_however_many_they_are():
    signatures, names = families(3, 400)
    one, other, agree = alike(signatures, 0.6)
    assert all(names[i] == names[j] for i, j in zip(one, other, strict=True))
    assert len(one) < len(names) * 150, "not all with all"
    assert set(one.tolist()) | set(other.tolist()) == set(range(len(names)))
    best = dict.fromkeys(range(len(names)), 0.0)
    for i, j, value in zip(one.tolist(), other.tolist(), agree.tolist(), strict=True):
        best[i], best[j] = max(best[i], value), max(best[j], value)
    truth = [max(similarity(signatures[i], signatures[j]) for j in range(len(names)) if j != i)
             for i in range(40)]
    assert np.mean([truth[i] - best[i] for i in range(40)]) < 0.03, "near the most similar one"
