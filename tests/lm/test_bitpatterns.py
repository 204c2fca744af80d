"""bitpatterns: every row of the tables of Leśniak 2017, appendix B, and patterns in no row."""
from itertools import product

import pytest

from scutch.lm.templates.blockclasses import CLASSES, classify, propagated
from utils import DATA

# Appendix B as printed: cross bits, dbce-tag bits, classification
APPENDIX_B = (DATA / "appendix-b.txt").read_text()
NAMES = {"dbce-class-content": "content", "dbce-class-bp": "boilerplate"}


def rows():
    for line in APPENDIX_B.split("\n")[:-1]:
        _, cross, bits, name = line.split("  ")
        yield *("".join(filter(str.isdigit, one)) for one in (cross, bits)), NAMES[name]


@pytest.mark.parametrize("cross, bits, name", list(rows()))
def test_a_row(cross, bits, name):
    assert classify(cross, bits) == name


def test_there_are_no_more_rows():
    assert sorted(rows()) == sorted((cross, bits, name) for cross, table in CLASSES.items()
                                    for bits, name in table.items())
    assert len(CLASSES) == 8, "eight possible combinations describe valid crosses (section 2.3)"


def test_what_is_not_listed_is_invalid():
    listed = {row[:2] for row in rows()}
    every = ["1" + "".join(bits) for bits in product("01", repeat=4)]
    for cross, bits in product(every, every):
        if (cross, bits) not in listed:
            assert classify(cross, bits) == "invalid"


@pytest.mark.parametrize("parents, owners, classes, wanted", [
    # a group of one gives its class to its parent, and so on up
    ([-1, 0, 1], [2], ["content"], ["content"] * 3),
    # <ul><li>Buy More</li><li>New Cars</li></ul>: equal items, so the list is; not its parent
    ([-1, 0, 1, 1], [2, 3, 0, 0], ["boilerplate", "boilerplate", "content", "boilerplate"],
     [None, "boilerplate", "boilerplate", "boilerplate"]),
    # text beside an element
    ([-1, 0], [0, 1], ["content", "content"], ["content", "content"]),
    ([-1, 0], [0, 1], ["content", "invalid"], [None, "invalid"]),
    # a mixed child stays mixed
    ([-1, 0, 1, 1, 0], [2, 3, 4], ["content", "boilerplate", "content"],
     [None, None, "content", "boilerplate", "content"]),
    # nothing in it; text without an element
    ([-1, 0], [-1], ["content"], [None, None]),
    ([], [-1], ["content"], []),
])
def test_propagated(parents, owners, classes, wanted):
    assert propagated(parents, owners, classes) == wanted
