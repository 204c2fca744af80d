"""The cross of each page of a host: the pages compared with it.

Leśniak 2017, section 2.3: the page in the centre, above and below it the two pages of its template
that are most similar to it, at other paths; left and right the snapshots of its own path that are
nearest in time.

What two pages share is text in the same order: blocks, then words.
"""
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..gold.alignment import common_pairs
from .structure import THRESHOLD, alike, similarity

LEAST_RUN = 3            # consecutive shared words that are not chance, as in lxml's html_annotate
LEAST_OWN_INSIDE = 3     # fewer words between shared ones count as shared: a year, a number
# A block that is mostly its page's own is split only at these: "The impact deployed" may occur on
# some other page by accident
END = re.compile(r"""[.!?:;|•·»…।。！？｡]["')\]”’]*$""")
BEGINNING = re.compile("[|•·«©]")
MOST = 1 << 28           # words of one gap times words of the other that are compared, 16 000 each

CURRENT, UP, DOWN, PREVIOUS, NEXT = range(5)
CANDIDATES = 4           # most similar pages that are examined for up and down
SNAPSHOTS = 8            # snapshots on either side that are examined for the same template
# A page with nearly all words of this one is a copy under another address: a version for printing,
# or one with a session in its address. It is not evidence of the template.
MOST_OWN_OF_A_COPY = 0.02    # of a page's words


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


class ComparedPage(NamedTuple):
    """A page, as `crosses` compares it."""

    path: str            # the address after the host; pages of one path are snapshots
    time: float | None   # seconds, when it was fetched
    signature: object    # of its structure, by minhash.signature; None where it has none
    blocks: list         # its text, in page order


class Cross(NamedTuple):
    """A page's neighbours, and which of its words each of them has."""

    pages: tuple         # indices of current, up, down, previous, next, None for none
    masks: tuple         # for each of them the flags of the page's blocks, by `shared`

    @property
    def bits(self) -> str:
        """Return the cross as bits, Leśniak 2017, figure 2.7."""
        return "".join("0" if page is None else "1" for page in self.pages)


def crosses(pages: Sequence[ComparedPage], threshold: float = THRESHOLD) -> Iterator[Cross]:
    """Yield the cross of each page of a host.

    pages:     list of ComparedPage, in any order; it decides between equal or unknown times.
    threshold: least similarity of the signatures of pages of one template.
    Differs:   up and down are not copies of the page and have different paths; of equally similar
               pages those fetched at the nearest time go first; if a snapshot has most of a block
               it counts as having all of it, so that an edit does not split it.
    """
    paths = {}
    for i in sorted(range(len(pages)), key=lambda i: _when(pages, i)):
        paths.setdefault(pages[i].path, []).append(i)
    snapshots = list(paths.values())
    vertical = _vertical(pages, _versions(pages, snapshots, threshold), threshold)
    horizontal = _horizontal(pages, snapshots, threshold)
    for i, page in enumerate(pages):
        cross: list[Any] = [i]
        masks: list[Any] = [[True] * len(page.blocks)]
        for j in vertical[i]:
            if len(cross) <= DOWN and pages[j].path not in {pages[k].path for k in cross[UP:]}:
                mask = shared(page.blocks, pages[j].blocks)
                if not _copies(page.blocks, mask):
                    cross.append(j)
                    masks.append(mask)
        around = horizontal[i] if len(cross) > UP else [None, None]
        none = [None] * (PREVIOUS - len(cross))
        beside = [None if j is None else [*map(_mostly, shared(page.blocks, pages[j].blocks))]
                  for j in around]
        yield Cross((*cross, *none, *around), (*masks, *none, *beside))


def _copies(blocks, mask):
    words = own = 0
    for block, flags in zip(blocks, mask, strict=True):
        count = len(block.split())
        words += count
        own += flags.count(False) if isinstance(flags, list) else 0 if flags else count
    return own <= MOST_OWN_OF_A_COPY * words


def _mostly(flags):
    return 2 * sum(flags) >= len(flags) if isinstance(flags, list) else flags


def _vertical(pages, versions, threshold):
    """Return for each page the similar ones at other paths, the most similar first."""
    nearest = [[] for _ in pages]
    if not versions:
        return nearest
    first = [version[0] for version in versions]
    left, other, agree = alike(np.stack([pages[i].signature for i in first]), threshold)
    paths = {}
    path = np.array([paths.setdefault(pages[i].path, len(paths)) for i in first])
    apart = path[left] != path[other]
    left, other, agree = left[apart], other[apart], agree[apart]
    time = np.array([np.nan if pages[i].time is None else pages[i].time for i in first])
    between = np.nan_to_num(np.abs(time[left] - time[other]), nan=np.inf)
    here, there = np.concatenate([left, other]), np.concatenate([other, left])
    ranked = np.lexsort((np.abs(here - there), np.tile(between, 2), np.tile(-agree, 2), here))
    starts = np.searchsorted(here[ranked], np.arange(len(versions) + 1))
    there = there[ranked]
    for k, version in enumerate(versions):
        near = there[starts[k]:starts[k + 1]][:2 * CANDIDATES].tolist()
        for i in version:
            candidates = [_nearest(pages, versions[other], pages[i].time) for other in near]
            similar = [(-similarity(pages[i].signature, pages[j].signature),
                        _between(pages[i].time, pages[j].time), rank, j)
                       for rank, j in enumerate(candidates)]
            nearest[i] = [j for agree, *_, j in sorted(similar)[:CANDIDATES]
                          if -agree >= threshold]
    return nearest


def _versions(pages, snapshots, threshold):
    """Return the versions of pages: lists of successive snapshots of one path in one template.

    They come by the times of their first snapshots. A version counts as one candidate for up and
    down: a page fetched every day would else take the places of all other pages.
    """
    version_list = []
    for group in snapshots:
        start = None
        for i in group:
            if pages[i].signature is not None:
                if start is None or not _like(pages[start], pages[i], threshold):
                    start = i
                    version_list.append([])
                version_list[-1].append(i)
    return sorted(version_list, key=lambda version: _when(pages, version[0]))


def _when(pages, i):
    """Return the key that sorts pages by time, unknown times last, in the order of the input."""
    return pages[i].time is None, pages[i].time or 0, i


def _nearest(pages, version, time):
    """Return the page of a version that was fetched nearest to this time; without one the first."""
    if time is None or pages[version[0]].time is None:
        return version[0]
    place = bisect_left(version, time,
                        key=lambda i: inf if pages[i].time is None else pages[i].time)
    around = [i for i in version[max(0, place - 1):place + 1] if pages[i].time is not None]
    return min(around, key=lambda i: abs(pages[i].time - time))


def _between(time, other):
    return inf if time is None or other is None else abs(time - other)


def _horizontal(pages, snapshots, threshold):
    """Return for each page its previous and its next snapshot, None for none."""
    neighbours = [[None, None] for _ in pages]
    for group in snapshots:
        for k, i in enumerate(group):
            around = (group[max(0, k - SNAPSHOTS):k][::-1], group[k + 1:k + 1 + SNAPSHOTS])
            neighbours[i] = [next((j for j in side if _like(pages[i], pages[j], threshold)), None)
                             for side in around]
    return neighbours


def _like(page, other, threshold):
    return (page.signature is not None and other.signature is not None
            and similarity(page.signature, other.signature) >= threshold)
