"""What attributes state: the words of class, id and role of elements, the numbers of lists.

    words = [attribute_words(tag) for tag in tags]
    numbers = [[element, number_of(tag)] for element, tag in enumerate(elements)
               if number_of(tag) is not None]

as in tests/loop.py. Here each different tag is read once for its words, and only tags with start or
value for their number: <ol start="5"> and <li value="7">.
"""
import numpy as np

from ....lm.arrays import numbered
from ...columns.namenumbers import TAGS
from ...lazypattern import LazyPattern
from ..blocks import attribute_words
from .tags import name_clue

SIZES = np.array(list(map(len, TAGS)))
NAMES = name_clue("start"), name_clue("value")
# Groups: of a list, of an item; nine digits at most, as in Markdown
NUMBER = LazyPattern(r'<(?:ol [^>]*?(?<= )start|li [^>]*?(?<= )value)'
                    r'="[ \t\n\f\r]*\+?([0-9]{1,9})(?![0-9])')


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


def number_of(tag):
    """Return the number in an opening tag, None without: an item's, or a list's first item's.

    >>> number_of('<ol class="a" start="5">'), number_of('<li value="-1">'), number_of('<ol>')
    (5, None, None)
    """
    number = NUMBER.match(tag)
    return int(number[1]) if number else None


def list_numbers(tags, elements, starts):
    """Return for each page a list of [element, number].

    elements: int64, the opening tags of elements, ascending. starts: the first one of each page.
    """
    stated = tags.around(tags.attributes(NAMES))
    stated, rows, _ = np.intersect1d(elements, stated, assume_unique=True, return_indices=True)
    pages = np.searchsorted(tags.first, stated, "right") - 1
    numbers = [[] for _ in tags.trees]
    for page, element, tag in zip(pages.tolist(), (rows - starts[pages]).tolist(),
                                  tags.all_of(stated), strict=True):
        number = number_of(tag)
        if number is not None:
            numbers[page].append([element, number])
    return numbers
