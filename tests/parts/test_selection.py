"""The options of scutch-prune, scutch-emit and scutch-clean that say what to keep."""
import pytest

from scutch.filters import stream
from scutch.filters.errors import BadRecord, Unusable
from scutch.filters.selection.segments import NAMED_KINDS, Selection
from utils import load, run


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


@pytest.mark.parametrize("argv, expected", [
    ("", "clean edge over dirty unseen"),
    ("--with-hidden", "clean edge over dirty unseen"),
    ("--by mlp", "clean edge over dirty unseen"),
    ("--keep a-e", "clean edge"),
    ("--keep e", "edge"),
    ("--keep f-j", "over dirty"),
    ("--keep e-e", "edge"),
    ("--keep f-k --letters 11", "over dirty"),
    ("--keep auto", "clean edge over"),
    ("--keep auto --by mlp", "dirty"),
    ("--max 0.5", "clean edge"),
    ("--max 1", "clean edge over dirty"),
    ("--min 0.5", "edge over dirty"),
    ("--min 0.5 --max 0.6", "edge over"),
    ("--max 0", ""),
    ("--max 0.4 --by mlp", "over dirty"),
    ("--raw --max 0", "clean edge"),
    ("--raw --min -2.4 --max 0.5", "edge over"),
    ("--keep a-e --with-hidden", "clean edge unseen"),
    ("--max 1 --with-hidden", "clean edge over dirty unseen"),
])
def test_kept(argv, expected):
    assert kept(*argv.split()) == expected


def test_a_limit_holds_its_border_and_letters_their_ends():
    edge = {"scorers": ["charlm"], "segments": [segment("on it", 0.3, "c", 0.3)]}
    for argv in ("--max 0.3", "--min 0.3", "--raw --max 0.3", "--keep a-c", "--keep c-d"):
        assert kept(*argv.split(), record=edge) == "on it"
    for argv in ("--max 0.2999", "--min 0.3001", "--keep a-b", "--keep d-e"):
        assert kept(*argv.split(), record=edge) == ""


@pytest.mark.parametrize("argv, record, code", [
    ("--keep a", {}, "no_segments"),
    ("", {"segments": "none"}, "bad_segments"),
    ("", {"segments": [{"text": "x", "tags": "a"}]}, "bad_segments"),
    ("--keep a", {"segments": [{"text": "x"}]}, "no_score"),
    ("--keep a", {"segments": [{"text": "x"}], "scorers": []}, "no_score"),
    ("--max 1", {"segments": [{"text": "x"}], "scorers": ["s"]}, "no_score"),
    ("--max 1", {"segments": [{"text": "x", "scores": {"s": 0}}, {"text": "y"}],
                 "scorers": ["s"]}, "no_score"),
    ("--max 1 --raw", {"segments": [{"text": "x", "scores": {"s": 0}}], "scorers": ["s"]},
     "no_score"),
    ("--max 1 --raw", {"segments": [{"text": "x", "raw": {"s": "10011"}}], "scorers": ["s"]},
     "bad_score"),
    ("--max 1", {"segments": [{"text": "x", "scores": {"s": True}}], "scorers": ["s"]},
     "bad_score"),
    ("--keep a", {"segments": [{"text": "x", "scores": {"s": 0}}], "scorers": ["s"]}, "no_tags"),
    ("--keep a --by t", RECORD, "no_tags"),
    ("--keep auto", {"segments": [{"text": "x", "scores": {"s": 0}}], "scorers": ["s"]},
     "no_cut"),
    ("--keep auto", {**RECORD, "cuts": {"charlm": "0.5"}}, "no_cut"),
    ("--keep auto --by wordlm", RECORD, "no_score"),
    ("--keep auto", {**RECORD, "cuts": [0.5]}, "no_cut"),
])
def test_bad_records(argv, record, code):
    with pytest.raises(BadRecord) as caught:
        kept(*argv.split(), record=record)
    assert caught.value.code == code


def test_untagged_says_what_to_run():
    with pytest.raises(BadRecord, match="scutch-tag"):
        kept("--keep", "a-e", "--by", "mlp")


@pytest.mark.parametrize("record", [
    {"segments": []},
    {"segments": [{"text": "x", "hidden": True}]},
])
@pytest.mark.parametrize("argv", ["--keep a-e", "--keep auto", "--max 0.5"])
def test_a_page_without_text_needs_no_score(argv, record):
    assert kept(*argv.split(), record=record) == ""


@pytest.mark.parametrize("argv", [
    "--keep e-a", "--keep A-E", "--keep a-e-f", "--keep 0.5", "--keep", "--keep all",
    "--max nan", "--max inf", "--min x", "--raw", "--raw --keep a", "--keep a --max 1",
    "--keep auto --min 0", "--min 0.6 --max 0.5", "--kee a", "--keep z", "--keep a-k",
    "--keep d --letters 3", "--keep a --letters 27", "--max -1",
])
@pytest.mark.parametrize("command", ["prune", "emit"])
def test_unsound_options_end_with_one_line_and_status_2(command, argv):
    done = run(command, *argv.split())
    assert (done.status, done.out, done.err.count(b"\n")) == (2, b"", 1), done.err


def test_contradictions_are_refused_before_a_record_is_read():
    with pytest.raises(Unusable):
        Selection(options("--keep", "a", "--max", "0.5"))


ROLES = {**RECORD, "segments": [
    {**one, "role": role} for one, role in
    zip(RECORD["segments"], ["text", "comment", "caption", "navigation", "caption"], strict=True)]}


@pytest.mark.parametrize("argv, expected", [
    ("--without comments", "clean over dirty unseen"),
    ("--without comment,captions", "clean dirty"),
    ("--keep a-e --without comments", "clean"),
    ("--keep a-e --with captions", "clean edge over"),
    ("--keep a-e --with captions --with-hidden", "clean edge over unseen"),
    ("--max 0.2 --with navigation --without text", "dirty"),
    ("--only-roles comments", "edge"),
    ("--keep a-e --only-roles text,captions", "clean"),
    ("--keep a-e --only-roles captions --with captions", "over"),
    ("--keep auto --without comments,text,captions,navigation", ""),
])
def test_roles(argv, expected):
    assert kept(*argv.split(), record=ROLES) == expected


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
