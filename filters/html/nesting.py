"""Which element is in which: the tags that open and close blocks as a tree."""
import numpy as np


class Nesting:
    """The block elements of all pages, as boundaries of text: nb tags that part blocks, in order.

    opens, closes: bool (nb,).
    inner:   int64 (nb,), the boundary that opened the innermost element open behind each, -1 for
             none.
    closed:  int64 (nb,), for a boundary that opens an element the one that closes it.
    """

    def __init__(self, opens, closes, first):
        """first: int64 (K + 1,), the first boundary of each page."""
        self.opens, self.closes = opens, closes
        count = len(opens)
        depth = np.append(0, np.cumsum(opens.astype(np.int64) - closes))
        depth = depth[1:] - np.repeat(depth[first[:-1]], np.diff(first))
        # of one depth, the last element that opened is the innermost until another one opens
        order = np.argsort(_narrow(depth), kind="stable")
        opened = opens[order]
        latest = np.append(order[opened], -1)[np.cumsum(opened) - 1]
        latest[depth[order] <= 0] = -1
        self.inner = np.empty(count, np.int64)
        self.inner[order] = latest
        self.closed = np.repeat(first[1:] - 1, np.diff(first))
        ends = np.flatnonzero(closes)
        ended = self.before(ends)
        self.closed[ended[ended >= 0]] = ends[ended >= 0]

    def before(self, boundaries):
        """Return the innermost element open before each boundary, by its own, -1 for none."""
        return np.append(self.inner, -1)[boundaries - 1]


def _narrow(depth):
    """Return depths in the narrowest type: numpy sorts up to 16 bits by their digits."""
    most = int(depth.max(initial=0)) if depth.min(initial=0) >= 0 else 1 << 16
    return depth.astype(np.uint8 if most < 256 else np.uint16 if most < 65_536 else np.int64)


def nearest(wanted, parents):
    """Return for each element itself if it is wanted, else the nearest wanted one around it.

    wanted:  bool (m,); parents: int64 (m,), -1 for none.
    Returns: int64 (m,), -1 for none. Each round goes twice as far up as the one before.

    >>> nearest(np.array([True, False, False, True]), np.array([-1, 0, 1, 2])).tolist()
    [0, 0, 0, 3]
    """
    up = np.append(np.where(wanted, np.arange(len(wanted)), parents), -1)
    while True:
        further = up[up]
        if (further == up).all():
            return up[:-1]
        up = further
