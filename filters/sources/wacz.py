"""WACZ: a ZIP file with the archives of a crawl in archive/, beside lists and indexes of its pages.

Source:  specs.webrecorder.net/wacz/1.1.1. No member is unpacked to disk, and each is read once. A
         ZIP file without datapackage.json is none, unless it is named .wacz.
"""
import io
import re
import struct
import zipfile
from collections.abc import Iterator
from itertools import chain
from typing import Any

from ..edge.bytestreams import BUFFER, broken
from ..errors import Unreadable, kept
from ..lazypattern import LazyPattern
from .kinds import ARCHIVE_NAME, Source

LARGEST_READ = 4 << 20   # bytes; of the directory, in which a member has 100, and 1,000 in memory
# Bytes of a deflated archive to one that it takes: those of .warc.gz hardly become fewer, and a
# bomb in a bomb would have no end
MOST_TO_ONE = 50
WACZ_NAME = LazyPattern(r"\.wacz$", re.I)
ARCHIVE_IN_IT = LazyPattern(r"(?:^|/)archive/[^/]+$")
PACKAGE_IN_IT = LazyPattern(r"(?:^|/)datapackage\.json$")


class _Bounded:
    """A file for zipfile, or `size` bytes of it, which is not asked for more than LARGEST_READ."""

    def __init__(self, file: Any, begin: int = 0, size: int | None = None) -> None:
        self._file, self._begin, self.seekable = file, begin, file.seekable
        self._end = file.seek(0, io.SEEK_END) if size is None else begin + size

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        at = {io.SEEK_SET: self._begin, io.SEEK_CUR: self._file.tell(), io.SEEK_END: self._end}
        return self._file.seek(max(self._begin, at[whence] + offset)) - self._begin

    def tell(self) -> int:
        return self._file.tell() - self._begin

    def read(self, size: int = LARGEST_READ) -> bytes:
        if size > LARGEST_READ:
            raise ValueError(f"its directory has over {LARGEST_READ} bytes")
        return self._file.read(max(0, min(size, self._end - self._file.tell())))


def archives_of(name: str, file: Any, begin: int = 0, size: int | None = None
                ) -> Iterator[Source | Unreadable] | None:
    """Return the archives in a WACZ as Sources, also those of the WACZ files in a collection; None
    for another ZIP file.

    In place of an archive there may be an Unreadable.
    name, file: of the ZIP file as messages have it, and open, where it can be sought in.
    begin, size: bytes of it that are a WACZ stored in another; WACZ files in that are not read.
    Raises:     Unreadable for a broken one that is named .wacz.
    """
    bounded = _Bounded(file, begin, size)
    try:
        archive = zipfile.ZipFile(bounded)
    except Exception as error:           # of hostile bytes also struct.error, OverflowError ...
        if WACZ_NAME.search(name):
            raise Unreadable(name, f"a WACZ whose ZIP directory is broken ({error}): is the file "
                                   "whole?") from None
        return None
    members = sorted(archive.infolist(), key=lambda member: member.filename)
    inside = [member for member in members if ARCHIVE_IN_IT.search(member.filename)
              and ARCHIVE_NAME.search(member.filename)]
    if not (WACZ_NAME.search(name) or (inside and any(PACKAGE_IN_IT.search(member.filename)
                                                      for member in members))):
        return None
    nested = [member for member in members if WACZ_NAME.search(member.filename)]
    if not inside and not nested:
        raise Unreadable(name, "a WACZ without an archive in archive/")
    if sum(member.compress_size for member in [*inside, *nested]) > bounded.seek(0, io.SEEK_END):
        raise Unreadable(name, "a WACZ whose members overlap, as those of a bomb do")
    return chain((_opened(f"{name}/{member.filename}", archive, member) for member in inside),
                 *(_of_nested(f"{name}/{member.filename}", bounded, member, size is None)
                   for member in nested))


def _of_nested(name, bounded, member, may_nest):
    """Yield the archives of a WACZ file in another."""
    if member.compress_type != zipfile.ZIP_STORED or member.flag_bits & 1 or not may_nest:
        yield Unreadable(name, "in its WACZ, and not stored there, or three levels deep: unpack it")
        return
    bounded.seek(member.header_offset + 26)       # the sizes of its name and extra field
    begin = member.header_offset + 30 + sum(struct.unpack("<HH", bounded.read(4).ljust(4, b"\0")))
    try:
        yield from archives_of(name, bounded, begin, member.file_size)
    except Unreadable as error:
        yield kept(error)


def _opened(place, archive, member):
    """Return the Source of a member, or the Unreadable that says why there is none."""
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return Unreadable(place, "neither stored nor deflated in its WACZ: unpack it, and give the "
                                 "folder")
    if member.file_size > MOST_TO_ONE * member.compress_size + LARGEST_READ:
        return Unreadable(place, f"it has over {MOST_TO_ONE} bytes to one that it takes in its "
                                 "WACZ, as a bomb does: unpack it, and give the folder")
    try:
        file = archive.open(member)
        file.seekable = lambda: False        # zipfile would read it anew
        return Source(place, io.BufferedReader(file, BUFFER))
    except Unreadable as error:          # for want of a package
        return kept(error)
    except RuntimeError as error:        # it is encrypted
        return Unreadable(place, f"in its WACZ: {error}")
    except Exception as error:           # small, and broken; or its head is not in that place
        broken(error)
        return Unreadable(place, f"its WACZ is broken there ({error})")
