"""Lines of files, and names of files listed in others."""
import codecs
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from ..errors import Unreadable, Unusable
from .compression import broken, open_bytes, reading
from .files import shown

LONGEST_LINE = 64 << 20   # bytes; a line of 20 MB of HTML stays under it even if JSON escapes it
LONGEST_SHOWN = 1 << 20   # bytes of a longer line that its error record keeps
CHUNK = 1 << 20           # bytes read at a time where a line is passed over
HEAD = 1 << 12            # bytes by which a file is recognised
LIST_CHUNK = 1 << 16      # bytes of a list of names read at a time


def numbered_lines(names: Sequence[Any], look: Callable[[str, bytes], None] | None = None
                   ) -> Iterator[tuple[str, bytes, int]]:
    """Yield ("name:number", line as bytes without its newline, bytes dropped) of all files.

    Lines end at LF alone; a CR before it is removed. A line over LONGEST_LINE is truncated to
    LONGEST_SHOWN; the third value is the number of bytes dropped (else 0).
    names:   of files, "-" for stdin; or open files, with a `name` and a `stream`.
    look:    function of a file's name and first bytes, which may refuse it; open files are exempt.
    Raises:  OSError; Unreadable where the compressed data breaks off, after the whole lines
             before it.
    """
    for name in names or ["-"]:
        if hasattr(name, "stream"):
            place, stream = name.name, name.stream
        else:
            place, stream = shown(name), open_bytes(name)
        number = 0
        try:
            if look and not hasattr(name, "stream"):
                look(place, stream.peek(HEAD))
            while line := stream.readline(LONGEST_LINE):
                number += 1
                left_out = 0
                if line.endswith(b"\n"):
                    line = line[:-2] if line.endswith(b"\r\n") else line[:-1]
                elif len(line) == LONGEST_LINE:
                    left_out = len(line) - LONGEST_SHOWN + _pass_over(stream)
                    line = line[:LONGEST_SHOWN]
                yield f"{place}:{number}", line, left_out
        except Unreadable:
            raise
        except Exception as error:
            why = getattr(error, "strerror", None) or broken(error)
            raise Unreadable(place, f"after line {number}: {why}") from None
        finally:
            if place != "stdin":
                stream.close()


def _pass_over(stream):
    """Read on to the end of the line; return how many bytes that was, without the newline."""
    passed = 0
    while piece := stream.readline(CHUNK):
        passed += len(piece)
        if piece.endswith(b"\n"):
            return passed - 1
    return passed


def listed(files: Iterable[str], look: Callable[[str, bytes], None] | None = None
           ) -> Iterator[str]:
    """Yield the names listed in files, one a line, or each ended by a NUL, as by find -print0.

    Lines may end in CRLF, and a file of them begin with a byte order mark, as on Windows. A NUL in
    the first bytes tells: no name has one.
    look:    function of a file's name and first bytes, which may refuse it.
    Raises:  Unusable for a NUL after lines; Unreadable where compressed data breaks off.
    """
    for file in files:
        with reading(file), ExitStack() as stack:
            stream = open_bytes(file)
            if file != "-":
                stack.enter_context(stream)
            head = stream.peek(HEAD)
            if look:
                look(shown(file), head[:HEAD])
            null = b"\0" in head
            end, rest, mark = (b"\0", b"", b"") if null else (b"\n", b"", codecs.BOM_UTF8)
            while chunk := stream.read1(LIST_CHUNK):
                if not null and b"\0" in chunk:
                    raise Unusable(f"{shown(file)}: names in lines, then one that ends with a NUL")
                *names, rest = (rest + chunk).split(end)
                if names:
                    names[0], mark = names[0].removeprefix(mark), b""
                yield from _decoded(names, null)
            yield from _decoded([rest.removeprefix(mark)], null)


def _decoded(names, null):
    """Yield names that are not empty as text."""
    for name in names:
        name = name if null else name.removesuffix(b"\r")
        if name:
            yield os.fsdecode(name)
