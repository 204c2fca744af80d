"""Model files: a header, one line of JSON, then plain arrays, then a hash of all.

The first line has the format, the kind of model, its settings and the offset of each array. The
last line is the SHA-256 of everything before it, so that a wrong, truncated or altered file is
refused. The file contains no code. The same settings and arrays give the same bytes.

A file up to SMALL bytes is read whole. A larger one is memory-mapped, so that processes share it:
changing it in place, instead of replacing it as `save` does, kills them.
"""
import hashlib
import json
import math
import mmap
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from typing import Any, NamedTuple, Self

import numpy as np

from .writing import naming

FORMAT = "scutch-model"
VERSION = 2
ALIGNMENT = 64           # bytes; every array begins at a multiple of it
LONGEST_HEADER = 1 << 20    # bytes
LAST_LINE = 65           # bytes: the hash in hex, and a line end
SMALL = 16 << 20         # bytes; all models that come with scutch are smaller
BLOCK = 1 << 16          # rows in memory at a time, of an array on disk
MOST_DIMENSIONS = 3
LONGEST_SHOWN = 80       # characters of a wrong value in a message
NUMBERS = re.compile(r"<[iuf][248]|\|[iu]1")     # numpy's names of the types that arrays may have
HEADER = {"settings": dict, "arrays": list, "bytes": int}
WRONG_FILES = {b"\x1f\x8b": "a gzip file", b"BZh": "a bzip2 file", b"PK": "a zip or npz file",
               b"\\data\\": "an ARPA file", b"# scutch tokens=": "an ARPA file",
               b"mmap lm": "a KenLM binary", b"\x93NUMPY": "an npy file",
               b"\x28\xb5\x2f\xfd": "a zstandard file"}


class BadModel(ValueError):
    """A file other than the wanted model: str() says what it is, or what is wrong."""


class Model(NamedTuple):
    """The content of a model file: its settings, and {name: read-only array}.

    sha256:  of the whole file, as sha256sum prints it.
    offsets: where each array begins in the file, in the same order.
    """

    settings: dict
    arrays: dict
    sha256: str
    offsets: list


def save(path: str | PathLike[str], kind: str, settings: dict[str, Any],
         arrays: Mapping[str, Any]) -> None:
    """Write a model file.

    kind:     one word that its reader checks, such as "charlm".
    settings: values of JSON.
    arrays:   {name: numpy array, or one on disk (diskarrays.Stored)}, of types as in NUMBERS, of
              one to MOST_DIMENSIONS dimensions.
    Raises:   OSError with the name of the file.
    """
    layout, offset = [], 0
    for name, array in arrays.items():
        dtype = array.dtype.newbyteorder("<")
        layout.append([name, dtype.str, list(array.shape), offset])
        size = math.prod(array.shape) * dtype.itemsize
        offset += size + -size % ALIGNMENT
    header = {"format": FORMAT, "version": VERSION, "kind": kind, "settings": settings,
              "arrays": layout, "bytes": offset}
    line = json.dumps(header, ensure_ascii=False).encode()
    line += b" " * (-(len(line) + 1) % ALIGNMENT) + b"\n"
    digest = hashlib.sha256(line)
    # Written beside the old file, then moved: the old one may be memory-mapped, even by `arrays`
    part = f"{path}.part" if os.path.isfile(path) or not os.path.exists(path) else path
    try:
        with naming(path), open(part, "wb") as out:
            out.write(line)
            for array in arrays.values():
                for data in _blocks(array):
                    digest.update(data)
                    out.write(data)
            out.write(digest.hexdigest().encode() + b"\n")
    except BaseException:
        if part != path and os.path.exists(part):
            os.remove(part)
        raise
    if part != path:
        os.replace(part, os.path.realpath(path))


def _blocks(array):
    """Yield the bytes of an array in pieces, the last one filled up to ALIGNMENT."""
    written = 0
    for low in range(0, len(array), BLOCK):
        part = array[low:low + BLOCK]
        data = part.astype(part.dtype.newbyteorder("<"), copy=False).tobytes()
        written += len(data)
        yield data
    yield b"\0" * (-written % ALIGNMENT)


def load(path: str | PathLike[str], kind: str) -> Model:
    """Return the Model in a file.

    Raises:  BadModel, which says what the file is or lacks; OSError.
    """
    with open(path, "rb") as file:
        line = file.readline(LONGEST_HEADER)
        header = _header(line, kind)
        size, due = file.seek(0, 2), len(line) + header["bytes"] + LAST_LINE
        if size != due:
            raise BadModel(f"truncated or extended: {size} bytes, {due} are due")
        file.seek(0)
        if size <= SMALL:
            whole = file.read(size)
            if len(whole) != size:
                raise BadModel("it changed while it was read")
        else:
            whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    whole = memoryview(whole)
    digest = hashlib.sha256(whole[:-LAST_LINE])
    if whole[-LAST_LINE:] != digest.hexdigest().encode() + b"\n":
        raise BadModel("damaged: its SHA-256 is not the one in its last line")
    digest.update(whole[-LAST_LINE:])
    body = whole[len(line):-LAST_LINE]
    try:
        arrays = {name: _array(body, dtype, shape, offset)
                  for name, dtype, shape, offset in header["arrays"]}
    except (TypeError, ValueError):
        raise BadModel("its first line names arrays that it does not hold") from None
    return Model(header["settings"], arrays, digest.hexdigest(),
                 [len(line) + offset for *_, offset in header["arrays"]])


@contextmanager
def fitting() -> Iterator[None]:
    """Raise BadModel if the code inside finds settings or arrays that do not fit."""
    try:
        yield
    except BadModel:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        why = str(error)[:LONGEST_SHOWN]
        raise BadModel(f"settings or arrays that do not fit: {why}") from None


class FileModel:
    """A model with a file of its own; a subclass names its kind, as `save` takes it.

    `_of_file` makes it of a Model and raises what `fitting` knows; `_content` returns (settings,
    arrays). sha256: of its file, "" for a model that was just made.
    """

    sha256 = ""
    _kind: str
    _of_file: Any
    _content: Any

    def __init_subclass__(cls, kind: str) -> None:
        cls._kind = kind

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Return the model in a file; a large one is memory-mapped.

        Raises:  BadModel, OSError.
        """
        content = load(path, cls._kind)
        with fitting():
            model = cls._of_file(content)
        model.sha256 = content.sha256
        return model

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model to a file; equal models give the same bytes."""
        save(path, self._kind, *self._content())


def whole_number(value: Any, least: int, most: int) -> int:
    """Return a setting that must be a whole number from `least` to `most`.

    Raises:  ValueError.

    >>> whole_number(3, 1, 5)
    3
    """
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{_shown(value)} is not a whole number from {least} to {most}")
    return value


def number(value: Any, least: float = -1e9, most: float = 1e9) -> float:
    """Return a setting that must be a number from `least` to `most`, as float.

    Raises:  ValueError.
    """
    if type(value) not in (int, float) or not least <= value <= most:
        raise ValueError(f"{_shown(value)} is not a number from {least:g} to {most:g}")
    return float(value)


def numbers(values: Any, count: int, least: float = -1e9, most: float = 1e9) -> list[float]:
    """Return a setting that must be a list of `count` numbers.

    Raises:  ValueError.
    """
    if not isinstance(values, list) or len(values) != count:
        raise ValueError(f"{_shown(values)} is not a list of {count} numbers")
    return [number(value, least, most) for value in values]


def array_of(arrays: Mapping[str, Any], name: str, dtype: str, dimensions: int) -> np.ndarray:
    """Return an array of a file, which must have this type and number of dimensions.

    dtype:   as in the file, such as "<f4". Floating-point numbers must be finite.
    Raises:  KeyError, ValueError.
    """
    array = arrays[name]
    if array.dtype.str != dtype or array.ndim != dimensions:
        raise ValueError(f"{name} is {array.dtype.str} in {array.ndim} dimensions, "
                         f"not {dtype} in {dimensions}")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{name} has a number that is not finite")
    return array


def _shown(value):
    return json.dumps(value)[:LONGEST_SHOWN]


def _array(body, dtype, shape, offset):
    if (not NUMBERS.fullmatch(dtype) or not isinstance(shape, list)
            or not 1 <= len(shape) <= MOST_DIMENSIONS or min([offset, *shape]) < 0):
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
        raise BadModel(f"its kind is {header.get('kind')}, {kind} is required")
    for name, type_ in HEADER.items():
        if not isinstance(header.get(name), type_):
            raise BadModel(f'damaged: its first line lacks "{name}"')
    return header
