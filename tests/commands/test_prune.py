"""prune: segments go, everything else stays."""
import copy
import json

import pytest

from scutch.filters.prune import prune
from utils import SAMPLE, shell

DIRTY = {"text": "Home | News", "kind": "p", "scores": {"charlm": 0.9}, "tags": {"charlm": "i"}}
PAGE = {**SAMPLE, "segments": [DIRTY, *SAMPLE["segments"], DIRTY]}
LINE = json.dumps(PAGE).encode() + b"\n"


def test_the_record_given_is_not_changed():
    before = copy.deepcopy(PAGE)
    assert prune(PAGE, lambda record: record["segments"][1:2]) == [SAMPLE]
    assert before == PAGE


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["--keep a-e", "--keep auto", "--max 0.5", ""])
def test_pruning_twice_or_before_emit_changes_nothing_more(limit):
    once = shell(f"scutch-prune {limit}", LINE).out
    assert shell(f"scutch-prune {limit}", once).out == once
    assert (shell(f"scutch-prune {limit} | scutch-emit --format jsonl", LINE).out
            == shell(f"scutch-emit --format jsonl {limit}", LINE).out)


def spoken(*sentences, **fields):
    """Return a segment of sentences given as (text, log10p, tokens)."""
    text, spans = "", []
    for one, _, _ in sentences:
        text += " " * bool(text) + one
        spans.append([len(text) - len(one), len(text)])
    return {"text": text, "kind": "p", "chars": len(text), "words": len(text.split()),
            "sentences": spans, "sentence_log10p": [[p, n] for _, p, n in sentences],
            "sentence_unknown": [[0.0, 0] for _ in sentences], **fields}


GOOD, NOISE, DULL = ("It rained all day.", -12.0, 6), ("Tel Fax xq", -24.0, 4), ("A a a.", -2.0, 4)
SPOKEN = {"id": "a", "x": 1, "segments": [
    spoken(GOOD, NOISE, GOOD, element=0, tags={"charlm": "a"}), spoken(NOISE, element=1),
    spoken(DULL, GOOD, element=2), {**spoken(), "sentences": [], "element": 3}]}


def test_pruning_sentences_alone_twice_changes_nothing_more():
    line = json.dumps(SPOKEN).encode()
    once = shell("scutch-prune --wordlm 5000 --min-ppl 5 --no-context", line).out
    assert shell("scutch-prune --wordlm 5000 --min-ppl 5 --no-context", once).out == once
