"""tag - give each score of a segment a letter, a the cleanest.

In:      records with "segments" that have "scores".
Out:     the same records, "tags" of each segment filled: a letter for each score.
Drops:   nothing.
Bad:     no segments; a score that is not a number from 0 to 1.
Memory:  one record.

Letters divide [0, 1] into equal intervals, ten by default, a to j, so that e ends at 0.5. With
--bins round the score is rounded to the nearest of --letters values from 0 to 1, as texrex
does: --letters 11 --bins round gives its a to k.

Examples:
  scutch-charlm segments.jsonl | scutch-tag > tagged.jsonl
  scutch-tag --letters 11 --bins round scored.jsonl > tagged.jsonl
"""
import sys
from functools import lru_cache, partial
from math import ceil

from . import stream
from .errors import BadRecord
from .record import LETTERS, MOST_LETTERS, Segments, segments_of
from .stream.numbers import whole


def letter(score, *, letters=LETTERS, bins="equal"):
    """Return the letter of a score in [0, 1].

    bins:    "equal", n intervals of which each holds its upper border, so that `e` ends at 0.5;
             "round", the nearest of n values from 0 to 1.

    >>> [letter(score) for score in (0, 0.05, 0.5, 0.5001, 1)]
    ['a', 'a', 'e', 'f', 'j']
    >>> letter(0.5, letters=11, bins="round")
    'f'
    """
    if bins == "round":
        index = int(score * (letters - 1) + 0.5)
    else:
        index = max(0, ceil(round(score * letters, 9)) - 1)    # 0.7 * 10 is a little over 7
    return chr(ord("a") + min(letters - 1, index))


@lru_cache
def _lettered(letters, bins):
    """Return `letter` with these options and a cache: scores have four decimals."""
    return lru_cache(1 << 14)(partial(letter, letters=letters, bins=bins))


def tag(record, *, letters=LETTERS, bins="equal"):
    """Return [the record with a letter beside each score].

    >>> tag({"segments": [{"text": "Hi.", "scores": {"charlm": 0.31}}]})[0]["segments"][0]["tags"]
    {'charlm': 'd'}
    """
    lettered = _lettered(letters, bins)
    segments = []
    for segment in segments_of(record):
        tags = {**segment["tags"]} if "tags" in segment else {}
        for name, score in segment.get("scores", {}).items():
            if type(score) not in (int, float) or not 0 <= score <= 1:
                raise BadRecord(f'score "{name}" is not a number from 0 to 1', "bad_score")
            tags[name] = lettered(score)
        segments.append({**segment, "tags": tags})
    return [{**record, "segments": Segments(segments)}]


def arguments(parser):
    parser.add_argument("--letters", type=whole(2, MOST_LETTERS), default=LETTERS, metavar="N",
                        help="how many letters, 2 to 26 (default: %(default)s)")
    parser.add_argument("--bins", choices=["equal", "round"], default="equal",
                        help="equal intervals (default), or round to the nearest of N values")


def make(opts):
    return partial(tag, letters=opts.letters, bins=opts.bins)


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
