"""Thresholds, smoothing, copies and comments on pages small enough for exhaustive search."""
import itertools

import numpy as np
import pytest

from scutch.lm.combine import comments, scopes
from scutch.lm.combine.decisions import copies, expected_f, smoothed
from scutch.lm.evidence.evidence import EVIDENCE, ROW
from scutch.lm.evidence.nodes import LEVELS
from scutch.lm.tagnames import KINDS


@pytest.mark.parametrize("beta", [0.5, 1, 2])
@pytest.mark.parametrize("seed", range(5))
def test_the_cut_is_the_best_of_all_that_can_be_kept(seed, beta):
    """Of all sets of blocks, not only of those above a threshold."""
    rng = np.random.default_rng(seed)
    values, words = rng.uniform(size=8), rng.integers(1, 50, 8)
    best = max((1 + beta ** 2) * (values @ (words * kept))
               / (beta ** 2 * (values @ words) + words @ kept)
               for kept in map(np.array, itertools.product((0, 1), repeat=8)) if kept.any())
    cut, found = expected_f(values, words, beta)
    kept = values >= cut
    assert found == pytest.approx(best)
    assert found == pytest.approx((1 + beta ** 2) * (values[kept] @ words[kept])
                                  / (beta ** 2 * (values @ words) + words[kept].sum()))


def test_a_wish_for_precision_keeps_no_more():
    values, words = np.linspace(0.05, 0.95, 10), np.full(10, 10)
    cuts = [expected_f(values, words, beta)[0] for beta in (0.5, 1, 2)]
    assert cuts == sorted(cuts, reverse=True) and cuts[0] > cuts[2]


@pytest.mark.parametrize("favor, beta", [("precision", 0.5), (None, 1), ("recall", 2)])
def test_favor_is_the_f_of_half_or_twice_the_weight_of_recall(favor, beta):
    values, words = np.linspace(0.02, 0.98, 49), np.full(49, 10)
    settings = _settings("main", cuts={name: [0, 1] for name in ("", "precision", "recall")})
    features = np.full((len(EVIDENCE), 49), LEVELS, np.float32)
    _, cut = scopes.decided(settings, _page(["text"] * 49, words, features), values, favor)
    near = [expected_f(values, words, beta * factor)[0] for factor in (0.5, 1, 1.5)]
    assert near[0] > cut == near[1] > near[2]


@pytest.mark.parametrize("highest, cut", [(0.7, 0.65), (0.6, 0.5), (0.4, 0.5)])
def test_favor_precision_empties_no_page_that_the_default_keeps(highest, cut):
    values, words = np.array([highest, 0.1]), np.full(2, 10)
    features = np.full((len(EVIDENCE), 2), LEVELS, np.float32)
    page = _page(["text"] * 2, words, features)
    found, of_page = scopes.decided(scopes.SETTINGS["page"], page, values, "precision")
    assert of_page == cut and (found >= of_page).tolist() == [highest >= cut, False]


def test_pages_with_little_or_nothing():
    assert expected_f(np.array([]), np.array([])) == (1.0, 0.0)
    assert expected_f(np.array([0.7]), np.array([0])) == (1.0, 0.0)
    assert smoothed(np.array([]), np.array([]), 0.1, np.array([])).shape == (0,)
    assert smoothed(np.array([0.7]), np.array([3]), 0.1, np.array([0])).tolist() == [0.7]


def test_the_first_of_copies_stays_and_code_may_repeat():
    text = "the same eight words or more in it"
    texts, words = [text, "other words", text, text], np.array([8, 30, 8, 8])
    assert copies(texts, words, np.array([False] * 4)).tolist() == [False, False, True, True]
    assert copies(texts, words, np.array([True, False, False, True])).tolist() == [False] * 4
    assert copies(texts, np.full(4, 7), np.array([False] * 4)).tolist() == [False] * 4


def test_a_refrain_and_a_page_of_nothing_but_copies_stay():
    text = "the same eight words or more in it"
    refrain = [text, text, text, "other words"]
    assert copies(refrain, np.array([8, 8, 8, 40]), np.zeros(4, bool)).tolist() == [False] * 4
    spread = [text, "x", text, "x", text]
    assert copies(spread, np.array([8, 1, 8, 1, 8]), np.zeros(5, bool)).tolist() == [False] * 5


@pytest.mark.parametrize(("text", "words", "link_density", "headline", "cut"), [
    ("Ein Artikel", [60, 8, 30], 0, 0, 0.5), ("Ein Artikel", [40, 8, 30], 0, 0, 0.45),
    ("Ein Artikel", [60, 8, 30], 0.9, 0, 0.45),
    ("Was the end of the article", [60, 8, 30], 0, 0, 0.45),
    ("Ein Artikel", [60, 8, 30], 0, 1, 0.45), ("Ein Artikel", [60, 8, 30], 0, None, 0.45)])
def test_running_text_in_another_language_has_the_usual_threshold(text, words, link_density,
                                                                  headline, cut):
    """Others have the lenient one of the best expected F: a list of films, cards of a shop. They
    have no headline, or one that is hardly text."""
    features = np.full((len(EVIDENCE), 3), LEVELS, np.float32)
    features[ROW["link share"]] = link_density
    if headline is not None:
        features[ROW["from headline"], headline] = 0
    foreign = {"known": ["the", "of"], "share": 0.015, "prose": 50, "cuts": {"": 0.5}}
    settings = _settings("main", foreign=foreign, cuts={"": [0.1, 0.6]})
    page = _page([text, "a line", "a line more"], words, features)
    _, found = scopes.decided(settings, page, np.array([0.9, 0.45, 0.45]))
    assert found == cut


@pytest.mark.parametrize(("around", "outside", "kept"), [
    ("up to words of comments", 70, [True, False]), ("up to words of comments", 30, [True, True]),
    ("up to footer", 6, [True, False]), ("up to footer", 0, [True, True])])
def test_comments_and_footers_go_where_enough_is_kept_outside_of_them(around, outside, kept):
    features = np.full((len(EVIDENCE), 2), LEVELS, np.float32)
    features[ROW[around], 1] = 3
    settings = _settings("main", comments=0.6, footers=0)
    page = _page(["An article", "A comment"], [outside, 100 - outside], features)
    values, cut = scopes.decided(settings, page, np.array([0.9, 0.8]))
    assert (values >= cut).tolist() == kept


@pytest.mark.parametrize("thread", [True, False])
def test_equal_posts_of_a_thread_are_no_copies(thread):
    """Signatures, quotes and thanks."""
    texts = ["Thanks, that was it", "I had to rinse it", "Thanks, that was it"]
    page = _page(texts, [9, 40, 9], np.zeros((len(ROW), 3)) + LEVELS, thread=thread)
    settings = _settings("main", copies="first")
    values, cut = scopes.decided(settings, page, np.full(3, 0.9))
    assert (values >= cut).tolist() == [True, True, thread]


@pytest.mark.parametrize("thread", [True, False])
def test_the_posts_of_a_thread_are_no_comments(thread):
    features = np.full((len(EVIDENCE), 2), LEVELS, np.float32)
    features[ROW["up to words of comments"], 1] = 3
    page = _page(["Rules", "A post"], [70, 30], features, thread=thread)
    values, cut = scopes.decided(_settings("main", comments=0.6), page, np.array([0.9, 0.8]))
    assert (values >= cut).tolist() == [True, thread]


@pytest.mark.parametrize(("change", "scope", "kept"), [
    ({}, "main", True), ({}, "page", False), ({"thread": False}, "main", False),
    ({"words": 7}, "main", False), ({"links": 0.4}, "main", False), ({"value": 0.2}, "main", False),
    ({"from post": LEVELS}, "main", False)])
def test_posts_that_look_like_comments_are_likelier(change, scope, kept):
    """Likelier by one in log-odds: 0.3 and above passes the threshold of 0.5, 0.2 does not."""
    post = {"words": 8, "links": 0.2, "value": 0.3, "thread": True, "from post": 3} | change
    features = np.full((len(EVIDENCE), 2), LEVELS, np.float32)
    features[ROW["link share"]] = post["links"]
    features[ROW["up to words of comments"], 1] = post["from post"]
    page = _page(["Question", "An answer"], [20, post["words"]], features, thread=post["thread"])
    values, cut = scopes.decided(_settings(scope), page, np.array([0.9, post["value"]]))
    assert (values >= cut).tolist() == [True, kept]


@pytest.mark.parametrize(("scope", "words", "shown", "kept"), [
    ("page", [3, 3, 9], [True, True, True], True), ("page", [3, 2, 1], [True, True, True], False),
    ("page", [3, 2, 0], [True, True, True], True), ("main", [2, 3, 9], [True, True, True], False),
    ("main", [2, 4, 9], [True, False, True], True), ("page", [2, 4, 9], [True, False, True], False),
    ("text", [3, 2, 9], [True, True, True], True)])
def test_what_is_kept_of_a_page_has_six_words_or_nothing_is(scope, words, shown, kept):
    settings = _settings(scope, **({"hidden": 0.6} if scope == "main" else {}))
    page = _page(["Welcome to us", "Try again", "Home"], words, shown=np.array(shown))
    values, cut = scopes.decided(settings, page, np.array([0.9, 0.8, 0.1]))
    assert ((values >= cut) & np.array(shown)).any() == kept


def _page(texts, words, features=None, **others):
    size = len(texts)
    far = np.full((len(EVIDENCE), size), LEVELS, np.float32)
    return scopes.PageBlocks(**{
        "texts": texts, "words": np.array(words), "kinds": np.zeros(size, int),
        "shown": np.ones(size, bool), "features": far if features is None else features, **others})


def _settings(scope, **settings):
    return {"scope": scope, "copies": "all", "cuts": {"": [0.5, 0.5]}, **settings}


@pytest.mark.parametrize("row, value, told", [("date", 1, True), ("up to form", 0, True),
                                              ("date", 0, False)])
def test_names_alone_do_not_tell_comments(row, value, told):
    """<section id="discussion"> of a paper has neither dates nor a form."""
    features = np.full((len(EVIDENCE), 2), LEVELS, np.float32)
    features[ROW["date"]] = 0
    features[ROW["up to words of comments"], 1] = 2
    features[ROW[row], 1] = value
    assert comments.told_comments(features).tolist() == [False, told]


@pytest.mark.parametrize(("text", "kind", "kept"), [
    ("Advertisement", 0, False), ("- ANZEIGE -", 0, False), ("Advertisement of a mill", 0, True),
    ("Article continues below this ad", 0, False), ("The story continues below", 0, True),
    ("You need to enable JavaScript to run this app.", 0, False),
    ("This app is written in JavaScript, to run fast.", 0, True),
    ("Werbung", KINDS.index("h"), True)])
def test_a_line_above_an_advertisement_goes(text, kind, kept):
    page = _page(["The text goes on below it.", text], [9, len(text.split())],
                 kinds=np.array([0, kind]))
    values, cut = scopes.decided(_settings("page"), page, np.array([0.9, 0.8]))
    assert (values >= cut).tolist() == [True, kept]


@pytest.mark.parametrize(("scope", "text", "links", "form", "kept"), [
    ("main", "READ MORE: Five mills by the sea", 0.8, LEVELS, False),
    ("main", "READ MORE: Five mills by the sea", 0, LEVELS, True),
    ("main", "Lesen Sie auch die Mühlen am Meer", 0.9, LEVELS, False),
    ("main", "Read more of what I wrote here", 0.8, LEVELS, True),
    ("main", "Sign up for our newsletter", 0, 1, False),
    ("main", "Sign up for our newsletter", 0, LEVELS, True),
    ("page", "Sign up for our newsletter", 0, 1, True),
    ("main", "Write the name of the mill", 0, 1, True)])
def test_what_interrupts_an_article_goes_in_main(scope, text, links, form, kept):
    features = np.full((len(EVIDENCE), 2), LEVELS, np.float32)
    features[ROW["link share"]] = [0, links]
    features[ROW["up to form"], 1] = form
    page = _page(["The text goes on below it.", text], [9, len(text.split())], features)
    values, cut = scopes.decided(_settings(scope), page,
                                 np.array([0.9, 0.8]))
    assert (values >= cut).tolist() == [True, kept]


@pytest.mark.parametrize(("scope", "values", "kept"), [
    ("page", [0.9, 0.8, 0.8, 0.36], True),       # most of the page's code is kept
    ("page", [0.9, 0.8, 0.8, 0.34], False),      # far below the threshold
    ("page", [0.9, 0.8, 0.2, 0.36], False),      # half of it is not
    ("main", [0.9, 0.8, 0.8, 0.36], False), ("main", [0.9, 0.8, 0.2, 0.1], True)])
def test_code_beside_the_text_is_kept(scope, values, kept):
    features = np.full((len(EVIDENCE), 4), LEVELS, np.float32)
    features[ROW["link share"]] = 0
    page = _page(["The text goes on below it.", *"abc"], [9, 3, 3, 3], features,
                 kinds=np.array([KINDS.index(kind) for kind in "pccc"]))
    values, cut = scopes.decided(_settings(scope), page,
                                 np.array(values))
    assert (values >= cut)[3] == kept
