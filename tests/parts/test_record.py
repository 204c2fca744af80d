"""The record: the functions that all filters use, and the table of its fields."""
import pytest

from scutch.filters.errors import BadRecord
from scutch.filters.fields import fields
from scutch.filters.record import cut_of, object_of, rounded, segments_of, with_error, with_note


def test_rounded():
    assert [rounded(value) for value in (0.00004, -0.00004, 0.99996, 1 / 3)] == [0, 0, 1, 0.3333]
    assert str(rounded(-1e-9)) == "0.0"


def test_entries_and_notes_are_added_to_copies():
    before = {"errors": [{"code": "a"}]}
    after = with_error(before, "scutch-x", "b", "why")
    assert [entry["code"] for entry in after["errors"]] == ["a", "b"]
    assert before == {"errors": [{"code": "a"}]}
    doc = {"notes": ["one"]}
    assert with_note(doc, "two") == {"notes": ["one", "two"]} and doc == {"notes": ["one"]}
    assert with_note({"notes": "no list"}, "two") == {"notes": ["two"]}


def test_what_a_field_of_another_program_may_hold():
    assert [object_of({"doc": value}, "doc") for value in ({"a": 1}, [], "x", None)] == [
        {"a": 1}, {}, {}, {}]
    assert [cut_of({"cuts": {"mlp": value}}, "mlp") for value in (0.5, 1, True, "1", None)] == [
        0.5, 1, None, None, None]
    assert cut_of({"cuts": [0.5]}, "mlp") is cut_of({}, None) is None


def test_segments_of_refuses_what_is_none():
    assert segments_of({"segments": []}) == []
    for segments, code in (None, "no_segments"), ({}, "bad_segments"), ([1], "bad_segments"), (
            [{}], "bad_segments"), ([{"text": None}], "bad_segments"), (
            [{"text": "", "kind": ["p"]}], "bad_segments"), (
            [{"text": "", "scores": None}], "bad_segments"):
        with pytest.raises(BadRecord) as caught:
            segments_of({"segments": segments})
        assert caught.value.code == code


def test_fields_are_each_there_once_with_a_type():
    names = [field.name for field in fields()]
    assert len(names) == len(set(names))
    assert all(field.type and field.meaning for field in fields())
