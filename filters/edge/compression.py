"""Streams decompressed: gzip, bzip2, xz or zstandard, told apart by their first bytes."""
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from ..errors import Unreadable
from ..wording import needs
from .files import open_raw, shown

GZIP, BZIP2, XZ, ZSTD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"
WBITS = 31                # of zlib: with the header of gzip, without name and time
WINDOW = 1 << 27          # bytes; what refers back further, by zstandard or xz, is refused
MOST_OF_XZ = WINDOW + (1 << 20)      # bytes of memory: its dictionary, and some tables
BUFFER = 1 << 20          # bytes of a frame that are decompressed at a time


def open_bytes(name: str) -> Any:
    """Return a buffered binary stream of the named file's content, decompressed; "-" is stdin.

    Several members or frames, one after the other, are read as one stream.
    Raises:  OSError if it cannot be opened; Unreadable for .zst without the zstandard package.
             What breaks later, the stream's reads raise: see `broken`.
    """
    return decompressed(open_raw(name), name)


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
        return io.BufferedReader(_Xz(stream), BUFFER)
    if head.startswith(ZSTD):
        reader = zstandard_for(name).ZstdDecompressor(max_window_size=WINDOW).stream_reader(
            stream, read_across_frames=True)
        return io.BufferedReader(ForwardOnly(reader), BUFFER)    # whose own readinto drops data
    return stream


class ForwardOnly(io.RawIOBase):
    """A raw stream of what a reader's read1 gives; it cannot be sought in."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._reader.read1(len(buffer))
        buffer[:len(data)] = data
        return len(data)

    def close(self) -> None:
        self._reader.close()
        super().close()


class _Xz(io.RawIOBase):
    """A raw stream of what .xz files hold, one after the other; lzma.LZMAFile has no limit."""

    def __init__(self, stream: Any) -> None:
        import lzma
        self._stream = stream
        self._new = partial(lzma.LZMADecompressor, memlimit=MOST_OF_XZ)
        self._decompressor = self._new()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = b""
        while not data:
            packed = self._stream.read1(BUFFER) if self._decompressor.needs_input else b""
            if self._decompressor.eof:
                packed = self._decompressor.unused_data or self._stream.read1(BUFFER)
                packed = packed.lstrip(b"\0")           # padding
                if not packed or not packed.startswith(XZ[:len(packed)]):
                    return 0             # what follows is left out
                self._decompressor = self._new()
            elif self._decompressor.needs_input and not packed:
                raise EOFError("it ends before its end mark")
            data = self._decompressor.decompress(packed, len(buffer))
        buffer[:len(data)] = data
        return len(data)


def compressor(kind: str | None) -> Any:
    """Return an object that compresses, gz or zst, to the same bytes at any time; None for None.

    Raises:  Unreadable for zst without the zstandard package.
    """
    if kind == "zst":
        return zstandard_for("--compress zst").ZstdCompressor().compressobj()
    return kind and zlib.compressobj(wbits=WBITS)


def zstandard_for(name: str) -> Any:
    """Return the zstandard package.

    name:    what needs it, for the complaint.
    Raises:  Unreadable where it is not installed.
    """
    try:
        import zstandard
    except ImportError:
        raise Unreadable(name, needs("zstandard", "warc")) from None
    return zstandard


@contextmanager
def reading(name: str) -> Iterator[None]:
    """A context in which a file is read: compressed data that breaks off raises Unreadable."""
    try:
        yield
    except Exception as error:
        raise Unreadable(shown(name), broken(error)) from None


def broken(error: Exception) -> str:
    """Return what a decompressor's exception means in words; raise an exception that is not one."""
    kind = type(error).__module__.partition(".")[0], type(error).__name__
    if kind in {("builtins", "EOFError"), ("zlib", "error"), ("lzma", "LZMAError"),
                ("_lzma", "LZMAError"), ("gzip", "BadGzipFile"), ("zipfile", "BadZipFile"),
                ("zstandard", "ZstdError"), ("zstd", "ZstdError")   # of zstandard before 0.20
                } or (isinstance(error, OSError) and error.strerror is None):      # of bz2
        return f"the compressed data is broken or truncated ({error})"
    raise error
