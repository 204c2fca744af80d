"""Tokenisations: the arrays split and hash like a plain pattern and a loop."""
import random
import re

import numpy as np
import pytest

from scutch.lm.words.tokens import BLOCK, BOUNDARY, MARKS, tokenisation

PIECE = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
ALPHABET = [*"aAbBéÉßñ09٣_ '’.,-–«!\t\n  ", "😀", "中", "\u00a0", "\x1c", "\ud800", "𝔸", "İ"]


def slow(name, text):
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
def test_as_the_slow_one(name):
    rng = random.Random(1)
    texts = ["".join(rng.choices(ALPHABET, k=rng.randrange(40))) for _ in range(600)]
    tokens = tokenisation(name)
    assert words_of(tokens, texts) == [slow(name, text) for text in texts]


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
