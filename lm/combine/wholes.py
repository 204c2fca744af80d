"""What belongs together stands or falls together, in any scope: rows of a table, items of a list,
terms, footnotes, a question and its answer, what a template repeats.

The models decide on texts one by one; the shortest look like dirt, and near the threshold they tear
what a reader takes for one thing. So all texts of a thing have a vote: their log-odds go to their
mean.

Trees that look twice learn from what the first look says of the texts around each (`context`): a
short text has little of its own that tells it from dirt; the list, table or template that it is
part of, the prose beside it and the element of all prose have more.

Source:  Tu 2008, "Auto-context and its application to high-level vision tasks", for the second.
"""
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..arrays import best_of_pages, is_one_of
from ..calibration import log_odds
from ..elements import Tree, nearest
from ..evidence.evidence import DIGITS, MOST_LINKS, ROW, Facts
from ..tagnames import KINDS

# Elements by which things are told; the number of a name is its index here
NAMES = ("", "table", "tr", "td", "th", "ul", "ol", "dl", "form", "h1", "h2", "h3")
LISTS = ("table", "ul", "ol", "dl")
# A table with one of these is for layout, but one with titles of columns may have tables; rows of a
# table of data, and its cells a row, at least
LAYOUT, ROWS, CELLS_A_ROW = ("table", "form", "h1", "h2", "h3"), 2, 1.5
SHORT = 15               # words of the texts of a table or list, in the mean, at most
FEW_LINKS, ITEMS = 0.1, 3    # of the characters of a list, at most; items, at least
LEVELLED = 0.5           # how far the log-odds of items go to the mean of their list
LEVELLED_KIN = 0.8       # and those of texts to that of ITEMS or more of their kin
CODE, HEADING = map(KINDS.index, "ch")
QUESTION = [ord(mark) for mark in "?\N{ARABIC QUESTION MARK}\N{FULLWIDTH QUESTION MARK}"]
QUESTION_WORDS = 25      # at most
MOST_BOXES = 4           # elements around a question that hold nothing else
PROSE = 5                # words of prose, such as an answer, at least
OF_HIDDEN = 10           # words of hidden prose, at least
# A list below text that is kept: its mean, at least; words of its texts in the mean, characters in
# links, and texts with dates, of posts, at most; words of prose above, and steps up to what is
# beside the text of the page, at least
LEAST, FEW_WORDS, LINKED, MOST_DATED, ABOVE, APART = 0.15, 12, 0.3, 0.5, 8, 4

SURE = 0.995             # the first look is never surer
GROUPS = ("kin", "outer", "inner")       # texts of one template; of the outermost list, the nearest
LEVELS = (2, 5)
IN_ONE = 0.9             # of the text, in the element of most of it, at least
CONTEXT = ["main", "page", *(f"{name} {what}" for name in GROUPS
                             for what in ("mean", "log count", "log words", "link share")),
           *(f"main of prose {side}" for side in ("before", "after")),
           *(f"share of text, {level} up" for level in LEVELS), "steps in text",
           "best of page", "log text of page", "share of page", "log words", "link share"]


@dataclass(kw_only=True)
class Placed:
    """Blocks of a few pages and where they are.

    tree:  Tree of the elements. names: int (elements,), indices into NAMES. notes: bool
           (elements,), whether each holds footnotes.
    where: int64 (blocks,), the node of each block. shown: bool (blocks,).
    kin:   uint64 (blocks,), equal for texts that a template makes alike, 0 for others.
    apart: steps up to the nearest menu, aside, footer, form or comments, int (blocks,); -1 in a
           thread, whose lists are names and dates.
    asks:  bool (blocks,), whether each text ends with a question mark. facts: of Evidence.
    """

    tree: Tree
    names: np.ndarray
    notes: np.ndarray
    where: np.ndarray
    shown: np.ndarray
    kin: np.ndarray
    apart: np.ndarray
    asks: np.ndarray
    facts: Facts

    @cached_property
    def lists(self) -> np.ndarray:
        """The number of the outermost list or table of data around each block, 0 for none."""
        return self.around(self.outermost(self.tables | self.are(*LISTS[1:])))

    @cached_property
    def tables(self) -> np.ndarray:
        """Which elements are tables of data, bool (elements,)."""
        rows, cells, heads, others, layout = (self.tree.inside(self.are(*names)) for names in (
            ["tr"], ["td", "th"], ["th"], LAYOUT[1:], LAYOUT))
        return (self.are("table") & (rows >= ROWS) & (cells >= CELLS_A_ROW * rows)
                & (((heads > 0) & (others == 0)) | (layout == 0)))

    @cached_property
    def things(self) -> list["Thing"]:
        """Each sort of things that stand together."""
        return things_in(self)

    def are(self, *names: str) -> np.ndarray:
        """Return whether each element has one of some names, bool (elements,)."""
        return is_one_of(self.names, [NAMES.index(name) for name in names])

    def holds(self, nodes: np.ndarray, blocks: np.ndarray) -> np.ndarray:
        """Return whether each node holds a block, bool (nodes,)."""
        places, ends = self.tree.runs
        at = places[self.where[blocks]]
        return (places[nodes] <= at) & (at < ends[nodes])

    def around(self, elements: np.ndarray) -> np.ndarray:
        """Return the number of the nearest of some elements around each block, from 1 on, int64
        (blocks,), 0 for none.

        elements: bool (elements,).
        """
        if not elements.any():
            return np.zeros(len(self.where), np.int64)
        return 1 + np.append(nearest(elements, self._parents()), np.full(self.tree.count, -1))[
            self.where]

    def outermost(self, elements: np.ndarray) -> np.ndarray:
        """Return which of some elements are in no other one of them, bool (elements,)."""
        parents = self._parents()
        return elements & (np.append(nearest(elements, parents), -1)[parents] < 0)

    def _parents(self):
        parents = self.tree.parents[:self.tree.elements]
        return np.where(parents < self.tree.elements, parents, -1)


class Groups:
    """Blocks in groups.

    rows: int64, the blocks. group: int64, the number of the group of each. sizes: of the groups.
    """

    def __init__(self, rows: np.ndarray, keys: np.ndarray, facts: Facts) -> None:
        """keys: (blocks,), equal for the blocks of a group."""
        self.rows, self._facts = rows, facts
        _, self.group, self.sizes = np.unique(keys[rows], return_inverse=True, return_counts=True)

    def sums(self, column: np.ndarray) -> np.ndarray:
        """Return the sum over the blocks of each group; column: (blocks,)."""
        return np.bincount(self.group, column[self.rows], len(self.sizes))

    def are_short(self, words: float, links: float | np.ndarray) -> np.ndarray:
        """Return whether the texts of each group have at most so many words in the mean, and such a
        share of their characters in links, bool.
        """
        facts = self._facts
        return ((self.sums(facts.words) <= words * self.sizes)
                & (self.sums(facts.links) <= links * self.sums(facts.chars)))

    def means(self, odds: np.ndarray) -> np.ndarray:
        """Return the mean of the log-odds of each group; longer texts weigh more."""
        weights = np.sqrt(self._facts.words + 0.5)
        return self.sums(weights * odds) / self.sums(weights)


class Thing(NamedTuple):
    """What stands together: log-odds go this `share` of the way to their mean.

    keys:  (blocks,), equal in one thing, 0 for no thing.
    votes: function from the Groups of blocks of such things, and whether posts of any length vote,
           to whether each votes.
    """

    share: float
    keys: np.ndarray
    votes: Callable[[Groups, bool], np.ndarray]


def voted(values: np.ndarray, placed: Placed, posts: bool = False) -> np.ndarray:
    """Return values whose log-odds are near the mean of those of all texts of the same thing.

    values: float (blocks,). A value of 0 stays, and has no vote.
    posts:  whether kin of any length vote, as posts and teasers, not only short ones.
    """
    apt = placed.shown & (values > 0)
    for share, keys, votes in placed.things:
        groups = Groups(np.flatnonzero(apt & (keys > 0)), keys, placed.facts)
        odds = log_odds(values)
        shares = share * votes(groups, posts)
        levelled = odds[groups.rows] + shares[groups.group] * (
            groups.means(odds)[groups.group] - odds[groups.rows])
        values = values.copy()
        values[groups.rows] = 1 / (1 + np.exp(-levelled))
    return _hidden_together(values, placed)


def _hidden_together(values, placed):
    """Return values in which hidden texts have at least the value of hidden prose beside them, in
    the same element: a click shows them together. A value of 0 stays.
    """
    facts, around = placed.facts, placed.tree.parents[placed.where]
    hidden = np.flatnonzero(~placed.shown & (values > 0))
    prose = hidden[(facts.words[hidden] >= OF_HIDDEN) & (facts.link_density[hidden] < MOST_LINKS)]
    best = np.zeros(len(placed.tree.parents))
    np.maximum.at(best, around[prose], values[prose])
    values = values.copy()
    values[hidden] = np.maximum(values[hidden], best[around[hidden]])
    return values


def things_in(placed: Placed) -> list[Thing]:
    """Return each sort of things that stand together."""
    def are_several(groups, posts):
        return groups.sizes > 1
    return [
        Thing(LEVELLED_KIN, placed.kin, lambda groups, posts: (groups.sizes >= ITEMS) & (
            posts | groups.are_short(SHORT, MOST_LINKS))),
        Thing(1, placed.around(placed.tables | placed.are("dl")),
              lambda groups, posts: groups.are_short(SHORT, MOST_LINKS)),
        Thing(LEVELLED, placed.around(placed.outermost(placed.are("ul", "ol"))),
              lambda groups, posts: groups.are_short(SHORT, FEW_LINKS)),
        Thing(1, (placed.around(placed.notes) > 0) * (placed.facts.page + 1),
              are_several),
        Thing(1, _answered(placed), are_several)]


def _answered(placed):
    """Return the number of the question that each block is or answers, 0 for none: a question and
    the next text, prose, in the smallest element around it that has more shown text.

    Questions that open their answers are buttons and links, often in a heading in a box. What is
    next to the headline may be a notice; a link may be a teaser.
    """
    facts, shown, tree = placed.facts, np.flatnonzero(placed.shown), placed.tree
    asked = np.flatnonzero((placed.asks & (facts.words <= QUESTION_WORDS))[shown[:-1]])
    before, after = shown[asked], shown[asked + 1]
    texts, = tree.sums(placed.where, placed.shown[None])
    is_boxed = (facts.link_density[before] < MOST_LINKS) & ~np.append(
        placed.are("h1"), np.zeros(tree.count, bool))[placed.where[before]]
    around = tree.parents[placed.where[before]]
    for _ in range(MOST_BOXES):
        around = np.where(is_boxed & (texts[around] <= 1), tree.parents[around], around)
    fit = ((facts.words[after] >= PROSE) & (facts.link_density[after] < MOST_LINKS)
           & placed.holds(around, after))
    answered = np.zeros(len(placed.where), np.int64)
    answered[before[fit]] = answered[after[fit]] = before[fit] + 1
    return answered


def with_lists(values: np.ndarray, cuts: np.ndarray, placed: Placed) -> np.ndarray:
    """Return values with which short lists and tables are whole that stand below text that is kept,
    prose or a heading, in the same element or the one around it. Those with such text below, too,
    may be links.

    values, cuts: float (blocks,), each with the threshold of its page. A value of 0 stays.
    """
    facts, parents, lists = placed.facts, placed.tree.parents, placed.lists
    groups = Groups(np.flatnonzero(placed.shown & (values > 0) & (lists > 0)), lists, facts)
    above = np.flatnonzero(placed.shown & (values >= cuts) & (
        (facts.kind == HEADING) | (facts.words >= ABOVE) & (facts.link_density < MOST_LINKS)))
    first, last = np.full((2, len(groups.sizes)), -1)
    first[groups.group[::-1]], last[groups.group] = groups.rows[::-1], groups.rows
    around = parents[lists[first] - 1]

    def are_near(places, node):
        return ((places >= 0) & (facts.page[places] == facts.page[first])
                & placed.holds(node, places))
    before = np.append(above, -1)[np.searchsorted(above, first) - 1]
    after = np.append(above, -1)[np.searchsorted(above, last, "right")]
    links = np.where(are_near(before, around) & are_near(after, around), 1, LINKED)
    whole = (are_near(before, parents[around]) & (groups.sizes >= ITEMS)
             & groups.are_short(FEW_WORDS, links)
             & (groups.sums(facts.dated) <= MOST_DATED * groups.sizes)
             & (placed.apart[first] >= APART)
             & (groups.means(log_odds(values)) >= log_odds(LEAST)))
    chosen = groups.rows[whole[groups.group]]
    values = values.copy()
    values[chosen] = np.maximum(values[chosen], cuts[chosen])
    return values


def context(values: Mapping[str, np.ndarray], placed: Placed, features: np.ndarray) -> np.ndarray:
    """Return the features of CONTEXT, float32 (features, blocks).

    values:   {"main", "page": float (blocks,)}, of the first look. features: those of Evidence.
    """
    facts, tree, shown = placed.facts, placed.tree, placed.shown
    page, words = facts.page, facts.words
    main, of_page = (log_odds(np.clip(values[scope], 1 - SURE, SURE)) for scope in ("main", "page"))
    rows = [main, of_page]
    for keys in placed.kin, placed.lists, placed.around(placed.are(*LISTS)):
        groups = Groups(np.flatnonzero(shown & (keys > 0)), keys, facts)
        of_groups = np.array([groups.means(main), np.log1p(groups.sizes),
                              np.log1p(groups.sums(words) / groups.sizes),
                              groups.sums(facts.links) / np.maximum(1, groups.sums(facts.chars))])
        of_blocks = np.array([main, *np.array([0, -1, -1])[:, None].repeat(len(main), 1)])
        of_blocks[:, groups.rows] = of_groups[:, groups.group]
        rows += [*of_blocks]
    prose = shown & (words >= PROSE) & (facts.link_density < MOST_LINKS)
    rows += [*main[nearest_on_page(prose, page)]]
    # whole numbers, whose sums do not depend on the pages before
    text = np.rint(values["main"] * 10 ** DIGITS) * words * prose
    held, = tree.sums(placed.where, text[None])
    above, whole = tree.above(placed.where, max(LEVELS) + 1), held[tree.elements + page]
    rows += [held[above[level]] / np.maximum(1, whole) for level in LEVELS]
    rows.append(_steps_in_text(placed, text))
    whole = whole / 10 ** DIGITS
    best = np.zeros(len(facts.first))
    np.maximum.at(best, page, values["main"] * (shown & (words >= 2 * PROSE)))
    rows += [best[page], np.log1p(whole),
             whole / np.maximum(1, np.bincount(page, words * shown))[page],
             features[ROW["log words"]], facts.link_density]
    return np.array(rows, np.float32)


def nearest_on_page(wanted: np.ndarray, page: np.ndarray) -> np.ndarray:
    """Return the nearest of some blocks before each block and after it on its page, or itself,
    int64 (2, blocks).

    wanted: bool (blocks,). page: the page of each block, ascending.

    >>> nearest_on_page(np.array([True, False, True, False]), np.array([0, 0, 0, 1])).tolist()
    [[0, 0, 0, 3], [2, 2, 2, 3]]
    """
    own = np.arange(len(page))
    there = np.concatenate([[-1], np.flatnonzero(wanted), [-1]])
    before = np.searchsorted(there[1:-1], own)
    places = there[np.array([before, before + 1 + wanted])]
    return np.where((places >= 0) & (page[places] == page), places, own)


def _steps_in_text(placed, text):
    """Return the steps down from the deepest element with nine tenths of its page's text to each
    block, not counting the block's own element; -1 for a block outside.

    text: float (blocks,), words that are likely to be text.
    """
    tree, where = placed.tree, placed.where
    held, = tree.sums(tree.parents[where], text[None])
    has_most = (held > 0) & (held >= IN_ONE * held[tree.elements:][tree.page])
    deepest = best_of_pages((has_most * tree.depths)[:tree.elements], tree.page[:tree.elements],
                            tree.count)[placed.facts.page]
    starts, ends = tree.runs
    at = starts[where]
    inside = (deepest >= 0) & (starts[deepest] <= at) & (at < ends[deepest])
    return np.where(inside, tree.depths[where] - tree.depths[deepest], -1)
