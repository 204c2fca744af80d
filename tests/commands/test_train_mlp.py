"""scutch-train mlp: its input, what it refuses, its model; the measures of its report."""
import gzip
import json
import shutil

import numpy as np
import pytest

from scutch.lm.perceptron import perceptrontraining as training
from scutch.lm.perceptron.perceptronmodel import PerceptronModel
from scutch.lm.perceptron.texrexfeatures import FEATURES
from utils import labelled_sites, run

RNG = np.random.default_rng(3)
QUICK = ("--epochs", "30", "--networks", "1", "--folds", "2")


@pytest.fixture
def vectors(tmp_path):
    """Return two files, each with 120 vectors of 12 pages; long blocks are clean."""
    paths = []
    for name in "one.dat", "two.dat.gz":
        inputs = RNG.uniform(size=(120, len(FEATURES)))
        inputs[:, training.PAGE_COLUMN] = np.repeat(np.arange(12) / 20, 10)
        lines = [f"{len(inputs)} {inputs.shape[1]} 1"]
        for row in inputs:
            lines += [" ".join(f"{x:.6f}" for x in row), str(int(row[0] < 0.6))]
        data = ("\n".join(lines) + "\n").encode()
        path = tmp_path / name
        path.write_bytes(gzip.compress(data, mtime=0) if name.endswith("gz") else data)
        paths.append(str(path))
    return paths


def test_a_model_of_vectors_and_its_report(vectors, tmp_path):
    out = tmp_path / "a.model"
    options = [*QUICK, "--fann", vectors[0], "--fann", vectors[1], "--out", out,
               "--languages", "de,sv", "--source", "mine"]
    done = run("train_mlp", *options)
    assert (done.status, done.err) == (0, b"")
    report = done.out.decode().splitlines()
    assert report[0].split() == ["folds", "precision", "recall", "f1", "correct", "baseline", "PRE"]
    assert [line.split()[:2] for line in report[1:]] == [
        [name, kind] for name in ("one.dat", "two.dat.gz", "pooled") for kind in ("random", "page")]
    settings = PerceptronModel.load(out).settings
    assert settings["features"] == "texrex"
    assert settings["languages"] == ["de", "sv"] and settings["source"] == "mine"
    first = out.read_bytes()
    run("train_mlp", *options)
    assert out.read_bytes() == first


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
    assert PerceptronModel.load(other).settings["seed"] == 1
    assert other.read_bytes() != out.read_bytes()
    assert record["scorers"] == ["charlm", "mlp"] and record["cuts"]["mlp"] == 0.5
    assert 0 <= record["segments"][0]["scores"]["mlp"] <= 1


@pytest.mark.parametrize("content, why", [
    (b"", "the first line has to be"), (b"1 2", "the first line"), (b"1 1 2 0 0 0", "outputs"),
    (b"2 1 1 0.5 1", "2 samples of 1 inputs and an output are 4 numbers, but 2 follow"),
    (b"a b c", "numbers in text"), (b"\x1f\x8bcut", "numbers in text"),
    (b"1 1 1 nan 1", "not finite"), (b"inf 37 1", "not finite"),
    (b"1 3 1 0 0 0 -1", "neither 0, clean, nor 1, dirty"), (b"1 3 1 0 0 0 1", "37 inputs"),
    (b"1 37 1" + b" 1" * 38, "all samples are of one kind"),
    (b"2 37 1" + b" 1" * 38 + b" 0" * 38, "2 samples, at least 10 are required"),
])
def test_what_is_no_data_of_fann_is_refused(tmp_path, content, why):
    path = tmp_path / "bad.dat"
    path.write_bytes(content)
    done = run("train_mlp", "--fann", path, "--out", tmp_path / "m")
    assert done.status == 2 and done.err.count(b"\n") == 1 and why in done.err.decode()
    assert not (tmp_path / "m").exists()


def test_files_of_one_name_are_two(vectors, tmp_path):
    (tmp_path / "other").mkdir()
    shutil.copy(vectors[0], tmp_path / "other")
    both = [word for path in (vectors[0], tmp_path / "other/one.dat") for word in ("--fann", path)]
    done = run("train_mlp", *QUICK, *both, "--out", tmp_path / "m")
    assert done.status == 0 and done.out.count(b"one.dat ") == 4 and b"pooled" in done.out
    done = run("train_mlp", *QUICK, *both, *both, "--out", tmp_path / "m")
    assert done.err == b"scutch-train mlp: --fann: a file is given twice\n"


@pytest.mark.parametrize("more", [["records.jsonl"], ["--features", "web"]])
def test_vectors_are_all_of_the_input(vectors, tmp_path, more):
    done = run("train_mlp", "--fann", vectors[0], "--out", tmp_path / "m", *more)
    assert done.status == 2 and b"--fann names all of the input" in done.err


@pytest.mark.parametrize("args", [[], ["--fann", "/no/file"],
                                  ["--out", "/no/folder/m"], ["--folds", "1", "--out", "m"],
                                  ["--out", "m", "--epochs", "0"], ["--out", "m", "--decay", "nan"],
                                  ["--out", "m", "--seed", "-1"]])
def test_options_that_do_not_fit_are_refused(args):
    done = run("train_mlp", *args)
    assert done.status == 2 and done.out == b""


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


def test_measures_worked_by_hand():
    """Of dirty blocks 2 of 3 found are right, 2 of 4 are found; of 7 decisions 4 are right."""
    outputs = np.array([0.9, 0.6, 0.51, 0.5, 0.2, 0.1, 0.0])
    dirty = np.array([1, 1, 0, 1, 1, 0, 0])
    row = training.measures(outputs, dirty)
    assert row == pytest.approx({"precision": 2 / 3, "recall": 1 / 2, "f1": 4 / 7,
                                 "correct": 4 / 7, "baseline": 4 / 7, "PRE": 0})
    assert training.measures(outputs, dirty, 0.15)["PRE"] == pytest.approx(1 - (1 / 7) / (3 / 7))


def test_folds():
    samples = training.Samples(np.repeat(np.eye(37)[:1], 60, 0).copy(), np.ones(60))
    samples.inputs[:, training.PAGE_COLUMN] = np.repeat(np.arange(20), 3)
    fold = training.page_folds(samples, 5, 1)
    assert all(len(set(fold[i:i + 3])) == 1 for i in range(0, 60, 3))
    assert np.bincount(fold).tolist() == [12] * 5
    random = training.random_folds(samples, 5, 1)
    assert np.bincount(random).tolist() == [12] * 5
    assert any(len(set(random[i:i + 3])) > 1 for i in range(0, 60, 3))


def test_no_sample_is_predicted_by_what_has_seen_it():
    samples = training.Samples(np.arange(10.0)[:, None], np.zeros(10))
    fold = np.arange(10) % 3

    def fit(inputs, _dirty):
        seen = set(inputs[:, 0])
        return lambda rows: np.array([row[0] in seen for row in rows], float)

    assert not training.unseen(samples, fold, fit).any()
