"""Word models: equal to a slow one on dictionaries and to KenLM; broken ones are refused.

data/kenlm.jsonl has the scores of some sentences by KenLM 0.3.0 with data/lmplz.arpa.gz.
"""
import gzip
import json
import random
from itertools import product

import numpy as np
import pytest

from scutch.lm.words import arpa, tokens
from scutch.lm.words.countfiles import Counter, WordCounts
from scutch.lm.words.estimators import ESTIMATORS, estimates
from scutch.lm.words.tokens import BLOCK
from scutch.lm.words.wordmodel import FEWEST, Estimates, WordModel
from utils import DATA

SETTINGS = {"tokens": "white", "estimator": "toy"}
ARPA = {"tokens": "white", "estimator": "arpa", "lower": "suffix"}


def read_lmplz():
    with gzip.open(DATA / "lmplz.arpa.gz") as lines:
        return arpa.read(lines)[0]


def sentences(count, seed=1):
    """Return sentences of a few words; words with a low number are frequent."""
    rng = random.Random(seed)
    return [" ".join(f"w{int(rng.paretovariate(0.6))}" for _ in range(rng.randrange(9)))
            for _ in range(count)]


class Slow:
    """A model on dictionaries, by the formulas of the paper."""

    def __init__(self, found, lower):
        self.history = lower == "history"
        self.n = len(found.orders)
        self.values, self.weights = {}, {}
        for grams, log10p, weights in found.orders:
            names = [tuple(found.words[i] for i in row) for row in grams]
            self.values |= dict(zip(names, log10p, strict=True))
            if weights is not None:
                self.weights |= dict(zip(names, weights, strict=True))

    def log10p(self, words):
        """Return log10 of the probability of the last of these words after the others."""
        if words in self.values:
            return self.values[words]
        if self.history:
            return self.log10p(words[:-1])
        return self.weights.get(words[:-1], 0.0) + self.log10p(words[1:])

    def score(self, text):
        """Return (log10p, tokens, unknown, unknown_log10p)."""
        row, out = ["<s>"], np.zeros(4)
        for word in [*text.split(), "</s>"]:
            known = (word,) in self.values
            row.append(word if known else "<unk>")
            value = self.log10p(tuple(row[-self.n:]))
            out += [value, 1, not known, 0 if known else value]
        return out


@pytest.mark.parametrize("estimator, n", [*product(ESTIMATORS, [1, 2, 3]), ("kneser-ney", 5)])
def test_as_the_slow_one(estimator, n, tmp_path, monkeypatch):
    counter = Counter("white", n, 10**8, tmp_path)
    counter.add(sentences(400))
    counter.finish(tmp_path / "counts")
    found, _ = estimates(WordCounts.load(tmp_path / "counts"), estimator, [1, 1, 2])
    lower = ESTIMATORS[estimator]
    model, slow = WordModel.of(found, {**SETTINGS, "lower": lower}, exact=True), Slow(found, lower)
    texts = [*sentences(200, seed=2), "", "w1 strange w1", "strange", "<s> w1 <unk> </s>"]
    due = np.array([slow.score(text.replace("<", "x")) for text in texts])
    scores = model.score(texts)
    assert (scores.tokens == due[:, 1]).all() and (scores.unknown == due[:, 2]).all()
    np.testing.assert_allclose(scores.log10p, due[:, 0], atol=5e-4)
    np.testing.assert_allclose(scores.unknown_log10p, due[:, 3], atol=5e-4)
    for text, *one in zip(texts, *scores, strict=True):      # alone as among others
        np.testing.assert_allclose([float(x[0]) for x in model.score([text])], one, atol=1e-9)
    monkeypatch.setattr(tokens, "BLOCK", 9)        # texts that go on in the next block
    for whole, pieces in zip(scores, model.score(texts), strict=True):
        np.testing.assert_allclose(pieces, whole, atol=1e-9)


@pytest.mark.parametrize("n", [3, 4, 5])
@pytest.mark.parametrize("lower", ["suffix", "history"])
def test_a_small_model_from_its_first_word_on(n, lower):
    """Empty cells hold key 0, which is also the key of a history that is too short."""
    orders = [{"<unk>": (-3, 0), "<s>": (-99, -0.5), "</s>": (-1, 0), "a": (-1.1, -0.2),
               "b": (-1.2, -0.3)}, {"<s> a": (-0.5, -0.11), "a b": (-0.6, -0.12)},
              {"<s> a b": (-0.4, -0.1)}, {"<s> a b a": (-0.3, 0)}, {"<s> a b a b": (-0.2, 0)}][:n]
    found = arpa_like(orders, 2)
    model, slow = WordModel.of(found, {**ARPA, "lower": lower}, exact=True), Slow(found, lower)
    for text in ["a b a b", "b a", "", "x", "a"]:
        np.testing.assert_allclose([float(part[0]) for part in model.score([text])],
                                   slow.score(text), atol=1e-6)


def arpa_like(orders, weighted):
    """Return Estimates of {n-gram: (value, weight)}, orders[k - 1] for order k."""
    words = list(orders[0])
    return Estimates(words, [(
        np.array([[words.index(word) for word in gram.split()] for gram in order], np.uint32),
        np.array([value for value, _ in order.values()]),
        np.array([weight for _, weight in order.values()]) if k < len(orders) else None)
        for k, order in enumerate(orders, 1)])


@pytest.mark.parametrize("third", [
    {"a b c": (-0.3, 0), "<s> a b": (-0.4, 0)},            # no "b c" among the 2-grams
    {"a <unk> b": (-0.2, 0), "<unk> <unk> </s>": (-0.1, 0)},
])
def test_unusual_arpa_files(third):
    unigrams = {"<unk>": (-3, -0.7), "<s>": (-99, -0.5), "</s>": (-1, 0), "a": (-1.1, -0.2),
                "b": (-1.2, -0.3), "c": (-1.3, -0.4)}
    bigrams = {"<s> a": (-0.5, -0.11), "a b": (-0.6, -0.12), "c </s>": (-0.7, 0)}
    found = arpa_like([unigrams, bigrams, third], 2)
    model, slow = WordModel.of(found, ARPA, exact=True), Slow(found, "suffix")
    rng = random.Random(3)
    texts = [" ".join(rng.choices("abcx", k=rng.randrange(6))) for _ in range(100)]
    np.testing.assert_allclose(np.stack(model.score(texts), 1),
                               [slow.score(text) for text in texts], atol=1e-6)


def test_kenlm():
    model = WordModel.of(read_lmplz(), ARPA, exact=True)
    due = [json.loads(line) for line in open(DATA / "kenlm.jsonl", encoding="utf-8")]
    scores = model.score([one["text"] for one in due])
    for one, log10p, count, unknown in zip(due, *scores[:3], strict=True):
        assert unknown == one["oov"]
        assert 10 ** (-log10p / count) == pytest.approx(one["perplexity"], rel=1e-4)


def test_saved_and_loaded(tmp_path):
    model = WordModel.of(read_lmplz(), {**ARPA, "lang": "en", "source": "Common Voice, CC0"})
    model.save(tmp_path / "a")
    again = WordModel.load(tmp_path / "a")
    again.save(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert again.settings["lang"] == "en" and len(again.sha256) == 64
    texts = ["the old house", "a b c"]
    assert str(model.score(texts)) == str(again.score(texts))
    with pytest.raises(ValueError):
        again.values[0] = 1


def test_values_of_a_small_model_are_rounded():
    found = read_lmplz()
    model, exact = WordModel.of(found, ARPA), WordModel.of(found, ARPA, exact=True)
    assert len(model.values) <= FEWEST < len(exact.values)
    step = np.ptp(model.values) / FEWEST * 4 / 3       # words take a quarter of the numbers at most
    texts = [*sentences(50), "the old man said", "it was in the house"]
    scores, due = model.score(texts), exact.score(texts)
    assert (abs(scores.log10p - due.log10p) <= step * scores.tokens).all()


def test_no_text_and_long_text():
    model = WordModel.of(read_lmplz(), ARPA, exact=True)
    assert [len(part) for part in model.score([])] == [0] * 4
    words = ["the", "old", "man"] * BLOCK
    scores = model.score(["the", " ".join(words), ""])
    assert scores.tokens.tolist() == [2, len(words) + 1, 1]
    third = model.score([" ".join(words[:9]), " ".join(words[:6])]).log10p
    rounds = third[0] - third[1]           # each round of three words costs the same
    assert scores.log10p[1] == pytest.approx(third[1] + rounds * (BLOCK - 2), rel=1e-6)
