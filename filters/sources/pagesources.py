"""Units of pages, from the names of inputs: lists of them, archives, files and directories."""
import codecs
import io
import os
import re
import struct
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext
from itertools import chain, islice
from typing import Any

from ..edge.bytestreams import BUFFER, broken, is_inside, numbered_lines, reading, shown
from ..edge.console import plural
from ..errors import TRUNCATED, BadRecord, PassedOver, Unreadable, Unusable, kept
from ..html.sniff import SNIFFED, looks_like_html
from ..lazypattern import LazyPattern
from . import kinds
from .archives import INDEX_NAME, archive_beside, entries, joined, listed
from .decoding import Decoder, documents_in, pages_in, whole
from .responses import stated
from .units import OUTSIDE, WRONG_LENGTHS, Archived, File, InFolder, add_reason, decoded, lines_in

# ---------------- the names of inputs, as lists have them, for --names, and as folders do

LIST_CHUNK = 1 << 16      # bytes of a list of names read at a time
# Kinds of files that hold pages, in words
INPUTS = {"html": "a page", "warc": "an archive", "arc": "an archive", "index": "an index",
          "records": "JSON lines"}
REPOSITORIES = {".git", ".svn", ".hg"}
# Folders of what belongs to a page that a browser saved, in its language
OF_SAVED = LazyPattern("(?:[_-](?:files|Dateien|fichiers|archivos|ficheiros|arquivos|bestanden|"
                       "file|pliki|soubory|filer|tiedostot)|\\.files)$")
# A folder of ArchiveBox, and in it of a page, with the forms of this, the best first
ARCHIVE_BOX = {"index.sqlite3", "ArchiveBox.conf"}
SNAPSHOT = LazyPattern(r"(?:^|/)archive/\d+(?:\.\d+)?/?$")
FORMS = ["singlefile.html", "singlefile", "output.html", "dom", "warc"]
EXTRACTS = ["readability", "mercury"]    # after those of wget, in folders by the host's name


def names_in(files: Iterable[str]) -> Iterator[str]:
    """Yield the names listed in files, one a line, or each ended by a NUL, as by find -print0.

    Lines may end in CRLF, and a file of them begin with a byte order mark, as on Windows. A NUL in
    the first bytes tells: no name has one.
    Raises:  Unreadable for a page, an archive and the like, whose lines are no names, and where
             compressed data breaks off; Unusable for a NUL after lines.
    """
    for file in files:
        with reading(file), closing(kinds.open_source(file, waits=False)) as source:
            if what := INPUTS.get(kinds.kind_of(source.head[:SNIFFED])[0]):
                raise Unreadable(source.name, f"{what}, not a list of names: give it without "
                                              "--names")
            null = b"\0" in source.head[:SNIFFED]
            end, rest, mark = (b"\0", b"", b"") if null else (b"\n", b"", codecs.BOM_UTF8)
            while rest is not None:
                chunk = source.stream.read1(LIST_CHUNK)
                if not null and b"\0" in chunk:
                    raise Unusable(f"{source.name}: names in lines, then one that ends with a NUL")
                parts = (rest + chunk).split(end)
                names, rest = (parts[:-1], parts[-1]) if chunk else (parts, None)
                if names:
                    names[0], mark = names[0].removeprefix(mark), b""
                for name in names:
                    name = name if null else name.removesuffix(b"\r")
                    if name:
                        yield os.fsdecode(name)


def files_in(top, counts):
    """Yield (path of a file in a folder and below, whether it repeats what is read) in order; in
    place of that there may be an OSError.

    Of a collection, a WACZ that was unpacked or a crawl of Browsertrix or pywb, archive/ has the
    pages. JSON lines beside it list them, with their text, or are logs, and archives there are all
    of its archives once more: they repeat them.
    counts:  a Counter of what is passed over: links that lead out, and other forms.
    """
    unreadable, is_empty, lists = [], True, set()
    for folder, folders, files in os.walk(top, onerror=unreadable.append):
        files = _of_one_form(folder, folders, files, counts)
        folders.sort()
        repeats = folder in lists or _is_collection(folder, folders, files)
        if repeats:
            lists.update(os.path.join(folder, name) for name in folders
                         if folder in lists or name != "archive")
        is_empty = is_empty and not files
        outside = {path for path in (os.path.join(folder, name) for name in [*folders, *files])
                   if os.path.islink(path) and os.path.exists(path) and not is_inside(path, top)}
        if outside:
            add_reason(counts, OUTSIDE, len(outside))
        for path in (os.path.join(folder, name) for name in sorted(files)):
            if os.path.isfile(path):
                if path not in outside:
                    yield path, repeats
            elif os.path.islink(path) and not os.path.exists(path):
                yield path, Unreadable(path, "a broken link")
    yield from ((error.filename, error) for error in unreadable)
    if is_empty and not unreadable:
        add_reason(counts, "empty_folders")


def _of_one_form(folder, folders, files, counts):
    """Return the files of a folder that are read, and leave in `folders` those that are.

    Passed over are repositories, what belongs to pages that were saved, and all but one form of a
    page that ArchiveBox has in several.
    """
    saved = {kinds.PAGE_NAME.sub("", name) for name in files}
    kept_folders = [name for name in folders if name not in REPOSITORIES
                    and OF_SAVED.sub("", name) not in saved - {name}]
    kept_files = files
    if not ARCHIVE_BOX.isdisjoint(files) and "archive" in folders:
        kept_files = []
    elif "index.json" in files and SNAPSHOT.search(folder):
        hosts = sorted(name for name in folders if "." in name)
        form = [name for name in (*FORMS, *hosts, *EXTRACTS)
                if name in files or name in folders][:1]
        if form:
            kept_files, kept_folders = ([name for name in form if name in names]
                                        for names in (files, folders))
    add_reason(counts, "other_forms", len(folders) + len(files) - len(kept_folders)
               - len(kept_files))
    folders[:] = kept_folders
    return kept_files


def _is_collection(folder, folders, files):
    archives = os.path.join(folder, "archive")
    return ("archive" in folders
            and ("datapackage.json" in files or "indexes" in folders
                 or os.path.exists(os.path.join(folder, "pages", "pages.jsonl")))
            and os.access(archives, os.R_OK)
            and any(map(kinds.ARCHIVE_NAME.search, os.listdir(archives))))


# ---------------- what they hold

OVERHEAD = 1 << 20       # bytes of headers, chunk sizes and wrapping that may come on top
REPEATED = {"warc", "arc", "records", "parquet"}       # kinds of files that repeat pages
SHOWN = 3                # archives that an index names and that are not there
STATUS = LazyPattern("[0-9]{3}")
OF_PAGES = {"response", "resource", "conversion"}      # types of an archive's records


def read_pages(names, *, counts=None, **settings):
    """Yield (place, record) for each page of files, archives and directories, in order.

    In place of a record there may be a BadRecord, or the OSError of an unreadable input.
    names:    of files and directories; "-" is stdin.
    counts:   a Counter of what was passed over. settings: of a Decoder.
    """
    counts, decoder = Counter() if counts is None else counts, Decoder(**settings)
    return decoded(units_of(names, decoder, counts), decoder, counts)


def units_of(names, decoder, counts, wanted=None):
    """Yield (place, unit) of files, archives and directories, in order, for the decoder.

    In place of a unit there may be a BadRecord, or the OSError of an unreadable input.
    names:   of files and directories; "-" is stdin. The places of the latter are InFolder.
    counts:  a Counter of what is passed over.
    wanted:  function from a path to whether this file of a directory is read; None: all are.
    """
    if isinstance(names, (str, bytes)):
        raise TypeError("a list of names is required, this is one name")
    inputs = _Inputs(decoder, counts, wanted)
    for name in names:
        if name != "-" and os.path.isdir(name):
            yield from inputs.directory(name)
        else:
            yield from inputs.file(name)


class _Inputs:
    """The units of one input after the other; settings as in units_of."""

    def __init__(self, decoder, counts, wanted):
        self.decoder = decoder
        self.counts = counts
        self.wanted = wanted
        self.read = self.texts = 0       # units of folders, and files of plain text there

    def directory(self, top):
        """Yield the units of the files in a directory and below."""
        before, self.texts = self.read, 0
        for path, repeats in files_in(top, self.counts):
            if isinstance(repeats, OSError):
                yield path, repeats
            elif not self.wanted or self.wanted(path):
                for place, unit in self.file(path, in_folder=True, repeats=repeats):
                    self.read += 1
                    yield InFolder.of(place, path), unit
        if self.texts and self.read == before:
            yield top, Unreadable(top, f"no page in it, but {plural(self.texts, 'file')} of plain "
                                       "text: give them by name, as by find FOLDER -name '*.txt' | "
                                       "scutch-clean --names")

    def file(self, name, in_folder=False, repeats=False):
        """Yield the units of a file.

        in_folder: in a directory, where it may be anything.
        repeats:   its records are of a collection, whose archives are read: see inputnames.py.
        """
        source = None
        try:
            source = kinds.open_source(name)
            if repeats and (source.kind in REPEATED or str(source.format) == kinds.ZIP):
                self._pass_over("beside_archives")
            else:
                yield from self._of(source, in_folder)
        except OSError as error:
            yield name, kept(error) if error.filename else Unreadable(name, error.strerror)
        finally:
            if source:
                source.close()

    def _of(self, source, in_folder):
        kind, name, most = source.kind, source.name, self.decoder.max_bytes
        reads_lines = self.decoder.json_lines is not None
        if kind in ("warc", "arc"):
            return self._of_archive(source)
        if str(source.format) == kinds.ZIP and (file := source.stream.seekable_file()):
            if archives := archives_of(name, file):
                return self._of_wacz(archives)
        if (kind == "index" and not in_folder) or (   # a folder's archives are read themselves
                kind == "parquet" and reads_lines and source.rows()):
            return self._of_index(source)
        if reads_lines and (kind == "parquet" or (kind == "records" and (
                # other files of a folder may be JSON, too
                not in_folder or kinds.RECORDS_NAME.search(name)
                or kinds.RECORD_FIELD.search(source.head)))):
            return lines_in(numbered_lines(source), not in_folder)
        if kind == "corpus" and reads_lines and not in_folder:
            return documents_in(source, most)
        if in_folder and not ((kinds.PAGE_NAME.search(name) and kind in ("html", "empty", "text"))
                              or looks_like_html(source.head)):
            self.texts += kind == "text"
            return self._pass_over("not_html")
        if kind == "empty" and (name == "stdin" or kinds.ARCHIVE_NAME.search(name)
                                or INDEX_NAME.search(name)):
            return []
        unit = self._whole(source)
        if not isinstance(unit, File) or unit.kind == "text" or len(unit.data) > most:
            return [(name, unit)]        # one that is too large is refused
        return [(f"{name}:{number}" if number > 1 else name, unit._replace(data=data))
                for number, data in enumerate(pages_in(unit.data), 1)]

    def _whole(self, source):
        """Return a file that is one page or plain text, or the exception that says why it is not.
        """
        record = {"id": source.name}
        if source.kind in ("records", "corpus"):
            return BadRecord("JSON lines, not an HTML page", "not_html", record)
        if source.format:
            return Unreadable(source.name, f"{source.format}, not a page{source.format.advised}")
        try:
            data, doc = whole(source, self.decoder.max_bytes + OVERHEAD)
        except Exception as error:
            return BadRecord(broken(error), TRUNCATED, record)
        return File(data, source.kind, doc)

    def _of_archive(self, source):
        """Yield the records of an archive."""
        most = self.decoder.max_bytes + OVERHEAD
        for entry in joined(entries(source, most), most):
            yield from self._of_one(entry, source.name)

    def _of_wacz(self, archives):
        """Yield the records of the archives in a WACZ."""
        for archive in archives:
            if isinstance(archive, Unreadable):
                yield archive.filename, archive
            elif archive.kind in ("warc", "arc"):
                yield from self._of_archive(archive)
            else:
                self._pass_over("not_html")

    def _of_index(self, source):
        """Yield the records that an index lists."""
        missing = {}                     # names of archives, in the order of their lines
        for number, item in listed(source.stream):
            place = f"{source.name}:{number}"
            if isinstance(item, BadRecord):
                item.record = {"id": place}
                yield place, item
            elif not self._passes_over(item):
                path = archive_beside(source.path, item.file)
                if path:
                    yield from self._at(path, item.offset, place)
                else:
                    missing.setdefault(item.file)
        if missing:
            more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
            yield source.name, Unreadable(", ".join([*missing][:SHOWN]) + more,
                                          f"no such archive beside the index {source.name}")

    def _at(self, path, offset, place):
        """Yield the record that begins at this byte of an archive, as an index lists it."""
        try:                             # not all numbers can be sought
            archive = kinds.open_source(path, offset) if offset < os.path.getsize(path) else None
        except OSError as error:
            yield place, kept(error)
            return
        with closing(archive) if archive else nullcontext():
            if archive and archive.kind in ("warc", "arc"):
                for entry in islice(entries(archive, self.decoder.max_bytes + OVERHEAD), 1):
                    yield from self._of_one(entry, archive.name)
            else:
                yield place, BadRecord(f"no record begins at byte {offset} of {shown(path)}",
                                       "bad_index", {"id": place})

    def _passes_over(self, item):
        """Return whether a record is not a page by its line in an index; count it then."""
        try:
            if item.type.lower() == "warc/revisit":
                raise PassedOver("other_records")
            self.decoder.check(int(item.status) if STATUS.fullmatch(item.status) else None,
                               stated([item.type, item.detected_type]))
        except PassedOver as error:
            self._pass_over(error.why)
            return True
        return False

    def _of_one(self, entry, archive):
        """Yield an archive's record, if it may be a page, or the BadRecord of a broken one."""
        if isinstance(entry, BadRecord):
            yield entry.record["id"], entry
        elif (entry.type or "").lower() in OF_PAGES:
            if entry.is_glued:
                self.counts[WRONG_LENGTHS] += 1
            place = f"{archive}:{entry.begin if entry.place is None else entry.place}"
            yield place, Archived(entry.content, entry._replace(content=b""), archive)
        else:
            self._pass_over("other_records")

    def _pass_over(self, why):
        add_reason(self.counts, why)
        return []


# ---------------- WACZ: a ZIP file with the archives of a crawl, beside lists of its pages
#
# Source:  specs.webrecorder.net/wacz/1.1.1. No member is unpacked to disk, and each is read once. A
#          ZIP file without datapackage.json is none, unless it is named .wacz.

LARGEST_READ = 4 << 20   # bytes; of the directory, in which a member has 100, and 1,000 in memory
# Bytes of a deflated archive to one that it takes: those of .warc.gz hardly become fewer, and a
# bomb in a bomb would have no end
MOST_TO_ONE = 50
WACZ_NAME = LazyPattern(r"\.wacz$", re.I)
ARCHIVE_IN_IT = LazyPattern(r"(?:^|/)archive/[^/]+$")
STORED, DEFLATED = 0, 8  # ways in which members are kept
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
                ) -> Iterator[kinds.Source | Unreadable] | None:
    """Return the archives in a WACZ as Sources, also those of the WACZ files in a collection; None
    for another ZIP file.

    In place of an archive there may be an Unreadable.
    name, file: of the ZIP file as messages have it, and open, where it can be sought in.
    begin, size: bytes of it that are a WACZ stored in another; WACZ files in that are not read.
    Raises:     Unreadable for a broken one that is named .wacz.
    """
    import zipfile  # takes milliseconds
    bounded = _Bounded(file, begin, size)
    try:
        archive = zipfile.ZipFile(bounded)
        if min((member.header_offset for member in archive.infolist()), default=0):
            raise ValueError("what it lists is the end of it")      # a ZIP file within, of one cut
    except Exception as error:           # of hostile bytes also struct.error, OverflowError ...
        if WACZ_NAME.search(name):
            raise Unreadable(name, f"a WACZ whose ZIP directory is broken ({error}): is the file "
                                   "whole?") from None
        return None
    members = sorted(archive.infolist(), key=lambda member: member.filename)
    inside = [member for member in members if ARCHIVE_IN_IT.search(member.filename)
              and kinds.ARCHIVE_NAME.search(member.filename)]
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
    if member.compress_type != STORED or member.flag_bits & 1 or not may_nest:
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
    if member.compress_type not in (STORED, DEFLATED):
        return Unreadable(place, "neither stored nor deflated in its WACZ: unpack it, and give the "
                                 "folder")
    if member.file_size > MOST_TO_ONE * member.compress_size + LARGEST_READ:
        return Unreadable(place, f"it has over {MOST_TO_ONE} bytes to one that it takes in its "
                                 "WACZ, as a bomb does: unpack it, and give the folder")
    try:
        file = archive.open(member)
        file.seekable = lambda: False        # zipfile would read it anew
        return kinds.Source(place, io.BufferedReader(file, BUFFER))
    except Unreadable as error:          # for want of a package
        return kept(error)
    except RuntimeError as error:        # it is encrypted
        return Unreadable(place, f"in its WACZ: {error}")
    except Exception as error:           # small, and broken; or its head is not in that place
        broken(error)
        return Unreadable(place, f"its WACZ is broken there ({error})")
