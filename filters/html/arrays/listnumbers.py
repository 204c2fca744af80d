"""The numbers of lists and their items: <ol start="5"> and <li value="7">.

    numbers = [[element, number_of(tag)] for element, tag in enumerate(elements)
               if number_of(tag) is not None]

as in tests/loop.py. Here only tags with one of the two attributes are read.
"""
import numpy as np

from ...lazypattern import LazyPattern
from .tags import name_clue

NAMES = name_clue("start"), name_clue("value")
# Groups: of a list, of an item; nine digits at most, as in Markdown
NUMBER = LazyPattern(r'<(?:ol [^>]*?(?<= )start|li [^>]*?(?<= )value)'
                    r'="[ \t\n\f\r]*\+?([0-9]{1,9})(?![0-9])')


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
    numbered = tags.around(tags.attributes(NAMES))
    numbered, rows, _ = np.intersect1d(elements, numbered, assume_unique=True, return_indices=True)
    pages = np.searchsorted(tags.first, numbered, "right") - 1
    numbers = [[] for _ in tags.trees]
    for page, element, tag in zip(pages.tolist(), (rows - starts[pages]).tolist(),
                                  tags.all_of(numbered), strict=True):
        number = number_of(tag)
        if number is not None:
            numbers[page].append([element, number])
    return numbers
