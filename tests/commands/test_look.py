"""look: records as a table, a corpus as counts."""
import re

import scutch
from scutch.filters.look import is_coloured, look
from utils import lines_of, run

SEGMENTS = [{"text": "Home", "kind": "l", "scores": {"mlp": 0.97}, "tags": {"mlp": "j"}},
            {"text": "It blew\tall night,\x1b[31m they said.", "kind": "p",
             "scores": {"charlm": 0.31, "mlp": 0.04}, "tags": {"charlm": "d", "mlp": "a"}},
            {"text": "Hidden words", "hidden": True, "scores": {"mlp": 0.2}}]
RECORD = {"id": "a", "lang": "en", "title": "Wind", "segments": SEGMENTS,
          "scorers": ["charlm", "mlp"], "cuts": {"mlp": 0.5}}


def test_a_line_a_segment_with_scores_letters_kind_and_text():
    done = run("look", data=lines_of(RECORD))
    assert done == (0, b"a  en  Wind\n"
                       b"     charlm   mlp      kind, - over 0.5 or hidden\n"
                       b"   1 -      - 0.97   j l - Home\n"
                       b"   2 0.31   d 0.04   a p It blew all night, [31m they said.\n"
                       b"   3 -      - 0.2    - - - hidden: Hidden words\n\n", b"")


def test_roles_and_the_rule_that_dropped_the_page():
    page = {**RECORD, "segments": [{**SEGMENTS[1], "role": "comment"},
                                   {**SEGMENTS[1], "role": "text"}, {**SEGMENTS[1], "role": 3}],
            "doc": {"dropped": {"rule": "max_quality", "value": 0.91}}}
    shown = run("look", data=lines_of(page)).out.decode().splitlines()
    assert shown[1:3] == ["     dropped by max_quality: 0.91",
                          "     charlm   mlp      kind, - over 0.5"]
    assert [line[21:].split(" It")[0] for line in shown[3:6]] == ["a p/comment", "a p", "a p"]
    odd = {"id": "a", "doc": {"dropped": 7}, "segments": []}
    assert run("look", data=lines_of(odd)).out == b"a\n\n"


def test_hidden_words_count_as_kept_where_the_threshold_of_hidden_ones_keeps_them():
    for cuts, kept in ({}, b"6"), ({"mlp": 0.3}, b"8"), ({"mlp": 0.1}, b"6"):
        table = run("look", "--stats", data=lines_of({**RECORD, "hidden_cuts": cuts})).out
        assert table.split(b"\n")[1].split() == [b"all", b"1", b"3", b"9", kept]


def test_what_is_long_is_cut_and_counted():
    text = {"id": "b", "text": "\n".join(f"Line {number} of the text." for number in range(9))}
    out = run("look", "--segments", "2", "--width", "20", data=lines_of(text)).out.decode()
    assert out == ("b\n   1 - Line 0 of ...\n   2 - Line 1 of ...\n     ... 7 more\n\n")
    assert look(text, segments=0)[0].count("Line") == 9


def test_what_is_wrong_with_a_record_is_shown():
    done = run("look", data=b"no json\n" + lines_of({"id": "c"}))
    assert done.status == 0
    assert re.findall(rb"scutch-look: (\S+)", done.out) == [b"not", b'"segments"']


def test_no_control_character_of_a_record_reaches_the_terminal():
    escape = "\x1b]52;c;cHduZWQ=\x07\r"
    names = {"command": escape, "message": escape + "\nb"}
    bad = {"id": escape, "errors": [names], "scorers": [escape], "lang": escape,
           "segments": [{"text": "a", "kind": escape, "role": escape, "scores": {escape: 0.1}}],
           "doc": {"dropped": {"rule": escape, "value": escape}}}
    for words, record in ([], bad), (["--stats"], bad), ([], {**bad, "segments": None}):
        out = run("look", *words, data=lines_of(record)).out
        assert b"]52;c;c" in out and not re.search(rb"[^\n -~]", out)


def test_counts_by_language_and_letter():
    other = {"id": "b", "lang": "de", "segments": [{"text": "Es war Nacht"}]}
    done = run("look", "--stats", data=lines_of(RECORD, other) + b"no json\n")
    rows = [line.split() for line in done.out.decode().splitlines()]
    assert rows == [
        ["documents", "segments", "words", "kept"],
        ["all", "3", "4", "12", "9"], ["en", "1", "3", "9", "6"], ["de", "1", "1", "3", "3"], [],
        ["letter", "segments", "words", "kept"],
        ["-", "2", "5", "3"], ["a", "1", "6", "6"], ["j", "1", "1", "0"], [],
        ["bad", "records:", "1"]]
    assert b'"read"' not in done.err and done.err.count(b"\n") == 1


def test_words_are_those_of_the_script():
    chinese = {"id": "a", "lang": "zh", "segments": [{"text": "河边的老磨坊 –"}]}
    table = run("look", "--stats", data=lines_of(chinese)).out
    assert table.split(b"\n")[1].split() == [b"all", b"1", b"1", b"4", b"4"]


def test_a_corpus_of_emit_is_counted_as_it_is():
    kept = [{"id": "a", "lang": "en", "text": "One two.\nThree."}, {"id": "b", "text": ""}]
    rows = run("look", "--stats", data=lines_of(*kept)).out.decode().splitlines()
    assert [row.split() for row in rows[1:]] == [
        ["all", "2", "2", "3", "3"], ["en", "1", "2", "3", "3"], ["-", "1", "0", "0", "0"]]


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


def test_what_two_chains_decide_differently(tmp_path):
    (tmp_path / "other").write_bytes(lines_of({"id": "a", "text": "Home"}))
    data = lines_of(RECORD, {**RECORD, "id": "b"})
    done = run("look", "--diff", str(tmp_path / "other"), data=data)
    first, second, total = done.out.decode().split("\n\n")
    assert first.splitlines() == ["a  en  Wind", "   1 + Home",
                                  "   2 - It blew all night, [31m they said.",
                                  "     - 1 segment of 6 words, + 1 segment of 1 word"]
    assert second == f"b  en  Wind\n     not in {tmp_path}/other"
    assert total == ("1 of 2 pages differ: - 1 segment of 6 words, + 1 segment of 1 word; "
                     f"1 not in {tmp_path}/other\n")
    (tmp_path / "other").write_bytes(lines_of(RECORD))
    assert run("look", "--diff", str(tmp_path / "other"), data=lines_of(RECORD)) == (
        0, b"0 of 1 page differ: - 0 segments of 0 words, + 0 segments of 0 words\n", b"")
    assert run("look", "--diff", "/no/file", data=lines_of(RECORD)).status == 2


def test_nothing_of_two_cleaned_texts_is_left_out(tmp_path):
    """Text without segments has only what was kept; FILE may have more, and other pages."""
    fewer = lines_of({"id": "a", "text": "Home\nIt blew all night."}, {"id": "c", "text": "Calm."})
    more = lines_of({"id": "a", "text": "Home\nThe storm came.\nIt blew all night.\nAnd\tso on"},
                 {"id": "b", "text": "More."}, {"id": "c", "text": "Calm."})
    (tmp_path / "fewer").write_bytes(fewer)
    (tmp_path / "more").write_bytes(more)
    assert run("look", "--diff", "more", "fewer", cwd=tmp_path).out.decode() == (
        "a\n     + The storm came.\n     + And so on\n"
        "     - 0 segments of 0 words, + 2 segments of 6 words\n\nb\n     only in more\n\n"
        "1 of 2 pages differ: - 0 segments of 0 words, + 2 segments of 6 words; 1 only in more\n")
    assert run("look", "--diff", "fewer", "more", cwd=tmp_path).out.decode() == (
        "a\n   2 - The storm came.\n   4 - And so on\n"
        "     - 2 segments of 6 words, + 0 segments of 0 words\n\nb\n     not in fewer\n\n"
        "1 of 3 pages differ: - 2 segments of 6 words, + 0 segments of 0 words; 1 not in fewer\n")
