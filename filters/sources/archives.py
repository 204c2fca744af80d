"""WARC and ARC: the records of an archive, with their place in it, as far as it is whole.

The heads of records are read by warcio. fastwarc is twice as fast (301 gzipped records of l3s-gn1
in 20 ms against 47; scutch-html2text needs 700 ms for them), but reads no ARC and does not tell a
record's compressed length. Both end silently where an archive breaks off, and warcio takes neither
zstandard nor one gzip stream of many records, so decompression (edge/compression.py) and the walk
from record to record are our own.

A record has the length that it states, unless that is impossible. Where each record is a gzip
member or zstandard frame of its own, the record ends with it. Elsewhere a stated length is wrong if
it leads neither to a record nor to an empty line. If it is too long, the record ends before the
first one that begins within it; if too short, it goes on to the next. `note` of the Entry says so.
"""
from itertools import chain
from typing import NamedTuple

from ..edge.bytestreams import BLANK, CHUNK
from ..edge.compression import broken
from ..errors import TRUNCATED, BadRecord, Unreadable, kept
from ..lazypattern import LazyPattern
from ..wording import needs, plural
from .recordlines import ARC_WITHIN, NEXT, WARC_WITHIN, arc_fields, begins_record

LONGEST_LINE = 1 << 16   # bytes
LONGEST_HEAD = 1 << 20   # bytes of a record's head
# Bytes read again because of wrong lengths, beyond the archive's own, after which none is trusted
READ_AGAIN = 1 << 26
SIZE = LazyPattern("[0-9]{1,18}")
UNKNOWN = 1 << 62        # for the size of a record that states none
SEPARATOR = LazyPattern(rb"(?:\r?\n){1,2}\Z")
# Of a WARC record, for the fields of an Entry behind its size
FIELDS = ["WARC-Type", "WARC-Target-URI", "WARC-Date", "Content-Type", "WARC-Truncated",
          "WARC-Identified-Content-Language", "WARC-Segment-Number", "WARC-IP-Address",
          "WARC-Identified-Payload-Type"]


class Entry(NamedTuple):
    """A record of an archive."""

    size: int                   # bytes of its content
    type: str | None            # as in WARC: response, resource, request, warcinfo ...
    url: str | None
    date: str | None
    content_type: str | None
    truncated: str | None       # why the crawler cut it: length, time ...
    languages: str | None       # of its text, as who extracted it found: "eng,fra"
    segment: str | None         # its number, if the record is in segments; others are continuations
    ip: str | None = None       # of the server
    payload_type: str | None = None        # media type of the body, as the crawler identified it
    record: str | None = None   # the record's id, of a later segment that of the first
    total: str | None = None    # bytes of all segments, as the last of them states it
    content: bytes = b""        # the first of them
    begin: int = 0              # where it begins in the decompressed archive
    place: int | None = None    # where it begins in the file, if that leads back to it
    length: int | None = None   # bytes it takes there
    note: str | None = None     # what was corrected
    is_glued: bool = False      # whether it ends before the next record that was found


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
        yield from filter(None, (entry, problem))


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
        try:
            from warcio.statusandheaders import StatusAndHeadersParser
        except ImportError:
            raise Unreadable(source.name, needs("a WARC or ARC archive", "warc")) from None
        self._parser = StatusAndHeadersParser(["WARC/"])
        self._name, self._stream, self._largest = source.name, source.stream, largest
        self._left = 0           # bytes that a head may still have
        self._given_back = 0     # bytes, because of wrong lengths
        self._alone = False      # whether the record's member begins with it, and it ends there
        self.line = None
        self.begin = 0

    def advance(self):
        """Go to the next line that is not blank; NULs before it are padding."""
        blank = True
        while blank:
            line = self._stream.readline(LONGEST_LINE)
            self.line = line.lstrip(b"\0")
            self.begin = self._stream.position - len(self.line)
            blank = line and (not self.line or self.line.isspace())

    def record(self):
        """Return the record that begins at this line.

        Raises:  BadRecord where none does, having gone on to the line of the next record; or
                 where the archive ends within it.
        """
        stream, begin, place = self._stream, self.begin, self._stream.place(self.begin)
        self._alone = place is not None and stream.members is not None
        self._left = LONGEST_HEAD
        begins = begins_record(self.line) or arc_fields(self.line) is not None
        head = self._head() if begins else None
        if head is None:
            why = ("not a record" if self._left > 0 else
                   f"a record with a head of over {plural(LONGEST_HEAD, 'byte')}")
            self._pass_over()
            raise self._problem(begin, "broken" if self.line else TRUNCATED,
                                plural(self.begin - begin, "byte at byte {} is",
                                       "bytes at byte {} are") + f" {why}")
        trusts_lengths = self._given_back <= max(stream.farthest, stream.position) + READ_AGAIN
        content, size, end = self._content(head.size if trusts_lengths else 0)
        if end == "file" and self._alone and place > 0:
            end = "member"
        if end != "member":
            content, size, end = self._mended(content, size, end)
        if end == "file" and not self._alone and (head.size != UNKNOWN or not size):
            self.line = b""
            short = f", {plural(head.size - size, 'byte')} short" if head.size != UNKNOWN else ""
            raise self._problem(begin, TRUNCATED, "the archive breaks off in the record that "
                                f"begins at byte {{}}{short}")
        if end != "size":                # the empty lines before the next record are none of it
            last = content[-4:] if size == len(content) else b""
            less = len(last) - len(SEPARATOR.sub(b"", last))
            content, size = content[:len(content) - less], size - less
        if size != head.size:
            head = head._replace(note="its archive states a wrong length for it")
        return head._replace(content=content, size=size, begin=begin, place=place,
                             is_glued=end == "next",
                             length=None if stream.members or place is None else
                             stream.position - begin)

    def measured(self, entry):
        """Return the entry with its length in the file, now that the next record is reached."""
        if self._stream.members is None:
            return entry
        end = self._stream.place(self.begin)
        if entry.place is None or end is None:          # one of many in one gzip stream
            return entry._replace(place=None, length=None)
        return entry._replace(length=end - entry.place)

    def broken(self, why):
        """Return the BadRecord of broken compressed data, having gone on after it if possible."""
        stream, members = self._stream, self._stream.members
        begin = members.begin if members else self.begin
        code, self.line = TRUNCATED, b""
        if members and members.resume(lambda head: begins_record(head.partition(b"\n")[0])):
            code, self.line, stream.position = "broken", None, members.position
            stream.failure = None
        return self._problem(begin, code, f"the archive breaks off at byte {{}}: {why}", begin)

    def _head(self):
        """Return the Entry of the head that begins with this line, without its content, or None.

        A length that it does not state is UNKNOWN until the next record is found.
        """
        if self.line.startswith(b"WARC/"):
            get = self._parser.parse(self, self.line).get_header
            facts = (*map(get, FIELDS), get("WARC-Segment-Origin-ID") or get("WARC-Record-ID"),
                     get("WARC-Segment-Total-Length"))
            size, passed = get("Content-Length"), 0
        else:
            url, address, date, media_type, size = map(self._parser.decode_header,
                                                       arc_fields(self.line))
            is_head = url.startswith("filedesc:")     # of the archive, two lines of format follow
            passed = sum(len(self.readline()) for _ in range(2 * is_head))
            facts = ("warcinfo" if is_head else "response", url, date, media_type, None, None, None,
                     address)
        if self._left <= 0:              # none ends there
            return None
        if size and SIZE.fullmatch(size) and int(size) >= passed:
            return Entry(int(size) - passed, *facts)
        return Entry(UNKNOWN, *facts) if facts[0] and facts[1] else None

    def readline(self):
        """Return the next line of a head, as warcio asks for it, or b"" where the next member
        begins with a record; no more than LONGEST_HEAD in all."""
        stream = self._stream
        line = stream.readline(max(0, self._left))        # a url can be long
        if line and stream.begins_member(stream.position - len(line)) and begins_record(line):
            stream.unread(line)
            return b""
        self._left -= len(line)
        return line

    def _content(self, size):
        """Read the content of a record; return (bytes to keep, how many were read, why it ends).

        Why: "size", all bytes were read; "member", a compressed member comes first that begins with
        a record or is broken; "file", the file ends first. Of a file that is known to be too short
        only the bytes to keep are read.
        """
        stream, parts, read = self._stream, [], 0
        end, wanted = "size", size
        if not stream.reaches(stream.position + size):
            end, wanted = "file", min(size, self._largest)
        while read < wanted:
            try:
                piece = self._piece(wanted - read)
                if piece and stream.begins_member(stream.position - len(piece)):
                    stream.unread(piece)
                    line = stream.readline(LONGEST_LINE)
                    stream.unread(line)
                    if begins_record(line):
                        return b"".join(parts), read, "member"
                    self._alone = False
                    piece = self._piece(wanted - read)
            except Exception as error:
                broken(error)
                if not (self._alone and stream.begins_member(stream.position)):
                    raise
                stream.failure = kept(error)        # of the next member; this one was whole
                return b"".join(parts), read, "member"
            if not piece:
                return b"".join(parts), read, "file"
            if read < self._largest:
                parts.append(piece[:self._largest - read])
            read += len(piece)
        return b"".join(parts), read, end

    def _piece(self, most=CHUNK):
        return self._stream.read1(min(most, CHUNK))

    def _mended(self, content, size, end):
        """Return (the first of a record's bytes, how many were read, what ended them).

        The arguments are the same by the stated length, `end` being "size" or "file"; it becomes
        "next" where the length was wrong.
        """
        stream = self._stream
        first, other = self._following()
        blank = not first.strip(BLANK)
        apart = blank or content[-1:] == b"\n" or other.startswith(b"WARC/")
        if end == "size" and (not other.strip(BLANK) or (apart and begins_record(other))):
            return content, size, end
        within = self._begin_within(content) if size == len(content) else size
        if within < size:
            stream.unread(content[within:])
            return content[:within], within, "next"
        if end == "size" and blank:           # what comes then is not a record
            return content, size, end
        parts = [content]
        while line := stream.ahead(LONGEST_LINE):
            if begins_record(line) and (blank or not line.startswith(b"WARC/")):
                stream.unread(line)
                break
            blank = line.isspace()
            if size < self._largest:
                parts.append(line)
            size += len(line)
        return b"".join(parts), size, "next" if line or end == "size" else end

    def _following(self):
        """Return the next line and the next non-blank line; both stay to be read."""
        lines = []
        while len(lines) < 8 and (line := self._stream.ahead(LONGEST_LINE)):
            lines.append(line)
            if line.strip(BLANK):
                break
        self._stream.unread(b"".join(lines))
        return (lines[0], lines[-1]) if lines else (b"", b"")

    def _begin_within(self, content):
        """Return where in the content just read the next record begins, else its length."""
        ahead = self._stream.ahead(LONGEST_LINE) + self._stream.ahead(LONGEST_LINE)
        within = content + ahead
        match = (WARC_WITHIN if self.line.startswith(b"WARC/") else ARC_WITHIN).search(within)
        self._stream.unread(ahead)
        if not match:
            return len(content)
        begin = match.start() + within.startswith(b"\n", match.start())
        self._given_back += max(0, len(content) - begin)
        return min(begin, len(content))

    def _pass_over(self):
        """Skip to the line that begins the next record, or to the end."""
        if begins_record(self.line):         # with an invalid head
            self.advance()
        while self.line and not begins_record(self.line):
            text = self.line
            while not (begun := NEXT.search(text)) and (piece := self._piece()):
                text = text[text.rfind(b"\n") + 1:][-LONGEST_LINE:] + piece
            if begun:
                self._stream.unread(text[begun.start():])
            self.advance()

    def _problem(self, begin, code, message, place=None):
        name = self._name
        place = self._stream.place(begin) if place is None else place
        shown = f"{begin} of the decompressed data" if place is None else place
        metadata = {"warc_file": name} | ({} if place is None else {"warc_offset": place})
        return BadRecord(message.format(shown), code,
                         {"id": f"{name}:{begin if place is None else place}",
                          "metadata": metadata})
