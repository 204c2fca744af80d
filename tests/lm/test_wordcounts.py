"""Counts of words: correct, independent of how the text is split, in bounded memory."""
import random
import tracemalloc
from collections import Counter as Bag

import pytest

from scutch.lm.words.countfiles import Counter, WordCounts, merge

N = 3


def some_text(sentences, seed=1):
    rng = random.Random(seed)
    return [" ".join(f"w{int(rng.expovariate(0.02))}" for _ in range(rng.randrange(12)))
            for _ in range(sentences)]


def counted(texts, path, memory=10**9, n=N):
    folder = path.parent / f"{path.name}.d"
    folder.mkdir()
    counter = Counter("white", n, memory, folder)
    for low in range(0, len(texts), 100):
        counter.add(texts[low:low + 100])
    counter.finish(path)
    assert not list(folder.iterdir())
    return path


def as_bags(counts):
    """Return {order: {n-gram: how often}} of a count file."""
    words = [line.decode() for line in counts.lines()]
    grams = [(word,) for word in words]
    out = {1: dict(zip(grams, counts.counts[1][:].tolist(), strict=True))}
    for k in range(2, counts.n + 1):
        keys = counts.keys[k][:].tolist()
        grams = [(*grams[key >> 32], words[key & 0xFFFFFFFF]) for key in keys]
        out[k] = dict(zip(grams, counts.counts[k][:].tolist(), strict=True))
    return out


def slow(texts, n):
    out = {k: Bag() for k in range(1, n + 1)}
    out[1] = Bag({("<s>",): 0, ("</s>",): 0})
    for text in texts:
        if words := text.split():
            row = ["<s>", *words, "</s>"]
            for k, bag in out.items():
                bag.update(tuple(row[i:i + k]) for i in range(len(row) - k + 1))
    return out


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_as_the_slow_one(n, tmp_path):
    texts = some_text(500)
    counts = WordCounts.load(counted(texts, tmp_path / "a", n=n))
    assert as_bags(counts) == slow(texts, n)
    words = list(counts.lines())
    assert words == sorted(words)


def test_own_marks_of_a_text_do_not_count(tmp_path):
    texts = ["a <s> b", "<unk>", "", "</s> c"]
    counts = WordCounts.load(counted(texts, tmp_path / "a"))
    assert as_bags(counts) == slow(["a b", "", "c"], N)


def test_any_cut_and_any_order_give_the_same_bytes(tmp_path):
    texts = some_text(2000)
    whole = counted(texts, tmp_path / "whole").read_bytes()
    assert counted(texts, tmp_path / "spilled", memory=30_000).read_bytes() == whole
    shards = [counted(texts[i::16], tmp_path / f"shard{i}") for i in range(16)]
    rng = random.Random(1)
    for trial in range(3):
        rng.shuffle(shards)
        merge(shards, tmp_path / f"merged{trial}", 10**6, tmp_path)
        assert (tmp_path / f"merged{trial}").read_bytes() == whole
    merge(shards[:5], tmp_path / "five", 1, tmp_path)       # by twos and threes, in small blocks
    merge(shards[5:], tmp_path / "eleven", 1, tmp_path)
    merge([tmp_path / "eleven", tmp_path / "five"], tmp_path / "both", 1, tmp_path)
    assert (tmp_path / "both").read_bytes() == whole


@pytest.mark.slow
def test_memory_stays_below_the_limit(tmp_path):
    """For any amount of text; measured by the bytes that Python and numpy hold at once."""
    limit = 8_000_000

    def peak(times):
        texts = some_text(20_000)
        tracemalloc.start()
        counter = Counter("white", 2, limit, tmp_path)
        for i in range(times):
            counter.add([f"{text} x{i}" for text in texts])
        counter.finish(tmp_path / f"out{times}")
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most
    peak(1)                                # the table of characters is made once
    assert peak(3) < limit
    assert peak(7) < limit
