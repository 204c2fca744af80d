"""Records of pages, from archives, files and directories."""
import os
from collections import Counter
from itertools import islice

from ..edge.compression import broken
from ..edge.files import is_inside, shown
from ..edge.rawlines import numbered_lines
from ..errors import TRUNCATED, BadRecord, PassedOver, Unreadable, kept
from ..html.sniff import looks_like_html
from ..lazypattern import LazyPattern
from ..record import MAX_BYTES
from ..wording import needs, plural
from .decoding import Decoder
from .indexes import INDEX_NAME
from .kinds import ARCHIVE_NAME, PAGE_NAME, RECORD_FIELD, RECORDS_NAME, RESPONSE, open_source
from .mediatypes import stated
from .otherformats import ZIP
from .saved import documents_in, pages_in, whole
from .units import OUTSIDE, WRONG_LENGTHS, Archived, File, InFolder, add_reason, decoded, lines_in

OVERHEAD = 1 << 20       # bytes of headers, chunk sizes and wrapping that may come on top
REPEATED = {"warc", "arc", "records", "parquet"}       # kinds of files that repeat pages
SHOWN = 3                # archives that an index names and that are not there
REPOSITORIES = {".git", ".svn", ".hg"}
# Folders of what belongs to a page that a browser saved, in its language
OF_SAVED = LazyPattern("(?:[_-](?:files|Dateien|fichiers|archivos|ficheiros|arquivos|bestanden|"
                       "file|pliki|soubory|filer|tiedostot)|\\.files)$")
# A folder of ArchiveBox, and in it of a page, with the forms of this, the best first
ARCHIVE_BOX = {"index.sqlite3", "ArchiveBox.conf"}
SNAPSHOT = LazyPattern(r"(?:^|/)archive/\d+(?:\.\d+)?/?$")
FORMS = ["singlefile.html", "singlefile", "output.html", "dom", "warc"]
EXTRACTS = ["readability", "mercury"]    # after those of wget, in folders by the host's name
STATUS = LazyPattern("[0-9]{3}")
OF_PAGES = {"response", "resource", "conversion"}      # types of an archive's records



def read_pages(names, *, max_bytes=MAX_BYTES, raw=False, any_status=False, counts=None,
               json_lines=None, geoip=None):
    """Yield (place, record) for each page of files, archives and directories, in order.

    In place of a record there may be a BadRecord, or the OSError of an unreadable input.
    names:      of files and directories; "-" is stdin.
    counts:     a Counter of what was passed over.
    max_bytes, raw, any_status, json_lines, geoip: see Decoder.
    """
    counts = Counter() if counts is None else counts
    decoder = Decoder(max_bytes, raw, any_status, json_lines, geoip)
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
        unreadable, is_empty, lists = [], True, set()
        before, self.texts = self.read, 0
        for folder, folders, files in os.walk(top, onerror=unreadable.append):
            files = self._of_one_form(folder, folders, files)
            folders.sort()
            repeats = folder in lists or _is_collection(folder, folders, files)
            if repeats:
                lists.update(os.path.join(folder, name) for name in folders
                             if folder in lists or name != "archive")
            is_empty = is_empty and not files
            outside = {path for path in (os.path.join(folder, name) for name in [*folders, *files])
                       if os.path.islink(path) and os.path.exists(path)
                       and not is_inside(path, top)}
            for _ in outside:
                self._pass_over(OUTSIDE)
            for path in (os.path.join(folder, name) for name in sorted(files)):
                if os.path.isfile(path) and path not in outside:
                    if not self.wanted or self.wanted(path):
                        for place, unit in self.file(path, in_folder=True, repeats=repeats):
                            self.read += 1
                            yield InFolder.of(place, path), unit
                elif os.path.islink(path) and not os.path.exists(path):
                    yield path, Unreadable(path, "a broken link")
        yield from ((error.filename, error) for error in unreadable)
        if is_empty and not unreadable:
            self._pass_over("empty_folders")
        if self.texts and self.read == before:
            yield top, Unreadable(top, f"no page in it, but {plural(self.texts, 'file')} of plain "
                                       "text: give them by name, as by find FOLDER -name '*.txt' | "
                                       "scutch-clean --names")

    def _of_one_form(self, folder, folders, files):
        """Return the files of a folder that are read, and leave in `folders` those that are.

        Passed over are repositories, what belongs to pages that were saved, and all but one form of
        a page that ArchiveBox has in several.
        """
        saved = {PAGE_NAME.sub("", name) for name in files}
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
        self.counts["other_forms"] += (len(folders) + len(files) - len(kept_folders)
                                       - len(kept_files))
        folders[:] = kept_folders
        return kept_files

    def file(self, name, in_folder=False, repeats=False):
        """Yield the units of a file.

        in_folder: in a directory, where it may be anything.
        repeats:   its records are of a collection, whose archives are read: see _is_collection.
        """
        source = None
        try:
            source = open_source(name)
            if repeats and (source.kind in REPEATED or str(source.format) == ZIP):
                self._pass_over("beside_archives")
            else:
                yield from self._of(source, in_folder)
        except OSError as error:
            yield name, kept(error) if error.filename else Unreadable(name, error.strerror)
        finally:
            if source:
                source.close()

    def _of(self, source, in_folder):
        if source.kind in ("warc", "arc"):
            return self._of_archive(source)
        if archives := _archives_in(source):
            return self._of_wacz(archives)
        if source.kind == "index" and not in_folder:      # a folder's archives are read themselves
            return self._of_index(source)
        reads_lines = self.decoder.json_lines is not None
        if source.kind == "parquet" and reads_lines:
            if source.rows():
                return self._of_index(source)
            return lines_in(numbered_lines([source]), not in_folder)
        if source.kind == "records" and reads_lines and (      # other files there may be JSON, too
                not in_folder or RECORDS_NAME.search(source.name)
                or RECORD_FIELD.search(source.head)):
            return lines_in(numbered_lines([source]), not in_folder)
        if source.kind == "corpus" and reads_lines and not in_folder:
            return documents_in(source, self.decoder.max_bytes)
        if in_folder and not ((PAGE_NAME.search(source.name) and source.kind in ("html", "empty"))
                              or looks_like_html(source.head)):
            self.texts += source.kind == "text"
            return self._pass_over("not_html")
        if source.kind == "empty" and (source.name == "stdin" or ARCHIVE_NAME.search(source.name)
                                       or INDEX_NAME.search(source.name)):
            return []
        name, unit = source.name, self._whole(source)
        if not isinstance(unit, File) or unit.kind == "text" or (
                len(unit.data) > self.decoder.max_bytes):                      # it is refused
            return [(name, unit)]
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
        if source.kind != "text" and RESPONSE.match(data):
            try:
                import warcio  # noqa: F401
            except ImportError:
                return Unreadable(source.name, needs("a page with HTTP headers", "warc"))
        return File(data, source.kind, doc)

    def _of_archive(self, source):
        """Yield the records of an archive."""
        from .archives import entries, joined
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
        from .indexes import archive_beside, listed
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
            yield source.name, Unreadable(
                ", ".join([*missing][:SHOWN]) + more,
                f"no such archive beside the index {source.name}")

    def _at(self, path, offset, place):
        """Yield the record that begins at this byte of an archive, as an index lists it."""
        from .archives import entries
        no_record = BadRecord(f"no record begins at byte {offset} of {shown(path)}", "bad_index",
                              {"id": place})
        try:
            if os.path.getsize(path) <= offset:        # nor can all numbers be sought
                yield place, no_record
                return
            archive = open_source(path, offset)
        except OSError as error:
            yield place, kept(error)
            return
        try:
            if archive.kind not in ("warc", "arc"):
                yield place, no_record
                return
            for entry in islice(entries(archive, self.decoder.max_bytes + OVERHEAD), 1):
                yield from self._of_one(entry, archive.name)
        finally:
            archive.close()

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


def _archives_in(source):
    """Return the archives in a WACZ, None for what is none. Raises Unreadable for a broken one."""
    file = source.seekable_file() if str(source.format) == ZIP else None
    if not file:
        return None
    from .wacz import archives_of
    return archives_of(source.name, file)


def _is_collection(folder, folders, files):
    """Return whether a folder is a WACZ that was unpacked, or a crawl of Browsertrix or pywb.

    Its archive/ has the pages. JSON lines beside it list them, with their text, or are logs, and
    archives there are all of its archives once more.
    """
    archives = os.path.join(folder, "archive")
    return ("archive" in folders
            and ("datapackage.json" in files or "indexes" in folders
                 or os.path.exists(os.path.join(folder, "pages", "pages.jsonl")))
            and os.access(archives, os.R_OK)
            and any(map(ARCHIVE_NAME.search, os.listdir(archives))))
