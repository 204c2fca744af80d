"""prune - remove the segments, or the sentences, that a limit leaves out.

In:      records with "segments".
Out:     the same records with the kept segments alone; all other fields as they were. A segment
         that loses sentences has the text, counts and lists of those that are left.
Drops:   the segments outside --keep, --max and --min, those of --without and --shared, and all of a
         page below --min-confidence; the sentences beyond --wordlm and --min-ppl, and segments
         that have none left. Where any of these but --shared is given, hidden segments go as
         well, except those that the model of --keep auto knows to be text.
Bad:     no segments; a segment without the score, the letter or the log-probabilities that decide,
         with status 2. Where the first record has none of them nothing is written.
Memory:  one record.

scutch-emit chooses segments in the same way, for its output alone.

--wordlm is a limit of perplexity per token for the sentences that scutch-wordlm has scored: it
removes those that are more likely noise than not, in the context of the page (--no-context: all
that exceed it, as Fernández-Pichel et al. 2023 do). p95:FILE is the perplexity that 95 % of the
tokens in a histogram of scutch-wordlm do not exceed. What --keep and the like leave out counts as
context all the same. A shortened segment keeps the scores, tags and counts of markup of the whole.

--shared removes the frame that other pages of the host have, too. Kept nevertheless are runs of up
to eight shared words between text of the page's own, and text that the page has more than once. A
page of whose clean text less than a fifth would be left is a copy of another page, and stays as it
is.

Examples:
  scutch-tag scored.jsonl | scutch-prune --keep a-e > clean.jsonl
  scutch-prune --by charlm --max 0 --raw scored.jsonl > clean.jsonl
  scutch-wordlm segments.jsonl | scutch-prune --wordlm 5000 --min-ppl 8 > clean.jsonl
"""
import sys
from functools import partial

from . import stream
from .record import segments_of
from .selection.judging import Judging
from .selection.perplexitylimits import limit_arguments, limit_of, limits_of
from .selection.segments import Selection, selection_arguments
from .selection.sentences import without
from .stream.numbers import perplexity
from .stream.step import Step


def prune(record, select=segments_of):
    """Return [the record with the segments that `select` keeps], all of them by default.

    >>> prune({"segments": [{"text": "a"}, {"text": "b"}]}, lambda record: record["segments"][1:])
    [{'segments': [{'text': 'b'}]}]
    """
    return [{**record, "segments": select(record)}]


class Prune(Step):
    """The step; select: function from a record to its kept segments."""

    removes = True

    def __init__(self, select):
        self._select = select

    def __call__(self, record):
        return prune(record, self._select)


def of_kept_sentences(record, limits, select, hides):
    """Return the segments that `select` keeps, without the sentences that `limits` removes.

    limits:  function from a record to a bool for each sentence of each segment.
    hides:   function from a record to one that says which segments are left out as hidden.
    """
    is_hidden = hides(record)
    cut = [without(segment, gone)
           for segment, gone in zip(record.get("segments"), limits(record), strict=True)
           if not is_hidden(segment)]
    return select({**record, "segments": [segment for segment in cut if segment]})


def of_own_segments(record, select):
    """Return the segments that `select` keeps, without those that other pages have, too."""
    from .hosts.shared import without_shared
    return select({**record, "segments": without_shared(record)})


def arguments(parser):
    selection_arguments(parser)
    parser.add_argument("--wordlm", type=limit_of, metavar="LIMIT",
                        help="remove the sentences over this perplexity per token, or over a "
                             "percentile, pN:FILE")
    parser.add_argument("--min-ppl", type=perplexity, metavar="X",
                        help="remove the sentences under this perplexity, which are suspiciously "
                             "regular; without context")
    limit_arguments(parser)
    parser.add_argument("--shared", action="store_true",
                        help="remove the frame that other pages of the host have, too, see above; "
                             "scutch-archive and scutch-docfreq must come before")


def make(opts):
    select = Selection(opts)
    if select.keeps_scores:
        stream.refuse(sys.modules[__name__], opts, ["by"], "without --keep, --max or --min")
    if not select.by_letter:
        stream.refuse(sys.modules[__name__], opts, ["letters"], "without --keep LETTERS")
    limits = limits_of(opts, opts.wordlm, opts.min_ppl)
    if limits:
        select = partial(of_kept_sentences, limits=limits, select=select,
                         hides=select.hides)
    if opts.shared:
        select = partial(of_own_segments, select=select)
    return Prune(Judging(select))


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
