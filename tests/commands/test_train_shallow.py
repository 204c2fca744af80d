"""scutch-train shallow: trees from labels, four classes, and what it refuses."""
import importlib.util
import random

import pytest

from scutch.lm import modelfile
from scutch.lm.shallow import shallowmodel as shallowmodel
from utils import lines, records, run

pytestmark = pytest.mark.skipif(not importlib.util.find_spec("lightgbm"), reason="needs LightGBM")

WORDS = "the wind turns and the rain falls on the hills while people wait for spring".split()
PAGES, SITES = 40, 10


def page(number, classes=True):
    """Return a labelled page: a menu of links, a headline, an article of long blocks, a menu."""
    rng = random.Random(number)

    def block(count, linked, label, name):
        found = {"text": " ".join(rng.choices(WORDS, k=count)), "label": label, "element": 0,
                 "link_words": count if linked else 0}
        return found | ({"label_class": name} if classes else {})

    menu, article = (
        [block(rng.randrange(*size), linked, label, name) for _ in range(rng.randrange(3, 6))]
        for size, linked, label, name in (((1, 4), True, "dirty", "boilerplate"),
                                          ((20, 60), False, "clean", "fulltext")))
    return {"id": str(number), "site": f"s{number % SITES}.example", "elements": [["p", -1, ""]],
            "segments": [*menu, block(7, False, "clean", "headline"), *article, *menu]}


INPUT = lines(map(page, range(PAGES)))


def train(folder, *args, data=INPUT, **env):
    return run("train_shallow", "--least", "20", *args, data=data, cwd=folder, **env)


def report(done):
    """Return (lines of the tree, {measure: number})."""
    assert (done.status, done.err) == (0, b"")
    tree, _, rest = done.out.decode().partition("\n\n")
    rows = [line.rpartition(" ") for line in rest.splitlines()[1:]]
    return tree.splitlines(), {name.strip(): float(value) for name, _, value in rows}


def test_a_tree_that_scores(tmp_path):
    tree, found = report(train(tmp_path, "--out", "my.model", "--features", "words+links"))
    assert all("number of words" in line or "link density" in line for line in tree)
    assert found["all text"] < found["at 0.5"] <= found["labels"] == 100
    done = run("shallow", "--model", "my.model", data=lines([page(99)]), cwd=tmp_path)
    out, = records(done.out)
    assert [(one["scores"]["shallow"] > out["cuts"]["shallow"]) == (one["label"] == "dirty")
            for one in out["segments"]].count(False) <= 1
    assert "text_class" not in out["segments"][0]


def test_four_classes(tmp_path):
    tree, found = report(train(tmp_path, "-o", "my.model", "--classes", "4", "--features",
                               "words,links", "--no-pruning"))
    assert {line.rpartition(": ")[2] for line in tree if ":" in line} == {
        "HEADLINE", "FULLTEXT", "BOILERPLATE"}
    assert found["at 0.5"] > 95
    out, = records(run("shallow", "--model", "my.model", data=lines([page(99)]), cwd=tmp_path).out)
    assert all(one["text_class"] == one["label_class"] for one in out["segments"])


def test_what_the_model_says_of_itself(tmp_path):
    train(tmp_path, "-o", "my.model", "--features", "links,number of words (C)", "--folds", "5",
          "--leaves", "3", "--by-page", "--source", "made up, CC0")
    model = modelfile.load(tmp_path / "my.model", "shallow")
    assert model.settings.items() >= {
        "features": ["link density (P)", "link density (C)", "link density (N)",
                     "number of words (C)"], "classes": shallowmodel.TWO, "pages": PAGES,
        "folds": 5, "seed": 0, "least": 20.0, "by_page": True, "method": "tree",
        "source": "made up, CC0"}.items()
    assert model.settings["leaves"] <= 3
    assert shallowmodel.ShallowTree.load(tmp_path / "my.model").settings == model.settings


def test_one_rule(tmp_path):
    tree, _ = report(train(tmp_path, "--method", "1r", "--features", "words,links"))
    assert tree == ["number of words (C) <= 5: BOILERPLATE", "number of words (C) > 5: CONTENT"]


# --- what is left out and refused ---------------------------------------------------------------

def test_records_without_labels(tmp_path):
    bad = lines([{"id": "1"}, {"id": "2", "segments": [{"text": "x"}]},
                 {"id": "3", "segments": [{"text": "***", "label": "dirty"}]}])
    done = train(tmp_path, data=INPUT + bad)
    assert done.status == 0 and len(done.err.splitlines()) == 2
    assert done.out == train(tmp_path).out
    done = train(tmp_path, "--classes", "4", data=lines([page(1, classes=False)]))
    assert b'a segment has no "label_class", which --classes 4 needs' in done.err


@pytest.mark.parametrize("args, complaint", [
    (["--folds", "11"], "pages of 10 sites to train on, at least 11 are required"),
    (["--leaves", "1"], "1: a whole number, 2 or more, is required"),
    (["--least", "0"], "0: a number over 0 is required"),
    (["--least", "nan"], "nan: a number over 0 is required"),
    (["--features", "words,smell"], "--features: smell: unknown feature; known are words, "),
    (["--features", ""], "--features: : unknown feature"),
    (["--out", "none/a"], "none: no such folder"),
])
def test_options(tmp_path, args, complaint):
    done = train(tmp_path, *args)
    assert (done.status, done.out) == (2, b"")
    line, = done.err.decode().splitlines()
    assert line.startswith("scutch-train shallow: ") and complaint in line


def test_nothing_to_train_on(tmp_path):
    assert b"no text with a label" in train(tmp_path, data=b"").err
    unsure = INPUT.replace(b'"dirty"', b'"unsure"').replace(b'"clean"', b'"unsure"')
    done = train(tmp_path, data=unsure)
    assert (done.status, done.err) == (2, b"scutch-train shallow: no text with a label that is "
                                          b"clean or dirty\n")


def test_pages_without_a_sure_label(tmp_path):
    """They are left out: no fold, and no weight of --by-page, is of such pages alone."""
    sure = lines(one for one in map(page, range(PAGES)) if one["site"] != "s0.example")
    unsure = lines({**page(number), "segments": [{**one, "label": "unsure"} for one
                                                 in page(number)["segments"]]}
                   for number in range(0, PAGES, SITES))
    for args in ["--by-page"], ["--folds", "2"]:
        done = train(tmp_path, "--folds", "9", *args, data=unsure + sure)
        assert (done.status, done.err) == (0, b"")
        assert done.out == train(tmp_path, "--folds", "9", *args, data=sure).out
