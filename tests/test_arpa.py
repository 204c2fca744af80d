"""ARPA files: read as written, and refused with the line where they are broken."""
import gzip
from pathlib import Path

import numpy as np
import pytest

from scutch.lm import arpa
from scutch.lm.modelfile import BadModel

DATA = Path(__file__).parent / "data"
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
    return arpa.read(data.split(b"\n"))


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


def test_written_and_read():
    with gzip.open(DATA / "lmplz.arpa.gz") as lines:
        found = arpa.read(lines)
    again = arpa.read(arpa.written(found))
    assert again.words == found.words
    for (grams, log10p, weights), (grams2, log10p2, weights2) in zip(
            found.orders, again.orders, strict=True):
        assert (grams == grams2).all() and np.allclose(log10p, log10p2, atol=1e-6)
        assert (weights is None) == (weights2 is None)
        assert weights is None or np.allclose(weights, weights2, atol=1e-6)


def test_unknown_word_is_added():
    found = read(SMALL.replace(b"ngram 1=4", b"ngram 1=3").replace(b"-1.5\t<unk>\n", b""))
    assert found.words[-1] == "<unk>" and found.orders[0][1][-1] == arpa.MISSING


@pytest.mark.parametrize("old, new, why", [
    (b"\\data\\", b"\\date\\", "no line is"),
    (b"ngram 1=4", b"ngram 1=5", "line 12: 5 1-grams are due, 4 are there"),
    (b"ngram 1=4", b"ngram 1=3", "line 10: .2-grams: is due"),
    (b"ngram 2=2", b"ngram 3=2", "line 4: ngram 2=... is due"),
    (b"-0.25\ta", b"0.25\ta", "line 10: no 1-gram with its log10 probability"),
    (b"-0.25\ta", b"nan\ta", "line 10: no 1-gram with its log10 probability"),
    (b"-0.25\ta", b"-inf\ta", "line 10: no 1-gram with its log10 probability"),
    (b"-0.25\ta", b"x\ta", "line 10: no 1-gram"),
    (b"-0.25\ta", b"-0.25\t\xff", "line 10: no 1-gram"),
    (b"-0.25\ta", b"-0.25\t<s>", "line 10: the word <s> is there twice"),
    (b"<s> a", b"<s> b", "line 13: no 1-gram has the word b"),
    (b"<s> a", b"<s>", "line 13: no 2-gram"),
    (b"<s> a", b"<s> a -1 -1", "line 13: no 2-gram with its log10 probability"),
    (b"\\2-grams:", b"\\3-grams:", "line 12: .2-grams: is due"),
    (b"\\end\\", b"\\3-grams:", "line 16: .end. is due after 2 2-grams"),
    (b"</s>", b"</x>", "without </s>"),
    (b"\\end\\", b"", "cut off"),
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
