"""The limits of scutch-emit's formats: what lies just within each, and just beyond it."""
import json
from functools import reduce

import pytest

from scutch.filters.sinks.document import Line, grid_of
from scutch.filters.sinks.frontmatter import attributes
from scutch.filters.sinks.jsonformats import fitting
from scutch.filters.sinks.tables import parquet
from scutch.filters.sinks.xmlvrt import tags_of
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
    (["a\tb", *[["long"]] * 40, "c\td"], (1, 43)), (["a\tb", *[["long"]] * 41, "c\td"], (2, 4)),
    (["a\tb", ["x" + " x" * 59], "c\td"], (1, 4)), (["a\tb", ["x" + " x" * 60], "c\td"], (2, 4)),
    ([["a", "b"], "c\td"], (1, 3)), ([["a"], "c\td"], (1, 2))])
def test_which_rows_are_in_a_table(rows, shown):
    """A row of one cell before the others is a caption; forty others are the text of a page."""
    assert tables(*rows) == shown


@pytest.mark.parametrize("columns, is_filled", [(62, True), (63, False)])
def test_rows_of_a_table_of_62_columns_are_filled(columns, is_filled):
    cell = Line("a", [])
    assert (len(grid_of([[cell] * columns, [cell]])[1]) == columns) is is_filled


@pytest.mark.parametrize("words, badness, letter", [
    (100, 49.9, "j"), (99, 49.9, "unknown"), (100, 5.0, "b"), (100, 4.9, "a")])
def test_the_letter_of_badness(words, badness, letter):
    named = attributes({"doc": {"raw": {"badness": badness, "doc_words": words}}})
    assert named["bdc"] == letter


@pytest.mark.parametrize("levels, is_kept", [(19, False), (20, True)])
def test_places_in_another_text_are_looked_for_twenty_levels_deep(levels, is_kept):
    value = reduce(lambda inner, _: {"a": inner}, range(levels), [[5, 7]])
    record = fitting({"text": "Home\nHi.", "x": value}, [{"text": "Hi."}])
    assert ("x" in record) is is_kept


@pytest.mark.parametrize("levels, items", [(8, 8), (9, 8)])
def test_lists_in_lists_are_eight_levels_deep(levels, items):
    """Readers of Markdown drop what is much deeper."""
    elements = [[("li" if place % 2 else "ul"), place - 1, ""] for place in range(2 * levels)]
    segments = [{"text": "x", "kind": "l", "element": len(elements) - 1}]
    assert written({"elements": elements}, segments, "html").count(b"<li>") == items


def test_a_picture_may_lead_elsewhere():
    start, end = tags_of("image", "/a.png", "A", "/b")
    assert (start, end) == ('<ref target="/b"><graphic url="/a.png" alt="A"/></ref>', "")


@pytest.mark.parametrize("place, is_fit", [((1 << 63) - 1, True), (1 << 63, False)])
def test_the_place_of_a_score_fits_its_column(place, is_fit):
    row = json.loads(parquet({"attributes": {"toxic": [[0, place, 1]]}}, []))
    assert bool(row["scores"]) is is_fit


def test_two_paragraphs_of_the_first_element_are_one_item():
    """An item without an element is another one each; the first element has the number 0."""
    segments = [{"text": text, "kind": "p", "element": 0} for text in "ab"]
    assert written({"elements": [["li", -1, ""]]}, segments, "html").count(b"<li>") == 1
