"""Model files: one line of JSON that says what the file is, then plain arrays, memory-mapped.

The line holds the format, the kind of model, its settings, where each array lies and the SHA-256
of all that follows, so that a wrong, cut or altered file is refused. Nothing in it is code. The
same settings and arrays give the same bytes.
"""
import hashlib
import json
import math
import mmap
import os
import re
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

FORMAT = "scutch-model"
VERSION = 1
ALIGNMENT = 64           # bytes; every array begins at a multiple of it
LONGEST_HEADER = 1 << 20    # bytes
BLOCK = 1 << 16          # rows of an array that are in memory at once where it is on disk
NUMBERS = re.compile(r"<[iuf][248]|\|[iu]1")     # numpy's names of the types that arrays may have
HEADER = {"settings": dict, "arrays": list, "bytes": int, "sha256": str}
WRONG_FILES = {b"\x1f\x8b": "a gzip file", b"BZh": "a bzip2 file", b"PK": "a zip or npz file",
               b"\\data\\": "an ARPA file", b"mmap lm": "a KenLM binary",
               b"\x93NUMPY": "an npy file", b"\x28\xb5\x2f\xfd": "a zstandard file"}


class BadModel(ValueError):
    """A file that is not the model it should be: str() says what it is or what is wrong."""


class Model(NamedTuple):
    """settings: what the model was made with; arrays: {name: read-only array}; sha256: hex.

    offsets: where each array begins in the file, in the same order.
    """

    settings: dict
    arrays: dict
    sha256: str
    offsets: list


def save(path, kind, settings, arrays):
    """Write a model file.

    kind:     one word that its reader asks for, "charlm".
    settings: what JSON holds.
    arrays:   {name: numpy array, or one on disk (stored.Stored)}, of numbers as in NUMBERS.
    """
    layout, offset, digest = [], 0, hashlib.sha256()
    for name, array in arrays.items():
        dtype = array.dtype.newbyteorder("<")
        layout.append([name, dtype.str, list(array.shape), offset])
        for data in _blocks(array):
            digest.update(data)
            offset += len(data)
    header = {"format": FORMAT, "version": VERSION, "kind": kind, "settings": settings,
              "arrays": layout, "bytes": offset, "sha256": digest.hexdigest()}
    line = json.dumps(header, ensure_ascii=False).encode()
    line += b" " * (-(len(line) + 1) % ALIGNMENT) + b"\n"
    # Beside the old file, then in its place: others, and these arrays, may have that one mapped
    part = f"{path}.part" if os.path.isfile(path) or not os.path.exists(path) else path
    try:
        with open(part, "wb") as out:
            out.write(line)
            for array in arrays.values():
                out.writelines(_blocks(array))
    except BaseException:
        if part != path and os.path.exists(part):
            os.remove(part)
        raise
    if part != path:
        os.replace(part, os.path.realpath(path))


def _blocks(array):
    """Yield the bytes of an array in pieces, the last one filled up to ALIGNMENT."""
    written = 0
    rows = array if array.shape else array.reshape(1)
    for low in range(0, len(rows), BLOCK):
        part = rows[low:low + BLOCK]
        data = part.astype(part.dtype.newbyteorder("<"), copy=False).tobytes()
        written += len(data)
        yield data
    yield b"\0" * (-written % ALIGNMENT)


def load(path, kind):
    """Return the Model in a file, its arrays mapped, so that processes share them.

    Raises:  BadModel, naming what the file is or lacks; OSError.
    """
    with open(path, "rb") as file:
        line = file.readline(LONGEST_HEADER)
        header = _header(line, kind)
        size, due = file.seek(0, 2), len(line) + header["bytes"]
        if size != due:
            raise BadModel(f"cut off or extended: {size} bytes, {due} are due")
        file.seek(len(line))
        if hashlib.file_digest(file, "sha256").hexdigest() != header["sha256"]:
            raise BadModel("damaged: its SHA-256 is not the one in its first line")
        view = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    body = memoryview(view)[len(line):]
    try:
        arrays = {name: _array(body, dtype, shape, offset)
                  for name, dtype, shape, offset in header["arrays"]}
    except (TypeError, ValueError):
        raise BadModel("its first line tells of arrays that it does not hold") from None
    return Model(header["settings"], arrays, header["sha256"],
                 [len(line) + offset for *_, offset in header["arrays"]])


@contextmanager
def fitting():
    """Raise BadModel where the code inside finds settings or arrays that do not fit."""
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise BadModel(f"settings or arrays that do not fit: {error}") from None


def _array(body, dtype, shape, offset):
    if not NUMBERS.fullmatch(dtype) or min([offset, *shape]) < 0:
        raise ValueError
    count = math.prod(shape)
    if offset + count * np.dtype(dtype).itemsize > len(body):     # numpy's own look may overflow
        raise ValueError
    return np.frombuffer(body, dtype, count, offset).reshape(shape)


def _header(line, kind):
    if not line:
        raise BadModel("an empty file")
    for magic, what in WRONG_FILES.items():
        if line.startswith(magic):
            raise BadModel(f"{what}, not a model of scutch")
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadModel("not a model of scutch")
    if header.get("version") != VERSION:
        raise BadModel(f"version {header.get('version')} of the format; this program reads "
                       f"{VERSION}")
    if header.get("kind") != kind:
        raise BadModel(f"a model for scutch-{header.get('kind')}, not for scutch-{kind}")
    for name, type_ in HEADER.items():
        if not isinstance(header.get(name), type_):
            raise BadModel(f'damaged: its first line lacks "{name}"')
    return header
