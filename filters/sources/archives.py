"""WARC and ARC: the records of an archive, with their place in it, as far as it is whole.

The heads of records are read by warcio. fastwarc is twice as fast (301 gzipped records of l3s-gn1
in 20 ms against 47; scutch-html2text needs 700 ms for them), but reads no ARC and does not tell a
record's compressed length. Both end silently where an archive breaks off, and warcio takes neither
zstandard nor one gzip stream of many records, so decompression (edge/bytestreams.py) and the walk
from record to record are our own.

A record has the length that it states, unless that is impossible. Where each record is a gzip
member or zstandard frame of its own, the record ends with it. Elsewhere a stated length is wrong if
it leads neither to a record nor to an empty line. If it is too long, the record ends before the
first one that begins within it; if too short, it goes on to the next. `note` of the Entry says so.

Lists of records, with their archive and their place in it, are CDX, CDXJ and rows of JSON.
Source:  archive.org/web/researcher/ArcFileFormat.php. Differs: a URL or a content type may have
         blanks, as LiveWeb and others write them, the type may be empty, and either the address or
         the date may be odd.
         archive.org/web/researcher/cdx_file_format.php and cdx_legend.php; for CDXJ the manual of
         pywb (github.com/webrecorder/pywb, docs/manual/indexing.rst); for JSON, the columnar
         index of Common Crawl (github.com/commoncrawl/cc-index-table), and what its server answers.
"""
import json
import os.path
import re
from itertools import chain
from typing import NamedTuple

from ..edge.bytestreams import BLANK, CHUNK, broken
from ..edge.console import needs, plural
from ..errors import TRUNCATED, BadRecord, Unreadable, kept
from ..lazypattern import LazyPattern

# ---------------- the lines that begin records, also within another's content

SCHEME = rb"[a-z][a-z0-9+.-]{1,20}:"
ADDRESS = rb"(?: \d{1,3} (?: \.\d{1,3} ){3} | [0-9a-f]{0,4} : [0-9a-f:.]{1,40} )"
END = rb"""
    [ ] (?: (?P<ip>""" + ADDRESS + rb""") [ ] (?P<date>\S{1,40})
          | (?P<other_ip>\S{1,80}) [ ] (?P<plain_date>\d{8,14}) )
    [ ] (?P<type> (?: \S [^\r\n]{0,400}? )? ) [ ] (?P<size>\d{1,18}) [ ]{0,9}"""
BEGIN = rb"(?P<url>" + SCHEME + rb"\S [^\r\n]{0,8000} )" + END
ARC_LINE = LazyPattern(BEGIN + rb"\s*\Z", re.X | re.I)
# How a record begins within the content of another, which states too long a length, or was cut off
# within a line: there its URL has no blank, or nothing that only text has
ARC_WITHIN = LazyPattern(rb"""
    (?: \n """ + SCHEME + rb"""\S [^\r\n]{0,8000}?
      | (?<![=/?&:,;]) https?:// (?: (?! (?<![=/?&:,;]) https?:// ) \S ){1,4000}
      | https?:// (?: (?!https?://) [^\r\n"<>] ){1,4000}? )
    """ + END + rb"\r?\n", re.X | re.I)
# The first record may come later in a file that is damaged at its beginning, or padded
WARC_WITHIN = LazyPattern(rb"WARC/\d\.\d{1,3}\r?\n[A-Za-z-]{1,80}:")
WARC_FIELD = LazyPattern(rb"^WARC-(?:Type|Date|Record-ID|Target-URI):[ \t]", re.M)
# Where the next record may begin; within a line where a crawler broke off, and went on in it
NEXT = LazyPattern(rb"^WARC/\d | WARC/\d\.\d{1,3}\r?\n | (?i:^" + BEGIN + rb"[ \t\r]*$)",
                   re.M | re.X)


def begins_record(line):
    """Return whether a line is the first of a WARC or ARC record.

    >>> begins_record(b"http://a.example/x y 192.0.2.1 20080101120000 text/html 20\\n")
    True
    """
    if line.startswith(b"WARC/"):
        return line[5:6].isdigit()
    return ARC_LINE.match(line) is not None


def arc_fields(line):
    """Return (url, IP address, date, content type, length) of the line at a place where a record of
    ARC should begin: there only the length is needed. None where it has none.

    >>> arc_fields(b"http://a/x y 192.0.2.1 20080101120000 text/html; charset=utf-8 20\\n")
    (b'http://a/x y', b'192.0.2.1', b'20080101120000', b'text/html; charset=utf-8', b'20')
    """
    if match := ARC_LINE.match(line):
        return (match["url"], match["ip"] or match["other_ip"],
                match["date"] or match["plain_date"], match["type"], match["size"])
    parts = line.rsplit(b" ", 4)
    is_odd = len(parts) == 5 and b":" in parts[0] and parts[4].strip().isdigit()
    return tuple(map(bytes.strip, parts)) if is_odd else None


# ---------------- the records of an archive

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
                piece = stream.read1(min(wanted - read, CHUNK))
                if piece and stream.begins_member(stream.position - len(piece)):
                    stream.unread(piece)
                    line = stream.readline(LONGEST_LINE)
                    stream.unread(line)
                    if begins_record(line):
                        return b"".join(parts), read, "member"
                    self._alone = False
                    piece = stream.read1(min(wanted - read, CHUNK))
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
            while not (begun := NEXT.search(text)) and (piece := self._stream.read1(CHUNK)):
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


# ---------------- lists of records

LONGEST_ROW = 1 << 20   # bytes; urls can be data

INDEX_NAME = LazyPattern(r"\.(?:cdxj?|idx)(?:\.(?:gz|zst|bz2|xz))?$", re.I)
NUMBER = LazyPattern("[0-9]{1,18}")
# N url, b date, a url, m type, s status, k digest, r redirect, M meta, S length, V offset, g file
CDX_HEAD = LazyPattern(rb"([ \t])CDX\1")
# com,example)/ 20250319080618 {"url": ...}, after lines such as !OpenWayback-CDXJ 1.0
CDXJ_HEAD = LazyPattern(rb"(?:![^\n]*\n)*(?!!)[^\s{\"<]+ \d{4,14} \{ ?\"")
# Rows of JSON: the columnar index, or an answer of the index's server
ROW = LazyPattern(rb'\s*\{(?=[^\n]*"(?:warc_)?filename":\s*")'
                  rb'(?=[^\n]*"(?:warc_record_)?offset":\s*["\d])'
                  rb'(?![^\n]*"(?:\w*html\w*|\w*text|content|segments)":)')
# What CDX, and what CDXJ and the columnar index, call the fields of Listed
LETTERS = [("g",), ("V", "v"), ("m",), (), ("s",)]
NAMES = [("filename", "warc_filename"), ("offset", "warc_record_offset"),
         ("mime", "content_mime_type"), ("mime-detected", "content_mime_detected"),
         ("status", "fetch_status")]


class Listed(NamedTuple):
    """A line of an index: the archive's name, where in it the record begins, and its type."""

    file: str
    offset: int
    type: str            # media type, "warc/revisit" for a page that is not repeated, "-" unknown
    detected_type: str   # the same by its content, "-" where none is stated
    status: str          # of HTTP, "-" where there is none


def is_index(head):
    """Return whether the first bytes of a file are those of an index.

    >>> is_index(b" CDX N b a m s k r M S V g"), is_index(b'com,a)/ 2025 {"url": "http://a.com"}')
    (True, True)
    """
    return any(form.match(head) for form in (CDX_HEAD, CDXJ_HEAD, ROW))


def listed(stream):
    """Yield (line number, Listed or BadRecord) for the lines of an index, in order.

    The last one is a BadRecord where compressed data breaks off.
    """
    letters, separator, number = [], " ", 0
    try:
        for number, line in enumerate(iter(lambda: stream.readline(LONGEST_ROW), b""), 1):
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            if CDX_HEAD.match(line):
                separator = text[0]
                letters = text.split(separator)[2:]
            elif text.strip() and not text.startswith("!"):
                yield number, _listed(text, letters, separator)
    except Exception as error:
        yield number + 1, BadRecord(broken(error), TRUNCATED)


def _listed(text, letters, separator):
    """Return the Listed of a line, or the BadRecord of one that is none."""
    try:
        names = LETTERS if letters else NAMES
        fields = (dict(zip(letters, text.split(separator), strict=False)) if letters
                  else json.loads(text[text.index("{"):]))
        file, offset, mime, detected, status = (
            next((fields[name] for name in each if fields.get(name) not in (None, "")), "-")
            for each in names)
        if NUMBER.fullmatch(str(offset)) and file != "-" and all(
                isinstance(value, str) for value in (file, mime, detected)):
            return Listed(file, int(offset), mime, detected, str(status))
    except (ValueError, AttributeError, RecursionError):
        pass
    return BadRecord("not a CDX or CDXJ line with an archive name and an offset", "bad_index")


def archive_beside(index, file):
    """Return the path of an archive that an index names, or None where there is none.

    The archive is looked for below the folder of the index, and in the folder archive beside that
    one, where crawlers have indexes/index.cdxj. It has the name as given, or its last part: Common
    Crawl lists paths on its servers, crawl-data/CC-MAIN-2025-08/segments/...
    """
    folder = os.path.dirname(index)
    inside = not os.path.isabs(file) and ".." not in file.split("/")
    for name in [file] * inside + [os.path.basename(file)]:
        for place in folder, os.path.normpath(os.path.join(folder, os.pardir, "archive")):
            path = os.path.join(place, name)
            if name and "\0" not in name and os.path.isfile(path):
                return path
    return None
