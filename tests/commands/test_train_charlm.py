"""scutch-train charlm: models from gold and from labels, --tune, and what it refuses."""
import random

import pytest

from scutch.lm import modelfile
from utils import lines, records, run

CLEAN = "the wind turns and the rain falls on the hills while people wait for spring".split()
MENU = ["Home", "Contact", "Login", "Privacy", "Terms", "RSS", "Share this", "Page 1 of 9"]
PAGES, SITES = 24, 12
QUICK = "--n", "3", "--folds", "3"      # where the scores are not what is tested


def page(number, labels=False):
    """Return (record, gold record) of a page of menu, article and menu."""
    rng = random.Random(number)
    lines = [" ".join(rng.choices(CLEAN, k=rng.randrange(5, 30))) + "." for _ in range(4)]
    texts = [*rng.sample(MENU, 4), *lines, *rng.sample(MENU, 3)]
    site = f"s{number % SITES}.example"
    segments = [{"text": text, "element": 1 + (text in lines),
                 "link_chars": 0 if text in lines else len(text)} for text in texts]
    if labels:
        segments = [{**one, "label": "clean" if one["text"] in lines else "dirty"}
                    for one in segments]
    return ({"id": str(number), "url": f"https://{site}/{number}", "segments": segments,
             "elements": [["body", -1, ""], ["nav", 0, ""], ["main", 0, ""]]},
            {"id": str(number), "text": "\n".join(lines), "site": site})


INPUT = lines(page(number)[0] for number in range(PAGES))
LABELLED = lines(page(number, labels=True)[0] for number in range(PAGES))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "gold.jsonl").write_bytes(lines(page(number)[1] for number in range(PAGES)))
    return tmp_path


def train(folder, *args, data=INPUT, gold=("--gold", "gold.jsonl"), **env):
    return run("train_charlm", *gold, *args, data=data, cwd=folder, **env)


def figures(done):
    """Return {name: F} of a report."""
    assert (done.status, done.err) == (0, b"")
    rows = [line.split() for line in done.out.decode().splitlines()[1:]]
    return {" ".join(row[:-1]): float(row[-1]) for row in rows if row[0] not in ("weights", "bias")}


def refused(done):
    """Return the complaint, one line, of a run that trained nothing."""
    assert (done.status, done.out) == (2, b"")
    line, = done.err.decode().splitlines()
    assert line.startswith("scutch-train charlm: ")
    return line.removeprefix("scutch-train charlm: ")


@pytest.mark.parametrize("args", [
    ["--training", "differential"], *(pytest.param(words, marks=pytest.mark.long) for words in (
        [], ["--alphabet", "simplified", "--n", "6", "--q", "0.4", "--least-count", "2",
             "--least-change", "0.02"], ["--alphabet", "latin", "--n", "1"]))])
def test_a_model_that_scores(folder, args):
    done = train(folder, "--out", "my.model", *args)
    found = figures(done)
    assert done.out.startswith(b"24 pages, word F of pages not trained on, in 10 folds:\n")
    assert found["labels"] == 100
    assert found["all text"] + 3 < min(found["alone"], found["context"])
    for options in [], ["--no-context"]:
        done = run("charlm", "--model", "my.model", *options, data=lines([page(99, True)[0]]),
                   cwd=folder)
        assert (done.status, done.err) == (0, b"")
        found, = records(done.out)
        for segment in found["segments"]:
            score = segment["scores"]["charlm"]
            assert (score > found["cuts"]["charlm"]) == (segment["label"] == "dirty")


def test_labels_in_place_of_gold(folder):
    """The counts and the sites are the same, so the model is, too."""
    train(folder, "--out", "gold.model", *QUICK)
    figures(train(folder, "--out", "labels.model", *QUICK, gold=(), data=LABELLED))
    assert (folder / "labels.model").read_bytes() == (folder / "gold.model").read_bytes()
    options = *QUICK, "--training", "differential"
    train(folder, "--out", "gold.model", *options)
    train(folder, "--out", "labels.model", *options, gold=(), data=LABELLED)
    assert (folder / "labels.model").read_bytes() == (folder / "gold.model").read_bytes()


def test_plain_text(folder):
    """Without counts of links the model has no weight for them."""
    data = lines({"id": str(number), "segments": [
        {"text": one["text"]} for one in page(number)[0]["segments"]]} for number in range(PAGES))
    found = figures(train(folder, "--out", "my.model", data=data))
    assert found["context"] > found["all text"] + 3
    weights = modelfile.load(folder / "my.model", "charlm").settings["weights"]
    assert weights["markup"] == [*weights["text"], 0]


def pages_in(done):
    return int(done.out.split()[0])


def test_pages_left_out(folder):
    """No gold, empty gold, gold of which the page has little, a page without words."""
    gold = [page(number)[1] for number in range(PAGES)]
    gold[0]["text"], gold[1]["text"] = "", None
    gold[2]["text"] += "\nof other words" * len(gold[2]["text"].split())    # the page has a quarter
    del gold[5]
    data = INPUT + lines([{"id": "6", "segments": []}, {"id": "7", "segments": [{"text": "***"}]},
                          {"id": "8", "segments": [{"text": ""}]}])
    (folder / "gold.jsonl").write_bytes(lines(gold))
    options = *QUICK, "--out", "a"
    done = train(folder, *options, data=data)
    assert pages_in(done) == PAGES - 4
    assert b"left out 4 pages: the gold has no such id, or the page too little" in done.err
    assert pages_in(train(folder, *options, "--min-coverage", "0", data=data)) == PAGES - 3


def test_bad_records_are_told_and_do_not_mix_with_the_report(folder):
    bad = lines([{"id": "1"}, {"id": "2", "segments": 7}]) + b"{\n"
    done = train(folder, "--out", "my.model", *QUICK, data=INPUT + bad)
    assert done.status == 0 and len(done.err.splitlines()) == 3
    train(folder, "--out", "good.model", *QUICK)
    assert done.out == train(folder, "--out", "good.model", *QUICK).out
    assert (folder / "my.model").read_bytes() == (folder / "good.model").read_bytes()
    done = train(folder, "--out", "none.model", "--on-error", "stop", data=INPUT + bad)
    assert done.status == 3 and done.out == b"" and not (folder / "none.model").exists()


@pytest.mark.parametrize("label", [None, "", "good", 1, ["clean"], {}])
def test_a_segment_without_a_label(folder, label):
    data = lines([{"id": "1", "segments": [{"text": "x", "label": label}]}])
    done = train(folder, "--out", "my.model", *QUICK, gold=(), data=LABELLED + data)
    assert done.status == 0 and pages_in(done) == PAGES
    assert done.err == (b"scutch-train charlm: stdin:25: a segment has no label, clean, dirty or "
                        b"unsure: scutch-label writes it\n")


# --- folds by site --------------------------------------------------------------------------

def test_too_few_sites(folder):
    assert refused(train(folder, "--out", "my.model", "--folds", "13")) == (
        "pages of 12 sites to train on, at least 13 are required, one a fold (see --folds); "
        "a page's site is its \"site\", else the host of its url")
    assert refused(train(folder, "--tune", "--folds", "13")).startswith("pages of 12 sites ")
    assert refused(train(folder, "--out", "my.model", data=b"")) == (
        "no text with a label that is clean or dirty")
    assert not (folder / "my.model").exists()
    assert train(folder, "--out", "my.model", "--folds", "12").status == 0


# --- Figure 2 -------------------------------------------------------------------------------

def test_tune(folder):
    done = train(folder, "--tune", "--n", "4")
    assert (done.status, done.err) == (0, b"")
    first, head, *rows, last = done.out.decode().splitlines()
    assert first.startswith("bits per character of 24 pages, ") and first.endswith(", 10 folds")
    assert head.split() == ["n", *(f"q=0.{i}" for i in range(1, 10))]
    table = [[float(cell) for cell in row.split()] for row in rows]
    assert [row[0] for row in table] == [1, 2, 3, 4] and {len(row) for row in table} == {10}
    assert len(set(table[0][1:])) == 1, "q is nothing to unigrams"
    _, least, _, _, _, _, n, _, _, q = last.replace(",", "").split()
    n, q = int(n), float(q)
    assert min(cell for row in table for cell in row[1:]) == pytest.approx(float(least), abs=0.006)
    assert table[n - 1][round(10 * q)] == pytest.approx(float(least), abs=0.006)
    assert not list(folder.glob("*.model"))


# --- what is refused ------------------------------------------------------------------------


def test_a_model_that_cannot_be_written(folder):
    (folder / "taken").mkdir()
    assert refused(train(folder, "--out", "taken")) == "taken: Is a directory"


def test_signature(folder):
    done = run("train_charlm", "--out", "a", "--signature", cwd=folder)
    assert done.status == 0 and b"|alphabet:standard|" in done.out and b"|n:3|" in done.out
    assert not (folder / "a").exists()
