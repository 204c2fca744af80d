"""tag - give each score of a segment a letter, a the cleanest.

In:      records with "segments" that have "scores".
Out:     the same records, "tags" of each segment filled: a letter for each score.
Drops:   nothing.
Bad:     no segments; a score that is not a number from 0 to 1.
Memory:  one record.

Letters divide [0, 1] into equal intervals, ten by default, a to j, so that e ends at 0.5.

Options:
  --letters N       how many letters, 2 to 26 (default: {default})

Examples:
  scutch-charlm segments.jsonl | scutch-tag > tagged.jsonl
  scutch-tag --letters 5 scored.jsonl > tagged.jsonl
"""
from functools import partial

from .errors import BadRecord
from .record import Segments, segments_of
from .scoring.scores import LETTERS, MOST_LETTERS, interval_of, letter_of
from .stream.options import whole


def tag(record, *, letters=LETTERS):
    """Return [the record with a letter beside each score].

    >>> tag({"segments": [{"text": "Hi.", "scores": {"charlm": 0.31}}]})[0]["segments"][0]["tags"]
    {'charlm': 'd'}
    """
    segments = []
    for segment in segments_of(record):
        tags = {**segment["tags"]} if "tags" in segment else {}
        for name, score in segment.get("scores", {}).items():
            if type(score) not in (int, float) or not 0 <= score <= 1:
                raise BadRecord(f'score "{name}" is not a number from 0 to 1', "bad_score")
            tags[name] = letter_of(interval_of(score, letters))
        segments.append({**segment, "tags": tags})
    return [{**record, "segments": Segments(segments)}]


OPTIONS = {"--letters": {"type": whole(2, MOST_LETTERS), "default": LETTERS}}


def make(opts):
    return partial(tag, letters=opts.letters)
