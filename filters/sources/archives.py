"""WARC and ARC: the records of an archive, with their place in it, as far as it is whole.

The heads of records are read by warcio. fastwarc is twice as fast (301 gzipped records of l3s-gn1
in 20 ms against 47; scutch-html2text needs 700 ms for them), but reads no ARC and does not tell a
record's compressed length. Both end silently where an archive breaks off, and warcio takes neither
zstandard nor one gzip stream of many records, so decompression (members.py) and the walk from
record to record are our own.

A record has the length that it states, unless that is impossible. Where each record is a gzip
member or zstandard frame of its own, the record ends with it. Elsewhere the next record tells
(wronglengths.py). `note` of the Entry says so.
"""
import re
from itertools import chain

from ..edge.compression import broken
from ..errors import TRUNCATED, BadRecord, kept
from ..wording import plural
from .archivestream import CHUNK, LONGEST_LINE, Reading
from .arclines import BEGIN, fields_where_expected
from .heads import LONGEST_HEAD, UNKNOWN, Heads, TooLong
from .kinds import begins_record
from .wronglengths import Mender, trimmed

# Where the next record may begin; within a line where a crawler broke off, and went on in it
NEXT = re.compile(rb"^WARC/\d | WARC/\d\.\d{1,3}\r?\n | (?i:^" + BEGIN + rb"[ \t\r]*$)",
                  re.M | re.X)


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
            problem = kept(error)
        except Exception as error:
            problem = walk.broken(broken(error))
        if entry:
            yield entry
        if problem:
            yield problem


def joined(entries, largest):
    """Yield the entries, segments of a record that follow one another as one.

    largest: bytes of its content that are kept.
    """
    first, content, count = None, bytearray(), 0
    for entry in chain(entries, [None]):
        if first and getattr(entry, "segment", None) == str(count + 1) and (
                first.record == entry.record or first.url == entry.url):
            count += 1
            content += entry.content[:max(0, largest - len(content))]
            size = first.size + entry.size
            first = first._replace(size=size, segment=None if entry.total == str(size) else "1")
            continue
        if first:
            yield first._replace(content=bytes(content))
        first = entry if getattr(entry, "segment", None) == "1" else None
        if first:
            content, count = bytearray(entry.content), 1
        elif entry:
            yield entry


class _Walk:
    """A walk through an archive, from the first line of one record to that of the next.

    line:      the line reached; None before the first, b"" at the end.
    begin:     position of its first byte.
    """

    def __init__(self, source, largest):
        self._source = source
        self._reading = Reading(source)
        self._heads = Heads(self._reading, source.name)
        self._mender = Mender(self._reading, largest)
        self._largest = largest
        self._alone = False      # whether the record's member begins with it, and it ends there
        self.line = None
        self.begin = 0

    def advance(self):
        """Go to the next line that is not blank; NULs before it are padding."""
        blank = True
        while blank:
            line = self._reading.line()
            self.line = line.lstrip(b"\0")
            self.begin = self._reading.position - len(self.line)
            blank = line and (not self.line or self.line.isspace())

    def record(self):
        """Return the record that begins at this line.

        Raises:  BadRecord where none does, having gone on to the line of the next record; or
                 where the archive ends within it.
        """
        begin, place = self.begin, self._source.place(self.begin)
        self._alone = place is not None and self._source.members is not None
        head, why = None, "not a record"
        try:
            begins = begins_record(self.line) or fields_where_expected(self.line) is not None
            head = self._heads.entry(self.line) if begins else None
        except TooLong:
            why = f"a record with a head of over {plural(LONGEST_HEAD, 'byte')}"
        if head is None:
            self._pass_over()
            raise self._problem(begin, "broken" if self.line else TRUNCATED,
                                plural(self.begin - begin, "byte at byte {} is",
                                       "bytes at byte {} are") + f" {why}")
        content, size, end = self._content(head.size if self._mender.trusts_lengths() else 0)
        if end == "file" and self._alone and place > 0:
            end = "member"
        if end != "member":
            content, size, end = self._mender.mended(content, size, end,
                                                     self.line.startswith(b"WARC/"))
        if end == "file" and not self._alone and (head.size != UNKNOWN or not size):
            self.line = b""
            short = f", {plural(head.size - size, 'byte')} short" if head.size != UNKNOWN else ""
            raise self._problem(begin, TRUNCATED, "the archive breaks off in the record that "
                                f"begins at byte {{}}{short}")
        if end != "size":
            content, size = trimmed(content, size)
        if size != head.size:
            head = head._replace(note="its archive states a wrong length for it")
        return head._replace(content=content, size=size, begin=begin, place=place,
                             is_glued=end == "next",
                             length=None if self._source.members or place is None else
                             self._reading.position - begin)

    def measured(self, entry):
        """Return the entry with its length in the file, now that the next record is reached."""
        if self._source.members is None:
            return entry
        end = self._source.place(self.begin)
        if entry.place is None or end is None:          # one of many in one gzip stream
            return entry._replace(place=None, length=None)
        return entry._replace(length=end - entry.place)

    def broken(self, why):
        """Return the BadRecord of broken compressed data, having gone on after it if possible."""
        members = self._source.members
        begin = members.begin if members else self.begin
        code, self.line = TRUNCATED, b""
        if members and members.resume(lambda head: begins_record(head.partition(b"\n")[0])):
            code, self.line, self._reading.position = "broken", None, members.position
            self._reading.fail_next(None)
        return self._problem(begin, code, f"the archive breaks off at byte {{}}: {why}", begin)

    def _content(self, size):
        """Read the content of a record; return (bytes to keep, how many were read, why it ends).

        Why: "size", all bytes were read; "member", a compressed member comes first that begins with
        a record or is broken; "file", the file ends first. Of a file that is known to be too short
        only the bytes to keep are read.
        """
        reading = self._reading
        parts, read = [], 0
        end, wanted = "size", size
        if not self._source.reaches(reading.position + size):
            end, wanted = "file", min(size, self._largest)
        while read < wanted:
            try:
                piece = reading.piece(wanted - read)
                if piece and reading.begins_member(reading.position - len(piece)):
                    reading.give_back(piece)
                    if reading.begins_record():
                        return b"".join(parts), read, "member"
                    self._alone = False
                    piece = reading.piece(wanted - read)
            except Exception as error:
                broken(error)
                if not (self._alone and reading.begins_member(reading.position)):
                    raise
                reading.fail_next(error)            # of the next member; this one was whole
                return b"".join(parts), read, "member"
            if not piece:
                return b"".join(parts), read, "file"
            if read < self._largest:
                parts.append(piece[:self._largest - read])
            read += len(piece)
        return b"".join(parts), read, end

    def _pass_over(self):
        """Skip to the line that begins the next record, or to the end."""
        if begins_record(self.line):         # with an invalid head
            self.advance()
        while self.line and not begins_record(self.line):
            text = self.line
            while not (begun := NEXT.search(text)) and (piece := self._reading.piece(CHUNK)):
                text = text[text.rfind(b"\n") + 1:][-LONGEST_LINE:] + piece
            if begun:
                self._reading.give_back(text[begun.start():])
            self.advance()

    def _problem(self, begin, code, message, place=None):
        name = self._source.name
        place = self._source.place(begin) if place is None else place
        shown = f"{begin} of the decompressed data" if place is None else place
        metadata = {"warc_file": name} | ({} if place is None else {"warc_offset": place})
        return BadRecord(message.format(shown), code,
                         {"id": f"{name}:{begin if place is None else place}",
                          "metadata": metadata})
