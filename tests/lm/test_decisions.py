"""What combine decides of blocks: thresholds, copies, comments, code, lines with a date; labels."""
import itertools
import json

import numpy as np
import pytest

from scutch.lm.combine import comments, confidence
from scutch.lm.combine.comments import of_form, signed, with_posts
from scutch.lm.combine.jointtraining import LabelledBlocks, Variant, labels_of_page, samples
from scutch.lm.combine.scopes import (
    MOST_CODE,
    SETTINGS,
    PageBlocks,
    beside_kept,
    contained,
    decided,
    mixed,
    smoothed,
    thresholds,
)
from scutch.lm.evidence.containers import LEVELS
from scutch.lm.evidence.evidence import EVIDENCE, ROW
from scutch.lm.tagnames import KINDS
from utils import DATA


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
                         "shown": np.ones(count, bool), "features": features_of(count),
                         "thread": np.zeros(count, bool), "page": np.zeros(count, int)} | others)


def cut_of(values, words, beta=1.0):
    """Return the threshold of a page."""
    return thresholds(np.array(values), np.array(words), np.zeros(len(words), int), 1, beta)[0]


def settings_of(scope, **others):
    return {"scope": scope, "cuts": {"": [0.5, 0.5]}, **others}


ROWS = [json.loads(line) for line in (DATA / "decided.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["why"])
def test_what_is_kept(row):
    """Rows of blocks: their texts, words, kinds, values, what is near them, and which are kept."""
    features = features_of(len(row["words"]))
    for name, values in row.get("features", {}).items():
        features[ROW[name]] = values
    shown = np.array(row.get("shown", [True] * len(row["words"])))
    page = page_of(row["words"], row["texts"], row.get("kinds", ""), shown=shown, features=features,
                   thread=np.full(len(shown), row.get("thread", False)))
    settings = settings_of(row["scope"], **row.get("settings", {}))
    values, (cut,) = decided(settings, page, np.array(row["values"]))
    assert (((values >= cut) & shown).tolist(), cut) == (row["kept"], row.get("cut", 0.5))


@pytest.mark.parametrize("beta", [0.5, 1, 2])
@pytest.mark.parametrize("seed", range(5))
def test_the_cut_is_the_best_of_all_that_can_be_kept(seed, beta):
    """Of all sets of blocks, not only of those above a threshold."""
    rng = np.random.default_rng(seed)
    values, words = rng.uniform(size=8), rng.integers(1, 50, 8)
    best = max((1 + beta ** 2) * (values @ (words * kept))
               / (beta ** 2 * (values @ words) + words @ kept)
               for kept in map(np.array, itertools.product((0, 1), repeat=8)) if kept.any())
    kept = values >= cut_of(values, words, beta)
    assert best == pytest.approx((1 + beta ** 2) * (values[kept] @ words[kept])
                                  / (beta ** 2 * (values @ words) + words[kept].sum()))


def test_a_wish_for_precision_keeps_no_more():
    values, words = np.linspace(0.05, 0.95, 10), np.full(10, 10)
    cuts = [cut_of(values, words, beta) for beta in (0.5, 1, 2)]
    assert cuts == sorted(cuts, reverse=True) and cuts[0] > cuts[2]


@pytest.mark.parametrize("favor, beta", [("precision", 0.5), (None, 1), ("recall", 2)])
def test_favor_is_the_f_of_half_or_twice_the_weight_of_recall(favor, beta):
    values, words = np.linspace(0.02, 0.98, 49), np.full(49, 10)
    settings = settings_of("main", cuts={name: [0, 1] for name in ("", "precision", "recall")})
    _, (cut,) = decided(settings, page_of(words), values, favor)
    near = [cut_of(values, words, beta * factor) for factor in (0.5, 1, 1.5)]
    assert near[0] > cut == near[1] > near[2]


@pytest.mark.parametrize("highest, cut", [(0.7, 0.65), (0.6, 0.5), (0.4, 0.5)])
def test_favor_precision_empties_no_page_that_the_default_keeps(highest, cut):
    values, words = np.array([highest, 0.1]), np.full(2, 10)
    found, (of_page,) = decided(SETTINGS["page"], page_of(words), values, "precision")
    assert of_page == cut and (found >= of_page).tolist() == [highest >= cut, False]


def test_pages_with_little_or_nothing():
    assert cut_of([], []) == cut_of([0.7], [0]) == cut_of([0.0], [9]) == 1
    assert smoothed(np.array([]), np.array([]), 0.1, np.array([])).shape == (0,)
    assert smoothed(np.array([0.7]), np.array([3]), 0.1, np.array([0])).tolist() == [0.7]


@pytest.mark.parametrize("row, value, told", [("date", 1, True), ("up to form", 0, True),
                                              ("date", 0, False)])
def test_names_alone_do_not_tell_comments(row, value, told):
    """<section id="discussion"> of a paper has neither dates nor a form."""
    features = features_of(2, up_to_words_of_comments=[LEVELS, 2])
    features[ROW[row], 1] = value
    assert comments.told_comments(features, np.zeros(2, int)).tolist() == [False, told]


# ---------- limits: what lies just at each, and just beyond it




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
    thread = np.ones(1, bool)
    assert with_posts(np.array([0.5]), np.array([words]), features, thread).round(3) == [value]


# ---------------------------------------------------------------- decisions

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
    assert (is_beside[1] and share[1] <= MOST_CODE) == beside


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


# ---------- lines with a date have the value of the comment, or of the text, beside them

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
        page = page_of(WORDS, features=features(), page=PAGE, thread=np.full(len(PAGE), thread))
        after = mixed(settings, VALUES, np.full(len(PAGE), np.nan), page)
        assert (after.tolist() == VALUES.tolist()) == thread


# ---------- the labels that the trees learn, by scope, on a page of a dozen blocks

TITLE, OF_AUTHOR, _, _, OF_READER, ANSWERED, FIELD = range(7)
KEPT = np.array([1, 0, 0, 1, 0, 0, 0], float)
LENGTHS = np.array([4, 5, 5, 40, 20, 1, 12])


def numbers():
    """Return features in which nothing is near, except what the labels need."""
    found = np.full((len(EVIDENCE), len(KEPT)), LEVELS, float)
    found[ROW["link share"]] = found[ROW["date"]] = 0
    found[ROW["up to words of author"], OF_AUTHOR] = 1
    found[ROW["up to words of comments"], [OF_READER, ANSWERED, FIELD]] = 2
    found[ROW["up to form"], FIELD] = 1
    return found


def labels_of(headline=TITLE, kind="article", kept=KEPT, classes=None):
    shares, counts = labels_of_page(kept, numbers(), LENGTHS, headline, kind, classes)
    return shares.tolist(), counts.tolist()


def test_page_has_comments_and_the_byline_and_doubts_what_is_around_comments():
    assert labels_of() == ([1, 1, 0, 1, 1, 0, 0], [1, 1, 1, 1, 1, 0, 1])


def test_where_the_gold_has_classes_nothing_is_guessed():
    classes = ["headline", "notice", "byline", "text", "teaser", "comments", "form"]
    assert labels_of(classes=classes) == ([1, 0, 1, 1, 0, 1, 0], [1] * 7)


@pytest.mark.parametrize("kind", ["forum", "product", "listing"])
def test_on_other_kinds_of_pages_the_gold_decides(kind):
    assert labels_of(kind=kind) == (KEPT.tolist(), [1] * 7)


def test_a_page_of_unknown_kind_is_taken_for_an_article():
    assert labels_of(kind=None) == labels_of()


def test_without_headline_or_text_there_is_no_byline():
    assert labels_of(headline=-1)[0][OF_AUTHOR] == 0
    assert labels_of(kept=np.zeros(7))[0][OF_AUTHOR] == 0
