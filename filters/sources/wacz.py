"""WACZ: a ZIP file with the archives of a crawl in archive/, beside lists and indexes of its pages.

Source:  specs.webrecorder.net/wacz/1.1.1. No member is unpacked to disk, and each is read once. A
         ZIP file without datapackage.json is none, unless it is named .wacz.
"""
import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

from ..edge.compression import ForwardOnly, broken
from ..errors import Unreadable, kept
from ..lazypattern import LazyPattern
from .kinds import ARCHIVE_NAME, BUFFER, Source, source_of

LARGEST_READ = 4 << 20   # bytes; of the directory, in which a member has 100, and 1,000 in memory
# Bytes of a deflated archive to one that it takes: those of .warc.gz hardly become fewer, and a
# bomb in a bomb would have no end
MOST_TO_ONE = 50
WACZ_NAME = LazyPattern(r"\.wacz$", re.I)
ARCHIVE_IN_IT = LazyPattern(r"(?:^|/)archive/[^/]+$")
PACKAGE_IN_IT = LazyPattern(r"(?:^|/)datapackage\.json$")


class _Bounded:
    """A file for zipfile, which is not asked for more at once than LARGEST_READ."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = LARGEST_READ) -> bytes:
        if size > LARGEST_READ:
            raise ValueError(f"its directory has over {LARGEST_READ} bytes")
        return self._file.read(size)


def archives_of(name: str, file: Any) -> Iterator[Source | Unreadable] | None:
    """Return the archives in a WACZ as Sources, None for another ZIP file.

    In place of an archive there may be an Unreadable.
    name, file: of the ZIP file as messages have it, and open, where it can be sought in.
    Raises:     Unreadable for a broken one that is named .wacz.
    """
    bounded: Any = _Bounded(file)
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
    if not inside:
        raise Unreadable(name, "a WACZ without an archive in archive/")
    if sum(member.compress_size for member in inside) > file.seek(0, io.SEEK_END):
        raise Unreadable(name, "a WACZ whose members overlap, as those of a bomb do")
    return (_opened(f"{name}/{member.filename}", archive, member) for member in inside)


def _opened(place, archive, member):
    """Return the Source of a member, or the Unreadable that says why there is none."""
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return Unreadable(place, "neither stored nor deflated in its WACZ: unpack it, and give the "
                                 "folder")
    if member.file_size > MOST_TO_ONE * member.compress_size + LARGEST_READ:
        return Unreadable(place, f"it has over {MOST_TO_ONE} bytes to one that it takes in its "
                                 "WACZ, as a bomb does: unpack it, and give the folder")
    try:
        return source_of(place, io.BufferedReader(
            ForwardOnly(archive.open(member)), BUFFER))      # to seek, zipfile would read it anew
    except Unreadable as error:          # for want of a package
        return kept(error)
    except RuntimeError as error:        # it is encrypted
        return Unreadable(place, f"in its WACZ: {error}")
    except Exception as error:           # small, and broken; or its head is not in that place
        broken(error)
        return Unreadable(place, f"its WACZ is broken there ({error})")
