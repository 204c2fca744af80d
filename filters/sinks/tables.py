"""Tables: csv, with a header, tsv and Parquet, a row for each document; sentences, a line for each.

The sink of Parquet makes a line of JSON of each document, in any process; RowGroups makes a file of
the lines, in the one that writes. Its columns are the same whatever the pages have.

Options:
  --columns LIST    with --format csv, tsv or sentences: its columns, comma-separated, of {COLUMNS};
                    date is the day of published (default: csv
                    id,url,title,lang,text; tsv id,text; sentences alone)
"""
import argparse
import io

from ..edge.console import needs
from ..edge.jsonlines import encode
from ..errors import Unusable
from ..record import name_of, object_of, title_of
from ..scoring.scores import spans_of
from ..stream.inputs import to_tsv
from ..stream.printedlines import cell, flat, joined_text, paragraphs, printable
from .frontmatter import NAMES, text_of
from .jsonformats import WORKING, attributes, with_places

DEFAULT = {"csv": "id,url,title,lang,text", "tsv": "id,text"}
OF_RECORD = ["id", "url", "timestamp", "lang", "title", "text"]
DATE = "date"            # the day on which it was published, YYYY-MM-DD, or as much as is stated
DAY = len("2025-03-19")
OF_META = {DATE, *NAMES} - {"title"}         # columns that need scutch-meta
ROWS = 10_000            # of a group, at most,
BYTES = 16 << 20         # of its lines, at most, unless one line is longer
TEXTS = ["url", "title", "lang", "timestamp"]    # fields that are columns where they are text
LISTS = {"authors", "categories", "tags", "images"}
MOST_INT = 1 << 63       # of a column
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


def sentences(record, kept, columns="", spreadsheet=False):
    """Return one sentence per line, then an empty line; "" if none is kept.

    columns: those of a table, where each line is a row, of which text has the sentence; such has no
             empty lines. spreadsheet: see printedlines.cell.

    >>> sentences({"id": "7"}, [{"text": "It was\\n3. Yes.", "sentences": [[0, 9], [10, 14]]}])
    b'It was 3.\\nYes.\\n\\n'
    >>> sentences({"id": "7"}, [{"text": "One."}, {"text": "Two."}], "id,text")
    b'7\\tOne.\\n7\\tTwo.\\n'
    """
    sentences = [flat(segment["text"][start:end]) for segment in kept
                 for start, end in spans_of(segment)]
    rows = ["\t".join(cells_of(record, sentence, columns or "text", spreadsheet))
            for sentence in sentences]
    if columns:
        return "".join(row + "\n" for row in rows).encode("utf-8", "replace")
    return paragraphs(record, rows) if kept else b""


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


def parquet(record, kept):
    """Return the line of a row: id, url, text, title, lang, timestamp, authors, date, meta, scores,
    more.

    authors, date: those of `meta`, the date as the day of publication, or as much as is known.
    scores:  for each score of each kept segment its name, its place in the text, in code points,
             half open, and its value; those of "attributes" as well.
    more:    all other fields of the record, as JSON, and those that do not fit their column; None
             where there are none.

    >>> parquet({"id": 7, "lang": "en", "title": 3}, [{"text": "Hi."}])[-48:]
    b'"meta":null,"scores":[],"more":"{\\\\"title\\\\":3}"}\\n'
    """
    record = with_places(record, kept)
    columns = {name: printable(record[name]) for name in TEXTS
               if isinstance(record.get(name), str)}
    meta, rest = _meta(object_of(record, "meta"))
    scores, others = _scores(attributes(record, kept))
    more = {name: value for name, value in record.items()
            if not (name in columns or name in WORKING or name in ("id", "text")
                    or (name in ("meta", "attributes") and isinstance(value, dict)))}
    more |= {name: value for name, value in (("meta", rest), ("attributes", others)) if value}
    return encode({
        "id": printable(name_of(record)), **dict.fromkeys(TEXTS), **columns,
        "text": joined_text(kept), "authors": meta and meta.get("authors"),
        "date": text_of(meta or {}, "published")[:DAY] or None, "meta": meta, "scores": scores,
        "more": encode(more).decode().rstrip("\n") if more else None})


def _scores(attributes):
    """Return (the rows of attributes that are spans and a number each, all others)."""
    fit, others = [], {}
    for name, spans in attributes.items():
        if isinstance(spans, list) and all(isinstance(span, list) and list(map(type, span)) in (
                [int, int, float], [int, int, int]) and max(map(abs, span)) < MOST_INT
                for span in spans):
            fit += [{"name": printable(name), "start": start, "end": end, "score": score}
                    for start, end, score in spans]
        else:
            others[name] = spans
    return fit, others


def _meta(meta):
    """Return (the fields of `meta` that are of the type of their column, all others)."""
    fit: dict[str, str | list[str]] = {}
    for name, value in meta.items():
        if name in LISTS and isinstance(value, list) and all(
                isinstance(part, str) for part in value):
            fit[name] = [printable(part) for part in value]
        elif name in NAMES and name not in LISTS and isinstance(value, str):
            fit[name] = printable(value)
    return fit or None, {name: value for name, value in meta.items() if name not in fit}


def schema(pyarrow):
    """Return the schema of the rows."""
    text, texts = pyarrow.string(), pyarrow.list_(pyarrow.string())
    return pyarrow.schema([
        ("id", text), ("url", text), ("text", text), ("title", text), ("lang", text),
        ("timestamp", text), ("authors", texts), ("date", text),
        ("meta", pyarrow.struct([(name, texts if name in LISTS else text) for name in NAMES])),
        ("scores", pyarrow.list_(pyarrow.struct([
            ("name", text), ("start", pyarrow.int64()), ("end", pyarrow.int64()),
            ("score", pyarrow.float64())]))),
        ("more", text)])


def table(lines):
    """Return the pyarrow.Table of the lines of some rows."""
    import pyarrow
    import pyarrow.json
    data = b"".join(lines)
    return pyarrow.json.read_json(
        io.BytesIO(data), pyarrow.json.ReadOptions(use_threads=False, block_size=len(data) + 1),
        pyarrow.json.ParseOptions(explicit_schema=schema(pyarrow)))


class RowGroups:
    """From the lines of rows to the bytes of a Parquet file: `add` takes lines, `end` ends it.

    The bytes do not depend on how the lines were divided among calls.
    Raises:  Unusable without the pyarrow package.
    Memory:  the lines of one row group, about three times.
    """

    def __init__(self):
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise Unusable(needs("--format parquet", "parquet")) from None
        self._file = _Growing()
        self._writer = pyarrow.parquet.ParquetWriter(self._file, schema(pyarrow),
                                                     compression="zstd")
        self._lines, self._size = [], 0

    def add(self, data):
        """Return the bytes of the file that are complete after some whole lines, b"" for none."""
        for line in data.splitlines(keepends=True):
            if self._lines and (len(self._lines) >= ROWS or self._size + len(line) > BYTES):
                self._write_group()
            self._lines.append(line)
            self._size += len(line)
        return self._file.taken()

    def end(self):
        """Return the last bytes of the file, which is one even without rows."""
        if self._lines:
            self._write_group()
        self._writer.close()
        return self._file.taken()

    def _write_group(self):
        self._writer.write_table(table(self._lines))
        self._lines, self._size = [], 0


class _Growing(io.RawIOBase):
    """The end of a file: what pyarrow writes to it, until that is taken."""

    def __init__(self):
        self._pieces = []

    def writable(self):
        return True

    def write(self, data):
        self._pieces.append(bytes(data))

    def close(self):
        """Stay open, as what was written last is taken after pyarrow has closed it."""

    def taken(self):
        """Return the bytes since the last call."""
        taken, self._pieces = b"".join(self._pieces), []
        return taken
