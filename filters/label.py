"""label - label each segment by gold text, clean or dirty: the input of all trainers.

In:      records with "segments"; with --gold the pages' gold text, by id.
Out:     the same records, each segment with "label", clean, dirty or unsure, and
         "label_confidence"; with "label_class" where the gold has classes, and "site" and
         "page_type" of the record where it has them; with --weight "label_weight".
Drops:   pages without gold text, or with less than --min-coverage of it on the page, with --clean
         those without classes; the last line on stderr counts them.
Bad:     no segments.
Memory:  the gold standard, and one record.

Words are aligned with the gold text in the order of the page, by letters and digits alone, ignoring
case. A segment is clean if the gold text has at least half of its words; the confidence is the
distance of their share from a half, |2 share - 1|, and 0 for a segment without a word.

Gold sets differ in what they include by definition. --with-title takes the gold's title, where it
stands apart from the text, as its first line; where the gold has no title, the headline that is
found on the page is clean. --unsure-comments labels text of readers' comments that is not in the
gold as unsure, by the class, id and role of the elements around; no trainer uses it.

Where the gold has no text but strings that must be kept ("with"), a segment with half of its words
in them is clean, and all others are unsure.

The class is the one that most of the segment's words have in the "classes" of the gold: headline,
fulltext, supplemental, related, comments or boilerplate in L3S-GN1. Words without a class count as
boilerplate. --clean labels by the classes: words of those it names are clean, all others dirty, and
the gold's text and title say nothing; so a page may have nothing that is clean.

Options:
  --gold DIR        the gold standard, a folder or a file, as in scutch-eval
  --min-coverage X  drop pages with a smaller share of their gold's words (default: {default})
  --with-title      count the gold's title, if it is apart from the text, as text
  --unsure-comments
                    label text of readers' comments that is not in the gold as unsure
  --clean CLASSES   classes of the gold, comma-separated: their words are clean, in place of the
                    gold's text and title
  --weight X        how much these pages count in training, where others count 1; it is noted in the
                    records

Examples:
  scutch-segment blocks.jsonl | scutch-label --gold gold/l3s-gn1 > labelled.jsonl
  scutch-label --gold gold.jsonl.gz segments.jsonl | scutch-train charlm --out my.model
  scutch-label --clean headline,fulltext --gold gold/l3s-gn1 segments.jsonl > labelled.jsonl
"""
from .edge.bytestreams import as_text
from .errors import Unusable
from .stream.options import positive, share
from .stream.step import Dropped, Step
from .training import labels
from .training.gold import id_in, read_gold


class Labeller(Step):
    """The step: it remembers the gold."""

    def __init__(self, opts):
        self.gold, self.min_coverage = read_gold(opts.gold), opts.min_coverage
        self.with_title, self.unsure_comments = opts.with_title, opts.unsure_comments
        self.clean = opts.clean
        self.known = {} if opts.weight is None else {"label_weight": opts.weight}
        known = {item["class"] for of_page in self.gold.values()
                 for item in labels.items_of(of_page)}
        for name in self.clean:
            if name not in known:
                raise Unusable(f"--clean {name}: no class of {opts.gold}; "
                               + (f"known are {', '.join(sorted(known))}" if known else
                                  "its pages have none"))

    def __call__(self, record):
        """Return [the record with labels], [] without gold text that is on the page."""
        gold = labels.gold_of(record, self.gold, self.min_coverage, self.clean)
        if gold is None:
            return Dropped(self._why(record))
        record = labels.with_labels({**record, **self.known}, gold, self.with_title, self.clean)
        if self.unsure_comments:
            record["segments"] = labels.unsure_of_comments(record, record["segments"])
        return [record]

    def _why(self, record):
        """Return why a record has no labels."""
        gold = self.gold.get(id_in(self.gold, record))
        if gold is None:
            return "whose id is not in the gold"
        if self.clean:
            field, text = "classes", labels.items_of(gold)
        else:
            field, text = "text", gold.get("text")
        return "with too little of the gold on the page" if text else f'whose gold has no "{field}"'


OPTIONS = {
    "--gold": {"required": True}, "--min-coverage": {"type": share, "default": labels.MIN_COVERAGE},
    "--clean": {"type": lambda word: as_text(word).split(","), "default": []},
    "--weight": {"type": positive}}


def make(opts):
    return Labeller(opts)
