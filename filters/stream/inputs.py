"""The records of the input files: JSON lines, TSV or plain text, by the schema of the options."""
import argparse
import itertools
import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ..edge.bytestreams import numbered_lines
from ..edge.jsonlines import decode
from ..errors import BadRecord, Unreadable, Unusable, kept
from ..record import Record, as_line
from ..sources.kinds import HAR, MODEL, PARQUET_BEGINS, kind_of, open_source, text_format
from ..sources.units import Line, decoded, lines_in
from ..wording import plural, typed
from .plainlines import documents, is_record, refuse_unless_text
from .schemas import ALIASES, LATER, ROW, from_tsv, of_row, renamed, set_aside, with_html


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
    look = None if opts.schema == "tsv" else partial(_refuse_unless_records, opts.schema)
    for name in opts.files or ["-"]:
        try:
            yield from (_plain_units(name) if _is_plain(opts)
                        else lines_in(numbered_lines([_with_rows(name)], look)))
        except OSError as error:
            if error.filename is None:
                raise
            yield str(name), kept(error)


def _with_rows(name):
    """Return a Parquet file, open, with its rows as lines; the name of any other file."""
    if _begins_as_parquet(name):
        source = open_source(name)
        if source.kind == "parquet":
            source.rows()
            return source
        source.close()
    return name


def _begins_as_parquet(name):
    if name == "-" or not os.path.isfile(name):      # what a pipe gives can be read only once
        return False
    try:
        with open(name, "rb") as file:
            return file.read(len(PARQUET_BEGINS)) == PARQUET_BEGINS
    except OSError:                      # whoever reads its lines says so
        return False


def _plain_units(name):
    """Yield the documents of a file of plain text, or lines of JSON if a filter wrote it."""
    lines = numbered_lines([name], refuse_unless_text)
    for first in lines:
        if first[1].strip():
            lines = itertools.chain([first], lines)
            yield from lines_in(lines) if is_record(first[1]) else documents(lines)


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


def _refuse_unless_records(schema, name, head):
    """Raise Unreadable for a page or an archive in place of records, by its first bytes.

    A line without a record is a bad record; in a page every line would be.
    """
    stripped = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if stripped.startswith(MODEL):
        raise Unreadable(name, "a model of scutch, not JSON lines")
    begins = stripped[:1] == b"{" and stripped[1:2] != b"\0"
    is_har = b'"log"' in head and str(text_format(stripped)) == HAR
    if not is_har and (begins or b"\n{" in head):
        return
    kind, other_format = kind_of(head, name)
    if kind in ("html", "warc", "arc"):
        without = "" if schema == "auto" else ", without --schema"
        raise Unreadable(name, "a page or an archive, not JSON lines: scutch-clean reads it"
                               f"{without}, and scutch-read makes records of it")
    if other_format:
        raise Unreadable(name, f"{other_format}, not JSON lines{other_format.advised}")
