"""scutch-mlp: which model it uses, what it refuses, what features of the page add."""
import base64

import pytest

from scutch import pipe
from scutch.filters import mlp
from scutch.filters.errors import Unusable
from scutch.lm.perceptron.network import Perceptron
from utils import ROOT, run

SEGMENTS = [{"text": "Home", "kind": "l", "tag": "li"},
            {"text": "The wind was up, and we went to sea. It was cold.", "kind": "p", "tag": "p"}]
EXAMPLES = sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))


def scores(record, **options):
    done, = mlp.Scorer(**options)(record)
    return [segment["scores"]["mlp"] for segment in done["segments"]]


GERMAN = "Der Minister hat gesagt, dass die Regierung in diesem Jahr nicht mehr Geld ausgibt."


def test_the_model_of_a_language_is_taken_and_the_pooled_one_for_others():
    short = [{**one, "text": one["text"][:20]} for one in SEGMENTS]       # too short for a language
    for lang, name in ("de-AT", "de"), ("SV", "sv"), ("nl", "pooled"), ("ja", "pooled"):
        record = {"lang": lang, "segments": short}
        assert scores(record, model="language") == scores(record, model=name)
    record = {"lang": "sv", "segments": [{"text": GERMAN}]}
    assert scores(record, model="language") == scores(record, model="de")
    assert scores({"segments": SEGMENTS}, model="de") != scores({"segments": SEGMENTS}, model="sv")


def test_the_language_makes_no_difference_to_the_default():
    assert len({tuple(scores({"lang": lang, "segments": SEGMENTS})) for lang in ("de", "x")}) == 1


def test_features_of_another_version_are_refused(tmp_path):
    model = Perceptron.load(ROOT / "share" / mlp.MODELS["en"])
    for name in "page", "none":          # 37 inputs where page has more
        model.settings["features"] = name
        model.save(tmp_path / "a.model")
        with pytest.raises(Unusable, match="features that this version does not have"):
            mlp.Scorer(str(tmp_path / "a.model"))


def test_signature_names_each_model():
    done = run("mlp", "--model", "language", "--signature")
    assert [part.partition(":")[0] for part in done.out.decode().strip().split("|")[2:7]] == [
        "en", "de", "fr", "sv", "pooled"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_page_keeps_its_longest_paragraph_and_loses_its_menu(path):
    page = {"id": "a", "html_b64": base64.b64encode(path.read_bytes()).decode()}
    record, = pipe([page], "html2text, segment, mlp")
    segments = record["segments"]
    longest = max(segments, key=lambda one: one["chars"] - one["link_chars"])
    assert all(0 <= one["scores"]["mlp"] <= 1 for one in segments)
    if longest["words"] >= 40:
        assert longest["scores"]["mlp"] <= 0.5
    in_nav = [one for one in segments if record["elements"][one["element"]][0] == "nav"]
    assert sum(one["scores"]["mlp"] for one in in_nav) >= 0.5 * len(in_nav)
