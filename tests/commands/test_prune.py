"""prune: segments go, everything else stays."""
import copy
import json

import pytest

from scutch.filters.prune import prune
from utils import SAMPLE, records, run, shell

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


def sentences_kept(record, *argv):
    done = run("prune", *argv, data=json.dumps(record).encode())
    assert (done.status, done.err) == (0, b"")
    return [segment["text"] for segment in records(done.out)[0]["segments"]]


def test_a_percentile_of_a_histogram(tmp_path):
    file = tmp_path / "histogram.json"
    # 96 tokens at a perplexity of 100, 4 at a million; two shards in one file
    file.write_text('{"steps":50,"tokens":{"100":96}}\n\n{"steps":50,"tokens":{"300":4}}\n')
    for word, kept in (f"p96:{file}", [GOOD[0]]), (f"p99.5:{file}", [GOOD[0], NOISE[0]]):
        page = {"segments": [spoken(GOOD), spoken(NOISE)]}
        assert sentences_kept(page, "--wordlm", word, "--no-context") == kept


@pytest.mark.parametrize("content", [None, "", "{}", "no", '{"steps":50,"tokens":{}}'])
def test_a_file_that_is_no_histogram(tmp_path, content):
    file = tmp_path / "histogram.json"
    if content is not None:
        file.write_text(content)
    done = run("prune", "--wordlm", f"p95:{file}", data=LINE)
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1)
    assert str(file).encode() in done.err


def test_pruning_sentences_alone_twice_changes_nothing_more():
    line = json.dumps(SPOKEN).encode()
    once = shell("scutch-prune --wordlm 5000 --min-ppl 5 --no-context", line).out
    assert shell("scutch-prune --wordlm 5000 --min-ppl 5 --no-context", once).out == once
