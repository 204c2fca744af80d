"""What each scope keeps of a page, by the probabilities of its blocks: smoothing, doubts, the
threshold of the best expected F, comments, footers, code, repeated hidden text."""
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, compress
from typing import Any

import numpy as np

from ..arrays import best_of_pages
from ..evidence.containers import LEVELS
from ..evidence.evidence import LONG, MOST_LINKS, ROW
from ..evidence.textcounts import sums_before
from ..rules import pattern, rules
from .comments import of_form, signed, told_comments, with_posts
from .wholes import CODE, HEADING, PROSE, nearest_on_page

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
    "page": {"scope": "page", "charlm": 0.125, "smoothing": 0.1,
             "doubts": DOUBTS, "signatures": True, "hidden": HIDDEN, "cuts": HALF},
    "main": {"scope": "main", "charlm": 0, "smoothing": 0, "comments": 0.6,
             "footers": 0, "doubts": DOUBTS, "signatures": False, "hidden": HIDDEN,
             "foreign": {"known": ["the", "and", "of", "to"], "share": 0.015, "prose": 50,
                         "cuts": {"": 0.55, "precision": 0.65, "recall": 0.35}},
             "cuts": {"": [0.15, 0.6], "precision": [0.3, 0.8], "recall": [0.05, 0.4]}},
    "text": {"scope": "text", "charlm": 0.5, "smoothing": 0.1, "doubts": [],
             "signatures": False, "cuts": HALF, "alone": ALONE}}
# Of the blocks of code of a page. Where more are kept main's gold seldom has the rest: of all gold
# pages 16 would change, by -0.9 points in the mean; page keeps what is no more than NEARLY below
# its threshold: nine pages change, .854 of wcxb-dev's lines for .824
MOST_CODE, NEARLY = 0.5, 0.15
# What stands within the text and is none of it: a line and its words, at most. READ names another
# page: 26 of such lines kept on a sample of gold pages are not in the gold, and 11 are
IS_ADVERT, IS_READ, IS_SIGN_UP = (re.compile(pattern(rules("phrases")[name]), re.I)
                                  for name in ("ADVERT", "READ", "SIGN_UP"))
ADVERT_WORDS = 20        # "- Sponsored links -", or what is asked where scripts are off
SHORT = 40               # words of these two, at most
# Of a page that has as many; with fewer kept it is an empty frame. Plain text may be this short.
LEAST_WORDS = 6
# {favor: beta}, how much more recall counts than precision
BETAS = {"precision": 0.5, None: 1.0, "recall": 2.0}
UNIT = 1 << 30           # of a probability; whole numbers, whose sums do not depend on other pages


@dataclass(kw_only=True)
class PageBlocks:
    """The blocks of a few pages, one page after the other; lists and arrays are a block each.

    words:    int. kinds: indices into tagnames.KINDS. features: (features, blocks), of Evidence.
    shown:    bool, blocks that browsers show. Hidden ones have a threshold of their own.
    thread:   bool, blocks of threads, whose posts are no comments on other text.
    page:     int, the page of each, ascending. count: how many pages there are.
    """

    texts: Sequence[str]
    words: np.ndarray
    kinds: np.ndarray
    shown: np.ndarray
    features: np.ndarray
    thread: np.ndarray
    page: np.ndarray
    count: int = 1

    def total(self, column: np.ndarray) -> np.ndarray:
        """Return the sum over the blocks of each page, (pages,); column: (blocks,)."""
        return np.bincount(self.page, column, self.count)

    def are_prose(self, least: int) -> np.ndarray:
        """Return whether each block has so many words, at least, and few links, bool (blocks,)."""
        return (self.words >= least) & (self.features[ROW["link share"]] < MOST_LINKS)


def mixed(settings: Mapping[str, Any], values: np.ndarray, charlm: np.ndarray,
          pages: PageBlocks) -> np.ndarray:
    """Return the values of blocks after charlm, smoothing, doubts and signatures, float (blocks,).
    In a thread names and dates are no text: there are no signatures.

    settings: of SETTINGS. values: of JointModel.probabilities.
    charlm:   float (blocks,), its scores, 1 is dirty; nan where it says nothing.
    """
    features, words, page = pages.features, pages.words, pages.page
    weights = settings["charlm"] * ~np.isnan(charlm)
    values = (values + weights * (1 - np.nan_to_num(charlm))) / (1 + weights)
    if settings["smoothing"]:
        values = smoothed(values, words, settings["smoothing"], page)
    for names, steps, value in settings["doubts"]:
        near = features[[ROW[name] for name in names]].min(0) < steps
        values = np.maximum(0, values - value * near)
    if not settings["signatures"]:
        return values
    return np.where(pages.thread, values, signed(values, features, words, page))


def smoothed(values: np.ndarray, words: np.ndarray, share: float,
             page: np.ndarray) -> np.ndarray:
    """Return the values of blocks, each averaged with its two neighbours on its page.

    Weights are square roots of words + 1, those of the neighbours multiplied by `share`.
    values, words, page: arrays (blocks,); page: the page of each block, ascending.

    >>> smoothed(np.array([1.0, 0, 1, 1]), np.array([3] * 4), 0.5, np.array([0, 0, 0, 1])).tolist()
    [0.6666666666666666, 0.5, 0.6666666666666666, 1.0]
    """
    weights = np.sqrt(words + 1.0)
    own = np.array([values * weights, weights])
    before, after = np.zeros((2, *own.shape))
    same = page[1:] == page[:-1]
    before[:, 1:] = own[:, :-1] * same
    after[:, :-1] = own[:, 1:] * same
    near = share * (before + after) + own
    return near[0] / near[1]


def decided(settings: Mapping[str, Any], pages: PageBlocks, values: np.ndarray,
            favor: str | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return (values, threshold of each page): blocks of at least the threshold are kept.

    settings: of SETTINGS. values: of `mixed`. favor: a key of BETAS.
    Returns:  values, at least the threshold for code beside kept prose, and 0 for blocks dropped
              as comments, footers, interruptions or repetitions, or because less than
              LEAST_WORDS of a longer page would be kept.
    """
    words, shown, features, given = pages.words, pages.shown, pages.features, values
    is_main, hidden = settings["scope"] == "main", settings.get("hidden", np.inf)
    if is_main:
        values = with_posts(values, words, features, pages.thread)
    cuts = _thresholds(settings, pages, values, favor)
    cut = cuts[pages.page]
    beside, share = beside_kept(pages, values >= cut)
    beside &= (share <= MOST_CODE) if is_main else (share > MOST_CODE) & (values >= cut - NEARLY)
    values = np.where(beside, np.maximum(values, cut), values)
    in_footer = features[ROW["up to footer"]] < LEVELS
    comments = told_comments(features, pages.page) & ~pages.thread
    for inside, least in ((comments, settings.get("comments", 1)),
                          (in_footer, settings.get("footers", 1))):
        kept = words * (shown & (values >= cut))
        others = pages.total(kept * ~inside) > least * pages.total(kept)
        values = np.where(inside & others[pages.page], 0.0, values)
    values = np.where(_interruptions(settings["scope"], pages, values >= cut), 0.0, values)
    limits = np.where(shown, cut, np.maximum(cut, hidden))
    values = np.where(_repeated(pages, values >= limits), 0.0, values)
    kept = values >= limits
    few = pages.total(words * kept) < LEAST_WORDS
    if favor == "precision" and few.any():       # it empties no page
        usual, usual_cuts = decided(settings, pages, given)
        return np.where(few[pages.page], usual, values), np.where(few, usual_cuts, cuts)
    if settings["scope"] != "text":
        empty = few & (pages.total(words * shown) >= LEAST_WORDS)
        values = np.where(kept & empty[pages.page], 0.0, values)
    return values, cuts


def _interruptions(scope, pages, kept):
    """Return whether each kept block only says that here is an advertisement, or asks for scripts,
    bool (blocks,); in main, also whether it is a link to read another page, or in a form asks to
    sign up.
    """
    patterns = [(IS_ADVERT, (pages.words <= ADVERT_WORDS) & (pages.kinds != HEADING))]
    if scope == "main":
        short = pages.words <= SHORT
        patterns += [(IS_READ, short & ~pages.are_prose(0)),
                     (IS_SIGN_UP, short & of_form(pages.features))]
    dropped = np.zeros(len(kept), bool)
    for phrase, may in patterns:
        for place in np.flatnonzero(kept & may).tolist():
            dropped[place] |= phrase.search(pages.texts[place]) is not None
    return dropped


def _repeated(pages, kept):
    """Return whether each kept block is hidden and has the text of a shown block, or of one before
    it, in any case, bool (blocks,)."""
    hidden = kept & ~pages.shown
    repeated = np.zeros(len(kept), bool)
    if hidden.any():
        places, said = np.flatnonzero(kept), set()
        for place in places[np.argsort(hidden[places], kind="stable")].tolist():
            text = int(pages.page[place]), pages.texts[place].casefold()
            repeated[place] = hidden[place] and text in said
            said.add(text)
    return repeated


def beside_kept(pages: PageBlocks, kept: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (whether each block is code whose nearest prose, before or after it, is kept, bool;
    the share of its page's blocks of code that are kept), arrays (blocks,).

    kept: bool (blocks,).

    >>> from ..tagnames import KINDS
    >>> pages = PageBlocks(texts=[""] * 5, words=np.array([9, 3, 9, 3, 9]), shown=np.ones(5, bool),
    ...                    kinds=np.array([KINDS.index(kind) for kind in "pcpcp"]),
    ...                    features=np.zeros((len(ROW), 5)), thread=np.zeros(5, bool),
    ...                    page=np.zeros(5, int))
    >>> beside_kept(pages, np.array([True, *[False] * 4]))[0].tolist()
    [False, True, False, False, False]
    """
    code = pages.shown & (pages.kinds == CODE)
    if not code.any():
        return code, np.zeros(len(kept))
    prose = pages.shown & ~code & pages.are_prose(PROSE)
    beside = code & np.logical_or(*(kept & prose)[nearest_on_page(prose, pages.page)])
    return beside, (pages.total(kept & code) / np.maximum(1, pages.total(code)))[pages.page]


def _thresholds(settings, pages, values, favor):
    """Return the threshold of each page, by its shown blocks."""
    (low, high), shown = settings["cuts"][favor or ""], pages.shown
    if low == high:
        alone = min(low, settings.get("alone", low)) if not favor else low
        return np.where(pages.total(shown) == 1, alone, low)
    cuts = np.clip(thresholds(values[shown], pages.words[shown], pages.page[shown], pages.count,
                              BETAS[favor]), low, high)
    foreign = settings.get("foreign")
    if foreign:
        usual = foreign["cuts"][favor or ""]
        sure = shown & (values >= usual)
        runs = (pages.total(pages.words * (sure & pages.are_prose(LONG))) >= foreign["prose"]) & (
            pages.total(sure & (pages.features[ROW["from headline"]] == 0)) > 0)
        words, bounds = pages.total(pages.words * shown), np.searchsorted(
            pages.page, np.arange(pages.count + 1))
        for number in np.flatnonzero(runs).tolist():
            rows = slice(bounds[number], bounds[number + 1])
            text = " ".join(compress(pages.texts[rows], shown[rows].tolist()))
            if _are_rare(foreign["known"], foreign["share"] * words[number], text):
                cuts[number] = usual
    return cuts


def thresholds(values: np.ndarray, words: np.ndarray, page: np.ndarray, count: int,
               beta: float = 1.0) -> np.ndarray:
    """Return for each of `count` pages the threshold with the best expected F, float (count,).

    values:  float (blocks,), probabilities that the blocks are text. Those of at least the
             threshold are kept.
    words:   int (blocks,). page: int (blocks,), the page of each, ascending.
    Returns: 1.0 for a page without words.

    Blocks are taken by falling probability. The expected true positives are the sum of probability
    times words over the blocks taken, the expected words of the gold are this sum over all blocks.
    F-beta as in van Rijsbergen 1979, chapter 7.

    >>> values, page = np.array([0.9, 0.1, 0.6, 0.2]), np.array([0, 0, 0, 2])
    >>> thresholds(values, np.array([50, 50, 10, 9]), page, 3).tolist()
    [0.6, 1.0, 0.2]
    """
    order = np.lexsort((-values, page))
    values, words = values[order], words[order]
    hits, taken = sums_before(np.rint(values * UNIT).astype(np.int64) * words), sums_before(words)
    bounds = np.searchsorted(page, np.arange(count + 1))
    first, end = bounds[:-1][page], bounds[1:][page]
    wanted, squared = hits[end] - hits[first], beta * beta
    expected = (1 + squared) * (hits[1:] - hits[first]) / np.maximum(
        1, squared * wanted + UNIT * (taken[1:] - taken[first]))
    return np.append(values, 1.0)[best_of_pages(expected, page, count)]


def _are_rare(known, most, text):
    """Return whether a text has some words, in lower case, fewer times than `most` in all."""
    return all(so_far < most             # the first one decides on nearly every page
               for so_far in accumulate(text.count(f" {word} ") for word in known))


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
