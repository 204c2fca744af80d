"""Lines with a date have the value of the comment beside them, or of the text below a headline."""
import numpy as np
import pytest

from scutch.lm.combine.comments import signed
from scutch.lm.combine.jointmodel import mixed
from scutch.lm.combine.scopes import SETTINGS
from scutch.lm.evidence.evidence import EVIDENCE, ROW
from scutch.lm.evidence.nodes import LEVELS

# a headline, its date, the text, "Reply", a comment, its date; a second page begins with a date
VALUES = np.array([0.9, 0.4, 0.8, 0.1, 0.7, 0.2, 0.3])
WORDS = np.array([6, 4, 60, 1, 12, 5, 4])
PAGE = np.array([0, 0, 0, 0, 0, 0, 1])
HEADLINE, BYLINE, TEXT, REPLY, COMMENT, SIGNATURE, OTHER = range(7)


def features(**changes):
    """Return features of these blocks; changes: {name with _ for a space: {block: value}}."""
    found = np.full((len(EVIDENCE), len(VALUES)), LEVELS, np.float32)
    found[[ROW["date"], ROW["hidden"]]] = 0
    found[ROW["date"], [BYLINE, SIGNATURE, OTHER]] = 1
    found[ROW["from headline"]] = np.array([0, 1, 2, 3, 4, 5, -60]) / 30
    found[ROW["up to words of comments"], [REPLY, COMMENT, SIGNATURE]] = 2
    for name, values in changes.items():
        for block, value in values.items():
            found[ROW[name.replace("_", " ")], block] = value
    return found


def of(values=VALUES, words=WORDS, **changes):
    return signed(values, features(**changes), words, PAGE).tolist()


def test_dates_have_the_value_of_the_comment_and_of_the_text():
    assert of() == [0.9, 0.8, 0.8, 0.1, 0.7, 0.7, 0.3]


def test_a_line_that_is_better_than_its_comment_stays():
    values = VALUES.copy()
    values[SIGNATURE] = 0.95
    assert of(values)[SIGNATURE] == 0.95


@pytest.mark.parametrize("changes", [
    {"date": {SIGNATURE: 0}},                        # no date
    {"hidden": {SIGNATURE: 1}},
    {"up_to_words_of_comments": {SIGNATURE: LEVELS}},
    {"up_to_form": {SIGNATURE: 1}},                  # "Today is May 3. Write a comment"
    {"hidden": {COMMENT: 1}}])
def test_what_is_no_signature_of_a_comment(changes):
    assert of(**changes)[SIGNATURE] == VALUES[SIGNATURE]


def test_a_comment_further_away_does_not_count():
    words = WORDS.copy()
    words[[REPLY, COMMENT]] = 12, 1          # the comment is now two blocks before the line
    values = np.where(np.arange(7) == REPLY, 0.6, VALUES)
    assert of(values, words)[SIGNATURE] == 0.6
    words[[TEXT, REPLY]] = 60, 1             # and now none is near
    assert of(values, words)[SIGNATURE] == VALUES[SIGNATURE]


def test_a_long_block_with_a_date_is_no_line():
    words = WORDS.copy()
    words[[BYLINE, SIGNATURE]] = 17
    assert of(words=words) == VALUES.tolist()


@pytest.mark.parametrize("changes", [
    {"from_headline": dict.fromkeys(range(6), -2), "from_h1": dict.fromkeys(range(6), -2)},
    {"from_headline": {HEADLINE: 0.5, TEXT: 0}, "from_h1": {}}])
def test_without_a_headline_before_the_text(changes):
    assert of(**changes)[BYLINE] == VALUES[BYLINE]


def test_an_h1_stands_for_a_headline():
    changes = {"from_headline": dict.fromkeys(range(6), -2), "from_h1": {HEADLINE: 0}}
    assert of(**changes)[BYLINE] == VALUES[TEXT]


def test_text_that_is_not_likely_lends_nothing():
    assert of(np.where(np.arange(7) == TEXT, 0.45, VALUES))[BYLINE] == VALUES[BYLINE]


def test_a_thread_has_no_signatures():
    """Names and dates of its posts are no text."""
    settings = {**SETTINGS["page"], "smoothing": 0, "doubts": []}
    for thread in False, True:
        after = mixed(settings, VALUES, np.full(len(PAGE), np.nan), features(), WORDS, PAGE,
                      np.full(len(PAGE), thread))
        assert (after.tolist() == VALUES.tolist()) == thread
