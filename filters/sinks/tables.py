"""Tables, a row for each document: csv, with a header, and tsv.

Options:
  --columns LIST    with --format csv, tsv or sentences: its columns, comma-separated, of {COLUMNS};
                    date is the day of published (default: csv
                    id,url,title,lang,text; tsv id,text; sentences alone)
"""
import argparse
import io

from ..record import name_of, object_of, title_of
from ..stream.printedlines import cell, flat, joined_text, printable
from ..stream.schemas import to_tsv
from .described import NAMES, text_of

DEFAULT = {"csv": "id,url,title,lang,text", "tsv": "id,text"}
OF_RECORD = ["id", "url", "timestamp", "lang", "title", "text"]
DATE = "date"            # the day on which it was published, YYYY-MM-DD, or as much as is stated
DAY = len("2025-03-19")
OF_META = {DATE, *NAMES} - {"title"}         # columns that need scutch-meta
COLUMNS = [*OF_RECORD, *(name for name in [DATE, *NAMES] if name not in OF_RECORD)]


def _columns(word):
    names = word.split(",")
    for name in names:
        if name not in COLUMNS or names.count(name) > 1:
            raise argparse.ArgumentTypeError(
                f"{name!r} is no column, or comes again; columns are {', '.join(COLUMNS)}")
    return word


OPTIONS = {"--columns": {"type": _columns}}


def csv(record, kept, columns="", spreadsheet=False):
    """Return a row as RFC 4180 has it, with \\n at its end; Headed adds the header.

    columns: a value of --columns. spreadsheet: see printedlines.cell.

    >>> csv({"id": "7", "url": "http://a"}, [{"text": 'A "b"'}, {"text": "c"}], "text,url")
    b'"A ""b""\\nc",http://a\\n'
    """
    return _line(cells_of(record, joined_text(kept), columns or DEFAULT["csv"], spreadsheet))


def tsv(record, kept, columns="", spreadsheet=False):
    """Return a line of cells with tabs between; of the text \\n, \\t and \\\\ are escaped.

    >>> tsv({"id": "7"}, [{"text": "One."}, {"text": "Two."}])
    b'7\\tOne.\\\\nTwo.\\n'
    """
    cells = cells_of(record, to_tsv(joined_text(kept)), columns or DEFAULT["tsv"], spreadsheet)
    return ("\t".join(cells) + "\n").encode("utf-8", "replace")


def header_of(columns):
    """Return the header of csv with these columns."""
    return _line((columns or DEFAULT["csv"]).split(","))


class Headed:
    """A packing that writes a head before the documents, where there are none, too, and a foot."""

    def __init__(self, head, foot=b""):
        self._head, self._foot = head, foot

    def add(self, data):
        """Return the bytes of the file up to these documents."""
        head, self._head = self._head, b""
        return head + data

    def end(self):
        """Return the last bytes of the file."""
        return self._head + self._foot


def _line(cells):
    from csv import writer  # of csv alone
    line = io.StringIO()
    writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue().encode("utf-8", "replace")


def cells_of(record, text, columns, spreadsheet):
    """Return the cells of a row for a text of a document. columns, spreadsheet: as of csv."""
    cells = [text if name == "text" else _fact(record, name)
             for name in columns.split(",")]
    return list(map(cell, cells)) if spreadsheet else cells


def _fact(record, name):
    """Return what is known of a document, on one line."""
    meta = object_of(record, "meta")
    if name == DATE:
        return text_of(meta, "published")[:DAY]
    if name in OF_META:
        return text_of(meta, name)
    values = {"id": name_of(record), "title": text_of(meta, "title") or title_of(record)}
    value = values.get(name, record.get(name))
    return flat(printable(value)) if isinstance(value, str) else ""
