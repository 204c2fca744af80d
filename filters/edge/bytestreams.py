"""Files by name, "-" for stdin: their bytes as streams, decompressed, that are examined before they
are read, and give back; their lines; progress in reading them.

Gzip, bzip2, xz and zstandard are told apart by their first bytes. Archives compress each record on
its own, so a record's place in the file is that of its member or frame. The standard library's gzip
does not tell where a member begins, and its lzma has no limit."""
import io
import os
import re
import stat
import sys
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from ..errors import Unreadable, kept
from ..lazypattern import LazyPattern
from .console import complain, needs

# Files by name.

READ_AT_ONCE = 1 << 20   # bytes of a file: a page in JSON has 170 KB
# What fetches the content of an address
FETCHING = [(re.compile("https?://"), "curl -sL URL"), (re.compile("s3://"), "aws s3 cp URL -")]
OUTPUT = "it is the file to which the output goes"


def shown(name: str) -> str:
    """Return a file's name as records and complaints have it: any byte that is not UTF-8 as \\xNN.

    >>> shown("-"), shown("caf\\udce9.html")
    ('stdin', 'caf\\\\xe9.html')
    """
    return "stdin" if name == "-" else as_text(name)


def as_text(word: str) -> str:
    """Return a word of the command line as text: any byte that is not UTF-8 as \\xNN.

    >>> as_text("caf\\udce9")
    'caf\\\\xe9'
    """
    try:
        data = os.fsencode(word)
    except UnicodeEncodeError:           # a name that an index made up
        data = str(word).encode("utf-8", "backslashreplace")
    return data.decode("utf-8", "backslashreplace")


def open_raw(name: str) -> Any:
    """Return a buffered binary stream of the named file's bytes as they are; "-" is stdin."""
    if name != "-":
        try:
            file = _Counted(name)
        except FileNotFoundError:
            for address, fetch in FETCHING:
                if address.match(str(name)):
                    raise Unreadable(name, "scutch downloads nothing; pipe the page in: "
                                           f"{fetch} | scutch-clean") from None
            raise
        if _is_stdout(file.fileno()):
            file.close()
            raise Unreadable(name, OUTPUT)
        return io.BufferedReader(file, READ_AT_ONCE)
    if sys.stdin is None:
        raise Unreadable("stdin", "it is closed")
    if _is_stdout(0):
        raise Unreadable("stdin", OUTPUT)
    if os.isatty(0):
        complain(os.path.basename(sys.argv[0]), "reading from the terminal; "
                                               "press Ctrl-D to end")
    return _stdin() if sys.stdin is sys.__stdin__ else sys.stdin.buffer


def _is_stdout(number):
    """Return whether a descriptor is of the file that stdout is, too: f >> f would have no end."""
    try:
        state = os.fstat(number)
        return stat.S_ISREG(state.st_mode) and state.st_size > 0 and os.path.samestat(
            state, os.fstat(1))
    except OSError:                      # one of them is closed
        return False


@cache
def _stdin():
    """Return stdin as a stream with READ_AT_ONCE; sys.stdin.buffer reads 8 KB at a time."""
    return io.BufferedReader(io.FileIO(0, closefd=False), READ_AT_ONCE)


class _Counted(io.FileIO):
    """A file; `done` is how many bytes of such files this process has read: see `position`."""

    done = 0

    def readinto(self, buffer):
        count = super().readinto(buffer)
        _Counted.done += count or 0
        return count


def real(path: str, of: Callable[[str], str] = os.path.realpath) -> str:
    """Return the real path of a file, or another kind; where the working folder is removed its own.
    """
    try:
        return of(path)
    except FileNotFoundError:
        return path


def is_inside(path: str, folder: str) -> bool:
    """Return whether a path, its links followed, is a folder or lies in it."""
    return os.path.join(real(path), "").startswith(os.path.join(real(folder), ""))


def size_of(names: Sequence[str]) -> int | None:
    """Return the size of these inputs together, in bytes; None where one is not a regular file."""
    size = 0
    for name in names or ["-"]:
        try:
            state = os.fstat(0) if name == "-" else os.stat(name)
        except OSError:                  # it is named where it is read
            continue
        if not stat.S_ISREG(state.st_mode):
            return None
        size += state.st_size
    return size


def position(names: Sequence[str]) -> int:
    """Return how many of these bytes are read."""
    try:
        return _Counted.done + (os.lseek(0, 0, os.SEEK_CUR) if "-" in (names or ["-"]) else 0)
    except OSError:                      # a pipe
        return _Counted.done


# What they hold, decompressed.

GZIP, BZIP2, XZ, ZSTD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"
WBITS = 31                # of zlib: with the header of gzip, without name and time
WINDOW = 1 << 27          # bytes; what refers back further, by zstandard or xz, is refused
MOST_OF_XZ = WINDOW + (1 << 20)      # bytes of memory: its dictionary, and some tables
DICTIONARY_FRAME = b"\x5d\x2a\x4d\x18"
DICTIONARY_HEAD = 8       # bytes: this, and the size of what follows
LARGEST_DICTIONARY = 1 << 26         # bytes
LONGEST_MAGIC = 6         # bytes
AT_ONCE = 1 << 15         # bytes decompressed at a time: where that breaks, they are lost
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


def _of_zstd(name, dictionary):
    return zstandard_for(name).ZstdDecompressor(dict_data=dictionary,
                                                max_window_size=WINDOW).decompressobj


CODINGS = [
    Coding(LazyPattern(GZIP), 1 << 14, lambda *_: partial(zlib.decompressobj, WBITS),
           is_addressed=True),
    Coding(LazyPattern(BZIP2), 1 << 14, lambda *_: import_module("bz2").BZ2Decompressor, ends=True),
    Coding(LazyPattern(XZ), 1 << 14, lambda *_: partial(
        import_module("lzma").LZMADecompressor, memlimit=MOST_OF_XZ), ends=True),
    Coding(LazyPattern(re.escape(ZSTD) + rb"|[\x50-\x5f]\x2a\x4d\x18"),      # or a frame to skip
           1 << 10, _of_zstd, is_addressed=True)]


def open_bytes(name: str) -> Any:
    """Return a buffered binary stream of the named file's content, decompressed; "-" is stdin.

    Several members or frames, one after the other, are read as one stream.
    Raises:  OSError if it cannot be opened; Unreadable for .zst without the zstandard package.
             What breaks later, the stream's reads raise: see `broken`.
    """
    stream = open_raw(name)
    members = members_of(stream, name)
    return io.BufferedReader(members, AT_ONCE) if members else stream


def members_of(stream: Any, name: str, begin: int = 0) -> "Members | None":
    """Return the Members of a buffered stream, None where it is not compressed.

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
                return Members(stream, coding, name, begin)
    return None


class Members(io.RawIOBase):
    """A raw stream of what the members of a compressed stream hold, one after the other.

    Its reads raise what `broken` knows where a member breaks; `resume` goes on after it. Frames of
    zstandard may come after a dictionary for them.
    Source:  the WARC specification's annex on zstandard (iipc.github.io, warc-zstd 1.0).
    Differs: a dictionary may come later, too, as in two archives written one after the other.
    Memory:  what one chunk decompresses to, and the places of members read ahead.
    """

    def __init__(self, stream: Any, coding: Coding, name: str, begin: int) -> None:
        self._stream, self.coding, self._name = stream, coding, name
        self._new = coding.new(name, None)
        self._limit = () if coding.new is _of_zstd else (AT_ONCE,)
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


# A stream that gives back.

BLANK = b" \t\r\n\0"      # may come before the first bytes
CHUNK = 1 << 20           # bytes read at a time where they are passed over
BUFFER = 1 << 17          # bytes decompressed or examined at a time
MOST_EXAMINED = 1 << 20   # bytes, blank ones included
LONGEST_LINE = 64 << 20   # bytes; a line of 20 MB of HTML stays under it even if JSON escapes it
LONGEST_SHOWN = 1 << 20   # bytes of a longer line that its error record keeps


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
        coded = members_of(raw, path, begin)
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


def numbered_lines(source: Any) -> Iterator[tuple[str, bytes, int]]:
    """Yield ("name:number", line as bytes without its newline, bytes dropped) of a file.

    Lines end at LF alone; a CR before it is removed. A line over LONGEST_LINE is truncated to
    LONGEST_SHOWN; the third value is the number of bytes dropped (else 0).
    source:  the file's name, "-" for stdin; or what is open, with a `name` and a `stream`.
    Raises:  OSError; Unreadable where the compressed data breaks off, after the whole lines
             before it.
    """
    if hasattr(source, "stream"):
        place, stream = source.name, source.stream
    else:
        place, stream = shown(source), Stream(source, open_raw(source))
    number = 0
    try:
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
