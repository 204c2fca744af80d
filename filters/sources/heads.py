"""The heads of WARC records, read by warcio, and of ARC, and the Entry that each makes."""
import re
from typing import NamedTuple

from ..errors import Unreadable
from ..wording import needs
from .arclines import fields_where_expected
from .kinds import begins_record

LONGEST_HEAD = 1 << 20   # bytes of a record's head
SIZE = re.compile("[0-9]{1,18}")
UNKNOWN = 1 << 62        # for the size of a record that states none


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


class TooLong(Exception):
    """A head over LONGEST_HEAD."""


class Heads:
    """A reader of the heads of records, from a Reading.

    Raises:  Unreadable without the warcio package; `name` is that of the archive.
    """

    def __init__(self, reading, name):
        try:
            from warcio.statusandheaders import StatusAndHeadersParser
        except ImportError:
            raise Unreadable(name, needs("a WARC or ARC archive", "warc")) from None
        self._warc = StatusAndHeadersParser(["WARC/"])
        self._reading = reading
        self._left = 0

    def entry(self, line):
        """Return the Entry of the head that begins with this line, without its content, or None.

        A length that it does not state is UNKNOWN until the next record is found.
        Raises:  TooLong for a head over LONGEST_HEAD.
        """
        self._left = LONGEST_HEAD
        if line.startswith(b"WARC/"):
            get = self._warc.parse(self, line).get_header
            facts = (get("WARC-Type"), get("WARC-Target-URI"), get("WARC-Date"),
                     get("Content-Type"), get("WARC-Truncated"),
                     get("WARC-Identified-Content-Language"), get("WARC-Segment-Number"),
                     get("WARC-IP-Address"), get("WARC-Identified-Payload-Type"),
                     get("WARC-Segment-Origin-ID") or get("WARC-Record-ID"),
                     get("WARC-Segment-Total-Length"))
            size, passed = get("Content-Length"), 0
        else:
            url, address, date, media_type, size = map(
                self._warc.decode_header, fields_where_expected(line))
            is_head = url.startswith("filedesc:")     # of the archive, two lines of format follow
            passed = sum(len(self.readline()) for _ in range(2 * is_head))
            facts = ("warcinfo" if is_head else "response", url, date, media_type, None, None, None,
                     address)
        if self._left <= 0:
            raise TooLong
        if size and SIZE.fullmatch(size) and int(size) >= passed:
            return Entry(int(size) - passed, *facts)
        return Entry(UNKNOWN, *facts) if facts[0] and facts[1] else None

    def readline(self):
        """Return the next line of a head, as warcio asks for it, or b"" where the next member
        begins with a record; no more than LONGEST_HEAD in all."""
        reading = self._reading
        line = reading.line(max(0, self._left))        # a url can be long
        if line and reading.begins_member(reading.position - len(line)) and begins_record(line):
            reading.give_back(line)
            return b""
        self._left -= len(line)
        return line
