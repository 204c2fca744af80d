"""A file of output for each input. It appears only when complete, so that a run can be resumed."""
import errno
import fcntl
import os
import stat
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import BinaryIO
from unicodedata import normalize

from ..errors import Unusable
from .console import BUG, INTERRUPTED, OK, UNUSABLE, complain
from .files import is_inside, real

CLAIMED: list[BinaryIO] = []     # files that are being written, and locked
NO_LINK = os.O_NOFOLLOW | os.O_NONBLOCK      # nor wait for a pipe
TRIES = 100              # to make a file that another run moves away meanwhile
PART = ".part"           # of a file that is being written, or whose run failed
WHOLE = {OK, BUG}        # statuses with which all records are written


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
                name = os.path.basename(file.name).upper()
                return os.path.exists(os.path.join(self.folder, name))
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
    that of a folder is the folder itself, for its files: see outputtree.py.
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
    return taken_by(path, taken) if taken[path] != name else ""


def taken_by(path: str, taken: Taken) -> str:
    """Return what is wrong with the path of an output that another input has."""
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
        CLAIMED.remove(self.file)
        with self.file:
            self.file.flush()
            _part_left(self.path + PART, status, command)
            if status in WHOLE:          # while it is locked
                os.replace(self.path + PART, self.path)


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
        complain(command, said(path, error))
        return UNUSABLE
    except OSError as error:
        raise Unusable(f"{error.filename or path}: {error.strerror}") from None
    return status


def said(path: str, error: OSError) -> str:
    """Return what is said of an output that cannot be made."""
    if isinstance(error, BlockingIOError):
        return f"{path}{PART}: another run is writing it"
    return f"{error.filename}: {error.strerror}"


def _let_go():
    """Close the files in a fork: with it the lock would outlive the run."""
    for file in CLAIMED:
        file.close()


os.register_at_fork(after_in_child=_let_go)


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
            _lock(file)
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
        state = os.lstat(part)
        number = None if stat.S_ISLNK(state.st_mode) else _reopened(part, flags & ~os.O_CREAT)
    if number is not None:
        state = os.fstat(number)
        if stat.S_ISREG(state.st_mode) and state.st_nlink <= 1:
            return number
        os.close(number)
    raise NotOurs(errno.EEXIST, "a link, or no file: remove it", part)


def _reopened(part, flags):
    """Return the descriptor of an existing file, None for a link or an unwritable file."""
    try:
        return os.open(part, flags | NO_LINK)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO, errno.EISDIR):     # a link, a pipe, a folder
            return None
        raise


def _lock(file):
    """Lock a file; on a file system without locks do nothing.

    Raises:  BlockingIOError where another run has locked it.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        pass


def _part_left(part, status, command):
    """Name what a failed run has written, or remove it where that is nothing."""
    if status in WHOLE:
        return
    if not os.path.getsize(part):
        os.remove(part)
    elif status != INTERRUPTED:          # Ctrl-C is quiet
        complain(command, f"{part}: incomplete output")
