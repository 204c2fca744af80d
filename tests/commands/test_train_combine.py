"""scutch-train combine: a model of a few pages, the same bytes in each run, copies of pages."""
import importlib.util
import json
import re

import numpy as np
import pytest

from scutch.filters.combine import Scorer
from scutch.filters.training.composites import copy
from utils import run

pytestmark = pytest.mark.skipif(not importlib.util.find_spec("lightgbm"), reason="needs LightGBM")

TEXT = "Farms at sea turn wind into power, and number {} of them is the largest, as it is told."


def pages(count=40):
    """Return lines of labelled records, each of its own site: a dirty menu, clean paragraphs."""
    lines = []
    for number in range(count):
        elements = [["body", -1, ""], ["nav", 0, "menu"], ["article", 0, "post"],
                    ["p", 2, ""], ["p", 2, ""], ["p", 2, ""]]
        segments = [{"text": f"{word} {number}", "tag": "nav", "element": 1, "words": 2,
                     "link_chars": 6, "label": "dirty"} for word in ("Home", "News", "Shop")]
        segments += [{"text": TEXT.format(f"{number} {place}"), "tag": "p", "element": 3 + place,
                      "words": 18, "link_chars": 0, "label": "clean"} for place in range(3)]
        lines.append(json.dumps({"id": f"p{number}", "site": f"s{number}.example", "title": "Wind",
                                 "elements": elements, "segments": segments}))
    return "\n".join(lines).encode() + b"\n"


def trained(path, *options):
    done = run("train_combine", "--out", str(path), "--folds", "2", "--trees", "9", "--splits", "3",
               *options, data=pages())
    assert (done.status, done.err) == (0, b""), done.err
    return done.out.decode()


def test_a_model_learns_the_pages_and_comes_again_byte_for_byte(tmp_path):
    report = trained(tmp_path / "a.model")
    for scope in "page", "main":
        assert re.search(rf"{scope}:\n  all text +\d+\.\d\d\n  at 0\.5 +100\.00", report)
    assert trained(tmp_path / "b.model") == report
    first, second = ((tmp_path / name).read_bytes() for name in ("a.model", "b.model"))
    assert first == second
    model = Scorer(str(tmp_path / "a.model")).of_markup
    assert set(model.heads) == {"main", "rest", "again"} and model.settings["pages"] == 40


def test_plain_text_has_a_model_of_its_own(tmp_path):
    plain = [json.loads(line) for line in pages().splitlines()]
    for record in plain:
        del record["elements"]
        record["segments"] = [{name: one[name] for name in ("text", "words", "label")}
                              for one in record["segments"]]
    data = "".join(json.dumps(record) + "\n" for record in plain).encode()
    options = "--out", str(tmp_path / "x"), "--folds", "2", "--trees", "9"
    done = run("train_combine", *options, "--no-copies", data=data)
    assert (done.status, done.err) == (0, b""), done.err
    assert set(Scorer(str(tmp_path / "x")).of_text.heads) == {"text"}
    done = run("train_combine", *options, data=data + pages(1))
    assert done.status == 0 and b"HTML and plain text have models of their own" in done.err


def test_copies_have_the_text_and_other_markup():
    record = json.loads(pages(1))
    found = [copy(record, seed) for seed in range(60)]
    assert all([one["text"] for one in some["segments"]]
               == [one["text"] for one in record["segments"]] for some in found)
    names = [[name for name, _, _ in some["elements"]] for some in found]
    assert any("nav" not in some for some in names) and any("nav" in some for some in names)
    assert any("table" in some for some in names)
    assert any(some["segments"][-1]["tag"] == "article" for some in found), "parted by <br>"
    assert any(not any(words for _, _, words in some["elements"]) for some in found)
    assert record == json.loads(pages(1)), "the record itself is as it was"
    assert copy(record, 3) == copy(record, 3)


def test_what_is_not_main_content_may_be_text_of_the_page():
    """A row of main content, one that is text of the page alone, a byline that counts for nothing,
    one of which main content is half, and one of neither."""
    from scutch.lm.combine.jointtraining import Samples, of_rest
    main, page, counts = [1, 0, 0, 0.5, 0], [1, 1, 0, 0.75, 0], [1, 1, 0, 1, 1]
    some = Samples(np.zeros((5, 200)), *map(np.array, (main, page, [2.0] * 5, counts)),
                   *np.ones((3, 5)))
    rows, shares, weights = of_rest(some)
    assert rows.shape[1] < 200
    assert (shares.tolist(), weights.tolist()) == ([1, 0, 0.5, 0], [2, 0, 1, 2])


def test_gold_gives_the_labels_of_scutch_label(tmp_path):
    plain = [{**page, "segments": [{name: value for name, value in segment.items()
                                    if name != "label"} for segment in page["segments"]]}
             for page in map(json.loads, pages(16).splitlines())]
    lines = b"".join(json.dumps(page).encode() + b"\n" for page in plain)
    gold = [{"id": page["id"], "site": page["site"],
             "text": "\n".join(segment["text"] for segment in page["segments"][3:])}
            for page in plain[:-1]]
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(one) + "\n" for one in gold))
    words = ["--gold", str(tmp_path / "gold.jsonl")]
    train = ["--folds", "2", "--trees", "3", "--splits", "2", "--no-copies", "--out"]
    labelled = run("label", "--with-title", *words, data=lines).out
    one = run("train_combine", *train, str(tmp_path / "a"), data=labelled)
    done = run("train_combine", *words, *train, str(tmp_path / "b"), data=lines)
    assert (one.status, done.status) == (0, 0) and one.out == done.out
    assert b"left out 1 of 16 records" in done.err
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
