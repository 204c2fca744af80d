"""Places in pages where the rules of a table may hold: clues of eight bytes, from its entries.

    tags = [tag for tag in tags if re.search(pattern(rules), tag)]

is the loop of tests/loop.py; blocks.py reads styles. Here a rule is found by its element, the end
of an attribute's name, the beginning of a value, or of a word in it. Only a tag with a clue is then
read as text.
"""
import re
from typing import NamedTuple

import numpy as np

from ...columns.namenumbers import NUMBER_OF
from .tags import name_clue, value_clue, word_clue

STYLE = name_clue("style")
COMMON = frozenset(["class", "id", "role"])      # of which the value is sought


class Clues(NamedTuple):
    """The clues of a table.

    numbers: of elements. names, values, words: as name_clue and the like return them.
    styles: bytes, names of properties; a style has one of them.
    """

    numbers: list
    names: list
    values: list
    words: list
    styles: list


def clues_of(rules):
    """Return the Clues of a table.

    Raises: ValueError for a rule without a clue, such as a part of a word in a class.
    """
    clues = Clues([], [], [], [], [])
    for rule in rules:
        if not rule.attribute:
            clues.numbers.extend(map(NUMBER_OF.__getitem__, rule.elements.split()))
        elif rule.how == "declares":
            clues.styles.append(rule.value.partition(":")[0].encode())
        elif rule.attribute not in COMMON:
            clues.names.append(name_clue(rule.attribute))
        elif rule.how in ("is", "first"):
            clues.values.append(value_clue(rule.value))
        elif rule.how == "word":
            clues.words.append(word_clue(rule.value))
        else:
            raise ValueError(f"arrays cannot look for {rule.attribute} {rule.value}")
    return Clues(*map(list, map(dict.fromkeys, clues)))


def places_of(tags, clues):
    """Return the positions of clues in the data of Tags, int64, ascending."""
    places = [tags.attributes(clues.names, clues.values), tags.words_like(clues.words)]
    for number in clues.numbers:
        places.append(tags.begins[(tags.number == number) & ~tags.closing] + 1)
    if clues.styles:
        places.append(_styles(tags, clues.styles))
    return np.sort(np.concatenate(places))


def _styles(tags, properties):
    """Return the positions of the styles with one of some properties, int64."""
    data, search = tags.data, re.compile(b"|".join(properties)).search
    places = tags.attributes([STYLE])
    begins = places[tags.codes[places + 1] == ord('"')] + len('="')
    return np.array([begin for begin in begins.tolist()
                     if search(data[begin:data.find(b'"', begin)].lower())], np.int64)
