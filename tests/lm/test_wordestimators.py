"""Estimators: toys worked by hand, sums of 1, and the output of KenLM's lmplz for the same text.

data/lmplz.txt.gz is 800 sentences of Common Voice (CC0 1.0), data/lmplz.arpa.gz the output of
`lmplz -o 3 --prune 0 0 1` (KenLM 0.3.0) for it.
"""
import gzip
from math import log10

import numpy as np
import pytest

from scutch.lm.words import arpa
from scutch.lm.words.countfiles import Counter, WordCounts
from scutch.lm.words.estimators import TooLittleText, estimates
from utils import DATA

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
