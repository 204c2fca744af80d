"""Words in any script: a page in one without spaces has as many as its translation, and its scores.

tests/data/scripts.jsonl has one page of ours in English, Chinese, Japanese, Thai and Khmer.
"""
import json
import random
from collections import Counter
from importlib import metadata
from types import SimpleNamespace

import pytest

from scutch import pipe
from scutch.filters.edge import console
from scutch.filters.text.sentences import MAX_PLACES, sentences, sentences_of
from scutch.filters.text.words import LETTER, count_words, is_spaceless, words_of
from utils import ROOT

PAGES = [json.loads(line) for line in
         (ROOT / "tests/data/scripts.jsonl").read_text("utf-8").splitlines()]
PROSE = range(6, 10)     # the segments of prose


@pytest.mark.parametrize("text, count", [
    ("", 0), ("– | •", 0), ("don't stop 24/7", 3), ("Über 3 Straßen", 3), ("한국어는 띄어 쓴다", 3),
    ("首页", 1), ("河", 1), ("の", 1), ("河边的老磨坊将在春天开放", 8), ("ホームページ", 2),
    ("iPhone 16 发布会", 4), ("© 2024 河镇新闻", 3), ("โรงสี", 1), ("ေ", 1)])
def test_counts(text, count):
    assert count_words(text) == count


def test_the_list_has_as_many_as_the_count():
    pool = "".join(segment for page in PAGES for segment in page["html"]) + " ab 12 – \u0e4e"
    rng = random.Random(0)
    for _ in range(500):
        text = " ".join("".join(rng.choices(pool, k=rng.randrange(60))).split())
        assert len(words_of(text)) == count_words(text), text
        letters = Counter(filter(is_spaceless, text))
        assert Counter(filter(is_spaceless, "".join(words_of(text)))) == letters


@pytest.mark.parametrize("step", [97, pytest.param(1, marks=pytest.mark.long)])
def test_no_letter_counts_twice(step):
    for code in range(0, 0x110000, step):
        assert sum(letter.match(chr(code)) is not None for letter in LETTER.values()) < 2


def test_a_page_has_the_scores_of_its_translation():
    english, *others = pipe(PAGES, "html2text, segment, charlm, mlp, shallow, combine")
    for page in others:
        assert len(page["segments"]) == len(english["segments"])
        for i, (one, same) in enumerate(zip(page["segments"], english["segments"], strict=True)):
            scores, wanted = one["scores"], same["scores"]
            assert abs(scores["combine"] - wanted["combine"]) < 0.15, (page["id"], one["text"])
            assert (scores["combine"] <= 0.5) == (wanted["combine"] <= 0.5)
            assert (scores["shallow"] <= 0.5) == (wanted["shallow"] <= 0.5)
            if i in PROSE:
                assert 0.8 < one["words"] / same["words"] < 1.25, (page["id"], one["text"])


@pytest.mark.parametrize(("url", "place"), [
    ('{"url": "file:///a%20b", "dir_info": {}}', "/a b"), (None, "scutch"),
    ('{"url": "file:///a.whl", "archive_info": {}}', "scutch")])
def test_an_extra_is_installed_from_where_scutch_is(monkeypatch, url, place):
    monkeypatch.chdir(ROOT)
    assert console.needs("x", "warc") == "x needs one more package: pip install '.[warc]'"
    monkeypatch.setattr(console.os.path, "realpath", lambda path: "/site/scutch")
    monkeypatch.setattr(metadata, "distribution",
                        lambda name: SimpleNamespace(read_text=lambda file: url))
    assert console.needs("x", "warc").endswith(f"pip install '{place}[warc]'")


# ---------- sentences: of any text, and of many

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
