"""ARPA files: read back as written; broken ones are refused with their line."""
import gzip

import numpy as np
import pytest

from scutch.lm.modelfile import BadModel
from scutch.lm.words import arpa
from scutch.lm.words.wordmodel import WordModel
from utils import DATA

SETTINGS = {"tokens": "white", "estimator": "arpa", "lower": "suffix"}
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
    model = WordModel.of(found, SETTINGS, exact=True)
    # as KenLM: -0.1 for a after <s>, then the weight of a and the end
    assert model.score(["a"]).log10p[0] == pytest.approx(-0.1 - 0.125 - 0.5, abs=1e-6)


def test_a_probability_of_zero():
    found = read(SMALL.replace(b"-0.25\ta", b"-inf\ta"))
    assert found.orders[0][1].tolist() == [-1.5, 0, -0.5, arpa.ZERO]
    score = WordModel.of(found, SETTINGS, exact=True).score(["a a"])
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
