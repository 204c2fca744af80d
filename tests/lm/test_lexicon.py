"""What words say of blocks: the words found, against a plain loop, and weights that are learnt."""

import numpy as np

from scutch.filters.columns.pages import pages_of
from scutch.filters.scoring.evidenceinput import blocks_of_pages
from scutch.lm.combine.lexicon import (
    BITS,
    LEAST_PAGES,
    LEXICON,
    Lexicon,
    bags_of,
    learnt,
)
from scutch.lm.evidence.evidence import evidence

ELEMENTS = [["body", -1, "home"], ["div", 0, "articleBody wide"], ["div", 1, ""], ["p", 2, "lead"],
            ["div", 0, "related-posts wide"]]
RECORD = {"id": "1", "title": "Wind", "elements": ELEMENTS, "segments": [
    {"text": text, "kind": kind, "words": len(text.split()), "element": element}
    for text, kind, element in [
        ("Wind farms at sea", "h", 1), ("Wind farms, many of them.", "p", 3), ("…", "p", 3),
        ("Read more", "h", 4), ("Read more", "p", 4)]]}


def found_in(*records):
    pages = pages_of(records)
    blocks = blocks_of_pages(pages, np.full(len(pages.text), 0.2))
    return blocks, bags_of(blocks, evidence(blocks))


def lexicon():
    rng = np.random.default_rng(3)
    return Lexicon({name: np.maximum(0, rng.integers(-99, 99, 1 << bits)).astype(np.int8)
                    for name, bits in BITS.items()})


def test_weights_are_learnt_from_words_headings_and_names():
    pages = [found_in(RECORD)[1] for _ in range(LEAST_PAGES)]
    shares = np.array([1, 1, 1, 0.5, 0])
    found = learnt(pages, [shares] * LEAST_PAGES, [np.ones(5)] * LEAST_PAGES)
    values = dict(zip(LEXICON, found.features(pages[0]), strict=True))
    for name in LEXICON:
        assert values[name][1] > 0.5 > -0.5 > values[name][4], name
    assert values["words say"][2] == 0
    fewer = learnt(pages[1:], [shares] * (LEAST_PAGES - 1), [np.ones(5)] * (LEAST_PAGES - 1))
    assert not any(some.any() for some in fewer.weights.values()), "words on too few pages"
