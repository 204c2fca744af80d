"""The formats that scutch-emit writes: functions from a record and its kept segments to bytes.

Formats of lines of text leave out a document of which nothing is kept; those of one line a
document (jsonl, dolma, datatrove, tsv) have that line all the same, so that rows stay aligned.
"""
from functools import partial

from ..selection.segments import selection_arguments
from .annotated import html
from .documents import datatrove, dolma, jsonl
from .markdown import markdown
from .markup import vrt, xml
from .plain import lines, text, tsv

FORMATS = ["text", "jsonl", "dolma", "datatrove", "vrt", "xml", "tsv", "lines", "html",
           "markdown"]
# What a file in a format is named; others are lines of JSON
EXTENSIONS = {"text": "txt", "lines": "txt", "tsv": "tsv", "vrt": "vrt", "xml": "xml",
              "html": "html", "markdown": "md"}
JSON_EXTENSION = "jsonl"


def sink(name, *, by=None, source="web", names=()):
    """Return the function (record, kept segments) -> bytes of the format.

    by:      the score shown in vrt, xml and html; the record's last where it is None, in html
             the class of scutch-archive.
    names:   jsonl: names of fields that are not ours, see schemas.given_back.
    source:  dolma's name of the data set, for records that have none.
    """
    return {"text": text, "jsonl": partial(jsonl, names=names),
            "dolma": partial(dolma, source=source), "datatrove": datatrove,
            "vrt": partial(vrt, by=by), "xml": partial(xml, by=by), "tsv": tsv, "lines": lines,
            "html": partial(html, by=by), "markdown": markdown}[name]


def format_arguments(parser, keep=None):
    """Declare the options that scutch-clean has, too. keep: see selection_arguments."""
    parser.add_argument("--format", choices=FORMATS, metavar="NAME",
                        help=f"one of {', '.join(FORMATS)} (default: text, or lines with "
                             "--score-columns)")
    parser.add_argument("--source", default="web", metavar="NAME",
                        help="dolma: source of the records that name none (default: %(default)s)")
    selection_arguments(parser, keep)
