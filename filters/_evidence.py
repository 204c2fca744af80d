"""What a segment's markup says of it, for the filters that score and train."""
from ..lm.context import FAR, UNKNOWN
from ._tree import owners_of
from .record import Elements


def link_shares(segments):
    """Return the share of each segment's characters that stand in links, None for plain text.

    >>> link_shares([{"text": "Home", "chars": 4, "link_chars": 4}, {"text": "Hi"}])
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


def has_markup(segments):
    """Return whether the segments came of HTML: whether something is known of their links."""
    return any(isinstance(segment.get("link_chars"), int) for segment in segments)


def elements_of(record):
    """Return (names, parents, words) of the record's elements, three sequences.

    What is no element has no name, and no parent; each parent, -1 for none, stands before.

    >>> elements_of({"elements": [["body", -1, ""], ["div", 0, "nav"], ["p", 7, None], 3]})
    (('body', 'div', 'p', ''), [-1, 0, -1, -1], ['', 'nav', '', ''])
    """
    elements = record.get("elements")
    if not isinstance(elements, list) or not elements:
        return (), (), ()
    if type(elements) is Elements:
        return tuple(zip(*elements, strict=True))
    if set(map(type, elements)) != {list} or set(map(len, elements)) != {3}:
        elements = [one if isinstance(one, list) and len(one) == 3 else ["", -1, ""]
                    for one in elements]
    names, parents, words = zip(*elements, strict=True)
    return (_strings(names),
            [parent if isinstance(parent, int) and -1 <= parent < place else -1
             for place, parent in enumerate(parents)], _strings(words))


def _strings(values):
    if set(map(type, values)) == {str}:
        return values
    return [value if isinstance(value, str) else "" for value in values]


def distances(record, segments):
    """Return how far each segment is from the one before it in the tree of elements.

    It is the number of steps up to the element that holds both, from the deeper one, at most
    FAR; UNKNOWN where the record has no tree, and for the first segment.

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
    """Go up from whichever comes later, since an element comes after those that hold it."""
    up = up_other = 0
    while one != other:
        if one < other:
            one, other, up, up_other = other, one, up_other, up
        one = parents[one]
        up += 1
        if up == FAR or one < 0:
            return FAR
    return max(up, up_other)
