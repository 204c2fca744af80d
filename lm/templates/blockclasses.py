"""Content or boilerplate, by the pages of a cross that have a block (Leśniak 2017).

Bits are current, up, down, previous, next: "11010" is a cross of the page itself, one other of its
template, and its previous snapshot; for a block, it says that these pages have it. Blocks that the
tables of bits leave invalid get the class of others on the page, T002 to T006, by what is around
them: a node is an element or a block of text, its neighbourhood is itself and the nodes before and
after it in its parent; the next layer is the neighbourhood of its parent (table 2.1).

The forest of T006 (Breiman 2001) is small enough to be grown for a single page; its settings are
those of listing 4.2: ten trees, Gini impurity, the square root of the features at each node,
bootstrap, leaves that are pure.
"""
from collections.abc import Callable, Sequence
from math import isqrt
from random import Random
from typing import NamedTuple
from zlib import crc32

import numpy as np

CONTENT, BOILERPLATE, INVALID = "content", "boilerplate", "invalid"

# Leśniak 2017, appendix B: the bits of the cross, then those of the blocks of one class or the
# other. Blocks with bits that are not listed are invalid.
TABLES = {
    # Table B.1, crosses with two entries
    "11000": {CONTENT: ["10000"], BOILERPLATE: ["11000"]},
    # Table B.2, with three entries (v1)
    "11100": {CONTENT: ["10000"], BOILERPLATE: ["10100", "11000", "11100"]},
    # Table B.3, with three entries (v2)
    "11001": {CONTENT: ["10001"], BOILERPLATE: ["10000", "11000", "11001"]},
    "11010": {CONTENT: ["10010"], BOILERPLATE: ["10000", "11000", "11010"]},
    # Table B.4, with up to four entries
    "11011": {CONTENT: ["10011"], BOILERPLATE: ["10000", "10001", "10010", "11000", "11001",
                                                "11010", "11011"]},
    # Table B.5, with up to five entries
    "11101": {CONTENT: ["10001"], BOILERPLATE: ["11101"]},
    "11110": {CONTENT: ["10010"], BOILERPLATE: ["11110"]},
    "11111": {CONTENT: ["10011"], BOILERPLATE: ["11111"]},
}
CLASSES = {cross: {bits: name for name, listed in table.items() for bits in listed}
           for cross, table in TABLES.items()}

LINE = 80                # characters, of the text density (Kohlschütter 2010, section 3.4)
COLUMNS = 20             # of table 2.1
NOMINAL = 4              # the first columns, hashes of names and of the class attribute

TREES = 10
SEED = 2047226289        # Leśniak 2017, chapter 4

K = 5                    # nearest neighbours that vote: Leśniak 2017, listing 4.1
MOST_EXAMPLES = 2000     # of a page, spread over it evenly
MIN_DENSITY = 10         # words per line; main text has 10 or more (Kohlschütter 2010, section 5.1)
SLICE = 16               # unknown blocks compared with all examples at once


def classify(cross: str, bits: str) -> str:
    """Return the class of a block.

    cross: which pages are there, a bit each. bits: which of them have the block.

    >>> classify("11111", "10011"), classify("11000", "11000"), classify("10000", "10000")
    ('content', 'boilerplate', 'invalid')
    """
    return CLASSES.get(cross, {}).get(bits, INVALID)


def propagated(parents: Sequence[int], owners: Sequence[int],
               classes: Sequence[str]) -> list[str | None]:
    """Return the class of each element: the one that all its blocks and elements have, or None.

    parents: index of each element's parent, which comes before it, or -1.
    owners:  for each block the index of its element, or -1.
    classes: of the blocks.
    Source:  Leśniak 2017, section 2.3: from the deepest layer up, a group of one class gives it
             to its parent.

    >>> propagated([-1, 0, 0], [1, 1, 2], ["content", "content", "boilerplate"])
    [None, 'content', 'boilerplate']
    """
    names_in = [set() for _ in parents]
    for owner, name in zip(owners, classes, strict=True):
        if owner >= 0:
            names_in[owner].add(name)
    for i in range(len(parents) - 1, -1, -1):
        if parents[i] >= 0:
            names_in[parents[i]] |= names_in[i] or {None}
    return [min(names, default=None, key=str) if len(names) == 1 else None for names in names_in]


class Neighbours(NamedTuple):
    """The elements of a page, and its blocks of text.

    names, parents, words: of the elements: name, index of the parent, which comes before, or -1;
                           the words of the class attribute.
    tags, elements:        of the blocks: name and index (-1 for none) of their elements.
    counts:                floats (blocks, 4): characters, words, characters in links, tags.
    """

    names: Sequence[str]
    parents: Sequence[int]
    words: Sequence[str]
    tags: Sequence[str]
    elements: Sequence[int]
    counts: np.ndarray

    @property
    def lines(self) -> np.ndarray:
        """Return the lines of 80 characters of each block, at least 1."""
        return np.maximum(1.0, self.counts[:, 0] / LINE)


def features(page: Neighbours, layers: int) -> np.ndarray:
    """Return the array (blocks, layers * COLUMNS) of table 2.1.

    layers:  1 is the block's own neighbourhood, 2 its parent's, too, and so on.
    Differs: in the text density a short last line counts as a part of a line.
    """
    size, nodes = len(page.names), len(page.names) + len(page.tags)
    owners = np.array([*page.parents, *page.elements, -1])
    before, after = _siblings(page, owners)
    counts = np.zeros((nodes + 1, 5))    # the last node is the dummy for a missing one
    counts[size:nodes] = np.column_stack([page.counts, page.lines])
    for i in range(nodes - 1, -1, -1):
        if owners[i] >= 0:
            counts[owners[i]] += counts[i]
            counts[owners[i], 3] += i < size
    chars, words, link_chars, tags, lines = counts.T
    name = np.array([*map(_hash, [*page.names, *page.tags]), 0])
    kind = np.array([*map(_hash, page.words), *[0] * (len(page.tags) + 1)])
    link_density = link_chars / np.maximum(chars, 1)      # of characters
    density = words / np.maximum(lines, 1)
    owners[owners < 0] = nodes

    columns, here = [], np.arange(size, nodes)
    for _ in range(layers):
        p, n = before[here], after[here]
        columns += [name[p], name[here], name[n], kind[here],
                    link_density[p], density[p], link_density[here], density[here],
                    link_density[n], density[n], words[p], words[here], words[n],
                    chars[p], chars[here], chars[n], tags[p], tags[here], tags[n],
                    chars[here] / np.maximum(tags[here], 1)]
        here = owners[here]
    return np.stack(columns, 1)


def _siblings(page, owners):
    """Return for each node, elements first, the ones before and after it in its parent."""
    size, blocks = len(page.names), len(page.tags)
    reach = np.maximum.accumulate(np.array(page.elements, int))
    begins = np.searchsorted(reach, np.arange(size))      # its block is the first of these elements
    place = np.concatenate([2 * begins, 2 * np.arange(blocks) + 1])
    order = np.lexsort((place, owners[:-1]))
    order = order[place[order] < 2 * blocks]              # without elements that hold no block
    near = owners[order[1:]] == owners[order[:-1]]
    before, after = np.full((2, size + blocks + 1), size + blocks)
    before[order[1:][near]], after[order[:-1][near]] = order[:-1][near], order[1:][near]
    return before, after


def _hash(text):
    return crc32(text.encode("utf-8", "replace"))


def forest(examples: np.ndarray, classes: np.ndarray, unknown: np.ndarray, *,
           balance: bool = False) -> np.ndarray:
    """Return the share of trees' votes for class 1 of each unknown row, an array of floats.

    examples, unknown: arrays (rows, features).
    classes:           0 or 1 of each example; both occur.
    balance:           draw as many examples of one class as of the other.
    """
    random = Random(SEED).random         # random() alone is the same in all versions of Python
    groups = [np.flatnonzero(classes == label) for label in (0, 1)] if balance else [
        np.arange(len(classes))]
    votes = np.zeros(len(unknown))
    for _ in range(TREES):
        drawn = np.concatenate([group[[int(random() * len(group)) for _ in range(
            len(classes) // len(groups))]] for group in groups])
        votes += _voted(examples[drawn], classes[drawn], unknown, random)
    return votes / TREES


def _voted(examples, classes, unknown, random):
    """Return the shares of class 1 in the leaves of one tree that the unknown rows reach.

    The tree is grown only where one of them passes.
    """
    votes = np.zeros(len(unknown))
    todo = [(np.arange(len(classes)), np.arange(len(unknown)))]
    while todo:
        known, asked = todo.pop()
        if not len(asked):
            continue
        share = classes[known].mean()
        split = _split(examples[known], classes[known], random) if 0 < share < 1 else None
        if split is None:
            votes[asked] = share
            continue
        feature, limit = split
        left, left_asked = examples[known, feature] <= limit, unknown[asked, feature] <= limit
        todo += [(known[left], asked[left_asked]), (known[~left], asked[~left_asked])]
    return votes


def _split(examples, classes, random):
    """Return (feature, threshold) of the best split by some features, None if none differs."""
    rows, features = examples.shape
    order = list(range(features))
    best, split = np.inf, None
    for tried in range(features):
        if split is not None and tried >= isqrt(features):
            break
        k = tried + int(random() * (features - tried))
        order[tried], order[k] = order[k], order[tried]
        column = examples[:, order[tried]]
        ranked = np.argsort(column, kind="stable")
        values = column[ranked]
        ends = np.flatnonzero(values[1:] > values[:-1])     # the last row of the left side
        if not len(ends):
            continue
        ones = np.cumsum(classes[ranked])
        n, k = ends + 1, ones[ends]
        # Gini: p(1 - p) of either side, by its size
        impurity = k * (1 - k / n) + (ones[-1] - k) * (1 - (ones[-1] - k) / (rows - n))
        least = impurity.argmin()
        if impurity[least] < best:
            best = impurity[least]
            split = order[tried], (values[ends[least]] + values[ends[least] + 1]) / 2
    return split


def between(classes: Sequence[str], densities: Sequence[float]) -> list[str]:
    """Return the classes; an invalid block becomes content where it is between dense content.

    densities: words per line of each block.
    Source:    Leśniak 2017, chapter 5, "Reclassification": the text density of the previous and
               of the next block is large enough, and both are content.
    Differs:   invalid neighbours are skipped.

    >>> between(["content", "invalid", "content"], [12, 1, 11])
    ['content', 'content', 'content']
    """
    joined, waiting, dense = [], 0, False
    for name, density in zip(classes, densities, strict=True):
        if name == INVALID:
            waiting += 1
            continue
        held, dense = dense, name == CONTENT and density >= MIN_DENSITY
        joined += [CONTENT if held and dense else INVALID] * waiting + [name]
        waiting = 0
    return joined + [INVALID] * waiting


def learned(classes: Sequence[str], rows: np.ndarray, method: Callable[..., np.ndarray], *,
            balance: bool = False) -> list[str]:
    """Return the classes, with those of invalid blocks learned from all others.

    rows:    array (blocks, features), of neighbourhood.features.
    method:  `nearest` or `randomforest.forest`: function of examples, classes, unknown rows.
    balance: whether both classes have the same weight, whatever the number of their blocks.
    Returns: the unchanged classes if the other blocks have fewer than two classes.
    Differs: the thesis gives new classes to all blocks.
    """
    classes = np.array(classes, object)
    unknown = np.flatnonzero(classes == INVALID)
    known = _without_conflicts(np.flatnonzero(classes != INVALID), classes, rows)
    if len(known) > MOST_EXAMPLES:
        known = known[np.linspace(0, len(known) - 1, MOST_EXAMPLES).astype(int)]
    ones = (classes[known] == CONTENT).astype(int)
    if len(unknown) and 0 < ones.sum() < len(ones):
        votes = method(rows[known], ones, rows[unknown], balance=balance)
        classes[unknown] = np.where(votes >= 0.5, CONTENT, BOILERPLATE)
    return classes.tolist()


def _without_conflicts(known, classes, rows):
    """Return the known blocks without those whose features also occur with the other class."""
    seen = {}
    for i in known:
        seen.setdefault(rows[i].tobytes(), set()).add(classes[i])
    return np.array([i for i in known if len(seen[rows[i].tobytes()]) == 1], int)


def nearest(examples: np.ndarray, classes: np.ndarray, unknown: np.ndarray, *,
            balance: bool = False) -> np.ndarray:
    """Return the share of votes for class 1 among the K nearest examples of each unknown row.

    Differs: features are scaled, and names are equal or not, where the thesis takes them as they
             are, hashes of names among counts of words.
    """
    nominal = np.arange(examples.shape[1]) % COLUMNS < NOMINAL
    numbers, spread = examples[:, ~nominal], examples[:, ~nominal].std(0)
    spread[spread == 0] = 1
    weights = np.ones(2)
    if balance:
        weights = 1 / np.bincount(classes, minlength=2)
    votes = []
    for start in range(0, len(unknown), SLICE):
        rows = unknown[start:start + SLICE]
        between = ((rows[:, None, ~nominal] - numbers) / spread) ** 2
        distances = (between.sum(2)
                     + (rows[:, None, nominal] != examples[:, nominal]).sum(2))
        closest = classes[np.argsort(distances, 1, kind="stable")[:, :K]]
        voices = weights[closest]
        votes.append((voices * closest).sum(1) / voices.sum(1))
    return np.concatenate(votes)


# Those that learn from the page's other blocks: how, and from how many layers
LEARNED = {"nearest1": (nearest, 1), "nearest2": (nearest, 2), "nearest3": (nearest, 3),
           "forest": (forest, 3)}


def reclassified(method: str, balance: bool, page: Neighbours, classes: Sequence[str],
                 patterns: Sequence[str]) -> Sequence[str]:
    """Return the classes of blocks, with other ones for invalid blocks.

    method:   keep, boilerplate, shared, between, or a name of LEARNED. The tables have no class for
              text that pages at other paths have but not all snapshots of this one, such as a
              changed menu. In synthetic archives it is nearly always boilerplate: shared.
    balance:  of `learned`. patterns: the bits of the blocks.
    """
    if method in LEARNED:
        vote, layers = LEARNED[method]
        return learned(classes, features(page, layers), vote, balance=balance)
    if method == "between":
        return between(classes, (page.counts[:, 1] / page.lines).tolist())
    return [BOILERPLATE if name == INVALID and (
        method == "boilerplate" or (method == "shared" and "1" in bits[1:3])) else name
        for name, bits in zip(classes, patterns, strict=True)]
