"""Text that hidden elements interrupt is joined again: "Then <span hidden>x</span> and after".

Browsers show nothing in the place of a hidden element, not even the end of a line.
"""
from itertools import pairwise

from .linebreaks import is_wide
from .splitmerge import merged

NO_SPACE_BEFORE, NO_SPACE_AFTER = frozenset(".,;:!?)]}%…’”»"), frozenset("([{‘“«")
CODE = "c"


def join_interrupted(segments):
    """Return the segments; of those that only hidden ones separate the first has the text of all.

    >>> segments = [{"text": "Then", "kind": "p", "element": 0, "skipped": 0},
    ...     {"text": "x", "kind": "p", "element": 1, "skipped": 0, "hidden": True},
    ...     {"text": "after.", "kind": "p", "element": 0, "skipped": 0, "after_close": True}]
    >>> [one["text"] for one in join_interrupted(segments)]
    ['Then after.', 'x']
    """
    hidden = [bool(one.get("hidden")) for one in segments]
    if not any(hidden):
        return segments
    edges = [row for row, (before, after) in enumerate(pairwise([False, *hidden, False]))
             if before != after]

    def continues(before, first, after):
        one, other = segments[before], segments[after]
        return (one.get("kind") == other.get("kind") != CODE and not other.get("br")
                and one.get("element") == other.get("element") is not None
                and segments[first].get("skipped") == other.get("skipped") == 0
                and other.get("after_close") is True)

    groups = interrupted(zip(edges[0::2], edges[1::2], strict=True), len(segments), continues)
    out = list(segments)
    for first, *others in groups:
        parts = [segments[row] for row in (first, *others)]
        out[first] = merged(parts, text_of([one["text"] for one in parts]))
    dropped = {row for _, *others in groups for row in others}
    return [one for row, one in enumerate(out) if row not in dropped]


def interrupted(hidden, count, continues):
    """Return lists of the rows whose texts belong together, ascending.

    hidden:    (first, end) of each run of hidden rows, of `count` rows.
    continues: function that says whether a row goes with another one: (the row before a run, the
               first of the run, the row after it).
    """
    found = {}                           # by its last row
    for first, end in hidden:
        if first > 0 and end < count and continues(first - 1, first, end):
            found[end] = found.pop(first - 1, [first - 1])
            found[end].append(end)
    return list(found.values())


def text_of(texts):
    """Return texts as one, with spaces where words would otherwise touch.

    >>> text_of(["Then (", "see", ") after"])
    'Then (see) after'
    """
    out = [texts[0]]
    for before, text in pairwise(texts):
        glued = (text[0] in NO_SPACE_BEFORE or before[-1] in NO_SPACE_AFTER
                 or (is_wide(before[-1]) and is_wide(text[0])))
        out += [text] if glued else [" ", text]
    return "".join(out)
