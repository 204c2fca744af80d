"""Alignment against the plain dynamic programme and rapidfuzz; the labels of real pages."""
import gzip
import json
import random
import re
import tracemalloc

import pytest

from scutch.lm.gold import alignment, measures
from scutch.lm.gold.alignment import (
    apart,
    common_length,
    common_pairs,
    distance,
    is_spaceless,
    labels,
    letter_runs,
    tokens,
    words,
)
from scutch.lm.gold.measures import MEASURES, score, summary
from scutch.lm.spaceless import CHARACTERS, SCRIPTS


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


# ---------- words in any script, as measures and labels count them

@pytest.mark.parametrize("text, wanted", [
    ("北京12度。", "北 京 12 度"), ("人々は", "人 々 は"), ("ホームページ", "ホ ー ム ペ ー ジ"),
    ("iPhone发布", "iphone 发 布"), ("ไทยลาว", "ไ ท ย ล า ว"), ("ປີ໒໐", "ປ ີ ໒ ໐"),
    ("ខ្មែរ។", "ខ ្ ម ែ រ ។"), ("မြန်မာ", "မ ြ န ် မ ာ"), ("བོད", "བ ོ ད"), ("𠮷野", "𠮷 野"),
    ("ﾊﾝ", "ﾊ ﾝ"), ("한국어는 띄어 쓴다", "한국어는 띄어 쓴다"), ("Höhe 24", "höhe 24"),
    ("שלום עולם", "שלום עולם"), ("", ""), ("– | •、。「」", "")])
def test_all_countings_agree(text, wanted):
    wanted = wanted.split()
    assert tokens(text.lower()) == wanted
    assert [word.lower() for word in words(text)] == wanted
    assert letter_runs(text) == wanted


def test_where_the_countings_differ():
    text = "It’s snake_case: 北京12-13度。"
    assert tokens(text) == ["It", "s", "snake_case", "北", "京", "12", "13", "度"]
    assert words(text) == ["It’s", "snake_case:", "北", "京", "12-13", "度"]
    assert letter_runs(text) == ["it", "s", "snake", "case", "北", "京", "12", "13", "度"]


def test_white_space_is_the_same_in_all_scripts():
    assert words("ab, (c) – 3%") == ["ab,", "(c)", "3%"]
    assert words("a\u2028b\x1cc\u3000d\x85e") == [*"abcde"]
    assert words("a\u2028b\x1cc\u3000d\x85e 北") == [*"abcde北"]


def test_a_letter_of_each_script_is_told():
    for name, script in SCRIPTS.items():
        first = script.letters[0]
        assert is_spaceless(f"Mill {first}"), name
        assert words(f"a{first}b") == ["a", first, "b"], name
    for text in "", "Mill", "Größe “24” €", "물방앗간", "δέλτα", "дом", "हिन्दी":
        assert not is_spaceless(text), text


def test_every_character_is_in_one_word_at_most():
    pattern, character = apart(r"\W"), re.compile(f"[{CHARACTERS}]")
    for letter in map(chr, range(0x20100)):
        alone = character.match(letter) is not None
        assert pattern.findall(f"a{letter}b") == (
            ["a", letter, "b"] if alone else [f"a{letter}b"] if re.match(r"\w", letter)
            else ["a", "b"])


def test_a_wrong_character_does_not_spoil_a_sentence():
    found, _ = score(["茶叶的价格今年下跌了"], {"text": "茶叶的价格今年又下跌了。"})
    assert found["bow_f"] == found["align_f"] == pytest.approx(100 * 20 / 21)
    assert found["lev_words"] == pytest.approx(100 * 10 / 11)
    assert found["evert_f"] == 0           # as in the paper: a word of white space


# ---------- the measures: worked by hand, in extreme cases, and in relation to each other

MEASURED = {"text": "The end of tea?\nPrices fell, they say.",
        "segments": [{"kind": "h", "text": "The end of tea?"},
                     {"kind": "p", "text": "Prices fell, they say."}],
        "with": ["end  of tea", "say. Login"], "without": ["Login", "Register"]}


def test_worked_by_hand():
    scores, counts = score(["Home", "The end of tea?", "Prices fell , they", "Login"], MEASURED)
    # words: Home The end of tea? Prices fell they Login | The end of tea? Prices fell, they say.
    assert counts == {
        "evert": (6, 10, 8),       # white-space words: the comma is one, "fell" is not "fell,"
        "align": (6, 9, 8),
        "seg": (2, 4, 2),
        "bow": (7, 9, 8),          # \w+ tokens: fell is fell
        "snippets": (1, 1, 1, 1),
    }
    assert scores["align_p"] == pytest.approx(100 * 6 / 9)
    assert scores["align_r"] == 75
    assert scores["align_f"] == pytest.approx(2 * 66.6666666 * 75 / 141.6666666)
    assert scores["lev_words"] == pytest.approx(100 * (1 - 3 / 9))


@pytest.mark.parametrize("text, gold, percent", [
    ("", "", 100), ("", "Tea.", 0), ("Tea.", "", 0), ("Tea.", "Tea.", 100), ("* | *", "", 100)])
def test_ends(text, gold, percent):
    scores, _ = score([text], {"text": gold}, ["align", "bow", "lev_words"])
    assert set(scores.values()) == {percent}


def test_segments_without_words_have_no_breaks():
    assert measures.breaks(["Tea", "* * *", "", "Coffee"], ["Tea", "Coffee"]) == (2, 2, 2)
    assert measures.breaks([], ["Tea"]) == (0, 0, 1)


def test_a_break_counts_only_where_the_words_after_it_are_aligned():
    # "a" begins a segment in both, but the alignment pairs the gold's with the one in the middle
    assert measures.breaks(["a x", "a b c"], ["a b c"]) == (1, 2, 1)
    assert measures.breaks(["x a b c"], ["a b c"]) == (0, 1, 1)


def test_what_the_gold_lacks_is_not_measured():
    assert score(["Tea"], {"text": None, "with": ["Tea"]}) == ({}, {"snippets": (1, 0, 0, 0)})
    assert set(score(["Tea"], {"text": "Tea"})[1]) == {"evert", "align", "bow"}


def test_chosen_measures_alone():
    for name in MEASURES:
        scores, counts = score(["Tea"], MEASURED, [name])
        assert {key.removesuffix("_p").removesuffix("_r").removesuffix("_f")
                for key in [*scores, *counts]} == {name}


def test_summary():
    def page(f, counts, **gold):
        return gold, {"bow_f": f}, {"bow": counts}

    found = summary([page(100, (4, 4, 4), coverage=1.0, page_type="forum", lang="ja"),
                     page(50, (1, 2, 2), coverage=0.5, page_type="article", lang=None),
                     page(0, (0, 6, 2), coverage=0.49, page_type="article", lang="ja"),
                     page(30, (0, 0, 0))])
    assert (found["pages"], found["reachable_pages"]) == (4, 2)
    assert found["mean"] == {"bow_f": 45}
    assert found["median"] == {"bow_f": 40}
    assert found["reachable"] == {"bow_f": 75}
    assert found["micro"] == {"bow_p": 100 * 5 / 12, "bow_r": 62.5, "bow_f": 50}
    assert found["bow_f_by_type"] == {"article": {"pages": 2, "mean": 25},
                                      "forum": {"pages": 1, "mean": 100}}
    assert found["bow_f_by_lang"] == {"ja": {"pages": 2, "mean": 50}}


def test_summary_of_snippets():
    found = summary([({}, {}, {"snippets": (3, 1, 1, 1)}), ({}, {}, {"snippets": (0, 2, 0, 2)})])
    assert found["mean"] == {}
    assert found["micro"] == {
        "snippets_p": 75, "snippets_r": 50, "snippets_f": 60,
        "snippets_acc": 60, "snippets_absent": 75}
