"""Pages with the headline of each and the role of each segment."""
import numpy as np

from ...lm.evidence.evidence import headlines
from ..columns.pagerecords import pages_of
from ..columns.pages import counts_of
from ..scoring.evidenceinput import blocks_of_pages
from ..text.words import count_words
from .page import roles_of


def pages_of_records(records):
    """Return the Pages of records; words that another program has not counted are counted."""
    return _counted(pages_of(records))


def _counted(pages):
    """Return the Pages; words that another program has not counted are counted."""
    if not pages.given or all(isinstance(segment.get("words"), int) for segment in pages.given):
        return pages
    return pages.with_the_same_text({"words": counts_of([
        segment if isinstance(segment.get("words"), int)
        else {"words": count_words(segment["text"])} for segment in pages.given], "words")})


def headlines_in(pages):
    """Return the segment of each page's headline, int64 (pages,), -1 for none."""
    if pages.headlines is None:
        pages.headlines = headlines(blocks_of_pages(pages, np.zeros(len(pages.text))))
    return pages.headlines


def roles_in(pages):
    """Return the role of each segment of Pages, a list; their headlines are found, if not yet."""
    counted = _counted(pages)
    pages.headlines = headlines_in(counted)
    return roles_of(counted)
