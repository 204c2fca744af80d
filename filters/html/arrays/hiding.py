"""Elements that browsers do not show.

Two kinds of inline elements become blocks: hidden elements with text, <b style="display:none">, and
elements shown as blocks, <span style="display:block">. The loop of tests/loop.py:

    for tag in opening:
        if tag.is_block:
            tag.hidden = hides(tag)
        elif hides(tag):
            tag.hidden = tag.is_block = holds_text(tag)
        elif separates(tag):
            tag.is_block = not in_pre(tag)

Here only tags with a clue of rulebytes.py are read.
"""
import numpy as np

from ....lm.rules import rules
from ...columns.namenumbers import NUMBER_OF
from ..blocks import hides, is_dialog, separates
from .nesting import depths
from .rulebytes import clues_of, places_of
from .tags import (
    CLOSE,
    CODE,
    HIDDEN_LINK,
    LINK,
    NO_CONTENT,
    OPEN,
    PRE_CLOSE,
    PRE_OPEN,
)

TITLE = NUMBER_OF["title"]
CLUES = clues_of([*(rule for name in ("ALWAYS", "HIDDEN", "DIALOGS", "STYLES")
                    for rule in rules("hidden")[name]), *rules("joins")["BLOCK_STYLES"]])


def hide(tags, solid):
    """Return (hidden, dialogs): indices of the tags that open hidden elements, int64, ascending.

    solid: bool (n,), of blanks.py.
    dialogs: tags of hidden dialogs.

    Changes tags.role: inline elements that are hidden, or shown as blocks, get roles of blocks.
    """
    hidden, dialogs, inline = [], [], _Inline(tags, solid)
    candidates = _candidates(tags)
    for tag, text in zip(candidates.tolist(), tags.all_of(candidates), strict=True):
        is_block, is_hidden = tags.role[tag] & OPEN, hides(text)
        if is_hidden and (is_block or inline.has_text(tag)):
            hidden.append(tag)
            if is_dialog(text):
                dialogs.append(tag)
        elif is_block or is_hidden or not separates(text) or inline.in_pre(tag):
            continue
        if not is_block:
            inline.enter(tag)
    return np.array(hidden, np.int64), np.array(dialogs, np.int64)


def _candidates(tags):
    """Return the opening tags whose name or attributes may matter, int64, ascending."""
    owners = tags.around(places_of(tags, CLUES))
    return owners[(tags.role[owners] & NO_CONTENT == 0) & ~tags.closing[owners]
                  & ~tags.silent[owners] & (tags.number[owners] != TITLE)]


class _Inline:
    """The inline elements of pages; `enter` makes a block of one."""

    def __init__(self, tags, solid):
        self._tags = tags
        self._end_tags = {}              # (page, number of a name): {opening tag: end tag}
        self._pre = None                 # how many <pre> and the like are open after each tag
        self._texts = np.cumsum(solid, dtype=np.int32)     # texts up to each tag

    def in_pre(self, tag):
        """Return whether a tag is in <pre>, where <span style="display:block"> is a line of code.
        """
        if self._pre is None:
            role = self._tags.role
            self._pre, _ = depths(role & PRE_OPEN > 0, role & PRE_CLOSE > 0, self._tags.first)
        return bool(self._pre[tag] > 0)

    def has_text(self, tag):
        """Return whether there is more than white space of ASCII in an inline element."""
        return bool(self._texts[self._end_of(tag)] > self._texts[tag])

    def enter(self, tag):
        """Make a block of an inline element."""
        tags = self._tags
        end = self._end_of(tag)
        role = int(tags.role[tag])
        tags.role[tag] = (role & ~(LINK | CODE)) | OPEN | (HIDDEN_LINK if role & LINK else 0)
        tags.role[end] |= CLOSE

    def _end_of(self, tag):
        page, number = self._tags.page_of(tag), int(self._tags.number[tag])
        first, end = self._tags.first[page:page + 2].tolist()
        if (page, number) not in self._end_tags:
            self._end_tags[page, number] = self._pairs(number, slice(first, end))
        return self._end_tags[page, number].get(tag, end - 1)

    def _pairs(self, number, page):
        """Return {opening tag: end tag} of the elements of a page whose name has this number.

        Elements nest, so opening and closing tags of one depth alternate. 0 is any unknown name.
        """
        tags = page.start + np.flatnonzero((self._tags.number[page] == number)
                                           & ~self._tags.silent[page])
        closing = self._tags.closing[tags]
        depths = np.cumsum(1 - 2 * closing) + closing
        tags = tags[np.argsort(depths, kind="stable")].tolist()
        return dict(zip(tags[0::2], tags[1::2], strict=False))
