"""Features of the neighbourhood of a block: Leśniak 2017, table 2.1, over some layers.

A node is an element or a block of text. Its neighbourhood is itself and the nodes before and after
it in its parent; the next layer is the neighbourhood of its parent.
"""
from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

import numpy as np

LINE = 80                # characters, of the text density (Kohlschütter 2010, section 3.4)
COLUMNS = 20             # of table 2.1
NOMINAL = 4              # the first columns, hashes of names and of the class attribute


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
