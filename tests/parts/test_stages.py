"""The stages of a chain: bad records and bugs cost themselves alone; steps that work on groups."""
import pytest

from scutch.filters import stream, tag
from scutch.filters.edge.jsonlines import encode
from scutch.filters.errors import BadRecord
from scutch.filters.stream.stages import StoppedAtBadRecord
from scutch.filters.stream.step import FunctionStep, Grouped, Step
from utils import records


def stages(*steps, **settings):
    return stream.Stages(
        [(f"scutch-{number}", step if isinstance(step, Step) else FunctionStep(step))
         for number, step in enumerate(steps, 1)], **settings)


def refuse(record):
    raise BadRecord("not this one", "refused")


def crash(record):
    raise ZeroDivisionError("nobody saw it coming")


def double(record):
    return [record, {**record, "again": True}]


def test_a_bad_record_is_kept_and_not_blamed_twice(capsys):
    through = stages(refuse, refuse)
    out = through({"id": "a"}, "in:1")
    assert out == [{"id": "a", "errors": [
        {"command": "scutch-1", "code": "refused", "message": "not this one"}]}]
    assert through.tally.counts["bad"] == 1
    assert capsys.readouterr().err == "scutch-1: in:1: not this one\n"


def test_a_line_that_is_no_record_passes_every_step():
    error = BadRecord("no JSON", "bad_line", {"id": "in:1", "line": "x"})
    out, = stages(tag.tag, tag.tag)(error, "in:1")
    assert out["line"] == "x"
    assert [entry["command"] for entry in out["errors"]] == ["scutch-1"]


def test_a_bug_costs_its_record_alone(capsys):
    def only_b(record):
        return crash(record) if record.get("again") else [record]
    through = stages(double, only_b)
    out = through({"id": "a"})
    assert out[0] == {"id": "a"}
    assert out[1]["errors"][0]["code"] == "internal"
    assert through.tally.counts["crashed"] == 1
    assert "Traceback" in capsys.readouterr().err


def test_the_input_record_is_not_changed():
    record = {"id": "a", "errors": [{"code": "old"}]}
    stages(refuse)(record)
    assert record == {"id": "a", "errors": [{"code": "old"}]}


@pytest.mark.parametrize("mine", [[], ["a"], [{"x": 1}], [{"command": "scutch-0"}]])
def test_errors_of_the_user_do_not_hide_those_of_a_step(mine, capsys):
    through = stages(refuse, refuse)
    out, = through({"id": "a", "errors": mine})
    assert out["errors"][:-1] == mine
    assert (out["errors"][-1]["command"], out["errors"][-1]["code"]) == ("scutch-1", "refused")
    assert through.tally.counts["bad"] == 1


def test_errors_that_is_no_list_is_replaced(capsys):
    out, = stages(refuse)({"errors": "mine"})
    assert [entry["code"] for entry in out["errors"]] == ["refused"]


def test_too_deep_to_write_keeps_what_is_flat():
    deep = 0
    for _ in range(100_000):
        deep = [deep]
    through = stages(tag.tag)
    (_, line), = through.parts({"id": "a", "y": 1, "deep": deep}, encode, "in:1")
    assert records(line) == [{"id": "a", "y": 1, "errors": [
        {"command": "scutch-1", "code": "nested", "message": "nested too deeply"}]}]


def test_too_little_memory_for_a_record_costs_that_record_alone(capsys):
    def hungry(record):
        if record["id"] == "big":
            raise MemoryError
        return [record]
    through = stages(hungry)
    assert through({"id": "small"}) == [{"id": "small"}]
    assert through({"id": "big"})[0]["errors"][0]["code"] == "memory"
    assert through.tally.counts == {"bad": 1}
    assert "bug" not in capsys.readouterr().err


# ------------------------------------------------------------------ steps that work on groups

class ByHost(Grouped):
    """A step by hosts."""

    def group(self, record):
        if "host" not in record:
            raise BadRecord("no host", "no_host")
        return record["host"]


def numbered(records):
    """Return the records, numbered, with how many there are."""
    return [{**record, "of": [number, len(records)]} for number, record in enumerate(records, 1)]


def test_a_group_is_held_until_it_ends():
    through = stages(ByHost(numbered), double)
    found = [len(through({"id": name, "host": host})) for name, host in
             [("a", "x"), ("b", "x"), ("c", "y"), ("d", "x")]]
    assert found == [0, 0, 4, 2]
    assert [record["of"] for _, record in through.rest()] == [[1, 1], [1, 1]]
    assert list(through.rest()) == []


def test_bad_records_of_a_group_keep_their_places(capfd):
    through = stages(ByHost(numbered))
    assert len(through({"id": "first"})) == 1, "nothing is held: it goes on at once"
    for record in {"id": "a", "host": "x"}, {"id": "b"}, {"id": "c", "host": "x"}:
        assert through(record) == []
    assert [(record["id"], record.get("of")) for _, record in through.rest()] == [
        ("a", [1, 2]), ("b", None), ("c", [2, 2])]
    assert through.tally.counts == {"bad": 2}


def test_a_bad_record_that_ends_the_run_leaves_its_group():
    through = stages(ByHost(numbered), on_error="stop")
    assert through({"id": "a", "host": "x"}) == []
    with pytest.raises(StoppedAtBadRecord):
        through({"id": "b"})
    assert [record["of"] for _, record in through.rest()] == [[1, 1]]


def test_what_cannot_be_written_ends_no_run():
    def write(record):
        if record["id"] == "7":
            raise BadRecord("too deep", "too_deep")
        return encode(record)
    through = stages(ByHost(list), on_error="skip")
    held = [{"id": str(number), "host": "x"} for number in range(200)]
    assert [*through.over((record["id"], record) for record in held)] == []
    dones = [*through.end(write)]
    assert sum(len(done.output) for done in dones) == 199
    assert sum(done.tally.counts["skipped"] for done in dones) == 1


def test_a_bug_with_a_group_costs_its_records_alone(capfd):
    through = stages(ByHost(crash))
    for record in {"id": "a", "host": "x"}, {"id": "b"}, {"id": "c", "host": "x"}:
        assert through(record) == []
    assert [record["errors"][0]["code"] for _, record in through.rest()] == [
        "internal", "no_host", "internal"]
    assert through.tally.counts["crashed"] == 2
