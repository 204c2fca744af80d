"""What holds for any input, tested on examples that hypothesis generates, always the same."""
import re
from types import SimpleNamespace

import pytest

from scutch.filters.edge.jsonlines import decode, encode
from scutch.filters.html.guard.limits import limited
from scutch.filters.html.parse.wholepage import parser_named
from scutch.filters.html2text import html2text
from scutch.filters.roles.phrases import SOUGHT, lines_with
from scutch.filters.segment import segment
from scutch.lm.rules import pattern, rules

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
@given(st.text())
def test_sentences_hold_the_text(text):
    for one in segment({"text": text})[0]["segments"]:
        joined = "".join(one["text"][start:end] for start, end in one["sentences"])
        assert "".join(joined.split()) == "".join(one["text"].split())


@tried
@given(PAGE)
def test_a_page_within_the_limits_is_not_changed(page):
    assert limited(page.encode()) == (page.encode(), [])


@pytest.mark.parametrize("name, phrase", [(name, phrase) for name, *_ in SOUGHT
                                          for phrase in rules("phrases")[name]])
def test_lines_with_a_phrase_have_a_part_of_it(name, phrase):
    @settings(tried, max_examples=10)
    @given(st.from_regex(re.compile(phrase.value, re.I)), st.text())
    def is_found(line, other):
        lines = SimpleNamespace(text=[other, line, other], words=[1, 1, 1])
        rows = dict(zip([name for name, *_ in SOUGHT], lines_with(lines, [0, 1, 2]), strict=True))
        known = re.compile(pattern(rules("phrases")[name]), re.I)
        assert rows[name] == {row for row in range(3) if known.search(lines.text[row])}
    is_found()
