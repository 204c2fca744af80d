"""The names of inputs: as lists have them, for --names, and as folders do."""
import codecs
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack

from ..edge.bytestreams import HEAD
from ..edge.compression import open_bytes, reading
from ..edge.files import is_inside, shown
from ..errors import Unreadable, Unusable
from ..lazypattern import LazyPattern
from .kinds import ARCHIVE_NAME, PAGE_NAME, kind_of
from .units import OUTSIDE, add_reason

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
        with reading(file), ExitStack() as stack:
            stream = open_bytes(file)
            if file != "-":
                stack.enter_context(stream)
            head = stream.peek(HEAD)
            if what := INPUTS.get(kind_of(head[:HEAD])[0]):
                raise Unreadable(shown(file), f"{what}, not a list of names: give it without "
                                              "--names")
            null = b"\0" in head
            end, rest, mark = (b"\0", b"", b"") if null else (b"\n", b"", codecs.BOM_UTF8)
            while rest is not None:
                chunk = stream.read1(LIST_CHUNK)
                if not null and b"\0" in chunk:
                    raise Unusable(f"{shown(file)}: names in lines, then one that ends with a NUL")
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
            and any(map(ARCHIVE_NAME.search, os.listdir(archives))))
