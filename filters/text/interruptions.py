"""Text that hidden elements interrupt is joined again: "Then <span hidden>x</span> and after".

Browsers show nothing in the place of a hidden element, not even the end of a line.
"""
from itertools import pairwise

from .linebreaks import is_wide

NO_SPACE_BEFORE, NO_SPACE_AFTER = frozenset(".,;:!?)]}%…’”»"), frozenset("([{‘“«")


def interrupted(hidden, count, continues):
    """Return lists of the rows whose texts belong together, ascending.

    hidden:    (first, end) of each run of hidden rows, of `count` rows.
    continues: predicate, whether a row goes with another one: (the row before a run, the
               first of the run, the row after it).
    """
    joined = {}                           # by its last row
    for first, end in hidden:
        if first > 0 and end < count and continues(first - 1, first, end):
            joined[end] = joined.pop(first - 1, [first - 1])
            joined[end].append(end)
    return list(joined.values())


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
