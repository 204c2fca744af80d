"""What a first look at a page says of the texts that each text stands with: evidence of a second.

A short text has little of its own that tells it from dirt; the list, table or template that it is
part of, the prose beside it and the element of all prose have more. The trees of the second look
learn what these are worth from first looks at pages of other sites.

Source:  Tu 2008, "Auto-context and its application to high-level vision tasks".
"""
from collections.abc import Mapping

import numpy as np

from ..calibration import log_odds
from ..evidence.blockcolumns import best_of_pages
from ..evidence.evidence import DIGITS, MOST_LINKS, ROW
from .wholes import LISTS, Groups, Placed

SURE = 0.995             # the first look is never surer
PROSE = 5                # words of prose, at least
GROUPS = ("kin", "outer", "inner")       # texts of one template; of the outermost list, the nearest
LEVELS = (2, 5)
IN_ONE = 0.9             # of the text, in the element of most of it, at least
CONTEXT = ["main", "page", *(f"{name} {what}" for name in GROUPS
                             for what in ("mean", "log count", "log words", "link share")),
           *(f"main of prose {side}" for side in ("before", "after")),
           *(f"share of text, {level} up" for level in LEVELS), "steps in text",
           "best of page", "log text of page", "share of page", "log words", "link share"]


def context(values: Mapping[str, np.ndarray], placed: Placed, features: np.ndarray) -> np.ndarray:
    """Return the features of CONTEXT, float32 (features, blocks).

    values:   {"main", "page": float (blocks,)}, of the first look. features: those of Evidence.
    """
    facts, tree, shown = placed.facts, placed.tree, placed.shown
    page, words = facts.page, facts.words
    main, of_page = (log_odds(np.clip(values[scope], 1 - SURE, SURE)) for scope in ("main", "page"))
    rows = [main, of_page]
    for keys in placed.kin, placed.lists, placed.around(placed.are(*LISTS)):
        groups = Groups(np.flatnonzero(shown & (keys > 0)), keys, facts)
        of_groups = np.array([groups.means(main), np.log1p(groups.sizes),
                              np.log1p(groups.sums(words) / groups.sizes),
                              groups.sums(facts.links) / np.maximum(1, groups.sums(facts.chars))])
        of_blocks = np.array([main, *np.array([0, -1, -1])[:, None].repeat(len(main), 1)])
        of_blocks[:, groups.rows] = of_groups[:, groups.group]
        rows += [*of_blocks]
    prose = shown & (words >= PROSE) & (facts.link_density < MOST_LINKS)
    rows += [main[place] for place in _nearest(prose, page)]
    # whole numbers, whose sums do not depend on the pages before
    text = np.rint(values["main"] * 10 ** DIGITS) * words * prose
    held, = tree.sums(placed.where, text[None])
    above, whole = tree.above(placed.where, max(LEVELS) + 1), held[tree.elements + page]
    rows += [held[above[level]] / np.maximum(1, whole) for level in LEVELS]
    rows.append(_steps_in_text(placed, text))
    whole = whole / 10 ** DIGITS
    best = np.zeros(len(facts.first))
    np.maximum.at(best, page, values["main"] * (shown & (words >= 2 * PROSE)))
    rows += [best[page], np.log1p(whole),
             whole / np.maximum(1, np.bincount(page, words * shown))[page],
             features[ROW["log words"]], facts.link_density]
    return np.array(rows, np.float32)


def _nearest(wanted, page):
    """Return the nearest of some blocks before each block and after it on its page, or itself.

    wanted: bool (blocks,). Returns: two int64 arrays (blocks,).
    """
    own = np.arange(len(page))
    there = np.flatnonzero(wanted)
    after = np.searchsorted(there, own, "right")
    before = np.append(-1, there)[np.searchsorted(there, own)]
    return [np.where((places >= 0) & (page[places] == page), places, own)
            for places in (before, np.append(there, -1)[after])]


def _steps_in_text(placed, text):
    """Return the steps down from the deepest element with nine tenths of its page's text to each
    block, not counting the block's own element; -1 for a block outside.

    text: float (blocks,), words that are likely to be text.
    """
    tree, where = placed.tree, placed.where
    held, = tree.sums(tree.parents[where], text[None])
    has_most = (held > 0) & (held >= IN_ONE * held[tree.elements:][tree.page])
    deepest = best_of_pages((has_most * tree.depths)[:tree.elements], tree.page[:tree.elements],
                            tree.count)[placed.facts.page]
    starts, ends = tree.runs
    at = starts[where]
    inside = (deepest >= 0) & (starts[deepest] <= at) & (at < ends[deepest])
    return np.where(inside, tree.depths[where] - tree.depths[deepest], -1)
