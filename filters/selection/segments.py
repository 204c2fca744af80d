"""The options for kept segments, of scutch-prune, scutch-emit and scutch-clean.

--by names the score, and one of --keep, --max, --min the limit; --max and --min together are a
range. Without a limit everything is kept, hidden segments too. --without and --with name roles of
scutch-role, and kinds, to drop, or to keep, whatever the score, --only-roles those to keep alone,
and --phrases words of those to drop.

Options:
  --by SCORE        the score that decides (default: the last of the record's scorers)
  --keep LETTERS    keep the segments with these letters of scutch-tag, such as a-e, which ends at
                    0.5; or auto: up to the threshold of the scorer's model
  --letters N       how many letters scutch-tag gives, 2 to 26 (default: {default})
  --max X           keep the segments whose score is X or less
  --min X           keep the segments whose score is X or more
  --raw             --max and --min are limits of the raw value, not of the score; columns of scores
                    have raw values, too
  --with-hidden     also keep segments that browsers do not show, if their score is within the limit
                    (default: only those that the model of --keep auto knows to be text); without a
                    limit all are kept
  --min-f, --min-confidence X
                    keep nothing of pages whose doc.scores.f, an estimate of their F, is lower or
                    unknown
  --min-precision X
                    keep nothing of pages whose doc.scores.precision, an estimate of the share of
                    their words that is text, is lower or unknown; .95 leaves a reliably clean
                    subset
  --max-quality X   keep nothing of documents whose doc.scores.quality, which is high where they are
                    dirty, is over X: scutch-quality must come before
  --without ROLES   leave out segments with these roles of scutch-role, or of these kinds,
                    {NAMED_KINDS}, whatever their score: comma-separated, such as
                    comments,captions,tables
  --phrases FILE    leave out segments of up to 60 words with one of the phrases in FILE, a line
                    each, whatever their score
  --with ROLES      keep segments with these roles, or of these kinds, whatever their score
  --only-roles ROLES
                    of the segments that would be kept, keep those with these roles, or of these
                    kinds, alone: comments
"""
import argparse
import math
import re
from contextlib import suppress
from functools import partial

from ...lm.spaceless import CHARACTERS
from ...lm.tagnames import NAMED_KINDS
from .. import record as records
from ..edge.bytestreams import open_bytes, reading, shown
from ..errors import BadRecord, Unjudged, Unusable
from ..lazypattern import LazyPattern
from ..roles.elementroles import ROLES
from ..scoring.scores import LETTERS, MOST_LETTERS, letter_of
from ..stream.options import any_number, share, whole
from ..stream.step import Dropped

MOST_WORDS = 60          # of such a segment; a longer one is text that has the phrase among others
MOST_CHARS = 2000        # of its text that are read: no segment of so few words is as long
WORD = LazyPattern(rf"[{CHARACTERS}]|[^\W{CHARACTERS}]+")

AUTO = "auto"
NAMES = {*ROLES, *NAMED_KINDS}
RANGE = re.compile(r"([a-z])(?:-([a-z]))?")


class OwnPhrases:
    """Whether a text of MOST_WORDS or fewer has a phrase of a file; called with a text.

    name:   of a file with a phrase a line; # begins a comment. Case, and what stands between the
            words, do not count; of scripts without spaces each character is a word.
    Raises: Unusable for a file that cannot be read, or that has a line without a word, or none.
    """

    def __init__(self, name):
        with reading(name), open_bytes(name) as file:
            lines = file.read().decode("utf-8-sig", "backslashreplace").split("\n")
        self._by_first = {}              # {first word: [phrase as a tuple of words]}
        for number, line in enumerate(map(str.strip, lines), 1):
            if line and line[0] != "#":
                words = _words(line)
                if not words:
                    raise Unusable(f"{shown(name)}:{number}: a phrase with at least one word is "
                                   "required")
                self._by_first.setdefault(words[0], set()).add(words)
        if not self._by_first:
            raise Unusable(f"{shown(name)}: no phrases: one a line is required")
        self._lengths = {first: sorted(set(map(len, phrases)))
                         for first, phrases in self._by_first.items()}

    def __call__(self, text):
        words = _words(text[:MOST_CHARS])
        if len(words) > MOST_WORDS or len(text) > MOST_CHARS:
            return False
        return any(words[place:place + length] in self._by_first[word]
                   for place, word in enumerate(words) if word in self._by_first
                   for length in self._lengths[word])


def _words(text):
    """Return the words of a text, a tuple.

    >>> _words("Follow us on Twitter! 阅读更多"), _words("© --")
    (('follow', 'us', 'on', 'twitter', '阅', '读', '更', '多'), ())
    """
    return tuple(WORD.findall(text.casefold()))


def _letters(word):
    """Return the value of --keep as given, after checking it: auto, e or a-e."""
    match = RANGE.fullmatch(word)
    if word != AUTO and (not match or (match[2] or "z") < match[1]):
        raise argparse.ArgumentTypeError(f"{word}: letters such as a-e, or auto, are required")
    return word


def _roles(word):
    """Return the value of --with and the like as given, after checking its roles and kinds.

    A plural stands for the singular.

    >>> _roles("comments,caption,tables")
    'comments,caption,tables'
    """
    names = [name.strip() for name in word.split(",")]
    for name in names:
        if name not in NAMES and name.removesuffix("s") not in NAMES:
            raise argparse.ArgumentTypeError(
                f"{name}: neither a role of scutch-role nor a kind; the roles are "
                f"{', '.join(ROLES)}, the kinds {', '.join(NAMED_KINDS)}")
    return ",".join(names)


def roles_named(word):
    """Return the set of roles and kinds in a value of --with and the like, empty for None."""
    return {name if name in NAMES else name[:-1] for name in word.split(",")} if word else set()


OPTIONS = {
    "--keep": {"type": _letters}, "--letters": {"type": whole(2, MOST_LETTERS), "default": LETTERS},
    "--max": {"type": any_number}, "--min": {"type": any_number}, "--without": {"type": _roles},
    "--with": {"type": _roles}, "--only-roles": {"type": _roles},
    "--min-f": {"dest": "min_f", "type": share}, "--min-precision": {"type": share},
    "--max-quality": {"type": share}}


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
        last = letter_of(opts.letters - 1)
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
        self.only = roles_named(opts.only_roles)
        both = sorted(self.without & self.with_)
        if both:
            raise Unusable(f"--with and --without both name {both[0]}")
        self.keeps_scores = not self.keep and not limited
        if self.with_ and self.keeps_scores:
            raise Unusable("--with needs --keep, --max or --min")
        self.of_documents = DocumentLimits(opts) or None
        self._phrases = OwnPhrases(opts.phrases) if opts.phrases else None
        self.keeps_all = self.keeps_scores and not (self.without or self.only or self._phrases)

    def __call__(self, record):
        """Return the kept segments, as they are; of plain text without a limit one with all of it.

        Raises:  BadRecord where there are no segments, or one lacks the limited value.
        """
        if self.of_documents and self.of_documents(record):
            return []
        text = records.plain_text(record)
        if text is not None and (records.is_blank(text) or (self.keeps_all and not self.by)):
            return [{"text": text, "kind": "p"}]
        segments = records.segments_of(record)
        if self.by and self.keeps_scores and segments and not any(
                self.by in segment.get("scores", {}) for segment in segments):
            raise _no_score(record, self.by)
        return segments if self.keeps_all else self._kept(record, segments)

    def may_keep(self, pages, page):
        """Return the rows of the segments of a page that --keep auto may keep, None for all."""
        record, rows = pages.records[page], pages.rows(page)
        by = score_named(record, self.by)
        scores, cut = pages.added.get("scores", {}).get(by), records.cut_of(record, by)
        if self.keep != AUTO or self.with_ or self.of_documents or scores is None or cut is None:
            return None
        return [row for row, score in enumerate(scores[rows].tolist(), rows.start) if score <= cut]

    def without_hidden(self, record, segments):
        """Return the segments that are not dropped as hidden."""
        if self.with_hidden:
            return segments
        by = score_named(record, self.by) if self.keep == AUTO else None
        return without_hidden(record, segments, by)

    def _kept(self, record, segments):
        """Return the kept ones of the segments."""
        if not self.keeps_scores:
            segments = self.without_hidden(record, segments)
        if self.without:
            segments = [segment for segment in segments if not _is_named(segment, self.without)]
        if self.only:
            segments = [segment for segment in segments if _is_named(segment, self.only)]
        if self._phrases:
            segments = [segment for segment in segments if not self._phrases(segment["text"])]
        if self.keeps_scores or not segments:    # a page without text needs no score
            return segments
        least, most, value_of = self._limits(record)
        return [segment for segment in segments
                if (self.with_ and _is_named(segment, self.with_))
                or least <= value_of(segment) <= most]

    def _limits(self, record):
        """Return (least, most, function from a segment to what is between them, or a letter).

        Raises:  BadRecord, as the function does, where there is nothing to compare.
        """
        by = score_named(record, self.by)
        if not by:
            raise BadRecord('"scorers" names no score: run a scorer such as scutch-charlm, or say '
                            "which by --by", "no_score")
        if self.by_letter:
            first, _, last = self.keep.partition("-")
            return first, last or first, partial(_letter, by=by)
        least = -math.inf if self.least is None else self.least
        most = _cut(record, by) if self.keep else math.inf if self.most is None else self.most
        return least, most, partial(_value, by=by, field="raw" if self.raw and not self.keep
                                    else "scores")


def in_turn(*functions):
    """Return the function from a record to its segments that several give one after the other."""
    def segments_in(record):
        for function in functions:
            record = {**record, "segments": function(record)}
        return record["segments"]
    return segments_in


def _no_score(record, by):
    """Return the BadRecord of one without a score of this name."""
    known = ", ".join(records.scorers_of(record)) or "none"
    return BadRecord(f'no score "{by}": the record has {known}', "no_score")


def _value(segment, by, field):
    value = segment.get(field, {}).get(by)
    if type(value) is not float:         # as nearly all are
        value = records.score_of(segment, by, field)
    if value is None:
        raise BadRecord(f'a segment has no "{by}" in "{field}"', "no_score")
    return value


def _letter(segment, by):
    letter = segment.get("tags", {}).get(by)
    if not isinstance(letter, str):
        raise BadRecord(f'a segment has no letter for "{by}": run scutch-tag first', "no_tags")
    return letter


def _is_named(segment, names):
    """Return whether a segment has one of these roles or kinds."""
    if not names <= NAMED_KINDS.keys() and not isinstance(segment.get("role"), str):
        raise BadRecord('a segment has no "role": run scutch-role first', "no_role")
    return (segment.get("role") in names
            or segment.get("kind") in [NAMED_KINDS[name] for name in names & NAMED_KINDS.keys()])


def _cut(record, by):
    cut = records.cut_of(record, by)
    if cut is None:
        scorers = records.scorers_of(record)
        if scorers and by not in scorers:
            raise _no_score(record, by)
        raise BadRecord(f'"cuts" has no number for "{by}": say what to keep by --keep a-e or --max',
                        "no_cut")
    return cut


# Which segments of a page --keep auto keeps, and their text; without a score all that are shown.

def without_hidden(record, segments, by):
    """Return the segments of a record that are not dropped as hidden.

    by:      the score that decides, by the record's threshold of hidden segments; None for none.

    >>> hidden = {"text": "A", "hidden": True, "scores": {"combine": 0.1}}
    >>> [len(without_hidden({"hidden_cuts": {"combine": 0.4}}, [hidden], name))
    ...  for name in ("combine", "charlm", None)]
    [1, 0, 0]
    """
    cut = records.cut_of(record, by, records.HIDDEN_CUTS)
    return [segment for segment in segments if not segment.get("hidden") or (
        cut is not None and (score := records.score_of(segment, by)) is not None and score <= cut)]


def score_named(record, by=None):
    """Return the name of a score: `by`, else the record's last one; None for no scores."""
    return by or (records.scorers_of(record) or [None])[-1]


def kept_segments(record, by=None):
    """Return the segments of a record that --keep auto keeps by a score, its last one by default.

    Without a threshold of the score they are all that browsers show.

    >>> kept_segments({"segments": [{"text": "a"}, {"text": "b", "hidden": True}]})
    [{'text': 'a'}]
    """
    by = score_named(record, by)
    cut = records.cut_of(record, by)
    segments = without_hidden(record, records.segments_of(record), None if cut is None else by)
    return [segment for segment in segments
            if cut is None or (records.score_of(segment, by) or 0) <= cut]


def kept_text(record, between=" "):
    """Return the text of those segments; that of a record of plain text is its own.

    between: what stands between two segments.
    Raises:  BadRecord for a record with neither.
    """
    text = records.plain_text(record)
    if text is not None:
        return text
    if "segments" not in record:
        raise BadRecord('neither "segments" nor "text": scutch-html2text makes segments of "html"',
                        "no_text")
    return between.join(segment["text"] for segment in kept_segments(record))


# Limits of whole documents: what scutch-quality counts and scores, and the estimate of F.

ESTIMATES = "combine"    # the scorer that writes doc.scores.f and doc.scores.precision


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
    record = records.with_dropped(record, *beyond)
    return Dropped(f"by {beyond[0]}", record, [write(record)] if write else ())


def _estimate(record, name):
    """Return the estimate of this name, None where a page has none although combine has run."""
    value = records.object_of(records.object_of(record, "doc"), "scores").get(name)
    if value is None and ESTIMATES not in records.scorers_of(record) and (
            record.get("segments") or records.plain_text(record)):
        raise BadRecord(f'"doc.scores" has no "{name}": run scutch-{ESTIMATES} first', "no_score")
    return value if type(value) in (int, float) else None


def _number(record, field, name):
    value = records.object_of(records.object_of(record, "doc"), field).get(name)
    if type(value) not in (int, float) or not -records.MOST < value < records.MOST:
        raise BadRecord(f'"doc.{field}" has no number "{name}": run scutch-quality first',
                        "no_score")
    return value


# Limits that find nothing to judge by: the run ends, so that nothing passes unjudged.

# Codes of records that lack what another filter writes
NOT_RUN = frozenset(["no_score", "no_cut", "no_tags", "no_log10p", "no_role", "no_lang"])

class Judging:
    """A guard of `choose`: called with a record it returns the value of `choose`.

    choose:  function from a record to segments, such as a Selection, or DocumentLimits.
    Raises:  Unusable where the first record with segments lacks all values for a limit: their
             filter did not run, or they were lost on the way. Unjudged for a later record. A record
             with values in some segments is damaged, a bad record like others, and so is one
             refused by an earlier filter.
    """

    def __init__(self, choose):
        self._choose = choose
        self._has_judged = False

    def __call__(self, record):
        try:
            segments = self._choose(record)
        except BadRecord as error:
            # of plain text segments are what another filter writes
            has_not_run = error.code in NOT_RUN or (
                error.code == "no_segments" and records.plain_text(record) is not None)
            if not has_not_run or records.has_error(record) or self._judges_some(record):
                raise
            if self._has_judged:
                raise Unjudged(str(error), error.code) from None
            raise Unusable(f"{records.name_of(record)}: {error}") from None
        self._has_judged = self._has_judged or bool(record.get("segments")
                                                       or record.get("text"))
        return segments

    def _judges_some(self, record):
        """Return whether at least one segment of a record could be judged if it stood alone."""
        for segment in record.get("segments") or []:
            with suppress(BadRecord):
                self._choose({**record, "segments": [segment]})
                return True
        return False
