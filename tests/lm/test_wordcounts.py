"""Counts of words, their tokens and estimators: by hand, by plain loops, and KenLM's lmplz.

data/lmplz.txt.gz is 800 sentences of Common Voice (CC0 1.0), data/lmplz.arpa.gz the output of
`lmplz -o 3 --prune 0 0 1` (KenLM 0.3.0) for it.
"""
import gzip
import random
import re
import tracemalloc
from collections import Counter as Bag
from math import log10

import numpy as np
import pytest

from scutch.lm.words import arpa
from scutch.lm.words.countfiles import Counter, WordCounts, merge
from scutch.lm.words.estimators import TooLittleText, estimates
from scutch.lm.words.tokens import BLOCK, BOUNDARY, MARKS, tokenisation
from scutch.lm.words.wordmodel import static_function
from utils import DATA

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


@pytest.mark.long
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


# ---------------------------------------------------------------- estimators

PAPER = ["a b", "a b", "a c"]              # C(a) = 3, C(a b) = 2, 9 words with the end marks


def counts_of(texts, n, folder):
    counter = Counter("white", n, 10**8, folder)
    counter.add(texts)
    counter.finish(folder / "toy.counts")
    return WordCounts.load(folder / "toy.counts")


def as_dicts(found):
    """Return (values, weights) of Estimates, {n-gram: number}."""
    values, weights = {}, {}
    for grams, log10p, its_weights in found.orders:
        names = [" ".join(found.words[i] for i in row) for row in grams]
        values |= dict(zip(names, (10 ** np.asarray(log10p)).tolist(), strict=True))
        if its_weights is not None:
            weights |= dict(zip(names, (10 ** np.asarray(its_weights)).tolist(), strict=True))
    return values, weights


def estimated(texts, n, estimator, folder, prune=()):
    return as_dicts(estimates(counts_of(texts, n, folder), estimator, prune)[0])


def test_eq_2_of_the_paper(tmp_path):
    """P(b | a) = C(a b) / C(a) = 2/3, P(b) = 2/9, P(a) = 3/9."""
    values, _ = estimated(PAPER, 2, "interpolated", tmp_path)
    assert values["a b"] == pytest.approx(0.8 * 2 / 3 + 0.2 * 2 / 9 + 1e-6)
    assert values["<s> a"] == pytest.approx(0.8 * 3 / 3 + 0.2 * 3 / 9 + 1e-6)
    assert values["b </s>"] == pytest.approx(0.8 * 2 / 2 + 0.2 * 3 / 9 + 1e-6)
    assert values["b"] == pytest.approx(0.2 * 2 / 9 + 1e-6)
    assert values["<unk>"] == pytest.approx(1e-6)


def test_bigrams_as_the_published_program(tmp_path):
    values, _ = estimated(PAPER, 2, "pyplexity", tmp_path)
    assert values["a b"] == pytest.approx(0.8 * 2 / 3 + 0.2 * 3 / 9 + 1e-6)
    assert values["b </s>"] == pytest.approx(0.8 * 2 / 2 + 0.2 * 2 / 9 + 1e-6)
    assert values["b"] == pytest.approx(0.2 * 2 / 9 + 1e-6)     # of any word after b
    assert values["<unk>"] == pytest.approx(1e-6)


def test_trigrams(tmp_path):
    values, _ = estimated(PAPER, 3, "interpolated", tmp_path)
    assert values["<s> a b"] == pytest.approx(0.6 * 2 / 3 + 0.3 * 2 / 3 + 0.1 * 2 / 9 + 1e-6)
    assert values["a b"] == pytest.approx(0.3 * 2 / 3 + 0.1 * 2 / 9 + 1e-6)
    values, _ = estimated(PAPER, 3, "pyplexity", tmp_path)
    assert values["a b </s>"] == pytest.approx(0.6 * 2 / 2 + 0.3 * 2 / 3 + 0.1 * 3 / 9 + 1e-6)
    with pytest.raises(ValueError, match="weights for orders 1 to 3, not 4"):
        estimated(PAPER, 4, "pyplexity", tmp_path)


@pytest.fixture(scope="module")
def lmplz(tmp_path_factory):
    """Counts of the text that lmplz read."""
    texts = gzip.decompress((DATA / "lmplz.txt.gz").read_bytes()).decode().splitlines()
    return counts_of(texts, 3, tmp_path_factory.mktemp("lmplz"))


def test_as_lmplz(lmplz):
    found, _ = estimates(lmplz, "kneser-ney", [0, 0, 1])
    with gzip.open(DATA / "lmplz.arpa.gz") as lines:
        due, _ = arpa.read(lines)
    for ours, theirs in zip(as_dicts(found), as_dicts(due), strict=True):
        assert ours.keys() == theirs.keys()
        for name, value in theirs.items():
            assert abs(log10(ours[name]) - log10(value)) < 2e-6, name


@pytest.mark.parametrize("prune", [[], [0, 1], [2], [1, 2, 3]])
def test_kneser_ney_sums_to_1(lmplz, prune):
    """Over all words after a history; pruned words share the probability of the unknown word."""
    found, _ = estimates(lmplz, "kneser-ney", prune)
    values, weights = as_dicts(found)
    words = [word for word in found.words if word != "<s>"]
    gone = len(lmplz.counts[1]) - len(found.words) + 1

    def p(word, history):
        name = " ".join([*history, word])
        if name in values or not history:
            return values[name]
        return weights.get(" ".join(history), 1.0) * p(word, history[1:])
    for history in [[], ["<s>"], ["the"], ["<s>", "the"], ["of", "the"], ["never", "seen"]]:
        total = sum((1 + gone if word == "<unk>" else 1) * p(word, history) for word in words)
        assert total == pytest.approx(1, abs=1e-6)


def test_pruned_n_grams_have_their_words_and_histories(lmplz):
    with pytest.raises(ValueError, match="must not be lower"):
        estimates(lmplz, "interpolated", [2, 1, 0])
    found, _ = estimates(lmplz, "interpolated", [1, 1, 2])
    values, _ = as_dicts(found)
    for name in values:
        words = name.split(" ")
        if len(words) > 1:
            assert " ".join(words[1:]) in values and " ".join(words[:-1]) in values
    assert {"<s>", "</s>", "<unk>"} <= values.keys()


def test_too_little_text(tmp_path):
    with pytest.raises(TooLittleText, match="no 1-gram with an adjusted count of 2"):
        estimated(["a b"], 2, "kneser-ney", tmp_path)


# ---------------------------------------------------------------- tokens

PIECE = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
ALPHABET = [*"aAbBéÉßñ09٣_ '’.,-–«!\t\n  ", "😀", "中", "\u00a0", "\x1c", "\ud800", "𝔸", "İ"]


def slow_words(name, text):
    """Return the words of a text, without arrays."""
    if name == "white":
        return re.findall("[^ \t\n\r\v\f]+", text)
    out = []
    for token in PIECE.findall(text):
        word = "".join(c.lower() if len(c.lower()) == 1 else c for c in re.sub(r"\d+", "0", token))
        out.append(word.replace("’", "'"))
    return out


def words_of(tokens, texts):
    """Return the words of each text, by the arrays."""
    out = [[]]
    for block in tokens.blocks(texts):
        words = tokens.words(block, range(len(block.hashes)))
        for word, its in zip(words, block.hashes, strict=True):
            if its == BOUNDARY:
                out.append([])
            else:
                out[-1].append(word)
    assert not out.pop()
    return out


@pytest.mark.parametrize("name", ["white", "words"])
def test_words_are_those_of_the_slow_one(name):
    rng = random.Random(1)
    texts = ["".join(rng.choices(ALPHABET, k=rng.randrange(40))) for _ in range(600)]
    tokens = tokenisation(name)
    assert words_of(tokens, texts) == [slow_words(name, text) for text in texts]


@pytest.mark.parametrize("text", ["", " ", "\n", "a\nb", "word " * BLOCK, "x" * (3 * BLOCK),
                                  "1" * (2 * BLOCK)])
def test_one_boundary_a_text(text):
    blocks = list(tokenisation("white").blocks([text, "b", text]))
    ends = [b for block in blocks for b in np.flatnonzero(block.hashes == BOUNDARY).tolist()]
    assert len(ends) == 3 and not blocks[-1].goes_on
    assert all(len(block.string) <= BLOCK + 1 for block in blocks)


def test_long_text_is_cut_between_words():
    text = "some words " * BLOCK
    assert words_of(tokenisation("white"), [text]) == [text.split()]


def test_marks_in_text_are_words():
    [block] = tokenisation("white").blocks(["<s> </s> <unk>"])
    assert not {int(h) for h in MARKS.values()} & set(block.hashes[:3].tolist())


def test_unknown_name():
    with pytest.raises(ValueError, match="unknown tokenisation 'moses', known are white, words"):
        tokenisation("moses")


# ---------------------------------------------------------------- staticfunction

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
