"""The limits of scutch-emit's formats: what lies just within each, and just beyond it."""

import pytest

from utils import written


def tables(*rows):
    """Return (tables, their lines) of a table in Markdown, its rows lists of the texts of cells; a
    str is a row that scutch-segment has joined."""
    elements, segments = [["table", -1, ""]], []
    for row in rows:
        elements.append(["tr", 0, ""])
        at = len(elements) - 1
        if isinstance(row, str):
            segments.append({"text": row, "kind": "t", "element": at})
            continue
        for text in row:
            elements.append(["td", at, ""])
            segments.append({"text": text, "kind": "p", "element": len(elements) - 1})
    lines = written({"elements": elements}, segments, "markdown").decode().splitlines()
    return tuple(sum(map(str.startswith, lines, [start] * len(lines))) for start in ("| --", "| "))


@pytest.mark.parametrize("rows, shown", [
    (["a\tb", *[["a: b"]] * 40, "c\td"], (1, 43)), (["a\tb", *[["a: b"]] * 41, "c\td"], (2, 4)),
    (["a\tb", ["x" + " x" * 59], "c\td"], (1, 4)), (["a\tb", ["x" + " x" * 60], "c\td"], (2, 4)),
    ([["a", "b"], "c\td"], (1, 3)), ([["a"], "c\td"], (1, 2))])
def test_which_rows_are_in_a_table(rows, shown):
    """A row of one cell before the others is a caption; forty others are the text of a page."""
    assert tables(*rows) == shown


@pytest.mark.parametrize("levels, items", [(8, 8), (9, 8)])
def test_lists_in_lists_are_eight_levels_deep(levels, items):
    """Readers of Markdown drop what is much deeper."""
    elements = [[("li" if place % 2 else "ul"), place - 1, ""] for place in range(2 * levels)]
    segments = [{"text": "x", "kind": "l", "element": len(elements) - 1}]
    assert written({"elements": elements}, segments, "html").count(b"<li>") == items


def test_two_paragraphs_of_the_first_element_are_one_item():
    """An item without an element is another one each; the first element has the number 0."""
    segments = [{"text": text, "kind": "p", "element": 0} for text in "ab"]
    assert written({"elements": [["li", -1, ""]]}, segments, "html").count(b"<li>") == 1
