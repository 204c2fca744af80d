"""The annotated page: its text, elements and colours, and that no script of it runs."""
import json
import re
from html.parser import HTMLParser

import pytest

from scutch.filters.errors import BadRecord
from scutch.filters.sinks.annotated import HEAD, MAX_DEPTH, SHOWN, html
from utils import records, run, shell

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
VOID = {"meta", "br", "hr"}


class Reader(HTMLParser):
    """The output as a browser reads it: elements, texts and their colours."""

    def __init__(self, page):
        super().__init__()
        self.open, self.names, self.attributes, self.spans = [], set(), set(), []
        self.text = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.names.add(tag)
        self.attributes |= {(tag, name) for name, _ in attributes}
        if tag not in VOID:
            self.open.append(tag)
        if tag == "span":
            self.spans.append((dict(attributes).get("class"), "/".join(self.open[:-1]), ""))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] == ["span"]:
            colour, path, text = self.spans[-1]
            self.spans[-1] = colour, path, text + data
        self.text.append(data)


def read(record, by=None, kept=None):
    """Return the Reader of the page of one record."""
    return Reader(html(record, record["segments"] if kept is None else kept, by).decode())


def segments(*pairs, **more):
    return [{"text": text, "kind": "p", "class": name, **more} for text, name in pairs]


TREE = [["html", -1, ""], ["body", 0, "home"], ["ul", 1, "menu"], ["li", 2, ""], ["li", 2, ""],
        ["form", 1, ""], ["h1", 5, ""], ["p", 5, ""]]


def test_elements_and_colours():
    found = [{"text": text, "element": element, "class": name} for text, element, name in (
        ("Home", 3, "boilerplate"), ("News", 4, "boilerplate"), ("Wind", 6, "content"),
        ("It blew", 7, "content"), ("at 9.", 7, "invalid"), ("Loose", 1, "content"))]
    page = read({"id": "a", "elements": TREE, "segments": found})
    legend, spans = page.spans[:4], page.spans[4:]
    assert [colour for colour, _, _ in legend] == ["content", "boilerplate", "invalid", "hidden"]
    assert spans == [
        ("boilerplate", "div/div/ul/li", "Home"), ("boilerplate", "div/div/ul/li", "News"),
        ("content", "div/div/div/h1", "Wind"), ("content", "div/div/div/p", "It blew"),
        ("invalid", "div/div/div/p", "at 9."), ("content", "div/div", "Loose")]


def test_lines_of_one_element():
    found = segments(("One", "content"), ("two", "content"), element=7)
    found[1]["br"] = True
    assert b"</span>\n<br><span" in html({"elements": TREE}, found)


def test_without_a_tree():
    found = [{"text": "Wind", "kind": "h"}, {"text": "It blew.", "kind": "p"},
             {"text": "for x:\n    y", "kind": "c"}]
    page = read({"id": "a", "segments": found})
    assert page.spans[4:] == [("", "h3", "Wind"), ("", "p", "It blew."),
                              ("", "pre", "for x:\n    y")]


SCORED = {"id": "a", "scorers": ["archive", "charlm"], "cuts": {"charlm": 0.3, "archive": 0.5},
          "segments": [{"text": "a", "class": "invalid", "scores": {"charlm": 0.2, "archive": 0.5}},
                       {"text": "b", "class": "content", "scores": {"charlm": 0.4, "archive": 0.1}},
                       {"text": "c", "scores": {"charlm": 0.2, "archive": 0.9}},
                       {"text": "d", "hidden": True, "scores": {"charlm": 0.9}},
                       {"text": "e"}]}


@pytest.mark.parametrize(("by", "colours"), [
    (None, ["invalid", "content", "content", "boilerplate hidden", ""]),
    ("archive", ["invalid", "content", "boilerplate", "hidden", ""]),
    ("charlm", ["content", "boilerplate", "content", "boilerplate hidden", ""]),
    ("other", ["", "", "", "hidden", ""]),
])
def test_what_decides_the_colour(by, colours):
    assert [colour for colour, _, _ in read(SCORED, by).spans[4:]] == colours


def test_only_what_is_kept_is_shown(tmp_path):
    (tmp_path / "a").write_text(json.dumps(SCORED))
    done = shell("scutch-emit --format html --by charlm --max 0.3 a", cwd=tmp_path)
    assert done.out == b""               # a segment has no score
    record = {**SCORED, "segments": SCORED["segments"][:4]}
    (tmp_path / "a").write_text(json.dumps(record))
    done = shell("scutch-emit --format html --by charlm --max 0.3 a", cwd=tmp_path)
    assert [text for _, _, text in Reader(done.out.decode()).spans[4:]] == ["a", "c"]


def test_documents_stand_alone():
    line = json.dumps(SCORED).encode() + b"\n"
    bad = json.dumps({**SCORED, "segments": [{"text": "x", "scores": {"charlm": "<b>"}}]}).encode()
    done = run("emit", "--format", "html", data=bad + b"\n" + line + b"{}\n" + line)
    assert done.status == 0 and len(done.err.splitlines()) == 2
    page = html(SCORED, SCORED["segments"])
    assert done.out == 2 * page
    assert page.startswith(b"<!doctype html>") and b"<title>a</title>" in page
    assert html(SCORED, []) == b""


# ------------------------------------------------------------------ nothing of the page runs

PAYLOADS = [
    "</span><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!--", "-->", "]]>",
    '" onmouseover="alert(1)', "'><svg/onload=alert(1)>", "</style><script>", "&lt;script&gt;",
    "<style>*{display:none}</style>", "<a href=javascript:alert(1)>x</a>", "<base href=//x>",
    "<meta http-equiv=refresh content=0>", "<plaintext>", "</html>", "\x00<\x00script>", "\ud800",
    "<iframe src=//x></iframe>", "<link rel=stylesheet href=//x>", "<form action=//x><input>",
]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_hostile_text_is_text(payload):
    tree = [["html", -1, payload], [payload, 0, payload], ["script", 1, ""], ["style", 1, ""],
            ["a", 1, ""], ["svg", 1, ""], ["p onclick=alert(1)", 1, ""]]
    record = {"id": payload, "url": payload, "title": payload, "lang": payload, "html": payload,
              "elements": tree, "scorers": [payload],
              "segments": [{"text": payload, "kind": payload, "tag": payload, "class": payload,
                            "element": number, "raw": {"archive": payload}}
                           for number in range(len(tree))]}
    page = read(record)
    assert page.names <= SHOWN | {"meta", "title", "style", "span", "div", "br", "hr"}
    assert page.attributes <= {("meta", "charset"), ("meta", "http-equiv"), ("meta", "content"),
                               ("span", "class")}
    shown = re.sub("[\x00\ud800]", " ", payload)
    assert [text for _, _, text in page.spans[4:]] == [shown] * len(tree)
    assert {colour for colour, _, _ in page.spans[4:]} == {""}


def test_the_policy_forbids_what_would_have_slipped_through():
    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in HEAD
    assert "url(" not in HEAD and "@import" not in HEAD


def test_through_the_commands():
    source = ("<!doctype html><title><script>x</title><body onload=alert(1)><h1>A</h1><p>" +
              "".join(payload + " b<p>" for payload in PAYLOADS
                      if payload not in ("<!--", "<plaintext>", "\ud800")))
    done = shell("scutch-html2text | scutch-segment | scutch-emit --format html",
                 json.dumps({"id": "a", "html": source}).encode())
    page = Reader(done.out.decode())
    assert "script" not in page.names and "img" not in page.names and "a" not in page.names
    assert not [name for tag, name in page.attributes if name.startswith("on")]
    assert len(page.spans) > 10


def test_deep_and_broken_trees_stay_small():
    tree = [["div", number - 1, ""] for number in range(100_000)]
    found = [{"text": "x", "element": 99_999}, {"text": "y", "element": 99_998},
             {"text": "z", "element": 5}, {"text": "v", "element": True}]
    page = html({"elements": tree}, found)
    assert page.count(b"<div>") == MAX_DEPTH == page.count(b"</div>")
    for tree in None, 7, [7, []], [["p", 5, ""]], [["p", "x", ""]], [[None, -1]]:
        found = [{"text": "x", "element": number} for number in (-1, 0, 1, 10**30, "a", None)]
        assert read({"elements": tree, "segments": found}).spans[4:]


def test_a_score_that_is_none():
    record = {"scorers": ["x"], "segments": [{"text": "a", "scores": {"x": "0.5"}}]}
    with pytest.raises(BadRecord):
        html(record, record["segments"])


def test_in_the_pipe_of_archive(tmp_path):
    page = "<body><ul><li>Home of wind<li>News of wind</ul><p>{}</p><p>All rights reserved by us"
    rows = [{"id": str(n), "url": f"http://a.example/{n}",
             "html": page.format(" ".join(f"word{n * 50 + i}" for i in range(40)))}
            for n in range(2)]
    (tmp_path / "site").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = shell("scutch-html2text site | scutch-segment | scutch-archive | tee scored | "
                 "scutch-emit --format html", cwd=tmp_path)
    for part in done.out.decode().split("<!doctype html>")[1:]:
        colours = [colour for colour, _, _ in Reader(part).spans[4:]]
        assert colours == ["boilerplate", "boilerplate", "content", "boilerplate"]
    assert len(records((tmp_path / "scored").read_bytes())) == 2
