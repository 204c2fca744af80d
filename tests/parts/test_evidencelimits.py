"""The limits of evidence at which no example page of test_modelevidence lies."""
import pytest
from test_rolelimits import PROSE, headline

from scutch.lm.evidence.datedlines import is_relative
from scutch.lm.evidence.purposes import ALL, known_words


@pytest.mark.parametrize("line, is_day", [("Today at noon", True), ("Today at noon sharp", False)])
def test_a_line_that_begins_with_a_day_has_three_words(line, is_day):
    assert is_relative(line) is is_day


@pytest.mark.parametrize("piece, words", [("navbox", ["nav", "box"]), ("adbox", [])])
def test_the_parts_of_a_compound_have_three_letters(piece, words):
    """"ad" is at the beginning of too much else."""
    assert {"nav", "box", "ad"} <= ALL.keys() and known_words(piece, ALL) == words


@pytest.mark.parametrize("tag", ["h3", "h4", "h5", "h6"])
def test_a_low_heading_with_the_title_is_the_headline(tag):
    lines = ("The mill by the sea", tag), ("What the miller says", "h3"), PROSE
    assert headline(*lines, title="The mill by the sea") == 0


def test_two_words_of_the_title_are_few():
    """The line has the name of the paper, as the title of the page has, and is none of its text."""
    assert headline("Mill by the sea opens", "Search in The Star now", PROSE, title="The Star") == 0
