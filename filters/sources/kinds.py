"""A file or stdin, and what it is, told by its first bytes."""
import io
import os
import re
import stat

from ..stream.files import GZIP, Rereadable, decompressed, open_raw
from .indexes import is_index

SNIFFED = 4096           # bytes by which a file is told
BUFFER = 1 << 16         # bytes

ZSTD_FRAME = re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18")     # or one to skip

BINARY = (b"%PDF-", b"\x89PNG\r\n", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b",
          b"\x00\x00\x01\x00", b"wOFF", b"wOF2", b"RIFF", b"OggS", b"ID3", b"7z\xbc\xaf",
          b"\xd0\xcf\x11\xe0", b"\x7fELF")
JSON_OBJECT = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*["}]')
ARCHIVE_NAME = re.compile(r"\.w?arc(?:\.|$)", re.I)

# How a page begins, after WHATWG's table for types that the server does not tell
HTML_START = re.compile(rb"""
    (?: \s | <\?xml[^>]*> | <!--.*?--> )*+
    < (?: !doctype\s+html | html | head | body | title | meta | link | script | style | table
        | div | iframe | h1 | font | center | br | p | a | b ) [\s/>]
    """, re.X | re.I | re.S)


class Source:
    """An open file: `name` as complaints and records have it, `kind`, and its `stream`.

    kind:    "warc", "arc"; "index" for CDX and CDXJ; "records" for JSON lines; "html" for a page,
             and whatever else could be one; "binary" for what cannot; "empty".
    stream:  buffered bytes, decompressed; nothing of it is read yet.
    """

    def __init__(self, name, raw, stream, members=None, begin=0):
        self.name = name
        self.stream = Rereadable(stream)
        self.members = members
        self._raw = raw
        self._plain = stream is raw
        self._begin = begin
        head = self.stream.first_bytes(SNIFFED)
        self.looks_like_html = looks_like_html(head)
        self.kind = kind_of(head)
        if self.stream.failure and not head:
            self.kind = "warc" if members or ARCHIVE_NAME.search(name) else "html"

    def place(self, position):
        """Return where in the file what stands at this position of the stream begins, or None."""
        if self.members:
            return self.members.place(position)
        return self._begin + position if self._plain else None

    def reaches(self, position):
        """Return whether the stream goes on to this position, as far as can be known."""
        if not self._plain:
            return True
        status = os.fstat(self._raw.fileno())
        return not stat.S_ISREG(status.st_mode) or self._begin + position <= status.st_size

    def close(self):
        """Close the file; stdin stays open."""
        if self.name != "stdin":
            self._raw.close()


def open_source(name, begin=0):
    """Return the Source of the named file; "-" is stdin.

    begin:   byte of the file to begin at: of a member where it is compressed.
    Raises:  OSError if it cannot be opened; Unreadable for .zst without the zstandard package.
    """
    raw = open_raw(name)
    name = "stdin" if name == "-" else name
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


def kind_of(head):
    """Return the kind of a file by its first bytes, decompressed: see Source.

    >>> [kind_of(head) for head in (b"WARC/1.0", b'{"id": "a"}', b"<p>Hi.", b"Hi.", b"%PDF-1", b"")]
    ['warc', 'records', 'html', 'html', 'binary', 'empty']
    """
    if not head:
        return "empty"
    if head.startswith(b"filedesc:") or begins_record(head.partition(b"\n")[0]):
        return "warc" if head.startswith(b"WARC/") else "arc"
    if is_index(head):
        return "index"
    if JSON_OBJECT.match(head):
        return "records"
    return "binary" if head.startswith(BINARY) else "html"


def begins_record(line):
    """Return whether a line is the first of a WARC or ARC record.

    >>> begins_record(b"http://a.example/x y 192.0.2.1 20080101120000 text/html 20\\n")
    True
    """
    if line.startswith(b"WARC/"):
        return line[5:6].isdigit()
    fields = line.rstrip().rsplit(b" ", 4)
    return (len(fields) == 5 and b":" in fields[0] and 8 <= len(fields[2]) <= 14
            and fields[2].isdigit() and fields[4].isdigit())


def looks_like_html(head):
    """Return whether bytes begin as an HTML page does, in UTF-16 too.

    >>> looks_like_html(b'<!-- x --> <!DOCTYPE html>'), looks_like_html(b'<rss><title>')
    (True, False)
    """
    head = head[:SNIFFED].removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe").replace(b"\0", b"")
    return HTML_START.match(head) is not None
