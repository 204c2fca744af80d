"""Formats other than pages, recognised by their first bytes, and advice on what reads them.

Source:  WHATWG, MIME Sniffing (mimesniff.spec.whatwg.org), sections 6 and 7: its signatures, and
         the bytes that only binary data has; the other signatures are those of `file`.
"""
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import NamedTuple

from ..errors import BadRecord
from ..html.sniff import SNIFFED, TAG
from ..lazypattern import LazyPattern

UNPACK = "unpack it, and give the files or their folder"
TWICE = "compressed twice"     # files are decompressed before they are examined
OFFICE = "LibreOffice writes HTML: soffice --convert-to html"


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

# (what begins at a byte, its name, what reads it)
KNOWN: list[tuple[bytes, str] | tuple[bytes, str, str]] = [
    (PARQUET_BEGINS, "Parquet",
     "give the file by name, not compressed; it needs pip install 'scutch[parquet]'"),
    (rb"PK(?:\x03\x04|\x05\x06|\x07\x08)", "a ZIP archive, as EPUB and DOCX are",
     f"{UNPACK}; a WACZ is read where it is given by name"),
    (re.escape(MODEL), "a model of scutch"),
    (rb"ARROW1|\xff\xff\xff\xff.{3}\0\x10\0\0\0", "Arrow",
     "pyarrow, polars or datasets make JSON lines of it"),
    (rb"ORC", "ORC", "pyarrow or Spark make JSON lines of it"),
    (rb"Obj\x01", "Avro", "avro-tools tojson makes JSON lines of it"),
    (rb"SQLite format 3\0", "an SQLite database", "sqlite3 -json makes JSON of it"),
    (rb"\x89HDF\r\n|\x93NUMPY|\x80[\x02-\x05][\x8c\x95}\]c(]", "data of a program"),
    (rb".{257}ustar", "a tar archive", UNPACK),
    (rb"7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|MSCF|!<arch>\n|0707[0-9]{2}|LZIP|\xed\xab\xee\xdb",
     "an archive", UNPACK),
    (rb"[\x02\x04]\x22\x4d\x18|\x02\x21\x4c\x18", "lz4", "lz4 -dc FILE | scutch-read"),
    (rb"\x1f[\x9d\xa0]", "a file of compress", "zcat FILE | scutch-read"),
    (rb"\xff\x06\0\0sNaPpY", "snappy", "snzip -dc FILE | scutch-read"),
    (rb"\x1f\x8b\x08|BZh[1-9]1AY|\xfd7zXZ\0|\x28\xb5\x2f\xfd", TWICE,
     "undo one of the two before scutch-read"),
    (rb'(?:\xff\xfe)?\{\0[\s"}]\0|(?:\xfe\xff)?\0\{\0[\s"}]', "JSON in UTF-16",
     "iconv -f UTF-16 -t UTF-8 FILE | scutch-read"),
    (rb"%PDF-", "a PDF", "pdftotext FILE - | scutch-read"),
    (rb"%!PS", "PostScript", "ps2txt FILE | scutch-read"),
    (rb"\{\\rtf", "RTF", OFFICE),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Office document", OFFICE),
    (rb"AT&TFORM|.{60}BOOKMOBI", "a book", "ebook-convert of Calibre writes text"),
    (rb"\x89PNG\r\n|GIF8[79]a|\xff\xd8\xff|BM.{4}\0\0\0\0|II\*\0|MM\0\*|\0\0[\x01\x02]\0"
     rb"|RIFF.{4}WEBP|8BPS|.{4}ftypavi", "an image"),
    (rb"RIFF|OggS|ID3|fLaC|\x1aE\xdf\xa3|.{4}ftyp|FORM.{4}AIF|MThd|FLV\x01|\xff[\xfb\xf3\xf2]"
     rb"|\0\0\x01[\xba\xb3]", "sound or video"),
    (rb"wOF[F2]|\0\x01\0\0\0|OTTO\0|ttcf", "a font"),
    (rb"\x7fELF|MZ.{10}|\xca\xfe\xba\xbe|\xcf\xfa\xed\xfe|\0asm", "a program"),
]
SIGNATURES = [(LazyPattern(signature, re.S), Format(name, *advice))
              for signature, name, *advice in KNOWN]

PARQUET, ZIP = (known for _, known in SIGNATURES[:2])
# Its fields could be in any order without the letters; cluster.idx of ZipNum lists files of CDXJ
NO_INDEX = Format("neither CDX nor CDXJ", "the first line must be ' CDX ' with the letters of the "
                  "fields, or as CDXJ; of a ZipNum index, give the files that cluster.idx names")

BINARY_BYTE = LazyPattern(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
TO_A_CONTROL = 50        # bytes of text to a control code in it, at least,
SOME_CONTROLS = 3        # but some may be in any text
SHIFTED = b"\x1b$)C"             # ISO-2022-KR shifts with bytes that are binary elsewhere
BOM = LazyPattern(rb"\xef\xbb\xbf|\xff\xfe|\xfe\xff")

# HTTP Archive 1.2, as browsers save what they loaded
HAR = LazyPattern(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{\s*"(?:version|creator|browser|pages|entries)"\s*:')
FROM_HAR = """jq -c '.log.entries[] | {url: .request.url} + (.response.content | \
select(.text and (.mimeType // "" | test("html"))) | \
{(if .encoding == "base64" then "html_b64" else "html" end): .text})' makes JSON lines of it"""
JSON_LIST = LazyPattern(rb'\s*\[\s*[{\["]')
JSON_OVER_LINES = LazyPattern(rb"\s*\{[ \t]*\r?\n")
XML = LazyPattern(rb"\s*<(?:\?xml\s|rss[\s>]|svg[\s>]|feed[\s>]|urlset[\s>]|mediawiki[\s>])", re.I)
# The first element of XML that is not a page, whatever the name of the file
NO_PAGE = LazyPattern(rb"""
    (?:\xef\xbb\xbf)? (?: \s | <\?[^>]*> | <!--(?:(?!-->).)*--> | <!doctype\s+(?!html)[^>]*> )*
    < (?: (rss|feed|rdf:RDF) | urlset | sitemapindex | opml | mediawiki | TEI(?:\.2)? | teiCorpus
        ) [\s>]
    """, re.X | re.I | re.S)
MHTML = LazyPattern(rb"""
    \s* (?: MIME-Version:  |  From:\ <Saved\ by\b
           | (?: [\w-]{1,80}:[^\n]*\n (?:[ \t]+\S[^\n]*\n)* )*?  Content-Type:\s*multipart/related )
    """, re.I | re.X)
# A mailbox, whose mails begin with "From ann@example.org Mon Mar  3 10:00:00 2025", or one mail
MAIL = LazyPattern(rb"""
    From\ [^\n]*\ [A-Z][a-z]{2}\ [A-Z][a-z]{2}\ [ ]?\d{1,2}\ \d\d:\d\d[^\n]*\n [\w-]{1,80}:
    | (?: [\w-]{1,80}:[^\n]*\n (?:[ \t]+\S[^\n]*\n)* )*?
      (?: Message-ID:\s*< | Return-Path:\s*< | Received:\s+(?:from|by)\s | DKIM-Signature:\s*v=
        | MIME-Version:\s*1 | Content-Transfer-Encoding:\s*(?:base64|quoted-printable|[78]bit) )
    """, re.I | re.X)
# id,url,"text"; the lines below have as many fields, except after line breaks within quotes
CSV_NAMES = LazyPattern(rb"""
    "?\w[\w .-]{0,40}"?  ([,;\t|])  "?\w[\w .-]{0,40}"?  (?: \1 "?\w[\w .-]{0,40}"? )*  \r?\n
    """, re.X)
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


def known_binary(head):
    """Return the Format by the signature at the head of binary data, or None."""
    if head[:1].isalnum() and not BINARY_BYTE.search(head):        # prose, as PAR1 could begin
        return None
    return next((known for signature, known in SIGNATURES if signature.match(head)), None)


def check_page(data):
    """Check that the bytes of one page are not those of another format.

    Raises:  BadRecord, code "not_html", which names the format.

    >>> check_page(b"<p>Hi.")
    """
    foreign = binary_page(data[:SNIFFED]) or other_xml(data[:SNIFFED])
    if foreign and foreign.name == TWICE:
        foreign = Format("compressed", "decompress it first")
    if foreign:
        raise BadRecord(f"{foreign}, not a page{foreign.advised}", "not_html")


def other_xml(head):
    """Return the Format of XML whose first element shows that it is not a page, or None.

    >>> other_xml(b'<?xml version="1.0"?><rss>').name, other_xml(b"<!doctype html><rss>")
    ('a feed', None)
    """
    match = NO_PAGE.match(head)
    if not match:
        return None
    return Format("a feed", "feedparser reads it") if match[1] else Format("XML")


def text_format(head, name=""):
    """Return the Format of text that is neither a page nor prose, or None.

    >>> text_format(b'[{"id": 1}]').advice, text_format(b"Once upon a time")
    ("jq -c '.[]' makes JSON lines of it", None)
    """
    head = head.removeprefix(b"\xef\xbb\xbf")
    if HAR.match(head):
        return Format("a HAR file", FROM_HAR)
    if JSON_LIST.match(head):
        return Format("a JSON array", "jq -c '.[]' makes JSON lines of it")
    if JSON_OVER_LINES.match(head):
        return Format("JSON over several lines", "jq -c . makes JSON lines of it")
    if foreign := other_xml(head):
        return foreign
    if XML.match(head):
        return Format("XML")
    if foreign := message(head):
        return foreign
    if CSV_FILE.search(name) or _is_csv(head):
        return Format("a table", "mlr --icsv --ojsonl cat makes JSON lines of CSV, --itsv of "
                                 "TSV with a header; scutch-clean "
                                 "--schema tsv reads lines of id and text with a tab between")
    return None


def message(head):
    """Return the Format of a mail, or of a page saved like one, whatever their names, or None."""
    if MHTML.match(head):
        return Format("MHTML", "save the page as HTML alone, or take the part of type text/html "
                               "out of it, with the email module of Python")
    if MAIL.match(head):
        return Format("mail", "share/recipes/mails.py makes JSON lines of it")
    return None


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
