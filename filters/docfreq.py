"""docfreq - score each segment by how many other pages of its host have the same text.

In:      records with "segments", "url" (www. left out) and "elements": with --model in any order,
         without it grouped by host, all pages of one host one after the other.
Out:     the same records, "scores" and "raw" of each segment filled under "docfreq", "cuts",
         "scorers" and "host_pages" of the record.
Drops:   nothing.
Bad:     no segments. Without --model, input that is not grouped by host ends the run with status 2.
Memory:  with --model the counts, as large as the file; else the names of the hosts, and the pages
         of one of them, up to --max-pages and --max-segments: about 2.5 KB per segment. Pages
         past these limits are compared among themselves.

raw is the share of the host's other pages that have exactly the segment's text (Ma and others
2003). The score is the probability of boilerplate, by that share, by whether any page has the text,
and whether any has it in the same slot: under the same elements with the same classes. Pages are
told apart by address, so text that stays on the snapshots of one page is not repeated; a page that
has nearly all of another's text is a copy of it and is not counted. A page without other pages on
its host, or without a host, has the score 0.5, which --keep auto keeps. Of a host with more than
1000 pages, 1000 are counted, chosen by the hashes of their addresses.

It sees more pages than scutch-archive, but only whole segments: a repeated part of one is not
found. It errs where content is repeated: ingredients of recipes, questions that recur with other
answers for each country, opening hours, a teaser with the first paragraph of an article, one
article in two series. And it cannot find adverts and lists of links that are new on each page.

Options:
  --model FILE      counts of scutch-train docfreq (default: count the pages of each host as they
                    come)
  + hosts.grouping

Examples:
  scutch-segment site.jsonl | scutch-docfreq | scutch-prune --keep auto > clean.jsonl
  scutch-train docfreq --out crawl.counts crawl.jsonl
  scutch-docfreq --model crawl.counts crawl.jsonl > scored.jsonl
"""
import functools
import sys

from . import stream
from .hosts import grouping
from .record import segments_of
from .scoring.scores import load_model, with_scores
from .stream.step import Step

NAME = "docfreq"
CUT = 0.5
HOSTS_AT_HAND = 8        # whose counts are ready to be looked up in


class Scorer(Step):
    """The step with counts from a file, or of other pages.

    counts:  of lm/templates/docfrequency.py.
    """

    def __init__(self, counts):
        from ..lm.templates.docfrequency import Frequencies
        self.signature = [f"counts:{counts.sha256[:12]}"] if counts.sha256 else []
        self._frequencies = functools.lru_cache(HOSTS_AT_HAND)(
            lambda host: Frequencies(counts.pages(host)))

    def __call__(self, record):
        from ..lm.templates.docfrequency import boilerplate
        segments = segments_of(record)
        frequencies = self._frequencies(grouping.host_of(record))
        n, texts, pairs = frequencies.of(grouping.path_of(record), grouping.units_of(record))
        scored = with_scores(record, segments, NAME, boilerplate(n, texts, pairs).tolist(),
                             (texts / max(n, 1)).tolist(), CUT)
        return [{**scored, "host_pages": n}]


def scored_together(records):
    """Return the records of the pages of one host, scored by counts of these pages."""
    from ..lm.templates.docfrequency import Counts
    counts = Counts(grouping.MAX_COUNTED)
    for record in records:
        grouping.add_page(counts, record)
    score = Scorer(counts)
    return [score(record)[0] for record in records]


def make(opts):
    if opts.model:
        stream.refuse(sys.modules[__name__], opts, grouping.GROUP_OPTIONS, "with --model")
        return Scorer(load_model(opts.model, {}, grouping.COUNTS, "scutch-train docfreq"))
    return grouping.HostGroups(scored_together, opts)
