"""The trees of elements of a few pages as arrays: ancestors, and sums over what elements contain.

Each element is a node, and each page is one, the parent of its roots: page k is node elements + k.
"""
from functools import cached_property

import numpy as np

from .arrays import best_of_pages
from .hashing import GOLDEN
from .pagecontext import FAR, UNKNOWN

ALL_BITS = (1 << 64) - 1


class Tree:
    """The nodes of a few pages, as arrays (nodes,); pages come last.

    elements, count: how many elements and pages there are.
    parents: int64 (nodes,), of a page itself; the parents of elements come before them.
    page:    int64 (nodes,), the page of each. depths: int64 (nodes,), steps down from the page.
    jumps:   list of arrays (nodes,), the node 1, 2, 4, 8 ... steps up, for pointer doubling.
    """

    def __init__(self, parents: np.ndarray, element_page: np.ndarray, count: int) -> None:
        """Connect each element with its parent, and each root with its page.

        parents:      int64 (elements,), -1 for none.
        element_page: int64 (elements,), the page of each, ascending.
        count:        number of pages.
        """
        elements = len(parents)
        self.elements, self.count = elements, count
        self.page = np.append(element_page, np.arange(count))
        self.parents = np.append(np.where(parents < 0, elements + element_page, parents),
                                 np.arange(elements, elements + count))
        self.depths = (np.arange(elements + count) < elements).astype(np.int64)
        self.jumps = []
        up = self.parents
        while elements and up[:elements].min() < elements:
            self.jumps.append(up)
            self.depths = self.depths + self.depths[up]
            up = up[up]

    def where(self, element: np.ndarray, page: np.ndarray) -> np.ndarray:
        """Return the node of each block; that of its page if `element` is -1."""
        return np.where(element < 0, self.elements + page, element)

    def above(self, where: np.ndarray, levels: int) -> np.ndarray:
        """Return the node of each block, its parent, and so on, int64 (levels, blocks)."""
        nodes = np.empty((levels, len(where)), np.int64)
        nodes[0] = where
        for level in range(1, levels):
            self.parents.take(nodes[level - 1], out=nodes[level], mode="clip")
        return nodes

    def inherited(self, bits: np.ndarray) -> np.ndarray:
        """Return the bits of each node and its ancestors, combined by OR. bits: int64 (nodes,)."""
        for up in self.jumps:
            bits = bits | bits[up]
        return bits

    def sums(self, where: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """Return the sums over each node and its descendants, (columns, nodes).

        where: the node of each block. columns: array (columns, blocks).
        """
        places, ends = self.runs
        at, total = places[where], len(self.parents)
        sums = np.zeros((len(columns), total + 1))
        for row, column in zip(sums, columns, strict=True):
            np.cumsum(np.bincount(at, column, total), out=row[1:])
        return sums.take(ends, 1) - sums.take(places, 1)

    def inside(self, wanted: np.ndarray) -> np.ndarray:
        """Return the number of some elements in each element, without itself, int64 (elements,).

        wanted: bool (elements,).
        """
        places, ends = (of_nodes[:self.elements] for of_nodes in self.runs)
        sums = np.zeros(len(self.parents) + 1, np.int64)
        sums[places + 1] = wanted
        np.cumsum(sums, out=sums)
        return sums[ends] - sums[places + 1]

    def paths(self, alike: np.ndarray) -> np.ndarray:
        """Return a number for each node, equal for those alike whose ancestors are alike, too,
        uint64 (nodes,). alike: uint64 (nodes,).
        """
        paths, factor = alike, GOLDEN
        for up in self.jumps:
            paths = paths + np.uint64(factor) * paths[up]
            factor = factor * factor & ALL_BITS
        return paths

    def steps_from(self, where: np.ndarray,
                   chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (steps, nodes) from chosen nodes to blocks, two arrays (rows, blocks).

        where:   the node of each block.
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
        for _ in range(len(self.jumps) + 1):
            nearest = nearest.take(nearest)
        nearest = nearest.take(where + shift)
        least = nearest % total
        up = steps.take(nearest)
        return np.where(up > 0, -up, self.depths[where] - self.depths.take(least)), least

    def best(self, values: np.ndarray) -> np.ndarray:
        """Return the element of each page with the greatest value, the first of equals, int64
        (pages,), -1 for a page without a value above 0. values: (nodes,), 0 or more.
        """
        return best_of_pages(values[:self.elements], self.page[:self.elements], self.count)

    @cached_property
    def runs(self) -> tuple[np.ndarray, np.ndarray]:
        """(places, ends), ints (nodes,): what is below a node has the places after it, up to ends.
        """
        elements, total = self.elements, len(self.parents)
        element_page = self.page[:elements]
        sizes = np.ones(total)
        for up in self.jumps:            # more than is there for pages, which end all ways up
            sizes = sizes + np.bincount(up, sizes, total)
        sizes[elements:] = np.bincount(element_page, minlength=self.count) + 1
        sizes = sizes.astype(np.int64)
        # a page before its elements, which stand in the order of the page
        places = np.append(np.arange(elements) + element_page + 1,
                           np.cumsum(sizes[elements:]) - sizes[elements:])
        ends = places + sizes
        if (ends > ends[self.parents]).any():
            places = self._renumbered(sizes)
        return places, places + sizes

    def _renumbered(self, sizes):
        """Return the places of elements that are not in page order."""
        total = 0
        parents, sizes = self.parents.tolist(), sizes.tolist()
        free, places = [0] * len(parents), [0] * len(parents)
        for node in [*range(self.elements, len(parents)), *range(self.elements)]:
            if node >= self.elements:
                places[node] = total
                total += sizes[node]
            else:
                places[node] = free[parents[node]]
                free[parents[node]] += sizes[node]
            free[node] = places[node] + 1
        return np.array(places, np.int64)


def nearest(wanted: np.ndarray, parents: np.ndarray) -> np.ndarray:
    """Return for each element the nearest wanted one among itself and its ancestors.

    wanted:  bool (m,). parents: int64 (m,), -1 for none.
    Returns: int64 (m,), -1 for none, by pointer doubling.

    >>> nearest(np.array([True, False, False, True]), np.array([-1, 0, 1, 2])).tolist()
    [0, 0, 0, 3]
    """
    up = np.append(np.where(wanted, np.arange(len(wanted)), parents), -1)
    while True:
        further = up[up]
        if (further == up).all():
            return up[:-1]
        up = further


def distances(element: np.ndarray, page: np.ndarray, parent: np.ndarray) -> np.ndarray:
    """Return how far each segment is from the one before it in the tree of elements, int64 (n,).

    The distance is the number of steps up from the deeper one to the element that holds both, at
    most FAR; UNKNOWN where there is no tree, and for the first segment of a page.
    element, page: int64 (n,), as in Pages; parent: int64 (m,), that of each element.

    >>> distances(np.array([2, 3, 3]), np.zeros(3, int), np.array([-1, 0, 1, 1])).tolist()
    [7, 1, 0]
    """
    steps = np.full(len(element), UNKNOWN)
    here, before = element[1:], element[:-1]
    known = np.flatnonzero((page[1:] == page[:-1]) & (here >= 0) & (before >= 0))
    here, before = here[known], before[known]
    parent = np.append(parent, -1)
    up = np.zeros((2, len(known)), np.int64)
    for _ in range(2 * FAR):             # the later one cannot hold the other: it goes up
        later, earlier = here > before, here < before
        up += later, earlier
        here = np.where(later, parent[here], here)
        before = np.where(earlier, parent[before], before)
    met = (here == before) & (here >= 0)
    steps[known + 1] = np.where(met, np.minimum(FAR, up.max(0)), FAR)
    return steps
