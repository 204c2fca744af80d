"""The features of a block in Kohlschütter et al. 2010, section 3: 23, with its context 67.

A feature is named as in Figure 1: what it is, and of which block, (C) the current one, (P) the one
before it, (N) the next one. Where there is no such block it is 0.
"""
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from .printedrules import TAGS, Block

STOPS = re.compile("[.?!;]+(?=\\s|$)")          # section 3.3: what ends a sentence
DATE = re.compile(r"""
    (?: \d{1,2}:\d\d(?::\d\d)?(?:[ap]\.?m)?             # 18:06, 6:04pm
      | \d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}                 # 2010-02-04, 4.2.10
      | (?:19|20)\d\d                                   # 2010
      | [ap]\.?m | gmt | utc | e[sd]t | p[sd]t
      | jan(?:uary)? | feb(?:ruary)? | mar(?:ch)? | apr(?:il)? | may | june? | july? | aug(?:ust)?
      | sept? | (?:sept|nov|dec)(?:ember)? | oct(?:ober)?
      | (?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)? )
    """, re.VERBOSE | re.IGNORECASE)
MARKS = ".,;:()[]\"'"    # around a date


def _share(count, words):
    return count / len(words) if words else 0.0


def _capitalised(block):
    return sum(word[0].isupper() for word in block.words)


def _upper(block):
    return sum(map(str.isupper, block.words))


def _inside(bit, block):
    return block.tags >> bit & 1


# Name: function of a block
LOCAL: dict[str, Callable[[Block], float]] = {
    **{f"in <{tag}>": partial(_inside, bit) for bit, tag in enumerate(TAGS)},
    "in <a>": lambda block: 0 < len(block.words) <= block.link_words,
    "link density": lambda block: block.link_density,
    "text density": lambda block: block.density,
    "number of words": lambda block: len(block.words),
    "average word length": lambda block: _share(sum(map(len, block.words)), block.words),
    "average sentence length": lambda block: len(block.words) / max(1, len(STOPS.findall(
        block.text))),
    "words in capitals": _upper,
    "share of words in capitals": lambda block: _share(_upper(block), block.words),
    "words that begin with a capital": _capitalised,
    "share of words that begin with a capital": lambda block: _share(_capitalised(block),
                                                                     block.words),
    "full stops by words": lambda block: _share(block.text.count("."), block.words),
    "dates and times": lambda block: sum(DATE.fullmatch(word.strip(MARKS)) is not None
                                         for word in block.words),
    "vertical bars": lambda block: block.text.count("|"),
}
# Features relative to the whole page: {quotient: the local feature that it divides}
POSITION = ["position", "relative position"]
QUOTIENTS = {"text density quotient": "text density", "number of words quotient": "number of words"}
CONTEXT = {"P": -1, "C": 0, "N": 1}

NAMES = ([f"{name} (C)" for name in [*LOCAL, *POSITION]] + list(QUOTIENTS)
         + [f"{name} ({which})" for which in "PN" for name in LOCAL])
GROUPS = {
    "words": ["number of words"], "links": ["link density"], "density": ["text density"],
    "words+links": ["number of words", "link density"],
    "density+links": ["text density", "link density"],
}


def names_of(group: str) -> list[str]:
    """Return the names of a group of features: one of GROUPS, "current" or "all", or one name.

    >>> names_of("links")
    ['link density (P)', 'link density (C)', 'link density (N)']
    >>> len(names_of("current")), len(names_of("all"))
    (23, 67)
    """
    if group == "all":
        return NAMES
    if group == "current":
        return [name for name in NAMES if name.endswith("(C)")]
    if group in GROUPS:
        return [f"{name} ({which})" for which in CONTEXT for name in GROUPS[group]]
    if group in NAMES:
        return [group]
    raise ValueError(f"{group}: unknown feature; known are {', '.join(GROUPS)}, current, all, and "
                     f"{', '.join(NAMES)}")


def matrix(blocks: Any, names: Sequence[str] = NAMES) -> np.ndarray:
    """Return the array (blocks, names), float32, of the blocks of a page.

    Only what the names need is computed. Numbers are rounded to float32, as trees hold them.
    """
    known = {}

    def local(name):
        if name not in known:
            known[name] = np.array([LOCAL[name](block) for block in blocks], np.float32)
        return known[name]

    count = len(blocks)
    columns = np.zeros((count, len(names)), np.float32)
    for j, name in enumerate(names):
        if name in QUOTIENTS:
            values = local(QUOTIENTS[name])
            columns[:, j] = values / np.maximum(1, shifted(values, -1))
            continue
        name, which = name[:-4], name[-2]
        if name == "position":
            columns[:, j] = np.arange(count)
        elif name == "relative position":
            columns[:, j] = np.arange(count) / max(1, count - 1)
        else:
            columns[:, j] = shifted(local(name), CONTEXT[which])
    return columns


def shifted(values: np.ndarray, by: int) -> np.ndarray:
    """Return the values of the block before (-1) or after (1) each, 0 where there is none."""
    if not by:
        return values
    out = np.zeros_like(values)
    if by < 0:
        out[1:] = values[:-1]
    else:
        out[:-1] = values[1:]
    return out
