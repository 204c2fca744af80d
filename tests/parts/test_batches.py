"""Several pages at a time give the same as one at a time, whatever other lines are among them."""
import json
import os
import random

import pytest

from scutch import pipe
from scutch.filters.columns.refining import refined
from scutch.filters.edge.jsonlines import encode
from scutch.filters.errors import BadRecord, Unusable
from scutch.filters.role import Role
from scutch.filters.stream import stages
from scutch.filters.stream.chains import Chain
from scutch.filters.stream.stages import Stages
from scutch.filters.stream.step import FunctionStep, Grouped
from utils import DATA

ROW = "<tr><td>Wood</td><td>3</td></tr>"
PAGES = [
    {"id": "a", "html": "<title>A</title><nav class=menu><a href=/>Home</a> <a href=/b>News</a>"
     "</nav><h1>Wind</h1><p>Farms at sea were built in the north of the country last year, and "
     "they have paid.</p>"},
    {"id": "b", "html": ""},
    {"id": "c", "text": "Plain text, which has no page. It is handed on."},
    {"id": "d", "html": 7},
    {"id": "e", "html": f"<table>{ROW * 3}</table><ul><li>- one<li>- two</ul><p>1. Wash."
     "<p>2. Dry."},
    {"id": "f", "html": "<pre>I have seen no harm in it,\nand neither has he. Do you see it\nso, "
     "too? I would be glad to hear.</pre><p hidden>unseen</p>"},
    {"id": "g", "html": "<p>one line of the page that<br>goes on in the next one, and so<br>on.</p>"
     "<p>Home | About | Contact</p>", "lang": "de"},
    {"id": "h", "html": "<p>今日はよい天気です。</p><p>Ã© &amp;nbsp; \N{GRINNING FACE}</p>"},
]
SPECS = ["html2text", "html2text, segment", "html2text, segment, charlm, combine",
         "html2text, segment, charlm, combine --scope main, emit --keep auto",
         "html2text, segment, charlm --no-context, mlp --model language, tag",
         "html2text, segment, charlm, emit --keep auto", "html2text, segment, charlm, emit --max 1",
         "html2text --max-segments 2, segment, emit --format jsonl",
         "html2text, segment --max-segments 2, emit --format xml", "html2text, emit"]


def items(count=17):
    return [(str(i), dict(PAGES[i % len(PAGES)])) for i in range(count)]


def written(chain, records):
    return [record if isinstance(record, bytes) else encode(record) for record in records]


def many_of(stages, items):
    """Return the output of a batch."""
    return [output for _, output in stages.over(items)]


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_at_any_size(spec, capfd):
    chain = Chain(spec)
    alone = Stages(chain.stages)
    wanted = written(chain, [one for place, item in items() for one in alone(item, place)])
    for size in (1, 2, 8, 16):
        many, found = Stages(chain.stages), []
        for start in range(0, 17, size):
            found += written(chain, many_of(many, items()[start:start + size]))
        assert found == wanted
        assert vars(many.tally) == vars(alone.tally)


@pytest.mark.parametrize("spec", ["mlp", "charlm, combine", "charlm, combine --scope main"])
def test_records_of_a_pipe_too(spec, capfd):
    before = Stages(Chain("html2text, segment").stages)
    records = [record for place, item in items() for record in before(item, place)]
    for number, record in enumerate(records):
        for segment in record.get("segments") or []:
            segment["x_unknown"] = number
        if number % 5 == 4:
            record["segments"] = [{"text": "No count is known of it."}, {"text": "", "links": -1}]
    chain = Chain(spec)
    alone = Stages(chain.stages)
    wanted = [written(chain, alone(record, "x")) for record in records]
    for size in (2, 8, 17):
        for some in (records, [one for one in records if "errors" not in one]):
            many, found = Stages(chain.stages), []
            for start in range(0, len(some), size):
                found += [written(chain, [one]) for one in many_of(
                    many, [("x", record) for record in some[start:start + size]])]
            assert found == [line for record, line in zip(records, wanted, strict=True)
                             if any(one is record for one in some)]


def test_a_bad_page_costs_itself(monkeypatch, capfd):
    chain = Chain("html2text, segment, charlm")
    scorer = dict(chain.stages)["scutch-charlm"]
    of_pages, seen = scorer.of_pages, []

    def refuses(pages):
        seen.append(len(pages.records))
        if any(record["id"] == "e" for record in pages.records):
            raise ValueError("a bug")
        return of_pages(pages)
    monkeypatch.setattr(scorer, "of_pages", refuses)
    many = Stages(chain.stages)
    done = many_of(many, items(8))
    assert [record["id"] for record in done] == list("abcdefgh") and seen[0] == 6
    assert [record["id"] for record in done if "errors" in record] == ["d", "e"]
    assert many.tally.counts["crashed"] == 1 and all("scorers" in record for record in done
                                     if record["id"] not in "de")


def test_a_bug_that_only_costs_time_is_told(monkeypatch, capfd):
    """What fails for several pages at once goes one by one, and is told once."""
    chain = Chain("html2text, segment, tag")
    wanted = [one for place, item in items(2) for one in Stages(chain.stages)(item, place)]

    def fails(pages, *others):
        if len(pages) > 1:
            raise ZeroDivisionError("no rows")
        return refined(pages, *others)

    monkeypatch.setattr("scutch.filters.columns.refining.refined", fails)
    many = Stages(chain.stages)
    for _ in range(2):
        assert many_of(many, items(2)) == wanted
    assert many.tally.counts == {"fallback": 2}
    err = capfd.readouterr().err
    assert err.endswith(
        "internal error in scutch-segment; the pages were redone in smaller batches and the output "
        "is right: please report it (ZeroDivisionError: no rows)\n")
    assert err.count("internal error") == 1


class Held(Grouped):
    """A step that holds all records until the end."""

    def group(self, record):
        return True


def test_what_was_held_goes_on_in_batches(monkeypatch):
    count, sizes, of_pages = 3 * stages.MOST_RECORDS, [], Role.of_pages
    monkeypatch.setattr(Role, "of_pages",
                        lambda self, pages: sizes.append(len(pages)) or of_pages(self, pages))
    through = Stages([("scutch-x", Held(list)), ("scutch-role", Role())])
    given = [{"id": str(number), "segments": [{"text": "Hi."}]} for number in range(count)]
    assert many_of(through, [("p", record) for record in given]) == []
    done = [record for _, record in through.rest()]
    assert [record["id"] for record in done] == [record["id"] for record in given]
    assert all("role" in record["segments"][0] for record in done)
    assert sizes == [stages.MOST_RECORDS] * 3


def test_what_came_before_the_end_is_written():
    def ends(record):
        if record["id"] == "e":
            raise Unusable("no more")
        return [record]
    stages = Stages([*Chain("html2text").stages, ("scutch-x", FunctionStep(ends))])
    done = []
    with pytest.raises(Unusable, match="no more"):
        done.extend(stages.over([one for one in items(8) if one[1]["id"] != "d"]))
    assert [record["id"] for _, record in done] == ["a", "b", "c"]


def test_bad_lines_stay_in_their_places(capfd):
    given = [("1", BadRecord("not JSON", "bad_line", {"id": "x", "line": "{"})), *items(2)]
    done = Stages(Chain("html2text, segment").stages).over(given)
    assert [record["id"] for _, record in done] == ["x", "a", "b"]


def sizes(records, **settings):
    return list(map(len, stages.batches_of((("p", record) for record in records), **settings)))


@pytest.mark.parametrize("record", [
    {"html": "x" * stages.MOST_CHARACTERS}, {"html": "<p>" * stages.MOST_MARKS},
    {"segments": [{}] * stages.MOST_MARKS}, b"x" * stages.MOST_CHARACTERS])
def test_large_records_do_not_wait(record):
    assert sizes([record, {"html": "<p>x"}, {"html": "<p>x"}]) == [1, 2]


def test_none_waits_for_what_has_not_come(monkeypatch):
    ours, theirs = os.pipe()
    monkeypatch.setattr(stages, "STDIN", ours)

    def lines():
        os.write(theirs, b"two lines")
        yield "p", PAGES[0]              # there is more
        os.read(ours, 1 << 16)
        yield "p", PAGES[0]
        os.close(theirs)                 # its end has come
        yield "p", PAGES[0]
        yield "p", PAGES[0]
    assert [len(batch) for batch in stages.batches_of(lines(), reads_stdin=True)] == [2, 2]
    os.close(ours)


def test_a_chain_takes_several_records_of_an_iterable():
    """What the iterable raises comes after the records it gave before."""
    def given():
        yield from (item for _, item in items(60))
        raise OSError("lost")

    chain = Chain("html2text, segment, charlm")
    wanted = [record for place, item in items(60) for record in chain(item, place)]
    found = []
    records = chain.over(given())
    with pytest.raises(OSError, match="lost"):
        while True:
            found.append(next(records))
    assert found == wanted


@pytest.mark.parametrize("name", stages.LONG)
def test_long_fields_fill_a_batch(name):
    long = {name: "x" * stages.MOST_CHARACTERS}
    assert sizes([{name: "x"}, long, {name: "x"}]) == [2, 1]
    assert sizes([{name: "x"}] * (stages.MOST_RECORDS + 1)) == [stages.MOST_RECORDS, 1]


# ---------- pages made into blocks together have those of each alone, whatever is on the others

# Pieces of real pages, and pieces that once went wrong
PIECES = json.loads((DATA / "pieces.json").read_text("utf-8"))

ODD = ["<p>One</p></pre></a></span>", '<p>One<a href="x">two</p><pre>  t\n u',
       '<p>One<span hidden="">two</p>', "", "<li>x" * 3_000]


@pytest.mark.parametrize("parser", ["html5lib", "lexbor"])
@pytest.mark.parametrize("limit", ["", " --max-segments 3"])
def test_pages_of_a_batch_do_not_see_each_other(parser, limit):
    if parser == "lexbor":
        pytest.importorskip("selectolax", reason="the extra [fast] is not installed")
    rng = random.Random(7)
    texts = ["".join(rng.choices(PIECES, k=rng.choice([3, 10, 40]))) for _ in range(60)]
    pages = [{"id": str(number), "html": text} for number, text in enumerate([*ODD, *texts])]
    chain = f"html2text --marks --parser {parser}{limit}, segment"
    assert list(pipe(pages, chain)) == [record for page in pages for record in pipe([page], chain)]
