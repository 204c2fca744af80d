"""WARC and ARC: the records of an archive, with their place in it, as far as it is whole.

The heads of records are read by warcio. fastwarc is twice as fast (301 gzipped records of l3s-gn1
in 20 ms against 47; scutch-html2text needs 700 ms for them), but reads no ARC and does not tell a
record's compressed length. Both end without a word where an archive breaks off, and warcio takes
neither zstandard nor one gzip stream of many records, so decompression (members.py) and the way
from record to record are our own.

A record has the length that it states, unless that cannot be. Where each record is a gzip member
or zstandard frame of its own, the end of that is the record's. Elsewhere the next record tells:
where neither it nor an empty line follows, the record ends before the first one that begins in it,
or goes on up to the next. `note` of the Entry says so.
"""
import re
from typing import NamedTuple

from ..errors import BadRecord
from ..stream.files import BLANK, Unreadable, broken
from .kinds import WARC_WITHIN, begins_record

LONGEST_LINE = 1 << 16   # bytes
LONGEST_HEAD = 1 << 20   # bytes of a record's head; what is beyond is left out
CHUNK = 1 << 20          # bytes read at a time of what is passed over
# Bytes read again because of wrong lengths, beyond the archive's own, after which none is believed
READ_AGAIN = 1 << 26

SIZE = re.compile("[0-9]{1,18}")
SEPARATOR = re.compile(rb"(?:\r?\n){1,2}\Z")
UNKNOWN = 1 << 62        # for the size of a record that states none
# How a record of ARC begins within the content of another, which must have been too long, or was
# cut off within a line
ARC_WITHIN = re.compile(rb"""
    (?: \n[a-z]{2,9}: | https?:// ) (?: (?!https?://) \S ){1,4000}
    \ \S{1,80} \ \d{8,14} \ \S{1,80} \ \d{1,18} \r?\n""", re.X)
WARC_LINE = re.compile(rb"WARC/\d\.\d{1,3}\r?\n\Z")


class Entry(NamedTuple):
    """A record of an archive."""

    size: int                   # bytes of its content
    type: str | None            # as in WARC: response, resource, request, warcinfo ...
    url: str | None
    date: str | None
    content_type: str | None
    truncated: str | None       # why the crawler cut it: length, time ...
    languages: str | None       # of its text, as who extracted it found: "eng,fra"
    content: bytes = b""        # the first of them
    begin: int = 0              # where it begins in the decompressed archive
    place: int | None = None    # where it begins in the file, if that leads back to it
    length: int | None = None   # bytes it takes there
    note: str | None = None     # what was mended


def entries(source, largest):
    """Yield an Entry for each whole record, in order, and a BadRecord where the archive is broken.

    source:  a Source of kind "warc" or "arc".
    largest: bytes of a record's content that are kept.
    Raises:  Unreadable without the warcio package.
    Memory:  one record, two where a length is wrong.
    """
    walk = _Walk(source, largest)
    while walk.line != b"":
        entry = problem = None
        try:
            if walk.line is None:
                walk.advance()
            else:
                entry = walk.record()
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

    def __init__(self, source, largest):
        try:
            from warcio.recordloader import ARCHeadersParser
            from warcio.statusandheaders import StatusAndHeadersParser
        except ImportError:
            raise Unreadable(source.name, "WARC and ARC archives need one more package: "
                                          "pip install 'scutch[warc]'") from None
        self._warc = StatusAndHeadersParser(["WARC/"])
        self._arc = ARCHeadersParser()
        self._source = source
        self._stream = source.stream
        self._largest = largest
        self._head_left = 0
        self._alone = False      # whether the record's member begins with it, and it ends there
        self._given_back = self._farthest = 0
        self.line = None
        self.begin = self.position = 0

    def advance(self):
        """Go to the next line that is not blank; NULs before it are padding."""
        blank = True
        while blank:
            line = self._line(LONGEST_LINE)
            self.line = line.lstrip(b"\0")
            self.begin = self.position - len(self.line)
            blank = line and (not self.line or self.line.isspace())

    def readline(self):
        """Return the next line of a head, as warcio asks for it, or b"" where the next member
        begins with a record; no more than LONGEST_HEAD in all."""
        line = self._line(min(self._head_left, LONGEST_LINE))
        if line and self._begins_member(self.position - len(line)) and begins_record(line):
            self._unread(line)
            return b""
        self._head_left -= len(line)
        return line

    def record(self):
        """Return the record that begins at this line.

        Raises:  BadRecord where none does, the line being then that of the next record; or where
                 the archive ends within it.
        """
        begin, place = self.begin, self._source.place(self.begin)
        self._alone = place is not None and self._source.members is not None
        head = self._head() if self._begins_as_expected(self.line) else None
        if head is None:
            self._pass_over()
            raise self._problem(begin, "broken" if self.line else "truncated",
                                f"{self.begin - begin} bytes from byte {{}} on are no record")
        trusted = self._given_back <= self._farthest + READ_AGAIN
        content, size, end = self._content(head.size if trusted else 0)
        if end == "file" and self._alone and place > 0:
            end = "member"
        if end != "member":
            content, size, end = self._mended(content, size, end)
        if end == "file" and not self._alone and (head.size != UNKNOWN or not size):
            self.line = b""
            short = f", {head.size - size} bytes short" if head.size != UNKNOWN else ""
            raise self._problem(begin, "truncated", "the archive breaks off in the record that "
                                f"begins at byte {{}}{short}")
        if end != "size":
            content, size = _trimmed(content, size)
        if size != head.size:
            head = head._replace(note="its archive states a wrong length for it")
        return head._replace(content=content, size=size, begin=begin, place=place,
                             length=None if self._source.members or place is None else
                             self.position - begin)

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
            self.line, self.position, self._stream.failure = None, members.position, None
        return problem

    def _head(self):
        """Return the Entry that a record's head makes, without its content, or None.

        A length that it does not state is UNKNOWN: where the next record begins will tell.
        """
        self._head_left = LONGEST_HEAD
        if self.line.startswith(b"WARC/"):
            get = self._warc.parse(self, self.line).get_header
            facts = (get("WARC-Type"), get("WARC-Target-URI"), get("WARC-Date"),
                     get("Content-Type"), get("WARC-Truncated"),
                     get("WARC-Identified-Content-Language"))
            size, passed = get("Content-Length"), 0
        else:
            headers = self._arc.parse(self, self.line)
            get = headers.get_header
            kind = "warcinfo" if get("uri").startswith("filedesc:") else "response"
            facts = kind, get("uri"), get("archive-date"), get("content-type"), None, None
            size, passed = get("length"), headers.total_len
        if size and SIZE.fullmatch(size) and int(size) >= passed:
            return Entry(int(size) - passed, *facts)
        return Entry(UNKNOWN, *facts) if facts[0] and facts[1] else None

    def _content(self, size):
        """Return (the first of so many bytes, how many were read, what ended them).

        That is their "size"; a "member" that begins with a record, or that is broken; or the
        "file", of which no more is read than is kept where it is known to be too short.
        """
        parts, read = [], 0
        end, wanted = "size", size
        if not self._source.reaches(self.position + size):
            end, wanted = "file", min(size, self._largest)
        while read < wanted:
            try:
                piece = self._piece(wanted - read)
                if piece and self._begins_member(self.position - len(piece)):
                    self._unread(piece)
                    if self._begins_record():
                        return b"".join(parts), read, "member"
                    self._alone = False
                    piece = self._piece(wanted - read)
            except Exception as error:
                if broken(error) is None or not (self._alone and
                                                 self._begins_member(self.position)):
                    raise
                self._stream.failure = error        # of the next member; this one was whole
                return b"".join(parts), read, "member"
            if not piece:
                return b"".join(parts), read, "file"
            if read < self._largest:
                parts.append(piece[:self._largest - read])
            read += len(piece)
        return b"".join(parts), read, end

    def _mended(self, content, size, end):
        """Return what _content does, of a record whose length is wrong: it ends before the "next"
        one, which begins in it, or goes on up to that."""
        first, other = self._following()
        blank = not first.strip(BLANK)
        apart = blank or content[-1:] == b"\n" or other.startswith(b"WARC/")
        if end == "size" and (not other.strip(BLANK) or (apart and begins_record(other))):
            return content, size, end
        cut = self._begin_within(content) if size == len(content) else size
        if cut < size:
            self._unread(content[cut:])
            return content[:cut], cut, "next"
        if end == "size" and blank:           # what comes then is no record
            return content, size, end
        parts = [content]
        while line := self._ahead():
            if begins_record(line) and (blank or not line.startswith(b"WARC/")):
                self._unread(line)
                break
            blank = line.isspace()
            if size < self._largest:
                parts.append(line)
            size += len(line)
        return b"".join(parts), size, "next" if line or end == "size" else end

    def _begin_within(self, content):
        """Return where in the content just read the next record begins, else its length."""
        ahead = self._ahead() + self._ahead()
        begins = WARC_WITHIN if self.line.startswith(b"WARC/") else ARC_WITHIN
        within = content + ahead
        found = begins.search(within)
        self._unread(ahead)
        cut = found.start() + within.startswith(b"\n", found.start()) if found else len(content)
        self._given_back += max(0, len(content) - cut)
        return min(cut, len(content))

    def _following(self):
        """Return the next line and the next that is not blank; they stay to be read."""
        lines = []
        while len(lines) < 8 and (line := self._ahead()):
            lines.append(line)
            if line.strip(BLANK):
                break
        self._unread(b"".join(lines))
        return (lines[0], lines[-1]) if lines else (b"", b"")

    def _pass_over(self):
        """Go on from what is no record to the line that begins one, or to the end."""
        if begins_record(self.line):         # with a head that is none
            self.advance()
        while self.line and not begins_record(self.line):
            found = WARC_LINE.search(self.line)      # a crawler broke off, and went on in the line
            if found:
                self.begin += found.start()
                self.line = self.line[found.start():]
            else:
                self.advance()

    def _ahead(self):
        """Return the next line; b"" also where the compressed data breaks, which the read after it
        meets again."""
        try:
            return self._line(LONGEST_LINE)
        except Exception as error:
            if broken(error) is None:
                raise
            self._stream.failure = error
            return b""

    def _begins_record(self):
        line = self._line(LONGEST_LINE)
        self._unread(line)
        return begins_record(line)

    def _begins_as_expected(self, line):
        """Return whether a record begins with this line, at a place where one should.

        That of ARC may have an odd date there: the size is what is needed.
        """
        fields = line.rsplit(b" ", 4)
        return begins_record(line) or (len(fields) == 5 and b":" in fields[0]
                                       and fields[4].strip().isdigit())

    def _begins_member(self, position):
        return self._source.members is not None and self._source.place(position) is not None

    def _line(self, most):
        return self._read(self._stream.readline(most))

    def _piece(self, most):
        return self._read(self._stream.read1(min(most, CHUNK)))

    def _read(self, data):
        self.position += len(data)
        self._farthest = max(self._farthest, self.position)
        return data

    def _unread(self, data):
        self._stream.unread(data)
        self.position -= len(data)

    def _problem(self, begin, code, message, place=None):
        name = self._source.name
        place = self._source.place(begin) if place is None else place
        shown = f"{begin} of the decompressed data" if place is None else place
        metadata = {"warc_file": name} | ({} if place is None else {"warc_offset": place})
        return BadRecord(message.format(shown), code,
                         {"id": f"{name}:{begin if place is None else place}",
                          "metadata": metadata})


def _trimmed(content, size):
    """Return the content and its size without the empty lines that part it from the next record."""
    end = content[-4:] if size == len(content) else b""
    less = len(end) - len(SEPARATOR.sub(b"", end))
    return content[:len(content) - less], size - less
