"""Byte streams by name: plain, gzip, bzip2, xz or zstandard, told apart by their first bytes."""
import errno
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from ..errors import Unusable
from .console import complain

LONGEST_LINE = 64 << 20   # bytes; a line of 20 MB of HTML stays under it even if JSON escapes it
LONGEST_SHOWN = 1 << 20   # bytes of a longer line that its error record keeps
CHUNK = 1 << 20           # bytes read at a time where a line is passed over
BUFFER = 1 << 16          # bytes of a file that are read at a time
HEAD = 1 << 12            # bytes by which a file is recognised
LIST_CHUNK = 1 << 16      # bytes of a list of names read at a time

BLANK = b" \t\r\n\0"      # may come before these bytes
GZIP, BZIP2, XZ, ZSTD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"
URL = re.compile("https?://")


class Unreadable(OSError):
    """An input that cannot be read, or not to its end: `filename` and `strerror` say why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(errno.EIO, why, name)


def open_bytes(name: str) -> Any:
    """Return a buffered binary stream of the named file's content, decompressed; "-" is stdin.

    Several members or frames, one after the other, are read as one stream.
    Raises:  OSError if it cannot be opened; Unreadable for .zst without the zstandard package.
             What breaks later, the stream's reads raise: see `broken`.
    """
    return decompressed(open_raw(name), name)


def shown(name: str) -> str:
    """Return a file's name as records and complaints have it: any byte that is not UTF-8 as \\xNN.

    >>> shown("-"), shown("caf\\udce9.html")
    ('stdin', 'caf\\\\xe9.html')
    """
    if name == "-":
        return "stdin"
    try:
        data = os.fsencode(name)
    except UnicodeEncodeError:           # a name that an index made up
        data = str(name).encode("utf-8", "backslashreplace")
    return data.decode("utf-8", "backslashreplace")


def open_raw(name: str) -> Any:
    """Return a buffered binary stream of the named file's bytes as they are; "-" is stdin."""
    if name != "-":
        try:
            return io.BufferedReader(_Counted(name), BUFFER)
        except FileNotFoundError:
            if URL.match(str(name)):
                raise Unreadable(name, "scutch downloads nothing; pipe the page in: "
                                       "curl -sL URL | scutch-clean") from None
            raise
    if sys.stdin is None:
        raise Unreadable("stdin", "it is closed")
    if os.isatty(0):
        complain(os.path.basename(sys.argv[0]), "reading from the terminal; "
                                               "press Ctrl-D to end")
    return _stdin() if sys.stdin is sys.__stdin__ else sys.stdin.buffer


@cache
def _stdin():
    """Return stdin as a stream with BUFFER; sys.stdin.buffer reads 8 KB at a time."""
    return io.BufferedReader(io.FileIO(0, closefd=False), BUFFER)


class BytesRead:
    """How many bytes of its files this process has read: see `progress`."""

    done = 0


class _Counted(io.FileIO):
    """A file that counts what is read of it."""

    def readinto(self, buffer):
        count = super().readinto(buffer)
        BytesRead.done += count or 0
        return count


def size_of(names: Sequence[str]) -> int | None:
    """Return the size of these inputs together, in bytes; None where one is not a regular file."""
    size = 0
    for name in names or ["-"]:
        try:
            found = os.fstat(0) if name == "-" else os.stat(name)
        except OSError:                  # it is named where it is read
            continue
        if not stat.S_ISREG(found.st_mode):
            return None
        size += found.st_size
    return size


def position(names: Sequence[str]) -> int:
    """Return how many of these bytes are read."""
    try:
        return BytesRead.done + (os.lseek(0, 0, os.SEEK_CUR) if "-" in (names or ["-"]) else 0)
    except OSError:                      # a pipe
        return BytesRead.done


def decompressed(stream: Any, name: str) -> Any:
    """Return the stream, or what it decompresses to: see open_bytes."""
    try:
        head = stream.peek(6)[:6]
    except OSError as error:
        raise Unreadable(name, error.strerror or str(error)) from None
    if head.startswith(GZIP):
        import gzip
        return gzip.GzipFile(fileobj=stream)
    if head.startswith(BZIP2):
        import bz2
        return bz2.BZ2File(stream)
    if head.startswith(XZ):
        import lzma
        return lzma.LZMAFile(stream)
    if head.startswith(ZSTD):
        reader = zstandard_for(name).ZstdDecompressor(max_window_size=1 << 27).stream_reader(
            stream, read_across_frames=True)
        return io.BufferedReader(reader, CHUNK)
    return stream


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
            while (len(stripped) < size and len(head) < LONGEST_SHOWN
                   and (lines or b"\n" not in stripped)):
                piece = self.read1(CHUNK)
                if not piece:
                    break
                head += piece
                stripped = head.lstrip(BLANK)
        except Exception as error:
            if broken(error) is None:
                raise
            self.failure = error
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
        self._stream.close()

    def _behind(self):
        """Return the stream itself, once all that was given back is read."""
        if self._ahead.tell():
            self._ahead = io.BytesIO()
        if self.failure:
            raise self.failure
        return self._stream


def zstandard_for(name: str) -> Any:
    """Return the zstandard package, needed to read this file."""
    try:
        import zstandard
    except ImportError:
        raise Unreadable(name, "zstandard input needs one more package: "
                               "pip install 'scutch[warc]'") from None
    return zstandard


@contextmanager
def reading(name: str) -> Iterator[None]:
    """A context in which a file is read: compressed data that breaks off raises Unreadable."""
    try:
        yield
    except Exception as error:
        why = broken(error)
        if why is None:
            raise
        raise Unreadable(shown(name), why) from None


def broken(error: BaseException) -> str | None:
    """Return what a decompressor's exception means in words, or None if it is not one."""
    kind = type(error).__module__.partition(".")[0], type(error).__name__
    if kind in {("builtins", "EOFError"), ("zlib", "error"), ("lzma", "LZMAError"),
                ("_lzma", "LZMAError"), ("gzip", "BadGzipFile"), ("zstandard", "ZstdError"),
                ("zstd", "ZstdError")}:     # of zstandard before 0.20
        return f"the compressed data is broken or cut off ({error})"
    if isinstance(error, OSError) and error.strerror is None:    # bz2: "Invalid data stream"
        return f"the compressed data is broken or cut off ({error})"
    return None


def numbered_lines(names: Sequence[Any], look: Callable[[str, bytes], None] | None = None
                   ) -> Iterator[tuple[str, bytes, int]]:
    """Yield ("name:number", line as bytes without its newline, bytes left out) of all files.

    Lines end at LF alone; a CR before it is removed. A line over LONGEST_LINE is cut to
    LONGEST_SHOWN, and the third value says how many bytes were left out (else 0).
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
                if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
                    left_out = len(line) - LONGEST_SHOWN + _pass_over(stream)
                    line = line[:LONGEST_SHOWN]
                elif line.endswith(b"\n"):
                    line = line[:-2] if line.endswith(b"\r\n") else line[:-1]
                yield f"{place}:{number}", line, left_out
        except Unreadable:
            raise
        except Exception as error:
            why = broken(error) or (error.strerror if isinstance(error, OSError) else None)
            if not why:
                raise
            raise Unreadable(place, f"after line {number}: {why}") from None
        finally:
            if place != "stdin":
                stream.close()


def _pass_over(stream):
    """Read on to the end of the line; return how many bytes that was, without the newline."""
    passed = 0
    while piece := stream.readline(CHUNK):
        passed += len(piece)
        if piece.endswith(b"\n"):
            return passed - 1
    return passed


def listed(files: Iterable[str], null: bool = False) -> Iterator[str]:
    """Yield the names listed in files, one a line, or each ended by a NUL.

    Raises:  Unusable for lines with a NUL in them; Unreadable where compressed data breaks off.
    """
    end = b"\0" if null else b"\n"
    for file in files:
        with reading(file), open_bytes(file) as stream:
            rest = b""
            while chunk := stream.read1(LIST_CHUNK):
                if not null and b"\0" in chunk:
                    raise Unusable(f"{file}: these names end with a NUL: give -0")
                *names, rest = (rest + chunk).split(end)
                yield from _decoded(names, null)
            yield from _decoded([rest], null)


def _decoded(names, null):
    """Yield names that are not empty as text; a line may have ended in CRLF."""
    for name in names:
        name = name if null else name.removesuffix(b"\r")
        if name:
            yield os.fsdecode(name)
