"""A file or stdin, and its kind, recognised by its first bytes; other formats, and their advice.

share/rules/kinds.tsv has these: BINARY, signatures of binary data; FILES, text that is refused
where it is a file of its own; MARKED and DATA, text that is no page under any name or media type,
as it is for programs or stands for a file. A file of such a format is refused with the advice, a
response passed over and counted by the name, and a record with one as "html" is bad.

Source:  WHATWG, MIME Sniffing (mimesniff.spec.whatwg.org), sections 6 and 7: its signatures, and
         the bytes that only binary data has; the other signatures are those of `file`.
"""
import os
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from functools import cache
from typing import Any, NamedTuple

from ..edge.bytestreams import BLANK, Stream, open_raw, shown
from ..errors import BadRecord
from ..html.sniff import SNIFFED, TAG, looks_like_html
from ..lazypattern import LazyPattern
from .archives import INDEX_NAME, WARC_FIELD, WARC_WITHIN, begins_record, is_index

LONGEST_LOG = 1 << 16    # bytes before the first record, where what begins as text is JSON lines
TWICE = "compressed twice"       # files are decompressed before they are examined
MODEL = b'{"format": "scutch-model"'     # how files of lm/modelfile.py begin
OF_TEXT = b'{"', b"<"    # how nearly all records and pages begin
PARQUET, ZIP, HAR = "Parquet", "a ZIP archive, as EPUB and DOCX are", "a HAR file"     # names
LOG = "a log"

JSON_OBJECT = LazyPattern(rb'(?:\xef\xbb\xbf)?\s*\{\s*["}]')
RECORD_FIELD = LazyPattern(rb'"(?:html|html_b64|text|segments|content|raw_content|[htp])":\s*["\[]')
RECORDS_NAME = LazyPattern(r"\.(?:jsonl|ndjson)(?:\.\w{2,4})?$", re.I)
JSON_NAME = LazyPattern(r"\.(?:json|jsonl|ndjson)(?:\.(?:gz|zst|bz2|xz))?$", re.I)
ARCHIVE_NAME = LazyPattern(r"\.w?arc(?:\.|$)", re.I)
PAGE_NAME = LazyPattern(r"\.(?:[xs]?html?|xht)(?:\.(?:gz|zst|bz2|xz))?$", re.I)
CSV_NAME = LazyPattern(r"\.[ct]sv(?:\.\w{2,4})?$", re.I)
# The headers of a response before its body: curl -i, wget --save-headers; "100 Continue", with
# which a server takes what is posted, has none
RESPONSE = LazyPattern(rb"(?:\xef\xbb\xbf)?[\r\n]*"
                       rb"(?:(?i:HTTP/\d(?:\.\d)?|ICY) +|:status:? +)\d{3}[^\n]*\n"
                       rb"(?:[A-Za-z0-9:-]+:|\r?\nHTTP/\d)")

BINARY_BYTE = LazyPattern(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
TO_A_CONTROL = 50        # bytes of text to a control code in it, at least,
SOME_CONTROLS = 3        # but some may be in any text
SHIFTED = b"\x1b$)C"     # ISO-2022-KR shifts with bytes that are binary elsewhere
BOM = LazyPattern(rb"\xef\xbb\xbf|\xff\xfe|\xfe\xff")
COMMENTS = LazyPattern(rb"(?:\s|/\*.*?\*/|//[^\n]*\n)*", re.S)
# What is quoted, and patterns of JavaScript, in which tags may stand
QUOTED = LazyPattern(rb"""\"(?:[^"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"""
                     rb"|(?<=[=(,:!&|?])/(?![*/])(?:[^/\\\n\[]|\\.|\[[^\]\n]*\])+/", re.S)
PAGE_ELEMENT = LazyPattern(rb"<(?:!doctype\s+html|html|head|body)\b", re.I)
# What comes before the first element of XML
PROLOG = LazyPattern(rb"(?is)(?:\s|<\?[^>]*>|<!--(?:(?!-->).)*-->|<!doctype\s+(?!html)[^>]*>)*")
# id,url,"text"; the lines below have as many fields, except after line breaks within quotes
CELL = rb'(?:"[^"\n]*"|[\w\x80-\xff][\w\x80-\xff .-]{0,40})'
CSV_NAMES = LazyPattern(rb"(?:sep=[^\n]+\n|#)?(?P<names>" + CELL + rb"(?P<mark>[,;\t|])" + CELL
                        + rb"(?:(?P=mark)" + CELL + rb")*)\r?\n")


class Format(NamedTuple):
    """A format: its name, and what reads it or converts it for scutch."""

    name: str
    advice: str = ""

    def __str__(self):
        return self.name

    @property
    def advised(self):
        """The advice as it follows in a message."""
        return f": {self.advice}" if self.advice else ""


TABLE = Format("a table", "mlr --icsv --ojsonl cat makes JSON lines of CSV, --itsv of TSV with a "
               "header; scutch-clean --schema tsv reads lines of id and text with a tab between")
# Its fields could be in any order without the letters; cluster.idx of ZipNum lists files of CDXJ
NO_INDEX = Format("neither CDX nor CDXJ", "the first line must be ' CDX ' with the letters of the "
                  "fields, or as CDXJ; of a ZipNum index, give the files that cluster.idx names")


class First(NamedTuple):
    """The first bytes of a file; text: these without a byte order mark and what may come before."""

    head: bytes
    name: str
    text: bytes
    is_object: bool      # whether they begin like one of JSON

    def begins_record(self):
        return begins_record(self.text.partition(b"\n")[0])

    def is_named(self, pattern):
        """Return whether the name says what a file is that does not begin like JSON."""
        return pattern.search(self.name) and not self.is_object


# How files are told apart: (kind, whether it is of that, a Format for "other"). The first row that
# holds counts, so the name decides where the bytes do not. See Source for the kinds.
KINDS = [
    ("records", lambda of: not of.head.strip(BLANK) and JSON_NAME.search(of.name)),
    ("empty", lambda of: not of.head or (
        of.name == "stdin" and len(of.head) < SNIFFED and not of.head.strip(BLANK))),
    ("warc", lambda of: of.text.startswith(b"WARC/") and of.begins_record()),
    ("arc", lambda of: of.text.startswith(b"filedesc:") or of.begins_record()),
    ("other", lambda of: known_binary(of.head)),    # though it be crawl.warc.zip, a WARC within
    ("index", lambda of: is_index(of.head)),
    ("corpus", lambda of: _found("OWN", of.text)),
    ("html", lambda of: looks_like_html(of.head)),
    ("warc", lambda of: WARC_WITHIN.search(of.head) or WARC_FIELD.search(of.head)),
    ("other", lambda of: (of.is_named(ARCHIVE_NAME) and len(of.head) < SNIFFED
                          and text_of_programs(of.head))),        # it stands for an archive
    ("arc", lambda of: of.is_named(ARCHIVE_NAME) and ".arc" in of.name.lower()),
    ("warc", lambda of: of.is_named(ARCHIVE_NAME)),
    ("html", lambda of: RESPONSE.match(of.head)),
    ("other", lambda of: of.is_named(PAGE_NAME) and no_page(of.head)),
    ("html", lambda of: of.is_named(PAGE_NAME)),
    ("other", lambda of: INDEX_NAME.search(of.name) and (binary_format(of.head) or NO_INDEX)),
    ("other", lambda of: binary_format(of.head)),
    ("records", lambda of: not of.is_object and _holds_records(of.text)),    # a log, like a table
    ("other", lambda of: text_format(of.head, of.name)),
    ("other", lambda of: not of.is_object and text_of_programs(of.head)),
    ("records", lambda of: of.is_object or RECORDS_NAME.search(of.name)),
    ("html", lambda of: has_tags(of.head)),
    ("text", lambda of: True)]


def kind_of(head, name=""):
    """Return (kind of a file by its decompressed first bytes, its Format if the kind is "other").

    >>> [kind_of(head)[0] for head in (b"WARC/1.0", b'{"id": "a"}', b"<p>Hi.", b"Hi.", b"%PDF-1")]
    ['warc', 'records', 'html', 'text', 'other']
    """
    text = head.removeprefix(BOM_UTF8).lstrip(BLANK)
    first = First(head, name, text, JSON_OBJECT.match(head) is not None)
    kind, told = next((kind, told) for kind, sniffed in KINDS if (told := sniffed(first)))
    return kind, told if kind == "other" else None


class Source:
    """An open file: `name` as complaints and records have it, `kind`, and its `stream`.

    path:    as it was opened, "-" for stdin.
    kind:    "warc", "arc"; "index" for CDX and CDXJ; "corpus" for our own xml and vrt; "records"
             for JSON lines; "parquet", where it is a file that is not compressed; "html" for a
             page; "text" for plain text; "other" for anything else, which `format` names; "empty".
    stream:  a Stream of its bytes; none of them is read yet.
    waits:   whether more than a line of a slow pipe is looked at, where that tells no kind surely.
    """

    def __init__(self, path, raw, begin=0, waits=True):
        self.path, self.name, self._raw = path, shown(path), raw
        self.kind, self.format = "empty", None
        self.stream: Any = Stream(path, raw, begin)      # or the lines of a Parquet file
        self._look()
        if waits and self.kind in ("text", "html", "other"):
            if len(self.head) < SNIFFED:         # a slow pipe
                self._look(lines=True)
            elif (self.kind == "text" or str(self.format) == LOG) and _holds_records(
                    self.stream.first_bytes(LONGEST_LOG, True)):
                self.kind, self.format = "records", None
        if self.stream.failure and not self.head:
            is_page = PAGE_NAME.search(self.name) or not (
                self.stream.members or ARCHIVE_NAME.search(self.name))
            self.kind = "html" if is_page else "warc"
        if str(self.format) == PARQUET and self.stream.seekable_file():
            self.kind = "parquet"

    def _look(self, lines=False):
        self.head = self.stream.first_bytes(SNIFFED, lines)
        self.kind, self.format = kind_of(self.head, self.name)

    def rows(self):
        """Let the stream give the rows of a Parquet file as lines of JSON, in place of its bytes.

        Returns whether they are those of an index.
        Raises:  Unreadable without the pyarrow package.
        """
        from .parquet import ParquetLines
        self.stream = ParquetLines(self.name, self._raw)
        return self.stream.are_index()

    def close(self):
        """Close the file; stdin stays open."""
        if self.name != "stdin":
            self.stream.close()


def open_source(name, begin=0, waits=True):
    """Return the Source of the named file; "-" is stdin.

    begin:   byte of the file to begin at: of a member where it is compressed. waits: see Source.
    Raises:  OSError if it cannot be opened; Unreadable for .zst without the zstandard package.
    """
    return Source(name, open_raw(name), begin, waits)


def kind_at(name):
    """Return the kind of the named file, "-" for stdin; None for a folder or a terminal.

    Raises:  what open_source raises.
    """
    if os.isatty(0) if name == "-" else os.path.isdir(name):
        return None
    source = open_source(name)
    source.close()
    return source.kind


def _holds_records(stripped):
    """Return whether JSON objects follow lines that are none, such as those of a program's log.

    From the first object on, most of it is objects. Nothing else may follow unless a field is one
    of a page, and the last lines of a text may be one object.

    >>> _holds_records(b'null\\n{"id": 1}\\n\\n{'), _holds_records(b'So:\\n\\n{"a": 1}\\nis JSON.')
    (True, False)
    """
    if stripped.startswith(b"<"):
        return False
    lines = [line for line in stripped.rstrip(b"{ ").split(b"\n") if line.strip()]   # it may be cut
    begin = next((number for number, line in enumerate(lines) if JSON_OBJECT.match(line)), None)
    if begin is None:
        return False
    objects = [line for line in lines[begin:] if JSON_OBJECT.match(line)]
    if any(map(RECORD_FIELD.search, objects)):
        return 2 * sum(map(len, objects)) > sum(map(len, lines[begin:]))
    return len(objects) == len(lines) - begin and (begin < 2 or len(objects) > 1)


def binary_format(head):
    """Return the Format of binary data by its first bytes, or None where it could be text.

    >>> binary_format(b"PAR1\\0").name, binary_format(b"\\1\\2\\3\\4").name, binary_format(b"PAR1.")
    ('Parquet', 'binary data', None)
    """
    return known_binary(head) or (
        Format("binary data") if _is_binary(head.rstrip(b"\x1a")) else None)


def binary_page(head):
    """Return the Format of binary data that a name or a server calls a page, or None.

    >>> binary_page(b"\\1\\2\\3\\4").name, binary_page(b"<p>\\1\\2\\3\\4")
    ('binary data', None)
    """
    return known_binary(head) or (
        Format("binary data") if _is_binary(head) and not has_tags(head) else None)


def no_page(head):
    """Return the Format of what is no page, though a name or a server says so, or None.

    >>> no_page(b'["a", "b"]').name, no_page(b"<p>Hi."), no_page(b"Hi.")
    ('JSON', None, None)
    """
    return None if looks_like_html(head) else (
        binary_page(head) or other_xml(head) or text_of_programs(head))


def text_of_programs(head):
    """Return the Format of text that is for programs, or stands for a file, or None."""
    text = _stripped(head)
    if foreign := _found("MARKED", text):
        return foreign
    bare = QUOTED.sub(b'""', text[COMMENTS.match(text).end():])
    if has_tags(bare):
        return None
    return _found("DATA", bare) or (TABLE if _is_csv(text) else None)


def known_binary(head):
    """Return the Format by the signature at the head of binary data, or None."""
    is_text = head[:1].isalnum() or (head.startswith(OF_TEXT) and not head.startswith(MODEL))
    if is_text and not BINARY_BYTE.search(head):         # prose, as PAR1 could begin
        return None
    return _found("BINARY", head)


def check_page(data):
    """Check that the bytes of one page are not those of another format.

    Raises:  BadRecord, code "not_html", which names the format.

    >>> check_page(b"<p>Hi.")
    """
    foreign = no_page(data[:SNIFFED])
    if foreign and foreign.name == TWICE:
        foreign = Format("compressed", "decompress it first")
    if foreign:
        raise BadRecord(f"{foreign}, not a page{foreign.advised}", "not_html")


def other_xml(head):
    """Return the Format of XML whose first element shows that it is not a page, or None.

    >>> other_xml(b'<?xml version="1.0"?><rss>').name, other_xml(b"<!doctype html><rss>")
    ('a feed', None)
    """
    text = _stripped(head)
    is_xml = text.startswith(b"<?xml") and not PAGE_ELEMENT.search(text)
    return _found("XML", text[PROLOG.match(text).end():]) or (Format("XML") if is_xml else None)


def text_format(head, name=""):
    """Return the Format of a file of text that is neither a page, JSON lines nor prose, or None.

    >>> text_format(b'[{"id": 1}]').advice, text_format(b"Once upon a time")
    ("jq -c '.[]' makes JSON lines of it", None)
    """
    return TABLE if CSV_NAME.search(name) else _found("FILES", _stripped(head)) or other_xml(head)


def _stripped(head):
    """Return first bytes without a byte order mark and blanks before the text; of UTF-16 without
    the NULs."""
    if head.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
        return head[2:].replace(b"\0", b"").lstrip()
    return head.removeprefix(BOM_UTF8).lstrip()


def _found(table, head):
    """Return the Format of the first row whose pattern the head begins with, or None."""
    return next((known for begin, known in _formats(table) if begin.match(head)), None)


@cache
def _formats(table):
    """Return [(pattern, Format), ...] of a table; most commands start and end without them."""
    from ...lm.rules import rules
    return [(LazyPattern(row.value.encode(), re.X | re.S), Format(row.software, row.more))
            for row in rules("kinds")[table]]


def has_tags(head):
    """Return whether there is an HTML tag in the first bytes of text."""
    return TAG.search(head.replace(b"\0", b"")) is not None


def _is_binary(head):
    """Return whether bytes are not text: several of them, and 1 in 50, are control codes."""
    if BOM.match(head) or SHIFTED in head or is_utf16(head):
        return False
    return len(BINARY_BYTE.findall(head)) > max(SOME_CONTROLS, len(head) // TO_A_CONTROL)


def is_utf16(head):
    """Return whether bytes are UTF-16, with a byte order mark or without one.

    >>> is_utf16("a text".encode("utf-16")), is_utf16(b"a text")
    (True, False)
    """
    from ..html.charset import wide_codec
    return b"\0" in head and (head.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
                              or wide_codec(head) is not None)


def _is_csv(head):
    first = CSV_NAMES.match(head)
    if not first:
        return False
    mark, lines = first["mark"], [line for line in head[first.end():].split(b"\n")[:5]
                                  if line.strip()]
    fields, whole = first["names"].count(mark), lines if len(head) < SNIFFED else lines[:-1]
    return bool(whole) and all(line.count(mark) >= fields or b'"' in line for line in whole)
