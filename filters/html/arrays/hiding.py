"""Elements that browsers do not show.

Two kinds of inline elements become blocks: hidden ones with text, such as <b style="display:none">,
and those shown as blocks, such as <span style="display:block">.
"""
import numpy as np

from ...columns.namenumbers import NUMBER_OF
from ..blocks import HIDING_CLASSES, hides, is_dialog, separates
from .nesting import depths
from .tags import (
    CLOSE,
    CODE,
    HIDDEN_LINK,
    LINK,
    NO_CONTENT,
    OPEN,
    PRE_CLOSE,
    PRE_OPEN,
    U64,
    word,
)

TITLE, NOSCRIPT, DIALOG = (NUMBER_OF[name] for name in ("title", "noscript", "dialog"))
# Names of attributes that may hide an element, the last eight bytes up to the "="; values of role
# and class that may, the first eight bytes from the "=" on
NAMES, VALUES = ([U64(word(text)) for text in texts] for texts in (
    (b" hidden=", b"popover=", b"snippet=", b"a-modal="),
    (b'="dialog"', b'="alertdialog"', b'="tooltip"', b'="lineno', b'="mw-editsection',
     b'="editsection')))
STYLE = U64(word(b" style="))            # seven bytes


def hide(tags, solid):
    """Return (hidden, dialogs): indices of the tags that open hidden elements, int64, ascending.

    solid: bool (n,), of blanks.py.
    dialogs: those of hidden dialogs.

    Changes tags.role: inline elements that are hidden, or shown as blocks, get those of blocks.
    """
    found, dialogs, inline = [], [], _Inline(tags, solid)
    candidates = _candidates(tags)
    for tag, text in zip(candidates.tolist(), tags.all_of(candidates), strict=True):
        is_block, is_hidden = tags.role[tag] & OPEN, hides(text)
        if is_hidden and (is_block or inline.has_text(tag)):
            found.append(tag)
            if is_dialog(text):
                dialogs.append(tag)
        elif is_block or is_hidden or not separates(text) or inline.in_pre(tag):
            continue
        if not is_block:
            inline.enter(tag)
    return np.array(found, np.int64), np.array(dialogs, np.int64)


def _candidates(tags):
    """Return the opening tags whose name or attributes may matter, int64, ascending."""
    named = tags.begins[((tags.number == NOSCRIPT) | (tags.number == DIALOG)) & ~tags.closing]
    found = [named + 1, _attributes(tags), *map(tags.places_of, HIDING_CLASSES)]
    owners = tags.around(np.sort(np.concatenate(found)))
    return owners[(tags.role[owners] & NO_CONTENT == 0) & ~tags.closing[owners]
                  & ~tags.silent[owners] & (tags.number[owners] != TITLE)]


def _attributes(tags):
    """Return the positions of the "=" of attributes that may hide an element, int64."""
    data, found = tags.data, tags.attributes(NAMES, VALUES)
    styles = tags.equals[tags.names >> U64(8) == STYLE]
    hiding = []
    for place in styles[tags.codes[styles + 1] == ord('"')].tolist():
        begin = place + len('="')
        words = data[begin:data.find(b'"', begin)].lower()
        if b"display" in words or b"visibility" in words:
            hiding.append(place)
    return np.append(found, np.array(hiding, np.int64))


class _Inline:
    """The inline elements of pages, of which some become blocks."""

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
        """Let an inline element separate blocks."""
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
