"""What each scope keeps of a page: its threshold, comments, footers, repeated and hidden text."""
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

import numpy as np

from ..arrays import is_one_of
from ..evidence.containers import LEVELS
from ..evidence.evidence import MOST_LINKS, ROW
from ..rules import pattern, rules
from ..tagnames import KINDS
from .comments import of_form, told_comments, with_posts
from .decisions import BETAS, are_rare, copies, expected_f, repeats, sure_words
from .wholes import CODE, HEADING, PROSE

# Blocks in a sidebar, form or footer. Recent pages have little prose in sidebars, so the trees
# learn little of it; older pages have much
DOUBTS = [[["up to aside", "up to words of side"], 8, 0.2],
          [["up to form", "up to words of form"], 4, 0.1],
          [["up to footer", "up to words of footer"], 6, 0.1]]
# By scope: thresholds by favor, of main the range of those that a page may have; the weight of
# charlm; what becomes of comments, footers, repeated and hidden text; "foreign": the thresholds of
# running text in other languages than that of most training pages, where expected F is too lenient
# since the values are less sure: frequent words of that language and their least share of a page in
# it, and the words of sure prose that make a page one of running text
HIDDEN = 0.6             # least threshold of hidden text
# Of plain text of one segment, with nothing around it: sentences in other languages than English
# have values of 0.47 to 0.53, menus less
ALONE = 0.45
HALF = {"": [0.5, 0.5], "precision": [0.65, 0.65], "recall": [0.35, 0.35]}
SETTINGS: dict[str, dict[str, Any]] = {
    "page": {"scope": "page", "charlm": 0.125, "smoothing": 0.1, "copies": "all",
             "doubts": DOUBTS, "signatures": True, "hidden": HIDDEN, "cuts": HALF},
    "main": {"scope": "main", "charlm": 0, "smoothing": 0, "copies": "first", "comments": 0.6,
             "footers": 0, "doubts": DOUBTS, "signatures": False, "hidden": HIDDEN,
             "foreign": {"known": ["the", "and", "of", "to"], "share": 0.015, "prose": 50,
                         "cuts": {"": 0.55, "precision": 0.65, "recall": 0.35}},
             "cuts": {"": [0.15, 0.6], "precision": [0.3, 0.8], "recall": [0.05, 0.4]}},
    "text": {"scope": "text", "charlm": 0.5, "smoothing": 0.1, "copies": "all", "doubts": [],
             "signatures": False, "cuts": HALF, "alone": ALONE}}
# Of the blocks of code of a page. Where more are kept main's gold seldom has the rest: of all gold
# pages 16 would change, by -0.9 points in the mean; page keeps what is no more than NEARLY below
# its threshold: nine pages change, .854 of wcxb-dev's lines for .824
MOST_CODE, NEARLY = 0.5, 0.15
REPEATED = tuple(KINDS.index(kind) for kind in "tc")     # rows of tables and code may repeat
# What stands within the text and is none of it: a line and its words, at most. READ names another
# page: 26 of such lines kept on a sample of gold pages are not in the gold, and 11 are
IS_ADVERT, IS_READ, IS_SIGN_UP = (re.compile(pattern(rules("phrases")[name]), re.I)
                                  for name in ("ADVERT", "READ", "SIGN_UP"))
ADVERT_WORDS = 12        # "- Sponsored links -"
SHORT = 40               # words of these two, at most
# Of a page that has as many; with fewer kept it is an empty frame. Plain text may be this short.
LEAST_WORDS = 6


@dataclass(kw_only=True)
class PageBlocks:
    """The blocks of one page; lists and arrays are a block each.

    words:    int. kinds: indices into tagnames.KINDS. features: (features, blocks), of Evidence.
    shown:    bool, blocks that browsers show. Hidden ones have a threshold of their own.
    thread:   whether the page is a thread, whose posts are no comments on other text.
    """

    texts: Sequence[str]
    words: np.ndarray
    kinds: np.ndarray
    shown: np.ndarray
    features: np.ndarray
    thread: bool = False


def decided(settings: Mapping[str, Any], page: PageBlocks, values: np.ndarray,
            favor: str | None = None, keep_repeats: bool = False) -> tuple[np.ndarray, float]:
    """Return (values, threshold) of a page: blocks of at least the threshold are kept.

    settings: of a JointModel. values: of its `mixed`. favor: a key of BETAS.
    keep_repeats: whether text that the page has several times is kept each time.
    Returns:  values, at least the threshold for code beside kept prose, and 0 for blocks dropped
              as comments, footers, interruptions or repetitions, or because less than
              LEAST_WORDS of a longer page would be kept.
    """
    words, shown, features, given = page.words, page.shown, page.features, values
    if page.thread and settings["scope"] == "main":
        values = with_posts(values, words, features)
    cut = _threshold(settings, page, values, favor)
    beside, share, is_main = *beside_kept(page, values >= cut), settings["scope"] == "main"
    if is_main == (share <= MOST_CODE):
        beside &= is_main | (values >= cut - NEARLY)
        values = np.where(beside, np.maximum(values, cut), values)
    in_footer = features[ROW["up to footer"]] < LEVELS
    comments = told_comments(features) & (not page.thread)
    for inside, least in ((comments, settings.get("comments", 1)),
                          (in_footer, settings.get("footers", 1))):
        if inside.any():
            kept = words * (shown & (values >= cut))
            if kept[~inside].sum() > least * kept.sum():
                values = np.where(inside, 0.0, values)
    values = np.where(_interruptions(settings["scope"], page, values >= cut), 0.0, values)
    if settings["copies"] == "first" and not keep_repeats and not page.thread:
        may = (values < cut) | ~shown | is_one_of(page.kinds, REPEATED)
        values = np.where(copies(page.texts, words, may), 0.0, values)
    kept, least = shown & (values >= cut), hidden_cut(settings, cut)
    if least is not None:
        wanted = ~shown & (values >= least)
        values = np.where(repeats(page.texts, shown, wanted), 0.0, values)
        kept |= ~shown & (values >= least)
    if favor == "precision" and words[kept].sum() < LEAST_WORDS:     # it empties no page
        return decided(settings, page, given, None, keep_repeats)
    if settings["scope"] != "text" and words[kept].sum() < LEAST_WORDS <= words[shown].sum():
        values = np.where(kept, 0.0, values)
    return values, cut


def _interruptions(scope, page, kept):
    """Return whether each kept block only says that here is an advertisement, or asks for scripts,
    bool (blocks,); in main, also whether it is a link to read another page, or in a form asks to
    sign up.
    """
    patterns = [(IS_ADVERT, (page.words <= ADVERT_WORDS) & (page.kinds != HEADING))]
    if scope == "main":
        short, features = page.words <= SHORT, page.features
        patterns += [(IS_READ, short & (features[ROW["link share"]] >= MOST_LINKS)),
                     (IS_SIGN_UP, short & of_form(features))]
    dropped = np.zeros(len(kept), bool)
    for phrase, may in patterns:
        for place in np.flatnonzero(kept & may).tolist():
            dropped[place] |= phrase.search(page.texts[place]) is not None
    return dropped


def beside_kept(page: PageBlocks, kept: np.ndarray) -> tuple[np.ndarray, float]:
    """Return (whether each block is code whose nearest prose, before or after it, is kept, bool;
    the share of the page's blocks of code that are kept).

    kept: bool (blocks,).

    >>> page = PageBlocks(texts=[""] * 5, words=np.array([9, 3, 9, 3, 9]), shown=np.ones(5, bool),
    ...                   kinds=np.array([KINDS.index(kind) for kind in "pcpcp"]),
    ...                   features=np.zeros((len(ROW), 5)))
    >>> beside_kept(page, np.array([True, *[False] * 4]))[0].tolist()
    [False, True, False, False, False]
    """
    is_code = page.shown & (page.kinds == CODE)
    if not is_code.any():
        return is_code, 0.0
    prose = np.flatnonzero(page.shown & ~is_code & (page.words >= PROSE)
                           & (page.features[ROW["link share"]] < MOST_LINKS))
    code = np.flatnonzero(is_code)
    after = np.searchsorted(prose, code)
    of_prose = np.concatenate([[False], kept[prose], [False]])
    beside = np.zeros(len(kept), bool)
    beside[code] = of_prose[after] | of_prose[after + 1]
    return beside, kept[code].sum() / max(1, len(code))


def _threshold(settings, page, values, favor):
    """Return the threshold of a page, by its shown blocks."""
    foreign, shown = settings.get("foreign"), page.shown
    values, words = values[shown], page.words[shown]
    if foreign:
        usual, texts = foreign["cuts"][favor or ""], compress(page.texts, shown)
        headline = page.features[ROW["from headline"], shown] == 0
        links = page.features[ROW["link share"], shown]
        if (sure_words(values, words, links, usual) >= foreign["prose"]
                and values.max(initial=0, where=headline) >= usual
                and are_rare(foreign["known"], foreign["share"], texts, words)):
            return usual
    low, high = settings["cuts"][favor or ""]
    if low == high:
        return low if favor or len(values) != 1 else min(low, settings.get("alone", low))
    return min(high, max(low, expected_f(values, words, BETAS[favor])[0]))


def hidden_cut(settings: Mapping[str, Any], cut: float) -> float | None:
    """Return the threshold of hidden blocks of a page; None if none is kept.

    cut: the threshold of `decided`.
    """
    least = settings.get("hidden")
    return None if least is None else max(cut, least)


def contained(values: np.ndarray, of_main: np.ndarray, kept: np.ndarray, hidden: np.ndarray,
              cut: float) -> np.ndarray:
    """Return the values of page, at least its threshold where main keeps a block: who takes the
    greater scope loses nothing.

    Of hidden text page keeps what main keeps: the models learn of it from main's gold.

    values, of_main: float (blocks,). kept: bool (blocks,), by main. hidden: bool (blocks,).
    """
    return np.where(hidden, of_main * kept, np.maximum(values, cut * kept))
