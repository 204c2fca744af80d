"""Elements that browsers do not show. Hidden inline elements become blocks of their own."""
import numpy as np

from ..columns.names import NUMBER_OF
from .blocks import NAME, hides
from .tags import CLOSE, CODE, DIALOG, HIDDEN_LINK, LINK, NO_CONTENT, OPEN

TITLE = NUMBER_OF["title"]
STYLED, HIDDEN = b' style="', b' hidden="'


def hide(tags):
    """Return the indices of the tags that open a hidden element, int64, ascending.

    Changes tags.role: hidden inline elements get the roles of blocks.
    """
    found, inline = [], _Inline(tags)
    candidates = _candidates(tags)
    for tag, text in zip(candidates.tolist(), tags.all_of(candidates), strict=True):
        if hides(text) and (tags.role[tag] & OPEN or not inline.in_same(tag)):
            if not tags.role[tag] & OPEN:
                inline.enter(tag)
            found.append(tag)
    for tag in np.flatnonzero(tags.role & DIALOG > 0).tolist():
        text = tags.tag(tag)
        if " style=" not in text and " hidden=" not in text and ' open="' not in text:
            found.append(tag)
    return np.array(sorted(set(found)), np.int64)


def _candidates(tags):
    """Return the opening tags whose attribute style or hidden may hide them, int64, ascending."""
    data, found = tags.data, _places(tags.data, HIDDEN)
    for start in _places(data, STYLED):
        value = start + len(STYLED)
        words = data[value:data.find(b'"', value)].lower()
        if b"none" in words or b"hidden" in words:
            found.append(start)
    places = np.array(sorted(found), np.int64)
    owners = np.searchsorted(tags.begins, places) - 1
    inside = (owners >= 0) & (tags.ends[owners] > places)
    owners = np.unique(owners[inside])
    return owners[(tags.role[owners] & NO_CONTENT == 0) & ~tags.closing[owners]
                  & ~tags.silent[owners] & (tags.number[owners] != TITLE)]


def _places(data, text):
    """Return the positions of bytes in others, a list, ascending."""
    found, place = [], data.find(text)
    while place >= 0:
        found.append(place)
        place = data.find(text, place + len(text))
    return found


class _Inline:
    """The hidden inline elements. One inside another of the same name makes no new block."""

    def __init__(self, tags):
        self._tags = tags
        self._open = []                  # (name, index of the end tag), innermost last
        self._end_tags = {}              # number of a name: {opening tag: end tag}

    def in_same(self, tag):
        """Return whether the innermost hidden inline element around a tag has its name."""
        while self._open and self._open[-1][1] < tag:
            self._open.pop()
        return bool(self._open) and self._open[-1][0] == self._name(tag)

    def enter(self, tag):
        """Let a hidden inline element separate blocks."""
        tags = self._tags
        end = self._end_of(tag)
        self._open.append((self._name(tag), end))
        role = int(tags.role[tag])
        tags.role[tag] = (role & ~(LINK | CODE)) | OPEN | (HIDDEN_LINK if role & LINK else 0)
        tags.role[end] |= CLOSE

    def _name(self, tag):
        return NAME.match(self._tags.tag(tag))[0]

    def _end_of(self, tag):
        number = int(self._tags.number[tag])
        if number not in self._end_tags:
            self._end_tags[number] = self._pairs(number)
        return self._end_tags[number].get(tag, len(self._tags) - 1)

    def _pairs(self, number):
        """Return {opening tag: end tag} of all elements whose name has this number, 0 for unknown.

        Elements nest, so opening and closing tags of one depth alternate.
        """
        tags = np.flatnonzero((self._tags.number == number) & ~self._tags.silent)
        closing = self._tags.closing[tags]
        depths = np.cumsum(1 - 2 * closing) + closing
        tags = tags[np.argsort(depths, kind="stable")].tolist()
        return dict(zip(tags[0::2], tags[1::2], strict=False))
