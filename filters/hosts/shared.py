"""Segments without the text of other pages of the host, by scutch-archive and scutch-docfreq.

scutch-archive compares words, with the two other pages most like this one; scutch-docfreq whole
segments, with all pages of the host. With one other page a comparison of words says more; with
many, the number that have a text: two products of one maker or two versions of a manual share
content, but only what half of the pages have is the frame around it.

Frames stand around the text of a page, once. What a page has several times, such as "Features:" in
a list of products, belongs to its text, and so do a few words between text of its own.
"""
from collections import Counter
from itertools import compress, groupby

from ..errors import BadRecord
from ..record import score_of, scorers_of, segments_of
from ..selection.segments import kept_segments, without_hidden
from ..text.sentences import sentences
from ..text.splitmerge import merged
from ..text.words import count_words

ARCHIVE, DOCFREQ = "archive", "docfreq"
ON_EACH = 0.9            # score of scutch-archive above which each page of the cross has it
REPEATED = 0.7           # score of scutch-docfreq above which about a third of the others have it
MANY = 5                 # other pages, from which on scutch-docfreq decides
HALF = 0.5               # of those others
FEW_WORDS = 8            # of the frame, between text of the page itself, at most, that stay
# Share of the words that the page's own score keeps. If less is left, the other pages have its
# content, not its frame, and it stays as it is.
LEAST_LEFT = 0.2


def without_shared(record):
    """Return the segments of a record without the frame that other pages of its host have, too.

    Returns: all of them if hardly any segment kept by the page's own score would be left.
    Raises:  BadRecord where scutch-archive or scutch-docfreq has not run.
    """
    segments = segments_of(record)
    others = record.get("host_pages")
    if not isinstance(others, int):
        raise BadRecord('"host_pages" is not a number: run scutch-archive and scutch-docfreq first',
                        "no_score")
    words = [count_words(segment["text"]) for segment in segments]
    outside = _outside_of_frame(segments, words, others)
    places = _own(record)
    own = [count * (place in places) for place, count in enumerate(words)]
    if sum(compress(own, outside)) < LEAST_LEFT * sum(own):
        outside = [True] * len(segments)
    return _rejoined(segments, outside)


def _outside_of_frame(segments, words, others):
    """Return whether each segment is outside of the frame, a list.

    words: how many each has. others: how many other pages the host has.
    """
    times = Counter(segment["text"] for segment in segments)
    shared = [is_shared(segment, others) and times[segment["text"]] == 1 for segment in segments]
    counts = iter(words)
    runs = [(is_frame, [next(counts) for _ in run]) for is_frame, run in groupby(shared)]
    kept = []
    for number, (is_frame, run) in enumerate(runs):
        within = 0 < number < len(runs) - 1 and sum(run) <= FEW_WORDS
        kept += [not is_frame or within] * len(run)
    return kept


def _rejoined(segments, kept):
    """Return the segments that are kept; parts of one that are still side by side are one again."""
    joined, before = [], False
    for segment, keep in zip(segments, kept, strict=True):
        if keep and before and segment.get("continues") is True:
            text = f"{joined[-1]['text']} {segment['text']}"
            joined[-1] = merged([joined[-1], segment], text)
            if "sentences" in segment:
                joined[-1]["sentences"] = sentences(text)
        elif keep:
            joined.append(segment)
        before = keep
    return joined


def is_shared(segment, others):
    """Return whether other pages have a segment, too; others: how many the host has."""
    scores = [score_of(segment, name) for name in (ARCHIVE, DOCFREQ)]
    share = score_of(segment, DOCFREQ, "raw")
    if None in (*scores, share):
        raise BadRecord("a segment has no score of scutch-archive or scutch-docfreq: run both "
                        "first", "no_score")
    if others >= MANY:
        return share >= HALF
    return scores[0] > ON_EACH or (others > 1 and scores[1] > REPEATED)


def _own(record):
    """Return the places of the segments kept by the page's own score, a set."""
    names = [name for name in scorers_of(record) if name not in (ARCHIVE, DOCFREQ)]
    segments = segments_of(record)
    kept = set(map(id, kept_segments(record, names[-1]) if names
                   else without_hidden(record, segments, None)))
    return {place for place, segment in enumerate(segments) if id(segment) in kept}
