"""What belongs together stands or falls together, in any scope: rows of a table, items of a list,
terms, footnotes, a question and its answer, code and its caption, what a template repeats.

The models decide on texts one by one; the shortest look like dirt, and near the threshold they tear
what a reader takes for one thing. So all texts of a thing have a vote: their log-odds go to their
mean. Where the page's prose is kept, short texts in the element of that prose need less to be kept:
ingredients, dates and data have little of what tells text from dirt but where they stand.
"""
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import is_one_of
from ..calibration import log_odds
from ..elements import Tree, nearest
from ..evidence.blockcolumns import best_of_pages
from ..evidence.evidence import MOST_LINKS, Facts
from ..evidence.nodes import LEVELS
from ..tagnames import KINDS

# Elements by which things are told; the number of a name is its index here
NAMES = ("", "table", "tr", "td", "th", "ul", "ol", "dl", "form", "h1", "h2", "h3", "figure",
         "button")
LISTS = ("table", "ul", "ol", "dl")
# A table with one of these is for layout; rows of a table of data, and its cells a row, at least
LAYOUT, ROWS, CELLS_A_ROW = ("table", "form", "h1", "h2", "h3"), 2, 1.5
SHORT = 15               # words of the texts of a table or list, in the mean, at most
FEW_LINKS, ITEMS = 0.1, 3    # of the characters of a list, at most; items, at least
LEVELLED = 0.5           # how far the log-odds of items go to the mean of their list
LEVELLED_KIN = 0.8       # and those of texts to that of ITEMS or more of their kin
CODE, HEADING = map(KINDS.index, "ch")
QUESTION = ("?", "\N{ARABIC QUESTION MARK}", "\N{FULLWIDTH QUESTION MARK}")
QUESTION_WORDS = 25      # at most
PROSE = 5                # words of prose, such as an answer, at least
CAPTIONS = 2             # texts of a figure of code, at most
# Share of the words of kept prose that the element of it has, at least. In it a list is
# kept whole whose mean is LEAST or more, and what else is of one kin from LEAST_KIN; words of their
# texts in the mean, and characters in links, at most
IN_ONE, LEAST, LEAST_KIN, FEW_WORDS, LINKED = 0.9, 0.4, 0.44, 12, 0.7
MOST_DATED = 0.5         # of the texts of such a list: dates of posts are others


class Placed(NamedTuple):
    """Blocks of a few pages and where they are.

    tree:  Tree of the elements. names: int (elements,), indices into NAMES. notes: bool
           (elements,), whether each holds footnotes.
    where: int64 (blocks,), the node of each block. shown: bool (blocks,).
    kin:   uint64 (blocks,), equal for texts that a template makes alike, 0 for others.
    apart: steps up to the nearest menu, aside, footer, form or comments, int (blocks,); -1 in a
           thread, whose lists are names and dates.
    texts: list of str. facts: of Evidence.
    """

    tree: Tree
    names: np.ndarray
    notes: np.ndarray
    where: np.ndarray
    shown: np.ndarray
    kin: np.ndarray
    apart: np.ndarray
    texts: Sequence[str]
    facts: Facts

    def are(self, *names: str) -> np.ndarray:
        """Return whether each element has one of some names, bool (elements,)."""
        return is_one_of(self.names, [NAMES.index(name) for name in names])

    def inside(self, elements: np.ndarray) -> np.ndarray:
        """Return the number of some elements in each element, int64 (elements,).

        elements: bool (elements,).
        """
        places, ends = (of_nodes[:len(elements)] for of_nodes in self.tree.runs)
        sums = np.zeros(len(self.tree.parents) + 1, np.int64)
        sums[places + 1] = elements
        np.cumsum(sums, out=sums)
        return sums[ends] - sums[places + 1]

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

    def are_short(self, words: float, links: float) -> np.ndarray:
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


def voted(values: np.ndarray, placed: Placed, posts: bool = False) -> np.ndarray:
    """Return values whose log-odds are near the mean of those of all texts of the same thing.

    values: float (blocks,). A value of 0 stays, and has no vote.
    posts:  whether kin of any length vote, as posts and teasers, not only short ones.
    """
    apt = placed.shown & (values > 0)
    for share, keys, votes in _things(placed, apt, posts):
        groups = Groups(np.flatnonzero(apt & (keys > 0)), keys, placed.facts)
        odds = log_odds(values)
        shares = share * votes(groups)
        levelled = odds[groups.rows] + shares[groups.group] * (
            groups.means(odds)[groups.group] - odds[groups.rows])
        values = values.copy()
        values[groups.rows] = 1 / (1 + np.exp(-levelled))
    return values


def _things(placed, apt, posts):
    """Yield (share, keys, votes) of each sort of things: log-odds go this share of the way.

    keys: (blocks,), equal in one thing, 0 for no thing. votes: function from the Groups of blocks
    of such things to whether each votes. apt: bool (blocks,), those that may.
    """
    facts, code = placed.facts, placed.facts.kind == CODE
    yield LEVELLED_KIN, placed.kin, lambda groups: (groups.sizes >= ITEMS) & (
        posts | groups.are_short(SHORT, MOST_LINKS))
    yield 1.0, placed.around(_tables(placed)), lambda groups: groups.are_short(SHORT, MOST_LINKS)
    yield 1.0, placed.around(placed.are("dl")), lambda groups: groups.are_short(SHORT, MOST_LINKS)
    yield LEVELLED, placed.around(placed.outermost(placed.are("ul", "ol"))), lambda groups: (
        groups.are_short(SHORT, FEW_LINKS))
    yield 1.0, (placed.around(placed.notes) > 0) * (facts.page + 1), lambda groups: groups.sizes > 1
    yield 1.0, placed.around(placed.are("figure")), lambda groups: (groups.sums(code) > 0) & (
        groups.sums(~code) <= CAPTIONS)
    yield 1.0, _answered(placed, apt), lambda groups: groups.sizes > 1


def _tables(placed):
    """Return which elements are tables of data, bool (elements,)."""
    rows, cells = (placed.inside(placed.are(*names)) for names in (["tr"], ["td", "th"]))
    return (placed.are("table") & (rows >= ROWS) & (cells >= CELLS_A_ROW * rows)
            & (placed.inside(placed.are(*LAYOUT)) == 0))


def _answered(placed, apt):
    """Return the number of the question that each block is or answers, 0 for none: a question and
    the next text, prose, in the element around it.

    Questions that open their answers are buttons and links. A button is in a heading of its own.
    """
    facts, shown, tree = placed.facts, np.flatnonzero(placed.shown), placed.tree
    asked = [place for place in np.flatnonzero(
        apt[shown[:-1]] & (facts.words[shown[:-1]] <= QUESTION_WORDS)).tolist()
        if placed.texts[shown[place]].rstrip().endswith(QUESTION)]
    before, after = shown[asked], shown[np.array(asked, int) + 1]
    above = placed.where[before]
    above = np.where(np.append(placed.are("button"), np.zeros(tree.count, bool))[above],
                     tree.parents[above], above)
    fit = (apt[after] & (facts.words[after] >= PROSE)
           & (facts.link_density[after] < MOST_LINKS)
           & placed.holds(tree.parents[above], after))
    answered = np.zeros(len(placed.where), np.int64)
    answered[before[fit]] = answered[after[fit]] = before[fit] + 1
    return answered


def with_lists(values: np.ndarray, cuts: np.ndarray, placed: Placed) -> np.ndarray:
    """Return values with which lists, tables and kin in the element of the kept prose are whole.

    values, cuts: float (blocks,), each with the threshold of its page. A value of 0 stays.
    """
    facts, tree = placed.facts, placed.tree
    prose = placed.shown & (values >= cuts) & (facts.words >= PROSE) & (
        facts.link_density < MOST_LINKS)
    words, = tree.sums(tree.parents[placed.where], (facts.words * prose)[None])
    has_most = (words > 0) & (words >= IN_ONE * words[tree.elements:][tree.page])
    deepest = best_of_pages((has_most * tree.depths)[:tree.elements], tree.page[:tree.elements],
                            tree.count)
    node = np.append(deepest, -1)[facts.page]
    steps = tree.depths[placed.where] - tree.depths[node]
    starts, ends = tree.runs
    at = starts[placed.where]
    may = (placed.shown & (values > 0) & (node >= 0) & (starts[node] <= at) & (at < ends[node])
           & (placed.apart >= np.minimum(steps, LEVELS)))
    lists = placed.are(*LISTS)
    outer = placed.around(placed.outermost(_tables(placed) | placed.are(*LISTS[1:])))
    inner = placed.around(lists)
    for keys, rows, least in ((outer, may & (outer > 0), LEAST), (inner, may & (inner > 0), LEAST),
                              (placed.kin, may & (placed.kin > 0) & (values < cuts), LEAST_KIN)):
        groups = Groups(np.flatnonzero(rows), keys, facts)
        whole = ((groups.sizes >= ITEMS) & groups.are_short(FEW_WORDS, LINKED)
                 & (groups.sums(facts.dated) <= MOST_DATED * groups.sizes)
                 & (groups.means(log_odds(values)) >= log_odds(least)))
        chosen = groups.rows[whole[groups.group]]
        values = values.copy()
        values[chosen] = np.maximum(values[chosen], cuts[chosen])
    return values
