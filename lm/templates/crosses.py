"""The cross of each page of a host: the pages compared with it.

Leśniak 2017, section 2.3: the page in the centre, above and below it the two pages of its template
that are most similar to it, at other paths; left and right the snapshots of its own path that are
nearest in time.
"""
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

import numpy as np

from .minhash import THRESHOLD, alike, similarity
from .pagediff import shared

CURRENT, UP, DOWN, PREVIOUS, NEXT = range(5)
CANDIDATES = 4           # most similar pages that are examined for up and down
SNAPSHOTS = 8            # snapshots on either side that are examined for the same template
# A page with nearly all words of this one is a copy under another address: a version for printing,
# or one with a session in its address. It is not evidence of the template.
MOST_OWN_OF_A_COPY = 0.02    # of a page's words


class ComparedPage(NamedTuple):
    """A page, as `crosses` compares it."""

    path: str            # the address after the host; pages of one path are snapshots
    time: float | None   # seconds, when it was fetched
    signature: object    # of its structure, by minhash.signature; None where it has none
    blocks: list         # its text, in page order


class Cross(NamedTuple):
    """A page's neighbours, and which of its words each of them has."""

    pages: tuple         # indices of current, up, down, previous, next, None for none
    masks: tuple         # for each of them the flags of the page's blocks, by pagediff.shared

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
