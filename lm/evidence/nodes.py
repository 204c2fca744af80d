"""The elements around a block: their names, distances and paths.

Models are trained on these features. After a change run tests/suite/test_modelevidence.py, and
`share/models/make MODEL` for each model that it names.
"""
import numpy as np

from ..hashing import GOLDEN
from .blockcolumns import Blocks, best_of_pages
from .purposes import MARKS

LEVELS = 12              # levels above a block that are examined
COUNT_BITS = LEVELS.bit_length()
ALL_BITS = (1 << 64) - 1


class Nodes:
    """The nodes of a Tree of a few pages: its elements, then a node for each page. Arrays (nodes,).

    tree:    Tree; its `elements`, `count`, `parents`, `depths` and `page` (page_of_nodes) are here.
    marks:   int64, bits of vocabulary.
    alike:   uint64, equal for elements of equal name and words.
    path:    uint64, equal for elements alike whose ancestors are alike, too.
    where:   int64 (blocks,), the node of each block.
    """

    def __init__(self, pages: Blocks) -> None:
        tree = self.tree = pages.tree
        self.elements, self.count = tree.elements, tree.count
        self.parents, self.depths, self.page_of_nodes = tree.parents, tree.depths, tree.page
        self.where = pages.where
        self.marks = np.append(pages.marks, np.zeros(self.count, np.int64))
        self.alike = np.append(pages.alike, np.arange(self.count).astype(np.uint64))
        self.path, factor = self.alike, GOLDEN
        for up in tree.jumps:
            self.path = self.path + np.uint64(factor) * self.path[up]
            factor = factor * factor & ALL_BITS

    def above(self) -> np.ndarray:
        """Return the node of each block, its parent, and so on, int64 (LEVELS, blocks)."""
        return self.tree.above(self.where, LEVELS)

    def steps_to_marks(self, above: np.ndarray) -> np.ndarray:
        """Return the steps up to the nearest node of each mark, (MARKS, blocks), at most LEVELS."""
        seen = np.bitwise_or.accumulate(self.marks.take(above), 0)
        # Counts for each mark the levels on which it is seen. The counters of 64 marks are added
        # to at once: array i holds the i-th binary digit of all of them.
        digits = np.zeros((COUNT_BITS, above.shape[1]), np.int64)
        for carry in seen:
            for digit in digits:
                carry, digit[:] = digit & carry, digit ^ carry
        size = (MARKS + 7) // 8
        octets = digits.astype("<i8").view(np.uint8).reshape(COUNT_BITS, -1, 8)[:, :, :size]
        *lower, levels = np.unpackbits(octets, axis=2, bitorder="little")
        for digit in reversed(lower):
            levels += levels
            levels |= digit
        return (LEVELS - levels)[:, :MARKS].T

    def steps_from(self, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (steps, nodes) from chosen nodes to blocks, two arrays (rows, blocks).

        chosen:  int64 (rows, pages), a node of each page.
        Returns: steps, down to a block in the chosen node (0 or more); else the steps from the
                 chosen node up to the first one that holds the block, as a negative number.
                 nodes, the smallest node that holds both.
        """
        rows, total = len(chosen), len(self.parents)
        shift = np.arange(rows)[:, None] * total
        steps = np.full(rows * total, -1, np.int64)
        node, step = chosen, 0
        while (steps[node + shift] < 0).any():
            fresh = (node + shift)[steps[node + shift] < 0]
            steps[fresh] = step
            node, step = self.parents[node], step + 1
        reached = steps >= 0
        nearest = np.where(reached, np.arange(rows * total), (self.parents + shift).ravel())
        for _ in range(len(self.tree.jumps) + 1):
            nearest = nearest.take(nearest)
        nearest = nearest.take(self.where + shift)
        least = nearest % total
        up = steps.take(nearest)
        return np.where(up > 0, -up, self.depths[self.where] - self.depths.take(least)), least

    def best(self, values: np.ndarray) -> np.ndarray:
        """Return the element of each page with the greatest value, the first of equals.

        values:  float (nodes,), 0 or more.
        Returns: int64 (pages,), -1 for a page without a value above 0.
        """
        elements = self.elements
        return best_of_pages(values[:elements], self.page_of_nodes[:elements], self.count)
