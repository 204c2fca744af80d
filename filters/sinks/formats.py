"""The formats that scutch-emit writes: functions from a record and its kept segments to bytes.

Formats with lines of text drop a document of which nothing is kept; those with one line a
document (jsonl, dolma, datatrove, tsv, csv, parquet) write it all the same, so that rows stay
aligned.
"""
from functools import partial
from importlib import import_module

from ..edge.files import as_text
from ..errors import Unusable
from ..selection.documentlimits import dropped_argument
from ..selection.segments import selection_arguments
from .inlines import CODE_ALONE, Shown
from .tables import OF_META, Headed, columns_argument

# In which module each has its function
PRINTED = ".stream.printedlines"
FORMATS = {"text": PRINTED, "sentences": "sentencelines", "jsonl": "documents",
           "dolma": "documents", "datatrove": "documents", "vrt": "markup", "xml": "markup",
           "tsv": "tables", "csv": "tables", "lines": PRINTED, "html": "cleanhtml",
           "markdown": "markdown", "tei": "tei", "parquet": "rowgroups"}
# The extension of a file in each format; others are lines of JSON
EXTENSIONS = {"text": "txt", "sentences": "txt", "lines": "txt", "tsv": "tsv", "csv": "csv",
              "vrt": "vrt", "xml": "xml", "html": "html", "markdown": "md", "tei": "xml",
              "parquet": "parquet"}
JSON_EXTENSION = "jsonl"
ROWS = {"jsonl", "dolma", "datatrove", "tsv", "csv", "parquet"}     # a line for each document
RECORD = "record"        # not text but a record with it, for the next filter of a chain
FILES = {"csv", "parquet"}       # of many pages, with a header or a footer
TABLES = {"tsv", "csv"}
CELLS = {*TABLES, "lines"}
WITHOUT_META = {*CELLS, "text", "sentences", "html"}     # formats that --meta changes nothing in
WITH_MARKS = {"jsonl", "xml", "vrt", "tei"}
WITH_SHOWN = {"markdown", "html"}        # formats that show code unasked, links and more on request
WITH_QUALITY = {"jsonl", "dolma", "datatrove", "parquet", "xml", "vrt", RECORD}
WITH_COMMENTS = {"jsonl", "dolma", "datatrove", "parquet", "xml", "tei", RECORD}
SOURCE = "web"
SHOWING_META = {"tei"}   # formats for which scutch-clean finds title, authors, dates unasked
# The help of --meta, of scutch-clean and of scutch-emit
META = ("also find title, authors, dates and the like, by scutch-meta, and show them as "
        "scutch-emit does",
        "with --format markdown: show what scutch-meta has found, as front matter; other formats "
        "of documents have it anyway, csv and tsv by --columns")

MARKS = ("with --format jsonl, xml, vrt or tei: show code, links, emphasis, images and the like "
         "within segments",
         "with --format jsonl, xml, vrt or tei: show the marks that scutch-html2text --marks has "
         "written")


def sink(name, *, by=None, source=None, raw=False, names=(), meta=False, columns=None,
         sentences=False, repeats=False, spreadsheet=False, marks=False, shown=CODE_ALONE,
         split=False, structure=False):
    """Return the function (record, kept segments) -> bytes of the format.

    by:      the score shown in vrt, xml and tei; where it is None the record's last.
    names:   for jsonl: other names of fields, see schemas.given_back.
    raw:     whether lines has raw values, not scores.
    meta:    for markdown: whether the record's `meta` is shown.
    columns: for csv and tsv: see tables.py.
    sentences: for tei: whether sentences are marked.
    repeats: whether vrt, xml and tei mark text that the document has before.
    spreadsheet: for csv, tsv and lines: whether no cell begins as a formula.
    marks:   for jsonl, xml, vrt and tei: whether those of segments are shown; shown: for markdown
             and html which of them.
    split:   for xml and tei: whether comments are in a <div> of their own.
    structure: for xml: whether tables, lists and quotations are elements.
    source:  dolma's name of the data set, for records that have none; None for SOURCE.
    """
    function = getattr(import_module(f".{FORMATS[name]}", __package__), name)
    of_tables = {"columns": columns, "spreadsheet": spreadsheet}
    of_markup = {"by": by, "repeats": repeats, "marks": marks}
    settings = {"jsonl": {"names": names, "marks": marks}, "dolma": {"source": source or SOURCE},
                "vrt": of_markup, "xml": {**of_markup, "split": split, "structure": structure},
                "html": {"shown": shown},
                "tei": {**of_markup, "sentences": sentences, "split": split},
                "lines": {"field": "raw" if raw else "scores", "spreadsheet": spreadsheet},
                "markdown": {"meta": meta, "shown": shown},
                "tsv": of_tables, "csv": of_tables}
    return partial(function, **settings[name]) if name in settings else function


def packing_of(name, columns=None):
    """Return what makes the packing of a format, see Step; None where its bytes are the output."""
    if name == "csv":
        return partial(Headed, columns)
    if name != "parquet":
        return None
    from .rowgroups import RowGroups
    RowGroups()                  # without pyarrow, Unusable before anything is read
    return RowGroups


def format_of(opts):
    """Return the name of the format that these options ask for; refuse what does not go with it."""
    name = opts.format or "text"
    if opts.source and name != "dolma":
        raise Unusable("--source goes with --format dolma")
    if opts.structure and name != "xml":
        raise Unusable("--structure goes with --format xml")
    if opts.sentences and name != "tei":
        raise Unusable("--sentences goes with --format tei")
    if opts.mark_repeats and name not in ("vrt", "xml", "tei"):
        raise Unusable("--mark-repeats goes with --format vrt, xml or tei")
    if opts.marks and name not in WITH_MARKS:
        raise Unusable("--marks goes with --format jsonl, xml, vrt or tei; markdown and html have "
                       "--links, --images and --emphasis")
    if opts.text and name not in (*ROWS, RECORD):
        raise Unusable("--text goes with --format jsonl, dolma, datatrove, csv, tsv or parquet")
    if opts.text and opts.marks:
        raise Unusable("--marks has places in plain text: it goes without --text")
    if not {name, opts.text} & WITH_SHOWN and any(shown_of(opts)):
        raise Unusable("--links, --images and --emphasis go with --format or --text markdown or "
                       "html")
    if opts.split_comments and name not in WITH_COMMENTS:
        raise Unusable("--split-comments goes with --format jsonl, dolma, datatrove, parquet, xml "
                       "or tei")
    if opts.columns and name not in TABLES:
        raise Unusable("--columns goes with --format csv or tsv")
    if opts.meta and name in WITHOUT_META:
        raise Unusable(f"--meta shows nothing in --format {name}: csv and tsv have --columns, and "
                       "other formats of documents show it")
    if opts.spreadsheet and name not in CELLS:
        raise Unusable("--spreadsheet goes with --format csv, tsv or lines")
    return name


def needs_meta(opts):
    """Return whether the format shows what scutch-meta finds."""
    return opts.meta or opts.format in SHOWING_META or not OF_META.isdisjoint(
        (opts.columns or "").split(","))


def shown_of(opts):
    """Return the Shown of marks in markdown or html that the options ask for."""
    return Shown(opts.links, opts.images, opts.emphasis)


def format_arguments(parser, keep=None):
    """Declare the options that scutch-clean has, too. keep: see selection_arguments."""
    parser.add_argument("--format", choices=FORMATS, metavar="NAME",
                        help=f"one of {', '.join(FORMATS)} (default: text)")
    parser.add_argument("--text", choices=sorted(WITH_SHOWN), metavar="NAME",
                        help="with a format of one document per line: its text in markdown or "
                             "html, not plain")
    parser.add_argument("--source", type=as_text, metavar="NAME",
                        help="with --format dolma: source of records without one (default: "
                             f"{SOURCE})")
    columns_argument(parser.add_argument)
    parser.add_argument("--split-comments", action="store_true",
                        help="write readers' comments apart from the text, as \"comments\", and "
                             "with --format xml or tei as a <div>; by their role")
    parser.add_argument("--mark-repeats", action="store_true",
                        help="with --format vrt, xml or tei: mark text that the document has "
                             "before")
    parser.add_argument("--spreadsheet", action="store_true",
                        help="with --format csv, tsv or lines: write an apostrophe before text "
                             "that a spreadsheet would compute, which begins with = + - @ or a "
                             "quotation mark")
    selection_arguments(parser, keep)
    parser.add_argument("--meta", action="store_true", help=META[keep is None])
    parser.add_argument("--sentences", action="store_true",
                        help="with --format tei: put each sentence into an <s>")
    parser.add_argument("--structure", action="store_true",
                        help="with --format xml: put tables, lists and quotations into elements, "
                             "and give headings a level")
    parser.add_argument("--marks", action="store_true", help=MARKS[keep is None])
    parser.add_argument("--links", action="store_true",
                        help="in markdown and html: write links with their addresses")
    parser.add_argument("--images", action="store_true",
                        help="in markdown and html: write images, by their addresses")
    parser.add_argument("--emphasis", action="store_true",
                        help="in markdown and html: mark strong, emphasised and deleted text")
    dropped_argument(parser)
