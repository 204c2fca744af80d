"""The tree of elements as arrays, against a plain walk up from each block."""
import numpy as np
import pytest

from scutch.lm.codepoints import characters
from scutch.lm.elements import Tree
from scutch.lm.evidence.blockcolumns import Blocks
from scutch.lm.evidence.nodes import LEVELS, Nodes
from scutch.lm.evidence.purposes import MARKS


def pages(parents, element_page, element, page, marks=None, alike=None):
    """Return Blocks with the fields that Nodes reads."""
    count, elements = len(page), len(parents)
    zeros = np.zeros(count, np.int64)
    tree = Tree(np.array(parents, int), np.array(element_page, int), max(page, default=0) + 1)
    return Blocks(
        titles=[""] * (max(page, default=0) + 1), texts=[""] * count,
        characters=characters([""] * count), page=np.array(page, int), kind=zeros, tag=zeros,
        words=zeros, link_chars=zeros, links=zeros, markup_chars=zeros, open_tags=zeros,
        skipped=zeros, hidden=np.zeros(count, bool), charlm=np.zeros(count), tree=tree,
        where=tree.where(np.array(element, int), np.array(page, int)),
        words_of_elements=([""], np.zeros(elements, int)),
        marks=np.zeros(elements, int) if marks is None else np.array(marks, int),
        alike=np.zeros(elements, np.uint64) if alike is None else np.array(alike, np.uint64))


def random_pages(seed, in_order):
    """Return Blocks of two pages; `in_order`: elements as they open on the page."""
    rng = np.random.default_rng(seed)
    parents, element_page, element, page = [], [], [], []
    for number in range(2):
        first, open_ones = len(parents), []
        for _ in range(rng.integers(1, 40)):
            if in_order:
                del open_ones[rng.integers(0, len(open_ones) + 1):]
                parents.append(open_ones[-1] if open_ones else -1)
                open_ones.append(len(parents) - 1)
            else:
                parents.append(int(rng.integers(first - 1, len(parents))))
                if parents[-1] < first:
                    parents[-1] = -1
            element_page.append(number)
        for _ in range(30):
            at = int(rng.integers(first - 1, len(parents)))
            element.append(at if at >= first else -1)
            page.append(number)
    return pages(parents, element_page, element, page,
                 rng.integers(0, 1 << MARKS, len(parents)) & rng.integers(
                     0, 1 << MARKS, len(parents)) & rng.integers(0, 1 << MARKS, len(parents)),
                 rng.integers(0, 3, len(parents)))


def chain(some, block):
    """Return the nodes above a block, its own first, its page last."""
    found, node = [], int(some.where[block])
    while node < some.tree.elements:
        found.append(node)
        node = int(some.tree.parents[node])
    return [*found, some.tree.elements + int(some.page[block])]


CASES = [(seed, in_order) for seed in range(6) for in_order in (True, False)]


@pytest.mark.parametrize(("seed", "in_order"), CASES)
def test_sums_are_those_of_a_walk(seed, in_order):
    some = random_pages(seed, in_order)
    nodes = Nodes(some)
    column = np.random.default_rng(seed).integers(0, 100, len(some.page))
    wanted = np.zeros(len(nodes.parents))
    for block, value in enumerate(column):
        for node in chain(some, block):
            wanted[node] += value
    assert nodes.tree.sums(nodes.where, column[None].astype(float))[0].tolist() == wanted.tolist()


@pytest.mark.parametrize(("seed", "in_order"), CASES)
def test_depths_and_marks_are_those_of_a_walk(seed, in_order):
    some = random_pages(seed, in_order)
    nodes = Nodes(some)
    steps = nodes.steps_to_marks(nodes.above())
    for block in range(len(some.page)):
        above = chain(some, block)
        assert nodes.depths[nodes.where[block]] == len(above) - 1
        for mark in range(MARKS):
            wanted = next((step for step, node in enumerate(above[:LEVELS])
                           if nodes.marks[node] >> mark & 1), LEVELS)
            assert steps[mark, block] == wanted


@pytest.mark.parametrize(("seed", "in_order"), CASES)
def test_steps_from_an_element_are_those_of_a_walk(seed, in_order):
    some = random_pages(seed, in_order)
    nodes = Nodes(some)
    elements = some.tree.elements
    chosen = np.array([[0, elements - 1], [elements, elements + 1],
                       [int(np.flatnonzero(some.tree.page[:elements] == page)[-1])
                        for page in (0, 1)]])
    found, least = nodes.steps_from(chosen)
    for row, wanted in enumerate(chosen):
        for block, page in enumerate(some.page):
            start, up = int(wanted[page]), 0
            above = chain(some, block)
            while start not in above:
                start, up = int(nodes.parents[start]), up + 1
            assert found[row, block] == (-up if up else above.index(start))
            assert least[row, block] == start


def test_equal_paths_have_equal_numbers():
    some = pages([-1, 0, 0, 2, 1], [0] * 5, [3, 4, 1, 2], [0] * 4, alike=[5, 6, 6, 7, 7])
    path = Nodes(some).path
    assert path[3] == path[4]
    assert path[1] == path[2] != path[0]


def test_pages_without_elements_or_blocks():
    nodes = Nodes(pages([], [], [-1], [1]))
    assert nodes.tree.sums(nodes.where, np.array([[3.0]])).tolist() == [[0, 3]]
    assert nodes.best(np.zeros(2)).tolist() == [-1, -1]
