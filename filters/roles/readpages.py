"""Pages with the headline of each and the role of each segment."""
import numpy as np

from ...lm.evidence.evidence import headlines
from ..columns.fromrecords import pages_of
from ..columns.segmentcolumns import counts_of
from ..scoring.evidenceinput import blocks_of_pages
from ..text.words import count_words
from .page import roles_of


def pages_of_records(records):
    """Return the Pages of records; words that another program has not counted are counted."""
    pages = pages_of(records)
    pages.columns["words"] = counts_of([
        segment if isinstance(segment.get("words"), int)
        else {"words": count_words(segment["text"])} for segment in pages.given], "words")
    return pages


def headlines_in(pages):
    """Return the segment of each page's headline, int64 (pages,), -1 for none."""
    if pages.headlines is None:
        pages.headlines = headlines(blocks_of_pages(pages, np.zeros(len(pages.text))))
    return pages.headlines


def roles_in(pages):
    """Return the role of each segment of Pages, a list; their headlines are found, if not yet."""
    headlines_in(pages)
    return roles_of(pages)
