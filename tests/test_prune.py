"""prune: segments go, everything else stays."""
import copy
import json

import pytest

from scutch.filters.prune import prune
from utils import SAMPLE, records, run, shell

DIRTY = {"text": "Home | News", "kind": "p", "scores": {"charlm": 0.9}, "tags": {"charlm": "i"}}
PAGE = {**SAMPLE, "segments": [DIRTY, *SAMPLE["segments"], DIRTY]}
LINE = json.dumps(PAGE).encode() + b"\n"


def test_the_dirty_segments_go_and_nothing_else():
    for argv in ("--keep a-e", "--keep auto", "--max 0.5", "--by charlm --keep c"):
        assert records(run("prune", *argv.split(), data=LINE).out) == [SAMPLE]


def test_all_is_kept_without_a_limit():
    assert records(run("prune", data=LINE).out) == [PAGE]


def test_a_record_of_which_nothing_is_kept_stays():
    assert records(run("prune", "--max", "0", data=LINE).out) == [{**PAGE, "segments": []}]


def test_a_record_without_the_score_keeps_its_segments_and_says_so():
    done = run("prune", "--by", "mlp", "--keep", "a-e", data=LINE)
    [record] = records(done.out)
    assert record.pop("errors")[0]["code"] == "no_tags"
    assert (record, done.status) == (PAGE, 0)


def test_the_record_given_is_not_changed():
    before = copy.deepcopy(PAGE)
    assert prune(PAGE, lambda record: record["segments"][1:2]) == [SAMPLE]
    assert before == PAGE


@pytest.mark.parametrize("limit", ["--keep a-e", "--keep auto", "--max 0.5", ""])
def test_pruning_twice_or_before_emit_changes_nothing_more(limit):
    once = shell(f"scutch-prune {limit}", LINE).out
    assert shell(f"scutch-prune {limit}", once).out == once
    assert (shell(f"scutch-prune {limit} | scutch-emit --format jsonl", LINE).out
            == shell(f"scutch-emit --format jsonl {limit}", LINE).out)
