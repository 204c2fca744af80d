"""What scorers ask of several pages at a time, in Pages."""
import numpy as np

from ...lm.pagecontext import FAR, UNKNOWN


def by_name(pages, names):
    """Yield (name, pages of this name, rows of their segments) for each name with segments.

    names: a list, one a page. Pages are bool (K,), rows int64.
    """
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    of_page = np.array([numbers[name] for name in names], np.int64)
    for name, number in numbers.items():
        chosen = of_page == number
        rows = np.flatnonzero(chosen[pages.page])
        if len(rows):
            yield name, chosen, rows


def link_densities(pages):
    """Return the link density (of characters) of each segment, float64 (n,).

    The share of its characters that are in links; lm/shallow/printedrules.py takes that of words.
    """
    chars = np.maximum(1, pages.chars)
    return np.minimum(pages.link_chars, chars) / chars


def distances(element, page, parent):
    """Return how far each segment is from the one before it in the tree of elements, int64 (n,).

    The distance is the number of steps up from the deeper one to the element that holds both, at
    most FAR; UNKNOWN where there is no tree, and for the first segment of a page.
    element, page: int64 (n,), as in Pages; parent: int64 (m,), that of each element.

    >>> distances(np.array([2, 3, 3]), np.zeros(3, int), np.array([-1, 0, 1, 1])).tolist()
    [7, 1, 0]
    """
    steps = np.full(len(element), UNKNOWN)
    here, before = element[1:], element[:-1]
    known = np.flatnonzero((page[1:] == page[:-1]) & (here >= 0) & (before >= 0))
    here, before = here[known], before[known]
    parent = np.append(parent, -1)
    up = np.zeros((2, len(known)), np.int64)
    for _ in range(2 * FAR):             # the later one cannot hold the other: it goes up
        later, earlier = here > before, here < before
        up += later, earlier
        here = np.where(later, parent[here], here)
        before = np.where(earlier, parent[before], before)
    met = (here == before) & (here >= 0)
    steps[known + 1] = np.where(met, np.minimum(FAR, up.max(0)), FAR)
    return steps
