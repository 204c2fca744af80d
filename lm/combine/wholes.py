"""What stands or falls together: a table, a list, footnotes, a question and its answer, a heading
and the text below it, code and its caption.

The models decide on blocks one by one; near the threshold they tear what a reader takes for one
thing. On the gold it costs no F to keep it whole: share/doc/results.md, "History".
"""
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from ..arrays import is_one_of
from ..calibration import log_odds
from ..elements import Tree, nearest
from ..evidence.evidence import MOST_LINKS, Facts
from ..tagnames import KINDS

# Elements by which boxes are told; the number of a name is its index here
NAMES = ("", "table", "tr", "td", "th", "ul", "ol", "li", "dl", "div", "form", "h1", "h2", "h3",
         "figure", "button")
MAIN_NOTES = 0.5         # of the words of footnotes, from which on main keeps them
# A table with one of these is for layout
LAYOUT = ("table", "div", "form", "h1", "h2", "h3")
ROWS, CELLS_A_ROW = 2, 2     # of a table of data, at least
SHORT = 15               # words of its texts in the mean, and of those of a list, at most
MOST = 0.8               # of the words of a thing kept, from which on it is kept whole
FEW_LINKS, ITEMS = 0.1, 3    # of the characters of a list, at most; items, at least
LEVELLED = 0.5           # how far the log-odds of items go to the mean of their list
LEVELLED_KIN = 0.8       # and those of texts to that of ITEMS or more of their kin
WRAPPERS = 3             # elements around a table or list that hold it alone, at most
MOST_DATED = 0.5         # of the texts of such a box: those of pictures are others
PROSE = 5                # words of a text beside, and of an answer, at least
CODE, HEADING = map(KINDS.index, "ch")
QUESTION = ("?", "\N{ARABIC QUESTION MARK}", "\N{FULLWIDTH QUESTION MARK}")
QUESTION_WORDS = 25      # at most
# Log-odds below the threshold, at most, of a text below a kept heading; of all else in the element
# around both MOST is kept
NEAR = 0.5
CAPTIONS = 2             # texts of a figure of code, at most
LEAST = 1e-6             # of a sum of weights, which may be 0


class Placed(NamedTuple):
    """Blocks of a few pages and where they are.

    tree:  Tree of the elements. names: int (elements,), indices into NAMES. notes: bool
           (elements,), whether each holds footnotes.
    where: int64 (blocks,), the node of each block. shown: bool (blocks,).
    texts: list of str. facts: of Evidence.
    """

    tree: Tree
    names: np.ndarray
    notes: np.ndarray
    where: np.ndarray
    shown: np.ndarray
    texts: Sequence[str]
    facts: Facts

    def are(self, *names: str) -> np.ndarray:
        """Return whether each element has one of some names, bool (elements,)."""
        return is_one_of(self.names, [NAMES.index(name) for name in names])

    def prose(self) -> np.ndarray:
        """Return whether each block is shown prose, bool (blocks,)."""
        return self.shown & (self.facts.words >= PROSE) & (self.facts.link_density < MOST_LINKS)

    def holds(self, nodes: np.ndarray, blocks: np.ndarray) -> np.ndarray:
        """Return whether each node holds a block, bool (nodes,)."""
        places, ends = self.tree.runs
        at = places[self.where[blocks]]
        return (places[nodes] <= at) & (at < ends[nodes])

    def inside(self, elements: np.ndarray) -> np.ndarray:
        """Return the number of some elements in each element, int64 (elements,).

        elements: bool (elements,).
        """
        places, ends = (of_nodes[:len(elements)] for of_nodes in self.tree.runs)
        sums = np.zeros(len(self.tree.parents) + 1, np.int64)
        sums[places + 1] = elements
        np.cumsum(sums, out=sums)
        return sums[ends] - sums[places + 1]


class Boxes:
    """The texts in some elements, the nearest of these around each text.

    rows:  int64, the blocks in a box, ascending. box: int64, the box of each.
    nodes: int64 (boxes,), their elements. sizes: int64 (boxes,), blocks of each.
    """

    def __init__(self, elements: np.ndarray, apt: np.ndarray, placed: Placed) -> None:
        tree = placed.tree
        parents = tree.parents[:tree.elements]
        around = nearest(elements, np.where(parents < tree.elements, parents, -1))
        owner = np.append(around, np.full(tree.count, -1))[placed.where]
        self.placed, self.rows = placed, np.flatnonzero(apt & (owner >= 0))
        self.nodes, self._first, self.box = np.unique(owner[self.rows], return_index=True,
                                                      return_inverse=True)
        self.sizes = np.bincount(self.box, minlength=len(self.nodes))

    def sums(self, column: np.ndarray) -> np.ndarray:
        """Return the sum over the blocks of each box; column: (blocks,)."""
        return np.bincount(self.box, column[self.rows], len(self.nodes))

    def beside(self, kept: np.ndarray) -> np.ndarray:
        """Return how many of the texts next to each box, in the element around it, are kept prose.

        kept: bool (blocks,). Returns: 0 to 2 (boxes,); the nearest prose counts on either side, of
        a box that is alone in its element where it does on both.
        """
        prose = np.append(np.flatnonzero(self.placed.prose()), -1)
        parents, sides = self._around(), np.zeros(len(self.nodes), np.int64)
        last = np.zeros(len(self.nodes), np.int64)
        last[self.box] = self.rows
        for at in (np.searchsorted(prose[:-1], self.rows[self._first]) - 1,
                   np.searchsorted(prose[:-1], last, "right")):
            text = prose[at]
            sides += (text >= 0) & kept[text] & self.placed.holds(parents, text)
        is_alone = parents != self.placed.tree.parents[self.nodes]
        dated = self.sums(self.placed.facts.dated) > MOST_DATED * self.sizes
        return np.where(is_alone & ((sides < 2) | dated), 0, sides)

    def _around(self):
        """Return the element around each box, of up to WRAPPERS the first with other text that is
        no caption.
        """
        tree = self.placed.tree
        places, ends = tree.runs
        at, around = np.sort(places[self.placed.where[self.placed.shown]]), tree.parents[self.nodes]
        own, = np.diff(np.searchsorted(at, [places[self.nodes], ends[self.nodes]]), axis=0)
        figures = np.append(self.placed.are("figure"), np.zeros(tree.count, bool))
        for _ in range(WRAPPERS):
            held, = np.diff(np.searchsorted(at, [places[around], ends[around]]), axis=0)
            around = np.where((held == own) | figures[around], tree.parents[around], around)
        return around


def whole(values: np.ndarray, cuts: np.ndarray, placed: Placed, notes: float = 0) -> np.ndarray:
    """Return values with which things are kept or dropped whole.

    values, cuts: float (blocks,), each with the threshold of its page. A value of 0 stays.
    notes: share of the words of a page's footnotes, from which on they are kept.
    """
    for mended in (with_tables, with_lists, partial(with_notes, least=notes), with_questions,
                   with_text_below, with_captions_of_code):
        values = mended(values, cuts, placed)
    return values


def with_kin(values: np.ndarray, kin: np.ndarray, placed: Placed) -> np.ndarray:
    """Return values whose log-odds are near the mean of their kin: what a template repeats, such as
    posts, entries, their names and dates, is all text or none. A value of 0 has no vote.

    kin: uint64 (blocks,), equal for texts that a template makes alike, 0 for others.
    """
    rows = np.flatnonzero(placed.shown & (kin > 0) & (values > 0))
    _, which, counts = np.unique(kin[rows], return_inverse=True, return_counts=True)
    odds, weights = log_odds(values[rows]), np.sqrt(placed.facts.words[rows] + 0.5)
    mean = np.bincount(which, weights * odds) / np.bincount(which, weights)
    levelled = odds + LEVELLED_KIN * (counts >= ITEMS)[which] * (mean[which] - odds)
    changed = values.copy()
    changed[rows] = 1 / (1 + np.exp(-levelled))
    return changed


def with_tables(values: np.ndarray, cuts: np.ndarray, placed: Placed) -> np.ndarray:
    """Return values with tables of data and <dl> kept whole where MOST is kept, or the prose beside
    them is: before or after a table, on both sides of a <dl>.
    """
    facts, rows = placed.facts, placed.inside(placed.are("tr"))
    tables = (placed.are("table") & (rows >= ROWS)
              & (placed.inside(placed.are("td", "th")) >= CELLS_A_ROW * rows)
              & (placed.inside(placed.are(*LAYOUT)) == 0))
    for elements, sides in (tables, 1), (placed.are("dl"), 2):
        if elements.any():
            kept = values >= cuts
            boxes = Boxes(elements, placed.shown & (values > 0), placed)
            words = boxes.sums(facts.words)
            chosen = (boxes.sums(facts.words * kept) >= MOST * words) | (
                (boxes.beside(kept) >= sides) & _few_links(boxes, MOST_LINKS))
            if sides == 1:
                chosen &= (words <= SHORT * boxes.sizes) & _few_links(boxes, MOST_LINKS)
            values = _raised(values, cuts, boxes.rows[chosen[boxes.box]])
    return values


def with_lists(values: np.ndarray, cuts: np.ndarray, placed: Placed) -> np.ndarray:
    """Return values in which a plain list, of short items without links, is kept whole between kept
    prose; elsewhere the log-odds of items go half way to the mean of their list.
    """
    tree, facts, lists = placed.tree, placed.facts, placed.are("ul", "ol")
    if not lists.any():
        return values
    parents = tree.parents[:tree.elements]
    parents = np.where(parents < tree.elements, parents, -1)
    outer = lists & (np.append(nearest(lists, parents), -1)[parents] < 0)
    boxes = Boxes(outer, placed.shown & (values > 0), placed)
    of_lists = np.append(placed.are("ul", "ol", "li"), np.zeros(tree.count, bool))[placed.where]
    apt = ((boxes.sizes >= ITEMS) & (boxes.sums(of_lists) == boxes.sizes)
           & (boxes.sums(facts.words) <= SHORT * boxes.sizes) & _few_links(boxes, FEW_LINKS))
    odds = log_odds(values) - log_odds(cuts)
    weights = np.sqrt(facts.words)
    mean = boxes.sums(weights * odds) / np.maximum(boxes.sums(weights), LEAST)
    levelled = odds[boxes.rows] + LEVELLED * (mean[boxes.box] - odds[boxes.rows])
    between = boxes.beside(values >= cuts) == 2
    changed = values.copy()
    rows = boxes.rows[(apt & ~between)[boxes.box]]
    changed[rows] = 1 / (1 + np.exp(-(levelled[(apt & ~between)[boxes.box]]
                                      + log_odds(cuts[rows]))))
    return _raised(changed, cuts, boxes.rows[(apt & between)[boxes.box]])


def with_notes(values: np.ndarray, cuts: np.ndarray, placed: Placed,
               least: float = 0) -> np.ndarray:
    """Return values in which all footnotes of a page are kept where more than a share of their
    words is, else none: a text without some of its notes has numbers that lead nowhere.
    """
    if not placed.notes.any():
        return values
    boxes = Boxes(placed.notes, placed.shown & (values > 0), placed)
    page = placed.tree.page[boxes.nodes]
    words, of_kept = (np.bincount(page, boxes.sums(weight), placed.tree.count) for weight in (
        placed.facts.words, placed.facts.words * (values >= cuts)))
    kept = (of_kept > least * words)[page][boxes.box]
    raised = _raised(values, cuts, boxes.rows[kept])
    raised[boxes.rows[~kept]] = 0
    return raised


def with_questions(values: np.ndarray, cuts: np.ndarray, placed: Placed) -> np.ndarray:
    """Return values in which a question is kept whose answer, the next text, is kept prose in the
    element around it: questions that open their answers are buttons and links.
    """
    before, after, kept = _pairs(values, cuts, placed)
    chosen = (~kept[before] & kept[after] & placed.prose()[after]
              & (placed.facts.words[before] <= QUESTION_WORDS))
    before, after = before[chosen], after[chosen]
    asked = np.array([placed.texts[question].rstrip().endswith(QUESTION)
                      and not placed.texts[answer].rstrip().endswith(QUESTION)
                      for question, answer in zip(before.tolist(), after.tolist(), strict=True)],
                     bool)
    return _raised(values, cuts, before[asked])


def with_text_below(values: np.ndarray, cuts: np.ndarray, placed: Placed) -> np.ndarray:
    """Return values in which the text below a kept heading is kept, if it nearly is, and MOST of
    all else in the element around both is.
    """
    tree, facts = placed.tree, placed.facts
    before, after, kept = _pairs(values, cuts, placed)
    chosen = (kept[before] & ~kept[after] & (facts.kind[before] == HEADING)
              & (facts.kind[after] != HEADING) & ~facts.dated[after]
              & (facts.link_density[after] <= FEW_LINKS))
    before, after = before[chosen], after[chosen]
    if not len(after):
        return values
    words, of_kept = tree.sums(placed.where, np.array([
        facts.words * placed.shown, facts.words * (kept & placed.shown)]))
    around = tree.parents[placed.where[before]]
    near = log_odds(values[after]) >= log_odds(cuts[after]) - NEAR
    others = words[around] - facts.words[after]
    return _raised(values, cuts, after[near & (of_kept[around] >= MOST * others)])


def with_captions_of_code(values: np.ndarray, cuts: np.ndarray, placed: Placed) -> np.ndarray:
    """Return values in which all of a figure is kept of which code is, with the name of its file or
    a caption; tabs of languages are more than CAPTIONS.
    """
    figures = placed.are("figure")
    if not figures.any():
        return values
    boxes = Boxes(figures, placed.shown & (values > 0), placed)
    code = placed.facts.kind == CODE
    kept = (boxes.sums((values >= cuts) & code) > 0) & (boxes.sums(~code) <= CAPTIONS)
    return _raised(values, cuts, boxes.rows[kept[boxes.box]])


def _pairs(values, cuts, placed):
    """Return (blocks, the next shown one of each, whether all blocks are kept); the element around
    the first holds the second, and no rule has dropped either. A button is in a heading of its own.
    """
    shown = np.flatnonzero(placed.shown)
    before, after = shown[:-1], shown[1:]
    above, buttons = placed.where[before], np.append(placed.are("button"),
                                                     np.zeros(placed.tree.count, bool))
    above = np.where(buttons[above], placed.tree.parents[above], above)
    apt = ((values[before] > 0) & (values[after] > 0)
           & placed.holds(placed.tree.parents[above], after))
    return before[apt], after[apt], values >= cuts


def _few_links(boxes, most):
    facts = boxes.placed.facts
    return boxes.sums(facts.links) <= most * boxes.sums(facts.chars)


def _raised(values, cuts, rows):
    """Return values, at least the threshold for some blocks."""
    raised = values.copy()
    raised[rows] = np.maximum(values[rows], cuts[rows])
    return raised
