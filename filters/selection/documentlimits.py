"""Limits of whole documents: what scutch-quality counts and scores, and the estimate of F.

Options:
  --min-f, --min-confidence X
                    keep nothing of pages whose doc.scores.f, an estimate of their F, is lower or
                    unknown
  --min-precision X
                    keep nothing of pages whose doc.scores.precision, an estimate of the share of
                    their words that is text, is lower or unknown; .95 leaves a reliably clean
                    subset
  --max-quality X   keep nothing of documents whose doc.scores.quality, which is high where they are
                    dirty, is over X: scutch-quality must come before
"""
import argparse

from ..errors import BadRecord
from ..record import MOST, object_of, plain_text, scorers_of, with_dropped
from ..stream.options import share
from ..stream.step import Dropped, dropped

ESTIMATES = "combine"    # the scorer that writes doc.scores.f and doc.scores.precision
OPTIONS = {
    "--min-f": {"dest": "min_f", "type": share}, "--min-precision": {"type": share},
    "--max-quality": {"type": share}}


def rules_of(word):
    """Return the value of --rules as given, after checking that it lists names of filters."""
    from ...lm.documents.pipelinelimits import NAMES
    names = [name.strip() for name in word.split(",")]
    for name in names:
        if name not in NAMES:
            raise argparse.ArgumentTypeError(
                f"{name}: no filter of this name; there are {', '.join(NAMES)}")
    return ",".join(names)


class DocumentLimits:
    """From a record to (rule, value), as in doc.dropped, of a limit that it is beyond, or None.

    Raises:  BadRecord for a record without the score or count that decides.
    """

    def __init__(self, opts):
        least = {"f": opts.min_f, "precision": opts.min_precision}
        self.least = {name: limit for name, limit in least.items() if limit is not None}
        self.most_quality = opts.max_quality
        self.limits = []
        if getattr(opts, "rules", None):
            from ...lm.documents.pipelinelimits import limits_of
            self.limits = limits_of(opts.rules.split(","))

    def __bool__(self):
        return bool(self.limits or self.least) or self.most_quality is not None

    def __call__(self, record):
        for name, least in self.least.items():
            value = _estimate(record, name)
            if value is None or value < least:
                return f"min_{name}", value
        if self.most_quality is not None:
            score = _number(record, "scores", "quality")
            if score > self.most_quality:
                return "max_quality", score
        if self.limits:
            from ...lm.documents.pipelinelimits import broken
            counts = {limit.counted: _number(record, "raw", limit.counted) for limit in self.limits}
            limit = broken(counts, self.limits)
            if limit:
                return limit.rule, counts[limit.counted]
        return None


def left_out(record, beyond, write=None):
    """Return the Dropped of a record that is beyond a limit.

    beyond:  (rule, value). write: function from the record to what comes out nevertheless.
    """
    record = with_dropped(record, *beyond)
    return Dropped(f"by {beyond[0]}", record, [write(record)] if write else ())


def like_another(record, of):
    """Return the Dropped of a duplicate of the document `of`; record: None if it is not kept."""
    return dropped(record, "like another", "duplicates", of)


def _estimate(record, name):
    """Return the estimate of this name, None where a page has none although combine has run."""
    value = object_of(object_of(record, "doc"), "scores").get(name)
    if value is None and ESTIMATES not in scorers_of(record) and (
            record.get("segments") or plain_text(record)):
        raise BadRecord(f'"doc.scores" has no "{name}": run scutch-{ESTIMATES} first', "no_score")
    return value if type(value) in (int, float) else None


def _number(record, field, name):
    value = object_of(object_of(record, "doc"), field).get(name)
    if type(value) not in (int, float) or not -MOST < value < MOST:
        raise BadRecord(f'"doc.{field}" has no number "{name}": run scutch-quality first',
                        "no_score")
    return value
