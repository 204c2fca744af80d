"""Formats other than pages, recognised by their first bytes, and advice on what reads them.

share/rules/kinds.tsv has them: BINARY, signatures of binary data; FILES, text that is refused
where it is a file of its own; MARKED and DATA, text that is no page under any name or media type,
as it is for programs or stands for a file. A file of such a format is refused with the advice, a
response passed over and counted by the name, and a record with one as "html" is bad.

Source:  WHATWG, MIME Sniffing (mimesniff.spec.whatwg.org), sections 6 and 7: its signatures, and
         the bytes that only binary data has; the other signatures are those of `file`.
"""
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from functools import cache
from typing import NamedTuple

from ..errors import BadRecord
from ..html.sniff import SNIFFED, TAG, looks_like_html
from ..lazypattern import LazyPattern

TWICE = "compressed twice"     # files are decompressed before they are examined


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


PARQUET_BEGINS = b"PAR1"
MODEL = b'{"format": "scutch-model"'     # how files of lm/modelfile.py begin
PARQUET, ZIP, HAR = "Parquet", "a ZIP archive, as EPUB and DOCX are", "a HAR file"     # names
TABLE = Format("a table", "mlr --icsv --ojsonl cat makes JSON lines of CSV, --itsv of TSV with a "
               "header; scutch-clean --schema tsv reads lines of id and text with a tab between")
# Its fields could be in any order without the letters; cluster.idx of ZipNum lists files of CDXJ
NO_INDEX = Format("neither CDX nor CDXJ", "the first line must be ' CDX ' with the letters of the "
                  "fields, or as CDXJ; of a ZipNum index, give the files that cluster.idx names")

BINARY_BYTE = LazyPattern(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
TO_A_CONTROL = 50        # bytes of text to a control code in it, at least,
SOME_CONTROLS = 3        # but some may be in any text
SHIFTED = b"\x1b$)C"             # ISO-2022-KR shifts with bytes that are binary elsewhere
BOM = LazyPattern(rb"\xef\xbb\xbf|\xff\xfe|\xfe\xff")

COMMENTS = LazyPattern(rb"(?:\s|/\*.*?\*/|//[^\n]*\n)*", re.S)
QUOTED = LazyPattern(rb"""\"(?:[^"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""", re.S)

WHOLE_PAGE = LazyPattern(rb"<(?:!doctype\s+html|html|head|body)\b", re.I)
# What comes before the first element of XML
PROLOG = LazyPattern(rb"(?is)(?:\s|<\?[^>]*>|<!--(?:(?!-->).)*-->|<!doctype\s+(?!html)[^>]*>)*")
# id,url,"text"; the lines below have as many fields, except after line breaks within quotes
CELL = rb'(?:"[^"\n]*"|[\w\x80-\xff][\w\x80-\xff .-]{0,40})'
CSV_NAMES = LazyPattern(CELL + rb"([,;\t|])" + CELL + rb"(?:\1" + CELL + rb")*\r?\n")
CSV_FILE = LazyPattern(r"\.[ct]sv(?:\.\w{2,4})?$", re.I)


def binary_format(head):
    """Return the Format of binary data by its first bytes, or None where it could be text.

    >>> binary_format(b"PAR1\\0").name, binary_format(b"\\1\\2\\3\\4").name, binary_format(b"PAR1.")
    ('Parquet', 'binary data', None)
    """
    if known := known_binary(head):
        return known
    return Format("binary data") if _is_binary(head.rstrip(b"\x1a")) else None


def binary_page(head):
    """Return the Format of binary data that a name or a server calls a page, or None.

    >>> binary_page(b"\\1\\2\\3\\4").name, binary_page(b"<p>\\1\\2\\3\\4")
    ('binary data', None)
    """
    if known := known_binary(head):
        return known
    return Format("binary data") if _is_binary(head) and not has_tags(head) else None


def no_page(head):
    """Return the Format of what is no page, though a name or a server says so, or None.

    >>> no_page(b'["a", "b"]').name, no_page(b"<p>Hi."), no_page(b"Hi.")
    ('JSON', None, None)
    """
    if looks_like_html(head):
        return None
    return binary_page(head) or other_xml(head) or text_of_programs(head)


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
    if head[:1].isalnum() and not BINARY_BYTE.search(head):        # prose, as PAR1 could begin
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
    is_xml = text.startswith(b"<?xml") and not WHOLE_PAGE.search(text)
    return _found("XML", text[PROLOG.match(text).end():]) or (Format("XML") if is_xml else None)


def text_format(head, name=""):
    """Return the Format of a file of text that is neither a page, JSON lines nor prose, or None.

    >>> text_format(b'[{"id": 1}]').advice, text_format(b"Once upon a time")
    ("jq -c '.[]' makes JSON lines of it", None)
    """
    return TABLE if CSV_FILE.search(name) else _found("FILES", _stripped(head)) or other_xml(head)


def _stripped(head):
    """Return first bytes without a byte order mark and blanks before the text."""
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()


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
    names = CSV_NAMES.match(head)
    if not names:
        return False
    fields = names[0].count(names[1])
    lines = [line for line in head[names.end():].split(b"\n")[:5] if line.strip()]
    whole = lines if len(head) < SNIFFED else lines[:-1]
    return bool(whole) and all(line.count(names[1]) >= fields or b'"' in line for line in whole)
