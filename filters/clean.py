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
import json
import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import Any

from . import stream
from .edge.bytestreams import compressor
from .edge.console import interruptible, to_stderr, typed
from .edge.outputs import INDEX, OutputTree, Settings, Taken, places
from .errors import BadRecord, Unusable
from .hosts.addresslists import choosing
from .hosts.grouping import ByHost, InOrder
from .record import Record
from .scoring.languages import language_list
from .scoring.scores import LETTERS
from .selection.scopeoptions import ARTICLE, NOT_ARTICLE
from .selection.segments import AUTO, Selection, roles_named
from .sinks.formats import FORMATS, OF_DOCUMENTS, RECORD, WITH_SHOWN, format_of, needs_meta
from .sources.decoding import Decoder
from .sources.pagesources import names_in, units_of
from .sources.units import Source
from .stream import chains
from .stream.inputs import check_schema, decoder, units_from
from .stream.options import JOBS, perplexity
from .stream.printedlines import joined_text
from .stream.step import Named, Packed, Step

# Options about no page by itself
OF_A_RUN = ["archive", "dedup", "explain", "names", "drop_urls", "only_urls"]
HAS_FORMATS = True       # --format lines, in place of --score-columns
COMPARED = {f"scutch-{name}" for name in chains.GROUPING}
DEDUP = "scutch-dedup"
NAME = "scutch-clean"
SCORERS = ["charlm", "combine"]       # the last decides: see share/bench/accuracy.txt
LETTERED = {"xml", "vrt", "tei"}      # formats that show the letters of scutch-tag
DECIDING = SCORERS[-1]
GOES_WITH = {"no_context": "wordlm", "skip_existing": "output", "split": "output",
             "compress": "output"}
OF_FILES = {".json", ".gz", *(f".{extension}" for _, extension in FORMATS.values())}


class Clean(Step):
    """The steps of the chain with their source: pages, with records among them."""

    def __init__(self, opts: Namespace) -> None:
        """opts: settled."""
        filters = chain_of(opts)
        self.first = filters[0].command  # reads records, as READ reads pages
        chain = chains.Chain(filters)
        self.signature = [*chain.signature, f"chain:{chains.description_of(filters)}"]
        stages: list[tuple[str, Any]] = chain.stages
        self._reads_pages = opts.schema == "auto"
        self._decode = _page_decoder(opts, self.first) if self._reads_pages else decoder(opts)
        self._chosen = choosing(self._decode, opts)
        if self._reads_pages:
            stages = [(chains.READ, Step()), *stages]
        compared = [number for number, (name, _) in enumerate(stages) if name in COMPARED]
        if compared:
            first, end = compared[0], compared[-1] + 1
            stages = [*stages[:first], (stages[first][0], ByHost()), *stages[first:end],
                      (stages[first][0], InOrder()), *stages[end:]]
        self.stages = stages
        names = [name for name, _ in self.stages]
        if DEDUP in names:
            at = names.index(DEDUP)
            step: Any = self.stages[at][1]
            *others, (name, last) = self.stages[:at] + self.stages[at + 2:]   # without its prune
            self.stages = [*others, (name, step.waiting(last, bool(opts.dropped)))]
        elif opts.output:
            *others, (name, last) = self.stages
            self.stages = [*others, (name, Named(last))]
        self.read(opts)

    def read(self, opts: Namespace) -> None:
        """Have the next run read the inputs of these options."""
        if opts.names:
            opts = Namespace(**{**vars(opts), "files": names_in(opts.files or ["-"])})
        passed_over: Counter[str] = Counter()
        units = (units_of(opts.files or ["-"], self._decode, passed_over,
                          getattr(opts, "wanted", None))
                 if self._reads_pages else units_from(opts))
        self.source = Source(units, self._chosen, passed_over)
        for _, step in self.stages:
            step.restart()


def _page_decoder(opts, first):
    """Return the Decoder of pages, and of JSON lines as the schema of the options has them.

    first: the command that reads records in the pipe.
    """
    decode = decoder(opts)
    if opts.drop_urls or opts.only_urls:         # READ then reads all
        first = chains.READ

    def of_line(place, line):
        try:
            return decode(place, line)
        except BadRecord as error:
            # which sees this line in the pipe
            error.command = first if line.listed else chains.READ
            raise

    return Decoder(json_lines=of_line)


def extracted(record: Record, options: Mapping[str, Any], seconds: float = 0) -> Any:
    """Return what scutch.extract returns for the record of a page.

    options: as scutch.clean takes them. seconds: a page that takes longer raises BadRecord.
    """
    opts = chains.filter_of_keywords("clean", {**options, "meta": True, "format": "jsonl"}).opts()
    opts = settled(opts)
    *filters, _emit = chain_of(opts)
    page, = chains.chain_of_pages(*filters)(record, seconds=seconds)
    kept, meta = Selection(opts)(page), page["meta"]
    texts = set(map(id, kept))
    return {"text": joined_text(kept), "title": meta.get("title"),
            "authors": meta.get("authors", []), "date": meta.get("published"),
            "lang": page.get("lang"), "url": page.get("url"), "meta": meta,
            "left_out": [segment["text"] for segment in page["segments"]
                         if id(segment) not in texts and not segment.get("hidden")]}


# scutch-clean -o: a run for each input, into a file of its own.


def into_files(module: ModuleType, opts: Namespace) -> int:
    """Clean each input into a file of its own; return the status.

    module:  of the command.
    Raises:  Unusable for options that cannot be, and for a file that cannot be written; OSError
             for a list of names.
    """
    inputs = opts.files or ["-"]
    counts, taken = Counter(inputs=0, existing=0), Taken(opts.output)
    extension = FORMATS[settled(opts).format or "text"][1]
    if opts.compress:
        extension += f".{opts.compress}"

    skipped = partial(_exists, f".{extension}", opts.split) if opts.skip_existing else None
    targets = places(names_in(inputs) if opts.names else inputs, opts.output, extension, NAME,
                     skipped, counts, taken)
    step: Any = stream.made(module, _of_one(opts))
    settings = Settings(
        opts.output, extension, NAME,
        lambda file: Packed(file, step.last.packing and step.last.packing(),
                            compressor(opts.compress)),
        opts.split, skipped, taken, not opts.names and len(inputs) == 1, counts)

    def begun(name, path):
        is_tree = opts.split or path == opts.output
        tree = OutputTree(name, path, settings) if is_tree else None
        alone = _of_one(opts, [name], path, tree)
        step.read(settled(alone))
        return runs.begun(alone)
    with stream.Runs(step, _of_one(opts), NAME) as runs:
        status = runs.into_files(targets, begun)
    if opts.stats:
        to_stderr(json.dumps({"command": NAME, "folder": opts.output, **counts}) + "\n")
    return status


def _exists(ending, is_split, path):
    """Return whether an output file is there, or the index of its folder."""
    return os.path.isfile(path) or (
        is_split and os.path.exists(os.path.join(path.removesuffix(ending), INDEX)))


def _of_one(opts, files=(), path=None, tree=None):
    """Return the options of a run for one input; path, tree: of its output."""
    return Namespace(**{**vars(opts), "files": list(files), "names": False, "stdout": path,
                        "tree": tree, "wanted": tree and tree.wanted})


# The filters of scutch-clean's chain, each with its options.


def chain_of(opts: Namespace) -> list[chains.Filter]:
    """Return the filters of the chain; combine and emit have all options that have their names.

    opts:    settled, see `settled`.
    Raises:  Unusable for a --model of none of the scorers.
    """
    given = vars(opts)
    meta = needs_meta(opts)
    marks = opts.marks or opts.images or bool({opts.format, opts.text} & WITH_SHOWN)
    chain = [chains.filter_of("html2text", {**given, "marks": marks, "meta": meta}),
             chains.Filter("segment"), *_judges(opts)]
    if opts.wordlm is not None:          # hidden text is left to the last filter
        chain.append(chains.filter_of("prune", {
            "wordlm": opts.wordlm, "no_context": opts.no_context, "with_hidden": True}))
    if opts.archive:                     # share/bench/papers/archive_words.txt says what that gains
        chain += [chains.Filter("archive"), chains.Filter("docfreq"),
                  chains.filter_of("prune", {"shared": True})]
    if opts.dedup:
        chain += [chains.Filter("dedup"), chains.filter_of("prune", {"duplicates": True})]
    if opts.quality or opts.max_quality is not None:
        chain.append(chains.Filter("quality"))
    if opts.split_comments or any(map(chains.names_roles, filter(None, [
            opts.without, given["with"], opts.only_roles]))):
        chain.append(chains.Filter("role"))
    if meta:                             # by the lines of the text, and their roles
        chain.append(chains.Filter("meta"))
    if has_letters(opts):
        chain.append(chains.filter_of("tag", {"letters": opts.letters}))
    if opts.pii:                         # by the form of a text alone, so last
        chain.append(chains.filter_of("prune", {"pii": opts.pii}))
    of_emit = given.keys() - _not_of_emit(opts)
    return [*chain, chains.filter_of("emit", {key: given[key] for key in of_emit})]


def has_letters(opts: Namespace) -> bool:
    """Return whether the chain needs scutch-tag."""
    return _by_letter(opts) or opts.format in LETTERED


def _by_letter(opts):
    return opts.keep not in (None, AUTO)


def _judges(opts):
    """Return the scorers, each with its --model, after the filter that chooses languages."""
    names = [*["lang"] * bool(opts.lang), *SCORERS]
    if opts.wordlm is not None:          # before the last, whose score decides
        names.insert(-1, "wordlm")
    models = {}
    for word in opts.model or []:
        name, _, file = word.partition("=")
        if not file or name not in names:
            more = "" if opts.lang else ", and lang where --lang is given"
            raise Unusable(f"--model {word}: NAME=FILE is required, NAME one of "
                           f"{', '.join(names)}{more}")
        models[name] = {"model": file}
    own = {"lang": {"only": opts.lang},
           "combine": {key: value for key, value in vars(opts).items() if key != "model"}}
    return [chains.filter_of(name, {**own.get(name, {}), **models.get(name, {})}) for name in names]


def _not_of_emit(opts):
    """Return the names of options that are not those of emit, or do nothing there."""
    names = {"no_context"}               # of the filter that removes sentences
    if not _by_letter(opts):
        names.add("letters")
    if opts.format != "jsonl":           # whose fields keep their names
        names |= {"schema", "text_key", "id_key"}
    elif opts.schema in ("lines", "tsv"):
        names.add("schema")
    return names


# Validate the options of scutch-clean and fill in defaults that depend on others.

# Of a name that -o is given for one file


def settled(opts: Namespace) -> Namespace:
    """Return the options with the defaults that depend on others.

    Raises:  Unusable for options that cannot be.
    """
    check_schema(opts)
    opts = Namespace(**vars(opts))
    if opts.keep is None and opts.max is None and opts.min is None:
        opts.keep = AUTO
    if opts.lines:
        opts.schema = "lines"
    _check(opts, format_of(opts))
    if opts.scope == ARTICLE:
        opts.scope = "main"
        kept = roles_named(getattr(opts, "with")) | roles_named(opts.only_roles)
        left_out = sorted({*NOT_ARTICLE, *roles_named(opts.without)} - kept)
        opts.without = ",".join(left_out) or None
    if opts.archive and opts.by is None:
        opts.by = DECIDING               # the last score is that of docfreq
    return opts


def _check(opts, form):
    """Refuse options that contradict others."""
    for name, needed in GOES_WITH.items():
        if getattr(opts, name) and not getattr(opts, needed):
            raise Unusable(f"{typed(name)} goes with {typed(needed)}")
    of_read = [typed(name) for name in ("names", "drop_urls", "only_urls") if getattr(opts, name)]
    is_combined = opts.by in (None, DECIDING)
    for is_refused, why in (
            (opts.output and os.path.splitext(opts.output)[1] in OF_FILES,
             "-o takes a folder, which gets one file for each FILE; for a single file use > "
             f"{opts.output}"),
            (opts.output == "", "-o '': a folder is required"),
            (opts.compress and opts.format == "parquet",
             "--compress does nothing for --format parquet, which is compressed"),
            (opts.explain and opts.output,
             "--explain prints one pipe, -o is a run for each input: give one"),
            (opts.explain and of_read and opts.schema != "auto",
             f"--explain has no pipe for {' and '.join(of_read)} with --schema or --lines: only "
             "scutch-read has it"),
            (opts.letters != LETTERS and not has_letters(opts),
             "--letters does nothing without --keep LETTERS or a format that shows them"),
            (opts.favor and not is_combined,
             f"--favor needs the score of scutch-combine, but --by {opts.by} decides"),
            (opts.favor and opts.keep != AUTO,
             "--favor shifts the threshold of --keep auto, which is not asked for"),
            (opts.archive and (opts.jobs > 1 or opts.max_seconds),
             "--archive compares the pages of a host in one process: it goes without --jobs and "
             "--max-seconds"),
            (opts.dropped and opts.output,
             "--dropped writes one file, -o one for each FILE: give one"),
            (opts.dedup and opts.skip_existing,
             "--dedup compares the pages of all FILEs: it goes without --skip-existing"),
            (opts.quality and form not in {*OF_DOCUMENTS, "vrt"} and opts.max_quality is None
             and not opts.dropped,
             f"--quality shows nothing in --format {form}: --max-quality drops by it, and jsonl, "
             "dolma, datatrove, parquet, xml and vrt show it"),
            (opts.pii == "mark" and (opts.text or form not in OF_DOCUMENTS - {"xml"}),
             "--pii mark writes places in plain text into --format jsonl, dolma, datatrove or "
             "parquet, without --text; --pii mask is for all formats"),
            (opts.split and opts.corpus,
             "--corpus is one document of all pages, --split a file for each: give one"),
            (opts.raw and is_combined,
             "--raw: combine writes no raw value; --by names a score that has one, such as charlm"),
    ):
        if is_refused:
            raise Unusable(why)


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
    return stream.reported("scutch-clean", lambda: interruptible(lambda: into_files(this, opts)))


def _explain(module, opts):
    Selection(opts)          # refuses a contradiction
    chain = chain_of(opts)
    chains.check_order(chain)
    return stream.show("scutch-clean", chains.pipe_of(module, opts, chain) + "\n")


# The chain of scutch-clean with its source: pages, and records among them.
