"""reclassify, neighbourhood, randomforest: classes of blocks that bit patterns leave invalid."""

import numpy as np
import pytest

from scutch.lm.templates.blockclasses import (
    COLUMNS,
    Neighbours,
    between,
    forest,
    learned,
    nearest,
    reclassified,
)

C, B, I = "content", "boilerplate", "invalid"      # noqa: E741
# A small page: html > body > (ul.menu > li, li), (div.main > p, p), and text of its own
NAMES = ["html", "body", "ul", "li", "li", "div", "p", "p"]
PARENTS = [-1, 0, 1, 2, 2, 1, 5, 5]
CLASSES = ["", "", "menu", "", "", "main", "", ""]
COUNTS = [[10, 2, 10, 2], [6, 1, 6, 2], [400, 70, 40, 3], [40, 8, 0, 1], [24, 4, 0, 1]]
PAGE = Neighbours(NAMES, PARENTS, CLASSES, ["li", "li", "p", "p", "body"], [3, 4, 6, 7, 1],
                  np.array(COUNTS, float))
METHODS = {"nearest": nearest, "forest": forest}


@pytest.mark.parametrize("classes, densities, wanted", [
    ([C, I, C], [12, 1, 12], [C, C, C]),
    ([C, I, I, C], [12, 1, 1, 12], [C, C, C, C]),
    ([C, I, C], [12, 1, 9], [C, I, C]),            # no dense text after it
    ([C, I, C], [9, 1, 12], [C, I, C]),
    ([C, I, B], [12, 1, 12], [C, I, B]),
    ([B, I, C], [12, 1, 12], [B, I, C]),
    ([I, C, I], [12, 12, 12], [I, C, I]),          # nothing on one side
    ([C, I, B, I, C], [12] * 5, [C, I, B, I, C]),
    ([], [], []),
])
def test_between(classes, densities, wanted):
    assert between(classes, densities) == wanted


def test_what_other_pages_have_is_boilerplate():
    """The tables have no class for it: "shared" asks the pages at other paths."""
    found = [reclassified(method, False, PAGE, [I, I, C], ["11101", "10001", "10011"])
             for method in ("keep", "boilerplate", "shared")]
    assert found == [[I, I, C], [B, B, C], [B, I, C]]


def clusters(count, seed=0):
    """Return rows of two kinds far apart, shuffled, and their kinds."""
    generator = np.random.default_rng(seed)
    kinds = generator.integers(0, 2, count)
    rows = generator.normal(0, 1, (count, COLUMNS)) + 6 * kinds[:, None]
    rows[:, :4] = kinds[:, None]
    return rows, kinds


@pytest.mark.parametrize("balance", [False, True])
@pytest.mark.parametrize("method", METHODS)
def test_two_kinds_are_told_apart(method, balance):
    rows, kinds = clusters(120)
    classes = [I if i % 3 == 0 else C if kind else B for i, kind in enumerate(kinds)]
    found = learned(classes, rows, METHODS[method], balance=balance)
    assert found == [C if kind else B for kind in kinds]
    assert found == learned(classes, rows, METHODS[method], balance=balance)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("classes", [[], [I, I], [C, I], [B, B, I], [C, B]])
def test_nothing_to_learn_from_or_for(method, classes):
    rows = np.arange(len(classes) * COLUMNS, dtype=float).reshape(len(classes), COLUMNS)
    assert learned(classes, rows, METHODS[method]) == classes


def test_conflicts_are_discarded():
    """The same values with both classes: Leśniak 2017, below table 2.1."""
    rows = np.zeros((5, COLUMNS))
    rows[2:4] = [[9.0], [9.5]]
    assert learned([C, B, C, C, I], rows, nearest) == [C, B, C, C, I]
    rows[1] = 1
    assert learned([C, B, C, C, I], rows, nearest)[-1] == C


def test_balance_gives_a_rare_class_its_voice():
    rows = np.zeros((11, COLUMNS))
    rows[:, 5] = [0, 0.1, 0.2, *np.linspace(0.3, 0.9, 7), 0.05]
    classes = [C, *[B] * 9, I]
    assert learned(classes, rows, nearest)[-1] == B
    assert learned(classes, rows, nearest, balance=True)[-1] == C
