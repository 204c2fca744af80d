"""Words in any script, as measures and labels count them."""
import re

import pytest

from scutch.lm.gold.alignment import apart, is_spaceless, letter_runs, tokens, words
from scutch.lm.gold.measures import score
from scutch.lm.spaceless import CHARACTERS, SCRIPTS


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
