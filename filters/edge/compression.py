"""Streams decompressed: gzip, bzip2, xz or zstandard, told apart by their first bytes.

Archives compress each record on its own, so a record's place in the file is that of its member or
frame. The standard library's gzip does not tell where a member begins, and its lzma has no limit.
"""
import io
import re
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from ..errors import Unreadable
from ..lazypattern import LazyPattern
from ..wording import needs
from .files import open_raw, shown

GZIP, BZIP2, XZ, ZSTD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"
WBITS = 31                # of zlib: with the header of gzip, without name and time
WINDOW = 1 << 27          # bytes; what refers back further, by zstandard or xz, is refused
MOST_OF_XZ = WINDOW + (1 << 20)      # bytes of memory: its dictionary, and some tables
DICTIONARY_FRAME = b"\x5d\x2a\x4d\x18"
DICTIONARY_HEAD = 8       # bytes: this, and the size of what follows
LARGEST_DICTIONARY = 1 << 26         # bytes
LONGEST_MAGIC = 6         # bytes
BUFFER = 1 << 13          # bytes decompressed at a time: where that breaks, they are lost
SEARCHED = 1 << 16        # bytes read at a time in search of a member
TRIED = 1 << 10           # bytes of a member that show how its content begins
MOST_PLACES = 1 << 16     # of members that are read ahead


class Coding(NamedTuple):
    """A way in which files are compressed.

    begins:    how a member does.
    chunk:     compressed bytes taken at once; those of zstandard give 32 MB at most.
    new:       function from a file's name and a dictionary or None to what makes a decompressor.
    is_addressed: whether archives compress each record on its own by it.
    ends:      whether what follows a member and is none is left out, and not broken.
    """

    begins: LazyPattern
    chunk: int
    new: Callable[[str, Any], Callable[[], Any]]
    is_addressed: bool = False
    ends: bool = False


def _of_gzip(_name, _dictionary):
    return partial(zlib.decompressobj, WBITS)


def _of_bzip2(_name, _dictionary):
    from bz2 import BZ2Decompressor
    return BZ2Decompressor


def _of_xz(_name, _dictionary):
    from lzma import LZMADecompressor
    return partial(LZMADecompressor, memlimit=MOST_OF_XZ)


def _of_zstd(name, dictionary):
    return zstandard_for(name).ZstdDecompressor(dict_data=dictionary,
                                                max_window_size=WINDOW).decompressobj


CODINGS = [
    Coding(LazyPattern(GZIP), 1 << 14, _of_gzip, is_addressed=True),
    Coding(LazyPattern(BZIP2), 1 << 14, _of_bzip2, ends=True),
    Coding(LazyPattern(XZ), 1 << 14, _of_xz, ends=True),
    Coding(LazyPattern(re.escape(ZSTD) + rb"|[\x50-\x5f]\x2a\x4d\x18"),      # or a frame to skip
           1 << 10, _of_zstd, is_addressed=True)]


def open_bytes(name: str) -> Any:
    """Return a buffered binary stream of the named file's content, decompressed; "-" is stdin.

    Several members or frames, one after the other, are read as one stream.
    Raises:  OSError if it cannot be opened; Unreadable for .zst without the zstandard package.
             What breaks later, the stream's reads raise: see `broken`.
    """
    stream = open_raw(name)
    members = members_of(stream, name, BUFFER)
    return io.BufferedReader(members, BUFFER) if members else stream


def members_of(stream: Any, name: str, at_once: int, begin: int = 0) -> "Members | None":
    """Return the Members of a buffered stream, None where it is not compressed.

    at_once: bytes decompressed at a time; of zstandard it is all that a chunk gives.
    begin:   byte of the file at which the first of them begins.
    Raises:  Unreadable without the zstandard package, or for a broken dictionary before `begin`.
    """
    try:
        head = stream.peek(LONGEST_MAGIC)[:LONGEST_MAGIC]
    except OSError as error:
        raise Unreadable(name, error.strerror or str(error)) from None
    for coding in CODINGS:
        if coding.begins.match(head):
            with reading(name):
                return Members(stream, coding, name, at_once, begin)
    return None


class Members(io.RawIOBase):
    """A raw stream of what the members of a compressed stream hold, one after the other.

    Its reads raise what `broken` knows where a member breaks; `resume` goes on after it. Frames of
    zstandard may come after a dictionary for them.
    Source:  the WARC specification's annex on zstandard (iipc.github.io, warc-zstd 1.0).
    Differs: a dictionary may come later, too, as in two archives written one after the other.
    Memory:  what one chunk decompresses to, and the places of members read ahead.
    """

    def __init__(self, stream: Any, coding: Coding, name: str, at_once: int, begin: int) -> None:
        self._stream, self.coding, self._name = stream, coding, name
        self._new = coding.new(name, None)
        self._limit = () if coding.new is _of_zstd else (at_once,)
        self._member: Any = None         # the decompressor of the member under way
        self._taken = 0                  # bytes taken from the file
        self._compressed = b""           # of them, what is not decompressed yet
        self._output = memoryview(b"")   # decompressed and not read yet
        self.position = 0                # bytes read
        self._places: deque[tuple[int, int]] = deque(maxlen=MOST_PLACES)   # (position, in the file)
        self.is_followed = False         # by what is no member, behind the whole ones
        if begin:
            self._take(LONGEST_MAGIC)
            self._took_dictionary()
            self._taken, self._compressed = stream.seek(begin), b""
        self.begin = begin               # where in the file the member under way begins

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if self._name != "-":
            self._stream.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        while not self._output:
            if self._member is None and not self._begins_member():
                return 0
            self._output = memoryview(self._decompressed())
        read = min(len(buffer), len(self._output))
        buffer[:read] = self._output[:read]
        self._output = self._output[read:]
        self.position += read
        return read

    def _begins_member(self):
        """Begin the next member; return whether there is one."""
        while True:
            self._compressed = self._compressed.lstrip(b"\0")        # tape blocks are padded
            self.begin = self._taken - len(self._compressed)
            if len(self._compressed) < LONGEST_MAGIC and self._take(self.coding.chunk):
                continue
            if not self._compressed:
                break
            if not self._took_dictionary():
                self.is_followed = (self.position > 0
                                    and not self.coding.begins.match(self._compressed))
                if self.is_followed and self.coding.ends:
                    return False
                break
        if self._places and self._places[-1][0] == self.position:
            self._places.pop()           # only padding stood there
        self._places.append((self.position, self.begin))
        self._member = self._new() if self._compressed else None
        return self._member is not None

    def _decompressed(self):
        """Return some of what the member under way holds; b"" for nothing yet."""
        member, is_over = self._member, False
        if not self._compressed and getattr(member, "needs_input", True):
            is_over = not self._take(self.coding.chunk)
        data = member.decompress(self._compressed, *self._limit)
        if is_over and not data and not member.eof:
            raise EOFError("the file ends within it")
        self._compressed = member.unused_data or getattr(member, "unconsumed_tail", b"")
        if member.eof:
            self._member = None
        return data

    def place(self, position: int) -> int | None:
        """Return where in the file the member begins whose content begins at this position.

        Returns None where no member begins there. Positions must be asked for in ascending order.
        """
        while self._places and self._places[0][0] < position:
            self._places.popleft()
        if self._places and self._places[0][0] == position:
            return self._places[0][1]
        return None

    def resume(self, begins_well: Callable[[bytes], bool]) -> bool:
        """Go on at the first member after the broken one; return whether there is one.

        begins_well: says by its first bytes whether content begins as it should, since the magic
                     number of a member also occurs by accident.
        """
        self._member, self._output = None, memoryview(b"")
        if self._stream.seekable():
            self._taken, self._compressed = self._stream.seek(self.begin + 1), b""
        else:
            at = self._taken - len(self._compressed)
            self._compressed = self._compressed[max(0, self.begin + 1 - at):]
        more = True
        while more:
            more = self._take(SEARCHED)
            for match in self.coding.begins.finditer(self._compressed):
                if begins_well(self._first_bytes(match.start())):
                    self._compressed = self._compressed[match.start():]
                    return True
            self._compressed = self._compressed[-TRIED:]
        self._compressed = b""
        return False

    def _first_bytes(self, start):
        try:
            return self._new().decompress(self._compressed[start:start + TRIED])
        except Exception as error:
            broken(error)
            return b""

    def _took_dictionary(self):
        """Return whether a dictionary stood here, which is taken for the members after it."""
        if not self._compressed.startswith(DICTIONARY_FRAME):
            return False
        self._fill(DICTIONARY_HEAD)
        end = DICTIONARY_HEAD + int.from_bytes(self._compressed[4:DICTIONARY_HEAD], "little")
        if end > LARGEST_DICTIONARY + DICTIONARY_HEAD or not self._fill(end):
            raise EOFError("its zstandard dictionary is too large or truncated")
        data, self._compressed = self._compressed[DICTIONARY_HEAD:end], self._compressed[end:]
        zstandard = zstandard_for(self._name)
        if data.startswith(ZSTD):
            data = zstandard.ZstdDecompressor().decompress(data, LARGEST_DICTIONARY)
        self._new = self.coding.new(self._name, zstandard.ZstdCompressionDict(data))
        return True

    def _fill(self, size):
        """Take as many bytes as are missing to this size; return whether they are there."""
        while len(self._compressed) < size and self._take(size - len(self._compressed)):
            pass
        return len(self._compressed) >= size

    def _take(self, size):
        taken = self._stream.read(size)
        self._compressed += taken
        self._taken += len(taken)
        return len(taken)


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
    if kind in {("builtins", "EOFError"), ("zlib", "error"), ("_lzma", "LZMAError"),
                ("zipfile", "BadZipFile"), ("brotli", "error"),
                ("zstandard", "ZstdError"), ("zstd", "ZstdError")   # of zstandard before 0.20
                } or (isinstance(error, OSError) and error.strerror is None):      # of bz2
        return f"the compressed data is broken or truncated ({error})"
    raise error
