"""Segments without those that other pages of the host have, by scutch-archive and scutch-docfreq.

scutch-archive compares words, with the two other pages most like this one; scutch-docfreq whole
segments, with all pages of the host. With one other page a comparison of words says more; with
many, the number that have a text: two products of one maker or two versions of a manual share
content, but only what half of the pages have is the frame around it.
"""
from ..errors import BadRecord
from ..record import score_of, scorers_of, segments_of, unseen

ARCHIVE, DOCFREQ = "archive", "docfreq"
ON_EACH = 0.9            # score of scutch-archive above which each page of the cross has it
REPEATED = 0.7           # score of scutch-docfreq above which about a third of the others have it
MANY = 5                 # other pages, from which on scutch-docfreq decides
HALF = 0.5               # of those others
# Share of the words that the page's own score keeps. If less is left, the other pages have its
# content, not its frame, and it stays as it is.
LEAST_LEFT = 0.2


def without_shared(record):
    """Return the segments of a record that are not shared with other pages of its host.

    Returns all of them if hardly any of those that the page's own score keeps would be left.
    Raises:  BadRecord where scutch-archive or scutch-docfreq has not run.
    """
    segments = segments_of(record)
    others = record.get("host_pages")
    if not isinstance(others, int):
        raise BadRecord('"host_pages" is not a number: run scutch-archive and scutch-docfreq first',
                        "no_score")
    left = [segment for segment in segments if not is_shared(segment, others)]
    if len(left) == len(segments):
        return segments
    is_own = _own(record)
    if _words(filter(is_own, left)) < LEAST_LEFT * _words(filter(is_own, segments)):
        return segments
    return left


def is_shared(segment, others):
    """Return whether a segment is part of the frame, given the number of the host's other pages."""
    scores = [score_of(segment, name) for name in (ARCHIVE, DOCFREQ)]
    share = score_of(segment, DOCFREQ, "raw")
    if None in (*scores, share):
        raise BadRecord("a segment has no score of scutch-archive or scutch-docfreq: run both "
                        "first", "no_score")
    if others >= MANY:
        return share >= HALF
    return scores[0] > ON_EACH or (others > 1 and scores[1] > REPEATED)


def _own(record):
    """Return the function that says whether the page's own score keeps a segment."""
    own = [name for name in scorers_of(record) if name not in (ARCHIVE, DOCFREQ)]
    cuts = record.get("cuts")
    cut = cuts.get(own[-1]) if own and isinstance(cuts, dict) else None
    is_unseen = unseen(record, own[-1] if own else None)
    if not isinstance(cut, (int, float)):
        return lambda segment: not is_unseen(segment)
    return lambda segment: (not is_unseen(segment)
                            and (score_of(segment, own[-1]) or 0.0) <= cut)


def _words(segments):
    return sum(len(segment["text"].split()) for segment in segments)
