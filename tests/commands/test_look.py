"""look: records as a table, a corpus as counts."""
import json
import re

import scutch
from scutch.filters.look import look
from utils import run

SEGMENTS = [{"text": "Home", "kind": "l", "scores": {"mlp": 0.97}, "tags": {"mlp": "j"}},
            {"text": "It blew\tall night,\x1b[31m they said.", "kind": "p",
             "scores": {"charlm": 0.31, "mlp": 0.04}, "tags": {"charlm": "d", "mlp": "a"}},
            {"text": "Hidden words", "hidden": True, "scores": {"mlp": 0.2}}]
RECORD = {"id": "a", "lang": "en", "title": "Wind", "segments": SEGMENTS,
          "scorers": ["charlm", "mlp"], "cuts": {"mlp": 0.5}}


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def test_a_line_a_segment_with_scores_letters_kind_and_text():
    done = run("look", data=lines(RECORD))
    assert done == (0, b"a  en  Wind\n"
                       b"     charlm   mlp      kind\n"
                       b"   1 -      - 0.97   j l Home\n"
                       b"   2 0.31   d 0.04   a p It blew all night, [31m they said.\n"
                       b"   3 -      - 0.2    - - Hidden words\n\n", b"")


def test_hidden_words_count_as_kept_where_the_threshold_of_hidden_ones_keeps_them():
    for cuts, kept in ({}, b"6"), ({"mlp": 0.3}, b"8"), ({"mlp": 0.1}, b"6"):
        table = run("look", "--stats", data=lines({**RECORD, "hidden_cuts": cuts})).out
        assert table.split(b"\n")[1].split() == [b"all", b"1", b"3", b"9", kept]


def test_what_is_long_is_cut_and_counted():
    text = {"id": "b", "text": "\n".join(f"Line {number} of the text." for number in range(9))}
    out = run("look", "--segments", "2", "--width", "20", data=lines(text)).out.decode()
    assert out == ("b\n   1 - Line 0 of ...\n   2 - Line 1 of ...\n     ... 7 more\n\n")
    assert look(text, segments=0)[0].count("Line") == 9


def test_what_is_wrong_with_a_record_is_shown():
    done = run("look", data=b"no json\n" + lines({"id": "c"}))
    assert done.status == 0
    assert re.findall(rb"scutch-look: (\S+)", done.out) == [b"not", b'"segments"']


def test_counts_by_language_and_letter():
    other = {"id": "b", "lang": "de", "segments": [{"text": "Es war Nacht"}]}
    done = run("look", "--stats", data=lines(RECORD, other) + b"no json\n")
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
    table = run("look", "--stats", data=lines(chinese)).out
    assert table.split(b"\n")[1].split() == [b"all", b"1", b"1", b"4", b"4"]


def test_a_corpus_of_emit_is_counted_as_it_is():
    kept = [{"id": "a", "lang": "en", "text": "One two.\nThree."}, {"id": "b", "text": ""}]
    rows = run("look", "--stats", data=lines(*kept)).out.decode().splitlines()
    assert [row.split() for row in rows[1:]] == [
        ["all", "2", "2", "3", "3"], ["en", "1", "2", "3", "3"], ["-", "1", "0", "0", "0"]]


def test_it_ends_a_chain():
    out, = scutch.pipe([RECORD], "tag, look --width 40")
    assert out.startswith(b"a  en  Wind\n")
