"""archive: the worked example of Leśniak 2017, snapshots, and hosts of all kinds."""
import copy
import json
import random

import pytest

import scutch
from scutch.filters.archive import METHODS, compare
from scutch.filters.hosts.annotate import merged
from utils import DOC1, DOC2, lines, records, run, same_as_the_pipe, shell

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


# ---------- archive --merge: one page that was in several groups

def annotated(bits, *segments, **more):
    """Return a record with (text, class) segments."""
    scores = {"content": 0.32, "invalid": 0.5, "boilerplate": 0.8}
    return {"id": "a", "cross": {"bits": bits}, "scorers": ["archive"], "cuts": {"archive": 0.5},
            "segments": [{"text": text, "class": name, "scores": {"archive": scores[name]},
                          "raw": {"archive": bits if name == "boilerplate" else "10000"}}
                         for text, name in segments], **more}


def text_classes(record):
    return [(segment["text"], segment["class"]) for segment in record["segments"]]


def test_what_agrees_stands_and_what_is_shared_anywhere_is_boilerplate():
    one = annotated("11000", ("Home", "boilerplate"), ("It blew.", "content"),
                    ("Read on", "content"), ("Advert", "invalid"), ("New", "invalid"))
    other = annotated("11011", ("Home", "boilerplate"), ("It blew.", "content"),
                      ("Read on", "boilerplate"), ("Advert", "boilerplate"), ("New", "content"))
    before = copy.deepcopy([one, other])
    first, second = merged([one, other])
    assert first == second and [one, other] == before
    assert text_classes(first) == [("Home", "boilerplate"), ("It blew.", "content"),
                              ("Read on", "boilerplate"), ("Advert", "boilerplate"),
                              ("New", "content")]
    assert first["cross"] == other["cross"]
    assert [segment["raw"]["archive"] for segment in first["segments"]] == [
        "11011", "10000", "11011", "11011", "10000"]
    assert [segment["scores"]["archive"] for segment in first["segments"]] == [
        0.8, 0.32, 0.8, 0.8, 0.32]
    assert [text_classes(one) for one in merged([other, one])] == [text_classes(first)] * 2


def test_blocks_that_were_cut_in_different_places():
    one = annotated("11000", ("The end.", "content"), ("2016 Example Inc.", "boilerplate"))
    other = annotated("11100", ("The end. 2016", "content"), ("Example Inc.", "boilerplate"))
    whole = annotated("11000", ("The end. 2016 Example Inc.", "content"))
    for records_ in [one, other], [other, one], [whole, one, other], [one, whole]:
        text = " ".join(text for text, name in text_classes(merged(records_)[0])
                        if name == "boilerplate")
        assert text == "2016 Example Inc."
    assert text_classes(merged([whole, one])[1]) == [("The end.", "content"),
                                                ("2016 Example Inc.", "boilerplate")]


def test_the_command(tmp_path):
    page = ('<!doctype html><ul><li>Home of wind<li>News of wind</ul><div><p>{0} words that no '
            "other page has, {0} in all</div><p>{1} for all who are there")
    rows = [{"id": f"http://a.example/{n}", "url": f"http://a.example/{n}",
             "html": page.format(n, notice)}
            for n, notice in enumerate(["See you there", "See you there", "Go home quickly"])]
    for name, some in ("one", rows[:2]), ("two", rows[::2]):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in some))
    done = shell("for f in one two; do scutch-html2text $f | scutch-segment | scutch-archive "
                 "> $f.out; done; sort one.out two.out > all; scutch-archive --merge all | uniq",
                 cwd=tmp_path)
    assert (done.status, done.err) == (0, b"")
    found = records(done.out)
    assert [one["id"][-1] for one in found] == ["0", "1", "2"]
    assert dict(text_classes(found[0]))["See you there for all who are there"] == "boilerplate"
    assert text_classes(found[0])[0] == ("Home of wind", "boilerplate")
    alone = run("archive", "--merge", data=(tmp_path / "one.out").read_bytes())
    assert alone.out == (tmp_path / "one.out").read_bytes()


# ---------- scutch-clean --archive: pages in any order are compared by host

HOSTS = ["a.example", "www.a.example", "b.example", "alone.example"]
LINKS = "<ul><li><a href=/>Home and garden</a><li><a href=/n>News of the town</a></ul>"
NOTICE = "We print all letters that reach us before noon, if they are signed by their writers."
WORDS = "wind sea farm land turn blade grid tide power mast rope sail deck hull keel".split()


def html_page(number, host):
    """Return a page with running text of its own and a notice that its whole site has."""
    rng = random.Random(number)
    text = [" ".join(["The", *rng.choices(WORDS, k=20), "and it was", *rng.choices(WORDS, k=20)])
            for _ in range(3)]
    paragraphs = "".join(f"<p>{one}.</p>" for one in text)
    return {"id": str(number), "url": f"http://{host}/{number}",
            "html": f"<!doctype html><html lang=en><title>{number}</title><body>{LINKS}"
                    f"<div class=text>{paragraphs}</div><p>{NOTICE}</p>"}


def crawl(count=12):
    """Return pages of three hosts in mixed order, and one that is alone on its host."""
    pages = [html_page(number, HOSTS[number % 3]) for number in range(count)]
    return [*pages[:5], html_page(99, HOSTS[3]), *pages[5:]]


def test_what_a_host_repeats_goes_and_what_is_alone_stays():
    words = ["--by", "charlm", "--format", "jsonl"]
    with_it, without = (records(run("clean", *words, *args, data=lines(crawl())).out)
                        for args in (["--archive"], []))
    assert [one["id"] for one in with_it] == [one["id"] for one in crawl()]
    for joint, single in zip(with_it, without, strict=True):
        assert NOTICE in single["text"]
        if joint["id"] == "99":
            assert joint["text"] == single["text"]
        else:
            assert joint["text"] == single["text"].replace("\n" + NOTICE, "")


def manual(version, changed):
    """Return a page of a manual; the sentences `changed` are different in this version."""
    rng = random.Random(7)
    text = []
    for number in range(16):
        words = ["The", *rng.choices(WORDS, k=20), "and it was", *rng.choices(WORDS, k=20)]
        if number in changed:
            words[3:6] = f"of version {version}".split()
        text.append(" ".join(words))
    paragraphs = "".join(f"<p>{one}.</p>" for one in text)
    return {"id": f"v{version}", "url": f"http://docs.example/{version}/pins",
            "html": f"<!doctype html><html lang=en><title>Pins</title><body>{LINKS}"
                    f"<div class=text>{paragraphs}</div><p>{NOTICE}</p>"}


@pytest.mark.parametrize("versions", [2, 4])
@pytest.mark.parametrize("changed", [[3], [0, 5, 9]])
def test_versions_of_one_page_keep_their_text(versions, changed):
    """They share their content, so comparison alone would remove nearly all of it."""
    data = lines([manual(version, changed) for version in range(versions)])
    with_it, without = (records(run("clean", "--format", "jsonl", *args, data=data).out)
                        for args in (["--archive"], []))
    assert [one["text"] for one in with_it] == [one["text"] for one in without]
    assert len(without[0]["text"]) > 2000


def test_two_products_alike_among_others_of_their_shop_keep_their_text():
    """Half of the pages share a notice, boilerplate; two share a description, which is not."""
    pages = [html_page(number, "shop.example") for number in range(9)]
    twins = [{**manual(version, [3]), "url": f"http://shop.example/p{version}"}
             for version in (1, 2)]
    data = lines([*pages, *twins])
    with_it, without = (records(run("clean", "--format", "jsonl", *args, data=data).out)
                        for args in (["--by", "charlm", "--archive"], ["--by", "charlm"]))
    for joint, single in zip(with_it[-2:], without[-2:], strict=True):
        assert joint["text"] == single["text"].replace("\n" + NOTICE, "")
        assert NOTICE in single["text"]


def test_any_order_gives_the_same_pages():
    pages = crawl()
    given = {one["id"]: one["text"] for one in
             records(run("clean", "--archive", "--format", "jsonl", data=lines(pages)).out)}
    random.Random(1).shuffle(pages)
    found = records(run("clean", "--archive", "--format", "jsonl", data=lines(pages)).out)
    assert [one["id"] for one in found] == [one["id"] for one in pages]
    assert {one["id"]: one["text"] for one in found} == given


@pytest.mark.parametrize("options", ["", "--format jsonl", "--format html", "--max 1 --with-hidden",
                                     "--on-error skip --format jsonl", "--keep a-b"])
def test_the_pipe_that_explain_prints(options, tmp_path):
    data = lines(crawl()) + b'{"id":"empty"}\nno json\n' + lines([html_page(50, "a.example")])
    (tmp_path / "pages").write_bytes(data)
    assert same_as_the_pipe(f"--archive {options} pages", tmp_path).status == 0


def test_bad_input_is_counted_and_kept_in_its_place():
    data = lines(crawl(6)) + b'{"id":"empty"}\nno json\n' + lines([html_page(50, "a.example")])
    done = run("clean", "--archive", "--format", "jsonl", "--stats", data=data)
    *complaints, stats = done.err.splitlines()
    assert json.loads(stats) == {"command": "scutch-clean", "read": 10, "written": 10, "bad": 2,
                                 "skipped": 0, "left_out": 0, "empty": 0, "internal": 0}
    assert [b"scutch-html2text: stdin:" in line for line in complaints] == [True, True]
    assert [bool(one.get("errors")) for one in records(done.out)] == [False] * 7 + [True] * 2 + [
        False]
    done = run("clean", "--archive", "--format", "jsonl", "--on-error", "skip", "--stats",
               data=data)
    assert json.loads(done.err.splitlines()[-1]) == {
        "command": "scutch-clean", "read": 10, "written": 8, "bad": 2, "skipped": 2,
        "left_out": 0, "empty": 0, "internal": 0}
    assert not [one for one in records(done.out) if "errors" in one]


def test_the_first_bad_record_ends_it():
    pages = crawl(6)
    data = lines(pages[:4]) + b"no json\n" + lines(pages[4:])
    done = run("clean", "--archive", "--format", "jsonl", "--on-error", "stop", data=data)
    assert done.status == 3
    assert [one["id"] for one in records(done.out)] == [one["id"] for one in pages[:4]]


def test_inputs_that_are_not_there_or_hold_nothing(tmp_path):
    (tmp_path / "pages").write_bytes(lines(crawl(3)))
    done = run("clean", "--archive", "--format", "jsonl", "gone", "pages", cwd=tmp_path)
    assert done.status == 2 and len(records(done.out)) == 4
    assert done.err == b"scutch-clean: gone: No such file or directory\n"
    assert run("clean", "--archive", data=b"") == (0, b"", b"")


def test_lines_of_text_are_pages_without_a_host():
    text = b"The wind blew all night and nobody slept.\n\nIn the morning it was gone.\n"
    assert run("clean", "--archive", "--lines", data=text).out == run(
        "clean", "--lines", data=text).out
