"""An archive's decompressed bytes: read in lines and pieces, given back, members known."""
from ..edge.compression import broken
from ..edge.rereadable import BLANK
from ..errors import kept
from .kinds import begins_record

LONGEST_LINE = 1 << 16   # bytes
CHUNK = 1 << 20          # bytes read at a time of what is passed over


class Reading:
    """The bytes of a source, with the position reached.

    position:  bytes read so far, without those that were given back.
    farthest:  the farthest position so far.
    """

    def __init__(self, source):
        self.position = self.farthest = 0
        self._source = source
        self._stream = source.stream

    def line(self, most=LONGEST_LINE):
        """Return the next line, at most `most` bytes of it; b"" at the end."""
        return self._read(self._stream.readline(most))

    def piece(self, most):
        """Return some of the next bytes, at most `most`; b"" at the end."""
        return self._read(self._stream.read1(min(most, CHUNK)))

    def give_back(self, data):
        """Let these bytes, the last that were read, be read again."""
        self._stream.unread(data)
        self.position -= len(data)

    def fail_next(self, error):
        """Let the next read raise this error; None forgets one that was set."""
        self._stream.failure = error and kept(error)

    def ahead(self):
        """Return the next line; b"" also where the compressed data breaks, which the read after it
        meets again."""
        try:
            return self.line()
        except Exception as error:
            broken(error)
            self.fail_next(error)
            return b""

    def following(self):
        """Return the next line and the next non-blank line; both stay to be read."""
        lines = []
        while len(lines) < 8 and (line := self.ahead()):
            lines.append(line)
            if line.strip(BLANK):
                break
        self.give_back(b"".join(lines))
        return (lines[0], lines[-1]) if lines else (b"", b"")

    def begins_member(self, position):
        """Return whether a member of the compressed file begins at this position."""
        return self._source.members is not None and self._source.place(position) is not None

    def begins_record(self):
        """Return whether the next line begins a record; it stays to be read."""
        line = self.line()
        self.give_back(line)
        return begins_record(line)

    def _read(self, data):
        self.position += len(data)
        self.farthest = max(self.farthest, self.position)
        return data
