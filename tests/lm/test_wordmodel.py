"""Word models: equal to a slow one on dictionaries and to KenLM; ARPA files, read back as written;
perplexity of sentences and histograms of it.

data/kenlm.jsonl has the scores of some sentences by KenLM 0.3.0 with data/lmplz.arpa.gz.
"""
import gzip
import json
import math
import random
from itertools import product

import numpy as np
import pytest

from scutch.lm.modelfile import BadModel
from scutch.lm.pagecontext import UNKNOWN, posterior
from scutch.lm.words import arpa, tokens
from scutch.lm.words.countfiles import Counter, WordCounts
from scutch.lm.words.estimators import ESTIMATORS, estimates
from scutch.lm.words.perplexity import (
    CLEANED,
    DIRTIED,
    SAME,
    STEPS,
    WEIGHT,
    Histogram,
    log_odds,
    perplexity,
    probabilities,
)
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


# ---------------------------------------------------------------- arpa

SETTINGS_OF_ARPA = {"tokens": "white", "estimator": "arpa", "lower": "suffix"}
SMALL = rb"""
\data\
ngram 1=4
ngram 2=2

\1-grams:
-1.5	<unk>
0	<s>	-0.5
-0.5	</s>
-0.25	a	-0.125

\2-grams:
-0.1	<s> a
-0.2	a </s>

\end\
"""


def read(data):
    return arpa.read(data.split(b"\n"))[0]


def test_small():
    found = read(SMALL)
    assert found.words == ["<unk>", "<s>", "</s>", "a"]
    (grams, log10p, weights), (bigrams, more, none) = found.orders
    assert grams.tolist() == [[0], [1], [2], [3]] and log10p.tolist() == [-1.5, 0, -0.5, -0.25]
    assert weights.tolist() == [0, -0.5, 0, -0.125]
    assert bigrams.tolist() == [[1, 3], [3, 2]] and more.tolist() == [-0.1, -0.2] and none is None


def test_crlf_spaces_and_text_before_it():
    changed = b"made by hand\n" + SMALL.replace(b"\t", b"  ").replace(b"\n", b"\r\n")
    assert read(changed).words == read(SMALL).words


def test_a_byte_order_mark():
    assert read(b"\xef\xbb\xbf" + SMALL).words == read(SMALL).words


def test_written_and_read():
    with gzip.open(DATA / "lmplz.arpa.gz") as lines:
        found, none = arpa.read(lines)
    again, tokens = arpa.read(arpa.written(found, "words"))
    assert (none, tokens) == (None, "words")
    assert again.words == found.words
    for (grams, log10p, weights), (grams2, log10p2, weights2) in zip(
            found.orders, again.orders, strict=True):
        assert (grams == grams2).all() and np.allclose(log10p, log10p2, atol=1e-6)
        assert (weights is None) == (weights2 is None)
        assert weights is None or np.allclose(weights, weights2, atol=1e-6)


def test_unknown_word_is_added():
    found = read(SMALL.replace(b"ngram 1=4", b"ngram 1=3").replace(b"-1.5\t<unk>\n", b""))
    assert found.words[-1] == "<unk>" and found.orders[0][1][-1] == arpa.MISSING


@pytest.mark.parametrize("space", ["\u00a0", "\u3000", "\u2028", "\x85", "\x1c", "\v", "\f"])
def test_words_with_white_space_that_parts_no_fields(space):
    """lmplz takes them for letters, and so does the tokenisation white."""
    found = read(SMALL.replace(b"\ta\t", f"\ta{space}b\t".encode())
                 .replace(b"<s> a", f"<s> a{space}b".encode())
                 .replace(b"a </s>", f"a{space}b </s>".encode()))
    assert found.words[3] == f"a{space}b"
    alone = read(SMALL.replace(b"ngram 1=4", b"ngram 1=5")
                 .replace(b"-0.25", f"-0.1\t{space}\t-0.1\n-0.25".encode()))
    assert alone.words[3:] == [space, "a"] and alone.orders[0][2][3] == -0.1


def test_the_unknown_word_in_capitals():
    found = read(SMALL.replace(b"<unk>", b"<UNK>").replace(b"<s> a", b"<s> <UNK>"))
    assert found.words[0] == "<unk>" and found.orders[1][0].tolist() == [[1, 0], [3, 2]]


@pytest.mark.parametrize("gram", [b"a <s>", b"</s> a", b"<s> <s>", b"</s> </s>"])
def test_ngrams_over_the_end_of_a_sentence_are_left_out(gram):
    found = read(SMALL.replace(b"a </s>", gram))
    assert found.orders[1][0].tolist() == [[1, 3]]
    model = WordModel.of(found, SETTINGS_OF_ARPA, exact=True)
    # as KenLM: -0.1 for a after <s>, then the weight of a and the end
    assert model.score(["a"]).log10p[0] == pytest.approx(-0.1 - 0.125 - 0.5, abs=1e-6)


def test_a_probability_of_zero():
    found = read(SMALL.replace(b"-0.25\ta", b"-inf\ta"))
    assert found.orders[0][1].tolist() == [-1.5, 0, -0.5, arpa.ZERO]
    score = WordModel.of(found, SETTINGS_OF_ARPA, exact=True).score(["a a"])
    assert np.isfinite(score.log10p).all() and score.unknown.tolist() == [0]


@pytest.mark.parametrize("old, new, why", [
    (b"\\data\\", b"\\date\\", "no line is"),
    (b"ngram 1=4", b"ngram 1=5", "line 12: 5 1-grams are due, 4 are there"),
    (b"ngram 1=4", b"ngram 1=3", "line 10: .2-grams: is due"),
    (b"ngram 2=2", b"ngram 3=2", "line 4: ngram 2=... is due"),
    (b"-0.25\ta", b"0.25\ta", "line 10: no 1-gram with its log10 probability"),
    (b"-0.25\ta", b"nan\ta", "line 10: no 1-gram with its log10 probability"),
    (b"-0.25\ta", b"inf\ta", "line 10: no 1-gram with its log10 probability"),
    (b"-0.125", b"-inf", "line 10: no 1-gram with its log10 probability"),
    (b"-0.25\ta", b"-0.25\ta b", "line 10: no 1-gram"),
    (b"-0.25\ta", b"x\ta", "line 10: no 1-gram"),
    (b"-0.25\ta", b"-0.25\t\xff", "line 10: no 1-gram"),
    (b"-0.25\ta", b"-0.25\t<s>", "line 10: the word <s> is there twice"),
    (b"<s> a", b"<s> b", "line 13: no 1-gram has the word b"),
    (b"<s> a", b"<s>", "line 13: no 2-gram"),
    (b"<s> a", b"<s> a -1 -1", "line 13: no 2-gram"),
    (b"<unk>", b"<UNK>\n-1\t<unk>", "line 8: the word <unk> is there twice"),
    (b"\\2-grams:", b"\\3-grams:", "line 12: .2-grams: is due"),
    (b"\\end\\", b"\\3-grams:", "line 16: .end. is due after 2 2-grams"),
    (b"</s>", b"</x>", "without </s>"),
    (b"\\end\\", b"", "truncated"),
])
def test_refused(old, new, why):
    with pytest.raises(BadModel, match=why) as caught:
        read(SMALL.replace(old, new))
    assert "\n" not in str(caught.value)


def test_cut_anywhere():
    whole = SMALL.rstrip()
    for length in range(len(whole)):
        with pytest.raises(BadModel):
            read(whole[:length])


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\0" * 1000, b"{}\n", b"\\data\\\n",
                                  b"\\data\\\n\\end\\\n", b"\\data\\\nngram 1=99999999999999\n"])
def test_foreign(data):
    with pytest.raises(BadModel):
        read(data)


@pytest.mark.parametrize("head, due", [
    (b"\\data\\\nngram 1=3", True), (b"\n \n\\data\\", True), (b"# made\n#\n\n\\data\\", True),
    (b"# scutch tokens=words\r\n\\data\\\r\n", True), (b"#" * 4096, False), (b"# \\data\\", False),
    (b"\xef\xbb\xbf\\data\\\r\n", True), (b"text\n\n\\data\\\n\nngram 1=3", True),
    (b"text\n\\data\\", False), (b"text\n\\data\\\nngrams\n", False), (b"", False),
    (b"# a title\n" * 400, False)])
def test_told_by_its_first_bytes(head, due):
    assert arpa.begins(head) == due


# ---------------------------------------------------------------- perplexity

def test_perplexity_by_hand():
    # eq. 1: words of probability 1/2, 1/4 and 1/8 have the mean 1/4
    assert perplexity(math.log10(1 / 64), 3) == pytest.approx(4)
    assert perplexity(0.0, 0) == 1


@pytest.mark.parametrize("limit", [2.0, 1000.0, 14000.0])
def test_alone_is_the_decision_of_the_paper(limit):
    sentences = [(-n * x / 10, n) for n in (1, 2, 7, 40) for x in range(1, 80)]
    for one, p in zip(sentences, probabilities(sentences, limit), strict=True):
        over = perplexity(*one) / limit
        if abs(over - 1) > 1e-9:
            assert (p > 0.5) == (over > 1)


def test_evidence_grows_with_the_words():
    assert log_odds(-50, 10, 1e4) == pytest.approx(10 * log_odds(-5, 1, 1e4))
    assert log_odds(-5, 1, 1e4) == pytest.approx(WEIGHT * math.log(10))


def test_the_page_is_that_of_context():
    sentences, steps = [(-60, 20), (-12, 3), (-55, 20)], [UNKNOWN, 2, SAME]
    odds = [log_odds(*one, 5000.0) for one in sentences]
    assert probabilities(sentences, 5000.0, steps) == posterior(
        odds, [DIRTIED[d] for d in steps], [CLEANED[d] for d in steps])


def test_a_heading_goes_with_what_stands_around_it():
    heading, text, menu = (-11.0, 3), (-50.0, 25), (-15.0, 3)
    assert probabilities([heading], 3000.0)[0] > 0.5
    assert probabilities([text] * 3 + [heading] + [text] * 3, 3000.0, [0] * 7)[3] < 0.1
    assert probabilities([menu] * 5 + [heading] + [menu] * 5, 3000.0, [0] * 11)[5] > 0.5


def test_the_ends_of_numbers():
    assert probabilities([], 5000.0) == probabilities([], 5000.0, []) == []
    for steps in None, [0, 0]:
        low, high = probabilities([(-0.0, 10**6), (-1e9, 1)], 5000.0, steps)
        assert 0 <= low < 1e-9 and 0.5 < high <= 1


# ---------------------------------------------------------------- histogram

def some_sentences(seed, count):
    rng = random.Random(seed)
    return [(-rng.uniform(0.5, 5) * tokens, tokens)
            for tokens in (rng.randrange(1, 60) for _ in range(count))]


def histogram(some):
    found = Histogram()
    for one in some:
        found.add(*one)
    return found


@pytest.mark.parametrize("percent", [1, 25, 50, 90, 95, 99.5, 100])
def test_percentiles_are_those_of_the_sorted_tokens(percent):
    some = some_sentences(1, 500)
    tokens = sorted(perplexity(*one) for one in some for _ in range(one[1]))
    wanted = tokens[max(0, math.ceil(len(tokens) * percent / 100) - 1)]
    assert wanted < histogram(some).percentile(percent) <= wanted * 10 ** (1 / STEPS) * 1.0001


def test_extremes():
    assert Histogram().percentile(95) == 1.0
    found = histogram([(-1e6, 1), (0.0, 1), (0.0, 0)])
    assert found.bins.total() == 2
    assert found.percentile(50) == pytest.approx(10 ** (1 / STEPS))
    assert found.percentile(100) > 1e100


@pytest.mark.parametrize("value", [
    None, 7, [], {}, {"steps": STEPS}, {"steps": STEPS, "tokens": [1]},
    {"steps": STEPS, "tokens": {"x": 1}}, {"steps": STEPS, "tokens": {"1": -1}},
    {"steps": STEPS, "tokens": {"1000000": 1}}, {"steps": STEPS, "tokens": {"-1": 1}},
    {"steps": STEPS, "tokens": {"1": True}}, {"steps": STEPS, "tokens": {"1": 0.5}},
    {"steps": 10, "tokens": {"1": 1}}])
def test_what_is_none_is_refused(value):
    with pytest.raises(ValueError):
        Histogram.from_json(value)
