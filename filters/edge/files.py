"""Files by name, "-" for stdin, as streams of bytes; progress in reading them."""
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ..errors import Unreadable
from .console import complain

BUFFER = 1 << 20          # bytes of a file that are read at a time: a page in JSON has 170 KB
# What fetches the content of an address
FETCHING = [(re.compile("https?://"), "curl -sL URL"), (re.compile("s3://"), "aws s3 cp URL -")]
OUTPUT = "it is the file to which the output goes"


def shown(name: str) -> str:
    """Return a file's name as records and complaints have it: any byte that is not UTF-8 as \\xNN.

    >>> shown("-"), shown("caf\\udce9.html")
    ('stdin', 'caf\\\\xe9.html')
    """
    return "stdin" if name == "-" else as_text(name)


def as_text(word: str) -> str:
    """Return a word of the command line as text: any byte that is not UTF-8 as \\xNN.

    >>> as_text("caf\\udce9")
    'caf\\\\xe9'
    """
    try:
        data = os.fsencode(word)
    except UnicodeEncodeError:           # a name that an index made up
        data = str(word).encode("utf-8", "backslashreplace")
    return data.decode("utf-8", "backslashreplace")


def open_raw(name: str) -> Any:
    """Return a buffered binary stream of the named file's bytes as they are; "-" is stdin."""
    if name != "-":
        try:
            file = _Counted(name)
        except FileNotFoundError:
            for address, fetch in FETCHING:
                if address.match(str(name)):
                    raise Unreadable(name, "scutch downloads nothing; pipe the page in: "
                                           f"{fetch} | scutch-clean") from None
            raise
        if _is_stdout(file.fileno()):
            file.close()
            raise Unreadable(name, OUTPUT)
        return io.BufferedReader(file, BUFFER)
    if sys.stdin is None:
        raise Unreadable("stdin", "it is closed")
    if _is_stdout(0):
        raise Unreadable("stdin", OUTPUT)
    if os.isatty(0):
        complain(os.path.basename(sys.argv[0]), "reading from the terminal; "
                                               "press Ctrl-D to end")
    return _stdin() if sys.stdin is sys.__stdin__ else sys.stdin.buffer


def _is_stdout(number):
    """Return whether a descriptor is of the file that stdout is, too: f >> f would have no end."""
    try:
        state = os.fstat(number)
        return stat.S_ISREG(state.st_mode) and state.st_size > 0 and os.path.samestat(
            state, os.fstat(1))
    except OSError:                      # one of them is closed
        return False


@cache
def _stdin():
    """Return stdin as a stream with BUFFER; sys.stdin.buffer reads 8 KB at a time."""
    return io.BufferedReader(io.FileIO(0, closefd=False), BUFFER)


class BytesRead:
    """How many bytes of its files this process has read: see `progress`."""

    done = 0


class _Counted(io.FileIO):
    """A file that counts what is read of it."""

    def readinto(self, buffer):
        count = super().readinto(buffer)
        BytesRead.done += count or 0
        return count


def real(path: str, of: Callable[[str], str] = os.path.realpath) -> str:
    """Return the real path of a file, or another kind; where the working folder is removed its own.
    """
    try:
        return of(path)
    except FileNotFoundError:
        return path


def is_inside(path: str, folder: str) -> bool:
    """Return whether a path, its links followed, is a folder or lies in it."""
    return os.path.join(real(path), "").startswith(os.path.join(real(folder), ""))


def size_of(names: Sequence[str]) -> int | None:
    """Return the size of these inputs together, in bytes; None where one is not a regular file."""
    size = 0
    for name in names or ["-"]:
        try:
            state = os.fstat(0) if name == "-" else os.stat(name)
        except OSError:                  # it is named where it is read
            continue
        if not stat.S_ISREG(state.st_mode):
            return None
        size += state.st_size
    return size


def position(names: Sequence[str]) -> int:
    """Return how many of these bytes are read."""
    try:
        return BytesRead.done + (os.lseek(0, 0, os.SEEK_CUR) if "-" in (names or ["-"]) else 0)
    except OSError:                      # a pipe
        return BytesRead.done
