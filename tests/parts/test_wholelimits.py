"""The limits of what is kept whole: what lies just at each, and just beyond it."""
import numpy as np
import pytest
from test_wholes import VALUES, kept, table

from scutch.filters.scoring.evidenceinput import blocks_of_pages, placed_of
from scutch.lm.combine.wholes import voted
from scutch.lm.evidence.evidence import evidence
from utils import pages_in


def words(first, count):
    """Return a text of so many words, whose value is that of the first: see test_wholes."""
    return " ".join([first, *["word"] * (count - 1)])


def test_kin_go_four_fifths_of_the_way_to_their_mean():
    """Log-odds 2, 2 and -1 become 1.2, 1.2 and 0.6: their mean is 1."""
    odds = np.array([2.0, 2, -1])
    made = pages_in([{"html": "<p class=entry>One".join(["", *"abc"])}])
    seen = evidence(blocks_of_pages(made, np.zeros(3)))
    placed = placed_of(made, seen, np.zeros(len(made), bool))
    after = voted(1 / (1 + np.exp(-odds)), placed)
    assert np.log(after / (1 - after)).round(6).tolist() == [1.2, 1.2, 0.6]


def test_items_go_half_of_the_way_to_the_mean_of_their_list(monkeypatch):
    """Three of as many words, log-odds 1.2, 1.2 and -x: the last becomes 0.4 - 2 / 3 x."""
    page = "<ul><li>+Views of it<li>+Views of it<li>-Views of it</ul>"
    for odds, is_kept in (-0.55, True), (-0.65, False):
        monkeypatch.setitem(VALUES, "+", 1 / (1 + np.exp(-1.2)))
        monkeypatch.setitem(VALUES, "-", 1 / (1 + np.exp(-odds)))
        assert ("-Views of it" in kept(page)) == is_kept


@pytest.mark.parametrize(("count", "is_kept"), [(15, True), (16, False)])
def test_texts_that_vote_have_fifteen_words_in_the_mean(count, is_kept):
    text, last = words("Side", 15), words("[Side", count)
    for page in (table([text, f"<p>{text}"], [text, f"<p>{last}"]),
                 f"<dl><dt>{text}<dd>{last}<dt>{text}<dd>{text}</dl>"):
        assert (last in kept(page)) == is_kept


@pytest.mark.parametrize(("count", "is_kept"), [(25, True), (26, False)])
def test_a_question_has_twenty_five_words(count, is_kept):
    question = words("(Who", count) + "?"
    page = f"<div><p>{question}<p>{{The town pays one half of it.</div>"
    assert (question in kept(page)) == (not is_kept)
