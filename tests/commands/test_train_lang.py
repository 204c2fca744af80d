"""scutch-train lang: a model of one's own, and what is not enough for one."""
from types import SimpleNamespace

import pytest

from scutch.filters import train_lang
from scutch.filters.errors import BadRecord
from scutch.lm.characters.languagemodel import LanguageModel
from utils import records, run, three_languages


@pytest.mark.slow
def test_a_model_of_ones_own(tmp_path):
    done = run("train_lang", "--out", str(tmp_path / "model"), "--source", "letters",
               data=three_languages(6))
    assert done.status == 0 and done.err == b""
    assert done.out.startswith(b"characters  told right  named  left out: not named\n")
    settings = LanguageModel.load(tmp_path / "model").settings
    assert settings["languages"] == ["x", "y", "z"] and settings["source"] == "letters"
    done = run("lang", "--model", str(tmp_path / "model"), data=b'{"text":"fe geh efgh"}\n')
    record, = records(done.out)
    assert record["lang"] == "y"


def test_text_beyond_chars_is_passed_over(tmp_path):
    opts = SimpleNamespace(chars=10)
    trainer = train_lang.Trainer(opts)
    for text in "eight or", " so", "more":
        assert trainer({"lang": "EN-us", "text": text}) == []
    trainer({"lang": "de", "segments": [{"text": "a"}, {"text": "b"}]})
    assert trainer.texts == {"en": ["eight or", " so"], "de": ["a\nb"]}
    for bad in {"text": "a"}, {"lang": "de"}, {"lang": "de", "text": 7}, {"lang": 7, "text": "a"}:
        with pytest.raises(BadRecord):
            trainer(bad)
