"""The limits of combine: what lies just at each, and just beyond it.

share/bench/mutants.py changes each; here is what then goes wrong.
"""

import numpy as np
import pytest

from scutch.lm.combine import confidence
from scutch.lm.combine.comments import of_form, signed, with_posts
from scutch.lm.combine.decisions import copies, repeats, sure_words
from scutch.lm.combine.jointtraining import (
    LabelledBlocks,
    Variant,
    labels_of_page,
    samples,
)
from scutch.lm.combine.scopes import MOST_CODE, PageBlocks, beside_kept, contained, decided
from scutch.lm.evidence.evidence import EVIDENCE, ROW
from scutch.lm.evidence.nodes import LEVELS
from scutch.lm.tagnames import KINDS


def features_of(count, **rows):
    """Return features of blocks in which nothing is near; "_" stands for a space in a name."""
    features = np.full((len(EVIDENCE), count), LEVELS, float)
    features[[ROW["date"], ROW["hidden"], ROW["link share"]]] = 0
    for name, values in rows.items():
        features[ROW[name.replace("_", " ")]] = values
    return features


def page_of(words, texts=None, kinds="", **others):
    """Return the PageBlocks of blocks with so many words."""
    count = len(words)
    kinds = np.array([KINDS.index(kind) for kind in kinds or "p" * count])
    return PageBlocks(**{"texts": texts or ["x"] * count, "words": np.array(words), "kinds": kinds,
                         "shown": np.ones(count, bool), "features": features_of(count)} | others)


def settings_of(scope, **others):
    return {"scope": scope, "copies": "all", "cuts": {"": [0.5, 0.5]}, **others}


def kept_of(scope, page, values, **settings):
    values, cut = decided(settings_of(scope, **settings), page, np.array(values))
    return (values >= cut).tolist()


# ---------------------------------------------------------------- what training has put into models


def labelled(kept, words, **others):
    """Return LabelledBlocks with so many words, and the share of each that the gold has."""
    page, kept = page_of(words), np.array(kept)
    some = {"variants": [], "sure": np.ones(len(kept), bool)} | others
    return LabelledBlocks(**vars(page), kept=kept, gold_words=page.words @ kept, group="a",
                          of_page=kept, counts=np.ones(len(kept)), **some)


def test_of_a_page_ninety_blocks_are_learnt_and_of_a_variant_fifty():
    """With weights of 100 and 50 together, however many there are."""
    variant = Variant(features_of(200), np.full(200, 9), np.arange(200), 0.5)
    page = labelled(np.ones(200), [9] * 200, variants=[variant])
    drawn = samples([page])
    assert len(drawn.rows) == 90 + 50
    assert drawn.weights[:90].sum().round(6) == 100 and drawn.weights[90:].sum().round(6) == 50
    few = samples([labelled(np.ones(3), [9, 1, 4])])
    assert len(few.rows) == 3 and few.weights.sum().round(6) == 100


@pytest.mark.parametrize(("scope", "precision"), [("page", 0.926), ("main", 0.944)])
def test_the_precision_of_a_page_whose_words_are_nine_tenths_sure(scope, precision):
    """By hand: the log odds of 0.9 are 2.197; 0.306 + 1.015 of them, 0.593 + 0.986."""
    rows = np.zeros((1, len(confidence.FEATURES)))
    rows[0, confidence.SURETY] = 0.9
    found = confidence.precision(rows, confidence.PRECISION[scope])
    assert found.round(3).tolist() == [precision]


def test_what_the_estimate_of_a_page_counts():
    """Of 40 words 10 are over 0.2 from either end; 9 of the 30 kept are in a short block."""
    rows = confidence.features_of(
        np.array([0.9, 0.79, 0.21, 0.2, 0.8]), np.array([1, 1, 0, 0, 1], bool),
        np.array([10, 9, 1, 9, 11]), np.ones(5, bool), np.zeros(5, int), 1)
    found = dict(zip(confidence.FEATURES, rows[0].tolist(), strict=True))
    assert found["share unsure"] == pytest.approx(10 / 40)
    assert found["share of short among kept"] == pytest.approx(9 / 30)
    odds = confidence.log_odds(np.array([1e-9, 1]), confidence.LEAST_DOUBT)
    assert odds.round(2).tolist() == [-6.91, 6.91]


# ---------------------------------------------------------------- comments

@pytest.mark.parametrize(("words", "links", "value"), [
    (8, 0.3, 0.731), (7, 0.3, 0.5), (8, 0.31, 0.5)])
def test_a_post_has_eight_words_and_three_tenths_of_links(words, links, value):
    """Its odds are e times those of the model: 1 becomes 2.718."""
    features = features_of(1, up_to_words_of_comments=2, link_share=links)
    assert with_posts(np.array([0.5]), np.array([words]), features).round(3).tolist() == [value]


# ---------------------------------------------------------------- decisions

@pytest.mark.parametrize(("others", "copied"), [(8, True), (7, False)])
def test_no_more_than_half_of_a_page_is_copies(others, copied):
    texts = ["the same eight words or more in it", "other", "the same eight words or more in it"]
    assert copies(texts, np.array([8, others, 16]), np.zeros(3, bool))[2] == copied


@pytest.mark.parametrize(("shared", "repeated"), [(5, True), (4, False)])
def test_a_repetition_has_a_run_of_five_words(shared, repeated):
    said = "one two three four five six".split()[:shared]
    texts = [" ".join([*said, "x"]), " ".join([*said, "y"])]
    assert repeats(texts, np.array([True, False]), np.array([False, True]))[1] == repeated


def test_a_repetition_has_half_of_its_runs():
    said, new = "one two three four five", "one two three four five six"
    assert repeats([said, new], np.array([True, False]), np.array([False, True]))[1]
    assert not repeats([said, new + " seven"], np.array([True, False]), np.array([False, True]))[1]


@pytest.mark.parametrize(("words", "links", "counts"), [
    (15, 0.32, True), (14, 0.32, False), (15, 0.33, False)])
def test_sure_prose_has_fifteen_words_and_a_third_of_links(words, links, counts):
    found = sure_words(np.array([0.9]), np.array([words]), np.array([links]), 0.9)
    assert found == words * counts


# ---------------------------------------------------------------- page contains main

def test_page_has_the_shown_and_of_hidden_text_only_what_main_keeps():
    values, of_main = np.array([0.2, 0.9, 0.2, 0.9, 0.9]), np.array([0.3, 0.3, 0.1, 0.8, 0.4])
    kept, hidden = np.array([1, 1, 0, 1, 0], bool), np.array([0, 0, 0, 1, 1], bool)
    assert contained(values, of_main, kept, hidden, 0.5).tolist() == [0.5, 0.9, 0.2, 0.8, 0]


# ---------------------------------------------------------------- what each scope keeps

@pytest.mark.parametrize(("words", "links", "code", "beside"), [
    (5, 0, "c", True), (4, 0, "c", False), (5, 0.32, "c", True), (5, 0.33, "c", False),
    (5, 0, "ckc", True), (5, 0, "ckkc", True), (5, 0, "ckk", False)])
def test_code_beside_prose_of_five_words(words, links, code, beside):
    """"k" is code that is kept; of a page of which more than half is, the rest is left out."""
    kinds = "p" + code.replace("k", "c")
    kept = np.array([True, *(kind == "k" for kind in code)])
    page = page_of([words, *[3] * len(code)], kinds=kinds, features=features_of(
        len(kinds), link_share=[links, *[0] * len(code)]))
    is_beside, share = beside_kept(page, kept)
    assert (is_beside[1] and share <= MOST_CODE) == beside


@pytest.mark.parametrize(("words", "headline", "cut"), [
    (50, 0.5, 0.5), (49, 0.5, 0.6), (50, 0.49, 0.6)])
def test_running_text_in_another_language_has_fifty_sure_words(words, headline, cut):
    foreign = {"known": ["the"], "share": 0.015, "prose": 50, "cuts": {"": 0.5}}
    page = page_of([9, words], features=features_of(2, from_headline=[0, 3]))
    settings = settings_of("main", foreign=foreign, cuts={"": [0.6, 0.6]})
    assert decided(settings, page, np.array([headline, 0.5]))[1] == cut


@pytest.mark.parametrize(("words", "kept"), [(12, False), (13, True)])
def test_a_line_above_an_advertisement_has_twelve_words(words, kept):
    page = page_of([9, words], ["The text goes on.", "- Advertisement -"])
    assert kept_of("page", page, [0.9, 0.8]) == [True, kept]


@pytest.mark.parametrize(("words", "links", "kept"), [
    (40, 0.33, False), (41, 0.33, True), (40, 0.32, True)])
def test_a_link_to_read_more_has_forty_words(words, links, kept):
    page = page_of([90, words], ["The text goes on.", "READ MORE: Five mills by the sea"],
                   features=features_of(2, link_share=[0, links]))
    assert kept_of("main", page, [0.9, 0.8]) == [True, kept]


# ---------------------------------------------------------------- lines with a date

@pytest.mark.parametrize(("form", "of_words", "is_form"), [
    (3, LEVELS, True), (4, LEVELS, False), (LEVELS, 2, True), (LEVELS, 3, False)])
def test_what_belongs_to_a_form(form, of_words, is_form):
    assert of_form(features_of(1, up_to_form=form, up_to_words_of_form=of_words)) == [is_form]


@pytest.mark.parametrize(("words", "raised"), [(3, True), (2, False)])
def test_a_comment_has_three_words(words, raised):
    features = features_of(2, up_to_words_of_comments=2, date=[1, 0])
    values = signed(np.array([0.1, 0.9]), features, np.array([5, words]), np.zeros(2, int))
    assert values[0] == (0.9 if raised else 0.1)


# ---------------------------------------------------------------- labels

@pytest.mark.parametrize(("words", "links", "share"), [(5, 0.2, 1), (4, 0.2, 0), (5, 0.3, 0)])
def test_a_comment_to_learn_has_five_words_and_few_links(words, links, share):
    features = features_of(1, up_to_words_of_comments=2, link_share=links)
    assert labels_of_page(np.zeros(1), features, np.array([words]), -1)[0].tolist() == [share]


@pytest.mark.parametrize(("kept", "counts"), [(0.5, 1), (0.49, 0)])
def test_doubtful_text_among_comments_does_not_count(kept, counts):
    features = features_of(1, up_to_words_of_comments=2)
    assert labels_of_page(np.array([kept]), features, np.array([4]), -1)[1].tolist() == [counts]


@pytest.mark.parametrize(("byline", "about", "lines", "text", "kept", "share"), [
    (15, 2, 11, 15, 0.6, 1), (16, 2, 11, 15, 0.6, 0), (15, 3, 11, 15, 0.6, 0),
    (15, 2, 12, 15, 0.6, 0), (15, 2, 11, 14, 0.6, 0), (15, 2, 11, 15, 0.5, 0)])
def test_a_byline_stands_in_twelve_blocks_between_headline_and_text(
        byline, about, lines, text, kept, share):
    """The headline, so many lines, of which the first is the byline, and the text."""
    words = np.array([9, byline, *[3] * (lines - 1), text])
    features = features_of(len(words), up_to_words_of_author=[LEVELS, about, *[LEVELS] * lines])
    gold = np.array([1, *[0] * lines, kept])
    assert labels_of_page(gold, features, words, 0)[0][1] == share
