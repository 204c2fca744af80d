"""A file of output for each input. It appears only when complete, so that a run can be resumed."""
import errno
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, BinaryIO

try:
    import fcntl
except ImportError:          # not on Windows
    fcntl = None             # type: ignore[assignment]

from ..errors import Unusable
from .console import BUG, INTERRUPTED, OK, UNUSABLE, complain

CLAIMED: list[BinaryIO] = []     # files that are being written, and locked
NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)    # nor wait for a pipe
TRIES = 100              # to make a file that another run moves away meanwhile
PART = ".part"           # of a file that is being written, or whose run failed
WHOLE = {OK, BUG}        # statuses with which all records are written


class NotOurs(OSError):
    """The path of an output is taken, and not by a file of scutch."""


def places(names: Iterable[str], folder: str, extension: str, command: str,
           skip_existing: bool = False, counts: "Counter[str] | None" = None
           ) -> Iterator[tuple[str, str | None]]:
    """Make the folder; yield (input, path of its output): folder/base name.extension.

    The path is None, and the input is reported, where an earlier input has the same base name,
    where the output is a folder, or where it would replace an input: an earlier one and, if names
    is a list, a later one. Repeated inputs are passed over.
    skip_existing: skip inputs whose output exists.
    counts:        of the inputs to clean ("inputs") and of those skipped ("existing").
    Raises:        Unusable where the folder cannot be made.
    """
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise Unusable(f"{folder}: {error.strerror}") from None
    counts = Counter() if counts is None else counts
    taken: dict[str, str] = {}
    inputs = set(map(_real, names)) if isinstance(names, list) else set()
    for name in names:
        base = "stdin" if name == "-" else os.path.basename(_real(name, os.path.abspath))
        path = os.path.join(folder, f"{base}.{extension}")
        if taken.get(path) == name:
            continue
        first = taken.setdefault(path, name)
        inputs.add(_real(name))
        if _real(path) in inputs:
            complain(command, f"{name}: its output would overwrite an input, {path}: give another "
                              "folder to -o")
            yield name, None
        elif first != name:
            complain(command, f"{name}: its output would overwrite that of {first}, {path}: clean "
                              "it in a run with another -o")
            yield name, None
        elif os.path.isdir(path):
            complain(command, f"{name}: its output, {path}, is a folder: give another folder to -o")
            yield name, None
        elif skip_existing and os.path.exists(path):
            counts["existing"] += 1
        else:
            counts["inputs"] += 1
            yield name, path


def _real(path, of=os.path.realpath):
    """Return the real path of a file, or another kind; where the working folder is removed its own.
    """
    try:
        return of(path)
    except FileNotFoundError:
        return path


def written(path: str, run: Callable[[], int], command: str) -> int:
    """Return the status of a run that writes to a file, which appears when the run is complete.

    What a failed run has written stays in path.part, which a complaint then names.
    Another run that is writing path.part is left alone.
    command: the running one's, for complaints.
    Raises:  Unusable where the file cannot be written.
    """
    status = UNUSABLE        # of a run that raises
    try:
        with locked(path + PART) as file:
            file.truncate(0)
            CLAIMED.append(file)
            stdout = os.dup(1)
            os.dup2(file.fileno(), 1)
            try:
                status = run()
            finally:
                os.dup2(stdout, 1)
                os.close(stdout)
                CLAIMED.remove(file)
                _part_left(file.name, status, command)
            if status in WHOLE and fcntl:        # while it is locked
                os.replace(path + PART, path)
        if status in WHOLE and not fcntl:        # Windows moves no open file
            os.replace(path + PART, path)
    except BlockingIOError:
        complain(command, f"{path}{PART}: another run is writing it")
        return UNUSABLE
    except NotOurs as error:
        complain(command, f"{error.filename}: {error.strerror}")
        return UNUSABLE
    except OSError as error:
        raise Unusable(f"{error.filename or path}: {error.strerror}") from None
    return status


def _let_go():
    """Close the files in a fork: with it the lock would outlive the run."""
    for file in CLAIMED:
        file.close()


if hasattr(os, "register_at_fork"):
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
        if fcntl:
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


def all_written(targets: Iterable[tuple[Any, str | None]], run: Callable[[Any, str], int],
                command: str) -> int:
    """Run for each input, with output to its file; return the highest status of the runs.

    run: function from an input and the file, to which stdout goes, to the status.
    """
    status = OK
    for name, path in targets:
        here = UNUSABLE if path is None else written(path, partial(run, name, path), command)
        status = max(status, here)
        if here > max(WHOLE | {UNUSABLE}):     # stopped, or interrupted
            break
    return status
