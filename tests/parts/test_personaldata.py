"""Personal data of texts: hostile text, places in the text of a document, any number of jobs."""
from itertools import pairwise

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


def test_the_same_at_any_number_of_jobs():
    data = lines_of(*({"id": str(n), "text": f"{n} {TEXT}"} for n in range(40)))
    for mode in "mask", "mark":
        alone = run("chain", f"prune --pii {mode}", data=data)
        assert alone.status == 0 and {"mask": b"xxx@", "mark": b'"pii"'}[mode] in alone.out
        assert run("chain", f"prune --pii {mode}", "--jobs", "2", data=data).out == alone.out
    [first, *_] = records(run("prune", "--pii", "mask", data=data).out)
    assert first == {"id": "0", "text": "0 Ann: xxx@xxxxxxx.xxx, +xx xx xxxxxxx"}
