"""label - label each segment by gold text, clean or dirty: the input of all trainers.

In:      records with "segments"; with --gold the pages' gold text, by id.
Out:     the same records, each segment with "label", clean, dirty or unsure, and
         "label_confidence"; with "label_class" where the gold has classes, and "site" and
         "page_type" of the record where it has them; with --weight "label_weight".
Drops:   pages without gold text, or with less than --min-coverage of it on the page; the last
         line on stderr counts them.
Bad:     no segments.
Memory:  the gold standard, and one record.

Words are aligned with the gold text in the order of the page, by letters and digits alone, ignoring
case. A segment is clean if the gold text has at least half of its words; the confidence is the
distance of their share from a half, |2 share - 1|, and 0 for a segment without a word.

Gold sets differ in what they include by definition. --with-title takes the gold's title, where it
stands apart from the text, as its first line. --unsure-comments labels text of readers' comments
that is not in the gold as unsure, by the class, id and role of the elements around; no trainer
uses it.

The class is the one that most of the segment's words have in the "classes" of the gold: headline,
fulltext, supplemental, related, comments or boilerplate in L3S-GN1. Words without a class count as
boilerplate.

Examples:
  scutch-segment blocks.jsonl | scutch-label --gold gold/l3s-gn1 > labelled.jsonl
  scutch-label --gold gold.jsonl.gz segments.jsonl | scutch-train charlm --out my.model
"""
from .record import segments_of
from .stream.numbers import positive, share
from .stream.step import Dropped, Step
from .training.gold import id_in, read_gold
from .training.labels import MIN_COVERAGE, gold_of, labelled, unsure_of_comments


class Labeller(Step):
    """The step: it remembers the gold."""

    def __init__(self, gold, min_coverage, with_title=False, unsure_comments=False, weight=None):
        self.gold, self.min_coverage = gold, min_coverage
        self.with_title, self.unsure_comments = with_title, unsure_comments
        self.known = {} if weight is None else {"label_weight": weight}

    def __call__(self, record):
        """Return [the record with labels], [] without gold text that is on the page."""
        segments = segments_of(record)
        gold = gold_of(record, self.gold, self.min_coverage)
        if gold is None:
            return Dropped(self._why(record))
        known = self.known | {name: gold[name] for name in ("site", "page_type")
                              if isinstance(gold.get(name), str)}
        segments = labelled(segments, gold, self.with_title)
        if self.unsure_comments:
            segments = unsure_of_comments(record, segments)
        return [{**record, **known, "segments": segments}]

    def _why(self, record):
        """Return why a record has no labels."""
        gold = self.gold.get(id_in(self.gold, record))
        if gold is None:
            return "whose id is not in the gold"
        return "with too little of the gold on the page" if gold.get("text") else \
            'whose gold has no "text"'


def arguments(parser):
    add = parser.add_argument
    add("--gold", required=True, metavar="DIR",
        help="the gold standard, a folder or a file, as in scutch-eval")
    add("--min-coverage", type=share, default=MIN_COVERAGE, metavar="X",
        help="drop pages with a smaller share of their gold's words (default: "
             "%(default)s)")
    add("--with-title", action="store_true",
        help="count the gold's title, if it is apart from the text, as text")
    add("--unsure-comments", action="store_true",
        help="label text of readers' comments that is not in the gold as unsure")
    add("--weight", type=positive, metavar="X",
        help="how much these pages count in training, where others count 1; it is noted in the "
             "records")


def make(opts):
    return Labeller(read_gold(opts.gold), opts.min_coverage, opts.with_title, opts.unsure_comments,
                    opts.weight)
