"""Which segments of a page --keep auto keeps, and their text.

Without a score they are all that browsers show.
"""
from ..errors import BadRecord
from ..record import HIDDEN_CUTS, cut_of, plain_text, score_of, scorers_of, segments_of


def hides(record, by):
    """Return a function from a segment to whether it is dropped as hidden.

    by:      the score that decides, by the record's threshold of hidden segments; None for none.

    >>> page = {"hidden_cuts": {"combine": 0.4}}
    >>> hidden = {"text": "A", "hidden": True, "scores": {"combine": 0.1}}
    >>> [hides(page, name)(hidden) for name in ("combine", "charlm", None)]
    [False, True, True]
    """
    cut = cut_of(record, by, HIDDEN_CUTS)

    def is_dropped(segment):
        if not segment.get("hidden"):
            return False
        score = None if cut is None else score_of(segment, by)
        return score is None or score > cut
    return is_dropped


def keeps(record, by):
    """Return a function from a segment to whether --keep auto keeps it by a score.

    Without a threshold of the score it keeps all that browsers show.
    """
    cut = cut_of(record, by)
    is_dropped = hides(record, by if cut is not None else None)
    return lambda segment: not is_dropped(segment) and (
        cut is None or (score_of(segment, by) or 0) <= cut)


def score_named(record, by=None):
    """Return the name of a score: `by`, else the record's last one; None for no scores."""
    return by or (scorers_of(record) or [None])[-1]


def kept_segments(record):
    """Return the segments of a record that --keep auto keeps; without a score, all that are shown.

    >>> kept_segments({"segments": [{"text": "a"}, {"text": "b", "hidden": True}]})
    [{'text': 'a'}]
    """
    return list(filter(keeps(record, score_named(record)), segments_of(record)))


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
    return between.join(segment["text"] for segment in kept_segments(record))
