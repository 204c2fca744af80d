"""Pages of records, and back."""
from dataclasses import replace

import numpy as np
import pytest

from scutch.filters.chain import Chain
from scutch.filters.columns.fromrecords import pages_of
from scutch.filters.columns.namenumbers import OTHER_KIND
from scutch.filters.columns.refining import refined
from scutch.filters.columns.segmentcolumns import MADE
from scutch.filters.columns.torecords import elements_of_page, records_of, segments_of_page
from scutch.filters.errors import BadRecord

PAGES = [
    "<title>T</title><body class='home wide'><h1>News</h1><p>One <a href=x>two</a>.<br>Three"
    "<ul><li>item<li hidden>gone</ul>",
    "<p>", "",
    "<table><tr><td>1<td>2<tr><td>3<td>4</table><pre>x = 1\n  y\n</pre><x-y><div>in x-y</div>"
    "<span style='display:none'>unseen</span>",
    "<p>Home | About | Contact</p><p>\N{GRINNING FACE} smile. And \u2192 go.</p>"]


@pytest.fixture(scope="module", params=["html2text", "html2text, segment"])
def records(request):
    chain = Chain(request.param)
    return [record for page in PAGES for record in chain({"html": page})]


def made(records):
    """Return the Pages of records, without what was given."""
    pages = pages_of(records)
    for name in MADE:                    # of records a column is made where it is read
        getattr(pages, name)
    return replace(pages, given=None)


def test_records_come_back(records):
    pages = made(records)
    assert len(pages) == len(PAGES)
    assert records_of(pages) == records_of(pages_of(records)) == records


def test_rows_that_are_taken(records):
    pages = made(records)
    keep = np.arange(len(pages.text)) % 2 == 0
    some = pages.taken(np.flatnonzero(keep))
    for page, record in enumerate(records):
        first = pages.rows(page).start
        wanted = [one for place, one in enumerate(record["segments"], first) if place % 2 == 0]
        assert segments_of_page(some, page) == wanted
        assert elements_of_page(some, page) == record["elements"]


def test_characters(records):
    pages = pages_of(records)
    codes, starts, ends = pages.characters
    assert codes[:2].tolist() == codes[-2:].tolist() == [10, 10]
    for text, start, end in zip(pages.text, starts.tolist(), ends.tolist(), strict=True):
        assert "".join(map(chr, codes[start:end])) == text.replace("\n", " ")
        assert codes[end:end + 2].tolist() == [10, 10]


def test_prose_in_pre_is_split_in_columns():
    """Its counts are divided as those of records are."""
    page = ("<p>One.<pre>I have seen no harm in it,\nand neither has he.\n\n<a href=x>Do you</a> "
            "see it\nso, too? I would be glad to hear.</pre><pre>x = 1\n</pre><p>Two.")
    before, after = (Chain(spec)({"html": page})
                     for spec in ("html2text", "html2text, segment"))
    for pages in made([*before, *before]), pages_of([*before, *before]):
        found = refined(pages, 100, str)
        assert [one["segments"] for one in records_of(found)] == [after[0]["segments"]] * 2
    assert len(after[0]["segments"]) > len(before[0]["segments"])


def test_lines_of_code_are_joined_in_columns():
    page = ("<p>One.<pre><div>1</div><div><b>f</b>(</div><div>2</div><div> x)</div></pre>"
            "<table><tr><td><pre>1\n2</pre><td><pre>a\n<a href=x>b</a></pre></table>"
            "<pre>c<hr>d<div>e</div><span class=lineno>8</span>f</pre>"
            "<pre><table><tr><td>g<td>h</table></pre>")
    before, after = (Chain(spec)({"html": page})
                     for spec in ("html2text", "html2text, segment"))
    for pages in made([*before, *before]), pages_of([*before, *before]):
        found = refined(pages, 100, str)
        assert [one["segments"] for one in records_of(found)] == [after[0]["segments"]] * 2
    assert [one["text"] for one in after[0]["segments"]] == [
        "One.", "f(\n x)", "a\nb", "c", "d\ne\nf", "8", "g\th"]


def test_records_of_others():
    segment = {"text": "Hi", "kind": "x", "tag": 7, "element": 5, "words": "3", "links": -2,
               "skipped": 10**400, "br": 1, "hidden": True}
    pages = pages_of([{"elements": [["p", 9, None], 3], "segments": [segment]},
                        {"segments": []}])
    assert pages.kind.tolist() == [OTHER_KIND] and pages.tag.tolist() == [0]
    assert pages.element.tolist() == [-1] and pages.element_parent.tolist() == [-1, -1]
    assert pages.words.tolist() == pages.links.tolist() == [0]
    assert pages.skipped.tolist() == [10**9]
    assert pages.br.tolist() == [False] and pages.hidden.tolist() == [True]
    assert pages.has_markup.tolist() == [False, False]
    with pytest.raises(BadRecord):
        pages_of([{}])


def test_a_column_made_after_segments_are_merged_is_that_made_before():
    segments = [{"text": "One and", "kind": "p", "element": 1, "links": 1, "words": 2},
                {"text": "two more", "kind": "p", "element": 1, "br": True, "links": 2},
                {"text": "x\n\nOne line of prose, and another one of it.\n\nAnd its end, too.",
                 "kind": "c", "element": 2, "skipped": 3, "after_close": True},
                {"text": "1", "kind": "p", "element": 5, "cells": [1], "hidden": False},
                {"text": "2", "kind": "p", "element": 6, "cells": [2], "markup_chars": 9}]
    elements = [["body", -1, ""], ["p", 0, ""], ["pre", 0, ""], ["table", 0, ""], ["tr", 3, ""],
                ["td", 4, ""], ["td", 4, ""]]
    before, after = (pages_of([{"elements": elements, "segments": segments}]) for _ in range(2))
    for name in MADE:
        getattr(before, name)
    before, after = (refined(pages, 9, lambda *_: "merged") for pages in (before, after))
    assert before.text == after.text == [
        "One and", "two more", "x", "One line of prose, and another one of it.",
        "And its end, too.", "1\t2"]
    assert not {"links", "words", "markup_chars"} & after.columns.keys()
    for name in MADE:
        assert getattr(before, name).tolist() == getattr(after, name).tolist(), name
