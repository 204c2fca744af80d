"""Formats other than pages, recognised by their first bytes, and advice on what reads them.

The tables: KNOWN, signatures of binary data; FILES, text that is refused where it is a file of its
own; MARKED and DATA, text that is no page under any name or media type, as it is for programs or
stands for a file. A file of such a format is refused with the advice, a response passed over and
counted by the name, and a record with one as "html" is bad.

Source:  WHATWG, MIME Sniffing (mimesniff.spec.whatwg.org), sections 6 and 7: its signatures, and
         the bytes that only binary data has; the other signatures are those of `file`.
"""
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import NamedTuple

from ..errors import BadRecord
from ..html.sniff import SNIFFED, TAG, looks_like_html
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

FROM_HAR = """jq -c '.log.entries[] | {url: .request.url} + (.response.content | \
select(.text and (.mimeType // "" | test("html"))) | \
{(if .encoding == "base64" then "html_b64" else "html" end): .text})' makes JSON lines of it"""
# HTTP Archive 1.2, as browsers save what they loaded
HAR = LazyPattern(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{\s*"(?:version|creator|browser|pages|entries)"\s*:')
GET = "scutch downloads nothing; wget -i LIST --warc-file=crawl makes an archive of them"
JQ = "jq -c . makes JSON lines of it"
TABLE = Format("a table", "mlr --icsv --ojsonl cat makes JSON lines of CSV, --itsv of TSV with a "
               "header; scutch-clean --schema tsv reads lines of id and text with a tab between")
FILES = [
    (HAR, Format("a HAR file", FROM_HAR)),
    (LazyPattern(rb'\s*\[\s*[{\["]'), Format("a JSON array", "jq -c '.[]' makes JSON lines of it")),
    (LazyPattern(rb"\s*\{[ \t]*\r?\n"), Format("JSON over several lines", JQ)),
]
HEADER_LINES = rb"(?: [\w-]{1,80}:[^\n]*\n (?:[ \t]+\S[^\n]*\n)* )*?"
CODE_NAME = rb"[A-Za-z_$][\w$]*"
# Names of files, one a line; the last line may be cut
NAME = rb"""(?> (?: (?:~|\.{0,2})/[^\n<>]*? | (?!\.{0,2}/)[^\s<>]*? )
    \. (?: w?arc | wacz | we?at | cdxj? | [xs]?html? | xht | jsonl? | ndjson | parquet
      | txt | [ct]sv | xml | pdf | docx? | epub | zip | tar )
    (?:\.(?:gz|zst|bz2|xz))? (?=[ \t]*(?:[\r\n]|\Z))
    | (?:~|\.{0,2})/[^\s<>]+ )"""
TOKENS = rb"(?: <[^>\n]*>\s* )* [^<>\t\n]+ (?: \t | \r?\n (?: [^<>\s]+ \s* \n | </?(?:s|g)\b ) )"
# (the text from its first character on, its name, what reads it); MARKED may have tags, where DATA
# with tags, but in quotation marks, is a page behind what a script has left
MARKED: list[tuple[bytes, str] | tuple[bytes, str, str]] = [
    (rb"MIME-Version:  |  From:\ <Saved\ by\b  | " + HEADER_LINES
     + rb"Content-Type:\s*multipart/related", "MHTML",
     "save the page as HTML alone, or take the part of type text/html out of it, with the email "
     "module of Python"),
    # A mailbox, whose mails begin with "From ann@example.org Mon Mar  3 10:00:00 2025", or one mail
    (rb"""From\ [^\n]*\ [A-Z][a-z]{2}\ [A-Z][a-z]{2}\ [ ]?\d{1,2}\ \d\d:\d\d[^\n]*\n [\w-]{1,80}:
     | """ + HEADER_LINES + rb"""
      (?: Message-ID:\s*< | Return-Path:\s*< | Received:\s+(?:from|by)\s | DKIM-Signature:\s*v=
        | MIME-Version:\s*1 | Content-Transfer-Encoding:\s*(?:base64|quoted-printable|[78]bit) )""",
     "mail", "share/recipes/mails.py makes JSON lines of it"),
    (rb"CURRENT\ URL\ \S", "a corpus of BootCaT", "give the pages that it was made of"),
    (rb"(?: \#\ (?:newdoc|newpar|sent_id|text|global\.columns)\b[^\n]*\n )+ "
     rb"| 1(?:-\d+)?\t (?: [^\t\n]+\t ){8} [^\t\n]*\n", "CoNLL-U",
     "sed -n 's/^# text = //p' FILE | scutch-segment --lines"),
    (rb"<(?:doc|corpus|docset) (?:\s[^>]*)? > | <(?:text|file|document)\b[^>]*>\s*" + TOKENS
     + rb"| <(?:s|p)>\s*\n [^<>\t\n]+\t",
     "a corpus, in vertical format or XML",
     "give the pages, or the JSON lines, that it was made of"),
]
DATA: list[tuple[bytes, str] | tuple[bytes, str, str]] = [
    (rb"""(?: \)\]\}'?,? | for\s*\(;;\);? | while\s*\(1\);? )?\s* (?:
       \{\s* (?: ""\s*: | \}\s*\Z )
     | \[\s* (?: \]\s*\Z | [\[{]\s*["\[{\]}\d-] | ""\s* (?: ,\s*["\[{\d] | \]\s*\Z )
       | -?[\d.eE+-]+\s*, [\d\s.,eE+-]* (?:\]\s*)?\Z )
     | (?:null|true|false)\s*\Z )""", "JSON", JQ),
    (rb"(?: \s | /\*.*?\*/ | //[^\n]*\n )* [;!+~(-]*"
     rb"(?: \"\";? (?= \s*\n | \s*\Z | (?<=;)[^\n]*[;{(] )"
     rb"| (?:var|let|const)\s+ (?: " + CODE_NAME + rb" (?:\s*,\s*" + CODE_NAME + rb")*\s*"
     rb"  (?: ; | =(?=[^;]*[;{(\[]) ) | [{\[] [^\n]{0,200}= )"
     rb"| (?:async\s+)? function\b\s* \*?\s* (?:" + CODE_NAME + rb")?\s* \( [^()]{0,500} \)\s*\{"
     rb"| (?:async\s*)? [\w$,\s{}=]{0,500} \)\s*=>"
     rb"| (?:window|self|this|document|location|module|exports|Object|globalThis|console|jQuery"
     rb"  |\$) (?: \.[\w$]+ | \[[^\]\n]{1,80}\] )+ \s* (?: =[^=] | \( | \|\| | && )"
     rb"| (?:jQuery|define|require|alert|eval|setTimeout|importScripts)\([^)\n]"
     rb"| \$\( (?: \" | function | document | window | \(\) )"
     rb"| " + CODE_NAME + rb"(?:\.[\w$]+)*\s*=\s* (?: [\"\[{] | function\b | new\s | \(\)"
     rb"  | [\w$.]+\( ) (?=.*[;}\])])"
     rb"| import\s* (?: [\w${}*,\s]{1,500}? from\s* )? \""
     rb"| export\s+ (?:default|const|function|class|\{) (?=.*[;}\])])"
     rb"| (?:if|for|while|switch)\s*\( [^\n]{1,500} \)\s*\{ | (?:try|do)\s*\{"
     rb"| class\s+" + CODE_NAME + rb"(?:\s+extends\s+[\w$.]+)?\s*\{"
     rb"| (?:\"\"\s*={2,3}\s*)?typeof\s+[\w$.]+\s*(?:[!=]=|&&) | void\s0\s?= )", "JavaScript"),
    (rb"(?: /\*.{0,200}?\*/\s* )? (?: typeof\s[^&\n]{1,80}&&\s* )? [A-Za-z_$][\w$.\[\]]{0,80}"
     rb"\(\s* (?: \{\s*[\"}\w] | \[ | (?: (?: \"\" | null | true | false | [\d.-]+ ) ,?\s* )*"
     rb"  \)\s*;?\s*\Z )",
     "JSONP", "take the JSON out of its brackets"),
    (rb"(?: \s | /\*.*?\*/ | @(?:charset|import|namespace|use|tailwind)\b[^;{}]{1,500}; )*"
     rb"(?: (?<=;)\s*\Z | (?: @[a-z-]+\b[^{};]{0,300}\{\s* )? (?: [^{}<;]{1,300}\{\s*\}\s* )*"
     rb"  (?: (?:(?!\.\s)[^{};<]){1,500}? \{\s* (?:/\*.*?\*/\s*)*"
     rb"    (?:--[\w-]+|-?[a-z][a-z-]+)\s*: [^{}<]+ "
     rb"    (?: \}\s* (?:/\*.*?\*/\s*)* | \Z ) ){1,2}"
     rb"  (?: (?<=[}\s/]) [^{}<]{1,500} \{ | [}\s]*\Z ))",
     "CSS"),
    (rb"(?: \#[^\n]*\n\s* )* (?i:User-agent|Disallow|Sitemap)[ \t]*: [^\n]* (?:\n|\Z)",
     "robots.txt"),
    (rb"\#EXTM3U | \[playlist\]\s", "a playlist"),
    (rb"BEGIN:V(?:CALENDAR|CARD|EVENT|TODO|JOURNAL)", "iCalendar or vCard"),
    (rb"WEBVTT(?:\s|\Z) | (?:\d+\s*\n)? \d\d:\d\d:\d\d[,.]\d{3}\ -->", "subtitles"),
    (rb"a:\d+:\{ | O:\d+:\" | s:\d+:\" | [bid]:[\d.-]+;\s*\Z", "serialised PHP"),
    (rb"version\ https://(?:git-lfs|hawser)\.\S+/spec/", "a pointer of Git LFS",
     "git lfs pull fetches the file"),
    (rb"(?:\.\./)*/?(?:\.git/)?annex/objects/\S+\s*\Z", "a pointer of git-annex",
     "git annex get fetches the file"),
    (rb"(?:md5:\s\S+\n)?(?:outs|deps|wdir):[^\n]*\n", "a pointer of DVC",
     "dvc pull fetches the file"),
    (rb"\[(?:InternetShortcut|Desktop\ Entry)\]", "a link to an address"),
    (rb"(?: \#[^\n]*\n )* (?> (?:https?|ftp|s3|gs|hdfs)://\S+ (?:\ +\d+ | \t[^\n]*)?"
     rb" [ \t]*(?:\r?\n\s*|\Z) )+ \Z",
     "a list of addresses", GET),
    (rb"(?: " + NAME + rb"[ \t]*\r?\n\s* )* (?: " + NAME + rb"\s* | (?<=\n)[^\s<>]* )\Z",
     "a list of names", "--names reads the files that it names; those of Common Crawl are at "
     "https://data.commoncrawl.org/"),
    (rb"(?> (?:[a-z0-9-]+\.)+[a-z]{2,} (?:/\S*)? [ \t]*\r?\n\s* ){2,} \S* \Z",
     "a list of addresses", GET),
    (rb"[a-z0-9.,:-]+\)/?\S*\ \d{14}\ \S+:/", "an index without names of archives",
     "the archives that its pages are in are needed"),
    # Its lines have four letters for three bytes. One is long, with capital and small letters
    (rb"(?: data:[\w/+.;=-]{1,80},)? (?=[^\n]{0,3999}?[A-Za-z0-9+/]{40}) (?=[^A-Z]{0,4000}[A-Z])"
     rb" (?=[^a-z]{0,4000}[a-z])"
     rb"(?: (?:[A-Za-z0-9+/]{4})* (?:[A-Za-z0-9+/]{2}(?:==|[A-Za-z0-9+/]=))? \r?\n )*"
     rb"[A-Za-z0-9+/]*={0,2}\s*\Z", "base64",
     "jq -cR '{html_b64: .}' makes JSON lines of a page a line, jq -cR '{text: @base64d}' of a "
     "text; base64 -d undoes one"),
]
MARKED_FORMATS, DATA_FORMATS = (
    [(LazyPattern(begin, re.X | re.S), Format(name, *advice)) for begin, name, *advice in table]
    for table in (MARKED, DATA))
QUOTED = LazyPattern(rb"""\"(?:[^"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""", re.S)

XML = LazyPattern(rb"\s*<(?:\?xml\s|rss[\s>]|svg[\s>]|feed[\s>]|urlset[\s>]|mediawiki[\s>])", re.I)
WHOLE_PAGE = LazyPattern(rb"<(?:!doctype\s+html|html|head|body)\b", re.I)
# The first element of XML that is not a page, whatever the name of the file
NO_PAGE = LazyPattern(rb"""
    (?:\xef\xbb\xbf)? (?: \s | <\?[^>]*> | <!--(?:(?!-->).)*--> | <!doctype\s+(?!html)[^>]*> )*
    < (?: (rss|feed|rdf:RDF) | [\w-]+:(?:Envelope|urlset) | urlset | sitemapindex
        | opml | mediawiki | TEI(?:\.2)? | teiCorpus ) [\s>]
    """, re.X | re.I | re.S)
# id,url,"text"; the lines below have as many fields, except after line breaks within quotes
CSV_NAMES = LazyPattern(rb"""
    (?: "[^"\n]*" | [\w\x80-\xff][\w\x80-\xff .-]{0,40} )  ([,;\t|])
    (?: "[^"\n]*" | [\w\x80-\xff][\w\x80-\xff .-]{0,40} )
    (?: \1 (?: "[^"\n]*" | [\w\x80-\xff][\w\x80-\xff .-]{0,40} ) )*  \r?\n
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
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if foreign := _found(MARKED_FORMATS, text):
        return foreign
    bare = QUOTED.sub(b'""', text)
    if has_tags(bare):
        return None
    return _found(DATA_FORMATS, bare) or (TABLE if _is_csv(text) else None)


def known_binary(head):
    """Return the Format by the signature at the head of binary data, or None."""
    if head[:1].isalnum() and not BINARY_BYTE.search(head):        # prose, as PAR1 could begin
        return None
    return _found(SIGNATURES, head)


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
    match = NO_PAGE.match(head)
    if match and match[1]:
        return Format("a feed", "feedparser reads it")
    is_xml = match or (XML.match(head) and not WHOLE_PAGE.search(head))
    return Format("XML") if is_xml else None


def text_format(head, name=""):
    """Return the Format of a file of text that is neither a page, JSON lines nor prose, or None.

    >>> text_format(b'[{"id": 1}]').advice, text_format(b"Once upon a time")
    ("jq -c '.[]' makes JSON lines of it", None)
    """
    head = head.removeprefix(b"\xef\xbb\xbf")
    if CSV_FILE.search(name):
        return TABLE
    return _found(FILES, head) or other_xml(head)


def _found(table, head):
    """Return the Format of the first row whose pattern the head begins with, or None."""
    return next((known for begin, known in table if begin.match(head)), None)


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
