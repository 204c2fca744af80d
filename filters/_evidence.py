"""What a segment's markup says of it, for the filters that score and train."""
from ..lm.context import FAR, UNKNOWN


def link_shares(segments):
    """Return the share of each segment's characters that stand in links, None for plain text.

    >>> link_shares([{"text": "Home", "chars": 4, "link_chars": 4}, {"text": "Hi"}])
    [1.0, 0.0]
    """
    shares, known = [], False
    for segment in segments:
        inside = segment.get("link_chars")
        if isinstance(inside, int):
            known = True
            chars = len(segment["text"]) or 1
            shares.append(min(chars, max(0, inside)) / chars)
        else:
            shares.append(0.0)
    return shares if known else None


def distances(record, segments):
    """Return how far each segment is from the one before it in the tree of elements.

    It is the number of steps up to the element that holds both, from the deeper one, at most
    FAR; UNKNOWN where the record has no tree, and for the first segment.

    >>> tree = {"elements": [["body", -1, ""], ["div", 0, ""], ["p", 1, ""], ["p", 1, ""]]}
    >>> distances(tree, [{"element": 2}, {"element": 3}, {"element": 3}])
    [7, 1, 0]
    """
    tree = record.get("elements")
    if not isinstance(tree, list) or not tree:
        return [UNKNOWN] * len(segments)
    parents, depths = [], []
    for i, element in enumerate(tree):
        parent = element[1] if isinstance(element, list) and len(element) > 1 else -1
        if not isinstance(parent, int) or not -1 <= parent < i:
            parent = -1
        parents.append(parent)
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    found = []
    before = -1
    for segment in segments:
        here = segment.get("element")
        if not isinstance(here, int) or not 0 <= here < len(tree):
            here = -1
        if before < 0 or here < 0:
            found.append(UNKNOWN)
        elif here == before:
            found.append(0)
        else:
            found.append(_steps(here, before, parents, depths))
        before = here
    return found


def _steps(one, other, parents, depths):
    deepest = max(depths[one], depths[other])
    while one != other:
        if depths[one] < depths[other]:
            one, other = other, one
        if deepest - depths[one] >= FAR or parents[one] < 0:
            return FAR
        one = parents[one]
    return min(FAR, deepest - depths[one])
