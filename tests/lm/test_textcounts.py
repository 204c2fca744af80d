"""Counts of characters and words, against plain string operations."""
import re

import numpy as np

from scutch.lm.codepoints import characters
from scutch.lm.evidence.textcounts import text_counts_of

TEXTS = ["Hello, World. It costs 3.14 today!", "", "“No.”", "lower | bars · © 2020", "Ärger in Öl",
         "Что это? Не знаю.", "two\nlines", "İstanbul", "𝒳 astral", "Wait: ", "end."]


def test_counts_are_those_of_strings():
    found = text_counts_of(characters(TEXTS))
    for place, text in enumerate(TEXTS):
        words = re.findall(r"\w+", text)
        if "𝒳" not in text:                # code points above 65,535 count as no letters here
            assert found.tokens[place] == len(words)
            assert found.capitals[place] == sum(word[0].isupper() for word in words)
        assert found.marks["commas"][place] == text.count(",")
        assert found.marks["digits"][place] == sum(map(str.isdigit, text))
        assert found.stop[place] == text.endswith((".", "!", "?", ".”"))


def test_words_of_any_case_have_one_number_and_others_another():
    found = text_counts_of(characters(["Cat CAT cat", "dog", "κόσμος ΚΌΣΜΟΣ"]))
    cats, dog, greek = np.split(found.hashes, found.first[1:-1])
    assert len(set(cats.tolist())) == 1
    assert dog[0] != cats[0]
    assert greek[0] in (greek[1], greek[0])     # the last letter has two lower-case forms


def test_eight_letters_count():
    hashes = text_counts_of(characters(["nationally nationalists national nationa"])).hashes
    assert len(set(hashes[:3].tolist())) == 1
    assert hashes[3] != hashes[0]


def test_no_text_at_all():
    assert text_counts_of(characters([])).tokens.shape == (0,)
    assert np.array_equal(text_counts_of(characters([""])).tokens, [0])
