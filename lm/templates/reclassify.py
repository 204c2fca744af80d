"""Classes for blocks that the bit patterns leave invalid, by the other blocks of the page."""
from collections.abc import Callable, Sequence

import numpy as np

from .bitpatterns import BOILERPLATE, CONTENT, INVALID
from .neighbourhood import COLUMNS, NOMINAL, Neighbours, features
from .randomforest import forest

K = 5                    # nearest neighbours that vote: Leśniak 2017, listing 4.1
MOST_EXAMPLES = 2000     # of a page, spread over it evenly
MIN_DENSITY = 10         # words per line; main text has 10 or more (Kohlschütter 2010, section 5.1)
SLICE = 16               # unknown blocks compared with all examples at once


def between(classes: Sequence[str], densities: Sequence[float]) -> list[str]:
    """Return the classes; an invalid block becomes content where it is between dense content.

    densities: words per line of each block.
    Source:    Leśniak 2017, chapter 5, "Reclassification": the text density of the previous and
               of the next block is large enough, and both are content.
    Differs:   invalid neighbours are skipped.

    >>> between(["content", "invalid", "content"], [12, 1, 11])
    ['content', 'content', 'content']
    """
    joined, waiting, dense = [], 0, False
    for name, density in zip(classes, densities, strict=True):
        if name == INVALID:
            waiting += 1
            continue
        held, dense = dense, name == CONTENT and density >= MIN_DENSITY
        joined += [CONTENT if held and dense else INVALID] * waiting + [name]
        waiting = 0
    return joined + [INVALID] * waiting


def learned(classes: Sequence[str], rows: np.ndarray, method: Callable[..., np.ndarray], *,
            balance: bool = False) -> list[str]:
    """Return the classes, with those of invalid blocks learned from all others.

    rows:    array (blocks, features), of neighbourhood.features.
    method:  `nearest` or `randomforest.forest`: function of examples, classes, unknown rows.
    balance: whether both classes have the same weight, whatever the number of their blocks.
    Returns: the unchanged classes if the other blocks have fewer than two classes.
    Differs: the thesis gives new classes to all blocks.
    """
    classes = np.array(classes, object)
    unknown = np.flatnonzero(classes == INVALID)
    known = _without_conflicts(np.flatnonzero(classes != INVALID), classes, rows)
    if len(known) > MOST_EXAMPLES:
        known = known[np.linspace(0, len(known) - 1, MOST_EXAMPLES).astype(int)]
    ones = (classes[known] == CONTENT).astype(int)
    if len(unknown) and 0 < ones.sum() < len(ones):
        votes = method(rows[known], ones, rows[unknown], balance=balance)
        classes[unknown] = np.where(votes >= 0.5, CONTENT, BOILERPLATE)
    return classes.tolist()


def _without_conflicts(known, classes, rows):
    """Return the known blocks without those whose features also occur with the other class."""
    seen = {}
    for i in known:
        seen.setdefault(rows[i].tobytes(), set()).add(classes[i])
    return np.array([i for i in known if len(seen[rows[i].tobytes()]) == 1], int)


def nearest(examples: np.ndarray, classes: np.ndarray, unknown: np.ndarray, *,
            balance: bool = False) -> np.ndarray:
    """Return the share of votes for class 1 among the K nearest examples of each unknown row.

    Differs: features are scaled, and names are equal or not, where the thesis takes them as they
             are, hashes of names among counts of words.
    """
    nominal = np.arange(examples.shape[1]) % COLUMNS < NOMINAL
    numbers, spread = examples[:, ~nominal], examples[:, ~nominal].std(0)
    spread[spread == 0] = 1
    weights = np.ones(2)
    if balance:
        weights = 1 / np.bincount(classes, minlength=2)
    votes = []
    for start in range(0, len(unknown), SLICE):
        rows = unknown[start:start + SLICE]
        between = ((rows[:, None, ~nominal] - numbers) / spread) ** 2
        distances = (between.sum(2)
                     + (rows[:, None, nominal] != examples[:, nominal]).sum(2))
        closest = classes[np.argsort(distances, 1, kind="stable")[:, :K]]
        voices = weights[closest]
        votes.append((voices * closest).sum(1) / voices.sum(1))
    return np.concatenate(votes)


# Those that learn from the page's other blocks: how, and from how many layers
LEARNED = {"nearest1": (nearest, 1), "nearest2": (nearest, 2), "nearest3": (nearest, 3),
           "forest": (forest, 3)}


def reclassified(method: str, balance: bool, page: Neighbours, classes: Sequence[str],
                 patterns: Sequence[str]) -> Sequence[str]:
    """Return the classes of blocks, with other ones for invalid blocks.

    method:   keep, boilerplate, shared, between, or a name of LEARNED. The tables have no class for
              text that pages at other paths have but not all snapshots of this one, such as a
              changed menu. In synthetic archives it is nearly always boilerplate: shared.
    balance:  of `learned`. patterns: the bits of the blocks.
    """
    if method in LEARNED:
        vote, layers = LEARNED[method]
        return learned(classes, features(page, layers), vote, balance=balance)
    if method == "between":
        return between(classes, (page.counts[:, 1] / page.lines).tolist())
    return [BOILERPLATE if name == INVALID and (
        method == "boilerplate" or (method == "shared" and "1" in bits[1:3])) else name
        for name, bits in zip(classes, patterns, strict=True)]
