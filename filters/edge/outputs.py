"""Files of output: one for each input, for each file of a folder, or for each page.

A file appears only when complete, so that a run can be resumed.
"""
import errno
import fcntl
import os
import stat
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from hashlib import blake2b
from typing import Any, BinaryIO, NamedTuple
from unicodedata import normalize

from ...lm.writing import naming
from ..errors import Unusable
from .bytestreams import is_inside, real, shown
from .console import BUG, CONTROLS, INTERRUPTED, OK, UNUSABLE, complain, plural

CLAIMED: list[BinaryIO] = []     # files that are being written, and locked
NO_LINK = os.O_NOFOLLOW | os.O_NONBLOCK      # nor wait for a pipe
NO_FILE = {errno.ELOOP, errno.ENXIO, errno.EISDIR}      # what opening a link so, a pipe, gives
TRIES = 100              # to make a file that another run moves away meanwhile
PART = ".part"           # of a file that is being written, or whose run failed
WHOLE = {OK, BUG}        # statuses with which all records are written
MOST_NAMED = 10          # outputs that cannot be made
INDEX = "index.tsv"      # of the pages of an archive: file, address
# Of one file, whose name is too long, say; others can be made
OF_ONE = {errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.EILSEQ}


class Taken(dict[str, str]):
    """{path of an output in a folder: its input}, paths as the file system tells them apart: macOS
    takes a for A, and a letter with an accent for the letter and the accent."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.folder = folder

    @cached_property
    def is_folding(self) -> bool:
        try:
            with tempfile.NamedTemporaryFile(prefix="a", dir=self.folder) as file:
                return os.path.exists(os.path.join(self.folder,
                                                   os.path.basename(file.name).upper()))
        except OSError:      # no output can be made there either
            return False

    def _key(self, path):
        return normalize("NFD", path).casefold() if self.is_folding else path

    def __getitem__(self, path: str) -> str:
        return super().__getitem__(self._key(path))

    def setdefault(self, path: str, name: str = "") -> str:
        return super().setdefault(self._key(path), name)


class NotOurs(OSError):
    """The path of an output is taken, and not by a file of scutch."""


def places(names: Iterable[str], folder: str, extension: str, command: str,
           existing: Callable[[str], bool] | None = None, counts: "Counter[str] | None" = None,
           taken: Taken | None = None) -> Iterator[tuple[str, str | None]]:
    """Make the folder; yield (input, path of its output): folder/base name.extension.

    Where an earlier input has the same base name, it is folder/whole path.extension. With `taken`
    that of a folder is the folder itself, for its files: see OutputTree.
    The path is None, and the input is reported, where the output is that of another input or would
    replace an input: an earlier one and, if names is a list, a later one; and where it lies in the
    input. Repeated inputs are passed over.
    existing: function from a path to whether that output exists and its input is to be skipped.
    counts:   of the inputs to clean ("inputs") and of those skipped ("existing").
    taken:    by which outputs are not written again.
    Raises:   Unusable where the folder cannot be made.
    """
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise Unusable(f"{folder}: {error.strerror}") from None
    counts = Counter() if counts is None else counts
    has_trees, taken = taken is not None, Taken(folder) if taken is None else taken
    inputs = set(map(real, names)) if isinstance(names, list) else set()
    for name in names:
        is_tree = has_trees and name != "-" and os.path.isdir(name)
        path, count = folder, len(taken)
        if not is_tree:
            base = "stdin" if name == "-" else os.path.basename(real(name, os.path.abspath))
            path = free(name, [base, given(name)], folder, extension, taken)
            if taken[path] == name and len(taken) == count:
                continue
            inputs.add(real(name))
        if wrong := _wrong(name, path, is_tree, inputs, taken):
            complain(command, f"{name}: its output {wrong}")
            yield name, None
        elif not is_tree and existing and existing(path):
            counts["existing"] += 1
        else:
            counts["inputs"] += not is_tree
            yield name, path


def _wrong(name, path, is_tree, inputs, taken):
    """Return what is wrong with the path of an input's output, "" for nothing."""
    if is_tree:
        return (f"in {path} would lie in it: give another folder to -o" if is_inside(path, name)
                else "")
    if not is_inside(os.path.dirname(path), taken.folder):
        return f"{path} would lie outside of {taken.folder}, by a link: remove that"
    if real(path) in inputs:
        return f"would overwrite an input, {path}: give another folder to -o"
    return _taken_by(path, taken) if taken[path] != name else ""


def _taken_by(path, taken):
    return f"would overwrite that of {taken[path]}, {path}: clean it in a run with another -o"


def free(name: str, parts: Iterable[str], folder: str, extension: str,
         taken: Taken | None) -> str:
    """Return the path of an input's output, and take it; taken: None where one input has all.

    parts:   of the path, folder/part.extension, the best first; where other inputs have all of
             them it is the last, and `taken` says whose it is.
    """
    for part in parts:
        path = os.path.join(folder, f"{part}.{extension}")
        if taken is None or taken.setdefault(path, name) == name:
            break
    return path


def given(name: str) -> str:
    """Return the path of an input as it was given, as one within a folder.

    >>> given("../mirror//a.html")
    'mirror/a.html'
    """
    parts = os.path.splitdrive(name)[1].split(os.sep)
    return os.path.join(*[part for part in parts if part not in ("", ".", "..")] or ["stdin"])


class OutputFile:
    """A file that is written as path.part and appears under its path when it is complete.

    What a failed run has written stays in path.part.
    Raises:  BlockingIOError where another run has locked it; NotOurs; OSError.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        if os.path.isdir(path):          # of the outputs for a folder a.txt, beside the page a
            raise NotOurs(errno.EISDIR, "it is a folder: give another folder to -o", path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self.file = locked(path + PART)
        self.file.truncate(0)
        CLAIMED.append(self.file)

    def close(self, status: int, command: str) -> None:
        """Complete the file after a run with this status; name what another has left of it."""
        part = self.path + PART
        CLAIMED.remove(self.file)
        with self.file:
            self.file.flush()
            if status in WHOLE:          # while it is locked
                os.replace(part, self.path)
            elif not os.path.getsize(part):
                os.remove(part)
            elif status != INTERRUPTED:          # Ctrl-C is quiet
                complain(command, f"{part}: incomplete output")


def written(path: str, run: Callable[[], int], command: str) -> int:
    """Return the status of a run that writes to a file, which appears when the run is complete.

    What a failed run has written stays in path.part, which a complaint then names.
    Another run that is writing path.part is left alone.
    command: the running one's, for complaints.
    Raises:  Unusable where the file cannot be written.
    """
    status = UNUSABLE        # of a run that raises
    try:
        output = OutputFile(path)
        stdout = os.dup(1)
        os.dup2(output.file.fileno(), 1)
        try:
            status = run()
        finally:
            os.dup2(stdout, 1)
            os.close(stdout)
            output.close(status, command)
    except (BlockingIOError, NotOurs) as error:
        complain(command, _said(path, error))
        return UNUSABLE
    except OSError as error:
        raise Unusable(f"{error.filename or path}: {error.strerror}") from None
    return status


def _said(path, error):
    """Return what is said of an output that cannot be made."""
    if isinstance(error, BlockingIOError):
        return f"{path}{PART}: another run is writing it"
    return f"{error.filename}: {error.strerror}"


# In a fork the files are closed: with it a lock would outlive the run
os.register_at_fork(after_in_child=lambda: [file.close() for file in CLAIMED])


def locked(part: str) -> BinaryIO:
    """Return a file, made where it is absent, open for appending, locked where there are locks.

    Raises:  BlockingIOError where another run has locked it; NotOurs; OSError.
    """
    for _ in range(TRIES):
        try:
            file = open(part, "ab", opener=_opened)
        except FileNotFoundError:                        # the other run has just moved it
            continue
        try:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise
            except OSError:                              # the file system has no locks
                pass
            if os.path.samestat(os.fstat(file.fileno()), os.lstat(part)):
                return file
        except FileNotFoundError:
            pass
        except BaseException:
            file.close()
            raise
        file.close()
    raise FileNotFoundError(errno.ENOENT, "no file can be made there", part)


def _opened(part, flags):
    """Return the descriptor of a new file, or of the one that an earlier run has left.

    Raises:  NotOurs for a link, through which a file elsewhere would be written, or a pipe.
    """
    try:
        return os.open(part, flags | os.O_EXCL, 0o666)
    except FileExistsError:
        pass
    try:
        number = os.open(part, (flags & ~os.O_CREAT) | NO_LINK)
    except OSError as error:
        if error.errno not in NO_FILE:
            raise
    else:
        state = os.fstat(number)
        if stat.S_ISREG(state.st_mode) and state.st_nlink <= 1:
            return number
        os.close(number)
    raise NotOurs(errno.EEXIST, "a link, or no file: remove it", part)


class Settings(NamedTuple):
    """What all trees of a command have in common.

    folder, extension: of the outputs.
    through:  function from a file to what the bytes of an output are written to: see Packed.
    is_split: whether each page of an archive gets a file.
    existing: function from a path to whether that output exists, and its input is to be skipped.
    taken:    the inputs of paths. is_alone: whether one input has all.
    counts:   of inputs and of those skipped, as in `places`.
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
    """The output of a run; what is said of it is "file", "place" and "name", the address.

    name:    of the input, a folder, or with `is_split` a file or stdin.
    path:    of the output of such a file.
    Memory:  with `is_split` 100 bytes for each page of an archive.
    """

    def __init__(self, name: str, path: str, settings: Settings) -> None:
        self._name, self._path, self._settings = name, path, settings
        is_free = settings.is_alone and not settings.taken.is_folding
        self._taken = None if is_free else settings.taken
        self._broken: set[str] = set()               # files that break off
        self._at = "", ""                            # the input, and the page of it, at hand
        self._output: OutputFile | None = None
        self._index: OutputFile | None = None
        self._through: Any = None                    # to the output, None where it cannot be made
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
                self._fail(f"{file}: its output {_taken_by(path, self._taken)}")
                return
            self._output = self._made(path)
            self._through = self._output and self._settings.through(self._output.file)
        if self._through and self._output:
            self._is_writing = True
            with naming(self._output.path):
                self._through.put(about, data)
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
        if file == self._name:
            return self._path
        parts = [file.removeprefix(os.path.join(self._name, "")), given(file)]
        return free(file, parts, self._settings.folder, self._settings.extension, self._taken)

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
            self._fail(_said(path, error))
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
        with naming(output.path):
            if status in WHOLE or output.file.tell():
                self._through.end()
            output.close(status, self._settings.command)

    def _end_index(self, status):
        if self._index:
            index, self._index = self._index, None
            index.close(UNUSABLE if self._at[0] in self._broken else status,
                        self._settings.command)
