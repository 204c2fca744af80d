"""The thresholds of rules: what lies just below each, and just above it.

share/bench/mutants.py changes each by half; here is what then goes wrong. Sizes are those of pages
in the gold, texts are short.
"""
import pytest

from scutch import pipe
from scutch.filters.text.linebreaks import goes_on, width_of, wrapped
from scutch.filters.text.paragraphs import has_link_marks, is_dump


def lines_of(full, short, columns=70):
    """Return lines as `wrapped` takes them: so many full ones, then short ones that go on."""
    return [(columns - 5, columns)] * full + [(columns // 2 + 1, columns // 2 + 6)] * short


@pytest.mark.parametrize("full, short, yes", [
    (14, 6, True),       # a letter, with some lines that were cut by hand
    (12, 8, False),      # a poem, or addresses, of which many lines are long
    (3, 0, True), (2, 0, False)])
def test_most_lines_of_a_wrapped_page_are_full(full, short, yes):
    assert wrapped(lines_of(full, short), 70) is yes


@pytest.mark.parametrize("longer, yes", [(62, True), (58, False)])
def test_a_line_is_full_if_the_next_word_hardly_fits(longer, yes):
    """Ragged lines of a mail end up to 15 % before the width, those of a list of names do not."""
    assert wrapped([(longer - 6, longer)] * 4, 70) is yes


@pytest.mark.parametrize("width, yes", [(44, False), (46, True), (129, True), (132, False)])
def test_a_menu_is_narrower_and_a_paragraph_wider_than_wrapped_lines(width, yes):
    assert wrapped([(width - 2, width)] * 4, width) is yes


def test_the_few_longest_lines_do_not_make_the_width():
    """An address of the web, or a table, among lines of 70."""
    assert width_of([(70, 0)] * 18 + [(240, 0)] * 2) == 240
    assert width_of([(70, 0)] * 19 + [(240, 0)]) == 70


@pytest.mark.parametrize("line, yes", [
    ("The wind farm that was built", True), ("A menu and its entries", False)])
def test_a_line_in_the_middle_of_a_sentence_is_no_entry_of_a_menu(line, yes):
    assert goes_on(line, "in the sea", 0) is yes


@pytest.mark.parametrize("links, yes", [(2, False), (3, True)])
def test_two_numbers_in_brackets_may_be_notes(links, yes):
    text = " ".join(f"[{number}]word" for number in range(1, links + 1))
    assert has_link_marks(text) is yes


@pytest.mark.parametrize("shown, yes", [(6, False), (8, True)])
def test_most_numbers_of_the_list_of_a_dump_are_in_its_text(shown, yes):
    """Of a list of sources with numbers of their own some are in the text, too."""
    text = " ".join(f"[{number}]word" for number in range(1, shown + 1))
    rows = "\n".join(f"{number:4}. http://example.org/" for number in range(1, 11))
    assert is_dump(f"{text}\n\nReferences\n\n{rows}\n") is yes


@pytest.mark.parametrize("items, tables", [(40, 1), (41, 2)])
def test_a_long_cell_between_rows_is_in_their_table(items, tables):
    """A list of changes in a cell; a table with more of them lays out the page."""
    cell = "".join(f"<p>Item {number}" for number in range(items - 1))
    page = (f"<table><tr><td>A<td>B<tr><td>One<td>Two<tr><td>Key<td>{cell}"
            "<tr><td>Three<td>Four</table>")
    text, = pipe([{"html": page}], "html2text --marks, segment, emit --format markdown")
    assert text.count(b"| --- | --- |") == tables
