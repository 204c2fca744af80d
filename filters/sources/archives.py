"""WARC and ARC: the records of an archive, with their place in it, as far as it is whole.

The heads of records are read by warcio. fastwarc is twice as fast (301 gzipped records of l3s-gn1
in 20 ms against 47; scutch-html2text needs 700 ms for them), but reads no ARC and does not tell a
record's compressed length. Both end without a word where an archive breaks off, and warcio takes
neither zstandard nor one gzip stream of many records, so decompression (members.py) and the way
from record to record are our own.
"""
import re
from typing import NamedTuple

from ..errors import BadRecord
from ..stream.files import Unreadable, broken
from .kinds import begins_record

LONGEST_LINE = 1 << 16   # bytes
LONGEST_HEAD = 1 << 20   # bytes of a record's head; what is beyond is left out
CHUNK = 1 << 20          # bytes read at a time of what is passed over

SIZE = re.compile("[0-9]{1,18}")


class Entry(NamedTuple):
    """A record of an archive."""

    size: int                   # bytes of its content
    type: str | None            # as in WARC: response, resource, request, warcinfo ...
    url: str | None
    date: str | None
    content_type: str | None
    truncated: str | None       # why the crawler cut it: length, time ...
    content: bytes = b""        # the first of them
    begin: int = 0              # where it begins in the decompressed archive
    place: int | None = None    # where it begins in the file, if that leads back to it
    length: int | None = None   # bytes it takes there


def entries(source, largest):
    """Yield an Entry for each whole record, in order, and a BadRecord where the archive is broken.

    source:  a Source of kind "warc" or "arc".
    largest: bytes of a record's content that are kept.
    Raises:  Unreadable without the warcio package.
    Memory:  one record.
    """
    walk = _Walk(source)
    while walk.line != b"":
        entry = problem = None
        try:
            if walk.line is None:
                walk.advance()
            else:
                entry = walk.record(largest)
                walk.advance()
                entry = walk.measured(entry)
        except BadRecord as error:
            problem = error
        except Exception as error:
            why = broken(error)
            if why is None:
                raise
            problem = walk.broken(why, isinstance(error, EOFError))
        if entry:
            yield entry
        if problem:
            yield problem


class _Walk:
    """The way through an archive, from the first line of one record to that of the next.

    line:      the line reached; None before the first, b"" at the end.
    begin:     position of its first byte.
    position:  bytes read so far.
    """

    def __init__(self, source):
        try:
            from warcio.recordloader import ARCHeadersParser
            from warcio.statusandheaders import StatusAndHeadersParser
        except ImportError:
            raise Unreadable(source.name, "WARC and ARC archives need one more package: "
                                          "pip install 'scutch[warc]'") from None
        self._warc = StatusAndHeadersParser(["WARC/"])
        self._arc = ARCHeadersParser()
        self._source = source
        self._head_left = 0
        self.line = None
        self.begin = self.position = 0

    def advance(self):
        """Go to the next line that is not blank; NULs before it are padding."""
        blank = True
        while blank:
            self._head_left = LONGEST_HEAD
            line = self.readline()
            self.line = line.lstrip(b"\0")
            self.begin = self.position - len(self.line)
            blank = line and (not self.line or self.line.isspace())

    def readline(self):
        """Return the next line, as warcio asks for it; no more than LONGEST_HEAD in all."""
        line = self._source.stream.readline(min(self._head_left, LONGEST_LINE))
        self._head_left -= len(line)
        self.position += len(line)
        return line

    def record(self, largest):
        """Return the record that begins at this line.

        Raises:  BadRecord where none does, the line being then that of the next record; or where
                 the archive ends within it.
        """
        begin, place = self.begin, self._source.place(self.begin)
        head = self._head() if begins_record(self.line) else None
        if head is None:
            self.advance()
            while self.line and not begins_record(self.line):
                self.advance()
            raise self._problem(begin, "broken" if self.line else "truncated",
                                f"{self.begin - begin} bytes from byte {{}} on are no record")
        content = self._read(min(head.size, largest))
        missing = head.size - len(content)
        while missing and (passed := len(self._read(min(missing, CHUNK)))):
            missing -= passed
        if missing:
            self.line = b""
            raise self._problem(begin, "truncated", "the archive breaks off in the record that "
                                                    f"begins at byte {{}}, {missing} bytes short")
        plain = place is not None and self._source.members is None
        return head._replace(content=content, begin=begin, place=place,
                             length=self.position - begin if plain else None)

    def measured(self, entry):
        """Return the entry with its length in the file, now that the next record is reached."""
        if self._source.members is None:
            return entry
        end = self._source.place(self.begin)
        if entry.place is None or end is None:          # one of many in one gzip stream
            return entry._replace(place=None, length=None)
        return entry._replace(length=end - entry.place)

    def broken(self, why, cut_off):
        """Return the BadRecord of broken compressed data, having gone on behind it if possible."""
        members = self._source.members
        begin = members.begin if members else self.begin
        problem = self._problem(begin, "truncated" if cut_off else "broken",
                                f"the archive breaks off at byte {{}}: {why}", begin)
        self.line = b""
        if members and members.resume(lambda head: begins_record(head.partition(b"\n")[0])):
            self.line, self.position = None, members.position
        return problem

    def _head(self):
        """Return the Entry that a record's head makes, without its content, or None."""
        if self.line.startswith(b"WARC/"):
            get = self._warc.parse(self, self.line).get_header
            facts = (get("WARC-Type"), get("WARC-Target-URI"), get("WARC-Date"),
                     get("Content-Type"), get("WARC-Truncated"))
            size, passed = get("Content-Length"), 0
        else:
            headers = self._arc.parse(self, self.line)
            get = headers.get_header
            kind = "warcinfo" if get("uri").startswith("filedesc:") else "response"
            facts = kind, get("uri"), get("archive-date"), get("content-type"), None
            size, passed = get("length"), headers.total_len
        if not size or not SIZE.fullmatch(size) or int(size) < passed:
            return None
        return Entry(int(size) - passed, *facts)

    def _read(self, size):
        data = self._source.stream.read(size)
        self.position += len(data)
        return data

    def _problem(self, begin, code, message, place=None):
        name = self._source.name
        place = self._source.place(begin) if place is None else place
        shown = f"{begin} of the decompressed data" if place is None else place
        metadata = {"warc_file": name} | ({} if place is None else {"warc_offset": place})
        return BadRecord(message.format(shown), code,
                         {"id": f"{name}:{begin if place is None else place}",
                          "metadata": metadata})
