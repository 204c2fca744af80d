"""The text of a document that --keep auto keeps; without a score all that browsers show."""
from ..errors import BadRecord
from ..record import plain_text
from .pagesegments import ColumnSegments, RecordSegments, kept, score_named


def kept_segments(record):
    """Return the segments of a record that --keep auto keeps; without a score, all that are shown.

    >>> kept_segments({"segments": [{"text": "a"}, {"text": "b", "hidden": True}]})
    [{'text': 'a'}]
    """
    segments = RecordSegments(record)
    return [segments.segments[place] for place in kept(segments, score_named(record))]


def kept_text(record, between=" "):
    """Return the text of those segments; that of a record of plain text is its own.

    between: what stands between two segments.
    Raises:  BadRecord for a record with neither.
    """
    text = plain_text(record)
    if text is not None:
        return text
    if "segments" not in record:
        raise BadRecord('neither "segments" nor "text": scutch-html2text makes segments of "html"',
                        "no_text")
    return _text(RecordSegments(record), between)


def page_text(pages, page, between=" "):
    """Return the text of one of the Pages, as kept_text has it of its record."""
    return _text(ColumnSegments(pages, page), between)


def _text(segments, between):
    return between.join(segments.texts(kept(segments, score_named(segments.record))))
