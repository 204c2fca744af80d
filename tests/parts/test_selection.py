"""The options of scutch-prune, scutch-emit and scutch-clean that say what to keep."""
import pytest

from scutch.filters import stream
from scutch.filters.errors import BadRecord, Unusable
from scutch.filters.selection.segments import NAMED_KINDS, Selection
from utils import load


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
