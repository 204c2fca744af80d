"""prune - drop the segments, or the sentences, beyond a limit.

In:      records with "segments".
Out:     the same records with the kept segments alone; all other fields as they were. A segment
         that loses sentences has the text, counts and lists of those that are left. With --lines
         the kept text, as scutch-emit writes it.
Drops:   the segments outside --keep, --max and --min, those of --without, --shared, --repeats and
         --lang, all but those of --only-roles; the sentences beyond --wordlm and --min-ppl, and
         segments that have none left.
         Where any of these but --shared, --repeats and --lang is given, hidden segments go as well,
         except those that the model of --keep auto knows to be text. Whole records, counted on
         stderr: those of --duplicates, --rules, --max-quality, --min-f and --min-precision;
         --dropped FILE has them.
Bad:     no segments, where a limit is of these; with --pii no text either; a segment without the
         score, the letter or the log-probabilities that decide, or a record without what --rules,
         --max-quality, --min-f and --min-precision need, with status 2. Where the first record has
         none of them nothing is written.
Memory:  one record.

scutch-emit chooses segments in the same way, for its output alone.

--wordlm is a limit of perplexity per token for the sentences that scutch-wordlm has scored: it
removes those that are more likely noise than not, in the context of the page (--no-context: all
that exceed it, as Fernández-Pichel et al. 2023 do). p95:FILE is the perplexity that 95 % of the
tokens in a histogram of scutch-wordlm do not exceed. Segments dropped by --keep and the like count
as context all the same. A segment that loses sentences keeps the scores, tags and counts of markup
of the whole.

--shared removes the frame that other pages of the host have, too. Kept nevertheless are runs of up
to eight shared words between text of the page's own, and text that the page has more than once. A
page that would lose more than four fifths of its clean text is a copy of another page, and stays as
it is.

--repeats N removes the segments, or sentences, that N or more other pages have, --duplicates the
documents that are like another one, which stays: scutch-dedup finds both.

--lang de removes the segments that scutch-lang --segments is sure to be in another language, such
as an English paragraph on a German page; those whose language it does not tell stay.

--pii mask puts an x for each letter and digit of e-mail addresses, public IP addresses, telephone,
card and IBAN numbers, in the text and in the addresses of its links, so that all places stay;
--pii mark writes their places into pii, as HPLT does, and those in comments into comments_pii. It
goes by their form and their check digits: share/bench/pii.txt says how much it finds. Titles, meta,
url and html stay, and so do names of persons.

--rules drops the documents that the filters of Gopher, C4 and FineWeb drop, by the counts of
scutch-quality; --max-quality those with a higher score of scutch-quality, --min-f and
--min-precision those with a lower F or precision by the estimates of scutch-combine. doc.dropped in
--dropped FILE has the rule, by datatrove's name, and the value.

Options, of which -h shows --by --keep --max --without --wordlm --shared --repeats --duplicates
--rules --max-quality:
  + selection.segments
  --wordlm LIMIT    remove the sentences over this perplexity per token, or over a percentile,
                    pN:FILE
  --min-ppl X       remove the sentences under this perplexity, which are suspiciously regular;
                    without context
  + selection.sentencelimits
  --shared          remove the frame that other pages of the host have, too; scutch-archive and
                    scutch-docfreq must come before
  --repeats N       remove the segments, or sentences, that N or more other pages have: scutch-dedup
                    --segments, or --sentences, must come before
  --lang LIST       remove the segments whose text is in another language than these,
                    comma-separated codes; scutch-lang --segments must come before
  --duplicates      drop the records that are duplicates of another one: scutch-dedup must come
                    before
  --rules LIST      drop the records that these filters drop, comma-separated: gopher
                    (gopher_quality and gopher_repetition), c4, fineweb; scutch-quality must come
                    before
  + selection.personaldata
  --dropped FILE    write the records left out to FILE, with doc.dropped, the rule and the value

Examples:
  scutch-tag scored.jsonl | scutch-prune --keep a-e > clean.jsonl
  scutch-prune --by charlm --max 0 --raw scored.jsonl > clean.jsonl
  scutch-dedup --segments pages.jsonl | scutch-prune --duplicates --repeats 10 > unique.jsonl
  scutch-wordlm segments.jsonl | scutch-prune --wordlm 5000 --min-ppl 8 > clean.jsonl
  scutch-clean --format jsonl pages.jsonl | scutch-prune --pii mask > masked.jsonl
  scutch-lang --only de --segments segments.jsonl | scutch-prune --lang de > german.jsonl
  scutch-quality scored.jsonl | scutch-prune --rules gopher,c4 --dropped out.jsonl > good.jsonl
"""
import sys
from collections import Counter
from functools import partial
from itertools import compress, groupby
from typing import Any

from . import stream
from .errors import BadRecord
from .record import count_of, object_of, score_of, scorers_of, segments_of
from .scoring.languages import UNKNOWN, language_list, languages_of, takes
from .scoring.scores import spans_of
from .selection import segments as selecting
from .selection.keptpictures import with_pictures
from .selection.personaldata import without_personal_data
from .selection.sentencelimits import limit_of, limits_of, without
from .stream.options import perplexity, whole
from .stream.step import Step, dropped, emptied
from .text.splitmerge import merged
from .text.words import count_words


def prune(record, select=segments_of, duplicates=False, limits=None, pii=None):
    """Return [the record with the segments that `select` keeps], all of them by default.

    select:     None keeps records as they are, also those without segments.
    duplicates: whether a record that is a duplicate, by scutch-dedup, is dropped.
    limits:     DocumentLimits of records that are dropped, None for none.
    pii:        what to do with personal data in its text: mask, mark, or None for nothing.

    >>> prune({"segments": [{"text": "a"}, {"text": "b"}]}, lambda record: record["segments"][1:])
    [{'segments': [{'text': 'b'}]}]
    """
    of = object_of(record, "doc").get("duplicate_of")
    if duplicates and of is not None:
        return dropped(record, "like another", "duplicates", of)
    beyond = limits and limits(record)
    if beyond:
        return selecting.left_out(record, beyond)
    if select is not None:
        record = {**record, "segments": with_pictures(record, select(record))}
    return [without_personal_data(record, pii) if pii else record]


class Prune(Step):
    """The step; select, duplicates, limits, pii: as prune takes them.

    is_silent: whether plain text comes out, in which there is no line for a document without text.
    """

    removes = True

    def __init__(self, select, duplicates=False, limits=None, pii=None, is_silent=False):
        self._options = select, duplicates, limits, pii
        self.is_silent = is_silent

    def __call__(self, record):
        kept = prune(record, *self._options)
        is_empty = self.is_silent and kept and not segments_of(kept[0])
        return emptied(kept, record) if is_empty else kept


def of_kept_sentences(record, limits, shown):
    """Return the segments of a record without the sentences removed by `limits`.

    limits:  function from a record to a bool for each sentence of each segment.
    shown:   function from a record and segments to those that are not dropped as hidden.
    """
    return shown(record, list(filter(None, map(without, segments_of(record), limits(record)))))


def of_rare_segments(record, most):
    """Return the segments of a record without text on `most` other pages or more."""
    return list(filter(None, (
        without(segment, [count_of(count) >= most for count in _of_sentences(segment)])
        for segment in segments_of(record) if count_of(segment.get("repeats")) < most)))


def _of_sentences(segment):
    """Return the repeats of a segment's sentences, [] where they are not counted."""
    counts = segment.get("sentence_repeats")
    return counts if isinstance(counts, list) and len(counts) == len(spans_of(segment)) else []


def of_languages(record, languages):
    """Return the segments of a record without those whose text is in another language."""
    segments = segments_of(record)
    if not all(isinstance(segment.get("lang"), str) for segment in segments):
        raise BadRecord('a segment has no "lang": scutch-lang --segments writes it', "no_lang")
    return [segment for segment in segments
            if segment["lang"] == UNKNOWN or takes(languages, segment["lang"])]


# Segments without the text of other pages of the host, by scutch-archive and scutch-docfreq.
#
# scutch-archive compares words, with the two other pages most like this one; scutch-docfreq whole
# segments, with all pages of the host. With one other page a comparison of words says more; with
# many, the number that have a text: two products of one maker or two versions of a manual share
# content, but only what half of the pages have is the frame around it.
#
# Frames stand around the text of a page, once. What a page has several times, such as "Features:"
# in a list of products, belongs to its text, and so do a few words between text of its own.

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
    from .text.sentences import sentences  # takes milliseconds, of --shared alone
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
    kept = set(map(id, selecting.kept_segments(record, names[-1]) if names
                   else selecting.without_hidden(record, segments, None)))
    return {place for place, segment in enumerate(segments) if id(segment) in kept}


OPTIONS = {
    "--wordlm": {"type": limit_of}, "--min-ppl": {"type": perplexity},
    "--repeats": {"type": whole(1)}, "--lang": {"type": language_list},
    "--rules": {"type": selecting.rules_of}}


def make(opts):
    select = selecting.Selection(opts)
    of_documents = selecting.Judging(select.of_documents) if select.of_documents else None
    if select.keeps_scores:
        stream.refuse(sys.modules[__name__], opts, ["by"], "without --keep, --max or --min")
    if not select.by_letter:
        stream.refuse(sys.modules[__name__], opts, ["letters"], "without --keep LETTERS")
    limits = limits_of(opts, opts.wordlm, opts.min_ppl)
    before: list[Any] = []               # `select`
    if opts.lang:
        before.append(partial(of_languages, languages=languages_of(opts.lang)))
    if opts.repeats:
        before.append(partial(of_rare_segments, most=opts.repeats))
    if opts.shared:
        before.append(without_shared)
    if limits:
        before.append(partial(of_kept_sentences, limits=limits, shown=select.without_hidden))
    judged = None if select.keeps_all and not before else selecting.Judging(
        selecting.in_turn(*before, select))
    return Prune(judged, opts.duplicates, of_documents, opts.pii, opts.lines)
