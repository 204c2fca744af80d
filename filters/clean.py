"""clean - run the whole chain: a crawl, pages or records in, clean text out.

In:      what scutch-read reads (WARC and ARC, HTML files, directories), or records as JSON lines,
         told apart by their first bytes. With --schema or --lines all of it is records.
Out:     as scutch-emit writes it, --keep auto where no limit is given.
Drops:   what scutch-read passes over, and what the limit leaves out.
Bad:     what the filters find bad; the entry in errors names that filter.
Memory:  one page, and the models of the scorers; with --archive the pages of one host as well, and
         twice 64 MB of waiting pages; further ones wait on disk, in TMPDIR.

The chain is html2text, segment, charlm, combine, emit, in one process. Letters, in --keep or the
format, need tag before emit; --without and --with need role.
--explain prints the chain as a pipe of commands, which gives the same text and to which options can
be added. --fast lets charlm decide alone, whatever the scope.
--lang keeps documents whose text is in these languages, whatever they declare: see scutch-lang. The
last line on stderr counts those left out.
--model gives a filter of the chain another model.

--jobs shares the work among processes: the same output, in the same order. A page that takes
longer than --max-seconds there, or kills its process, is a bad record like any other; --max-seconds
without --jobs does that with one process.

-o writes a file for each FILE, and with --skip-existing a run goes on where the last one ended. The
output of a run that failed or was interrupted, or of a FILE that breaks off, is in a file whose
name ends in .part.

--archive compares the pages of each host (www. left out) by archive and docfreq, in any order, and
removes text that other pages have, too: with one other page, what archive finds; with up to four,
what either finds; with more, what docfreq finds on half of them. What stays all the same is told by
scutch-prune, under --shared. Pages come out in the order of the input. The pipe does the same with
all pages in memory.

Examples:
  scutch-clean crawl.warc.gz > clean.txt
  scutch-clean --format jsonl --keep a-c pages/ more.jsonl.gz > clean.jsonl
  scutch-clean --scope main --favor precision crawl.warc.gz > articles.txt
  scutch-clean --archive crawl.warc.gz > clean.txt
  scutch-clean --format markdown --without comments,captions page.html > page.md
  scutch-clean --lang de,fr --model charlm=mine.model crawl.warc.gz > clean.txt
  find mirror -name '*.html' -print0 | scutch-clean -0 > clean.txt
  scutch-clean --jobs 8 -o clean --skip-existing crawl/*.warc.gz
  scutch-clean --explain crawl.warc.gz
"""
import functools
import os
import sys
from argparse import Namespace
from collections import Counter
from typing import Any

from . import stream
from .cleaning.outputs import all_written, places
from .cleaning.pipes import READ, pipe_of, words_of
from .edge.console import interruptible
from .edge.files import listed
from .errors import BadRecord, Unusable
from .scoring.languages import languages_of
from .selection.scopes import scope_arguments
from .selection.segments import AUTO, Selection
from .sinks.documents import document
from .sinks.formats import EXTENSIONS, JSON_EXTENSION, check_source, format_arguments
from .stream.chains import Chain, joined
from .stream.options import jobs_options
from .stream.runner import check_columns
from .stream.step import as_step

FILTERS = [["html2text"], ["segment"]]
SCORERS = [["charlm"], ["combine"]]      # share/bench/accuracy.txt compares them
FAST = [["charlm"]]
LETTERED = {"xml", "vrt"}      # formats that show the letters of scutch-tag
# With --archive, after the scorers; share/bench/archive_words.txt says what that gains.
COMPARERS = [["archive"], ["docfreq"]]
ARCHIVE = [*COMPARERS, ["prune", "--shared"]]
COMPARED = {f"scutch-{name}" for name, in COMPARERS}
FIRST = "scutch-html2text"     # reads records, as READ reads pages

# Of a name that -o is given for one file
OF_FILES = {f".{name}" for name in [*EXTENSIONS.values(), JSON_EXTENSION, "json", "gz"]}

# Which filter of the chain has which options
OF_COMBINE = ["scope", "favor"]
OF_TAG = ["letters"]
OF_EMIT = ["format", "source", "by", "keep", "letters", "max", "min", "raw", "with_hidden",
           "min_confidence", "without", "with"]
NAMES = ["schema", "text_key", "id_key"]     # of the fields, on the way out


class Clean(Chain):
    """The chain with its source: pages, with records among them."""

    def __init__(self, opts):
        super().__init__(joined(commands(opts)))
        self.signature = [*self.signature, f"chain:{self.spec}"]
        self.counts = Counter()
        if opts.schema == "auto":
            self.stages = [(READ, as_step(lambda page: [page])), *self.stages]
        compared = [number for number, (name, _) in enumerate(self.stages) if name in COMPARED]
        self._before = self._comparing = []
        if compared:
            first, end = compared[0], compared[-1] + 1
            self._before, self._comparing = self.stages[:first], self.stages[first:end]
            self.stages = self.stages[end:]
        self.read(opts)

    def read(self, opts):
        """Have the next run read the inputs of these options."""
        self.counts.clear()
        if _listed(opts):
            opts = Namespace(**{**vars(opts), "files": listed(opts.files or ["-"], opts.null)})
        self.source = pages_and_records(opts, self.counts) if opts.schema == "auto" else None
        if self._comparing:
            from .hosts.roundtrip import RoundTrip
            trip = RoundTrip(self._before, self._comparing, opts.on_error)
            self.source = trip(self.source or stream.records_from(opts))
            self.before = trip.stages


def pages_and_records(opts, counts):
    """Yield (place, record) as read_pages does, and the records of any JSON lines it meets."""
    from .sources.pages import read_pages

    def json_lines(source, found):
        for place, item in stream.records_from(Namespace(**{**vars(opts), "files": [source]})):
            if isinstance(item, BadRecord):
                item.command = READ if found else FIRST    # which sees this line in the pipe
            yield place, item

    return read_pages(opts.files or ["-"], counts=counts, json_lines=json_lines)


def commands(opts):
    """Return the filters of the chain as words, each with its options."""
    compare = ARCHIVE if opts.archive else []
    letters = opts.keep not in (None, AUTO) or opts.format in LETTERED
    roles = bool(opts.without or getattr(opts, "with"))
    tag = ["tag", *_words(opts, OF_TAG)]
    return [*FILTERS, *_judges(opts), *compare, *[["role"]] * roles, *[tag] * letters,
            ["emit", *_words(opts, OF_EMIT), *_names(opts)]]


def _names(opts):
    """Return the options that give fields, on the way out, the names they came with."""
    if opts.format != "jsonl":
        return []
    return _words(opts, [name for name in NAMES
                         if name != "schema" or opts.schema not in ("lines", "tsv")])


def _judges(opts):
    """Return the filters that score, with their models, after the one that chooses languages."""
    chosen = [["lang", "--only", opts.lang]] if opts.lang else []
    return _with_models([*chosen, *_scorers(opts)], opts.model or [])


def _with_models(filters, models):
    """Return the filters, each with its --model where `models` has one, a list of NAME=FILE."""
    known = [name for name, *_ in filters]
    given = {}
    for word in models:
        name, equals, file = word.partition("=")
        if not equals or not file or name not in known:
            more = "" if "lang" in known else ", with --lang lang"
            raise Unusable(f"--model {word}: NAME=FILE is required, NAME one of "
                           f"{', '.join(known)}{more}")
        given[name] = ["--model", file]
    return [[*words, *given.get(words[0], [])] for words in filters]


def _listed(opts):
    return opts.names or opts.null


def _scorers(opts):
    if opts.fast:
        return FAST
    *others, last = SCORERS
    return [*others, [*last, *_words(opts, OF_COMBINE)]]


def _words(opts, keys):
    return words_of(opts, keys, _usual())


@functools.cache
def _usual():
    return stream.options(sys.modules[__name__]).parse_args([])


def _languages(word):
    return ",".join(languages_of(word))


def _settled(opts):
    """Return the options with what follows from those given."""
    opts = Namespace(**vars(opts))
    if opts.keep is None and opts.max is None and opts.min is None:
        opts.keep = AUTO
    if opts.lines:
        opts.schema = "lines"
    if opts.score_columns and opts.format is None:
        opts.format = "lines"
    check_columns(opts)
    check_source(opts)
    _check(opts)
    if opts.archive and opts.by is None:
        opts.by = _scorers(opts)[-1][0]        # the last score is that of docfreq
    return opts


def _check(opts):
    """Refuse a score that no filter of the chain writes, and options that contradict others."""
    written = [name for name, *_ in [*_scorers(opts), *(COMPARERS if opts.archive else [])]]
    if opts.output and os.path.splitext(opts.output)[1] in OF_FILES:
        raise Unusable(f"-o {opts.output}: a folder is required, for a file of each FILE; one file "
                       f"for all is > {opts.output}")
    if opts.skip_existing and not opts.output:
        raise Unusable("--skip-existing goes with -o")
    if opts.explain and opts.output:
        raise Unusable("--explain prints one pipe, -o is a run for each input: give one")
    if opts.fast and (opts.favor or opts.min_confidence is not None):
        raise Unusable("--favor and --min-confidence are about scutch-combine: --fast goes without")
    if opts.favor and opts.by not in (None, "combine"):
        raise Unusable(f"--favor is about scutch-combine, and --by {opts.by} decides")
    if opts.favor and opts.keep != AUTO:
        raise Unusable("--favor shifts the threshold of --keep auto, which is not asked for")
    if opts.archive and (opts.jobs > 1 or opts.max_seconds):
        raise Unusable("--archive compares the pages of a host in one process: it goes without "
                       "--jobs and --max-seconds")
    if opts.raw and (opts.by or written[-1]) == "combine":
        raise Unusable("--raw: combine writes no raw value; --by names a score that has one, such "
                       "as charlm")
    if opts.by is not None and opts.by not in written:
        raise Unusable(f"--by {opts.by}: no filter of this chain writes that score, but "
                       f"{', '.join(written)}")


def arguments(parser):
    format_arguments(parser, AUTO)
    scope_arguments(parser)
    parser.add_argument("--archive", action="store_true",
                        help="also compare the pages of each host, and leave out text that they "
                             "share; output begins when all pages are read")
    parser.add_argument("--fast", action="store_true",
                        help="score by charlm alone: faster, but less accurate")
    parser.add_argument("--lang", type=_languages, metavar="LIST",
                        help="keep documents whose text is in these languages, comma-separated "
                             "codes")
    parser.add_argument("--model", action="append", metavar="NAME=FILE",
                        help="the model of a filter of the chain, such as charlm=FILE; may be "
                             "repeated")
    parser.add_argument("--names", action="store_true",
                        help="FILE, or stdin, lists the names of the inputs, one a line")
    parser.add_argument("-0", "--null", action="store_true",
                        help="the same, but each name ends with a NUL")
    jobs_options(parser.add_argument)
    parser.add_argument("-o", "--output", metavar="DIR",
                        help="write the output for each FILE to a file in DIR, named after FILE "
                             "and the format; it appears when it is complete")
    parser.add_argument("--skip-existing", action="store_true",
                        help="with -o: skip each FILE whose output exists")
    parser.add_argument("--explain", action="store_true",
                        help="print the equivalent pipe of commands and exit")


def make(opts):
    return Clean(_settled(opts))


def stages(opts):
    """Return [(command name, step)] of the chain as a part of another one.

    Where no format is named records come out, with the "text" that is kept.
    """
    if _listed(opts):
        raise Unusable("--names and -0 cannot be given inside a chain")
    if opts.archive or opts.explain or opts.output:
        raise Unusable("--archive, --explain and -o cannot be given inside a chain")
    opts = _settled(opts)
    *filters, last = commands(opts)
    if opts.format is None:
        step = as_step(functools.partial(document, select=Selection(opts)))
        return [*Chain(joined(filters)).stages, ("scutch-emit", step)]
    return Chain(joined([*filters, last])).stages


def into_files(opts):
    """Clean each input into a file of its own; return the status.

    Raises:  Unusable for options that cannot be, and for a file that cannot be written.
    """
    settled = _settled(opts)
    this, name = sys.modules[__name__], "scutch-clean"
    inputs = opts.files or ["-"]
    found = places(listed(inputs, opts.null) if _listed(opts) else inputs, opts.output,
                   EXTENSIONS.get(settled.format or "text", JSON_EXTENSION), name,
                   opts.skip_existing)

    def of_one(*files):
        return Namespace(**{**vars(opts), "files": list(files), "names": False, "null": False})

    def run_alone(file):
        return stream.run(stream.made(this, of_one(file)), of_one(file), name)

    def run_all():
        if opts.archive:                 # whose steps remember the hosts
            return all_written(found, run_alone, name)
        step: Any = stream.made(this, of_one())
        with stream.Runs(step, of_one(), name) as runs:
            def run_next(file):
                step.read(_settled(of_one(file)))
                return runs(of_one(file))
            return all_written(found, run_next, name)
    return interruptible(run_all)


def main(argv=None):
    this = sys.modules[__name__]
    opts = stream.options(this).parse_intermixed_args(argv)
    if opts.output and not opts.explain and not opts.signature:
        try:
            return into_files(opts)
        except Unusable as error:
            stream.complain("scutch-clean", str(error))
            return stream.UNUSABLE
    if not opts.explain:
        return stream.main(this, argv)
    try:
        opts = _settled(opts)
        Selection(opts)      # refuses a contradiction
        pipe = pipe_of(commands(opts), opts, _usual())
    except Unusable as error:
        stream.complain("scutch-clean", str(error))
    except OSError as error:
        stream.complain("scutch-clean", f"{error.filename}: {error.strerror}")
    else:
        return stream.show("scutch-clean", pipe + "\n")
    return stream.UNUSABLE


if __name__ == "__main__":
    raise SystemExit(main())
