"""scutch-train mlp: its input, what it refuses, its model; the models of texrex's data."""
import gzip
import json
import subprocess
import sys

import numpy as np
import pytest

from scutch.filters.scoring.featuresets import FEATURES
from scutch.lm.perceptron.network import Perceptron
from scutch.models import texrex
from utils import ROOT, labelled_sites, run

QUICK = ("--epochs", "30", "--networks", "1", "--folds", "2")


def test_a_model_of_records_scores_records(tmp_path):
    out = tmp_path / "a.model"
    lines = labelled_sites(6).replace(b'"clean"', b'"dirty"', 3)
    done = run("train_mlp", *QUICK, "--out", out, data=lines)
    assert (done.status, done.err) == (0, b"")
    assert done.out.startswith(b"6 pages, word F of pages not trained on, in 2 folds:\n")
    done = run("mlp", "--model", out, data=lines)
    assert done.status == 0
    record = json.loads(done.out.split(b"\n")[0])
    other = tmp_path / "b.model"
    run("train_mlp", *QUICK, "--seed", "1", "--out", other, data=lines)
    assert Perceptron.load(other).settings["seed"] == 1
    assert other.read_bytes() != out.read_bytes()
    assert record["scorers"] == ["charlm", "mlp"] and record["cuts"]["mlp"] == 0.5
    assert 0 <= record["segments"][0]["scores"]["mlp"] <= 1


def test_too_few_sites_and_no_labels(tmp_path):
    done = run("train_mlp", "--out", tmp_path / "m", data=labelled_sites(3))
    assert done.status == 2
    assert b"pages of 3 sites to train on, at least 10 are required" in done.err
    done = run("train_mlp", *QUICK, "--out", tmp_path / "m",
               data=labelled_sites(3).replace(b'"dirty"', b'"clean"'))
    assert (done.status, done.err) == (2, b"scutch-train mlp: all text is labelled clean: there is "
                                          b"nothing to tell apart\n")
    done = run("train_mlp", *QUICK, "--out", tmp_path / "m",
               data=labelled_sites(3) + b'{"segments": [{"text": "x"}]}\n')
    assert done.status == 0 and b"a segment has no label" in done.err


# --- texrex.py of share/models, which makes models of vectors -----------------------------------

@pytest.fixture
def samples():
    """Return 120 vectors of 12 pages; long blocks are clean."""
    inputs = np.random.default_rng(3).uniform(size=(120, len(FEATURES)))
    inputs[:, texrex.PAGE_COLUMN] = np.repeat(np.arange(12) / 20, 10)
    return texrex.Samples(inputs, (inputs[:, 0] < 0.6).astype(float))


def test_a_model_of_vectors(samples, tmp_path):
    """The program prints the measures of each file and of all, and writes a model."""
    rows = [" ".join(f"{x:.6f}" for x in row) + f"\n{dirty:.0f}\n" for row, dirty in zip(
        *samples, strict=True)]
    files, model = [tmp_path / "one.dat.gz", tmp_path / "two.dat.gz"], tmp_path / "a.model"
    for path in files:
        path.write_bytes(gzip.compress(f"120 {len(FEATURES)} 1\n{''.join(rows)}".encode()))
    words = [sys.executable, ROOT / "share/models/texrex.py", "--languages", "de,sv", "--source",
             "mine", "--folds", "2", "--out", model, *files]
    done = subprocess.run(words, capture_output=True, check=True, timeout=300)
    head, *lines = done.stdout.decode().splitlines()
    assert head.split() == ["folds", *texrex.COLUMNS]
    assert [line.split()[:2] for line in lines] == [
        [name, kind] for name in ("one.dat.gz", "two.dat.gz", "pooled")
        for kind in ("random", "page")]
    assert Perceptron.load(model).settings == {
        "features": "texrex", "languages": ["de", "sv"], "source": "mine",
        "activation": "gaussian"}


def test_folds():
    samples = texrex.Samples(np.repeat(np.eye(37)[:1], 60, 0).copy(), np.ones(60))
    samples.inputs[:, texrex.PAGE_COLUMN] = np.repeat(np.arange(20), 3)
    fold = texrex.page_folds(samples, 5, 1)
    assert all(len(set(fold[i:i + 3])) == 1 for i in range(0, 60, 3))
    assert np.bincount(fold).tolist() == [12] * 5
    random = texrex.random_folds(samples, 5, 1)
    assert np.bincount(random).tolist() == [12] * 5
    assert any(len(set(random[i:i + 3])) > 1 for i in range(0, 60, 3))


def test_no_sample_is_predicted_by_what_has_seen_it():
    samples = texrex.Samples(np.arange(10.0)[:, None], np.zeros(10))
    fold = np.arange(10) % 3

    def fit(inputs, _dirty):
        seen = set(inputs[:, 0])
        return lambda rows: np.array([row[0] in seen for row in rows], float)

    assert not texrex.unseen(samples, fold, fit).any()
