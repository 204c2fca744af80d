"""Evidence of a segment's markup, for the filters that score and train."""
from ...lm.pagecontext import FAR, UNKNOWN
from ..record import elements_of, has_markup, owners_of


def link_densities(segments):
    """Return the share of each segment's characters that are in links, None for plain text.

    >>> link_densities([{"text": "Home", "chars": 4, "link_chars": 4}, {"text": "Hi"}])
    [1.0, 0.0]
    """
    if not has_markup(segments):
        return None
    shares = []
    for segment in segments:
        inside = segment.get("link_chars")
        if isinstance(inside, int) and inside > 0:
            chars = len(segment["text"]) or 1
            shares.append(min(chars, inside) / chars)
        else:
            shares.append(0.0)
    return shares


def distances(record, segments):
    """Return how far each segment is from the one before it in the tree of elements.

    The distance is the number of steps up from the deeper one to the element that holds both, at
    most FAR; UNKNOWN where the record has no tree, and for the first segment.

    >>> tree = {"elements": [["body", -1, ""], ["div", 0, ""], ["p", 1, ""], ["p", 1, ""]]}
    >>> distances(tree, [{"element": 2}, {"element": 3}, {"element": 3}])
    [7, 1, 0]
    """
    parents = elements_of(record)[1]
    found = []
    before = -1
    for here in owners_of(segments, len(parents)):
        if before < 0 or here < 0:
            found.append(UNKNOWN)
        elif here == before:
            found.append(0)
        else:
            found.append(_steps(here, before, parents))
        before = here
    return found


def _steps(one, other, parents):
    """Return the steps up, from whichever comes later, as an element comes after its parents."""
    up = up_other = 0
    while one != other:
        if one < other:
            one, other, up, up_other = other, one, up_other, up
        one = parents[one]
        up += 1
        if up == FAR or one < 0:
            return FAR
    return max(up, up_other)
