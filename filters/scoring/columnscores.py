"""Scores of several pages at a time, in Pages."""
import numpy as np

from ...lm.codepoints import PAD
from ...lm.pagecontext import FAR, UNKNOWN
from ..record import MIDPOINTS, object_of, rounded, rounded_array


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


def scored_by_characters(scorer, pages):
    """Return the Pages with the scores of scutch-charlm's Scorer; pages of one model together.

    The threshold of a page is by its scores in context; of segments alone it is the model's.
    """
    records, names = scorer.classifiers.of_pages(pages, scorer.model_for)
    scores, ratios = np.zeros((2, len(pages.text)))
    steps = distances_in(pages) if scorer.context else None
    densities = link_densities(pages)
    sizes = np.diff(pages.segment_starts)
    for (name, has_markup), chosen, rows in by_name(
            pages, list(zip(names, pages.has_markup.tolist(), strict=True))):
        classifier = scorer.classifiers[name]
        uncalibrated, ratios[rows] = classifier.scores_of_pages(
            _characters(pages, rows, classifier), sizes[chosen].tolist(),
            densities[rows] if has_markup else None, None if steps is None else steps[rows])
        scores[rows] = classifier.calibrated(uncalibrated)
    midpoints = [scorer.classifiers[name].settings["cut"] for name in names]
    records = [{**record, MIDPOINTS: {**object_of(record, MIDPOINTS), scorer.name: score}}
               for record, score in zip(records, midpoints, strict=True)]
    return pages.scored(scorer.name, scores, ratios,
                        thresholds(pages, scores) if scorer.context else midpoints, records)


def thresholds(pages, scores):
    """Return the threshold of each page by classifier.threshold, a list.

    scores: float64 (n,), calibrated.
    """
    from ...lm.characters.classifier import threshold
    scores, shown = rounded_array(scores), ~pages.hidden
    return [rounded(threshold(scores[rows][shown[rows]], pages.chars[rows][shown[rows]]))
            for rows in map(pages.rows, range(len(pages)))]


def _characters(pages, rows, classifier):
    """Return the Characters of some rows, or those of the pages where all rows are asked for."""
    if len(rows) == len(pages.text) and classifier.pad <= PAD:
        return pages.characters
    return classifier.characters([pages.text[row] for row in rows.tolist()])


def link_densities(pages):
    """Return the link density (of characters) of each segment, float64 (n,).

    The share of its characters that are in links; lm/shallow/printedrules.py takes that of words.
    """
    chars = np.maximum(1, pages.chars)
    return np.minimum(pages.link_chars, chars) / chars


def distances_in(pages):
    """Return how far each segment is from the one before it: see `distances`, int64 (n,)."""
    return distances(pages.element, pages.page, pages.element_parent)


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
