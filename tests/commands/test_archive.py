"""archive: the worked example of Leśniak 2017, snapshots, and hosts of all kinds."""
import json
import random

import pytest

import scutch
from scutch.filters.archive import METHODS, compare
from utils import DOC1, DOC2, lines, records, run

MENU = ["Home", "News and views", "Contact us"]
FOOT = "2016 - Example Inc. All rights reserved"


def segmented(pages, template=False):
    """Return the records of {url: HTML} as html2text and segment make them."""
    given = [{"id": url, "url": url, "html": page} for url, page in pages.items()]
    return list(scutch.pipe(given, f"html2text{' --template' * template}, segment"))


def page(number, own, host="a.example", path=None, time=None, menu=MENU, foot=FOOT, **fields):
    """Return a record: a menu, its own paragraphs, a footer."""
    tree = [["html", -1, ""], ["body", 0, ""], ["ul", 1, "menu"], ["div", 1, "main"],
            ["div", 1, "foot"]]
    texts = [(text, "li", 2) for text in menu] + [(text, "p", 3) for text in own] + [
        (foot, "p", 4)]
    segments = []
    for text, tag, parent in texts:
        tree.append([tag, parent, ""])
        segments.append({"text": text, "kind": "p", "tag": tag, "element": len(tree) - 1,
                         "chars": len(text), "words": len(text.split())})
    record = {"id": f"{number}", "url": f"https://{host}/{path or number}", "elements": tree,
              "segments": segments, **fields}
    return {**record, "timestamp": time} if time else record


def shown(record):
    """Return (text, bits, class) of each segment."""
    return [(segment["text"], segment["raw"]["archive"], segment["class"])
            for segment in record["segments"]]


def classes(record):
    return "".join(segment["class"][0] for segment in record["segments"])


# ------------------------------------------------------------------ the worked example

@pytest.mark.parametrize("template", [False, True])
def test_listing_2_10(template):
    """Annotated doc1.html: <dbce class="dbce-cur dbce-up"> is 11000, "dbce-cur" 10000."""
    first, second = compare(segmented({"http://www.example.com/doc1.html": DOC1,
                                       "http://example.com/doc2.html": DOC2}, template))
    assert shown(first) == [
        ("Buy More", "11000", "boilerplate"),
        ("New Cars", "11000", "boilerplate"),
        ("Definition of Boilerplate", "10000", "content"),
        ("2016 - Example Inc. All rights reserved", "11000", "boilerplate")]
    assert first["cross"] == {"bits": "11000", "up": "http://example.com/doc2.html"}
    assert shown(second)[2:] == [
        ("Content description", "10000", "content"),
        ("2016 - Example Inc. All rights reserved", "11000", "boilerplate")]


def test_listing_1_4():
    """The list is boilerplate as a whole; the element around it is neither class."""
    record, _ = compare(segmented({"http://a.example/1": DOC1, "http://a.example/2": DOC2}))
    assert [name for name, *_ in record["elements"]] == ["html", "body", "ul", "li", "li"]
    assert record["element_classes"] == "--bbb"


def test_the_parts_of_a_split_segment_are_segments():
    given = segmented({"http://a.example/1": DOC1, "http://a.example/2": DOC2})
    whole = given[0]["segments"][2]
    *_, first, second = compare(given)[0]["segments"]
    assert whole["text"] == f"{first['text']} {second['text']}"
    for part in first, second:
        assert part["chars"] == len(part["text"])
        assert part["kind"] == whole["kind"] and part["element"] == whole["element"]
    assert (first["words"], second["words"]) == (3, 6)
    assert (first["sentences"], second["sentences"]) == ([[0, 25]], [[0, 39]])
    for name in "markup_chars", "open_tags", "close_tags", "links", "link_chars":
        assert first[name] + second[name] == whole[name]
    assert "br" not in second and second["skipped"] == 0


# ------------------------------------------------------------------ time

STORY = "The bridge was closed on Monday because of the wind, the harbour police said."
ADVERTS = ["Buy more shoes here today", "New cars for everybody now", "Holidays by the warm sea"]
REMARK = "It was loud."
OTHER = "Trams will run all night from next summer on, as the council has decided."


def story(number, time, *own):
    return page(number, own, path="story", time=f"2016-09-{time}T22:45:46Z")


def test_content_is_what_stays_and_is_on_no_other_page():
    given = [story(day, day, STORY, advert)
             for day, advert in zip((21, 22, 23), ADVERTS, strict=True)]
    given += [page("x", [OTHER], time="2016-09-22T22:45:46Z")]
    found = compare(given)
    assert [record["cross"]["bits"] for record in found] == ["11001", "11011", "11010", "11000"]
    assert shown(found[1])[3:5] == [(STORY, "10011", "content"),
                                    (ADVERTS[1], "10000", "boilerplate")]
    assert [classes(record) for record in found] == ["bbbcbb", "bbbcbb", "bbbcbb", "bbbcb"]
    assert found[1]["cross"] == {"bits": "11011", "up": "x", "previous": "21", "next": "23"}


def full_cross():
    """Return pages of which the second has a full cross and a remark that is new on it."""
    story_of_six = [f"{STORY} {number}" * 3 for number in range(6)]
    with_remark = [*story_of_six[:3], REMARK, *story_of_six[3:]]
    return [story(21, 21, *story_of_six), story(22, 22, *with_remark), story(23, 23, *with_remark),
            page("x", [OTHER], time="2016-09-22T22:45:46Z"),
            page("y", [OTHER[::-1]], time="2016-09-22T22:45:46Z")]


@pytest.mark.parametrize("method", METHODS)
def test_what_becomes_of_invalid_segments(method):
    found = compare(full_cross(), method=method)[1]
    assert found["cross"]["bits"] == "11111"
    assert shown(found)[6][:2] == (REMARK, "10001")
    # as short as the menu; only the third layer shows that it belongs to the story
    wanted = {"keep": "i", "boilerplate": "b", "shared": "i", "between": "c", "nearest1": "b",
              "nearest2": "b", "nearest3": "c", "forest": "b"}[method]
    score = {"i": 0.5, "b": 0.8, "c": 0.32}[wanted]
    assert classes(found) == f"bbbccc{wanted}cccb"
    assert [segment["scores"]["archive"] for segment in found["segments"]] == [
        *[0.95] * 3, *[0.32] * 3, score, *[0.32] * 3, 0.95]


def test_a_menu_that_was_changed():
    given = full_cross()
    given[0]["segments"][0] = {**given[0]["segments"][0], "text": "Start"}
    found = compare(given)[1], compare(given, method="shared")[1]
    assert [shown(one)[0] for one in found] == [
        ("Home", "11101", "invalid"), ("Home", "11101", "boilerplate")]


# ------------------------------------------------------------------ hosts of all kinds

def test_a_page_alone_is_left_in_peace():
    record, = compare([page(1, [STORY])])
    assert record["cross"] == {"bits": "10000"} and "element_classes" not in record
    assert classes(record) == "iiiii"
    assert {segment["scores"]["archive"] for segment in record["segments"]} == {0.5}
    assert record["cuts"]["archive"] == 0.5


@pytest.mark.parametrize("pages", [
    [page(i, [STORY]) for i in range(5)],
    [page(i, [], menu=[], foot="") for i in range(5)],
    [{**page(i, []), "segments": []} for i in range(5)],
    [{**page(i, [str(i) * 9]), "elements": []} for i in range(5)],
    [{**page(i, [str(i) * 9]), "elements": [[f"x-{i}", -1, ""]]} for i in range(5)],
], ids=["identical", "empty", "no segments", "no structure", "as many templates"])
def test_no_evidence_no_harm(pages):
    for record, given in zip(compare(pages), pages, strict=True):
        assert record["cross"] == {"bits": "10000"}
        assert [(segment["text"], segment["scores"]["archive"]) for segment in record["segments"]
                ] == [(segment["text"], 0.5) for segment in given["segments"]]


def test_hosts_are_compared_each_by_itself():
    given = [page(i, [f"{OTHER}{i}" * 2], host=host)
             for i, host in enumerate(["a.example", "b.example", "www.a.example", "b.example"])]
    assert [record["cross"].get("up") for record in compare(given)] == ["2", "3", "0", "1"]


def test_pages_without_a_host_are_by_themselves():
    given = [{**page(i, [f"{OTHER}{i}" * 2]), "url": url}
             for i, url in enumerate([None, "", 7, "page.html"])]
    assert {record["cross"]["bits"] for record in compare(given)} == {"10000"}


def host(count, seed=1):
    """Return pages of a host in no order, some with snapshots, some without a url."""
    generator = random.Random(seed)
    words = [f"w{i}" for i in range(300)]
    found = []
    for i in range(count):
        own = [" ".join(generator.choices(words, k=generator.randrange(1, 30)))
               for _ in range(generator.randrange(6))]
        for day in range(generator.choice([1, 1, 1, 3])):
            found.append(page(f"{i}.{day}", own, path=str(i), time=f"2016-09-{day + 10}T00:00:00Z",
                              x_own=i))
    found += [{**page(f"n{i}", [STORY]), "url": None} for i in range(3)]
    generator.shuffle(found)
    return found


@pytest.mark.parametrize("method", ["keep", "nearest3", "forest"])
def test_records_come_out_one_for_one(method):
    given = host(40)
    before = json.dumps(given)
    found = compare(given, method=method)
    assert json.dumps(given) == before, "what goes in is not changed"
    assert [record["id"] for record in found] == [record["id"] for record in given]
    for record, one in zip(found, given, strict=True):
        assert record.get("x_own") == one.get("x_own")
        assert " ".join(segment["text"] for segment in record["segments"]).split() == (
            " ".join(segment["text"] for segment in one["segments"]).split())
        for segment in record["segments"]:
            bits = segment["raw"]["archive"]
            assert len(bits) == 5 and bits[0] == "1"
            assert all(cross == "1" for bit, cross in zip(bits, record["cross"]["bits"],
                                                          strict=True) if bit == "1")
            assert segment["words"] == len(segment["text"].split())
    assert len({record["cross"]["bits"] for record in found}) > 3


# ------------------------------------------------------------------ the command

def test_the_command_does_what_the_function_does():
    given = sorted(host(20), key=lambda record: record["url"] or "")
    done = run("archive", data=lines(given))
    assert done.status == 0
    assert records(done.out) == json.loads(json.dumps(compare(given)))


def test_counts_that_are_none():
    given = [page(i, [f"{OTHER}{i}" * 2]) for i in range(3)]
    given[1]["segments"][-1]["link_chars"] = "many"
    done = run("archive", data=lines(given))
    assert done.status == 0
    first, bad, third = records(done.out)
    assert bad["errors"][0]["code"] == "bad_segments" and "cross" not in bad
    assert (first["cross"]["up"], third["cross"]["up"]) == ("2", "0")


def test_hosts_that_come_again_are_refused():
    given = [page(i, [f"{OTHER}{i}" * 2], host=host)
             for i, host in enumerate(["a.example", "b.example", "a.example"])]
    done = run("archive", data=lines(given))
    assert done.status == 2
    assert done.err.decode() == (
        "scutch-archive: pages of a.example come again after those of other hosts: sort them by "
        "host first, or give --buffer\n")
    assert [record["id"] for record in records(done.out)] == ["0", "1"]
    done = run("archive", "--buffer", data=lines(given))
    assert done.status == 0
    assert [record["cross"].get("up") for record in records(done.out)] == ["2", None, "0"]


@pytest.mark.parametrize("limit", ["--max-pages=2", "--max-segments=10"])
def test_past_the_limit_a_hosts_pages_are_compared_among_themselves(limit):
    given = [page(i, [f"{OTHER}{i}" * 2]) for i in range(5)]
    found = records(run("archive", limit, data=lines(given)).out)
    assert [record["cross"].get("up") for record in found] == ["1", "0", "3", "2", None]


def test_in_a_chain_nothing_that_is_held_is_lost():
    given = [{"id": str(i), "url": f"http://a.example/{i}", "html": one}
             for i, one in enumerate([DOC1, DOC2])]
    piped = list(scutch.pipe(given, "html2text, segment, archive, tag"))
    assert [record["id"] for record in piped] == ["0", "1"]
    assert [segment["tags"]["archive"] for segment in piped[0]["segments"]] == ["j", "j", "d", "j"]
    done = run("chain", "html2text, segment, archive, emit --keep auto", data=lines(given))
    assert done.out.decode() == "Definition of Boilerplate\n\nContent description\n\n"
