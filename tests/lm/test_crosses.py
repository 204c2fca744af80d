"""crosses: which pages are compared with each other."""
import random

import pytest

from scutch.lm.templates.crosses import UP, ComparedPage, crosses
from scutch.lm.templates.structure import signature

MENU = ["Home", "News", "Contact us", "All rights reserved 2016 Example Inc."]
DAY = 86_400


def page(path, number=0, time=None, tokens=range(100), own="farm{0} turns{0} with{0} wind{0}"):
    """Return a page of one template: its menu, and text that differs for each number."""
    texts = [*MENU, *([own.format(number)] if own else [])]
    return ComparedPage(path, time, signature(tokens), texts)


def bits(pages, **settings):
    return [cross.bits for cross in crosses(pages, **settings)]


def test_snapshots_alone_are_no_evidence():
    """Comparison between current and previous or next would not yield any useful results."""
    assert bits([page("/a", 1, 0), page("/a", 1, DAY)]) == ["10000"] * 2


def test_a_full_cross():
    pages = [page("/a", 1, time * DAY) for time in (1, 2, 3)]
    pages += [page("/b", 2, 2 * DAY), page("/c", 3, 2 * DAY)]
    found = list(crosses(pages))
    assert [cross.bits for cross in found] == ["11101", "11111", "11110", "11100", "11100"]
    assert found[1].pages == (1, 3, 4, 0, 2)


def test_the_nearest_snapshots_in_any_order():
    times = [5, 1, 9, 3, 7]
    pages = [page("/a", 1, time * DAY) for time in times] + [page("/b", 2, 0)]
    found = list(crosses(pages))
    nearest = [[None if j is None else times[j] for j in cross.pages[3:]] for cross in found[:5]]
    assert nearest == [[3, 7], [None, 3], [7, None], [1, 5], [5, 9]]


def test_snapshots_without_a_time_are_in_the_order_of_the_input():
    pages = [page("/a", 1), page("/a", 1), page("/a", 1), page("/b", 2)]
    assert [cross.pages[3:] for cross in crosses(pages)][:3] == [(None, 1), (0, 2), (1, None)]


def test_many_snapshots_do_not_hide_the_other_pages():
    pages = [page("/a", 1, time * DAY) for time in range(50)]
    pages += [page("/b", 2, 10.4 * DAY), page("/c", 3, 40 * DAY), page("/c", 3, 44 * DAY)]
    found = list(crosses(pages))
    assert {cross.pages[UP] is None for cross in found} == {False}
    assert found[10].pages == (10, 50, 51, 9, 11)
    assert found[45].pages == (45, 52, 50, 44, 46), "/c as it was at the nearest time"


def test_a_page_that_changed_its_template_finds_those_of_both():
    old, new = range(100), range(500, 600)
    pages = [page("/a", 1, 1, old), page("/a", 1, 2, new), page("/b", 2, 1, old),
             page("/b", 2, 2, new)]
    assert [cross.pages[UP] for cross in crosses(pages)] == [2, 3, 0, 1]


def test_a_snapshot_of_another_template_is_passed_over():
    pages = [page("/a", 1, 1), page("/a", 2, 2, tokens=range(500, 600)), page("/a", 1, 3),
             page("/b", 3, 2)]
    assert [cross.pages[3:] for cross in crosses(pages)] == [
        (None, 2), (None, None), (0, None), (None, None)]


def test_up_is_the_most_similar_and_down_the_next():
    pages = [page("/a", 0, tokens=range(100)), page("/b", 1, tokens=range(30, 130)),
             page("/c", 2, tokens=range(20, 120)), page("/d", 3, tokens=range(5, 105)),
             page("/e", 4, tokens=range(60, 160))]
    assert next(crosses(pages, 0.3)).pages[:3] == (0, 3, 2)


def test_the_threshold():
    pages = [page("/a", 1, tokens=range(100)), page("/b", 2, tokens=range(30, 130))]   # 0.54
    assert bits(pages, threshold=0.3) == ["11000"] * 2
    assert bits(pages, threshold=0.6) == ["10000"] * 2


def test_of_equally_similar_pages_those_of_the_nearest_time():
    pages = [page("/a", 0, 10 * DAY), page("/b", 1, 0), page("/c", 2, 11 * DAY),
             page("/d", 3, 30 * DAY), page("/e", 4, 8 * DAY)]
    assert next(crosses(pages)).pages[:3] == (0, 2, 4)


def test_down_is_at_another_path_than_up():
    pages = [page("/a", 0, 0), page("/b", 1, 1), page("/b", 1, 2), page("/c", 2, 9 * DAY)]
    assert next(crosses(pages)).pages[:3] == (0, 1, 3)
    assert next(crosses(pages[:3])).pages[:3] == (0, 1, None)


def test_a_copy_under_another_address_is_no_evidence():
    pages = [page("/a", 1), page("/a/print", 1), page("/b", 2)]
    assert [cross.pages[1:3] for cross in crosses(pages)] == [(2, None), (2, None), (1, 0)]
    assert bits(pages[:2]) == ["10000"] * 2


def test_identical_and_empty_pages_and_pages_without_structure():
    assert bits([page(f"/{i}") for i in range(30)]) == ["10000"] * 30
    without_text = [ComparedPage(f"/{i}", None, signature([1]), []) for i in range(5)]
    without_signature = [ComparedPage(f"/{i}", None, None, [*MENU, str(i)]) for i in range(5)]
    assert bits(without_text) == bits(without_signature) == ["10000"] * 5


def test_an_edited_block_is_the_same_block_in_time():
    before = page("/a", own="The bridge was closed on Monday because of the wind, police said.")
    after = page("/a", own="The bridge was closed again on Tuesday because of the wind, police "
                           "said.")
    pages = [before._replace(time=1), after._replace(time=2), page("/b", 2)]
    first, second, _ = crosses(pages)
    assert first.masks[4][-1] is second.masks[3][-1] is True
    assert first.masks[1][-1] is False


@pytest.mark.parametrize("count", [60, 600])
def test_every_page_of_a_large_template_finds_two(count):
    generator = random.Random(5)
    pages = [page(f"/{i}", i, i, [*range(60), *generator.sample(range(10**6, 10**9), 6)])
             for i in range(count)]
    assert set(bits(pages)) == {"11100"}
