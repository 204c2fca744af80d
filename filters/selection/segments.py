"""The options that say what to keep, for scutch-prune, scutch-emit and scutch-clean.

--by names the score, and one of --keep, --max, --min the limit; --max and --min together are a
range. Without a limit everything is kept, hidden segments too. --without and --with name roles of
scutch-role that are left out, or kept, whatever their score.
"""
import argparse
import math
import re
from functools import partial

from ...lm.tagnames import KINDS
from ..errors import BadRecord, Unusable
from ..record import (
    HIDDEN_CUTS,
    LETTERS,
    MOST_LETTERS,
    cut_of,
    rounded_array,
    score_of,
    scorers_of,
    segments_of,
    unseen,
)
from ..roles.elementroles import ROLES
from ..stream.numbers import any_number, whole
from .documentlimits import DocumentLimits, document_arguments

AUTO = "auto"
RANGE = re.compile(r"([a-z])(?:-([a-z]))?")


def _letters(word):
    """Return the value of --keep as given, after checking it: auto, e or a-e."""
    match = RANGE.fullmatch(word)
    if word != AUTO and (not match or (match[2] or "z") < match[1]):
        raise argparse.ArgumentTypeError(f"{word}: letters such as a-e, or auto, are required")
    return word


def _roles(word):
    """Return the value of --with or --without as given, after checking that it lists roles.

    A plural stands for its role.

    >>> _roles("comments,caption")
    'comments,caption'
    """
    names = [name.strip() for name in word.split(",")]
    for name in names:
        if name not in ROLES and name.removesuffix("s") not in ROLES:
            raise argparse.ArgumentTypeError(
                f"{name}: not a role of scutch-role; the roles are {', '.join(ROLES)}")
    return ",".join(names)


def roles_named(word):
    """Return the set of roles in a value of --with or --without, empty for None."""
    return {name if name in ROLES else name[:-1] for name in word.split(",")} if word else set()


def selection_arguments(parser, keep=None):
    """Declare the options. keep: the --keep that holds where no limit is given."""
    add = parser.add_argument
    add("--by", metavar="SCORE",
        help="the score that decides (default: the last of the record's scorers)")
    add("--keep", type=_letters, metavar="LETTERS",
        help="keep the segments with these letters of scutch-tag, such as a-e, which ends at 0.5; "
             "or auto: up to the threshold of the scorer's model"
             + (f" (default: {keep})" if keep else ""))
    add("--letters", type=whole(2, MOST_LETTERS), default=LETTERS, metavar="N",
        help="how many letters scutch-tag gives, 2 to 26 (default: %(default)s)")
    add("--max", type=any_number, metavar="X", help="keep the segments whose score is X or less")
    add("--min", type=any_number, metavar="X", help="keep the segments whose score is X or more")
    add("--raw", action="store_true", help="--max and --min are limits of the raw value, not of "
                                           "the score; columns of scores have raw values, too")
    add("--with-hidden", action="store_true",
        help="also keep segments that browsers do not show, if their score is within the limit "
             "(default: only those that the model of --keep auto knows to be text); without a "
             "limit all are kept")
    document_arguments(add)
    add("--without", type=_roles, metavar="ROLES",
        help="leave out segments with these roles of scutch-role, whatever their score: "
             "comma-separated, such as comments,captions")
    add("--with", type=_roles, metavar="ROLES",
        help="keep segments with these roles, whatever their score")


class Selection:
    """The segments of a record that the options keep; called with a record it returns them.

    Raises:  Unusable for options that contradict one another.
    """

    def __init__(self, opts):
        self.by, self.keep, self.raw = opts.by, opts.keep, opts.raw
        self.least, self.most = opts.min, opts.max
        self.with_hidden = opts.with_hidden
        limited = self.least is not None or self.most is not None
        if self.keep and limited:
            raise Unusable("--keep cannot be combined with --max or --min")
        last = chr(ord("a") + opts.letters - 1)
        self.by_letter = self.keep not in (None, AUTO)
        if self.by_letter and self.keep[-1] > last:
            raise Unusable(f"--keep {self.keep}: the letters are a to {last}, see --letters")
        columns = getattr(opts, "score_columns", False) or getattr(opts, "format", "") == "lines"
        if self.raw and not limited and not columns:
            raise Unusable("--raw needs --max or --min, or scores in columns (--score-columns, "
                           "--format lines)")
        if self.least is not None and self.most is not None and self.least > self.most:
            raise Unusable("--min is over --max: nothing could be kept")
        if not self.raw and not all(0 <= limit <= 1 for limit in (self.least, self.most)
                                    if limit is not None):
            raise Unusable("--max and --min: from 0 to 1, unless --raw makes them limits of the "
                           "raw value")
        self.without, self.with_ = roles_named(opts.without), roles_named(getattr(opts, "with"))
        both = sorted(self.without & self.with_)
        if both:
            raise Unusable(f"--with and --without both name {both[0]}")
        self.keeps_scores = not self.keep and not limited
        if self.with_ and self.keeps_scores:
            raise Unusable("--with needs --keep, --max or --min")
        self.of_documents = DocumentLimits(opts)
        self.keeps_all = self.keeps_scores and not self.without

    def __call__(self, record):
        """Return the kept segments, as they are.

        Raises:  BadRecord where there are no segments, or one lacks what the limit is about.
        """
        segments = segments_of(record)
        if self.by and self.keeps_scores and segments and not any(
                self.by in one.get("scores", {}) for one in segments):
            raise _no_score(record, self.by)
        if self.of_documents and self.of_documents(record):
            return []
        if self.keeps_all:
            return segments
        if not self.keeps_scores:
            hides = self.hides(record)
            segments = [segment for segment in segments if not hides(segment)]
        if self.without:
            segments = [one for one in segments if _role(one) not in self.without]
        if self.keeps_scores or not segments:    # a page without text needs no score
            return segments
        within = self._limit(record)
        return [one for one in segments
                if (self.with_ and _role(one) in self.with_) or within(one)]

    def hides(self, record):
        """Return the function that says whether a segment is left out as hidden."""
        if self.with_hidden:
            return lambda segment: False
        return unseen(record, score_named(record, self.by) if self.keep == AUTO else None)

    @property
    def takes_pages(self):
        """Whether columns are enough to decide: no roles, no letters, no limits of documents."""
        return not (self.without or self.with_ or self.by_letter or self.of_documents)

    def of_pages(self, pages):
        """Return the kept segments of each page, as {"text", "kind"}."""
        found = []
        for page, record in enumerate(pages.records):
            rows = pages.rows(page)
            kept = self._fit(pages, rows, record)
            texts, kinds = pages.text[rows], pages.kind[rows].tolist()
            found.append([{"text": texts[row], "kind": KINDS[kinds[row]]} for row in kept])
        return found

    def _fit(self, pages, rows, record):
        """Return the places of the segments to keep among the rows of a page."""
        fit = ~pages.hidden[rows] | (self.keeps_scores or self.with_hidden)
        cut = (cut_of(record, score_named(record, self.by), HIDDEN_CUTS) if self.keep == AUTO
               else None)
        if (fit.any() or cut is not None) and not self.keeps_scores:
            field, by, least, most = self._limit(record).args
            values = (pages.scores[by][rows] if field == "scores"
                      else rounded_array(pages.raw[by][rows]))
            if cut is not None:
                fit |= values <= cut
            fit &= (least <= values) & (values <= most)
        return fit.nonzero()[0].tolist()

    def _limit(self, record):
        """Return the function that says whether a segment is within the limit."""
        by = score_named(record, self.by)
        if not by:
            raise BadRecord('"scorers" names no score: run a scorer such as scutch-charlm, or say '
                            "which by --by", "no_score")
        if self.keep == AUTO:
            return partial(_within, "scores", by, -math.inf, _cut(record, by))
        if self.keep:
            first, _, last = self.keep.partition("-")
            return partial(_lettered, by, first, last or first)
        return partial(_within, "raw" if self.raw else "scores", by,
                       -math.inf if self.least is None else self.least,
                       math.inf if self.most is None else self.most)


def _no_score(record, by):
    """Return the BadRecord of one without a score of this name."""
    return BadRecord(f'no score "{by}": the record has {", ".join(scorers_of(record)) or "none"}',
                     "no_score")


def _within(field, by, least, most, segment):
    value = score_of(segment, by, field)
    if value is None:
        raise BadRecord(f'a segment has no "{by}" in "{field}"', "no_score")
    return least <= value <= most


def _lettered(by, first, last, segment):
    letter = segment.get("tags", {}).get(by)
    if not isinstance(letter, str):
        raise BadRecord(f'a segment has no letter for "{by}": run scutch-tag first', "no_tags")
    return first <= letter <= last


def _role(segment):
    role = segment.get("role")
    if not isinstance(role, str):
        raise BadRecord('a segment has no "role": run scutch-role first', "no_role")
    return role


def score_named(record, by=None):
    """Return the name of the score meant: `by`, else the one that was added last, or None."""
    return by or (scorers_of(record) or [None])[-1]


def _cut(record, by):
    cut = cut_of(record, by)
    if cut is None:
        scorers = scorers_of(record)
        if scorers and by not in scorers:
            raise _no_score(record, by)
        raise BadRecord(f'"cuts" has no number for "{by}": say what to keep by --keep a-e or --max',
                        "no_cut")
    return cut
