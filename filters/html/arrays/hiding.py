"""Elements that browsers do not show.

Two kinds of inline elements become blocks: hidden ones with text, such as <b style="display:none">,
and those shown as blocks, such as <span style="display:block">.
"""
import numpy as np

from ...columns.names import NUMBER_OF
from ..blocks import HIDING_CLASSES, hides, separates
from .nesting import depths
from .tags import (
    CLOSE,
    CODE,
    DIALOG,
    EIGHT,
    HIDDEN_LINK,
    LINK,
    NO_CONTENT,
    OPEN,
    PRE_CLOSE,
    PRE_OPEN,
    word,
)

TITLE, NOSCRIPT = NUMBER_OF["title"], NUMBER_OF["noscript"]
# An eight-byte word each, with how many bytes are before its "="
STYLED, HIDDEN = ((np.uint64(word(name)), name.index(b"="))
                  for name in (b' style="', b' hidden='))


def hide(tags, solid):
    """Return the indices of the tags that open a hidden element, int64, ascending.

    solid: bool (n,), of blanks.py.

    Changes tags.role: inline elements that are hidden, or shown as blocks, get those of blocks.
    """
    found, inline = [], _Inline(tags, solid)
    candidates = _candidates(tags)
    for tag, text in zip(candidates.tolist(), tags.all_of(candidates), strict=True):
        is_block, is_hidden = tags.role[tag] & OPEN, hides(text)
        if is_hidden and (is_block or inline.has_text(tag)):
            found.append(tag)
        elif is_block or is_hidden or not separates(text) or inline.in_pre(tag):
            continue
        if not is_block:
            inline.enter(tag)
    for tag in np.flatnonzero(tags.role & DIALOG > 0).tolist():
        text = tags.tag(tag)
        if " style=" not in text and " hidden=" not in text and ' open="' not in text:
            found.append(tag)
    return np.array(sorted(set(found)), np.int64)


def _candidates(tags):
    """Return the opening tags whose style, hidden or class may matter, int64, ascending."""
    data, equals = tags.data, np.flatnonzero(tags.codes == ord("="))
    found = [*_attributes(tags, equals, *HIDDEN),
             *(tags.begins[(tags.number == NOSCRIPT) & ~tags.closing] + 1).tolist()]
    for name in HIDING_CLASSES:
        found += tags.places_of(name)
    for start in _attributes(tags, equals, *STYLED):
        value = start + EIGHT
        words = data[value:data.find(b'"', value)].lower()
        if b"display" in words or b"hidden" in words:
            found.append(start)
    owners = tags.around(sorted(found))
    return owners[(tags.role[owners] & NO_CONTENT == 0) & ~tags.closing[owners]
                  & ~tags.silent[owners] & (tags.number[owners] != TITLE)]


def _attributes(tags, equals, wanted, before):
    """Return the positions of a word of eight bytes with "=" in it, a list, ascending."""
    places = equals - before
    return places[tags.words[places] == wanted].tolist()


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
