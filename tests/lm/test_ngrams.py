"""Character models: a toy worked by hand, the plain slow equation, and each part alone."""
import math
import random

import numpy as np
import pytest

from plain import Plain, as_dict, plain_rows
from scutch.lm.characters import ngrams
from scutch.lm.characters.alphabets import BOUNDARY, FOLDED, Alphabet, symbol
from scutch.lm.characters.ngrams import CharacterCounts, RatioModel, conditional, interpolated

ALPHABETS = ["standard", "latin", "simplified", "vowels"]
STANDARD = Alphabet("standard")

# Parts of pages: punctuation, scripts below and above FOLDED, marks, surrogates, line breaks
PIECES = ["the ", "and ", "Home", " | ", "a", "b", "ab", "aab ", "42.", "café ", "Łódź", "“x” ",
          "Ж", "ا", "漢字", "\U0001f600", "\ud800", "e\u0301", "\u00a0", "\n", "\t", "\x00", "~"]


def texts(seed, count=12):
    rng = random.Random(seed)
    return ["".join(rng.choices(PIECES, k=rng.randrange(12))) for _ in range(count)]


def code(string, alphabet=STANDARD):
    """Return the code of an n-gram as in the docstring of `codes`; \\n is the boundary."""
    value = 0
    for one in string:
        value = value * alphabet.size + int(alphabet.numbers(one)[0])
    return np.uint64(value)


def wanted(*strings):
    return np.array([code(one) for one in strings], np.uint64)


def coded(grams, alphabet=STANDARD):
    return {int(code(gram, alphabet)): count for gram, count in grams.items()}


# --- a toy: the segment "aab", n = 3, q = 0.5, 96 symbols -----------------------------------

TOY = CharacterCounts.of(["aab"], STANDARD, 3)


def test_toy_equation():
    # (1 - 1/2) / (1 - 1/8) = 4/7, times 1 + 1/2 . 1/2 + 1/4 . 2/100
    orders = [conditional(TOY, k, wanted("aab"[3 - k:])) for k in (1, 2, 3)]
    assert interpolated(orders, 0.5) == pytest.approx([4 / 7 * 1.255])
    # an unseen history leaves only the lower orders: 4/7 (0 + 0 + 1/4 . 1/100)
    orders = [conditional(TOY, k, wanted("zzz"[3 - k:])) for k in (1, 2, 3)]
    assert interpolated(orders, 0.5) == pytest.approx([4 / 7 * 0.0025])
    # n = 1 is the unigram model whatever q is
    assert interpolated([np.array([0.03])], 0.9) == pytest.approx([0.03])


def test_toy_ratios():
    # clean "ab", dirty "aa": unigrams of 99, Pr(a) 2/99 and 3/99, Pr(b) 2/99 and 1/99, the end
    # 2/99 in both; a after a is 0 and 1/2, the end after a 0 and 1/2, after b 1 and 0, b after a
    # 1 and 0
    clean, dirty = (CharacterCounts.of([text], STANDARD, 2) for text in ("ab", "aa"))
    model = RatioModel.of(clean, dirty, 0.5)
    sums, lengths = model.ratios(["ab", "aa", ""])
    first = math.log((1 + 0.5 * 3 / 99) / (1 + 0.5 * 2 / 99))              # a after the beginning
    assert sums == pytest.approx([
        first + math.log((0.5 * 1 / 99) / (1 + 0.5 * 2 / 99)) + math.log(
            (0.5 * 2 / 99) / (1 + 0.5 * 2 / 99)),
        first + math.log((0.5 + 0.5 * 3 / 99) / (0.5 * 2 / 99)) + math.log(
            (0.5 + 0.5 * 2 / 99) / (0.5 * 2 / 99)),
        0], rel=1e-3, abs=1e-6)
    assert lengths.tolist() == [3, 3, 1]


def test_toy_differential():
    raw = CharacterCounts.of(["aab", "ab", "cc"], STANDARD, 2)
    clean = CharacterCounts.of(["ab", "abb"], STANDARD, 2)
    dirty = raw.less(clean)
    # raw: a 3, b 2, c 2, end 3; clean: a 2, b 3, end 2. b is no more in raw than in clean
    assert as_dict(dirty, 1) == coded({"a": 1, "c": 2, "\n": 1})
    assert as_dict(dirty, 2) == coded({"\nc": 1, "aa": 1, "cc": 1, "c\n": 1})
    assert as_dict(clean.less(clean), 2) == {}
    # b was a history twice in raw and three times in clean: nothing remains, where the paper
    # divides by -1
    assert conditional(dirty, 2, wanted("aa", "ab", "b\n")) == pytest.approx([1, 0, 0])
    model = RatioModel.of(clean, dirty, 0.5)
    assert np.isfinite(model.table).all()


# --- the plain slow version -----------------------------------------------------------------


def plain_value(clean, dirty, gram, q, dense, least_count):
    """Return the logarithm of dirty over clean, of the longest n-gram that is stored."""
    if len(gram) > dense and clean.counts[gram] + dirty.counts[gram] < least_count:
        return plain_value(clean, dirty, gram[1:], q, dense, least_count)
    return float(np.float16(math.log(dirty.pr_star(gram, q) / clean.pr_star(gram, q))))


def models(alphabet, n, q, **pruning):
    """Return the fast model of two sets of texts, and the plain one as a function of a gram."""
    sides = texts(7), texts(8)
    fast = RatioModel.of(*(CharacterCounts.of(side, Alphabet(alphabet), n) for side in sides), q,
                         **pruning)
    clean, dirty = (Plain(side, alphabet, n) for side in sides)
    return fast, lambda gram: plain_value(clean, dirty, gram, q, fast.dense,
                                          pruning.get("least_count", 1))


def check_against_plain(fast, plain, alphabet, n):
    segments = texts(7, 4) + texts(9) + ["", "\n", "a" * 50]
    sums, lengths = fast.ratios(segments)
    for text, found, length in zip(segments, sums, lengths, strict=True):
        values = [plain(gram) for gram in plain_rows([text], alphabet, n)]
        assert length == len(values) == len(text) + 1
        # the last bit of a float16 may be rounded the other way
        assert found == pytest.approx(sum(values), abs=1e-3 * sum(map(abs, values)) + 1e-6)


@pytest.mark.parametrize("alphabet", ALPHABETS)
@pytest.mark.parametrize("n, dense", [(1, 1), (2, 2), (3, 1), (5, 2), (8, 1)])
def test_the_fast_model_is_the_plain_one(alphabet, n, dense, monkeypatch):
    monkeypatch.setattr(ngrams, "DENSE_CELLS", Alphabet(alphabet).size ** dense)
    fast, plain = models(alphabet, n, q=n / 9)
    assert fast.dense == min(n, dense)
    assert set(fast.hashes) == set(range(fast.dense + 1, n + 1))
    check_against_plain(fast, plain, alphabet, n)


def test_rare_ngrams_left_out(monkeypatch):
    monkeypatch.setattr(ngrams, "DENSE_CELLS", 96)
    whole, _ = models("standard", 5, 0.5)
    fast, plain = models("standard", 5, 0.5, least_count=3)
    for k in range(2, 6):
        assert 0 < len(fast.hashes[k][1]) < len(whole.hashes[k][1])
    check_against_plain(fast, plain, "standard", 5)


def test_ngrams_that_change_little_left_out():
    whole, _ = models("standard", 5, 0.5)
    pruned, _ = models("standard", 5, 0.5, least_change=0.2)
    for k in (4, 5):
        assert set(pruned.hashes[k][1]) < set(whole.hashes[k][1])
    segments = texts(9)
    (sums, lengths), (wanted_sums, _) = pruned.ratios(segments), whole.ratios(segments)
    assert (abs(sums - wanted_sums) <= 0.2 * 2 * lengths).all()     # orders 4 and 5, 0.2 each
    assert (sums != wanted_sums).any()
    # without hash tables it is a model of the table's order
    empty, _ = models("standard", 5, 0.5, least_change=math.inf)
    three, _ = models("standard", 3, 0.5)
    assert empty.ratios(segments)[0] == pytest.approx(three.ratios(segments)[0])


# --- the parts ------------------------------------------------------------------------------

SYMBOLS = [
    ("standard", "Naïve café – 5 €", "Na~ve caf~ ~ 5 ~"),
    ("standard", "a\u00a0b\u2003c\td\re\n", "a b c d e "),
    ("standard", "😀\ud800\udfffe\u0301\x00\x7f~", "~~~e~~~~"),
    ("latin", "Ærø ŁÓDŹ Straße", "ærø łódź straße"),
    ("latin", "“Việt” – l’été… «ǎ» ș ½", "\"viet\" - l'été. \"a\" s ~"),
    ("latin", "Ж ا İ ƒ 漢 😀 e\u0301", "~ ~ ~ ~ ~ ~ e~"),
    ("simplified", "Größe XL, 42 €: Жук 漢", "aaaaa aa, 00 ~: aaa ~"),
    ("simplified", "٣ ½ e\u0301 \ud800", "0 ~ aa ~"),
    ("vowels", "Ñandú, Øl; Yes 4 Жук", "tatta, at; aat 0 ttt"),
]


@pytest.mark.parametrize("name, text, expected", SYMBOLS)
def test_alphabets(name, text, expected):
    alphabet = Alphabet(name)
    assert alphabet.numbers(text.replace("\n", " ")).tolist() == alphabet.numbers(
        expected).tolist()


@pytest.mark.parametrize("name", ALPHABETS)
def test_numbers_are_symbols(name):
    alphabet = Alphabet(name)
    every = "".join(map(chr, range(FOLDED + 9))).replace("\n", "") + "\U0010ffff"
    numbers = alphabet.numbers(every)
    assert numbers.max() == alphabet.size - 1 and BOUNDARY not in numbers
    expected = [symbol(c, name) if ord(c) < FOLDED else "~" for c in every]
    assert numbers.tolist() == alphabet.numbers("".join(expected)).tolist()
    assert len(set(expected)) == alphabet.size - 1 == len(set(numbers.tolist()))
    plain = "Plain ASCII, told at once. 42"
    assert alphabet.numbers(plain + "é")[:-1].tolist() == alphabet.numbers(plain).tolist()
    assert alphabet.numbers("").tolist() == []
    assert alphabet.size ** ngrams.MAX_ORDER < 1 << 64, "codes of any order fit"
