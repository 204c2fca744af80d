"""Pages written together as JSON lines are the same as their records written one by one."""
import random

import numpy as np
import pytest
from test_arrays import page

from scutch.filters.columns import encodedlines
from scutch.filters.columns.torecords import records_of
from scutch.filters.edge.jsonlines import encode
from scutch.filters.html2text import gathered, prepared
from scutch.filters.segment import Segment

pytest.importorskip("orjson", reason="the extra [fast] is not installed")
QUOTES = r'''<p>"one",<p>","<p>,"two"\<p>\"<p>\u007f<p>\\x7f","<p>{"a": "b",'''
NAMED = '<x-"y hidden>one</x-"y><b hidden>two</b>","<p>three","four\\","five'


def pages_of(*records):
    return gathered([prepared(record) for record in records])


def encoded(items):
    return [item if isinstance(item, bytes) else encode(item) for item in items]


@pytest.mark.parametrize("segmented", [False, True])
def test_lines_are_those_of_records(segmented):
    rng = random.Random(11)
    for _ in range(40):
        pages = pages_of(*({"id": str(number), "html": page(rng), "x": {"é": [1, None]}}
                           for number in range(8)))
        if segmented:
            pages = Segment(20_000).of_pages(pages)
        found = encodedlines.lines_of(pages)
        assert all(isinstance(line, bytes) for line in found)
        assert found == list(map(encode, records_of(pages)))


def test_what_json_would_read_otherwise():
    pages = pages_of(*({"html": html} for html in (
        NAMED, QUOTES, "", "<p>Home | About | Contact")))
    assert encodedlines.lines_of(pages) == list(map(encode, records_of(pages)))


@pytest.mark.parametrize("value", [0.1, 1e-9, 10**30, "\ud800", [[[0.5]]]])
def test_what_is_written_by_itself(value):
    pages = pages_of({"html": "<p>one", "x": value}, {"html": "<p>two"})
    found = encodedlines.lines_of(pages)
    assert isinstance(found[0], dict) and isinstance(found[1], bytes)
    assert encoded(found) == list(map(encode, records_of(pages)))


def test_scores_are_of_records(monkeypatch):
    pages = pages_of({"html": "<p>one"})
    record, = encodedlines.lines_of(pages.scored("charlm", np.array([0.25]), None, [0.5]))
    assert record["segments"][0]["scores"] == {"charlm": 0.25}
    monkeypatch.setattr(encodedlines, "orjson", None)
    assert encodedlines.lines_of(pages) == records_of(pages)
