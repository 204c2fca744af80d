"""The trees of elements of a few pages: what each element holds, and what is above a block.

An element is a node, and so is each page, above its roots: page k is the node elements + k.
"""
import numpy as np

from .lettering import MIX
from .pages import Pages, best_of_pages
from .vocabulary import MARKS

LEVELS = 12              # above a block that are looked at: what is farther is nowhere
ALL_BITS = (1 << 64) - 1


class Nodes:
    """The nodes of a few pages, in arrays of one entry a node; pages are the last ones.

    parents: that of a page is itself. depths: steps down from the page.
    marks:   bits of vocabulary. alike: equal for equal elements; path: where those above are
             equal, too.
    places:  in an order in which what is below a node follows it at once, up to `ends`.
    where:   int64 (blocks,), the node of each block.
    """

    def __init__(self, pages: Pages) -> None:
        count, elements = len(pages.titles), len(pages.parents)
        self.count, self.elements = count, elements
        roots = np.arange(elements, elements + count)
        self.parents = np.append(
            np.where(pages.parents < 0, elements + pages.element_page, pages.parents), roots)
        self.where = np.where(pages.element < 0, elements + pages.page, pages.element)
        self.marks = np.append(pages.marks, np.zeros(count, np.int64))
        self.alike = np.append(pages.alike, roots.astype(np.uint64))
        self.depths = (np.arange(elements + count) < elements).astype(np.int64)
        self.path, factor = self.alike, int(MIX)
        self.jumps = []                  # the node 1, 2, 4, 8 ... steps up: what is handed
        up = self.parents                # down takes as many rounds
        while elements and up[:elements].min() < elements:
            self.jumps.append(up)
            self.path = self.path + np.uint64(factor) * self.path[up]
            self.depths = self.depths + self.depths[up]
            factor = factor * factor & ALL_BITS
            up = up[up]
        self.page_of_nodes = np.append(pages.element_page, np.arange(count))
        self._set_places(pages.element_page)

    def _set_places(self, element_page):
        """Number the nodes so that those below each one are a run."""
        elements, total = self.elements, len(self.parents)
        sizes = np.ones(total)
        for up in self.jumps:            # more than is there for pages, which end all ways up
            sizes = sizes + np.bincount(up, sizes, total)
        sizes[elements:] = np.bincount(element_page, minlength=self.count) + 1
        sizes = sizes.astype(np.int64)
        # a page before its elements, which stand in the order of the page
        self.places = np.append(np.arange(elements) + element_page + 1,
                                np.cumsum(sizes[elements:]) - sizes[elements:])
        self.ends = self.places + sizes
        if (self.ends > self.ends[self.parents]).any():
            self._renumber(sizes)

    def _renumber(self, sizes):
        """Do the same for elements that do not stand in the order of the page."""
        free = np.zeros(len(self.parents), np.int64).tolist()
        total = 0
        parents, sizes = self.parents.tolist(), sizes.tolist()
        places = [0] * len(parents)
        for node in [*range(self.elements, len(parents)), *range(self.elements)]:
            if node >= self.elements:
                places[node] = total
                total += sizes[node]
            else:
                places[node] = free[parents[node]]
                free[parents[node]] += sizes[node]
            free[node] = places[node] + 1
        self.places = np.array(places, np.int64)
        self.ends = self.places + np.array(sizes, np.int64)

    def sums(self, columns: np.ndarray) -> np.ndarray:
        """Return the array (columns, nodes) of what is in each node and all below it.

        columns: array (columns, blocks).
        """
        at = self.places[self.where]
        order = at.argsort(kind="stable")
        sums = np.zeros((len(columns), len(order) + 1))
        np.cumsum(columns[:, order], 1, out=sums[:, 1:])
        at = at[order]
        return (sums[:, np.searchsorted(at, self.ends)]
                - sums[:, np.searchsorted(at, self.places)])

    def above(self) -> np.ndarray:
        """Return the array (LEVELS, blocks): the node of each block, its parent, and so on."""
        found = np.empty((LEVELS, len(self.where)), np.int64)
        found[0] = self.where
        for level in range(1, LEVELS):
            found[level] = self.parents[found[level - 1]]
        return found

    def steps_to_marks(self, above: np.ndarray) -> np.ndarray:
        """Return the array (MARKS, blocks): steps up to the nearest of each, LEVELS for none."""
        seen = np.bitwise_or.accumulate(self.marks[above], 0).astype("<i8")
        bits = np.unpackbits(seen.view(np.uint8).reshape(*seen.shape, 8), axis=2,
                             bitorder="little")
        return (LEVELS - bits.sum(0, dtype=np.uint8))[:, :MARKS].T

    def steps_from(self, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (steps, nodes), arrays (rows, blocks), from chosen nodes to the blocks of pages.

        chosen:  array (rows, pages), a node each.
        Returns: steps down for blocks in the node, from 0; for others the steps up to the first
                 node that holds the block, less than 0; and the least node that holds both.
        """
        rows, total = len(chosen), len(self.parents)
        shift = np.arange(rows)[:, None] * total
        steps = np.full(rows * total, -1, np.int64)
        node, step = chosen, 0
        while (steps[node + shift] < 0).any():
            fresh = (node + shift)[steps[node + shift] < 0]
            steps[fresh] = step
            node, step = self.parents[node], step + 1
        found = steps >= 0
        nearest = np.where(found, np.arange(rows * total), (self.parents + shift).ravel())
        for _ in range(len(self.jumps) + 1):
            nearest = nearest[nearest]
        nearest = nearest[self.where + shift]
        least = nearest % total
        return np.where(steps[nearest] > 0, -steps[nearest],
                        self.depths[self.where] - self.depths[least]), least

    def best(self, values: np.ndarray) -> np.ndarray:
        """Return for each page its element with the greatest value, the first of equals.

        values: array (nodes,), none below 0; -1 for a page without a value above 0.
        """
        elements = self.elements
        return best_of_pages(values[:elements], self.page_of_nodes[:elements], self.count)
