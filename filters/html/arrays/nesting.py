"""The tree of block elements, from their opening and closing tags.

The loop, as the stack of tests/loop.py:

    for boundary in range(count):
        before[boundary] = stack[-1] if stack else -1
        if opens[boundary]:
            stack.append(boundary)
        elif closes[boundary] and stack:
            closed[stack.pop()] = boundary

Here tags are sorted by their depth: at one depth they open and close in turns.
"""
from itertools import pairwise

import numpy as np


class Nesting:
    """The block elements of all pages: nb boundaries, the tags that separate blocks, in order.

    opens, closes: bool (nb,).
    before:  int64 (nb,), the boundary that opened the innermost element around each, or -1.
    closed:  int64 (nb,), for an opening boundary the boundary that closes its element.
    """

    def __init__(self, opens, closes, first):
        """first: int64 (K + 1,), the first boundary of each page."""
        depth, closes = depths(opens, closes, first)
        self.opens, self.closes = opens, closes
        count = len(opens)
        # at each depth, the element opened last is the innermost until another one opens
        order = np.argsort(_narrow(depth), kind="stable")
        opened = opens[order]
        latest = np.append(order[opened], -1)[np.cumsum(opened) - 1]
        latest[depth[order] <= 0] = -1
        inner = np.empty(count, np.int64)
        inner[order] = latest
        self.before = np.append(-1, inner[:-1])[:count]
        self.before[first[first < count]] = -1
        self.closed = np.repeat(first[1:] - 1, np.diff(first))
        ends = np.flatnonzero(closes)
        ended = self.before[ends]
        self.closed[ended[ended >= 0]] = ends[ended >= 0]


def depths(opens, closes, first):
    """Return (number of open elements after each tag, int64; whether the tag closes one, bool).

    opens, closes: bool (n,), of the tags of pages. first: int64 (K + 1,), each page's first tag.

    Parsers close only what is open, but a tag may be hidden in a name, as in <x<xmp>.
    """
    depth = np.append(0, np.cumsum(opens.astype(np.int64) - closes))
    depth = depth[1:] - np.repeat(depth[first[:-1]], np.diff(first))
    if depth.min(initial=0) < 0:
        closes = closes.copy()
        for start, end in pairwise(first.tolist()):
            lowest = np.minimum.accumulate(np.minimum(depth[start:end], 0))
            closes[start:end] &= np.diff(lowest, prepend=0) == 0
            depth[start:end] -= lowest
    return depth, closes


def _narrow(depth):
    """Return depths in the narrowest type: numpy sorts 16 bits by radix sort, in linear time."""
    most = int(depth.max(initial=0))
    return depth.astype(np.uint8 if most < 256 else np.uint16 if most < 65_536 else np.int64)
