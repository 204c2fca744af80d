"""What holds for any input, tested on examples that hypothesis generates, always the same."""

import pytest

from scutch.filters.edge.jsonlines import decode, encode
from scutch.filters.html.guard.limits import limited
from scutch.filters.html.parse.wholepage import parser_named
from scutch.filters.html2text import html2text
from scutch.filters.segment import segment

hypothesis = pytest.importorskip("hypothesis", reason="hypothesis is not installed")
given, settings, st = hypothesis.given, hypothesis.settings, hypothesis.strategies

TAGS = st.sampled_from("p b a div li td table svg desc select option rt title script".split())
PIECE = st.one_of(TAGS.map("<{}>".format), TAGS.map("</{}>".format),
                  st.text("ab .&;<>\"'=-!/\u00e9\u4eca\u0301\x01", max_size=6))
PAGE = st.lists(PIECE, max_size=30).map("".join)
JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.text()
                    | st.floats(allow_nan=False, allow_infinity=False),
                    lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
                    max_leaves=20)
tried = settings(max_examples=100, deadline=None, derandomize=True, database=None)


@pytest.mark.slow
@tried
@given(st.dictionaries(st.text(), JSON))
def test_a_record_read_and_written_stays_as_it_is(record):
    assert decode(encode(record)) == record


@tried
@given(PAGE)
def test_segmenting_twice_changes_nothing(page):
    record, = html2text({"html": "<p>" + page}, parse=parser_named("html5lib")[1])
    once, = segment(record)
    assert segment(once) == [once]


@tried
@given(PAGE)
def test_a_page_within_the_limits_is_not_changed(page):
    assert limited(page.encode()) == (page.encode(), [])
