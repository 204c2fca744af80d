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


class Block(NamedTuple):
    """A block of text: its element's name and index (-1 for none), and its counts."""

    name: str
    element: int
    chars: int
    words: int
    link_chars: int
    tags: int

    @property
    def density(self) -> float:
        """Return the words per line of 80 characters; all words of a shorter block."""
        return self.words / max(1.0, self.chars / LINE)


def features(names: Sequence[str], parents: Sequence[int], classes: Sequence[str],
             blocks: Sequence[Block], layers: int) -> np.ndarray:
    """Return the array (blocks, layers * COLUMNS) of table 2.1.

    names, parents, classes: of the elements: name, index of the parent, which comes before, or
                             -1, and the words of the class attribute.
    layers:                  1 is the block's own neighbourhood, 2 its parent's, too, and so on.
    Differs: in the text density a short last line counts as a part of a line.
    """
    size, nodes = len(names), len(names) + len(blocks)
    owners = [*parents, *(block.element for block in blocks)]
    before, after = _siblings(parents, blocks)
    nothing = nodes                      # the dummy for a missing node
    counts = np.zeros((nodes + 1, 5))    # characters, words, those in links, tags, lines
    for i, block in enumerate(blocks, size):
        counts[i] = (block.chars, block.words, block.link_chars, block.tags,
                     max(1.0, block.chars / LINE))
    for i in range(nodes - 1, -1, -1):
        if owners[i] >= 0:
            counts[owners[i]] += counts[i]
            counts[owners[i], 3] += i < size
    chars, words, link_chars, tags, lines = counts.T
    name = np.array([*map(_hash, names), *(_hash(block.name) for block in blocks), 0])
    kind = np.array([*map(_hash, classes), *[0] * (len(blocks) + 1)])
    link_density = link_chars / np.maximum(chars, 1)      # of characters
    density = words / np.maximum(lines, 1)
    owners = np.array([*(owner if owner >= 0 else nothing for owner in owners), nothing])

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


def _siblings(parents, blocks):
    """Return for each node, elements first, the ones before and after it in its parent."""
    size, nodes = len(parents), len(parents) + len(blocks)
    before, after = np.full(nodes + 1, nodes), np.full(nodes + 1, nodes)
    last, entered = {}, 0

    def stands(node, parent):
        if parent in last:
            before[node], after[last[parent]] = last[parent], node
        last[parent] = node

    for number, block in enumerate(blocks, size):
        while entered <= block.element:          # its block is the first of these elements
            stands(entered, parents[entered])
            entered += 1
        stands(number, block.element)
    return before, after


def _hash(text):
    return crc32(text.encode("utf-8", "replace"))
