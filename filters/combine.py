"""combine - one score out of several: their mean.

In:      records with "segments" that have "scores".
Out:     the same records, "scores" of each segment filled under "combine", "cuts" and "scorers"
         of the record.
Drops:   nothing.
Bad:     no segments; a segment without one of the scores.
Memory:  one record.

Scorers that look at different things are wrong at different places: characters know nothing of the
markup, and counts of the markup nothing of the words. The cut is the mean of theirs.

Plain text has no markup: there mlp and shallow know next to nothing, and are left out where
another score is named.

Examples:
  scutch-charlm segments.jsonl | scutch-mlp | scutch-combine | scutch-emit --keep auto > clean.txt
  scutch-combine --scores charlm,mlp,wordlm scored.jsonl | scutch-tag > tagged.jsonl
"""
import argparse
import sys
from functools import partial

from . import stream
from ._evidence import link_shares
from ._scoring import with_scores
from .record import BadRecord, rounded, score_of, segments_of

NAME = "combine"
SCORES = ["charlm", "mlp"]
OF_MARKUP = {"mlp", "shallow"}
CUT = 0.5                # of a scorer that declares none


def combine(record, scores=SCORES):
    """Return [the record with the mean of these scores for each segment].

    >>> one = {"text": "Hi.", "links": 0, "link_chars": 0, "scores": {"charlm": 0.5, "mlp": 0.1}}
    >>> combine({"segments": [one]})[0]["segments"][0]["scores"]["combine"]
    0.3
    """
    segments = segments_of(record)
    if link_shares(segments) is None:
        scores = [name for name in scores if name not in OF_MARKUP] or scores
    rows = zip(*(_scores(segments, name) for name in scores), strict=True)
    means = [sum(row) / len(row) for row in rows]
    return [with_scores(record, segments, NAME, means, None, _cut(record, scores))]


def _scores(segments, name):
    values = [segment["scores"].get(name) if "scores" in segment else None
              for segment in segments]
    if not all(type(value) is float and 0 <= value <= 1 for value in values):
        for segment in segments:
            _check(score_of(segment, name), name)
    return values


def _check(score, name):
    if score is None:
        raise BadRecord(f'a segment has no "{name}" in "scores": run scutch-{name} first',
                        "no_score")
    if not 0 <= score <= 1:
        raise BadRecord(f'score "{name}" is not a number from 0 to 1', "bad_score")


def _cut(record, scores):
    cuts = record.get("cuts")
    found = [cuts.get(name) if isinstance(cuts, dict) else None for name in scores]
    known = [cut if type(cut) is float and 0 <= cut <= 1 else CUT for cut in found]
    return rounded(sum(known) / len(known))


def _names(word):
    names = word.split(",")
    if not all(names) or len(set(names)) < len(names):
        raise argparse.ArgumentTypeError(f"{word}: names of scores are wanted, parted by commas")
    return names


def arguments(parser):
    parser.add_argument("--scores", type=_names, default=SCORES, metavar="LIST",
                        help=f"names of scores, parted by commas (default: {','.join(SCORES)})")


def make(opts):
    return partial(combine, scores=opts.scores)


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
