"""clean - run the whole chain: a crawl, pages or records in, clean text out.

In:      what scutch-read reads (WARC and ARC, HTML files, directories), or records as JSON lines,
         told apart by their first bytes. With --schema or --lines all of it is records.
Out:     as scutch-emit writes it, --keep auto where no limit is given.
Drops:   what scutch-read passes over, and segments and documents beyond the limits.
Bad:     what the filters find bad; the entry in errors names that filter.
Memory:  up to 48 pages, of four million characters or one page, about ten times their size, and
         the models; with --archive the pages of one host as well, and twice 64 MB of waiting
         pages; further ones wait on disk, in TMPDIR; with --dedup 440 bytes a page, and 64 MB of
         output that waits, the rest on disk.

The chain is html2text, segment, charlm, combine, emit, in one process. Letters, in --keep or the
format, need tag before emit; roles in --without, --with and
--only-roles need role.
--explain prints the chain as a pipe of commands: the same text, and options can be added to it.
--scope article is --scope main without segments of the role headline, byline, caption or notice.
--format markdown and html, and --text, show code within text; --links, --images and --emphasis add
links, images and emphasis. For these, as for --marks, html2text writes marks.
--wordlm also removes sentences of a higher perplexity, by scutch-wordlm and scutch-prune: in the
context of the page, or each by its own with --no-context. Text in a language that has no model, or
is not known well, stays, with a note in doc.notes.
--lang keeps documents whose text is in these languages, whatever they declare: see scutch-lang. The
last line on stderr counts the dropped ones.
--drop and --only leave out elements of the page by selectors, before anything is judged: see
scutch-html2text.
--model gives a filter of the chain another model.

--jobs shares the work among processes: the same output, in the same order. A page that takes
longer than --max-seconds is a bad record like any other. With --jobs, or with --max-seconds given,
other processes do the work: one that hangs or dies is replaced, and the page at fault alone is bad.

-o writes a file for each FILE, and for each file of a folder: scutch-clean -o DIR mirror makes
DIR/path/of/page.html.txt of mirror/path/of/page.html. Where two have one name, the later one has
its whole path. Nothing is written through a link in DIR. With --split each page of an archive has a
file, DIR/crawl.warc.gz/HASH.txt, and index.tsv there says which address it is of. With
--skip-existing a run resumes where the last one ended. The output of a run that failed or was
interrupted, or of a file that breaks off, is in a file whose name ends in .part.

--archive compares the pages of each host (www. left out) by archive and docfreq, in any order, and
removes text that other pages have, too: with one other page, what archive finds; with two to four,
what either finds; with five or more, what docfreq finds on at least half of them. For the
exceptions see --shared in scutch-prune. Pages come out in the order of the input. The pipe does
the same with all pages in memory.

--dedup drops documents that are nearly the same as another one of any FILE, by scutch-dedup with
its defaults; the last line on stderr counts them. --max-quality drops documents with a higher score
of scutch-quality, --min-f and --min-precision those with a lower estimate; --dropped FILE collects
them, with the reason.

--pii masks or marks personal data as scutch-prune does, in what is kept, in any format; titles,
meta, url and html stay.

Options, of which -h shows --format --meta --keep --scope --favor --lang --archive --dedup --jobs
-o:
  + sinks.formats
  --keep LETTERS    keep the segments with these letters of scutch-tag, such as a-e, which ends at
                    0.5; or auto: up to the threshold of the scorer's model (default: auto)
  --meta            also find title, authors, dates and the like, by scutch-meta, and show them as
                    scutch-emit does
  --marks           with --format jsonl, xml, vrt or tei: show code, links, emphasis, images and the
                    like within segments
  + selection.scopeoptions
  --scope {page,main,article}
                    page: all text written for the page, with readers' comments; main: the main
                    content alone; article: main less headline, bylines, captions and notices
                    (default: {default})
  --wordlm LIMIT    also remove the sentences over this perplexity per token
  + selection.sentencelimits
  --archive         also compare the pages of each host, and drop text that they share; output
                    begins when all pages are read
  --dedup           drop pages that are duplicates of another one, by scutch-dedup; output begins
                    when all pages are read
  --quality         also score each document by scutch-quality, which --max-quality does unasked
  + selection.personaldata
  --lang LIST       keep documents whose text is in these languages, comma-separated codes
  --model NAME=FILE...
                    the model of a filter of the chain, such as charlm=FILE; may be repeated
  --names           FILE, or stdin, lists the names of the inputs, one a line or each ended by a NUL
  + html.cssselectors
  + hosts.addresslists
  --jobs N          processes that share the work, auto for one a core; the output is the same
                    (default: {default})
  --max-seconds X   a record that takes longer is bad, 0 for any time (default: 60)
  -o, --output DIR  write the output for each FILE, of a folder for each file in it, to a file in
                    DIR, named after it and the format; it appears when it is complete; - is stdout,
                    as without -o
  --split           with -o: write a file for each page of an archive, named by a hash of its
                    address, and index.tsv, which has both
  --compress [gz,zst]
                    with -o: compress each file
  --skip-existing   with -o: skip each FILE, or file of a folder, whose output exists
  --explain         print the equivalent pipe of commands and exit

Examples:
  scutch-clean crawl.warc.gz > clean.txt
  scutch-clean --format jsonl --keep a-c pages/ more.jsonl.gz > clean.jsonl
  scutch-clean --scope article --favor precision crawl.warc.gz > articles.txt
  scutch-clean --archive --dedup crawl.warc.gz > clean.txt
  scutch-clean --format markdown --links --without comments,captions page.html > page.md
  scutch-clean --only-roles comments --pii mask --format markdown crawl.warc.gz > comments.md
  scutch-clean --format sentences --columns url,lang,text crawl.warc.gz > sentences.tsv
  scutch-clean --format tei --corpus crawl.warc.gz > corpus.xml
  scutch-clean --lang de,fr --model charlm=mine.model crawl.warc.gz > clean.txt
  find mirror -name '*.html' -print0 | scutch-clean --names > clean.txt
  scutch-clean --jobs 8 -o clean --skip-existing crawl/*.warc.gz
  scutch-clean -o clean --compress gz mirror
  scutch-clean --explain crawl.warc.gz
"""
import sys
from argparse import Namespace

from . import stream
from .cleaning.cleanstep import Clean
from .cleaning.defaultchain import chain_of, settled
from .edge.console import interruptible
from .errors import Unusable
from .scoring.languages import language_list
from .selection.segments import Selection
from .sinks.formats import RECORD
from .stream.numbers import perplexity
from .stream.options import JOBS
from .stream.order import check_order
from .stream.shellpipes import pipe_of
from .wording import typed

# Options about no page by itself
OF_A_RUN = ["archive", "dedup", "explain", "names", "drop_urls", "only_urls"]
HAS_FORMATS = True       # --format lines, in place of --score-columns


OPTIONS = {
    **JOBS, "--wordlm": {"type": perplexity}, "--lang": {"type": language_list},
    "-o": {"type": lambda name: None if name == "-" else name}}


def make(opts):
    return Clean(settled(opts))


def filters(opts):
    """Return the filters of the chain as a part of another one.

    Where no format is named records come out, with the "text" that is kept.
    """
    for name in OF_A_RUN:
        if getattr(opts, name):
            raise Unusable(f"{typed(name)} cannot be given inside a chain")
    return chain_of(settled(Namespace(**{**vars(opts), "format": opts.format or RECORD})))


def main(argv=None):
    this = sys.modules[__name__]
    opts = stream.options(this).parse_intermixed_args(argv)
    if opts.explain:
        return stream.reported("scutch-clean", lambda: _explain(this, settled(opts)))
    if opts.output is None or opts.signature:
        return stream.run_with(this, opts)
    from .cleaning.cleanstep import into_files
    return stream.reported("scutch-clean", lambda: interruptible(lambda: into_files(this, opts)))


def _explain(module, opts):
    Selection(opts)          # refuses a contradiction
    chain = chain_of(opts)
    check_order(chain)
    return stream.show("scutch-clean", pipe_of(module, opts, chain) + "\n")
