"""Lines of megabytes: what their values would take in memory is known before they are read."""
import gc

import pytest

from scutch.filters.edge import jsonlines
from scutch.filters.edge.jsonlines import decode, encode
from scutch.filters.errors import BadRecord

pytestmark = pytest.mark.slow

TWENTY = 20 << 20
# Values that take 500 MB and more, or seconds, in a line of 20 MB
COSTLY = {"lists": b"[],", "objects": b"{},", "nested": b"[[[[]]]],", "members": b'{"a":1},',
          "objects in lists": b"[{}],", "keys": None}
CHEAP = {"whole numbers": b"1,", "floats": b"1.5,", "null": b"null,", "strings": b'"abcdefgh",'}


def line_of(part, size=TWENTY):
    """Return a line of about this size whose unknown field repeats a value."""
    if part is None:
        return b'{"x":{%b}}' % b",".join(b'"k%d":[]' % n for n in range(size // 13))
    return b'{"html":"<p>Hi.","x":[%b%b]}' % (part * (size // len(part)), part.rstrip(b","))


@pytest.mark.parametrize("name", COSTLY)
def test_values_that_would_fill_the_memory_are_refused_and_kept(name):
    line = line_of(COSTLY[name])
    with pytest.raises(BadRecord) as caught:
        decode(line)
    assert caught.value.code == "too_large"
    assert caught.value.record == {"line": line.decode()}


@pytest.mark.long
@pytest.mark.parametrize("name", [*COSTLY, *CHEAP])
def test_lines_of_ten_megabytes_are_records(name):
    line = line_of((COSTLY | CHEAP)[name], TWENTY // 2)
    assert encode(decode(line)) == line + b"\n"
    assert gc.isenabled()


@pytest.mark.parametrize("script", [b"[],", b'{\\"a\\":1},', b"[\\\\],"])
def test_a_page_may_hold_such_values_in_its_text(script):
    line = b'{"html":"<script>x=[%b]</script>","x":[1]}' % (script * (TWENTY // len(script)))
    assert decode(line)["x"] == [1]


def test_a_string_without_an_end_hides_no_values():
    line = b'{"html":"' + b"[],\\\\" * (TWENTY // 5)
    with pytest.raises(BadRecord) as caught:
        decode(line)
    assert caught.value.code == "bad_line"


def test_a_record_of_very_many_fields_is_refused(monkeypatch):
    monkeypatch.setattr(jsonlines, "MOST_FIELDS", 2)
    assert decode(b'{"a":1,"b":2}') == {"a": 1, "b": 2}
    with pytest.raises(BadRecord) as caught:
        decode(b'{"a":1,"b":2,"c":3}')
    assert caught.value.code == "too_large"
