"""The formats that scutch-emit writes: functions from a record and its kept segments to bytes.

Formats with lines of text drop a document of which nothing is kept; those with one line a
document (jsonl, dolma, datatrove, tsv, csv, parquet) write it all the same, so that rows stay
aligned.

Options:
  --format NAME     one of {FORMATS} (default: text); md is markdown
  --text NAME       with a format of one document per line: its text in markdown or html, not plain
  --source NAME     with --format dolma: source of records without one (default: web)
  + sinks.tables
  --split-comments  write readers' comments apart from the text, as "comments", and with --format
                    xml or tei as a <div>; by their role
  --mark-repeats    with --format vrt, xml or tei: mark text that the document has before
  --spreadsheet     with --format csv, tsv, lines or sentences: write an apostrophe before text that
                    a spreadsheet would compute, which begins with = + - @ or a quotation mark
  + selection.segments
  --meta            with --format markdown: show what scutch-meta has found, as front matter; other
                    formats of documents have it anyway, csv and tsv by --columns
  --sentences       with --format tei: put each sentence into an <s>; with jsonl: write the places
                    of sentences in text into "sentences"
  --corpus          with --format tei: put all documents into one <teiCorpus>
  --structure       with --format xml: put tables, lists and quotations into elements, and give
                    headings a level
  --marks           with --format jsonl, xml, vrt or tei: show the marks that scutch-html2text
                    --marks has written
  --links           in markdown and html: write links with their addresses
  --images          in markdown and html: write images, by their addresses; in formats of one
                    document per line: list these in meta.images, those of the kept text first
  --emphasis        in markdown and html: mark strong, emphasised and deleted text
  --dropped FILE    write the records left out to FILE, with doc.dropped, the rule and the value
"""
from functools import partial
from importlib import import_module

from ..edge.bytestreams import as_text
from ..edge.console import typed
from ..errors import Unusable
from ..text.textmarks import IMAGE, LINK
from .document import CODE_ALONE
from .tables import OF_META, Headed, RowGroups, header_of

# In which module each has its function, and the extension of its files
PRINTED, JSON = "..stream.printedlines", ".jsonformats"
FORMATS = {"text": (PRINTED, "txt"), "sentences": (".tables", "txt"), "jsonl": (JSON, "jsonl"),
           "dolma": (JSON, "jsonl"), "datatrove": (JSON, "jsonl"), "vrt": (".xmlvrt", "vrt"),
           "xml": (".xmlvrt", "xml"), "tsv": (".tables", "tsv"), "csv": (".tables", "csv"),
           "lines": (PRINTED, "txt"), "html": (".cleanhtml", "html"),
           "markdown": (".markdown", "md"), "tei": (".xmlvrt", "xml"),
           "parquet": (".tables", "parquet")}
ROWS = {"jsonl", "dolma", "datatrove", "tsv", "csv", "parquet"}     # a line for each document
RECORD = "record"        # not text but a record with it, for the next filter of a chain
FILES = {"csv", "parquet"}       # of many pages, with a header or a footer
# Of which formats an option changes the output; with others it is refused
SHOWN, EMPHASIS = ("links", "images", "emphasis"), ["strong", "em", "del"]
WITH_SHOWN = {"markdown", "html"}        # formats that show code unasked, links and more on request
LISTING = {*ROWS, RECORD}        # which have images in meta.images
OF_DOCUMENTS = {"jsonl", "dolma", "datatrove", "parquet", RECORD, "xml"}
GOES_WITH = {
    "source": {"dolma"}, "columns": {"csv", "tsv", "sentences"},
    "spreadsheet": {"csv", "tsv", "lines", "sentences"}, "corpus": {"tei"},
    "mark_repeats": {"vrt", "xml", "tei"}, "sentences": {"tei", "jsonl"}, "structure": {"xml"},
    "marks": {"jsonl", "xml", "vrt", "tei"}, "text": {*ROWS, RECORD},
    "meta": {*OF_DOCUMENTS, "vrt", "tei", "markdown"}, "split_comments": {*OF_DOCUMENTS, "tei"},
    **dict.fromkeys(SHOWN, WITH_SHOWN), "images": WITH_SHOWN | LISTING}
SHOWING_META = {"tei"}   # formats for which scutch-clean finds title, authors, dates unasked


def sink(name, **options):
    """Return the function (record, kept segments) -> bytes of the format.

    options: those that its function has as parameters, and any others, which are passed over.
    """
    function = getattr(import_module(FORMATS[name][0], __package__), name)
    code = function.__code__
    taken = options.keys() & code.co_varnames[:code.co_argcount]
    return partial(function, **{option: options[option] for option in taken}) if taken else function


def packing_of(name, columns=None, corpus=False):
    """Return what makes the packing of a format, see Step; None where its bytes are the output."""
    if name == "csv":
        return partial(Headed, header_of(columns))
    if corpus:
        from .xmlvrt import CORPUS
        return partial(Headed, *CORPUS)
    if name == "parquet":
        RowGroups()              # without pyarrow, Unusable before anything is read
        return RowGroups
    return None


def format_of(opts):
    """Return the name of the format that these options ask for; refuse what does not go with it."""
    name = opts.format or "text"
    for option, formats in GOES_WITH.items():
        shown = {name, opts.text} if option in SHOWN else {name}
        if getattr(opts, option, None) and shown.isdisjoint(formats):
            *others, last = [form for form in FORMATS if form in formats]
            raise Unusable(f"{typed(option)} goes with --format {'or --text ' * (option in SHOWN)}"
                           f"{', '.join(others)}{' or ' * bool(others)}{last}")
    for option in ("marks", "sentences"):
        if opts.text and getattr(opts, option):
            raise Unusable(f"{typed(option)} has places in plain text: it goes without --text")
    return name


def needs_meta(opts):
    """Return whether the format shows what scutch-meta finds."""
    return opts.meta or opts.format in SHOWING_META or not OF_META.isdisjoint(
        (opts.columns or "").split(","))


def shown_of(opts):
    """Return the kinds of marks in markdown or html that the options ask for."""
    return CODE_ALONE.union(*([LINK] * opts.links, [IMAGE] * opts.images, EMPHASIS * opts.emphasis))


def _long_name(name):
    return "markdown" if name == "md" else name


OPTIONS = {
    "--format": {"type": _long_name, "choices": FORMATS},
    "--text": {"type": _long_name, "choices": sorted(WITH_SHOWN)}, "--source": {"type": as_text}}
