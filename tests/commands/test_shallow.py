"""scutch-shallow: features counted by hand, every branch of the rules, the filters for news."""
import json
import math
import random

import numpy as np
import pytest

from scutch.filters import shallow as command
from scutch.lm.shallow import printedrules, shallowmodel
from scutch.lm.shallow import printedrules as shallow
from scutch.lm.shallow import shallowfeatures as shallowfeatures
from utils import records, run

ARTICLE = "The wind farm off the coast turned for the first time this week, and the town came out."


def segment(text, link_words=0, element=0):
    return {"text": text, "link_words": link_words, "element": element}


# --- Algorithms 1 and 2: (previous, current, next) of link density and of density or words ------

@pytest.mark.parametrize("links, densities, content", [
    ((0, 0.333333, 0), (4, 9, 10), False), ((0, 0, 0), (5, 9, 10), True),
    ((0, 0, 0), (4, 9, 10.5), True), ((0, 0, 0), (4, 9.1, 0), False),
    ((0, 0, 0), (0, 9.1, 0.1), True), ((0.555556, 0, 0), (5, 1, 0), True),
    ((0.56, 0, 0), (12, 12, 11), False), ((0.56, 0, 0), (0, 1, 11.1), True),
    ((0, 0.34, 0), (20, 20, 20), False)])
def test_algorithm_1(links, densities, content):
    assert shallow.densitometric(list(links), list(densities))[1] == content


@pytest.mark.parametrize("links, words, content", [
    ((0, 0.333333, 0), (4, 16, 15), False), ((0, 0, 0), (5, 16, 15), True),
    ((0, 0, 0), (4, 16, 16), True), ((0, 0, 0), (0, 17, 0), True),
    ((0.555556, 0, 0), (5, 1, 0), True), ((0.56, 0, 0), (99, 40, 17), False),
    ((0.56, 0, 0), (0, 40, 18), True), ((0.56, 0, 0), (0, 41, 0), True),
    ((0, 0.34, 0), (99, 99, 99), False)])
def test_algorithm_2(links, words, content):
    assert shallow.number_of_words(list(links), list(words))[1] == content


# --- the filters for news -----------------------------------------------------------------------


def test_main_content():
    content = [c == "+" for c in "--+----+++-++"]
    words = [5, 2, 8, 2, 2, 2, 2, 40, 40, 40, 3, 50, 50]
    densities = [min(13, count) for count in words]
    comments = [i == 10 for i in range(13)]

    def kept(comments, title):
        return "".join("+" if k else "-" for k in printedrules.main_content(
            content, words, densities, comments, title))

    assert kept(None, None) == "------+++++++"
    assert kept(comments, None) == "------++++---"
    assert kept(comments, 0) == "+++---++++---", "the headline, and the content behind it"
    assert kept(comments, 2) == "--+---++++---"
    assert kept(comments, 8) == "------++++---", "a headline below the beginning"
    assert kept([i == 7 for i in range(13)], None) == "------+++++++", "too little above them"


# --- the command --------------------------------------------------------------------------------

RULES = ["tree", *command.RULES]
NEWS = {"title": "Man bites dog - The Daily", "elements": [["body", -1, ""]], "segments": [
    segment("Home News Sport", 3), segment("Man bites dog"), segment("By Ann Other"),
    segment(ARTICLE), segment(ARTICLE), segment("***"), segment(ARTICLE), segment(ARTICLE),
    segment("Comments (2)"), segment(ARTICLE), segment("Read more here", 3)]}


def kept(rule, record, *args):
    """Return which segments a rule keeps."""
    done = run("shallow", "--rule", rule, *args, data=json.dumps(record).encode())
    assert (done.status, done.err) == (0, b"")
    out, = records(done.out)
    assert out["scorers"] == ["shallow"]
    return [i for i, one in enumerate(out["segments"])
            if one["scores"]["shallow"] <= out["cuts"]["shallow"]]


@pytest.mark.parametrize("rule, args, wanted", [
    ("all", [], [*range(11)]), ("min-words", [], [3, 4, 6, 7, 9]),
    ("cleaneval", [], [3, 4, 6, 7, 9]), ("words", [], [2, 3, 4, 6, 7, 8, 9]),
    ("densitometric", [], [2, 3, 4, 6, 7, 8, 9]), ("largest", [], [1, 2, 3, 4, 6, 7, 8, 9]),
    ("main", [], [1, 2, 3, 4, 6, 7]), ("main", ["--with-comments"], [1, 2, 3, 4, 6, 7, 8, 9])])
def test_rules(rule, args, wanted):
    assert kept(rule, NEWS, *args) == wanted


def test_the_tree_that_comes_with_scutch():
    assert {3, 4, 6, 7, 9} <= set(kept("tree", NEWS)) <= {*range(11)} - {0, 5, 10}


def test_raw_is_the_text_density():
    out, = records(run("shallow", "--rule", "words", data=json.dumps(NEWS).encode()).out)
    raws = [one["raw"]["shallow"] for one in out["segments"]]
    assert raws[:4] == [3, 3, 3, 16] and raws[5] == 0


ODD = [{}, {"link_words": "x", "element": "y"}, {"link_words": None, "element": -5},
       {"link_words": 1e9, "element": 10 ** 30}, {"element": True, "words": []}, {"element": 1.5}]
TREES = [None, 7, [], {}, [None], [["p"]], [["p", 5, ""]], [["p", None, ""]], [[7, -1, ""]],
         [["p", -1, ""], [["x"], 0, ""]]]


@pytest.mark.parametrize("rule", RULES)
def test_any_record(rule):
    """Scores from 0 to 1 and one for each segment, whatever else the record says."""
    step = command.Scorer(rule)
    rng = random.Random(1)
    for tree in TREES:
        for title in None, 7, "", "Home - x", "x" * 1000:
            segments = [{"text": rng.choice(["", "x", "|", ARTICLE, "comments", "Home"]),
                         **rng.choice(ODD)} for _ in range(rng.randrange(12))]
            out, = step({"segments": segments, "elements": tree, "title": title, "cuts": []})
            assert len(out["segments"]) == len(segments)
            for one in out["segments"]:
                assert 0 <= one["scores"]["shallow"] <= 1
                assert math.isfinite(one["raw"]["shallow"]) and one["raw"]["shallow"] >= 0


def four_classes():
    """Return a model of four classes: by words of the block at 2 and at 10, then by links."""
    tree = shallowmodel.DecisionTree(
        np.array([0, -1, 0, 1, -1, -1, -1], np.int16),
        np.array([2, 0, 10, 0.5, 0, 0, 0], np.float32), np.array([2, 0, 6, 5, 0, 0, 0], np.int32),
        np.array([[9] * 4, [0, 0, 0, 9], [9] * 4, [9] * 4, [9, 0, 0, 0], [0, 0, 9, 3],
                  [0, 9, 0, 1]], np.float32))
    return shallowmodel.ShallowTree(tree, {
        "features": ["number of words (C)", "link density (C)"], "classes": shallowmodel.FOUR,
        "cut": 0.5})


def test_four_classes(tmp_path):
    path = tmp_path / "four.model"
    four_classes().save(path)
    out, = records(run("shallow", "--model", path, data=json.dumps(NEWS).encode()).out)
    assert [one["text_class"] for one in out["segments"]] == [
        "supplemental", "headline", "headline", "fulltext", "fulltext", "boilerplate", "fulltext",
        "fulltext", "boilerplate", "fulltext", "supplemental"]
    assert out["segments"][0]["scores"]["shallow"] == 0.25, "3 + 1 of 12 + 4"
    again = shallowmodel.ShallowTree.load(path)
    again.save(tmp_path / "again.model")
    assert (tmp_path / "again.model").read_bytes() == path.read_bytes()
