"""Records of archives whose stated length is wrong: where they end, judged by what follows.

A stated length is wrong if it leads neither to a record nor to an empty line. If it is too long,
the record ends before the first one that begins within it; if too short, it goes on to the next.
"""
import re

from ..edge.rereadable import BLANK
from . import arclines
from .kinds import WARC_WITHIN, begins_record

# Bytes read again because of wrong lengths, beyond the archive's own, after which none is trusted
READ_AGAIN = 1 << 26
SEPARATOR = re.compile(rb"(?:\r?\n){1,2}\Z")


class Mender:
    """A finder of the end of such records in a Reading; `largest` bytes of each are kept."""

    def __init__(self, reading, largest):
        self._reading = reading
        self._largest = largest
        self._given_back = 0

    def trusts_lengths(self):
        """Return whether stated lengths are still used: wrong ones cost reading again."""
        return self._given_back <= self._reading.farthest + READ_AGAIN

    def mended(self, content, size, end, is_warc):
        """Return (the first of a record's bytes, how many were read, what ended them).

        The arguments are the same by the stated length, `end` being "size" or "file"; it becomes
        "next" where the length was wrong.
        """
        reading = self._reading
        first, other = reading.following()
        blank = not first.strip(BLANK)
        apart = blank or content[-1:] == b"\n" or other.startswith(b"WARC/")
        if end == "size" and (not other.strip(BLANK) or (apart and begins_record(other))):
            return content, size, end
        within = self._begin_within(content, is_warc) if size == len(content) else size
        if within < size:
            reading.give_back(content[within:])
            return content[:within], within, "next"
        if end == "size" and blank:           # what comes then is not a record
            return content, size, end
        parts = [content]
        while line := reading.ahead():
            if begins_record(line) and (blank or not line.startswith(b"WARC/")):
                reading.give_back(line)
                break
            blank = line.isspace()
            if size < self._largest:
                parts.append(line)
            size += len(line)
        return b"".join(parts), size, "next" if line or end == "size" else end

    def _begin_within(self, content, is_warc):
        """Return where in the content just read the next record begins, else its length."""
        ahead = self._reading.ahead() + self._reading.ahead()
        within = content + ahead
        match = (WARC_WITHIN if is_warc else arclines.WITHIN).search(within)
        self._reading.give_back(ahead)
        if not match:
            return len(content)
        begin = match.start() + within.startswith(b"\n", match.start())
        self._given_back += max(0, len(content) - begin)
        return min(begin, len(content))


def trimmed(content, size):
    """Return the content and its size without the empty lines before the next record."""
    end = content[-4:] if size == len(content) else b""
    less = len(end) - len(SEPARATOR.sub(b"", end))
    return content[:len(content) - less], size - less
