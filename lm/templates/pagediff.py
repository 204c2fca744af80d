"""The text that two pages share in the same order: blocks, then words."""
import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from ..gold.alignment import common_pairs

LEAST_RUN = 3            # consecutive shared words that are not chance, as in lxml's html_annotate
LEAST_OWN_INSIDE = 3     # fewer words between shared ones count as shared: a year, a number
# A block that is mostly its page's own is split only at these: "The impact deployed" may occur on
# some other page by accident
END = re.compile(r"""[.!?:;|•·»…।。！？｡]["')\]”’]*$""")
BEGINNING = re.compile("[|•·«©]")
MOST = 1 << 28           # words of one gap times words of the other that are compared, 16 000 each


def shared(blocks: Sequence[str], others: Sequence[str]) -> list[bool | list[bool]]:
    """Return for each block whether the other page has it: True, False, or a list for its words.

    blocks, others: the texts of two pages' blocks, in page order.
    Returns: in a list, one flag for each white-space word, and both values occur. Blocks are
             matched whole where possible, in order; between these, word by word.
    Source:  Leśniak 2017, section 2.3: a diff over the words of both pages.
    Differs: whole blocks are matched first, even short ones; a block that shares less than
            half of its words is split only at ends of sentences.

    >>> shared(["New", "Wind - Example Inc. All rights"], ["Old", "Sun - Example Inc. All rights"])
    [False, [False, True, True, True, True, True]]
    """
    in_other: list[bool | list[bool]] = [False] * len(blocks)
    pairs = common_pairs(blocks, others)
    for (i, j), (end, other_end) in pairwise([(-1, -1), *pairs, (len(blocks), len(others))]):
        if end < len(blocks):
            in_other[end] = True
        if end - i > 1 and other_end - j > 1:
            in_other[i + 1:end] = _by_words(blocks[i + 1:end], others[j + 1:other_end])
    return in_other


def _by_words(blocks, others):
    words = [block.split() for block in blocks]
    a = [word for block in words for word in block]
    b = [word for other in others for word in other.split()]
    if len(a) * len(b) > MOST:
        return [False] * len(blocks)
    partners = [-1] * len(a)
    for i, j in common_pairs(a, b):
        partners[i] = j
    in_other, start = [], 0
    for block in words:
        in_other.append(_flags(block, partners[start:start + len(block)]))
        start += len(block)
    return in_other


def _flags(words, partners):
    """Return the result of `shared` for a block, by the partners of its words, -1 for none."""
    flags = []
    steps = [j - i if j >= 0 else None for i, j in enumerate(partners)]
    for step, run in groupby(steps):     # words that follow one another on both pages
        length = len(list(run))
        flags += [step is not None and length >= LEAST_RUN] * length
    flags = _closed(flags)
    if 2 * sum(flags) < len(flags):
        flags = _at_breaks(words, flags)
    if all(flags):
        return bool(flags)
    return flags if any(flags) else False


def _closed(flags):
    """Return the flags with short gaps between shared words closed.

    >>> _closed([False, True, True, True, False, True])
    [False, True, True, True, True, True]
    """
    out = []
    for flag, run in groupby(flags):
        length = len(list(run))
        inner = out and len(out) + length < len(flags)
        out += [flag or bool(inner and length < LEAST_OWN_INSIDE)] * length
    return out


def _at_breaks(words, flags):
    """Return the flags with only those shared runs that begin and end at breaks."""
    out = []
    for flag, run in groupby(flags):
        start, end = len(out), len(out) + len(list(run))
        out += [flag and _breaks(words, start) and _breaks(words, end)] * (end - start)
    return out


def _breaks(words, place):
    """Return whether there is a break before the word at this place."""
    return (place in (0, len(words)) or END.search(words[place - 1]) is not None
            or BEGINNING.match(words[place]) is not None)
