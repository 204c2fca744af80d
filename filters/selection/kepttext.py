"""The text of a document that --keep auto keeps; without a score all that browsers show."""
from ..errors import BadRecord
from ..record import HIDDEN_CUTS, cut_of, score_of, segments_of, unseen
from .segments import score_named


def kept_segments(record):
    """Return the segments of a record that --keep auto keeps, without a score all that are shown.

    >>> kept_segments({"segments": [{"text": "a"}, {"text": "b", "hidden": True}]})
    [{'text': 'a'}]
    """
    segments = segments_of(record)
    by = score_named(record)
    cut = cut_of(record, by)
    hides = unseen(record, by if cut is not None else None)
    return [segment for segment in segments if not hides(segment)
            and (cut is None or (score_of(segment, by) or 0) <= cut)]


def kept_text(record, between=" "):
    """Return the text of those segments; that of a record of plain text is its own.

    between: what stands between two segments.
    Raises:  BadRecord for a record with neither.
    """
    if "segments" not in record:
        if isinstance(record.get("text"), str):
            return record["text"]
        raise BadRecord('neither "segments" nor "text": scutch-html2text makes segments of "html"',
                        "no_text")
    return between.join(segment["text"] for segment in kept_segments(record))


def kept_texts(pages, between=" "):
    """Return the text of each of the Pages, as kept_text has it of its record."""
    found = []
    for page, record in enumerate(pages.records):
        rows, by = pages.rows(page), score_named(record)
        cut, hidden_cut = cut_of(record, by), cut_of(record, by, HIDDEN_CUTS)
        fit = ~pages.hidden[rows]
        if cut is not None:
            values = pages.scores[by][rows]
            if hidden_cut is not None:
                fit |= values <= hidden_cut
            fit &= values <= cut
        found.append(between.join(pages.text[rows.start + place]
                                  for place in fit.nonzero()[0].tolist()))
    return found
