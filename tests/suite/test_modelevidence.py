"""The models that come with scutch see what they were trained on: share/models/evidence.jsonl."""
import ast
import runpy
from importlib import import_module

import pytest

from utils import ROOT

FOLDER = ROOT / "share" / "models"
MADE = runpy.run_path(str(FOLDER / "evidence.py"))
LINES = MADE["read"](FOLDER)
MODELS = sorted(path.stem for path in FOLDER.glob("*.model"))


def changes(name):
    """Return {feature: (its hash and some values when the model was made, the same now)}."""
    due, now = LINES[name]["evidence"], MADE["evidence_of"](FOLDER / f"{name}.model")["evidence"]
    return {feature: (due.get(feature), now.get(feature)) for feature in {**due, **now}
            if due.get(feature) != now.get(feature)}


def test_each_model_has_a_line():
    assert sorted(LINES) == MODELS


@pytest.mark.parametrize("name", MODELS)
def test_it_sees_what_it_was_trained_on(name):
    found = changes(name)
    assert not found, f"train it anew: share/models/make {name}; if it is right as it is, and " \
        f"the same, share/models/make --evidence {name}:\n" + "\n".join(
            f"  {feature}: {due} when it was made, {now} now"
            for feature, (due, now) in found.items())


@pytest.mark.parametrize("path", sorted((ROOT / "lm" / "evidence").glob("[!_]*.py")),
                         ids=lambda path: path.name)
def test_a_module_of_evidence_says_that_models_are_trained_on_it(path):
    assert "share/models/make" in ast.get_docstring(ast.parse(path.read_text("utf-8")))


@pytest.mark.parametrize("name", MODELS)
def test_the_line_is_that_of_the_file(name):
    made = MADE["hashlib"].sha256((FOLDER / f"{name}.model").read_bytes()).hexdigest()
    assert LINES[name]["sha256"] == made, f"run share/models/make --evidence {name}"


@pytest.mark.parametrize("name, module, constant, value, features", [
    ("combine", "headline", "LEAST_LIKENESS", 1.1, {"from headline"}),
    ("combine", "containers", "ITEM", 3, {"top items level"}),
    ("mlp-web", "evidence", "LINE", 60, {"words a line"}),
])
def test_a_changed_constant_is_noticed(name, module, constant, value, features, monkeypatch):
    monkeypatch.setattr(import_module(f"scutch.lm.evidence.{module}"), constant, value)
    assert features <= set(changes(name))
