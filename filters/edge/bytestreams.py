"""Bytes of files: a stream that is examined before it is read, and gives back; and lines."""
import io
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..errors import Unreadable, kept
from .compression import broken, members_of, open_bytes
from .files import shown

BLANK = b" \t\r\n\0"      # may come before the first bytes
CHUNK = 1 << 20           # bytes read at a time where they are passed over
BUFFER = 1 << 17          # bytes decompressed or examined at a time
MOST_EXAMINED = 1 << 20   # bytes, blank ones included
LONGEST_LINE = 64 << 20   # bytes; a line of 20 MB of HTML stays under it even if JSON escapes it
LONGEST_SHOWN = 1 << 20   # bytes of a longer line that its error record keeps
HEAD = 1 << 12            # bytes by which a file is recognised


class Stream:
    """A file's bytes, decompressed: they can be examined before they are read, and given back.

    raw:      the buffered stream of the file's own bytes, and begin: the byte of it to begin at, of
              a member where it is compressed.
    members:  the Members in which archives are compressed, None for another file.
    position: bytes read so far, without those that were given back.
    farthest: the position from which bytes were given back, the largest.
    failure:  an exception, met while looking ahead, that a read raises once all that was given
              back is read again.
    Raises:   Unreadable for .zst without the zstandard package.
    """

    def __init__(self, path: str, raw: Any, begin: int = 0) -> None:
        self._raw, self._begin = raw, begin
        coded = members_of(raw, path, BUFFER, begin)
        self.members = coded if coded and coded.coding.is_addressed else None
        self._stream = io.BufferedReader(coded, BUFFER) if coded else raw
        if begin and not coded:
            raw.seek(begin)
        self._ahead = io.BytesIO()       # given back and not read again
        self.position = self.farthest = 0
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
                piece = self.read1(BUFFER)
                if not piece:
                    break
                head += piece
                stripped = head.lstrip(BLANK)
        except Exception as error:
            self._failed(error)
        self.unread(head)
        return head

    def unread(self, data: bytes) -> None:
        """Give back the bytes that were read last."""
        self.farthest = max(self.farthest, self.position)
        self.position -= len(data)
        if self._ahead.tell() >= len(data):
            self._ahead.seek(-len(data), io.SEEK_CUR)
        else:
            self._ahead = io.BytesIO(data + self._ahead.read())

    def read1(self, size: int = CHUNK) -> bytes:
        """Return up to `size` bytes from at most one read of the stream; b"" at the end."""
        data = self._ahead.read(size) or self._behind().read1(size)
        self.position += len(data)
        return data

    def readline(self, size: int = -1) -> bytes:
        """Return the next line, or its first `size` bytes; b"" at the end."""
        line = self._ahead.readline(size)
        if not line.endswith(b"\n") and len(line) != size:
            line += self._behind().readline(size - len(line) if size >= 0 else -1)
        self.position += len(line)
        return line

    def ahead(self, size: int) -> bytes:
        """Return the next line; b"" also where the compressed data breaks, which the read after it
        meets again."""
        try:
            return self.readline(size)
        except Exception as error:
            self._failed(error)
            return b""

    def place(self, position: int) -> int | None:
        """Return where in the file the content at this position begins, or None."""
        if self.members:
            return self.members.place(position)
        return self._begin + position if self._stream is self._raw else None

    def begins_member(self, position: int) -> bool:
        """Return whether a member of the compressed file begins at this position."""
        return self.members is not None and self.place(position) is not None

    def reaches(self, position: int) -> bool:
        """Return whether the stream reaches this position, as far as can be known."""
        if not self.seekable_file():
            return True
        status = os.fstat(self._raw.fileno())
        return not stat.S_ISREG(status.st_mode) or self._begin + position <= status.st_size

    def seekable_file(self) -> Any:
        """Return the file itself where it is not compressed and can be sought in, else None."""
        return self._raw if self._stream is self._raw and self._raw.seekable() else None

    def close(self) -> None:
        """Close the file."""
        self.failure = None              # once raised, it holds this stream
        self._stream.close()

    def _failed(self, error):
        broken(error)
        self.failure = kept(error)

    def _behind(self):
        """Return the stream itself, since all bytes that were given back are read.

        Raises:  its failure, where it broke while its first bytes were examined.
        """
        if self._ahead.tell():
            self._ahead = io.BytesIO()
        if self.failure:
            raise self.failure
        return self._stream


def numbered_lines(names: Sequence[Any], look: Callable[[str, bytes], None] | None = None
                   ) -> Iterator[tuple[str, bytes, int]]:
    """Yield ("name:number", line as bytes without its newline, bytes dropped) of all files.

    Lines end at LF alone; a CR before it is removed. A line over LONGEST_LINE is truncated to
    LONGEST_SHOWN; the third value is the number of bytes dropped (else 0).
    names:   of files, "-" for stdin; or open files, with a `name` and a `stream`.
    look:    function of a file's name and first bytes, which may refuse it; open files are exempt.
    Raises:  OSError; Unreadable where the compressed data breaks off, after the whole lines
             before it.
    """
    for name in names or ["-"]:
        if hasattr(name, "stream"):
            place, stream = name.name, name.stream
        else:
            place, stream = shown(name), open_bytes(name)
        number = 0
        try:
            if look and not hasattr(name, "stream"):
                look(place, stream.peek(HEAD))
            while line := stream.readline(LONGEST_LINE):
                number += 1
                left_out = 0
                if line.endswith(b"\n"):
                    line = line[:-2] if line.endswith(b"\r\n") else line[:-1]
                elif len(line) == LONGEST_LINE:
                    left_out = len(line) - LONGEST_SHOWN
                    line = line[:LONGEST_SHOWN]
                    while piece := stream.readline(CHUNK):
                        left_out += len(piece.removesuffix(b"\n"))
                        if piece.endswith(b"\n"):
                            break
                yield f"{place}:{number}", line, left_out
        except Unreadable:
            raise
        except Exception as error:
            why = getattr(error, "strerror", None) or broken(error)
            raise Unreadable(place, f"after line {number}: {why}") from None
        finally:
            if place != "stdin":
                stream.close()
