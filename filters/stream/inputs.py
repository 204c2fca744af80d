"""The records of the input files: JSON lines, TSV or plain text, by the schema of the options."""
import argparse
import itertools
import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any

from ..edge.bytestreams import numbered_lines
from ..edge.console import complain, plural, typed
from ..edge.jsonlines import decode
from ..errors import BadRecord, Unreadable, Unusable, kept
from ..html.sniff import WHOLE_PAGE, is_html
from ..record import MAX_SEGMENTS, PAGE, Record, as_line, has_error, is_blank, object_of, with_note
from ..sources.kinds import HAR, MODEL, binary_format, is_utf16, open_source, text_format
from ..sources.units import Line, decoded, lines_in

# Names that other formats have for fields, and tab-separated lines.

# Each name is taken where ours is absent and the value fits.
# hplt and warc2text: u, ts, h, p, t; ccnet: raw_content, date_download, digest.
ALIASES = {
    "scutch": {},
    "dolma": {"created": "timestamp"},
    "datatrove": {},
    "hplt": {"u": "url", "ts": "timestamp", "t": "text", "p": "text", "h": "html"},
    "warc2text": {"u": "url", "ts": "timestamp", "p": "text", "h": "html"},
    "ccnet": {"raw_content": "text", "date_download": "timestamp", "digest": "id",
              "language": "lang"},
}
ALIASES["auto"] = {**ALIASES["ccnet"], **ALIASES["hplt"],
                   "content": "text", "date": "timestamp"}
# Columns of --format parquet: of the record, where they are text; all of them
COLUMNS = ["id", "url", "text", "title", "lang", "timestamp"]
LATER = {"timestamp", "authors", "date"}         # not in all files
ROW = {*COLUMNS, *LATER, "meta", "scores", "more"}
SCHEMAS = ["auto", "scutch", "dolma", "datatrove", "hplt", "warc2text", "ccnet", "lines", "tsv"]


def renamed(record: Record, aliases: dict[str, str]) -> Record:
    """Return the record under our names, in place and in order, where our name is still free.

    A name counts as free if its value is blank and another field for it has text.

    >>> renamed({"u": "http://a", "x": 1, "t": "hi"}, ALIASES["hplt"])
    {'url': 'http://a', 'x': 1, 'text': 'hi'}
    >>> renamed({"text": "ours", "t": 3.5}, ALIASES["hplt"])
    {'text': 'ours', 't': 3.5}
    >>> renamed({"text": "", "p": " ", "t": "hi"}, ALIASES["hplt"])
    {'p': ' ', 'text': 'hi'}
    """
    if aliases.keys().isdisjoint(record):
        return record
    filled = {aliases.get(key, key) for key, value in record.items() if not is_blank(value)
              and (key not in aliases or isinstance(value, str))}
    taken = {key for key, value in record.items() if not (is_blank(value) and key in filled)}
    out = {}
    for key, value in record.items():
        if key in filled and is_blank(value):
            continue
        name = aliases.get(key, key)
        if name != key and (name in taken or not isinstance(value, str)
                            or (is_blank(value) and name in filled)):
            name = key
        taken.add(name)
        out[name] = value
    return out


def set_aside(record: Record, named: dict[str, str]) -> Record:
    """Return the record; a field that has our name, but was not named by the user, is renamed.

    named:   {their name: ours}, of --text-key and the like; our name gets the ending _given.

    >>> set_aside({"text": "short", "body": "long"}, {"body": "text"})
    {'text_given': 'short', 'body': 'long'}
    """
    for theirs, ours in named.items():
        value = record.get(theirs)
        if isinstance(value, str) and not is_blank(value) and not is_blank(record.get(ours)):
            record = {f"{key}_given" if key == ours else key: part
                      for key, part in record.items()}
    return record


def of_row(record: Record) -> Record:
    """Return the record behind a row of scutch-emit --format parquet: see ROW.

    Any other object with these fields comes back as it is.

    >>> of_row({"id": "7", "url": None, "text": "Hi.", "title": None, "lang": "en", "meta": None,
    ...         "scores": [{"name": "mlp", "start": 0, "end": 3, "score": 0.1}],
    ...         "more": '{"scorers":["mlp"]}'})["attributes"]
    {'mlp': [[0, 3, 0.1]]}
    """
    try:
        more = decode(record["more"].encode()) if record["more"] else {}
        attributes: dict[str, Any] = {}
        for row in record["scores"] or ():
            attributes.setdefault(row["name"], []).append([row["start"], row["end"], row["score"]])
        meta = {name: value for name, value in (record["meta"] or {}).items() if value is not None}
    except (BadRecord, AttributeError, TypeError, LookupError):
        return record
    out = {name: record[name] for name in COLUMNS if record.get(name) is not None} | more
    for name, value in ("meta", meta), ("attributes", attributes):
        if value:
            out[name] = value | object_of(more, name)
    return out


def given_back(opts: Namespace) -> dict[str, str]:
    """Return {our field: the schema's name}, to rename fields on output.

    opts:    with schema, text_key and id_key. A field with several names gets the first.
    """
    names: dict[str, str] = {}
    if opts.schema != "auto":
        for theirs, ours in ALIASES.get(opts.schema, {}).items():
            names.setdefault(ours, theirs)
    keys = {"text": opts.text_key, "id": opts.id_key}
    return {**names, **{ours: theirs for ours, theirs in keys.items() if theirs}}


def with_html(record: Record, given: Record) -> Record:
    """Return the record with html in place of a text that begins as HTML, and a note in doc.

    given: the record under its original names. A field named text is taken for HTML only if it is
           a whole page or has an end tag: plain text about HTML can begin with a tag.

    >>> list(with_html({"text": "<p>One.", "id": 7}, {"content": "<p>One.", "id": 7}))
    ['html', 'id', 'doc']
    """
    text = record.get("text")
    if not isinstance(text, str) or "<" not in text or not all(
            is_blank(record.get(key)) for key in PAGE):
        return record
    doc = object_of(record, "doc")
    if "charset" in doc:      # it was read as text
        return record
    if not is_html(text, surely=given.get("text") is text):
        return record
    name = next(key for key, value in given.items() if value is text)
    out = {"html" if key == "text" else key: value for key, value in record.items()
           if key not in PAGE}
    return {**out, "doc": with_note(doc, f'"{name}" was read as HTML')}


def from_tsv(line: bytes) -> Record:
    """Return the record of a line `id TAB text` (or text alone); \\n, \\t and \\\\ are escapes.

    >>> from_tsv(rb"7\\tone\\ntwo".replace(rb"\\t", b"\\t"))
    {'id': '7', 'text': 'one\\ntwo'}
    """
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(f"not UTF-8 at byte {error.start + 1}", "bad_line",
                        as_line(line)) from None
    head, tab, tail = text.partition("\t")
    if not tab:
        return {"text": _unescape(text)}
    return {"id": head or None, "text": _unescape(tail)}


def to_tsv(text: str) -> str:
    """Return the text as one field of a tab-separated line."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def _unescape(text):
    return re.sub(r"\\([ntr\\])", lambda m: {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}[m[1]],
                  text)


# Plain text, for --lines.

CONTINUED = "continued"  # the document continues in the next record


def documents(lines: Iterable[tuple[str, bytes, int]]) -> Iterator[tuple[str, Record]]:
    """Yield (place, record) for each document of plain text: lines up to an empty one.

    lines:   of numbered_lines. A document that is not UTF-8 is decoded as a page is.
    A document longer than MAX_SEGMENTS is several records; all but the last have "continued".
    """
    reported = False
    for document, is_whole in _gathered(lines):
        record, reported = _record(document, reported)
        yield record["id"], record if is_whole else {**record, CONTINUED: True}


def _gathered(lines):
    """Yield (a list of (place, line), whether it is the end of a document)."""
    document: list[tuple[str, bytes]] = []
    for place, line, left_out in lines:
        if left_out:
            _complain(f"{place}: a line too long, {plural(left_out, 'byte')} of it left out")
        is_empty = not line.decode("utf-8-sig", "replace").strip()
        if document and (is_empty or len(document) == MAX_SEGMENTS):
            yield document, is_empty
            document = []
        if not is_empty:
            document.append((place, line))
    if document:
        yield document, True


def _record(document, reported):
    """Return (the record of a document's lines, whether text that is not UTF-8 has been reported,
    now or before)."""
    try:
        texts = [line.decode("utf-8-sig") for _, line in document]
    except UnicodeDecodeError:
        from ..html.anybytes import decoded
        from ..html.charset import decode_page
        codec = decode_page(b"\n".join(line for _, line in document))[1]
        texts = [decoded(line, codec).removeprefix("\ufeff") for _, line in document]
        if not reported:
            place = next(place for place, line in document
                         if line.decode(errors="ignore").encode() != line)
            _complain(f"{place}: not UTF-8: its document is read as {codec}, and later ones that "
                      "are not by their bytes, too")
        reported = True
    segments = [{"text": text, "kind": "p", "chars": len(text)}
                for text in map(str.strip, texts) if text]
    return {"id": document[0][0], "segments": segments}, reported


def is_record(line: bytes) -> bool:
    """Return whether a filter wrote this line: a record with "segments", or a refused one.

    >>> is_record(b'{"id":"a","segments":[]}'), is_record(b'{"name": "JSON in a text"}')
    (True, False)
    """
    if not line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{"):
        return False
    try:
        record = decode(line)
    except BadRecord:
        return False
    return isinstance(record.get("segments"), list) or has_error(record)


def _complain(message):
    complain(os.path.basename(sys.argv[0]), message)


# The files.

def check_schema(opts: argparse.Namespace) -> None:
    """Raise Unusable for names of fields with plain text, which has none."""
    if not getattr(opts, "lines", False) and getattr(opts, "schema", None) != "lines":
        return                               # some commands read no records
    if opts.schema not in ("auto", "lines"):
        raise Unusable(f"--lines is plain text, --schema {opts.schema} is not: give one")
    for key in "text_key", "html_key", "id_key":
        if getattr(opts, key):
            raise Unusable(f"{typed(key)} names a field; plain text has none")


def units_from(opts: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    """Yield (place, Line) of the input files; (place, record) of documents of plain text.

    Rows of a Parquet file are lines. An OSError stands for the rest of a file that cannot be read.
    """
    for name in opts.files or ["-"]:
        try:
            with closing(open_source(name, waits=False)) as source:
                yield from _units_in(source, opts)
        except OSError as error:
            yield str(name), kept(error) if error.filename else Unreadable(
                str(name), str(error.strerror))


def _units_in(source, opts):
    """Yield the units of a file: of plain text documents, or lines of JSON if a filter wrote it."""
    is_readable = not source.stream.failure          # else its lines are read as far as they go
    if _is_plain(opts):
        if is_readable:
            _refuse_unless_text(source)
        lines = numbered_lines(source)
        for first in lines:
            if first[1].strip():
                document = itertools.chain([first], lines)
                yield from lines_in(document) if is_record(first[1]) else documents(document)
        return
    if source.kind == "parquet":
        source.rows()
    elif opts.schema != "tsv" and is_readable:
        _refuse_unless_records(source, opts.schema)
    yield from lines_in(numbered_lines(source))


def decoder(opts: argparse.Namespace) -> Callable[[str, Any], Record]:
    """Return decode(place, unit) -> record, for the units of units_from.

    decode raises BadRecord for a line without a record.
    """
    if _is_plain(opts):
        return partial(_record_of, decode, ALIASES["scutch"], {}, False)
    aliases = dict(ALIASES.get(opts.schema, {}))
    keys = [(opts.text_key, "text"), (opts.html_key, "html"), (opts.id_key, "id")]
    if opts.html_key:
        keys.append((f"{opts.html_key}_b64", "html_b64"))    # bytes of Parquet that are not UTF-8
    named = {key: name for key, name in keys if key and key != name}
    for key, name in named.items():
        aliases = {k: v for k, v in aliases.items() if v != name} | {key: name}
    guessed = opts.schema == "auto" and not opts.text_key
    return partial(_record_of, from_tsv if opts.schema == "tsv" else decode, aliases, named,
                   guessed)


def records_from(opts: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    """Yield (place, record or BadRecord or OSError) of the input files: see units_from."""
    return decoded(units_from(opts), decoder(opts), {})


def for_each_record(opts: argparse.Namespace, call: Callable[[Record], object]) -> None:
    """Call a function for each record of files besides the input, such as one to compare with.

    Raises:  OSError for a file that cannot be read, Unusable for a bad record.
    """
    for place, record in records_from(opts):
        if isinstance(record, OSError):
            raise record
        try:
            if isinstance(record, BadRecord):
                raise record
            call(record)
        except BadRecord as error:
            raise Unusable(f"{place}: {error}") from None


def _is_plain(opts):
    return opts.lines or opts.schema == "lines"


def _record_of(reader: Callable[[bytes], Record], aliases: dict[str, str], named: dict[str, str],
               guessed: bool, place: str, line: Any) -> Record:
    if not isinstance(line, Line):       # a document of plain text
        return line
    try:
        if line.left_out:
            raise BadRecord(f"a line too long, {plural(line.left_out, 'byte')} of it left out",
                            "long_line", as_line(line.data))
        record = reader(line.data)
        if record.keys() | LATER == ROW:
            record = of_row(record)
    except BadRecord as error:
        error.record = {"id": place, **error.record}
        raise
    if "segments" not in record:      # else a filter wrote it, and a "t" in it is not text
        given, record = record, renamed(set_aside(record, named), aliases)
        if guessed:
            record = with_html(record, given)
    if record.get("id") is None:
        url = record.get("url")
        record = {"id": None, **record}      # it comes first
        record["id"] = url if url and isinstance(url, str) else place
    return record


def _refuse_unless_records(source, schema):
    """Raise Unreadable for a page or an archive in place of records, by its first bytes.

    A line without a record is a bad record; in a page every line would be.
    """
    name, stripped = source.name, source.head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if stripped.startswith(MODEL):
        raise Unreadable(name, "a model of scutch, not JSON lines")
    begins = stripped[:1] == b"{" and stripped[1:2] != b"\0"
    is_har = b'"log"' in stripped and str(text_format(stripped)) == HAR
    if not is_har and (begins or b"\n{" in source.head):
        return
    if source.kind in ("html", "warc", "arc"):
        without = "" if schema == "auto" else ", without --schema"
        raise Unreadable(name, "a page or an archive, not JSON lines: scutch-clean reads it"
                               f"{without}, and scutch-read makes records of it")
    if source.format:
        raise Unreadable(name, f"{source.format}, not JSON lines{source.format.advised}")


def _refuse_unless_text(source):
    """Raise Unreadable for a page or an archive in place of plain text, by its first bytes."""
    name, head = source.name, source.head
    if WHOLE_PAGE.match(head.decode("utf-8-sig", "replace")) or source.kind in ("warc", "arc"):
        raise Unreadable(name, "a page or an archive, not lines of plain text: scutch-clean reads "
                               "it, without --lines")
    if is_utf16(head):
        raise Unreadable(name, "UTF-16, not lines of plain text in UTF-8: iconv -f UTF-16 -t UTF-8 "
                               "makes UTF-8 of it")
    if other_format := binary_format(head):
        raise Unreadable(name, f"{other_format}, not lines of plain text{other_format.advised}")
