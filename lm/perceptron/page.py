"""Features of blocks beyond their own text: elements, shares, neighbours.

Differs: unlike the paper's features none is a property of the whole page, such as its doctype or
length, or the position on it. With these a network recognises the crawl that it was trained on: it
does better on pages of its own set, and worse on other sets.
"""
from typing import NamedTuple

import numpy as np

from ..names import KINDS
from .containers import AROUND, NOWHERE, WORDS, Containers, bits

TAGS = ["p", "li", "td", "th", "div", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre",
        "address", "dt", "dd", "figcaption", "caption"]
LINE = 80                # characters, of the text density (Kohlschütter 2010, section 3.4)
LEVELS = 4               # elements up from that of the block
BEFORE_AND_AFTER = (-2, -1, 1, 2)
WINDOWS = (3, 8, 20)     # blocks on both sides
FEW_WORDS, LONG = 10, 15     # words: of prose; of a long block of prose
MOST_LINKS = 0.3         # of its characters
NEAR, FAR = 20, 50       # blocks; places and distances are clamped to these
STOPS = (".", "?", "!")
SEEN = ["log words", "link share", "stop", "heading"]

FEATURES = [
    "log characters", "log words", "link share", "characters a word", "words a line", "stop",
    *(f"kind {kind}" for kind in KINDS), "bar", "br", "hidden",
    *(f"tag {tag}" for tag in TAGS), *(f"in {name}" for name in [*AROUND, *WORDS]),
    *(f"{what}, {level} up" for level in range(LEVELS) for what in (
        "share of text", "link share", "share of prose", "log blocks", "prose share",
        "log prose")),
    *(f"{what} {name}" for name in ("deepest", "reader's") for what in (
        "inside", "steps below", "blocks from first in", "blocks from last in")),
    "blocks from h1",
    *(f"{what}, block {step:+d}" for step in BEFORE_AND_AFTER for what in SEEN),
    *(f"{what}, {size} blocks" for size in WINDOWS for what in (
        "prose share", "link share", "log prose")),
    "blocks from prose"]
FLAGS = slice(FEATURES.index("stop"), FEATURES.index("share of text, 0 up"))    # all 0 or 1


class Blocks(NamedTuple):
    """The blocks of some pages, page after page; an array each.

    page:  the page of each; where: its entry in Containers, an element's or its page's.
    chars, words, link_chars: counts; stop: bool, whether the text ends in one of STOPS.
    kind:  its place in names.KINDS; tag: in TAGS; past their ends for others.
    flags: three arrays of bool, of bar, br and hidden.
    """

    page: np.ndarray
    where: np.ndarray
    chars: np.ndarray
    words: np.ndarray
    link_chars: np.ndarray
    stop: np.ndarray
    kind: np.ndarray
    tag: np.ndarray
    flags: list


def features(blocks: Blocks, containers: Containers) -> np.ndarray:
    """Return the array (blocks, len(FEATURES)), by columns in memory."""
    count = len(blocks.page)
    if not count:
        return np.zeros((0, len(FEATURES)))
    chars = np.maximum(1, blocks.chars).astype(float)
    links = np.minimum(chars, blocks.link_chars)
    words, kinds = blocks.words.astype(float), _chosen(blocks.kind, len(KINDS))
    prose = (chars - links) * ((words >= FEW_WORDS) | blocks.stop)
    log_words, link_share = np.log1p(words), links / chars
    seen = np.array([log_words, link_share, blocks.stop, kinds[KINDS.index("h")]])
    sums = containers.tree.sums(blocks.where, np.array([chars, links, prose, np.ones(count)]))
    pages = _Pages(blocks.page, containers.tree.count)
    return np.vstack([
        np.log1p(chars), log_words, link_share, chars / np.maximum(1, words),
        words / np.ceil(chars / LINE), blocks.stop, kinds, blocks.flags,
        _chosen(blocks.tag, len(TAGS)),
        bits(containers.around.take(blocks.where), len(AROUND) + len(WORDS)),
        *_containers(blocks.where, containers.tree, sums),
        _candidates(blocks.where, containers, prose, sums[2], pages),
        _from_h1(blocks.tag == TAGS.index("h1"), pages),
        *_neighbours(seen, pages), _windows(chars, links, prose, pages),
        _from_prose((words >= LONG) & (links < MOST_LINKS * chars), pages)]).T


class _Pages:
    """Where pages begin and end among blocks: page, places, starts and ends, one a block."""

    def __init__(self, page, count):
        self.page, self.count = page, count
        self.places = np.arange(len(page))
        bounds = np.searchsorted(page, np.arange(count + 1))
        sizes = np.diff(bounds)
        self.starts, self.ends = np.repeat(bounds[:-1], sizes), np.repeat(bounds[1:], sizes)

    def firsts_and_lasts(self, wanted):
        """Return the first and last wanted block of the page of each block, its first for none."""
        rows = np.flatnonzero(wanted)
        pages, found = self.page[rows], []
        for order in slice(None, None, -1), slice(None):
            of_page = np.full(self.count, -1)
            of_page[pages[order]] = rows[order]      # of several entries the last one stays
            of_block = of_page[self.page]
            found.append(np.where(of_block < 0, self.starts, of_block))
        return found


def _chosen(numbers, count):
    """Return the array of bool (count, numbers), whether a number is its row."""
    return numbers == np.arange(count)[:, None]


def _containers(where, tree, sums):
    """Return what the element of each block and those above it hold; above the root, the page."""
    chars, links, prose, count = sums
    whole = np.maximum(1, sums[:, tree.elements:]).take(tree.page, 1)
    rows = np.array([chars / whole[0], links / np.maximum(1, chars), prose / whole[2],
                     np.log1p(count), prose / np.maximum(1, chars), np.log1p(prose)])
    return [rows.take(nodes, 1) for nodes in tree.above(where, LEVELS)]


def _candidates(where, containers, prose, sums, pages):
    found = []
    for candidates in containers.candidates(where, prose, sums):
        steps = containers.below(candidates).take(where)
        inside = steps < NOWHERE
        first, last = pages.firsts_and_lasts(inside)
        found += [inside, steps / NOWHERE, _clamped(pages.places - first),
                  _clamped(pages.places - last)]
    return np.array(found)


def _clamped(steps):
    return np.maximum(-1, np.minimum(1, steps / NEAR))


def _from_h1(is_h1, pages):
    has = np.bincount(pages.page, is_h1, pages.count)[pages.page] > 0
    return np.where(has, _clamped(pages.places - pages.firsts_and_lasts(is_h1)[0]), 0)


def _neighbours(seen, pages):
    count = seen.shape[1]
    padded = np.zeros((len(seen), count + 4))
    padded[:, 2:-2] = seen
    found = []
    for step in BEFORE_AND_AFTER:
        beside = pages.places + step
        same = (beside >= pages.starts) & (beside < pages.ends)
        found.append(padded[:, 2 + step:2 + step + count] * same)
    return found


def _windows(chars, links, prose, pages):
    count = len(chars)
    sums = np.zeros((3, count + 1))
    np.cumsum([prose, links, chars], 1, out=sums[:, 1:])
    sizes = np.array(WINDOWS)[:, None]
    first = np.maximum(pages.starts, pages.places - sizes)
    end = np.minimum(pages.ends, pages.places + sizes + 1)
    some, linked, whole = sums.take(end, 1) - sums.take(first, 1)
    whole = np.maximum(1, whole)
    found = np.stack([some / whole, linked / whole, np.log1p(np.maximum(0, some))], 1)
    return found.reshape(-1, count)


def _from_prose(is_prose, pages):
    """Return the distance to the next prose of the page in blocks, from 0 to 1 for FAR or more."""
    there = np.concatenate([[-FAR], np.flatnonzero(is_prose), [len(is_prose) + FAR]])
    place = np.searchsorted(there, pages.places)
    before, after = there[place - 1], there[place]
    steps = np.minimum(
        np.where(before >= pages.starts, pages.places - before, FAR),
        np.where(after < pages.ends, after - pages.places, FAR))
    return np.minimum(steps, FAR) / FAR
