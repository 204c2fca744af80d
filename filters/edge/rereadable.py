"""A stream whose first bytes can be examined before it is read."""
import io
from typing import Any

from ..errors import kept
from .compression import broken

BLANK = b" \t\r\n\0"      # may come before these bytes
CHUNK = 1 << 16           # bytes read at a time
MOST_EXAMINED = 1 << 20   # bytes, blank ones included


class Rereadable:
    """A stream whose first bytes can be examined, and to which bytes that were read may be given
    back.

    failure: an exception, met while looking ahead, that a read raises once all that was given
             back is read again.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._ahead = io.BytesIO()        # given back and not read again
        self.failure: Exception | None = None

    def first_bytes(self, size: int, lines: bool = False) -> bytes:
        """Return the first bytes, which stay to be read.

        `size` of them after any blank ones; fewer where a pipe is slow to give more than a line,
        unless `lines` is set.
        """
        head, stripped = b"", b""
        try:
            while (len(stripped) < size and len(head) < MOST_EXAMINED
                   and (lines or b"\n" not in stripped)):
                piece = self.read1(CHUNK)
                if not piece:
                    break
                head += piece
                stripped = head.lstrip(BLANK)
        except Exception as error:
            broken(error)
            self.failure = kept(error)
        self.unread(head)
        return head

    def unread(self, data: bytes) -> None:
        """Give back the bytes that were read last."""
        if self._ahead.tell() >= len(data):
            self._ahead.seek(-len(data), io.SEEK_CUR)
        else:
            self._ahead = io.BytesIO(data + self._ahead.read())

    def read(self, size: int = -1) -> bytes:
        """Return the next `size` bytes, fewer at the end; all that is left if it is negative."""
        data = self._ahead.read(size)
        if size < 0 or len(data) < size:
            data += self._behind().read(size - len(data) if size >= 0 else -1)
        return data

    def read1(self, size: int) -> bytes:
        """Return up to `size` bytes from at most one read of the stream; b"" at the end."""
        return self._ahead.read(size) or self._behind().read1(size)

    def readline(self, size: int = -1) -> bytes:
        """Return the next line, or its first `size` bytes; b"" at the end."""
        line = self._ahead.readline(size)
        if not line.endswith(b"\n") and len(line) != size:
            line += self._behind().readline(size - len(line) if size >= 0 else -1)
        return line

    def close(self) -> None:
        """Close the stream itself."""
        self.failure = None              # once raised, it holds this stream
        self._stream.close()

    def _behind(self):
        """Return the stream itself, since all bytes that were given back are read.

        Raises:  its failure, where it broke while its first bytes were examined.
        """
        if self._ahead.tell():
            self._ahead = io.BytesIO()
        if self.failure:
            raise self.failure
        return self._stream
