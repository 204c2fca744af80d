"""Counts between the end of one segment and the next: tags, markup, links, empty block tags.

The loop of tests/loop.py:

    for text, tag in page:
        markup += len(text) + len(tag)
        opened, closed = opened + tag.opens, closed + tag.closes
        if tag.ends_segment:
            counts.append((markup - segment.chars, opened, closed))
            markup = opened = closed = 0

Here they are differences of sums over all tags.
"""
import numpy as np

from .tags import BODY, BREAK, CLOSE, HIDDEN_LINK, LINK, OPEN, TITLE


def counts_of(tags, boundaries, boundary, page, chars):
    """Return {name: int64 or bool (n,)}: counts and flags of n segments, from the tags.

    boundary: int64 (n,), the boundary that ends each segment; page: int64 (n,); chars: int64 (n,).
    """
    end = boundaries.tag[boundary]
    follows = np.append(False, page[1:] == page[:-1])[:len(page)]
    before = np.append(-1, end[:-1])[:len(end)]      # the end of the segment before
    start = np.where(follows, before + 1, _after_body(tags)[page])
    uncounted = tags.silent | (tags.role & TITLE > 0)    # the end tag of title, too
    markup = tags.ends[end] + 1 - tags.texts[start] - _passed(
        np.where(uncounted, tags.ends + 1 - tags.begins, 0), start, end)
    return {
        "markup_chars": np.maximum(0, markup - chars),
        "open_tags": _passed(~(tags.closing | uncounted), start, end),
        "close_tags": _passed(tags.closing & ~uncounted, start, end),
        "links": _links(tags, np.where(follows, start, tags.first[page]), end),
        **_of_boundaries(boundaries, boundary, boundaries.before[start], follows)}


def _after_body(tags):
    """Return the first tag of each page's body, where counting starts: the head is no evidence."""
    starts = tags.first[:-1].copy()
    bodies = np.flatnonzero(tags.role & BODY > 0)
    starts[np.searchsorted(tags.first, bodies, "right") - 1] = bodies + 1
    return starts


def _passed(values, start, end):
    """Return the sums of values of the tags from each start to each end, both included."""
    sums = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=sums[1:])
    return sums[end + 1] - sums[start]


def _links(tags, start, end):
    """Return the numbers of links that begin; a hidden <a>, a boundary, counts after it."""
    begun = tags.role & LINK > 0
    hidden = np.flatnonzero(tags.role & HIDDEN_LINK > 0)
    if len(hidden):
        begun = begun.astype(np.int64)
        np.add.at(begun, hidden[hidden + 1 < len(begun)] + 1, 1)
    return _passed(begun, start, end)


def _of_boundaries(boundaries, boundary, start, follows):
    """Return skipped, after_close and br; start: the boundaries where counting starts."""
    role = boundaries.role
    blocks = role & (OPEN | CLOSE) > 0
    latest = np.maximum.accumulate(np.where(blocks, np.arange(len(role)), 0))
    after_break = follows & (start == boundary) & (role[boundary - 1] & BREAK > 0)
    return {"skipped": _passed(role & BREAK == 0, start, boundary - 1),
            "after_close": role[latest[boundary - 1]] & CLOSE > 0, "br": after_break}
