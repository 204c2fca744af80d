"""What users choose to keep: options, phrases, personal data, addresses, selectors."""
import gzip
import json
import random
import re
from itertools import pairwise

import pytest

from scutch.filters import stream
from scutch.filters.errors import BadRecord, Unusable
from scutch.filters.hosts.addresslists import AddressList
from scutch.filters.html.cssselectors import Compound, Selectors, chosen, compounds_of
from scutch.filters.selection.personaldata import masked, places
from scutch.filters.selection.segments import MOST_WORDS, NAMED_KINDS, OwnPhrases, Selection
from utils import DATA, PAGE, ROOT, lines_of, load, records, run, same_as_the_pipe


def options(*argv):
    return stream.options(load("prune")).parse_args(argv)


def segment(text, score, letter, raw, **more):
    return {"text": text, "scores": {"charlm": score, "mlp": 1 - score}, "raw": {"charlm": raw},
            "tags": {"charlm": letter}, **more}


RECORD = {
    "scorers": ["mlp", "charlm"], "cuts": {"charlm": 0.6, "mlp": 0.2},
    "segments": [segment("clean", 0.1, "a", -2.5), segment("edge", 0.5, "e", 0),
                 segment("over", 0.6, "f", 0.5), segment("dirty", 0.9, "i", 3, bar=True),
                 segment("unseen", 0.1, "a", -2, hidden=True)],
}


def kept(*argv, record=RECORD):
    return " ".join(s["text"] for s in Selection(options(*argv))(record))


def test_roles_that_are_not_there():
    assert kept("--keep", "a-e", record=RECORD) == "clean edge"
    assert kept("--keep", "a-e", "--without", ",".join(NAMED_KINDS), record=RECORD) == "clean edge"
    with pytest.raises(BadRecord, match="scutch-role"):
        kept("--without", "text", record=RECORD)
    assert kept("--without", "text", record={"segments": []}) == ""


@pytest.mark.parametrize("argv, complaint", [
    ("--with captions", "--keep"), ("--keep a --with text --without text", "both name text")])
def test_roles_in_contradiction(argv, complaint):
    with pytest.raises(Unusable, match=complaint):
        Selection(options(*argv.split()))


def test_a_role_that_is_none(capsys):
    with pytest.raises(SystemExit):
        options("--without", "comments,ads")
    assert "ads: neither a role of scutch-role nor a kind" in capsys.readouterr().err


# ---------- --phrases: segments with words of a file, the same everywhere and at any number of jobs

FILE = "﻿# of our sites\r\nFollow us on\n\n  newsletter\n阅读更多\nÜBER UNS\n"
PAGES = ROOT / "share" / "examples" / "pages"


@pytest.fixture
def phrases(tmp_path):
    path = tmp_path / "own phrases.txt"
    path.write_text(FILE, "utf-8")
    return path


@pytest.mark.parametrize("text, has", [
    ("Follow us on Twitter", True), ("FOLLOW,  us\non: Twitter", True), ("Newsletter", True),
    ("Please follow us on", True), ("über uns", True), ("请阅读更多新闻", True),
    ("Follow us", False), ("They follow usages on", False), ("newsletters", False), ("阅读", False),
    ("of our sites", False), ("", False), ("©", False),
    ("newsletter" + " word" * (MOST_WORDS - 1), True), ("newsletter" + " word" * MOST_WORDS, False),
    ("newsletter " + "x" * 5000, False)])
def test_a_text_has_a_phrase(phrases, text, has):
    assert OwnPhrases(str(phrases))(text) is has


def test_odd_bytes_and_many_phrases(tmp_path):
    path = tmp_path / "phrases"
    lines = b"".join(b"word%d more\n" % number for number in range(100_000))
    path.write_bytes(b"\xff\xfe caf\xe9\n" + lines + b"x" * 1_000_000)
    step = OwnPhrases(str(path))
    assert step("a word77777 MORE b") and not step("word77777 less")


def test_clean_the_same_at_any_number_of_jobs(tmp_path):
    path = tmp_path / "phrases"
    path.write_text("posted on\n", "utf-8")
    options = ["--format", "jsonl", str(PAGES)]
    without = run("clean", "--phrases", str(path), *options)
    all_of_it = run("clean", *options)
    assert b"Posted on February 9" in all_of_it.out
    assert b"Posted on February 9" not in without.out and without.status == 0
    assert run("clean", "--jobs", "2", "--phrases", str(path), *options).out == without.out


# ---------- personal data of texts: hostile text, any number of jobs

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


# ---------- pages that are passed over by their addresses: --drop-urls and --only-urls

# A list of addresses, addresses that it lists, and others
LIST, LISTED, UNLISTED = json.loads((DATA / "addresses.json").read_text("utf-8")).values()
UNLISTED += [f"http://{'ä' * 100_000}.example/", f"http://{'@' * 100_000}::"]


@pytest.fixture
def listing(tmp_path):
    path = tmp_path / "list"
    path.write_text(LIST, "utf-8", newline="")
    return path


@pytest.mark.parametrize("urls, listed", [(LISTED, True), (UNLISTED, False)])
def test_what_a_line_lists(listing, urls, listed):
    has = AddressList(str(listing))
    assert [url for url in urls if has(url) != listed] == []


def test_compressed_and_empty_lists(tmp_path):
    (tmp_path / "gz").write_bytes(gzip.compress(b"a.example\n"))
    (tmp_path / "none").write_bytes(b"")
    assert AddressList(str(tmp_path / "gz"))("http://a.example/")
    assert not AddressList(str(tmp_path / "none"))("http://a.example/")


def test_many_stars_are_no_trap(tmp_path):
    (tmp_path / "list").write_text("a.example/" + "*a" * 500 + "*b\n" + "*" * 500 + "/c\n")
    has = AddressList(str(tmp_path / "list"))
    assert not has("http://a.example/" + "a" * 20_000)
    assert has("http://a.example/" + "a" * 20_000 + "b") and has("http://x.example/c")


# ------------------------------------------------------------------ in the commands

@pytest.fixture
def pages(tmp_path, listing):
    """Records, and a page without an address."""
    (tmp_path / "pages.jsonl").write_bytes(b"".join(
        json.dumps({"id": str(number), "url": url, "html": PAGE}).encode() + b"\n"
        for number, url in enumerate(LISTED[:5] + UNLISTED[:5])) + b"{bad\n")
    (tmp_path / "page.html").write_text(PAGE)
    return tmp_path


@pytest.mark.parametrize("option, wanted", [
    ("--drop-urls", ["5", "6", "7", "8", "9", "pages.jsonl:11", "page.html"]),
    ("--only-urls", ["0", "1", "2", "3", "4", "pages.jsonl:11"])])
def test_pages_are_passed_over(pages, option, wanted):
    done = same_as_the_pipe(f"--format jsonl {option} list pages.jsonl page.html", pages)
    assert [page["id"] for page in records(done.out)] == wanted
    said = b"left out %d of %d addresses by --drop-urls or --only-urls\n"
    counts = (5, 12) if option == "--drop-urls" else (6, 12)
    assert said % counts in done.err
    more = run("clean", "--jobs", "2", "--format", "jsonl", option, "list", "pages.jsonl",
               "page.html", cwd=pages)
    assert (more.out, more.err) == (done.out, done.err)
    read = run("read", "--stats", option, "list", "pages.jsonl", "page.html", cwd=pages)
    assert [page["id"] for page in records(read.out)] == wanted
    assert json.loads(read.err.splitlines()[-1])["unwanted_urls"] == counts[0]


def test_of_records_by_schema_and_both_lists(pages):
    done = run("clean", "--schema", "scutch", "--format", "jsonl", "--drop-urls", "list",
               "--only-urls", "list", "pages.jsonl", cwd=pages)
    assert [page["id"] for page in records(done.out)] == ["pages.jsonl:11"]
    done = run("clean", "--explain", "--schema", "scutch", "--drop-urls", "list", cwd=pages)
    assert done.status == 2 and b"--explain has no pipe for --drop-urls" in done.err


def test_nothing_is_left(pages):
    (pages / "all").write_text("*.*\nexample\nexample.org\n*\n")
    done = run("read", "--drop-urls", "all", "pages.jsonl", cwd=pages)
    assert done.err.count(b"left out 10 of 11 addresses") == 1
    (pages / "pages.jsonl").write_bytes((pages / "pages.jsonl").read_bytes()[:-5])
    done = run("read", "--drop-urls", "all", "pages.jsonl", cwd=pages)
    assert (done.out, done.err) == (
        b"", b"scutch-read: no page found; passed over: unwanted urls (10)\n")


# ---------- --drop and --only: selectors, files of them by host, and what lexbor's selectors match

THREE = b"".join(
    b'{"id":"%d","url":"%s","html":"<p class=x>One<p class=y>Two"}\n' % page for page in
    enumerate([b"http://news.a.example/1", b"http://b.example/2", b""]))


def texts(done):
    return ["".join(segment["text"] for segment in record["segments"])
            for record in records(done.out)]


@pytest.mark.parametrize("option, lines, wanted", [
    ("--drop", "www.A.example\t.x\n", ["Two", "OneTwo", "OneTwo"]),
    ("--drop", "a.example\t.x\r\n\nb.example\t.y\nnews.b.example\t.x\n", ["Two", "One", "OneTwo"]),
    ("--drop", "*\t.x\na.example\t.y", ["", "Two", "Two"]),
    ("--only", "a.example\t.x\n", ["One", "OneTwo", "OneTwo"]),
    ("--only", "", ["OneTwo"] * 3)])
def test_selectors_by_host(option, lines, wanted, tmp_path):
    """A host stands for those below it; pages of others, and without an address, stay whole."""
    (tmp_path / "sites.tsv").write_text(lines, "utf-8", newline="")
    done = run("html2text", option, "@sites.tsv", data=THREE, cwd=tmp_path)
    assert (done.status, done.err, texts(done)) == (0, b"", wanted)


@pytest.mark.parametrize("selector", [
    "", ",", "a,", ", a", "> a", "a >", "a > > b", "a:hover", "a + b", "a ~ b", "p::before", ".1a",
    "#-1", "[a", "[a=]", "[a!=b]", "[a='b]", ".ab]", "a{}", "*b", ".a p p ]", "..a", "@"])
def test_what_is_no_selector(selector):
    with pytest.raises(Unusable, match="no selector"):
        compounds_of(selector)


def test_the_chain_takes_them_at_any_number_of_jobs():
    options = "--drop", ".y", "--max", "1", "--format", "jsonl"
    done = run("clean", *options, data=THREE * 30)
    assert {record["text"] for record in records(done.out)} == {"One"}
    assert run("clean", *options, "--jobs", "3", data=THREE * 30).out == done.out
    assert b"scutch-html2text --drop .y" in run("clean", *options, "--explain").out


def test_many_selectors_on_many_elements():
    """Only what an element has is compared: 600 selectors on 20,000 elements, all different."""
    tree = "".join(f'<p class="a{number} b" id="i{number}">x</p>' for number in range(20_000))
    selectors = [f".c{number} > div, #d{number} p[e^=f]" for number in range(300)]
    assert chosen(tree, Selectors([*selectors, "#i7.a7", "[id=i8]", ".b.a9"], []))[0].count(
        "x") == 20_000 - 3


COMPOUNDS = ["div", "p", "b", "*", ".a", ".b", "#a", "[c]", "[c=a]", "p.a.b", "[class~='b']",
             "[class$=b]", "[c*=a]", "[class|=a]", "[class^='a']", "[id='a b']",
             "[id=a-bc]", "[c*='menu']", "[class~='menu']", "[class^='menu-']", "[id$='menu2 b']"]
VALUES = ["a", "b", "a b", "a-b", "menu-a", "b menu", "a menu2 b", "a-bc"]


def _page(choose):
    """Return a page of nested elements with a text, a number, in each."""
    parts, stack = ["<!doctype html><title>t</title>"], []
    for number in range(30):
        if stack and choose.random() < 0.4:
            parts.append(f"</{stack.pop()}>")
        else:
            stack.append(choose.choice(["div", "b"]))
            attributes = "".join(f' {name}="{choose.choice(VALUES)}"'
                                 for name in ("class", "id", "c") if choose.random() < 0.4)
            parts.append(f"<{stack[-1]}{attributes}>.{number} ")
    return "".join(parts)


def test_lexbor_matches_the_same():
    lexbor = pytest.importorskip("selectolax.lexbor",
                                 reason="the extra [fast] is not installed")
    choose, count = random.Random(1), 0
    for _ in range(300):
        selector = choose.choice(COMPOUNDS) + "".join(
            choose.choice([" ", ">", " > ", ","]) + choose.choice(COMPOUNDS) for _ in range(
                choose.randrange(3)))
        parser = lexbor.LexborHTMLParser(_page(choose))
        wanted = {text for node in parser.css(selector) if node.tag not in ("html", "head", "title")
                  for text in re.findall(r"\.\d+", node.text())}
        tree, _ = chosen(parser.html, Selectors([], [selector]))
        assert set(re.findall(r"\.\d+(?![^<]*>)", tree)) == wanted, selector
        left, _ = chosen(parser.html, Selectors([selector], []))
        assert set(re.findall(r"\.\d+", parser.html)) - set(re.findall(r"\.\d+", left)) == wanted
        count += len(wanted) > 0
    assert count > 100


@pytest.mark.parametrize("selectors, matched", [
    ([f"div > p.q{number}" for number in range(1_000)], 112),
    ([f"[class*=x-q{number}y]" for number in range(1_000)], 112),
    ([f"p[class^='menu x-q{number}y']" for number in range(1_000)], 112)])
def test_what_many_selectors_share_is_looked_at_once(selectors, matched, monkeypatch):
    looked = []
    matches = Compound.matches
    monkeypatch.setattr(Compound, "matches", lambda compound, *about: (
        looked.append(compound) or matches(compound, *about)))
    tree = "<body>" + "".join(f'<div id="a{n}"><p class="menu x-q{n * 9}y q{n * 9}">x</p></div>'
                              for n in range(200))
    assert chosen(tree, Selectors(selectors, ["body p"]))[0].count("x</p>") == 200 - matched
    assert len(looked) < 4_000
