"""look: records as a table, a corpus as counts."""
import re

import scutch
from scutch.filters.look import is_coloured
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
