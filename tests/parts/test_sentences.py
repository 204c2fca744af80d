"""Sentences: where they end in the languages that the lists know, and in scripts without spaces."""
import random

import pytest

from scutch.filters.text.sentences import MAX_PLACES, sentences, sentences_of


def test_white_space():
    assert sentences("") == sentences(" \t\n\u3000\xa0") == []
    assert sentences("\u3000 One. \n\n Two.\u2028") == [[2, 6], [10, 14]]


@pytest.mark.parametrize("piece", [
    ".", ". ", ".\" ", "\"", " ", "a. ", "A. ", "Mr. ", "1. ", "! » ", ".[1]", ".[1] ", "。",
    "。」", ". ((", "x", ". A", "?!", "…\n", "\ud800. ", "A.B. "])
def test_50_000_characters_of_anything(piece):
    """Time is linear: a pattern that backtracks would take many minutes here."""
    text = piece * (50_000 // len(piece)) + "x"
    check(text, sentences(text))


def test_generated():
    rng = random.Random(7)
    pieces = ["Mr", "U.S", "3", "14", "word", "Word", "z. B", ".", ".", "!", "?", "…", "。", "।",
              "«", "»", "“", "”", "(", ")", "[1]", " ", " ", "\xa0", "\n", "\u2028", "\ud800",
              "今", "é"]
    for _ in range(3000):
        text = "".join(rng.choices(pieces, k=rng.randrange(30)))
        check(text, sentences(text))


def test_past_many_sentences_of_a_document_a_text_is_one():
    many = "Yes! " * (MAX_PLACES - 1)
    first, second, third = sentences_of([many + "A.", "It rained. We left. Why?", "No. Yes."])
    assert len(first) == MAX_PLACES
    assert second == [[0, 10], [11, 24]]         # the last place there is was in it
    assert third == [[0, 8]]


def check(text, found):
    """Sentences are in order, have no white space around them, and leave out only white space."""
    position = 0
    for start, end in found:
        assert position <= start < end
        assert not text[position:start].strip()
        assert text[start:end] == text[start:end].strip()
        position = end
    assert not text[position:].strip()
