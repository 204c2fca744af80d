"""Byte streams by name: plain, gzip, bzip2, xz or zstandard, told apart by their first bytes."""
import sys

LONGEST_LINE = 64 << 20   # bytes; a line of 20 MB of HTML stays under it even if JSON escapes it
LONGEST_SHOWN = 1 << 20   # bytes of a longer line that its error record keeps
CHUNK = 1 << 20           # bytes read at a time where a line is passed over

GZIP, BZIP2, XZ, ZSTD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"


class Unreadable(OSError):
    """An input that cannot be read to its end, or not at all: `filename` and `strerror` say why."""

    def __init__(self, name, why):
        super().__init__(5, why, name)


def open_bytes(name):
    """Return a buffered binary stream of the named file's content, decompressed; "-" is stdin.

    Several members or frames, one after the other, are read as one stream.
    Raises:  OSError if it cannot be opened; Unreadable for .zst without the zstandard package.
             What breaks later is raised by the stream's reads: see `broken`.
    """
    return decompressed(open_raw(name), name)


def open_raw(name):
    """Return a buffered binary stream of the named file's bytes as they are; "-" is stdin."""
    if name != "-":
        return open(name, "rb")
    if sys.stdin is None:
        raise Unreadable("stdin", "it is closed")
    return sys.stdin.buffer


def decompressed(stream, name):
    """Return the stream, or what it decompresses to: see open_bytes."""
    head = stream.peek(6)[:6]
    if head.startswith(GZIP):
        import gzip
        return gzip.GzipFile(fileobj=stream)
    if head.startswith(BZIP2):
        import bz2
        return bz2.BZ2File(stream)
    if head.startswith(XZ):
        import lzma
        return lzma.LZMAFile(stream)
    if head.startswith(ZSTD):
        import io
        reader = zstandard_for(name).ZstdDecompressor(max_window_size=1 << 27).stream_reader(
            stream, read_across_frames=True)
        return io.BufferedReader(reader, CHUNK)
    return stream


def zstandard_for(name):
    """Return the zstandard package, wanted to read this file."""
    try:
        import zstandard
    except ImportError:
        raise Unreadable(name, "zstandard input needs one more package: "
                               "pip install 'scutch[warc]'") from None
    return zstandard


def broken(error):
    """Return what a decompressor's exception means in words, or None if it is not one."""
    kind = type(error).__module__.partition(".")[0], type(error).__name__
    if kind in {("builtins", "EOFError"), ("zlib", "error"), ("lzma", "LZMAError"),
                ("_lzma", "LZMAError"), ("gzip", "BadGzipFile"), ("zstandard", "ZstdError")}:
        return f"the compressed data is broken or cut off ({error})"
    if isinstance(error, OSError) and error.strerror is None:    # bz2: "Invalid data stream"
        return f"the compressed data is broken or cut off ({error})"
    return None


def numbered_lines(names):
    """Yield ("name:number", line as bytes without its newline, bytes left out) of all files.

    Lines end at LF alone; a CR before it is taken off. A line over LONGEST_LINE is cut to
    LONGEST_SHOWN, and the third value says how many bytes were left out (else 0).
    names:   of files, "-" for stdin; or open files, with a `name` and a `stream`.
    Raises:  OSError; Unreadable where the compressed data breaks off, after the whole lines
             before it.
    """
    for name in names or ["-"]:
        if hasattr(name, "stream"):
            shown, stream = name.name, name.stream
        else:
            shown, stream = "stdin" if name == "-" else name, open_bytes(name)
        number = 0
        try:
            while line := stream.readline(LONGEST_LINE):
                number += 1
                left_out = 0
                if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
                    left_out = len(line) - LONGEST_SHOWN + _pass_over(stream)
                    line = line[:LONGEST_SHOWN]
                elif line.endswith(b"\n"):
                    line = line[:-2] if line.endswith(b"\r\n") else line[:-1]
                yield f"{shown}:{number}", line, left_out
        except Exception as error:
            why = broken(error)
            if why is None:
                raise
            raise Unreadable(shown, f"after line {number}: {why}") from None
        finally:
            if shown != "stdin":
                stream.close()


def _pass_over(stream):
    """Read on to the end of the line; return how many bytes that was, the newline not counted."""
    passed = 0
    while piece := stream.readline(CHUNK):
        passed += len(piece)
        if piece.endswith(b"\n"):
            return passed - 1
    return passed
