"""Alignment against the plain dynamic programme and rapidfuzz; the labels of real pages."""
import gzip
import json
import random
import tracemalloc

import pytest

from scutch.lm.gold import alignment
from scutch.lm.gold.alignment import common_length, common_pairs, distance, labels


def sequences(count, longest):
    """Yield pairs of random sequences over alphabets of 1 to 30 items."""
    rng = random.Random(longest)
    for _ in range(count):
        items = range(rng.choice([1, 2, 3, 5, 30]))
        yield [[rng.choice(items) for _ in range(rng.randrange(longest))] for _ in "ab"]


SMALL = [*sequences(1500, 12), *sequences(60, 90), [[], []], [[1], []], [[], [1]]]


def test_distance_of_long_sequences_is_cut_often_enough(monkeypatch):
    long = [*sequences(5, 3000)]
    found = [distance(a, b) for a, b in long]
    assert max(len(b) for _, b in long) > 2 * alignment.ROWS
    monkeypatch.setattr(alignment, "ROWS", 1)
    assert found == [distance(a, b) for a, b in long]


def test_against_rapidfuzz():
    fuzz = pytest.importorskip("rapidfuzz.distance", reason="rapidfuzz is not installed")
    for a, b in [*SMALL, *sequences(20, 3000)]:
        assert common_length(a, b) == fuzz.LCSseq.similarity(a, b)
        blocks = fuzz.LCSseq.opcodes(a, b).as_matching_blocks()
        assert common_pairs(a, b) == [(block.a + k, block.b + k)
                                      for block in blocks for k in range(block.size)]
        assert distance(a, b) == fuzz.Levenshtein.distance(a, b)


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(alignment, "KEPT_BITS", 1 << 22)
    rng = random.Random(1)
    a, b = ([rng.randrange(50) for _ in range(6000)] for _ in "ab")
    tracemalloc.start()
    pairs = common_pairs(a, b)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(pairs) == common_length(a, b)
    assert peak < 2 << 20, "all rows would be 6000 * 6000 bits, 4.5 MB"


GOLD = """The end of tea?
The price of tea fell by a third this year, and nobody knows what comes next.
"We drink less of it," says Ann Lee of the Tea Board, who has sold it for thirty years.
Black
Green"""


@pytest.mark.parametrize("segment, share, why", [
    ("The price of tea fell by a third this year, and nobody knows what comes next.", 1, "as is"),
    ("THE PRICE OF TEA FELL BY A THIRD THIS YEAR, AND NOBODY KNOWS WHAT COMES NEXT.", 1,
     "capitals"),
    ("“We drink less of it”, says Ann Lee of the Tea Board,who has sold it for thirty years.", 1,
     "quotes and spaces"),
    ("Share | Print The price of tea fell by a third this year, and nobody knows what comes next.",
     16 / 18, "a bar in front"),
    ("Green", 1, "a line of its own"),
    ("The best of the week: who says what", 0, "words that stand here and there in the gold"),
    ("Board", 0, "a word from within a line"),
    ("* * *", 0, "no word"),
    ("", 0, "nothing"),
])
def test_share_of_one_segment(segment, share, why):
    assert labels([segment], GOLD) == [pytest.approx(share)], why


def test_a_copy_counts_once_and_beside_its_like():
    lines = GOLD.split("\n")
    page = ["Home", lines[0], "Login", *lines, "Read more", lines[1], lines[0]]
    assert labels(page, GOLD) == [0, 0, 0, *[1] * 5, 0, 0, 0]


def test_blocks_in_another_order_are_found():
    lines = GOLD.split("\n")
    assert labels([*lines[3:], "Menu", *lines[:3]], GOLD) == [1, 1, 0, 1, 1, 1]


def test_a_list_in_one_line_of_the_gold():
    assert labels(["Teas:", "Assam", "Keemun", "Login", "Sencha"],
                  "Teas: Assam, Keemun, Sencha") == [1, 1, 1, 0, 1]


def test_scripts_without_spaces():
    assert labels(["首页", "茶叶的价格今年下跌了。", "茶叶的价格"],
                  "茶叶的价格今年又下跌了。") == [0, 1, 0]


def test_empty_gold_and_no_segments():
    assert labels(["One", "Two"], "") == [0, 0]
    assert labels([], GOLD) == []


def l3s_pages(folder):
    """Yield (texts of the segments, whether each is content) of the pages of L3S-GN1."""
    with gzip.open(folder / "gold" / "l3s-gn1" / "gold.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            pieces = [(text, item["class"] not in {"boilerplate", "related"})
                      for item in json.loads(line)["classes"]
                      for text in item["text"].split("\n") if text.strip()]
            yield [text for text, _ in pieces], [content for _, content in pieces]


@pytest.mark.parametrize("moved, most", [(False, 0.03), (True, 0.06)])
def test_labels_are_the_known_classes(shared, moved, most):
    """Percent of words with the wrong label; the plain alignment has 0.07, with moved text 11."""
    rng = random.Random(1)
    wrong = total = 0
    for texts, content in l3s_pages(shared):
        gold = [text for text, kept in zip(texts, content, strict=True) if kept]
        if moved:
            start = rng.randrange(len(gold))
            taken = gold[start:start + len(gold) // 3]
            del gold[start:start + len(gold) // 3]
            place = rng.randrange(len(gold) + 1)
            gold[place:place] = taken
        for text, kept, share in zip(texts, content, labels(texts, "\n".join(gold)), strict=True):
            words = len(text.split())
            total += words
            wrong += words * ((share >= 0.5) != kept)
    assert 100 * wrong / total < most
