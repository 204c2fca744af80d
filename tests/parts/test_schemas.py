"""Schemas: other people's names for our fields, and tab-separated lines."""
import pytest

from scutch.filters.errors import BadRecord
from scutch.filters.fields import fields
from scutch.filters.stream.schemas import ALIASES, SCHEMAS, from_tsv, renamed, to_tsv


def test_renaming_keeps_order_and_what_is_taken():
    aliases = ALIASES["auto"]
    assert list(renamed({"z": 1, "u": "a", "ts": "b", "t": "c", "k": 2}, aliases)) == [
        "z", "url", "timestamp", "text", "k"]
    # the first of two candidates gets the name, the other keeps its own
    assert renamed({"t": "a", "p": "b"}, aliases) == {"text": "a", "p": "b"}
    assert renamed({"p": "b", "text": "a"}, aliases) == {"p": "b", "text": "a"}


def test_tsv_there_and_back():
    for text in "a\tb\nc\\n\\\\", "", "\\", "caf\u00e9\u2028":
        assert from_tsv(b"7\t" + to_tsv(text).encode()) == {"id": "7", "text": text}
    with pytest.raises(BadRecord):
        from_tsv(b"7\t\xff")


def test_aliases_stand_for_fields():
    ours = {field.name.partition(".")[0] for field in fields()}
    for schema in ALIASES.values():
        assert set(schema.values()) <= ours
    assert set(ALIASES) < set(SCHEMAS)
