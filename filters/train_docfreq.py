"""train docfreq - count what the pages of each host have in common, for scutch-docfreq.

In:      records with "segments", "url" and "elements", in any order; with --merge files of counts.
Out:     the counts, to the file --out names; a line on stdout with the number of hosts, pages and
         units in them.
Drops:   pages without a host; of a host the pages past --max-pages: those with the smallest hashes
         of their addresses stay; of a page what is past 8000 hashes, one or two a segment.
Bad:     no segments; a file of other counts than the first.
Memory:  the counts: a text, and a text with its slot, take 8 bytes each; 2 KB for most pages, 64 KB
         at most, so 2 MB or 64 MB a host.

Snapshots of a page, which have its address, count as one page with the text of all. Counts of
parts of a crawl can be merged: in any order, and even if parts overlap, the result has the same
bytes as the counts of the whole.

Options:
  --out, -o FILE    where to write the counts
  --merge           each FILE holds counts: write their sum
  --max-pages N     pages of a host that are counted, at most (default: {default})

Examples:
  scutch-train docfreq --out one.counts one.jsonl
  scutch-train docfreq --out all.counts --merge one.counts two.counts
"""
import sys

from . import stream
from .edge.console import plural
from .errors import Unusable
from .hosts.grouping import COUNTS, MAX_COUNTED, NO_HOST, add_page
from .scoring.scores import load_model
from .sources.units import Source
from .stream.options import whole
from .stream.step import Collector
from .training.trainers import check_places


class Counter(Collector):
    """The step: it counts each record's page, and writes the file when the last one is in."""

    def __init__(self, opts):
        from ..lm.templates.docfrequency import Counts
        self._out = opts.out
        self._left_out = 0
        if opts.merge:
            self.source = Source(())       # the files are read already
            self._counts = _merged(opts.files)
        else:
            self._counts = Counts(opts.max_pages)

    def __call__(self, record):
        self._left_out += not add_page(self._counts, record)
        return []

    def note(self):
        """Return the line for stderr at the end: see Step."""
        count = self._left_out
        return f"{plural(count, 'page')} not counted: {NO_HOST}" if count else ""

    def finish(self):
        """Write the file; return the line that says what is in it."""
        self._counts.save(self._out)
        pages = [page for host in self._counts.hosts
                 for page in self._counts.pages(host).values()]
        counts = {"host": len(self._counts.hosts), "page": len(pages),
                  "unit": sum(map(len, pages))}
        return (", ".join(plural(count, name) for name, count in counts.items()) + "\n").encode()


def _merged(files):
    first, *others = [load_model(name, {}, COUNTS, "scutch-train docfreq") for name in files]
    for name, other in zip(files[1:], others, strict=True):
        if other.max_pages != first.max_pages:
            raise Unusable(f"{name}: counts of up to {other.max_pages} pages per host, "
                           f"{files[0]} has {first.max_pages}")
        first.merge(other)
    return first


OPTIONS = {"--out": {"required": True}, "--max-pages": {"type": whole(1), "default": MAX_COUNTED}}


def make(opts):
    if opts.merge and not opts.files:
        raise Unusable("--merge: files of counts are required")
    if opts.merge:
        stream.refuse(sys.modules[__name__], opts, ["max_pages"], "with --merge")
    check_places([] if opts.merge else opts.files, opts.out)    # counts may grow in place
    return Counter(opts)
