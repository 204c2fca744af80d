"""Texts as one array of code points, the input of all models of characters and words."""
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

PAD = 2                  # line breaks before, between and after texts, by default


class Characters(NamedTuple):
    """Some texts in one array of code points.

    codes:  uint32, with the same number of line breaks before, between and after texts; in a text
            a line break is a space.
    starts: int64 (texts,), where each text begins in codes.
    ends:   int64 (texts,), where it ends: the place of the first line break after it.
    """

    codes: np.ndarray
    starts: np.ndarray
    ends: np.ndarray


def characters(texts: Sequence[str], pad: int = PAD) -> Characters:
    """Return the Characters of a list of str; pad: line breaks around each.

    >>> characters(["ab", "c"], 1).codes.tolist(), characters([], 1).codes.tolist()
    ([10, 97, 98, 10, 99, 10], [10])
    """
    between = "\n" * pad
    string = between + between.join(texts) + between * bool(texts)
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    ends = np.cumsum(lengths + pad)
    codes = code_points(string)
    if string.count("\n") > pad * (len(texts) + 1):
        codes = np.where(codes == ord("\n"), ord(" "), codes)
        codes[np.append(0, ends)[:, None] + np.arange(pad)] = ord("\n")
    return Characters(codes, ends - lengths, ends)


def code_points(string: str) -> np.ndarray:
    """Return the code points of a str, uint32; lone surrogates stay as they are."""
    return np.frombuffer(string.encode("utf-32-le", "surrogatepass"), "<u4")


def narrow_code_points(string: str) -> np.ndarray:
    """Return the code points in the narrowest type that holds them, which saves memory and time.

    >>> narrow_code_points("aé"), narrow_code_points("a→").dtype
    (array([ 97, 233], dtype=uint8), dtype('uint16'))
    """
    try:
        return np.frombuffer(string.encode("latin-1"), np.uint8)
    except UnicodeEncodeError:
        pass
    codes = np.frombuffer(string.encode("utf-16-le", "surrogatepass"), "<u2")
    return codes if len(codes) == len(string) else code_points(string)
