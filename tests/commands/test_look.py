"""look: records as a table, a corpus as counts."""
import random
import re

import pytest

import scutch
from scutch.filters.look import is_coloured
from scutch.filters.viewing.report import SAMPLES, SHOWN, Report
from utils import lines_of, run

SEGMENTS = [{"text": "Home", "kind": "l", "scores": {"mlp": 0.97}, "tags": {"mlp": "j"}},
            {"text": "It blew\tall night,\x1b[31m they said.", "kind": "p",
             "scores": {"charlm": 0.31, "mlp": 0.04}, "tags": {"charlm": "d", "mlp": "a"}},
            {"text": "Hidden words", "hidden": True, "scores": {"mlp": 0.2}}]
RECORD = {"id": "a", "lang": "en", "title": "Wind", "segments": SEGMENTS,
          "scorers": ["charlm", "mlp"], "cuts": {"mlp": 0.5}}


def test_no_control_character_of_a_record_reaches_the_terminal():
    escape = "\x1b]52;c;cHduZWQ=\x07\r"
    names = {"command": escape, "message": escape + "\nb"}
    bad = {"id": escape, "errors": [names], "scorers": [escape], "lang": escape,
           "segments": [{"text": "a", "kind": escape, "role": escape, "scores": {escape: 0.1}}],
           "doc": {"dropped": {"rule": escape, "value": escape}}}
    for words, record in ([], bad), (["--stats"], bad), ([], {**bad, "segments": None}):
        out = run("look", *words, data=lines_of(record)).out
        assert b"]52;c;c" in out and not re.search(rb"[^\n -~]", out)


def test_it_ends_a_chain():
    out, = scutch.pipe([RECORD], "tag, look --width 40")
    assert out.startswith(b"a  en  Wind\n")


# ---------------------------------------------------------------- colours, and what differs

def test_colours_only_where_they_are_wanted(monkeypatch):
    plain = run("look", data=lines_of(RECORD)).out
    assert b"\x1b" not in plain                      # in a pipe
    coloured = run("look", "--color", "always", data=lines_of(RECORD)).out
    assert re.sub(rb"\x1b\[[0-9;]*m", b"", coloured) == plain
    home, blew = coloured.splitlines()[2:4]
    assert home.endswith(b"\x1b[2m- Home\x1b[0m") and b"\x1b[1;38;5;208mj" in home
    assert blew.endswith(b"[31m they said.") and b"\x1b[1;38;5;33ma" in blew
    monkeypatch.setattr("sys.stdout", type("Terminal", (), {"isatty": lambda self: True})())
    monkeypatch.setenv("TERM", "xterm-256color")
    for value, wanted in (("", True), ("1", False)):
        monkeypatch.setenv("NO_COLOR", value)
        assert is_coloured("auto") is wanted
    monkeypatch.setenv("TERM", "dumb")
    assert not is_coloured("auto")


# ---------- the report of scutch-look: counts, samples, and nothing of a record that is markup

HOSTILE = "<script>alert(1)</script> & \"it\" 'is'"


def page(number, text="Farms at sea, and on land.", score=0.1, **more):
    return {"id": str(number), "url": f"http://{number}.example/", "scorers": ["mlp"],
            "segments": [{"text": text, "scores": {"mlp": score}},
                         {"text": "Home", "scores": {"mlp": 0.95}}], **more}


def report(pages):
    step = Report()
    for one in pages:
        assert step(one) == []
    return step.finish().decode()


def rows(html, name):
    """Return the cells of the rows of a table, by its heading."""
    table = html.partition(f"<h2>{name}</h2>")[2].partition("</table>")[0]
    return [re.findall(r"<td>([^<]*)</td>", row) for row in table.split("<tr>")[2:]]


def test_counts():
    html = report([page(1, lang="en"), page(2, lang="de", doc={"duplicate_of": "1"}),
                   page(3, lang="en", doc={"scores": {"quality": 0.83}})])
    assert "3 documents, 21 words, of which 18 are kept (85.7 %)" in html
    assert rows(html, "Language") == [["en", "2", "14", "12"], ["de", "1", "7", "6"]]
    assert rows(html, "Words kept of a document") == [["1 to 19", "3", "21", "18"]]
    assert rows(html, "Letter") == [["a", "3", "18", "85.7 %"], ["j", "3", "3", "14.3 %"]]
    assert rows(html, "Quality") == [["i", "1", "7", "6"]]
    assert rows(html, "Left out") == [["duplicate", "1", "7", "6"]]


def test_predictions_have_an_interval_over_hosts():
    """Of ten hosts, of which one has many pages, which say the same again."""
    pages = [page(number, doc={"scores": {"f": 0.9 + number / 200, "precision": 0.5}})
             for number in range(10)] + [page(0, doc={"scores": {"f": 0.9}})] * 20
    html = report(pages)
    line = r"Predicted F: 90.8 %, the mean of 30 documents, from ([\d.]+) to ([\d.]+) for 95 % of"
    low, high = map(float, re.search(line + " the draws of 10 hosts", html).groups())
    assert 90 <= low < 90.8 < 92 < high < 94.5
    assert "Predicted precision: 50.0 %, the mean of 10 documents, from 50.0 to 50.0" in html


@pytest.mark.parametrize("scores", [{}, {"f": None}, {"f": "1"}, {"f": 1e308}, {"f": True}, [7]])
def test_no_prediction(scores):
    assert "Predicted" not in report([page(1, doc={"scores": scores})])


def test_of_one_host_there_is_no_interval():
    assert "Predicted F: 80.0 %, the mean of 1 document.<" in report(
        [page(1, doc={"scores": {"f": 0.8}})])


def test_samples_do_not_depend_on_the_order():
    pages = [page(number, f"Text number {number}.") for number in range(60)]
    html = report(pages)
    assert html.count("<li>Text number") == SAMPLES and html.count("<li>Home") == 1
    assert len(rows(html, "Host")) == SHOWN and "And 35 more." in html
    random.Random(1).shuffle(pages)
    assert report(pages) == html


@pytest.mark.parametrize("score", [-1e308, 1e308, 0, 1, 1.0])
def test_any_score_and_any_text(score):
    html = report([page(1, HOSTILE, score, lang=HOSTILE, url=f"http://a/{HOSTILE}")])
    assert "<script" not in html and "&lt;script&gt;" in html


def test_the_command_counts_bad_records():
    for data, row in (b"", b""), (b'{"text": "A line."}\nno json\n', b"<td>bad record</td>"):
        done = run("look", "--report", data=data)
        assert done.status == 0 and done.out.startswith(b"<!doctype html>") and row in done.out
    assert run("look", "--report", "--diff", "x").status == 2
