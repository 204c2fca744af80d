"""What words say of blocks: the words found, against a plain loop, and weights that are learnt."""
from zlib import crc32

import numpy as np
import pytest

from scutch.filters.columns.pagerecords import pages_of
from scutch.filters.scoring.evidenceinput import blocks_of_pages
from scutch.lm.combine.lexicon import (
    BITS,
    FAR,
    LEAST_PAGES,
    LEXICON,
    UNIT,
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
LONG = {"id": "2", "title": "", "elements": [["div", -1, "x"]], "segments": [
    {"text": f"Line {number}", "kind": "p" if number else "h", "words": 2, "element": 0}
    for number in range(FAR + 2)]}


def found_in(*records):
    pages = pages_of(records)
    blocks = blocks_of_pages(pages, np.full(len(pages.text), 0.2))
    return blocks, bags_of(blocks, evidence(blocks))


def slots(bags, name):
    """Return the slots of each block, a list of sorted lists."""
    every, first, bag = bags[name]
    return [sorted(every[first[one]:first[one + 1]].tolist()) if one >= 0 else [] for one in bag]


def test_the_heading_before_on_the_same_page():
    _, bags = found_in(RECORD, LONG)
    heading = bags["heading says"].bag.tolist()
    assert heading[:5] == [-1, 0, 0, 0, 3]
    assert heading[5:] == [-1, *[5] * FAR, -1], "not that of another page, and not too far away"


def test_names_of_all_elements_around_and_of_the_nearest():
    _, bags = found_in(RECORD)

    def slot(name):
        return crc32(name.encode()) & (1 << BITS["names say"]) - 1
    body = ["home", "=home"]
    article = ["article", "body", "wide", "=articlebody", "=wide"]
    lead = ["lead", "=lead"]
    assert slots(bags, "names say")[1] == sorted(map(slot, [*body, *article, *lead]))
    assert slots(bags, "near names say")[1] == sorted(map(slot, [*article, *lead]))
    related = ["related", "posts", "wide", "=related-posts", "=wide"]
    assert slots(bags, "near names say")[4] == sorted(map(slot, [*body, *related]))


def lexicon():
    rng = np.random.default_rng(3)
    return Lexicon({name: np.maximum(0, rng.integers(-99, 99, 1 << bits)).astype(np.int8)
                    for name, bits in BITS.items()})


def test_a_value_is_the_sum_of_weights_over_the_root_of_their_number():
    weights = lexicon()
    _, bags = found_in(RECORD, LONG)
    found = weights.features(bags)
    assert found.shape == (len(LEXICON), 5 + len(LONG["segments"]))
    for name, row in zip(LEXICON, found, strict=True):
        for some, value in zip(slots(bags, name), row.tolist(), strict=True):
            known = [one for one in weights.weights[name][some].tolist() if one]
            assert value == pytest.approx(sum(known) / max(1, len(known)) ** 0.5 / UNIT)


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


def test_arrays_of_a_file():
    weights = lexicon()
    again = Lexicon.of(weights.arrays())
    assert all((again.weights[name] == weights.weights[name]).all() for name in LEXICON)
    with pytest.raises(ValueError, match="word weights"):
        Lexicon.of({name: some[1:] for name, some in weights.arrays().items()})
