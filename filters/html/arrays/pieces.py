"""The stretches of text between tags, joined into blocks, and the stretches in links.

The loop of tests/loop.py; white space is a piece only between two others:

    block, link = [], None
    for text, tag in page:
        if text and (block or not text.isspace()):
            block.append(text)
            if link is not None:
                link.append(text)
        if is_boundary(tag):
            blocks.append(block)
            block = []
        elif is_link(tag):
            link = []
        elif is_end_of_link(tag):
            links.append(link)
            link = None
"""
import numpy as np

from ....lm.arrays import begins_of_runs
from .blanks import has_controls
from .nesting import depths
from .tags import (
    BOUNDARY,
    BREAK,
    HIDDEN_LINK,
    LINK,
    PRE_CLOSE,
    PRE_OPEN,
    TITLE,
    UNLINK,
)


class Boundaries:
    """The nb tags that separate blocks of text, in the order of the pages.

    tag:     int64 (nb,), index of each among the tags.
    role:    int32 (nb,), its role, bits of tags.py.
    first:   int64 (K + 1,), the first boundary of each page.
    before:  int64 (tags,), the number of boundaries before each tag, which is the index of the
             boundary that ends the text there.
    pre:     int64 (tags,), the number of <pre> and the like around each tag and the text before
             it; None if no page has any. A <br> in <pre> is a line break, not a boundary.
    """

    def __init__(self, tags):
        role = tags.role
        self.pre = None
        if (role & PRE_OPEN).any():
            inside, _ = depths(role & PRE_OPEN > 0, role & PRE_CLOSE > 0, tags.first)
            self.pre = np.append(0, inside[:-1])
            self.pre[tags.first[tags.first < len(role)]] = 0
            role = np.where((role & BREAK > 0) & (self.pre > 0), role & ~BREAK, role)
        parts = role & BOUNDARY > 0
        self.tag = np.flatnonzero(parts)
        self.role = role[self.tag]
        self.before = np.cumsum(parts) - parts
        self.first = np.searchsorted(self.tag, tags.first)

    def __len__(self):
        return len(self.tag)


class Pieces:
    """The p pieces of text, each between two tags, that make up b blocks.

    tag:      int64 (p,), the tag after each piece.
    block:    int64 (p,), the block of each piece.
    texts:    list of p str, as in normal HTML.
    boundary: int64 (b,), the boundary that ends each block. end: int64 (b,), the same as a tag.

    White space is a piece only between two others of its block.
    """

    def __init__(self, tags, boundaries, solid):
        """solid: bool (n,), of blanks.py."""
        is_title = tags.role & TITLE > 0
        stretches = np.flatnonzero((tags.begins > tags.texts) & ~is_title)
        ends = boundaries.before[stretches]
        stretches, ends = stretches[ends < len(boundaries)], ends[ends < len(boundaries)]
        solid = _solid(tags, stretches, solid, boundaries.pre)
        places = np.flatnonzero(solid)
        solid_ends = ends[places]
        first = begins_of_runs(solid_ends)
        self.boundary = solid_ends[first]
        self.end = boundaries.tag[self.boundary]
        # white space is in a block if the text before it and the text after it are
        before = np.cumsum(solid)
        blank = np.flatnonzero(~solid & (before > 0) & (before < len(places)))
        between = ((solid_ends[before[blank] - 1] == ends[blank])
                   & (solid_ends[before[blank]] == ends[blank]))
        solid[blank[between]] = True
        self.tag = stretches[solid]
        self.block = np.searchsorted(self.boundary, ends[solid])
        counts = np.diff(np.searchsorted(self.tag, tags.first))
        self.texts = tags.slices(tags.texts[self.tag], tags.begins[self.tag], counts)

    def lasts(self):
        """Return whether each piece is the last one of its block, bool (p,)."""
        return np.append(self.block[1:] != self.block[:-1], True)[:len(self.block)]


def _solid(tags, stretches, solid, pre):
    """Return whether each stretch of text is more than white space, bool.

    White space beyond ASCII counts as text, except in <pre>; it is removed later.
    """
    shown = solid[stretches]
    odd = np.zeros(len(stretches), bool) if pre is None else pre[stretches] > 0
    if has_controls(tags):               # some are white space to str, not to bytes
        odd |= tags.codes[tags.texts[stretches]] <= ord(" ")
    if odd.any():
        shown[odd] = _by_python(tags, stretches[odd])
    return shown


def _by_python(tags, stretches):
    """Return whether each stretch is more than white space, a list of bool."""
    counts = np.diff(np.searchsorted(stretches, tags.first))
    return [not text.isspace() for text in
            tags.slices(tags.texts[stretches], tags.begins[stretches], counts)]


class Links:
    """The links, and the pieces in them.

    joint:    bool (p,), whether a piece ends a link and the next piece begins another, so that a
              space is missing between them.
    whole:    bool (b,), whether all text of a block is in one link.
    piece:    int64, the pieces in links of all other blocks.
    last:     bool, whether each of `piece` is the last of its link in its block.
    block:    int64, the blocks of these last pieces.
    events:   int64, the tags that begin or end links. opening: bool, whether each begins one.
    """

    def __init__(self, tags, pieces):
        role = tags.role
        is_event = role & (LINK | HIDDEN_LINK | UNLINK) > 0
        self.events = np.flatnonzero(is_event)
        self._first = tags.first
        self.opening = role[self.events] & UNLINK == 0
        passed = np.cumsum(is_event)[pieces.tag] - is_event[pieces.tag]
        inside = self._is_open(passed, pieces.tag)
        lasts = pieces.lasts()
        self.joint = self._joints(tags, pieces, passed, inside & ~lasts)
        linked = np.flatnonzero(inside)
        linked = linked[~self._cut_short(pieces, passed[linked], linked)]
        self._group(pieces, passed, linked)

    def around(self, tags):
        """Return whether a link is open before each of these tags, int64."""
        return self._is_open(np.searchsorted(self.events, tags), tags)

    def _is_open(self, passed, tags):
        """Return whether a link is open before each tag; passed: the events before it.

        The last link of a page may have no end tag: see nesting.depths.
        """
        page_start = self._first[np.searchsorted(self._first, tags, "right") - 1]
        return (np.append(self.opening, False)[passed - 1]
                & (np.append(self.events, -1)[passed - 1] >= page_start))

    def _joints(self, tags, pieces, passed, inside):
        begun = np.cumsum(tags.role & LINK > 0)
        begun = (begun - (tags.role & LINK > 0))[pieces.tag]
        joined = np.zeros(len(inside), bool)
        joined[:-1] = inside[:-1] & (begun[1:] > begun[:-1])
        places = np.flatnonzero(joined)
        joined[places] = ~self.opening[passed[places]]
        return joined

    def _cut_short(self, pieces, event, linked):
        """Return whether the link around each piece ends at another link of its block."""
        by = np.append(self.events, 0)[event]
        return np.append(self.opening, False)[event] & (by < pieces.end[pieces.block[linked]])

    def _group(self, pieces, passed, linked):
        """Set whole, piece, last and block; a group is the pieces of one link in one block."""
        link, block = passed[linked], pieces.block[linked]
        begins = np.append(True, (link[1:] != link[:-1]) | (block[1:] != block[:-1]))
        begins = begins[:len(linked)]
        group = np.cumsum(begins) - 1
        blocks = len(pieces.boundary)
        of_group = block[begins]
        is_whole = (np.bincount(group, minlength=len(of_group))
                    == np.bincount(pieces.block, minlength=blocks)[of_group])
        self.whole = np.zeros(blocks, bool)
        self.whole[of_group[is_whole]] = True
        partial = ~is_whole[group]
        self.piece, group = linked[partial], group[partial]
        self.last = np.append(group[1:] != group[:-1], True)[:len(group)]
        self.block = of_group[group[self.last]]
