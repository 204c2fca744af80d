"""Features of the elements around a block: their content, their siblings, blocks of equal path;
and by the main content of other extractors.

Such candidates are elements and stretches of blocks. Each is often wrong, but where they agree they
are mostly right. F on l3s-gn1 and dragnet-train falls more without these features than without any
other group.

Models are trained on these features. After a change run tests/suite/test_modelevidence.py, and
`share/models/make MODEL` for each model that it names.
"""
from typing import Any, NamedTuple

import numpy as np

from ..arrays import best_of_pages
from ..hashing import GOLDEN
from .blockcolumns import Blocks
from .purposes import MARKS, NAMES, bit_of

LEVELS = 12              # levels above a block that are examined
COUNT_BITS = LEVELS.bit_length()

# For each feature the levels above a block that are used
SHARES = {"share of text": (0, 2, 3), "link share": (0, 1, 2, 3, 5), "share of prose": (1, 2, 5),
          "prose share": (1, 2, 5), "log prose": (0, 1, 2, 3, 5), "log blocks": (2, 4, 5)}
LIST = 3                 # siblings that make a list, at least
ITEM = 1.5               # blocks an item, at least: "top items" is the outermost list of such items
SISTER_LEVELS = 9
OF_SISTERS = ("log count", "log words", "spread of words", "link share", "prose share",
              "with date", "share of prose")
FEATURES = {
    "containers": [f"{what}, {level} up" for what, levels in SHARES.items() for level in levels],
    "sisters": [f"{kind} {what}" for kind in ("sisters", "top items")
                for what in ("level", *OF_SISTERS)],
    "path": [f"path {what}" for what in ("log count", "log words", "link share", "share of prose",
                                         "with date")]}
HALF, MOST, ALL = 0.5, 0.7, 0.9          # of the long blocks, by characters
FARTHEST = 15            # steps
NEAR = 30                # blocks
GAP = 3                  # steps, at most, from one content block to the next of a run
ELEMENTS = ("reader", "readability", "half", "most", "all", "article", "main word")
STRETCHES = ("bte", "bte tags", "bte count", "largest")
OF_CANDIDATES = [
    *(f"{name} steps" for name in (*ELEMENTS, "headline")),
    *(f"{name} from last" for name in ELEMENTS), *(f"{name} share" for name in ELEMENTS),
    "share of prose with headline", "log prose with headline",
    *(f"{name} {what}" for name in STRETCHES for what in ("from first", "from last"))]
# Where a text begins and ends. Models of pages with markup do not learn from these: by them a text
# that ends with its page looks like boilerplate
OF_PLAIN_TEXT = frozenset(name for name in OF_CANDIDATES
                          if name.endswith(" from last") or name.endswith(" from first"))


class Sums(NamedTuple):
    """Sums over each node and all below it, arrays (nodes,)."""

    chars: np.ndarray
    links: np.ndarray
    prose: np.ndarray
    blocks: np.ndarray
    long: np.ndarray
    words: np.ndarray
    dates: np.ndarray


class Held:
    """The content of nodes: `sums`, and `link_density`, of characters."""

    def __init__(self, facts: Any, pages: Blocks) -> None:
        self.sums = Sums(*pages.tree.sums(pages.where, np.array([
            facts.chars, facts.links, facts.prose, np.ones(len(facts.page)),
            facts.chars * facts.is_long, facts.words, facts.dated])))
        self.link_density = self.sums.links / np.maximum(1, self.sums.chars)


def steps_to_marks(pages: Blocks, above: np.ndarray) -> np.ndarray:
    """Return the steps up to the nearest node of each mark, (MARKS, blocks), at most LEVELS."""
    seen = np.bitwise_or.accumulate(pages.marks.take(above), 0)
    # Counts for each mark the levels on which it is seen. The counters of 64 marks are added
    # to at once: array i holds the i-th binary digit of all of them.
    digits = np.zeros((COUNT_BITS, above.shape[1]), np.int64)
    for carry in seen:
        for digit in digits:
            carry, digit[:] = digit & carry, digit ^ carry
    size = (MARKS + 7) // 8
    octets = digits.astype("<i8").view(np.uint8).reshape(COUNT_BITS, -1, 8)[:, :, :size]
    *lower, levels = np.unpackbits(octets, axis=2, bitorder="little")
    for digit in reversed(lower):
        levels += levels
        levels |= digit
    return (LEVELS - levels)[:, :MARKS].T


def by_containers(facts: Any, pages: Blocks, held: Held,
                  above: np.ndarray) -> dict[str, np.ndarray]:
    """Return {group: features}, the groups and features as in FEATURES, each (blocks,).

    facts: evidence.Facts. above: the LEVELS nodes around each block: see Tree.above.
    """
    sums, tree = held.sums, pages.tree
    chars, prose = np.maximum(1, sums.chars), np.maximum(1, sums.prose)
    roots = tree.elements + tree.page
    rows = {"share of text": sums.chars / chars[roots], "link share": held.link_density,
            "share of prose": sums.prose / prose[roots], "prose share": sums.prose / chars,
            "log prose": np.log1p(sums.prose), "log blocks": np.log1p(sums.blocks)}
    return {"containers": [rows[what].take(above[level])
                           for what, levels in SHARES.items() for level in levels],
            "sisters": _by_sisters(pages, sums, above, rows["share of prose"]),
            "path": _by_path(facts, pages, prose[tree.elements:])}


def _by_sisters(pages, sums, above, share_of_prose):
    """Return features of lists: siblings of equal name and class, such as cards, rows, posts."""
    elements = pages.tree.elements
    key = pages.alike + np.uint64(GOLDEN) * pages.tree.parents[:elements].astype(np.uint64)
    _, kin = np.unique(key, return_inverse=True)
    kinds = int(kin.max()) + 1 if elements else 0
    kin = np.append(kin, np.full(pages.tree.count, kinds))    # pages have no siblings

    def total(values):
        return np.bincount(kin[:elements], values[:elements], kinds + 1)
    count = np.maximum(1, total(sums.blocks > 0))
    words, chars, prose = total(sums.words) / count, np.maximum(1, total(sums.chars)), \
        total(sums.prose)
    spread = np.sqrt(np.maximum(0, total(sums.words ** 2) / count - words ** 2))
    blocks = total(sums.blocks) / count
    facts = np.array([
        np.log1p(count), np.log1p(words), np.minimum(5, spread / np.maximum(1, words)),
        total(sums.links) / chars, prose / chars, total(sums.dates > 0) / count,
        total(share_of_prose)])
    above = above[:SISTER_LEVELS]
    kin = kin.take(above)
    many = (count >= LIST).take(kin) & (above < elements)
    items = many & (blocks >= ITEM).take(kin)
    places = np.arange(above.shape[1])
    features = []
    for chosen, level in ((many, many.argmax(0)),
                          (items, SISTER_LEVELS - 1 - items[::-1].argmax(0))):
        known = chosen[level, places]
        features += [np.where(known, level, SISTER_LEVELS)[None],
                     np.where(known, facts.take(kin[level, places], 1), -1)]
    return np.concatenate(features)


def _by_path(facts, pages, prose):
    """Return features of all blocks of the page that have the same path of elements."""
    alike = np.append(pages.alike, np.arange(pages.tree.count).astype(np.uint64))
    _, path = np.unique(pages.tree.paths(alike)[pages.where] + facts.kind.astype(np.uint64)
                        + np.uint64(GOLDEN) * facts.page.astype(np.uint64), return_inverse=True)
    kinds = int(path.max()) + 1 if len(path) else 0

    def total(values):
        return np.bincount(path, values, kinds)
    count = np.bincount(path, minlength=kinds)
    features = np.array([np.log1p(count), np.log1p(total(facts.words) / count),
                         total(facts.links) / np.maximum(1, total(facts.chars)),
                         total(facts.prose), total(facts.dated) / count]).take(path, 1)
    features[3] /= prose[facts.page]
    return features


def by_candidates(facts: Any, pages: Blocks, held: Held, headline: np.ndarray,
                  edges: bool) -> np.ndarray:
    """Return the array (OF_CANDIDATES, blocks) of features.

    facts:    evidence.Facts. held: Held of the pages.
    headline: int64 (pages,), the block with the headline, -1 for none.
    edges:    whether those of OF_PLAIN_TEXT are asked for; else they are 0.
    """
    page, prose, tree = facts.page, held.sums.prose, pages.tree
    roots = np.arange(tree.elements, tree.elements + tree.count)
    chosen = np.vstack([_chosen(facts, pages, held),
                        np.where(headline < 0, -1, np.append(pages.where, -1)[headline])])
    missing = chosen < 0
    chosen = np.where(missing, roots, chosen)
    steps, nearest = tree.steps_from(pages.where, chosen)
    steps = np.clip(steps, -FARTHEST, FARTHEST)
    steps[missing.take(page, 1)] = FARTHEST + 1
    elements = len(ELEMENTS)
    none = np.zeros((1, len(page)))
    from_last, stretches = none.repeat(elements, 0), none.repeat(2 * len(STRETCHES), 0)
    if edges:
        last = np.array([_last_of_page(row, facts) for row in steps[:elements] >= 0])
        from_last, stretches = _clamped(facts.place - last.take(page, 1)), _by_stretches(facts)
    whole = np.maximum(1, prose[roots])
    both = prose[nearest[-1]]            # the smallest element with the headline and the block
    return np.concatenate([
        steps, from_last, (prose[chosen[:elements]] / whole).take(page, 1),
        [both / whole[page], np.log1p(both)], stretches])


def _last_of_page(inside, facts):
    """Return for each page the last block that is inside, or its first block if none is."""
    last = facts.first.copy()
    rows = np.flatnonzero(inside)
    last[facts.page[rows]] = rows        # the last of several assignments holds
    return last


def _clamped(steps):
    return np.clip(steps / NEAR, -1, 1)


def _chosen(facts, pages, held):
    """Return the node that each of ELEMENTS stands for, int64 (ELEMENTS, pages), -1 for none.

    The first follows the reader mode of browsers: prose in an element, its children and theirs.
    The second is Readability's score: commas and length of paragraphs, times 1 - link density.
    """
    tree, where, sums = pages.tree, pages.where, held.sums
    total = len(tree.parents)
    own = np.bincount(where, facts.prose, total)
    below = _handed(tree, own)
    reader = own / 2 + below + _handed(tree, below) / 2
    points = np.where((facts.chars >= 25) & (facts.link_density < 0.5),
                      1 + facts.commas + np.minimum(facts.chars / 100, 3), 0)
    score = np.bincount(np.where(facts.in_paragraph, tree.parents[where], where), points, total)
    score[tree.elements:] = 0
    first = _handed(tree, score)
    second = _handed(tree, first)
    readability = (score + first / 2 + second / 3 + _handed(tree, second) / 6) * (
        1 - held.link_density)
    named = pages.marks & (NAMES["article"] | NAMES["main"]) > 0
    main = pages.marks >> bit_of("main") & 1 > 0
    tiny = 1e-6                          # lets an element without prose win over no element
    longest = np.maximum(1, sums.long[tree.elements:])
    depths = tree.depths * (sums.long > 0)
    values = [reader, readability,
              *(depths * (sums.long >= share * longest[tree.page]) for share in (HALF, MOST, ALL)),
              named * (sums.prose + tiny), main * (sums.prose * (1 - held.link_density) + tiny)]
    return np.array([tree.best(value) for value in values])


def _handed(tree, values):
    """Return for each element the sum of its children's values; 0 for pages."""
    sums = np.bincount(tree.parents, values, len(values))
    sums[tree.elements:] = 0
    return sums


def _by_stretches(facts):
    """Return features of runs of blocks with much text and little markup.

    Three are variants of body text extraction (Finn, Kushmerick and Smyth 2001): the run with the
    greatest sum, where text adds and markup subtracts. The fourth is the largest run of content,
    as in boilerpipe.

    Returns: (2 * STRETCHES, blocks), the distances to the first and the last block of each run.
    """
    words, links = facts.words, facts.link_density
    values = np.array([
        np.where((links < 0.4) & (words >= 8), words, -np.maximum(words * 0.5, 4) - facts.opened),
        words - 6.0 * (facts.opened + 1),
        np.where(facts.is_prose & (links < 0.33), np.sqrt(words), -2.0)])
    runs = [*(_best_run(row, facts) for row in values), _largest(facts)]
    firsts, lasts = np.array(runs).transpose(1, 0, 2)
    page = facts.page
    firsts, lasts = firsts.take(page, 1), lasts.take(page, 1)
    distances = np.stack([_clamped(facts.place - firsts), _clamped(facts.place - lasts)], 1)
    return distances.reshape(2 * len(STRETCHES), len(page))


def _best_run(values, facts):
    """Return (firsts, lasts) of the run of each page with the greatest sum of values."""
    sizes = facts.end - facts.first
    # one row a page, so that sums do not run over into the next page
    sums = np.zeros((len(sizes), int(sizes.max(initial=1)) + 1))
    inside = np.arange(sums.shape[1] - 1) < sizes[:, None]
    sums[:, 1:][inside] = values
    np.cumsum(sums, 1, out=sums)
    lowest = np.minimum.accumulate(sums[:, :-1], 1)
    lasts = np.where(inside, sums[:, 1:] - lowest, -np.inf).argmax(1)
    places = np.arange(len(sizes))
    starts = ((sums[:, :-1] == lowest[places, lasts][:, None])
              & (np.arange(sums.shape[1] - 1) <= lasts[:, None]))
    return facts.first + starts.shape[1] - 1 - starts[:, ::-1].argmax(1), facts.first + lasts


def _largest(facts):
    """Return (firsts, lasts): for each page the run of content blocks with the most words.

    A page without content blocks has the empty run: its first block and the one before it.
    """
    page, words = facts.page, facts.words
    long = words >= 15
    between = np.zeros(len(words), bool)
    between[1:-1] = long[:-2] & long[2:] & (page[:-2] == page[2:])
    content = np.flatnonzero((facts.link_density < 0.33) & ((words >= 10) | between))
    firsts, lasts = facts.first.copy(), facts.first - 1
    if len(content):
        apart = (np.diff(content) > GAP) | (np.diff(page[content]) > 0)
        starts = np.append(0, np.flatnonzero(apart) + 1)
        of_pages = page[content[starts]]
        best = best_of_pages(1 + np.add.reduceat(words[content], starts), of_pages, len(firsts))
        has = best >= 0
        firsts[has] = content[starts[best[has]]]
        lasts[has] = content[np.append(starts[1:], len(content))[best[has]] - 1]
    return firsts, lasts
