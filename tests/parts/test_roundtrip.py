"""scutch-clean --archive: pages in any order are compared by host and come out in that order."""
import json
import random

import pytest

from utils import lines, records, run, same_as_the_pipe

HOSTS = ["a.example", "www.a.example", "b.example", "alone.example"]
MENU = "<ul><li><a href=/>Home and garden</a><li><a href=/n>News of the town</a></ul>"
NOTICE = "We print all letters that reach us before noon, if they are signed by their writers."
WORDS = "wind sea farm land turn blade grid tide power mast rope sail deck hull keel".split()


def page(number, host):
    """Return a page with running text of its own and a notice that its whole site has."""
    rng = random.Random(number)
    text = [" ".join(["The", *rng.choices(WORDS, k=20), "and it was", *rng.choices(WORDS, k=20)])
            for _ in range(3)]
    paragraphs = "".join(f"<p>{one}.</p>" for one in text)
    return {"id": str(number), "url": f"http://{host}/{number}",
            "html": f"<!doctype html><html lang=en><title>{number}</title><body>{MENU}"
                    f"<div class=text>{paragraphs}</div><p>{NOTICE}</p>"}


def crawl(count=12):
    """Return pages of three hosts in mixed order, and one that is alone on its host."""
    pages = [page(number, HOSTS[number % 3]) for number in range(count)]
    return [*pages[:5], page(99, HOSTS[3]), *pages[5:]]


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
            "html": f"<!doctype html><html lang=en><title>Pins</title><body>{MENU}"
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
    pages = [page(number, "shop.example") for number in range(9)]
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
    data = lines(crawl()) + b'{"id":"empty"}\nno json\n' + lines([page(50, "a.example")])
    (tmp_path / "pages").write_bytes(data)
    assert same_as_the_pipe(f"--archive {options} pages", tmp_path).status == 0


def test_bad_input_is_counted_and_kept_in_its_place():
    data = lines(crawl(6)) + b'{"id":"empty"}\nno json\n' + lines([page(50, "a.example")])
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
