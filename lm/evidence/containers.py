"""Features of the elements around a block: their content, their siblings, blocks of equal path.

Models are trained on these features. After a change run tests/suite/test_modelevidence.py, and
`share/models/make MODEL` for each model that it names.
"""
from typing import Any, NamedTuple

import numpy as np

from ..hashing import GOLDEN
from .nodes import Nodes

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

    def __init__(self, facts: Any, nodes: Nodes) -> None:
        self.sums = Sums(*nodes.tree.sums(nodes.where, np.array([
            facts.chars, facts.links, facts.prose, np.ones(len(facts.page)),
            facts.chars * facts.is_long, facts.words, facts.dated])))
        self.link_density = self.sums.links / np.maximum(1, self.sums.chars)


def by_containers(facts: Any, nodes: Nodes, held: Held,
                  above: np.ndarray) -> dict[str, np.ndarray]:
    """Return {group: features}, the groups and features as in FEATURES, each (blocks,).

    facts: evidence.Facts. above: of Nodes.above.
    """
    sums = held.sums
    chars, prose = np.maximum(1, sums.chars), np.maximum(1, sums.prose)
    roots = nodes.elements + nodes.page_of_nodes
    rows = {"share of text": sums.chars / chars[roots], "link share": held.link_density,
            "share of prose": sums.prose / prose[roots], "prose share": sums.prose / chars,
            "log prose": np.log1p(sums.prose), "log blocks": np.log1p(sums.blocks)}
    return {"containers": [rows[what].take(above[level])
                           for what, levels in SHARES.items() for level in levels],
            "sisters": _by_sisters(nodes, sums, above, rows["share of prose"]),
            "path": _by_path(facts, nodes, prose[nodes.elements:])}


def _by_sisters(nodes, sums, above, share_of_prose):
    """Return features of lists: siblings of equal name and class, such as cards, rows, posts."""
    elements = nodes.elements
    key = nodes.alike[:elements] + np.uint64(GOLDEN) * nodes.parents[:elements].astype(np.uint64)
    _, kin = np.unique(key, return_inverse=True)
    kinds = int(kin.max()) + 1 if elements else 0
    kin = np.append(kin, np.full(nodes.count, kinds))    # pages have no siblings

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


def _by_path(facts, nodes, prose):
    """Return features of all blocks of the page that have the same path of elements."""
    _, path = np.unique(nodes.path[nodes.where] + facts.kind.astype(np.uint64)
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
