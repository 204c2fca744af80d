"""The words of class, id and role of elements.

    words = [attribute_words(tag) for tag in tags]

as in tests/loop.py. Here each different tag is read once.
"""
import numpy as np

from ....lm.arrays import numbered
from ...columns.namenumbers import TAGS
from ..blocks import attribute_words

SIZES = np.array(list(map(len, TAGS)))


def element_words(tags, wanted):
    """Return the words of class, id and role of opening tags, as numbered() returns them.

    wanted: int64, indices of tags, ascending.
    """
    with_attributes = tags.ends[wanted] - tags.begins[wanted] > len("<") + SIZES[
        tags.number[wanted]]
    rows = np.flatnonzero(with_attributes)
    texts, of_row = numbered(tags.all_of(wanted[rows]))
    words, of_text = numbered(["", *map(attribute_words, texts)])
    places = np.zeros(len(wanted), np.int64)
    places[rows] = of_text[1 + of_row]
    return words, places
