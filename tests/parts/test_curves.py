"""The figures of scutch-eval --plot, as numbers and as PNG."""
import json

import numpy as np
import pytest

from scutch.filters.training.evalparts import Curves
from utils import run

GOLD = {"a": {"id": "a", "text": "It is near here.\nAnd then it was far."}}
TEXTS = ["It is near here.", "Home", "And then it was far.", "Sign in"]
SCORES = [0.1, 0.9, 0.4, 0.4]


def page(scores=SCORES):
    return {"id": "a", "scorers": ["mlp"], "segments": [
        {"text": text, "scores": {"mlp": score}}
        for text, score in zip(TEXTS, scores, strict=True)]}


def curves(*pages, by=None):
    found = Curves(GOLD, by)
    for one in pages:
        found.add(one)
    return found


def test_precision_and_recall_of_what_each_threshold_keeps():
    thresholds, precision, recall = curves(page()).points()
    assert thresholds.tolist() == [0.1, 0.4, 0.9]
    assert precision.tolist() == pytest.approx([1, 9 / 11, 9 / 12])
    assert recall.tolist() == pytest.approx([4 / 9, 1, 1])


def test_dirty_words_by_score():
    found = curves(page()).reliability()
    assert found[[0, 3, 8]].tolist() == pytest.approx([0, 2 / 7, 1])      # 0.1, 0.4 and 0.9
    assert np.isnan(found[[1, 2, 4, 9]]).all()


def test_the_command_writes_a_png(tmp_path):
    pytest.importorskip("matplotlib", reason="the extra [plot] is not installed")
    (tmp_path / "gold.jsonl").write_text(json.dumps({**GOLD["a"], "page_type": "news"}))
    for name, data in ("some", [page(), page([2, -1, 1, 0])]), ("none", [{**page(), "id": "a",
                                                                       "segments": []}]):
        done = run("eval", "--gold", str(tmp_path / "gold.jsonl"), "--measures", "bow", "--plot",
                   str(tmp_path / f"{name}.png"),
                   data=b"".join(json.dumps(one).encode() + b"\n" for one in data))
        assert done.status == 0, done.err
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
