"""Arrays on disk that are written and read piece by piece, so that memory does not grow with them.

A memory map would give access, but the pages that a process touches count as its memory.
"""
import math
from os import PathLike
from typing import Any

import numpy as np

from .. import modelfile
from ..writing import naming


class Stored:
    """A one-dimensional array in a file, whose slices are read on demand."""

    def __init__(self, path: str | PathLike[str], dtype: Any, length: int, offset: int = 0) -> None:
        self.path = path
        self.dtype = np.dtype(dtype)
        self.shape = (length,)
        self.offset = offset

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, wanted):
        low, high, _ = wanted.indices(len(self))
        return np.fromfile(self.path, self.dtype, max(0, high - low),
                           offset=self.offset + low * self.dtype.itemsize)


class Column:
    """An array that grows in a file: `add` appends, `stored` ends it."""

    def __init__(self, path: str | PathLike[str], dtype: Any) -> None:
        self.path = path
        self.dtype = np.dtype(dtype)
        self.length = 0
        self.file = open(path, "wb")

    def add(self, values: np.ndarray) -> None:
        """Append values, converted to the array's type."""
        with naming(self.path):          # the error of tofile does not say why
            self.file.write(np.ascontiguousarray(values, self.dtype).data)
        self.length += len(values)

    def stored(self) -> Stored:
        with naming(self.path):
            self.file.close()
        return Stored(self.path, self.dtype, self.length)


def stored_arrays(path: str | PathLike[str], kind: str) -> tuple[dict[str, Any], dict[str, Stored]]:
    """Return (settings, {name: Stored}) of a model file, checked as modelfile.load does.

    Raises:  modelfile.BadModel, OSError.
    """
    model = modelfile.load(path, kind)
    with modelfile.fitting():
        for name, array in model.arrays.items():
            modelfile.array_of(model.arrays, name, array.dtype.str, 1)
    return model.settings, {
        name: Stored(path, array.dtype, math.prod(array.shape), offset)
        for (name, array), offset in zip(model.arrays.items(), model.offsets, strict=True)}
