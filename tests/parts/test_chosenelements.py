"""--drop and --only: selectors, files of them by host, and what lexbor's selectors match."""
import random
import re

import pytest

from scutch.filters.errors import Unusable
from scutch.filters.html.cssselectors import Compound, Selectors, chosen, compounds_of
from utils import records, run

PAGES = b"".join(
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
    done = run("html2text", option, "@sites.tsv", data=PAGES, cwd=tmp_path)
    assert (done.status, done.err, texts(done)) == (0, b"", wanted)


@pytest.mark.parametrize("selector", [
    "", ",", "a,", ", a", "> a", "a >", "a > > b", "a:hover", "a + b", "a ~ b", "p::before", ".1a",
    "#-1", "[a", "[a=]", "[a!=b]", "[a='b]", ".ab]", "a{}", "*b", ".a p p ]", "..a", "@"])
def test_what_is_no_selector(selector):
    with pytest.raises(Unusable, match="no selector"):
        compounds_of(selector)


def test_the_chain_takes_them_at_any_number_of_jobs():
    options = "--drop", ".y", "--max", "1", "--format", "jsonl"
    done = run("clean", *options, data=PAGES * 30)
    assert {record["text"] for record in records(done.out)} == {"One"}
    assert run("clean", *options, "--jobs", "3", data=PAGES * 30).out == done.out
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
