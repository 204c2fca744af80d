"""Decompressed bytes that know where in the file they begin: gzip members, zstandard frames.

Archives compress each record on its own, so a record's place in the file is its member's. The
standard library's gzip does not tell where a member begins, and reads no zstandard.
"""
import io
import re
import zlib
from collections import deque

from ..edge.compression import ZSTD, broken, reading, zstandard_for

# Compressed bytes taken at once, so that a bomb gives no more than 16 and 32 MB at once
GZIP_CHUNK, ZSTD_CHUNK = 1 << 14, 1 << 10
LARGEST_DICTIONARY = 1 << 26     # bytes
LARGEST_WINDOW = 1 << 27         # bytes; what zstd --long writes
SEARCHED = 1 << 16               # bytes read at a time in search of a member
LONGEST_MAGIC = 4                # bytes
TRIED = 1 << 10                  # bytes of a member that show how its content begins

GZIP_MEMBER = re.compile(rb"\x1f\x8b\x08[\x00-\x1f]")
ZSTD_FRAME = re.compile(re.escape(ZSTD))
DICTIONARY_FRAME = b"\x5d\x2a\x4d\x18"
DICTIONARY_HEAD = 8              # bytes: this, and the size of what follows


class Members(io.RawIOBase):
    """A raw stream of what the members of a compressed stream hold, one after the other.

    Its reads raise what `compression.broken` knows where a member breaks; `resume` goes on after
    it.
    Memory:  what one chunk decompresses to, and the places of members read ahead.
    """

    def __init__(self, stream, decompressor, magic, chunk, begin=0):
        self._stream = stream
        self._decompressor = decompressor
        self._magic = magic
        self._chunk = chunk
        self._member = None              # the decompressor of the member under way
        self.begin = begin               # where in the file that begins
        self._taken = begin              # bytes taken from the file
        self._compressed = b""           # of them, what is not decompressed yet
        self._output = memoryview(b"")   # decompressed and not read yet
        self.position = 0                # bytes read
        self._places: deque[tuple[int, int]] = deque()    # (position, place in the file)
        self.is_followed = False         # by what is no member, behind the whole ones

    def readable(self):
        return True

    def readinto(self, buffer):
        while not self._output:
            if not self._compressed:
                self._take(self._chunk)
            if self._member is None:
                self._compressed = self._compressed.lstrip(b"\0")    # tape blocks are padded
                self.begin = self._taken - len(self._compressed)
                if self._places and self._places[-1][0] == self.position:
                    self._places.pop()                              # only padding stood there
                self._places.append((self.position, self.begin))
                if not self._compressed:
                    if not self._take(self._chunk):
                        return 0
                    continue
                if len(self._compressed) < LONGEST_MAGIC:
                    self._take(self._chunk)
                if self._took_dictionary():
                    continue
                self._member = self._decompressor()
                self.is_followed = self.position > 0 and not self._magic.match(self._compressed)
            elif not self._compressed:
                raise EOFError("the file ends within it")
            self._output = memoryview(self._member.decompress(self._compressed))
            self._compressed = self._member.unused_data
            if self._member.eof:
                self._member = None
        read = min(len(buffer), len(self._output))
        buffer[:read] = self._output[:read]
        self._output = self._output[read:]
        self.position += read
        return read

    def place(self, position):
        """Return where in the file the member begins whose content begins at this position.

        Returns None where no member begins there. Positions must be asked for in ascending order.
        """
        while self._places and self._places[0][0] < position:
            self._places.popleft()
        if self._places and self._places[0][0] == position:
            return self._places[0][1]
        return None

    def resume(self, begins_well):
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
            for match in self._magic.finditer(self._compressed):
                if begins_well(self._first_bytes(match.start())):
                    self._compressed = self._compressed[match.start():]
                    return True
            self._compressed = self._compressed[-TRIED:]
        self._compressed = b""
        return False

    def _took_dictionary(self):
        """Return whether a dictionary stood here, which is taken for the members after it."""
        return False

    def _take(self, size):
        taken = self._stream.read(size)
        self._compressed += taken
        self._taken += len(taken)
        return len(taken)

    def _first_bytes(self, start):
        try:
            return self._decompressor().decompress(self._compressed[start:start + TRIED])
        except Exception as error:
            broken(error)
            return b""


def gzip_members(stream, begin=0):
    """Return the Members of a gzip stream, from the one that begins at this byte."""
    if begin:
        stream.seek(begin)
    return Members(stream, lambda: zlib.decompressobj(31), GZIP_MEMBER, GZIP_CHUNK, begin)


def zstd_members(stream, name, begin=0):
    """Return the Members of a zstandard stream, which may begin with a dictionary for all of them.

    begin:   where the first of them begins in the file.
    Raises:  Unreadable without the zstandard package, or for a broken dictionary before `begin`.
    """
    members = _ZstdMembers(stream, name)
    if begin:
        with reading(name):
            members.begin_at(begin)
    return members


class _ZstdMembers(Members):
    """Frames of zstandard, and dictionaries for those after them.

    Source:  the WARC specification's annex on zstandard (iipc.github.io, warc-zstd 1.0).
    Differs: a dictionary may come later, too, as in two archives written one after the other.
    """

    def __init__(self, stream, name):
        self._zstandard = zstandard_for(name)
        super().__init__(stream, None, ZSTD_FRAME, ZSTD_CHUNK)
        self._use(None)

    def begin_at(self, begin):
        """Go to this byte of the file, having taken the dictionary at its beginning."""
        self._take(LONGEST_MAGIC)
        self._took_dictionary()
        self.begin, self._compressed = begin, b""
        self._taken = self._stream.seek(begin)

    def _use(self, dictionary):
        self._decompressor = self._zstandard.ZstdDecompressor(
            dict_data=dictionary, max_window_size=LARGEST_WINDOW).decompressobj

    def _took_dictionary(self):
        if not self._compressed.startswith(DICTIONARY_FRAME):
            return False
        self._fill(DICTIONARY_HEAD)
        size = int.from_bytes(self._compressed[LONGEST_MAGIC:DICTIONARY_HEAD], "little")
        end = DICTIONARY_HEAD + size
        if size > LARGEST_DICTIONARY or not self._fill(end):
            raise EOFError("its zstandard dictionary is too large or truncated")
        data, self._compressed = self._compressed[DICTIONARY_HEAD:end], self._compressed[end:]
        if data.startswith(ZSTD):
            data = self._zstandard.ZstdDecompressor().decompress(data, LARGEST_DICTIONARY)
        self._use(self._zstandard.ZstdCompressionDict(data))
        return True

    def _fill(self, size):
        """Take as many bytes as are missing to this size; return whether they are there."""
        while len(self._compressed) < size and self._take(size - len(self._compressed)):
            pass
        return len(self._compressed) >= size
