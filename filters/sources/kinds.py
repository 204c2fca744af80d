"""A file or stdin, and its kind, recognised by its first bytes."""
import codecs
import io
import os
import re
import stat
from typing import Any

from ..edge.compression import GZIP, decompressed
from ..edge.files import open_raw, shown
from ..edge.rereadable import BLANK, Rereadable
from ..html.sniff import SNIFFED, looks_like_html
from ..lazypattern import LazyPattern
from . import arclines, otherformats
from .indexes import INDEX_NAME, is_index
from .saved import IS_OWN

BUFFER = 1 << 16         # bytes
LONGEST_LOG = 1 << 16    # bytes before the first record, where what begins as text is JSON lines

ZSTD_FRAME = LazyPattern(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18")     # or one to skip

JSON_OBJECT = LazyPattern(rb'(?:\xef\xbb\xbf)?\s*\{\s*["}]')
RECORD_FIELD = LazyPattern(rb'"(?:html|html_b64|text|segments|content|raw_content|[htp])":\s*["\[]')
RECORDS_NAME = LazyPattern(r"\.(?:jsonl|ndjson)(?:\.\w{2,4})?$", re.I)
JSON_NAME = LazyPattern(r"\.(?:json|jsonl|ndjson)(?:\.(?:gz|zst|bz2|xz))?$", re.I)
ARCHIVE_NAME = LazyPattern(r"\.w?arc(?:\.|$)", re.I)
PAGE_NAME = LazyPattern(r"\.(?:[xs]?html?|xht)(?:\.(?:gz|zst|bz2|xz))?$", re.I)
# The headers of a response before its body: curl -i, wget --save-headers; "100 Continue", with
# which a server takes what is posted, has none
RESPONSE = LazyPattern(rb"(?:(?i:HTTP/\d(?:\.\d)?|ICY) +|:status:? +)\d{3}[^\n]*\n"
                       rb"(?:[A-Za-z0-9:-]+:|\r?\nHTTP/\d)")
# The first record may come later in a file that is damaged at its beginning, or padded.
WARC_WITHIN = LazyPattern(rb"WARC/\d\.\d{1,3}\r?\n[A-Za-z-]{1,80}:")
WARC_FIELD = LazyPattern(rb"^WARC-(?:Type|Date|Record-ID|Target-URI):[ \t]", re.M)


class Source:
    """An open file: `name` as complaints and records have it, `kind`, and its `stream`.

    path:    as it was opened, "-" for stdin.
    kind:    "warc", "arc"; "index" for CDX and CDXJ; "corpus" for our own xml and vrt; "records"
             for JSON lines; "parquet", where it is a file that is not compressed; "html" for a
             page; "text" for plain text; "other" for anything else, which `format` names; "empty".
    stream:  buffered bytes, decompressed; none of them is read yet.
    """

    def __init__(self, path, raw, stream, members=None, begin=0):
        self.path = path
        self.name = name = shown(path)
        self.stream: Any = Rereadable(stream)        # or the lines of a Parquet file
        self.members = members
        self._raw = raw
        self._plain = stream is raw
        self._begin = begin
        self.head = self.stream.first_bytes(SNIFFED)
        self.kind, self.format = kind_of(self.head, name)
        if self.kind in ("text", "html", "other") and len(self.head) < SNIFFED:  # a slow pipe
            self.head = self.stream.first_bytes(SNIFFED, lines=True)
            self.kind, self.format = kind_of(self.head, name)
        elif self.kind == "text" and _holds_records(self.stream.first_bytes(LONGEST_LOG, True)):
            self.kind = "records"
        if self.stream.failure and not self.head:
            is_page = PAGE_NAME.search(name) or not (members or ARCHIVE_NAME.search(name))
            self.kind = "html" if is_page else "warc"
        if str(self.format) == otherformats.PARQUET and self.seekable_file():
            self.kind = "parquet"

    def place(self, position):
        """Return where in the file the content at this position of the stream begins, or None."""
        if self.members:
            return self.members.place(position)
        return self._begin + position if self._plain else None

    def reaches(self, position):
        """Return whether the stream reaches this position, as far as can be known."""
        if not self.seekable_file():
            return True
        status = os.fstat(self._raw.fileno())
        return not stat.S_ISREG(status.st_mode) or self._begin + position <= status.st_size

    def seekable_file(self):
        """Return the file itself where it is not compressed and can be sought in, else None."""
        return self._raw if self._plain and self._raw.seekable() else None

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
            self._raw.close()


def open_source(name, begin=0):
    """Return the Source of the named file; "-" is stdin.

    begin:   byte of the file to begin at: of a member where it is compressed.
    Raises:  OSError if it cannot be opened; Unreadable for .zst without the zstandard package.
    """
    return source_of(name, open_raw(name), begin)


def source_of(name, raw, begin=0):
    """Return the Source of a buffered stream: see open_source."""
    head = raw.peek(4)[:4]
    if head.startswith(GZIP):
        from .members import gzip_members
        members = gzip_members(raw, begin)
    elif ZSTD_FRAME.match(head):
        from .members import zstd_members
        members = zstd_members(raw, name, begin)
    else:
        if begin:
            raw.seek(begin)
        return Source(name, raw, decompressed(raw, name), begin=begin)
    return Source(name, raw, io.BufferedReader(members, BUFFER), members)


def holds_records(name):
    """Return whether the named file, "-" for stdin, holds JSON lines; no terminal is waited for.

    Raises:  what open_source raises.
    """
    if os.isatty(0) if name == "-" else os.path.isdir(name):
        return False
    source = open_source(name)
    if name != "-":
        source.close()
    return source.kind == "records"


def kind_of(head, name=""):
    """Return (kind of a file by its decompressed first bytes, its Format if the kind is "other").

    See Source for kinds. The name decides where the bytes do not.

    >>> [kind_of(head)[0] for head in (b"WARC/1.0", b'{"id": "a"}', b"<p>Hi.", b"Hi.", b"%PDF-1")]
    ['warc', 'records', 'html', 'text', 'other']
    """
    if not head.strip(BLANK) and JSON_NAME.search(name):
        return "records", None
    if not head or (name == "stdin" and len(head) < SNIFFED and not head.strip(BLANK)):
        return "empty", None
    stripped = head.removeprefix(codecs.BOM_UTF8).lstrip(BLANK)
    if stripped.startswith(b"filedesc:") or begins_record(stripped.partition(b"\n")[0]):
        return "warc" if stripped.startswith(b"WARC/") else "arc", None
    if foreign := otherformats.known_binary(head):    # though it be crawl.warc.zip, a WARC within
        return "other", foreign
    if is_index(head):
        return "index", None
    if IS_OWN.match(stripped):
        return "corpus", None
    if looks_like_html(head):
        return "html", None
    if WARC_WITHIN.search(head) or WARC_FIELD.search(head):
        return "warc", None
    if ARCHIVE_NAME.search(name) and not JSON_OBJECT.match(head):
        if len(head) < SNIFFED and (foreign := otherformats.text_of_programs(head)):
            return "other", foreign                   # it stands for an archive
        return "arc" if ".arc" in name.lower() else "warc", None
    if RESPONSE.match(head):
        return "html", None
    if PAGE_NAME.search(name) and not JSON_OBJECT.match(head):
        foreign = otherformats.no_page(head)
        return "other" if foreign else "html", foreign
    if INDEX_NAME.search(name):
        return "other", otherformats.binary_format(head) or otherformats.NO_INDEX
    if foreign := otherformats.binary_format(head):
        return "other", foreign
    is_object = JSON_OBJECT.match(head)
    if not is_object and _holds_records(stripped):       # a log may begin like a table
        return "records", None
    if foreign := otherformats.text_format(head, name):
        return "other", foreign
    if not is_object and (foreign := otherformats.text_of_programs(head)):
        return "other", foreign
    if is_object or RECORDS_NAME.search(name):
        return "records", None
    return "html" if otherformats.has_tags(head) else "text", None


def begins_record(line):
    """Return whether a line is the first of a WARC or ARC record.

    >>> begins_record(b"http://a.example/x y 192.0.2.1 20080101120000 text/html 20\\n")
    True
    """
    if line.startswith(b"WARC/"):
        return line[5:6].isdigit()
    return arclines.fields(line) is not None


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
