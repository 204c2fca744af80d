"""The limits of what is kept whole: what lies just at each, and just beyond it."""
from types import SimpleNamespace

import numpy as np
import pytest
from test_wholes import PROSE, VALUES, kept, table

from scutch.lm.combine.wholes import MAIN_NOTES, Placed, with_kin


def words(first, count):
    """Return a text of so many words, whose value is that of the first: see test_wholes."""
    return " ".join([first, *["word"] * (count - 1)])


def linked(first, chars, links):
    """Return a text of so many characters, with so many of them in a link."""
    text = words(first, 99)[:chars - links].strip().ljust(chars - links, "x")
    return f"{text}<a href=/a>{'y' * links}</a>"


@pytest.mark.parametrize(("count", "density", "is_prose"), [
    (5, 0.32, True), (4, 0.32, False), (5, 0.33, False)])
def test_prose_has_five_words_and_less_than_a_third_of_links(count, density, is_prose):
    facts = SimpleNamespace(words=np.array([count]), link_density=np.array([density]))
    placed = Placed(None, None, None, None, np.array([True]), [""], facts)
    assert placed.prose().tolist() == [is_prose]


def test_kin_go_four_fifths_of_the_way_to_their_mean():
    """Log-odds 2, 2 and -1 become 1.2, 1.2 and 0.6: their mean is 1."""
    odds = np.array([2.0, 2, -1])
    placed = SimpleNamespace(shown=np.ones(3, bool), facts=SimpleNamespace(words=np.full(3, 9)))
    after = with_kin(1 / (1 + np.exp(-odds)), np.full(3, 7, np.uint64), placed)
    assert np.log(after / (1 - after)).round(6).tolist() == [1.2, 1.2, 0.6]


def test_items_go_half_of_the_way_to_the_mean_of_their_list(monkeypatch):
    """Three of as many words, log-odds 1.2, 1.2 and -x: the last becomes 0.4 - 2 / 3 x."""
    page = "<ul><li>+Views of it<li>+Views of it<li>-Views of it</ul>"
    for odds, is_kept in (-0.55, True), (-0.65, False):
        monkeypatch.setitem(VALUES, "+", 1 / (1 + np.exp(-1.2)))
        monkeypatch.setitem(VALUES, "-", 1 / (1 + np.exp(-odds)))
        assert ("-Views of it" in kept(page)) == is_kept


@pytest.mark.parametrize(("of_kept", "is_kept"), [(6, True), (5, False)])
def test_main_keeps_footnotes_of_which_it_would_keep_over_half(of_kept, is_kept):
    page = (f"<p>As told.<div class=footnote><p>{words('By', of_kept)}</div>"
            f"<div class=footnote><p>{words('{By', 10 - of_kept)}</div>")
    assert len(kept(page, notes=MAIN_NOTES)) == (3 if is_kept else 1)


@pytest.mark.parametrize(("rows", "is_kept"), [
    ([["{Side", "<p>{Holds"], ["{left", "<p>{right"]], True), ([["{Side", "<p>{Holds"]], False)])
def test_a_table_of_data_has_two_rows(rows, is_kept):
    assert ("{Holds" in kept(PROSE + table(*rows))) == is_kept


@pytest.mark.parametrize(("count", "is_kept"), [(15, True), (16, False)])
def test_texts_of_tables_and_lists_have_fifteen_words_in_the_mean(count, is_kept):
    text, last = words("{Side", 15), words("{Side", count)
    assert (text in kept(PROSE + table([text, f"<p>{text}"], [text, f"<p>{last}"]))) == is_kept
    assert (text in kept(f"{PROSE}<ul><li>{text}<li>{text}<li>{last}</ul>{PROSE}")) == is_kept


@pytest.mark.parametrize(("items", "is_kept"), [(3, True), (2, False)])
def test_a_list_has_three_items(items, is_kept):
    assert ("{one" in kept(f"{PROSE}<ul>{'<li>{one' * items}</ul>{PROSE}")) == is_kept


@pytest.mark.parametrize(("links", "is_kept"), [(10, True), (11, False)])
def test_a_list_and_text_below_a_heading_have_a_tenth_of_links(links, is_kept):
    page = f"{PROSE}<ul><li>{linked('{One', 50, links)}<li>{'x' * 25}<li>{'x' * 25}</ul>{PROSE}"
    assert any(text.startswith("{One") for text in kept(page)) == is_kept
    page = f"<div>{PROSE * 9}<h3>Notes</h3><p>{linked('[Pears', 100, links)}</div>"
    assert any(text.startswith("[Pears") for text in kept(page)) == is_kept


@pytest.mark.parametrize(("of_kept", "is_kept"), [(8, True), (7, False)])
def test_a_table_is_kept_of_which_four_fifths_are(of_kept, is_kept):
    page = table([words("Side", 3), f"<p>{words('Side', of_kept - 3)}"],
                 [words("{left", 1), f"<p>{words('{right', 9 - of_kept)}"])
    assert ("{left" in kept(page)) == is_kept


@pytest.mark.parametrize(("of_kept", "is_kept"), [(7, True), (6, False)])
def test_text_below_a_heading_is_kept_with_four_fifths_of_what_is_around(of_kept, is_kept):
    """Of ten words, one of which is the heading."""
    page = (f"<div><p>{words('Text', of_kept)}</p><p>{words('{Text', 9 - of_kept)}</p>"
            "<h3>Notes</h3><p>[Pears work.</div>")
    assert ("[Pears work." in kept(page)) == is_kept


@pytest.mark.parametrize(("odds", "is_kept"), [(-0.49, True), (-0.51, False)])
def test_text_below_a_heading_is_half_a_unit_of_log_odds_below(odds, is_kept, monkeypatch):
    monkeypatch.setitem(VALUES, "[", 1 / (1 + np.exp(-odds)))
    page = f"<div>{PROSE * 3}<h3>Notes</h3><p>[Pears work.</div>"
    assert ("[Pears work." in kept(page)) == is_kept


@pytest.mark.parametrize(("count", "is_kept"), [(25, True), (26, False)])
def test_a_question_has_twenty_five_words(count, is_kept):
    question = words("{Who", count) + "?"
    page = f"<div><p>{question}<p>The town pays one half of it.</div>"
    assert (question in kept(page)) == is_kept
