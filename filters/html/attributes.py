"""The words of class, id and role of elements."""
import numpy as np

from ..columns.names import TAGS
from .blocks import attribute_words

SIZES = np.array(list(map(len, TAGS)))


def element_words(tags, wanted):
    """Return the words of class, id and role of each opening tag, a list of str.

    wanted: int64, indices of tags, ascending.
    """
    found = [""] * len(wanted)
    with_attributes = tags.ends[wanted] - tags.begins[wanted] > len("<") + SIZES[
        tags.number[wanted]]
    rows = np.flatnonzero(with_attributes)
    texts = tags.all_of(wanted[rows])
    words = {tag: attribute_words(tag) for tag in set(texts)}
    for row, tag in zip(rows.tolist(), texts, strict=True):
        found[row] = words[tag]
    return found
