"""Scores of several pages at a time, in Columns instead of records."""
import numpy as np

from ...lm.codepoints import PAD
from ...lm.pagecontext import FAR, UNKNOWN
from ...lm.tagnames import KINDS
from ..columns.batch import Pages
from ..columns.fromrecords import columns_of
from ..record import segments_of
from .languages import sample_of_sorted
from .scores import with_scores

CODE = KINDS.index("c")


def scored_records(name, score, records, others=None):
    """Return records with the scores that they get as Pages, and with all else that they have.

    name:   of the scorer; score: its function from Pages to Pages.
    others: {name of another scorer: array (segments of all records,)}, for scorers that read it.
    Raises: BadRecord where a record has no segments.
    """
    records = [{**record, "segments": segments_of(record)} for record in records]
    columns = columns_of(records)
    pages = score(Pages(records, columns, others or {}))
    raw, found = pages.raw.get(name), []
    for page, record in enumerate(pages.records):
        rows = columns.rows(page)
        found.append(with_scores(record, record["segments"], name, pages.scores[name][rows],
                                 None if raw is None else raw[rows], record["cuts"][name]))
    return found


def scored_by_characters(scorer, pages):
    """Return the Pages with the scores of scutch-charlm's Scorer; pages of one model together."""
    columns = pages.columns
    records, names = _chosen(scorer, pages)
    scores, ratios = np.zeros((2, len(columns.text)))
    steps = distances_in(columns) if scorer.context else None
    shares = np.minimum(columns.link_chars, columns.chars) / np.maximum(1, columns.chars)
    sizes = np.diff(columns.segment_starts)
    page_names = np.array(names)
    for name in set(names):
        chosen = page_names == name
        rows = np.flatnonzero(chosen[columns.page])
        if len(rows):
            classifier = scorer.classifiers[name]
            found, ratios[rows] = classifier.scores_of_pages(
                _characters(columns, rows, classifier), sizes[chosen].tolist(), shares[rows],
                None if steps is None else steps[rows])
            scores[rows] = classifier.calibrated(found)
    return pages.scored(scorer.name, scores, ratios,
                        [scorer.classifiers[name].settings["cut"] for name in names], records)


def _characters(columns, rows, classifier):
    """Return the Characters of some rows, or those of the columns where all rows are asked for."""
    if len(rows) == len(columns.text) and classifier.pad <= PAD:
        return columns.characters
    return classifier.characters([columns.text[row] for row in rows.tolist()])


def _chosen(scorer, pages):
    """Return (records, names of their models) of pages."""
    if scorer.model:
        return pages.records, [scorer.model] * len(pages.records)
    found = scorer.languages.chosen_of(
        pages.records, [Sample(pages.columns, page) for page in range(len(pages.records))])
    return [record for record, _ in found], [scorer.model_for(language) for _, language in found]


class Sample:
    """The text of a page that tells its language: see languages.sample_of."""

    def __init__(self, columns, page):
        rows = columns.rows(page)
        self._texts = columns.text[rows]
        running = (columns.kind[rows] != CODE) & ~columns.hidden[rows]
        order = np.argsort(-columns.chars[rows], kind="stable")
        self._longest_first = (order[running[order]] if running.any() else order).tolist()

    def __call__(self, *limits):
        return sample_of_sorted(map(self._texts.__getitem__, self._longest_first), *limits)


def distances_in(columns):
    """Return the distances of context.distances, all pages at once, int64 (n,)."""
    element, page = columns.element, columns.page
    found = np.full(len(element), UNKNOWN)
    one, other = element[1:], element[:-1]
    known = np.flatnonzero((page[1:] == page[:-1]) & (one >= 0) & (other >= 0))
    one, other = one[known], other[known]
    parent = np.append(columns.element_parent, -1)
    up = np.zeros((2, len(known)), np.int64)
    for _ in range(2 * FAR):             # the later one cannot hold the other: it goes up
        later, earlier = one > other, one < other
        up += later, earlier
        one, other = np.where(later, parent[one], one), np.where(earlier, parent[other], other)
    met = (one == other) & (one >= 0)
    found[known + 1] = np.where(met, np.minimum(FAR, up.max(0)), FAR)
    return found
