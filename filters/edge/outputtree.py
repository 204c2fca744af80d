"""The output of a run as many files: one for each file of a folder, or for each page."""
import errno
import os
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, BinaryIO, NamedTuple

from ...lm.writing import naming
from ..wording import plural
from .console import CONTROLS, OK, UNUSABLE, complain
from .files import is_inside, shown
from .frames import frames
from .outputfiles import WHOLE, NotOurs, OutputFile, Taken, free, given, said, taken_by

MOST_NAMED = 10          # outputs that cannot be made
INDEX = "index.tsv"      # of the pages of an archive: file, address
# Of one file, whose name is too long, say; others can be made
OF_ONE = {errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.EILSEQ}


class Settings(NamedTuple):
    """What all trees of a command have in common.

    folder, extension: of the outputs.
    through:  function from a file to what the bytes of an output are written to: see Packed.
    is_split: whether each page of an archive gets a file.
    existing: function from a path to whether that output exists, and its input is to be skipped.
    taken:    the inputs of paths. is_alone: whether one input has all.
    counts:   of inputs and of those skipped, as in outputfiles.places.
    """

    folder: str
    extension: str
    command: str
    through: Callable[[BinaryIO], Any]
    is_split: bool
    existing: Callable[[str], bool] | None
    taken: Taken
    is_alone: bool
    counts: "Counter[str]"


class OutputTree:
    """The output of a run, in frames with "file", "place" and "name", the address: see Named.

    name:    of the input, a folder, or with `is_split` a file or stdin.
    path:    of the output of such a file.
    Memory:  with `is_split` 100 bytes for each page of an archive.
    """

    def __init__(self, name: str, path: str, settings: Settings) -> None:
        self._name, self._path, self._settings = name, path, settings
        is_free = settings.is_alone and not settings.taken.is_folding
        self._taken = None if is_free else settings.taken
        self._broken: set[str] = set()               # files that break off
        self._at: tuple[str, str] = "", ""           # the input, and the page of it, at hand
        self._output: OutputFile | None = None
        self._index: OutputFile | None = None
        self._path_at = ""                           # of the output at hand
        self._through: Any = None                    # to it, None where it cannot be made
        self._names: Counter[str] = Counter()        # hashes of the pages of an archive
        self._failed = 0                             # outputs that could not be made
        self._is_writing = False                     # or has failed to

    def wanted(self, file: str) -> bool:
        """Return whether a file of the folder is to be read."""
        existing = self._settings.existing
        if not existing or not existing(self._path_of(file)):
            return True
        self._settings.counts["existing"] += 1
        return False

    def breaks_off(self, place: str) -> None:
        """Note that nothing is read of an input after a place."""
        self._broken.add(getattr(place, "file", self._name))

    def write(self, data: bytes) -> None:
        """Write some frames to their files."""
        for about, part in frames(data):
            self.put(about, part)

    def flush(self) -> None:
        """Do nothing: a file appears when it is complete."""

    def put(self, about: dict[str, Any], data: bytes) -> None:
        """Write the output for a page."""
        file = about["file"] or self._name
        is_part = self._settings.is_split and about["place"] != shown(file)
        at = file, about["place"] if is_part else ""
        if at != self._at:
            self._next(file)
            self._at = at
            path = self._path_of(file)
            if is_part:
                path = self._page_of(path, about["name"])
            elif self._taken is not None and self._taken[path] != file:
                self._fail(f"{file}: its output {taken_by(path, self._taken)}")
                return
            self._open(path)
        if self._through:
            self._is_writing = True
            with naming(self._path_at):
                self._through.write(data)
            self._is_writing = False

    def close(self, status: int, is_whole: bool) -> int:
        """Complete the last file; return the highest status.

        status:   of the run. is_whole: whether it came to the end of its input.
        """
        last = OK if is_whole and not self._is_writing else max(status, UNUSABLE)
        self._end(last)
        self._end_index(last)
        if self._failed > MOST_NAMED:
            complain(self._settings.command,
                     f"{plural(self._failed - MOST_NAMED, 'more output')} not written")
        return max(status, UNUSABLE) if self._failed else status

    def _next(self, file):
        """Complete the file at hand, and the index of its archive if that ends, too."""
        self._end(OK)
        if file != self._at[0]:
            self._end_index(OK)
            self._settings.counts["inputs"] += file != self._name        # which is counted

    def _path_of(self, file):
        """Return the path of the output for a file of the folder, or for the input itself."""
        settings = self._settings
        if file == self._name:
            return self._path
        parts = [file.removeprefix(os.path.join(self._name, "")), given(file)]
        return free(file, parts, settings.folder, settings.extension, self._taken)

    def _page_of(self, path, name):
        """Return the path of a page's output, with a line in the index of its archive."""
        folder = path.removesuffix("." + self._settings.extension)
        if not self._index:
            self._index = self._made(os.path.join(folder, INDEX))
            self._names.clear()
        digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        self._names[digest] += 1             # a page may have been fetched again
        again = f"-{self._names[digest]}" if self._names[digest] > 1 else ""
        file = f"{digest}{again}.{self._settings.extension}"
        if self._index:
            with naming(self._index.path):
                self._index.file.write(f"{file}\t{CONTROLS.sub(' ', name)}\n".encode(
                    "utf-8", "backslashreplace"))
        return os.path.join(folder, file)

    def _open(self, path):
        """Open the output at hand."""
        self._path_at, self._output = path, self._made(path)
        self._through = self._output and self._settings.through(self._output.file)

    def _made(self, path):
        """Return an OutputFile, None where it cannot be made, which is said."""
        try:
            if not is_inside(os.path.dirname(path), self._settings.folder):
                raise NotOurs(errno.EEXIST, f"outside of {self._settings.folder}, by a link: "
                                            "remove that", path)
            return OutputFile(path)
        except OSError as error:
            if not (isinstance(error, (BlockingIOError, NotOurs)) or error.errno in OF_ONE):
                raise
            self._fail(said(path, error))
            return None

    def _fail(self, message):
        self._failed += 1
        if self._failed <= MOST_NAMED:
            complain(self._settings.command, message)
        self._output = self._through = None

    def _end(self, status):
        """Complete the output at hand, with the status of its run."""
        if not self._output:
            return
        file, page = self._at
        status = UNUSABLE if file in self._broken and not page else status
        output, self._output = self._output, None
        with naming(self._path_at):
            if status in WHOLE or output.file.tell():
                self._through.end()
            output.close(status, self._settings.command)

    def _end_index(self, status):
        if self._index:
            index, self._index = self._index, None
            index.close(UNUSABLE if self._at[0] in self._broken else status,
                        self._settings.command)
