"""What a page tells of its blocks beside their own text: elements, shares, neighbours.

None of them is a property of the whole page, such as its doctype or length, by which a network
would know the crawl it was trained on, nor a place on it, as the papers have: with either it does
better on pages of its own set, and worse on those of others.
"""
from typing import NamedTuple

import numpy as np

from .containers import AROUND, NOWHERE, WORDS, Containers, bits
from .texrex import one_of

KINDS = "phltc"
TAGS = ["p", "li", "td", "th", "div", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre",
        "address", "dt", "dd", "figcaption", "caption"]
LINE = 80                # characters, of the text density (Kohlschütter 2010, section 3.3)
LEVELS = 4               # elements up from that of the block
BEFORE_AND_AFTER = (-2, -1, 1, 2)
WINDOWS = (3, 8, 20)     # blocks on both sides
FEW_WORDS, LONG = 10, 15     # prose has 10 words or a full stop; what has 15 is near to prose
MOST_LINKS = 0.3         # of its characters
NEAR, FAR = 20, 50       # blocks: places and distances are clamped there
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


class Blocks(NamedTuple):
    """The blocks of a page, a list or an array each; `where`: the element, len(tree) for none.

    kinds and tags are names; flags are three lists, of bar, br and hidden.
    """

    texts: list
    words: np.ndarray
    link_chars: np.ndarray
    kinds: list
    tags: list
    flags: list
    where: np.ndarray


def features(blocks: Blocks, tree: Containers) -> np.ndarray:
    """Return the array (blocks, len(FEATURES)); tree: containers.Containers."""
    count = len(blocks.texts)
    if not count:
        return np.zeros((0, len(FEATURES)))
    chars = np.array([len(text) or 1 for text in blocks.texts], float)
    links = np.minimum(chars, blocks.link_chars)
    words, kinds = blocks.words, one_of(blocks.kinds, KINDS)
    stop = np.array([text.endswith(STOPS) for text in blocks.texts], float)
    prose = (chars - links) * ((words >= FEW_WORDS) | (stop > 0))
    log_words, link_share = np.log1p(words), links / chars
    seen = np.array([log_words, link_share, stop, kinds[:, KINDS.index("h")]])
    sums = tree.sums(blocks.where, np.array([chars, links, prose, np.ones(count)]))
    return np.vstack([
        np.log1p(chars), log_words, link_share, chars / np.maximum(1, words),
        words / np.ceil(chars / LINE), stop, kinds.T, blocks.flags,
        one_of(blocks.tags, TAGS).T, bits(tree.around[blocks.where], len(AROUND) + len(WORDS)),
        *_containers(blocks.where, tree, sums),
        _candidates(blocks.where, tree, prose, sums[2]), _from_h1(blocks.tags),
        *_neighbours(seen), _windows(chars, links, prose),
        _from_prose((words >= LONG) & (links < MOST_LINKS * chars))]).T


def _containers(where, tree, sums):
    """Return what the element of each block and those above it hold; above the root, the page."""
    chars, links, prose, count = sums
    whole = np.maximum(1, sums[:, -1])
    rows = np.array([chars / whole[0], links / np.maximum(1, chars), prose / whole[2],
                     np.log1p(count), prose / np.maximum(1, chars), np.log1p(prose)])
    found = []
    for _ in range(LEVELS):
        found.append(rows[:, where])
        where = tree.parents[where]
    return found


def _candidates(where, tree, prose, sums):
    found = []
    places = np.arange(len(where))
    for candidate in tree.candidates(where, prose, sums):
        steps = tree.below(candidate)[where]
        inside = steps < NOWHERE
        first, last = np.flatnonzero(inside)[[0, -1]] if inside.any() else (0, 0)
        found += [inside, steps / NOWHERE, _clamped(places - first), _clamped(places - last)]
    return np.array(found)


def _clamped(steps):
    return np.maximum(-1, np.minimum(1, steps / NEAR))


def _from_h1(tags):
    if "h1" not in tags:
        return np.zeros(len(tags))
    return _clamped(np.arange(len(tags)) - tags.index("h1"))


def _neighbours(seen):
    count = seen.shape[1]
    padded = np.zeros((len(seen), count + 4))
    padded[:, 2:-2] = seen
    return [padded[:, 2 + step:2 + step + count] for step in BEFORE_AND_AFTER]


def _windows(chars, links, prose):
    count = len(chars)
    sums = np.zeros((3, count + 1))
    np.cumsum([prose, links, chars], 1, out=sums[:, 1:])
    places, sizes = np.arange(count), np.array(WINDOWS)[:, None]
    first, end = np.maximum(0, places - sizes), np.minimum(count, places + sizes + 1)
    some, linked, whole = sums[:, end] - sums[:, first]
    whole = np.maximum(1, whole)
    found = np.stack([some / whole, linked / whole, np.log1p(np.maximum(0, some))], 1)
    return found.reshape(-1, count)


def _from_prose(is_prose):
    """Return how many blocks away the next prose is, from 0 to 1 for FAR or more."""
    places = np.arange(len(is_prose))
    there = np.flatnonzero(is_prose)
    if not len(there):
        return np.ones(len(is_prose))
    after = np.searchsorted(there, places)
    steps = np.minimum(np.abs(places - there[np.minimum(after, len(there) - 1)]),
                       np.abs(places - there[np.maximum(after - 1, 0)]))
    return np.minimum(steps, FAR) / FAR
