"""Personal data of texts: hostile text, places in the text of a document, any number of jobs."""
from itertools import pairwise

import pytest

from scutch.filters.selection.personaldata import masked, places
from utils import lines_of, records, run

TEXT = "Ann: ann@example.org, +49 30 1234567"


def test_a_long_text_of_one_thing_is_read_once():
    """Each place is tried a bounded number of times: fifty thousand characters end at once."""
    for part in ("+1 ", "tel ", "tel.... 1", "a.b-", "@", "a@a.", "1-", "4111 ", "aa:", "DE12 ",
                 "(", "1.1.1.", "+(1(", " 1", "0", "a-", "A1", "A1B2 ", "x@", "电话：1", "٣",
                 "\ud800@", "+49\x00"):
        text = part * (50_000 // len(part))
        for long in text, "x@" + text, "tel 1" + text, "DE89" + text:
            assert len(masked(long)) == len(long)


def test_places_do_not_cross_and_are_in_order():
    text = TEXT + " DE89 3704 0044 0532 0130 00 4111 1111 1111 1111 8.8.4.44 tel 1@2.de 12345678"
    spans = places(text)
    assert [kind for *_, kind in spans] == ["email", "phone", "iban", "card", "ip", "email"]
    assert all(end <= start for (_, end, _), (start, _, _) in pairwise(spans))


def test_emit_has_the_places_in_the_text_of_the_document():
    page = {"id": "1", "pii": [[0, 3]], "segments": [
        {"text": "Hi \U0001f600."}, {"text": TEXT}, {"text": " "}, {"text": f"Or {TEXT}"}]}
    marked = run("prune", "--pii", "mark", data=lines_of(page)).out
    [record] = records(run("emit", "--format", "jsonl", data=marked).out)
    assert [record["text"][start:end] for start, end in record["pii"]] == [
        "ann@example.org", "+49 30 1234567"] * 2
    [record] = records(run("emit", "--format", "datatrove", data=marked).out)
    assert len(record["metadata"]["pii"]) == 4
    [record] = records(run("emit", "--format", "jsonl", "--text", "markdown", data=marked).out)
    assert "pii" not in record or record["pii"] == [[0, 3]], "places are those of plain text"


@pytest.mark.parametrize("wrong", [7, "x", [7], [[1]], [["a", 2]], [[-1, 2]], [[2, 1]], [[0, 99]],
                                   [[True, 2]], {}, None])
def test_wrong_places_of_a_segment_are_left_out(wrong):
    done = run("emit", "--format", "jsonl", data=lines_of(
        {"id": "1", "segments": [{"text": TEXT, "pii": wrong}, {"text": "b", "pii": [[0, 1]]}]}))
    [record] = records(done.out)
    assert done.status == 0 and record["pii"] == [[len(TEXT) + 1, len(TEXT) + 2]]


def test_the_same_at_any_number_of_jobs():
    data = lines_of(*({"id": str(n), "text": f"{n} {TEXT}"} for n in range(40)))
    for mode in "mask", "mark":
        alone = run("chain", f"prune --pii {mode}", data=data)
        assert alone.status == 0 and {"mask": b"xxx@", "mark": b'"pii"'}[mode] in alone.out
        assert run("chain", f"prune --pii {mode}", "--jobs", "2", data=data).out == alone.out
    [first, *_] = records(run("prune", "--pii", "mask", data=data).out)
    assert first == {"id": "0", "text": "0 Ann: xxx@xxxxxxx.xxx, +xx xx xxxxxxx"}


@pytest.mark.parametrize("form", ["markdown", "text", "jsonl --text html", "tei"])
def test_clean_masks_in_any_format(form):
    page = "<p>Write to ann_lee@example.org about the old harbour and its boats, all of you.</p>"
    done = run("clean", *f"--max 1 --pii mask --format {form}".split(), data=page.encode())
    assert b"harbour" in done.out and b"xxx" in done.out and b"ann" not in done.out


def test_clean_marks_places_where_they_have_a_field():
    page = b"<p>Write to ann_lee@example.org about the old harbour and its boats, all of you.</p>"
    record, = records(run("clean", "--max", "1", "--pii", "mark", "--format", "jsonl",
                          data=page).out)
    assert [record["text"][start:end] for start, end in record["pii"]] == ["ann_lee@example.org"]
    for form in "markdown", "csv", "jsonl --text markdown":
        done = run("clean", "--pii", "mark", "--format", *form.split(), data=page)
        assert done.status == 2 and b"--pii mask is for all" in done.err
