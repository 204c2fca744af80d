"""combine - one score out of several: their weighted mean.

In:      records with "segments" that have "scores".
Out:     the same records, "scores" of each segment filled under "combine", "cuts" and "scorers"
         of the record.
Drops:   nothing.
Bad:     no segments; a segment without one of the scores.
Memory:  one record.

Scorers that look at different things are wrong at different places: characters know nothing of the
markup, and counts of the markup nothing of the words. A number behind a name is its weight, 1
where there is none; mlp has twice that of charlm, which for itself is wrong more often. The cut is
the mean of theirs, by the same weights.

Plain text has no markup: there mlp and shallow know next to nothing, and are left out where
another score is named.

Examples:
  scutch-charlm segments.jsonl | scutch-mlp | scutch-combine | scutch-emit --keep auto > clean.txt
  scutch-combine --scores charlm,mlp:3,wordlm scored.jsonl | scutch-tag > tagged.jsonl
"""
import argparse
import sys
from functools import partial
from math import inf

from . import stream
from .errors import BadRecord
from .record import rounded, score_of, segments_of
from .scoring.context import has_markup
from .scoring.scores import with_scores

NAME = "combine"
SCORES = "charlm,mlp:2"   # see share/bench/transfer.txt
OF_MARKUP = {"mlp", "shallow"}
CUT = 0.5                # of a scorer that declares none


def combine(record, scores=None):
    """Return [the record with the weighted mean of these scores for each segment].

    scores: {name: weight}; those of SCORES where it is None.

    >>> one = {"text": "Hi.", "links": 0, "link_chars": 0, "scores": {"charlm": 0.5, "mlp": 0.2}}
    >>> combine({"segments": [one]})[0]["segments"][0]["scores"]["combine"]
    0.3
    """
    segments = segments_of(record)
    scores = scores or weights(SCORES)
    if not has_markup(segments):
        scores = {name: scores[name] for name in scores if name not in OF_MARKUP} or scores
    whole = sum(scores.values())
    means = [0.0] * len(segments)
    cut = 0.0
    for name, weight in scores.items():
        share = weight / whole
        means = [mean + share * score
                 for mean, score in zip(means, _scores(segments, name), strict=True)]
        cut += share * _cut(record, name)
    return [with_scores(record, segments, NAME, means, None, rounded(cut))]


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


def _cut(record, name):
    cuts = record.get("cuts")
    cut = cuts.get(name) if isinstance(cuts, dict) else None
    return cut if type(cut) is float and 0 <= cut <= 1 else CUT


def weights(word):
    """Return {name: weight} of a list of scores.

    >>> weights("charlm,mlp:2")
    {'charlm': 1.0, 'mlp': 2.0}
    """
    found = {}
    for part in word.split(","):
        name, colon, number = part.partition(":")
        try:
            weight = float(number) if colon else 1.0
        except ValueError:
            weight = 0.0
        if not name or name in found or not 0 < weight < inf:
            raise argparse.ArgumentTypeError(
                f"{word}: names of scores are wanted, parted by commas, each with :WEIGHT or not")
        found[name] = weight
    return found


def _checked(word):
    weights(word)
    return word                          # as it stands in --signature


def arguments(parser):
    parser.add_argument("--scores", type=_checked, default=SCORES, metavar="LIST",
                        help="names of scores, parted by commas, each with its weight behind a "
                             "colon or not (default: %(default)s)")


def make(opts):
    return partial(combine, scores=weights(opts.scores))


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
