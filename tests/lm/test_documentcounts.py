"""The counts of documents agree with a plain version of the filters; words, rules, badness."""
import random
from collections import Counter

import numpy as np
import pytest

from scutch.lm.documents import badness, pipelinelimits, qualitymodel
from scutch.lm.documents.documentcounts import counts
from scutch.lm.documents.englishwords import words_of
from scutch.lm.documents.tokenised import PUNCTUATION, TERMINAL, tokenised
from scutch.models import frequentwords
from utils import ROOT

PIECES = ["the", "mill", "of", "and", ".", "...", "#", "•", "-", "a", "b", "…", "x1", "12", "Über"]


def made_up(seed):
    """Return a text of lines, some of which come again."""
    rng = random.Random(seed)
    words = rng.sample(PIECES, rng.randint(1, len(PIECES)))
    lines = []
    for _ in range(rng.randint(0, 12)):
        again = lines and rng.random() < 0.3
        new = " ".join(rng.choices(words, k=rng.randint(0, 9)))
        lines.append(rng.choice(lines) if again else new)
    return "".join(line + "\n" * rng.randint(1, 3) for line in lines)


def plain_top(words, size):
    """Return the length of the most frequent sequence, the first of equals, times its count."""
    found = Counter(" ".join(words[i:i + size]) for i in range(len(words) - size + 1))
    if not found:
        return 0
    text, times = found.most_common(1)[0]
    return len(text) * times


def plain_repeated(words, size):
    """Return the characters of sequences that came before, by Gopher's walk."""
    seen, chars, at = set(), 0, 0
    while at <= len(words) - size:
        here = tuple(words[at:at + size])
        if here in seen:
            chars += len("".join(here))
            at += size
        else:
            seen.add(here)
            at += 1
    return chars


def plain_again(pieces):
    """Return how many pieces came before, and their characters."""
    again = [piece for i, piece in enumerate(pieces) if piece in pieces[:i]]
    return len(again), sum(map(len, again))


@pytest.mark.parametrize("seed", range(30))
def test_counts_are_those_of_a_plain_version(seed):
    text = made_up(seed)
    found, = counts(tokenised([text], str.split))
    words, lines = text.split(), text.splitlines()
    size, full = max(1, len(text)), [line for line in text.split("\n") if line.strip()]
    for length in (2, 3, 4):
        assert found[f"top_{length}_gram"] == plain_top(words, length) / size
    for length in range(5, 11):
        assert found[f"duplicated_{length}_n_grams"] == plain_repeated(words, length) / size
    real = [word for word in words if any(one not in PUNCTUATION for one in word)]
    assert found["doc_words"] == len(real)
    assert found["avg_word_length"] == sum(map(len, real)) / max(1, len(real))
    assert found["alpha_words_ratio"] == sum(
        any(map(str.isalpha, word)) for word in words) / max(1, len(words))
    assert found["bullet_lines_ratio"] == sum(
        line.strip()[:1] in {"•", "-"} for line in lines) / max(1, len(lines))
    assert found["char_dup_ratio"] == plain_again(full)[1] / max(1, len(text.replace("\n", "")))
    assert found["line_punct_ratio"] == sum(
        line[-1] in TERMINAL for line in full) / max(1, len(full))
    assert found["list_ratio"] == text.count("\n") / max(1, len(words))


@pytest.mark.parametrize("line, words", [
    ("", []),
    ("don't can't I'm they've", ["do", "n't", "ca", "n't", "I", "'m", "they", "'ve"]),
    ("Dr. Lee left at 5pm.", ["Dr.", "Lee", "left", "at", "5", "pm."]),
    ("(e.g. 3.5%)", ["(", "e.g.", "3.5", "%", ")"]),
    ("state-of-the-art", ["state", "-", "of", "-", "the", "-", "art"]),
    ("see https://a.example/b?c=d, or a@b.org.",
     ["see", "https://a.example/b?c=d", ",", "or", "a@b.org", "."]),
    ("wait...what", ["wait", "...", "what"]),
    ("10km for $5", ["10", "km", "for", "$", "5"]),
    ("밝혔다. 漢字。", ["밝혔다", ".", "漢字", "。"]),
    ("1,000 12:30 3/4", ["1,000", "12:30", "3/4"]),
])
def test_words(line, words):
    assert words_of(line) == words


@pytest.mark.parametrize("line", ["(" * 20_000, "a" * 20_000 + ".", "'s" * 9_000, "a-" * 9_000])
def test_words_of_a_long_stretch_keep_its_characters(line):
    assert "".join(words_of(line)) == line


C4 = "The mill burned down again. Nobody knows the reason for it. "


@pytest.mark.parametrize("text, rule", [
    (C4 * 3, None),
    (C4 * 2, "too_few_sentences"),
    (C4 * 3 + "\nIt says lorem ipsum here.", "lorem_ipsum"),
    (C4 * 3 + "\nlorem ipsum", None),                      # a line that does not count
    (C4 * 3 + "\nThey wrote { a mark.", "curly_bracket"),
    (C4 * 3 + "\nJavaScript writes { a mark.", None),      # a line that is removed before
    ((C4 * 3).strip() + "[12]", None),      # a citation after the full stop
    ("\n".join([C4.split(". ")[0] + " ..."] * 9), "too_few_sentences"),
    ("We use cookies on this page. " * 9, "too_few_sentences"),
])
def test_c4(text, rule):
    found = pipelinelimits.broken(counts(tokenised([text.strip()]))[0],
                                  pipelinelimits.limits_of(["c4"]))
    assert (found and found.rule) == rule


def test_every_limit_is_about_a_count():
    found, = counts(tokenised([""]))
    assert {limit.counted for limit in pipelinelimits.limits_of(pipelinelimits.NAMES)} <= set(found)
    assert set(found.values()) == {0}
    limits = map(pipelinelimits.limits_of, zip(pipelinelimits.NAMES))
    assert [pipelinelimits.broken(found, one).rule for one in limits] == [
        "gopher_short_doc", "gopher_short_doc", "empty", "too_few_sentences", "empty"]


RUNNING = ("The old mill stands at the end of the village, and for a long time it was the only one "
           "in the valley that had a wheel of oak. That is what the miller told to everyone who "
           "came. ")


def test_badness_is_high_without_the_frequent_words():
    table = badness.Badness.load(ROOT / "share/models/badness.model")
    good, menu = RUNNING * 3, "Home News Sport Weather Contact Login " * 20
    found = table.of(tokenised([good, menu, good, good, ""]), ["en", "en", "de", "xx", "en"])
    assert found[0] < 5 < 15 < found[1] <= badness.WORDS * badness.MOST
    assert found[2] > 10 and found[3:] == [None, 0]


def test_a_table_that_is_made_is_the_one_that_is_read(tmp_path):
    texts = tokenised([RUNNING + "extra " * number for number in range(30)])
    made = frequentwords.made({"en": texts})
    assert len(made.words["en"]) == badness.WORDS and "and" in made.words["en"]
    made.save(tmp_path / "model")
    read = badness.Badness.load(tmp_path / "model")
    assert read.of(texts, ["en"] * 30) == made.of(texts, ["en"] * 30)


def test_traits_do_not_depend_on_order_of_counts_and_are_finite():
    found = tokenised(["", "\ud800\x00\x85", "😀 a\u200db", RUNNING, "漢字。\n" * 50,
                       "Ã¼ Ã¶ â€™ " * 30])
    rows = qualitymodel.traits(found, counts(found), [None] * len(found))
    assert rows.shape == (6, len(qualitymodel.TRAITS)) and np.isfinite(rows).all()
    assert (rows[:, qualitymodel.TRAITS.index("mojibake")] > 0.2).tolist() == [False] * 5 + [True]


def of_texts(texts):
    """Return the counts, traits and badness of texts, as they come out together."""
    found = tokenised(texts)
    every = counts(found)
    bad = badness.Badness.load(ROOT / "share/models/badness.model").of(found, ["en"] * len(texts))
    return every, qualitymodel.traits(found, every, bad).tolist(), bad


def test_texts_together_are_counted_as_each_alone(monkeypatch):
    texts = [made_up(seed) for seed in range(40)] + ["", RUNNING, RUNNING * 3, "[1] a.\n" * 3]
    together = of_texts(texts)
    monkeypatch.setattr("scutch.lm.documents.tokenised.MOST_WORDS", 3)     # begins anew each time
    for place, text in enumerate(texts):
        assert of_texts([text]) == tuple(one[place:place + 1] for one in together)
