"""What other programs say of places in a text is not written beside another text."""
import json

import pytest

from utils import records, run

TEXT = "Home\nWind farms at sea.\nImprint"
SEGMENTS = [{"text": line, "scores": {"s": score}} for line, score in zip(
    TEXT.split("\n"), (0.9, 0.1, 0.9), strict=True)]
PAGE = {"id": "a", "text": TEXT, "scorers": ["s"], "segments": SEGMENTS}
STALE = {
    "dolma": {"attributes": {"toxic": [[0, 4, 0.2], [5, 23, 0.1]]}},
    "hplt 2": {"pii": [[5, 9]], "seg_langs": ["en", "en", "de"]},
    "hplt 1": {"langs": ["en", "en", "de"], "scores": [0.1, 0.9, 0.2]},
    "cc_net": {"line_ids": [1, 5, 9]},
    "redpajama": {"quality_signals": {"rps_lines_num_words": [[0, 4, 1.0], [5, 23, 4.0]]}},
    "oscar": {"metadata": {"sentence_identifications": [{"label": "en"}, None, None]}},
    "spacy": {"ents": [{"start": 5, "end": 9, "label": "X"}], "entities": [[5, 9, "X"]]},
    "presidio": {"analysis": [{"entity_type": "URL", "start": 5, "end": 9, "score": 0.5}]},
    "offset and length": {"hits": [{"offset": 5, "length": 4}], "token_offsets": [0, 5]},
    "one answer": {"answer": {"answer_start": 5, "answer_end": 9}},
}
FIT = {"tags": ["a", "b", "c"], "lang": ["en", "de", "fr"], "prob": [0.9, 0.1, 0], "n": 3,
       "doc_scores": [9.1, 10.0], "metadata": {"warc_offset": 1, "warc_length": 2},
       "crawl": {"start": 1_700_000_000, "end": 1_700_000_009}, "null": [None], "none": {}}


def emitted(record, form="jsonl", argv=("--max", "0.5")):
    done = run("emit", "--format", form, *argv, data=json.dumps(record).encode())
    assert (done.status, done.err) == (0, b"")
    return records(done.out)[0]


@pytest.mark.parametrize("fields", STALE.values(), ids=STALE)
def test_they_are_left_out_with_a_note(fields):
    out = emitted({**PAGE, **fields})
    assert out["text"] == "Wind farms at sea." and not fields.keys() & out.keys()
    assert out["doc"]["notes"] == [
        f"without what is about places in the text before: {', '.join(fields)}"]


@pytest.mark.parametrize("fields", STALE.values(), ids=STALE)
@pytest.mark.parametrize("page", [PAGE, {"id": "a", "text": TEXT}], ids=["segments", "text"])
def test_they_stay_where_the_text_does(page, fields):
    out = emitted({**page, **fields}, argv=())
    assert out["text"] == TEXT and out.items() >= fields.items() and "doc" not in out


def test_what_says_nothing_of_places_stays():
    out = emitted({**PAGE, **FIT})
    assert out.items() >= FIT.items() and "doc" not in out


def test_of_an_object_the_rest_stays():
    out = emitted({**PAGE, "attributes": {"toxic": [[0, 4, 0.2]], "version": 3, "deep": [
        {"name": "x", "spans": [[0, 4]]}]}, "pii": []})
    assert out["attributes"] == {"version": 3, "deep": [{"name": "x"}]} and out["pii"] == []


def test_text_that_was_html_has_no_places():
    """Dolma's attributes of a document whose "text" is markup are places in the markup."""
    page = {"id": "a", "content": "<p>Wind farms at sea.</p>", "attributes": {"t": [[0, 25, 1.0]]}}
    done = run("chain", "html2text, segment, emit --format jsonl", data=json.dumps(page).encode())
    [out] = records(done.out)
    assert out["text"] == "Wind farms at sea." and "attributes" not in out


def test_dolma_has_those_that_fit_beside_the_scores():
    page = {**PAGE, "attributes": {"toxic": [[0, 4, 0.2]], "s": [[0, 1, 1.0]]}}
    assert emitted(page, "dolma", ())["attributes"] == {
        "toxic": [[0, 4, 0.2]], "s": [[0, 4, 0.9], [5, 23, 0.1], [24, 31, 0.9]]}
    assert emitted(page, "dolma")["attributes"] == {"s": [[0, 18, 0.1]]}
    assert emitted(page, "datatrove")["metadata"]["doc"]["notes"]


def test_columns_lose_them_as_records_do():
    line = json.dumps({"id": "a", "html": "<p>Wind farms at sea.", "pii": [[0, 3]]}).encode()
    for options in ([], ["--jobs", "2"]):
        [out] = records(run("clean", "--format", "jsonl", "--max", "1", *options, data=line).out)
        assert out["text"] and "pii" not in out and out["doc"]["notes"]
