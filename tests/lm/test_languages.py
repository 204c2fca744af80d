"""The language model: letters, values worked by hand, fast code against plain code, files."""
import math
import random

import pytest

from scutch.lm import modelfile
from scutch.lm.characters.alphabets import Alphabet
from scutch.lm.characters.languagemodel import (
    STEP,
    LanguageModel,
    TooLittleText,
    counted,
    letters_of,
    train,
)
from scutch.lm.characters.scripts import script_of

ALPHABET = Alphabet("letters")
WORDS = {"a": "kala sana lamu kuna masa", "b": "stroj prst vlk krst smrt",
         "c": "haus rauch auch laut bau", "d": "fine dire mite tinge lire"}


def text_of(language, seed, words=8000):
    rng = random.Random(seed)
    return " ".join(rng.choices(WORDS[language].split(), k=words))


@pytest.fixture(scope="module")
def trained():
    return train({language: text_of(language, 1) for language in WORDS}, 3, 0.4, 0.0, 0.0)


@pytest.fixture(scope="module")
def model(trained):
    return trained[0]


@pytest.mark.parametrize("text, letters", [
    ("", 0), ("42, 7!", 0), ("Привет 漢字", 0), ("a", 2), ("  a -- B\n\nc ", 6), ("Ünï-c0de", 9),
    ("a漢b", 4), ("l’été", 6), ("\ud800x\x00", 2)])
def test_letters_are_parted_by_one_space_each(text, letters):
    symbols = letters_of(text, ALPHABET)
    space = ALPHABET.numbers(" ")[0]
    assert symbols[0] == symbols[-1] == space
    assert len(symbols) - 1 == letters
    assert not ((symbols[1:] == space) & (symbols[:-1] == space)).any()
    assert (letters_of(text.upper(), ALPHABET) == symbols).all()


def test_a_toy_model_by_hand():
    """Two languages of two letters: log of the ratio to the mean, to the nearest step."""
    counts = {one: counted(letters_of(text, ALPHABET), ALPHABET, 1)
              for one, text in (("x", "a"), ("y", "b"))}
    model = LanguageModel.of(counts, 0.5)
    # of " a ", a million times: the space 2/3, a 1/3; one is added to the count of each symbol
    A = ALPHABET.size
    one = (1e6 / 3 + 1) / (1e6 + A)
    mean = (1e6 / 3 + 1) / (2e6 + A)
    none = 1 / (1e6 + A)
    [sums], [count] = model.sums_of([letters_of("a", ALPHABET)])
    assert count == 2                            # a, and the space after it
    space = math.log((2e6 / 3 + 1) / (1e6 + A) / ((4e6 / 3 + 1) / (2e6 + A)))
    assert sums[0] == pytest.approx(math.log(one / mean) + space, abs=STEP)
    assert sums[1] == pytest.approx(max(math.log(none / mean), -127 * STEP) + space, abs=STEP)


def test_languages_are_told_and_none_where_none_fits(trained):
    model, report = trained
    for language in WORDS:
        [(told, likely)] = model.identified([text_of(language, 2, 100)])
        assert told == language and likely > 0.9
    mixed = " ".join(text_of(language, 3, 40) for language in WORDS)
    unknown = model.identified(["wyxq zzyzx qwv xyzzy " * 20, mixed])
    assert unknown[0][1] < 0.1 and unknown[1][1] < 0.5
    assert model.identified(["", "漢字 42"]) == [("", 0.0)] * 2
    for length, (right, named, refused) in report.items():
        assert right >= named and right > 0.95 and 0 <= refused <= 1
        assert length < 200 or refused > 0.9


@pytest.mark.parametrize("name, text, letters", [
    ("Cyrl", "Привет, world! ЁЖ", "привет ёж"), ("Hebr", "שָׁלוֹם abc", "שָׁלוֹם"),
    ("Arab", "سلام, 42 دنیا", "سلام دنیا"), ("Deva", "नमस्ते। x", "नमस्ते")])
def test_letters_of_other_scripts(name, text, letters):
    alphabet = Alphabet(name)
    assert (letters_of(text, alphabet) == letters_of(letters, alphabet)).all()
    assert len(letters_of(letters, alphabet)) == len(letters) + 2
    every = "".join(map(chr, range(0x2110))).replace("\n", "")
    assert len(set(alphabet.numbers(every).tolist())) == alphabet.size - 1


def test_languages_that_are_hard_to_tell_apart(model):
    """The probability that it is one of them, times that it is the one."""
    text = text_of("a", 5, 60)
    [(told, alone)] = model.identified([text])
    alike = LanguageModel(model.n, model.q, model.tables, {
        **model.settings, "alike": [1, 1, 0, 0], "within": [-1.0, 0.0]})
    [(told_of_two, of_two)] = alike.identified([text])
    assert told == told_of_two == "a" and of_two < alone
    assert of_two <= 1 / (1 + math.e) + 1e-9
    no_other = {**model.settings, "alike": [1, 2, 0, 0], "within": [-1.0, 0.0]}
    assert LanguageModel(model.n, model.q, model.tables, no_other).identified([text]) == [
        (told, alone)]


@pytest.mark.parametrize("settings", [
    {"alike": [1, 1], "within": [0, 0]}, {"alike": "bcde", "within": [0, 0]},
    {"alike": [1, 1, 0, 0]}, {"alike": [1, 1, 0, 0], "within": [0]}, {"script": "Runr"},
    {"script": 7}, {"alike": [-1, 0, 0, 0], "within": [0, 0]}])
def test_settings_of_scripts_and_of_languages_alike_are_checked(model, settings, tmp_path):
    forged = LanguageModel(model.n, model.q, model.tables, dict(model.settings))
    forged.settings |= settings
    forged.save(tmp_path / "forged")
    with pytest.raises(modelfile.BadModel):
        LanguageModel.load(tmp_path / "forged")


def test_the_same_text_makes_the_same_file(model, tmp_path):
    model.save(tmp_path / "one")
    again, _ = train({language: text_of(language, 1) for language in WORDS}, 3, 0.4, 0.0, 0.0)
    again.save(tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    loaded = LanguageModel.load(tmp_path / "one")
    loaded.save(tmp_path / "three")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "three").read_bytes()
    texts = [text_of("c", 5, 50)]
    assert loaded.identified(texts) == model.identified(texts)


def test_too_little_text_is_refused():
    texts = {language: text_of(language, 1) for language in WORDS}
    for wrong, what in ({"a": texts["a"], "b": texts["b"]}, "found 2"), (
            {**texts, "c": "haus"}, "in c"), ({**texts, "d": "漢" * 100_000}, "in d"):
        with pytest.raises(TooLittleText, match=what):
            train(wrong, 3, 0.4, 0.0, 0.0)


@pytest.mark.parametrize("text, script", [
    ("", ""), ("42 €", ""), ("Latin text", "Latn"), ("Kölner Straße", "Latn"),
    ("Новости и погода", "Cyrl"), ("Ειδήσεις", "Grek"), ("新闻", "Hani"), ("ニュース", "Jpan"),
    ("今日は晴れです", "Jpan"), ("오늘의 뉴스", "Hang"), ("أخبار", "Arab"), ("חדשות", "Hebr"),
    ("समाचार", "Deva"), ("ข่าว", "Thai"), ("სიახლეები", "Geor"), ("ⵜⴰⵎⴰⵣⵉⵖⵜ", ""),
    ("\ud800\x00", ""), ("Привет, hi", "Cyrl")])
def test_scripts(text, script):
    assert script_of(text) == script
