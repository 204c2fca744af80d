"""The regions of pages by the names of their elements: comments, notes, teasers and so on."""
import numpy as np

from ...lm.elements import nearest
from ...lm.evidence.purposes import sure_of
from ..scoring.softwarewords import notes_in
from .elementroles import (
    BYLINE,
    CAPTION,
    COMMENT,
    DEK,
    FORM,
    KEYPOINTS,
    NOTE,
    OF_TAGS,
    TOP,
    role_of,
)

# The name of an element does not count if it holds more of the page's prose: whole pages
# are in forms, in "content-with-sidebar" and in "social-layout".
MOST_PROSE = 0.4
# Regions in which another one may begin
OPEN = {"", CAPTION, BYLINE, DEK, KEYPOINTS, TOP, COMMENT}


def above(elements, parents):
    """Return the set of some elements, -1 for none, and their ancestors."""
    around = set()
    for element in elements:
        while element >= 0 and element not in around:
            around.add(element)
            element = parents[element]
    return around


def regions(pages, prose, around_headlines, around_texts):
    """Return the role of the region of each segment of Pages, a list; "" for none.

    prose: array (n,), the characters of running text in each.
    around_headlines: ancestors of headlines (never in a region), a set of elements.
    around_texts: ancestors of each page's first long text (a region only if it is not most of the
           prose).

    The outermost region counts: a menu in the footer is footer, a date among comments is a comment.
    """
    tag, purposes, notes = pages.element_tag, sure_of(pages.purposes), notes_in(pages)
    is_named = np.array([name in OF_TAGS for name in pages.names])[tag] | (purposes > 0) | notes
    nearest_named = np.append(nearest(is_named, pages.element_parent), -1)
    held = pages.tree.sums(pages.where, [prose])[0]
    holds_most = held[:len(tag)] > MOST_PROSE * held[len(tag):][pages.element_page]
    named = np.flatnonzero(is_named)
    of_elements = {-1: ""}
    for element, outer, number, purpose, is_note, is_most in zip(*(column.tolist() for column in (
            named, nearest_named[pages.element_parent[named]], tag[named], purposes[named],
            notes[named], holds_most[named])), strict=True):
        region = of_elements[outer]
        if region in OPEN and element not in around_headlines:
            role = NOTE if is_note else role_of(pages.names[number], purpose)
            if not is_most or (role == COMMENT and element not in around_texts):
                region = _inside(region, role)
        of_elements[element] = region
    return list(map(of_elements.__getitem__, nearest_named[pages.element].tolist()))


def _inside(outer, role):
    """Return the role of an element in a region of OPEN by its own, "" for none.

    >>> _inside("comment", "navigation"), _inside("comment", "form"), _inside("byline", "footer")
    ('comment', 'form', 'footer')
    """
    if outer == COMMENT and role != FORM:
        return COMMENT
    return role or outer
