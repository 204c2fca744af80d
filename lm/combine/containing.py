"""Scope page contains scope main: who takes the greater scope loses nothing.

Page keeps hidden text that main keeps and that continues shown text, such as that behind "Read
more", and other hidden text of which main is sure. Where page by itself keeps next to nothing of
what main keeps, such as the entries of a list, it keeps that, too.
"""
import numpy as np

from ..evidence.evidence import LONG, MOST_LINKS, Evidence

# Value of main, at least, of hidden text elsewhere. From main's own threshold on, page would lose
# on l3s-gn1 and dragnet-train: other slides, help on links
SURE = 0.8
# Of what main keeps, page keeps less by itself, with fewer words of prose; and the F that main
# expects, at least: page gains 4 points on cleaneval-dev and kinds, 1.6 on wcxb-dev
LITTLE, PROSE, LEAST_F = 0.3, 50, 0.5


def of_hidden(values: np.ndarray, of_main: np.ndarray, kept: np.ndarray, hidden: np.ndarray,
              seen: Evidence) -> np.ndarray:
    """Return the values of page, with those of main for hidden text that page may keep.

    values, of_main: float (blocks,). kept: bool (blocks,), shown blocks that page keeps.
    hidden: bool (blocks,). seen: Evidence of the blocks.
    """
    rows = np.flatnonzero(hidden)
    known = rows[(of_main[rows] >= SURE) | _continue(rows, kept, ~hidden, seen)]
    values = np.where(hidden, 0.0, values)
    values[known] = of_main[known]
    return values


def _continue(rows, kept, shown, seen):
    """Return whether the last shown block before others is kept, and its parent around them.

    Links to share the page are no text that goes on.
    """
    facts = seen.facts
    kept = kept & (facts.link_density < MOST_LINKS)
    last = np.maximum.accumulate(np.where(shown, facts.place, -1))[rows]
    known = (last >= facts.first[facts.page[rows]]) & kept[last]
    return known & (seen.above[:, rows] == seen.above[1, last]).any(0)


def may_be_little(kept: np.ndarray, shown: np.ndarray, seen: Evidence) -> np.ndarray:
    """Return whether what pages keep may be little of what main keeps, bool (pages,).

    kept, shown: bool (blocks,).
    """
    prose = kept & (seen.facts.words >= LONG) & (seen.facts.link_density < MOST_LINKS)
    return (words_of(prose, seen) < PROSE) & (words_of(kept, seen) < LITTLE * words_of(shown, seen))


def contain(kept: np.ndarray, of_main: np.ndarray, f: np.ndarray) -> np.ndarray:
    """Return whether pages, of those that may be little, take what main keeps, bool (pages,).

    kept, of_main: the words that each keeps. f: what main expects.

    >>> contain(np.array([2, 2, 9]), np.array([9, 9, 9]), np.array([0.8, 0.4, 0.8])).tolist()
    [True, False, False]
    """
    return (kept < LITTLE * of_main) & (f >= LEAST_F)


def words_of(rows: np.ndarray, seen: Evidence) -> np.ndarray:
    """Return the words of each page in some blocks; rows: bool (blocks,)."""
    return np.bincount(seen.facts.page, seen.facts.words * rows, len(seen.facts.first))
