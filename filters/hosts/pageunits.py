"""The units that scutch-docfreq and scutch-train docfreq count: texts of a page and their slots."""
import re

from ..record import elements_of, owners_of, segments_of
from .grouping import host_of, path_of

COUNTS = "templates.docfrequency.Counts"     # see load_model
MAX_COUNTED = 1_000      # pages of a host; a share of them has a standard error of 0.016 at most
DIGITS = re.compile("[0-9]+")


def slots_of(record, segments):
    """Return a number for each segment: the path of names and classes of the elements around it.

    All digits are equal: class="post-1374" is that of every post.

    >>> record = {"elements": [["p", -1, "n1"], ["p", -1, "n22"]]}
    >>> first, other, none = slots_of(record, [{"element": 0}, {"element": 1}, {}])
    >>> first == other != none
    True
    """
    from ...lm.templates.structure import path_hashes
    names, parents, words = elements_of(record)
    named = [f"{name} {DIGITS.sub('0', own)}" for name, own in zip(names, words, strict=True)]
    slots = path_hashes(named, parents, 0)
    return [slots[owner] if owner >= 0 else 0 for owner in owners_of(segments, len(slots))]


def add_page(counts, record):
    """Add a record's page to the counts; return whether it has a host: else it is not counted."""
    host = host_of(record)
    if host:
        counts.add(host, path_of(record), units_of(record))
    return bool(host)


def units_of(record):
    """Return the Units of a record: the texts of its segments, and the slot of each."""
    from ...lm.templates.docfrequency import Units
    segments = segments_of(record)
    return Units([segment["text"] for segment in segments], slots_of(record, segments))
