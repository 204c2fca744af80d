"""view - show records in one HTML file: what was kept of each page, and why.

In:      records with "segments", with scores or without; records with "text" alone; pages and
         archives, which are scored by the chain of scutch-clean.
Out:     one HTML file, for any browser; with --annotate the pages themselves.
Drops:   nothing.
Bad:     neither segments nor text; the index says what is wrong with such a record.
Memory:  one record, and its row in the index; with --gold and --baseline these files as well.

The segments of a page stand in their order, coloured from blue, clean, to orange, dirty, each with
its letter. Pointing at one, or moving to it with the arrow keys, shows what decided: every score,
its letter and raw value, role, link density (of words), the elements around it. A slider moves the
threshold and says how many segments and words are kept; a second score beside it shows where they
differ. An index sorts several pages by length, score, disagreement and predicted F. ? lists the
keys.

After scutch-wordlm sentences have their perplexity, too, and on request its colours. Those over a
limit, which has a slider of its own, are dropped, as scutch-prune --wordlm LIMIT --no-context does.

With scutch-html2text --keep-html in the chain the page itself is shown, too, its text coloured in
place, in a frame in which no script runs. The file fetches nothing.

--gold, as scutch-eval reads it, adds precision, recall and F at the threshold and a key that goes
from error to error. They are shares of words as scutch-label counts them: words of the kept
segments that the gold text has, words of the gold text that are kept.
--baseline has another chain or another cleaner beside the scores: the share of a segment's words
that it drops stands as a score.

--annotate writes each page that has kept its HTML, with a <span> around the text of each segment:
class="content", "boilerplate" or "invalid", as scutch-archive says it, else by the threshold of the
score; dbce-cur, dbce-up and the like name the pages of its template that have the text (Leśniak
2017); data-score, data-letter and data-role have the rest. Nothing in it runs or fetches.

Options:
  --by SCORE        the score that decides at first (default: the last of the record's scorers)
  --gold DIR        the gold standard, a folder or a file
  --baseline NAME=FILE...
                    records of another chain or cleaner, to compare with; may be repeated
  --annotate        write the pages themselves, as HTML with a class for each segment

Examples:
  scutch-chain 'html2text --keep-html, segment, charlm, combine, role, tag' pages.jsonl > scored
  scutch-view scored > look.html
  scutch-view page.html crawl.warc.gz > look.html
  scutch-view --gold gold/cleaneval-dev --baseline other=other.jsonl scored > look.html
  scutch-view --annotate scored > page.html
"""
import sys
from functools import partial

from . import stream
from .stream.options import named_file
from .stream.step import Collector, Step
from .viewing.scoredpages import over_pages


class View(Step):
    """The step: from a record to [the bytes of its page].

    data:    function from a record to the data of its page and its row in the index.
    refused: function from a refused record to its row.
    Memory:  a row for each page.
    """

    def __init__(self, data, refused):
        self.data, self.refused = data, refused
        self.rows = []

    def __call__(self, record):
        page, row = self.data(record)
        return [(page, row)]

    def write(self, item):
        """Return the block of a page, after the head of the file if it is the first."""
        from .viewing.pagedata import block, head
        if not isinstance(item, tuple):
            self.rows.append(self.refused(item))
            return b""
        page, row = item
        is_first = all("error" in row for row in self.rows)
        self.rows.append(row)
        return (head() if is_first else b"") + block(f"data-{len(self.rows) - 1}", page)

    def finish(self):
        """Return the end of the file, all of it where there was no page."""
        from .viewing.pagedata import end, head
        is_empty = all("error" in row for row in self.rows)
        return (head() if is_empty else b"") + end({"pages": self.rows})


class Annotate(Collector):
    """The step of --annotate: from a record to [its page, as bytes]."""

    def __init__(self, by):
        self.by = by

    def __call__(self, record):
        from .viewing.pagedata import annotated_page
        return [annotated_page(record, self.by)]


OPTIONS = {"--baseline": {"default": [], "type": named_file}}


def make(opts):
    if opts.annotate:
        stream.refuse(sys.modules[__name__], opts, ["gold", "baseline"], "with --annotate")
        return over_pages(opts.files, "scutch-view", Annotate(opts.by))
    from .training.gold import read_gold
    from .viewing.pagedata import page_data, refused
    from .viewing.scoredpages import Cleaned
    cleaned = [Cleaned(name, path, opts) for name, path in opts.baseline]
    gold = read_gold(opts.gold) if opts.gold else None
    view = View(partial(page_data, by=opts.by, gold=gold, cleaned=cleaned), refused)
    return over_pages(opts.files, "scutch-view", view)
