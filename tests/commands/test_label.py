"""scutch-label: labels, their confidence, classes, what is left out, and who reads them."""
import gzip
import json
import random

import pytest

from scutch.filters.errors import BadRecord
from scutch.filters.training.labels import labelled, labels, shares_of, words_of
from utils import lines, records, run

GOLD = {"id": "1", "text": "Wind farms at sea\nThe cables to the coast are laid in summer.",
        "site": "example.org"}
CLASSES = [{"class": "boilerplate", "text": "Home"},
           {"class": "headline", "text": "Wind farms at sea"},
           {"class": "fulltext", "text": "The cables to the coast\nare laid in summer."},
           {"class": "related", "text": "More wind farms at sea"}]
TEXTS = ["Home", "WIND FARMS AT SEA!", "***", "",
         "The cables to the coast are laid in summer. By our own reporter on the coast",
         "More wind farms at sea"]


@pytest.fixture
def label(tmp_path):
    def labelled(pages, gold, *args):
        (tmp_path / "gold.jsonl").write_bytes(lines(gold))
        done = run("label", "--gold", "gold.jsonl", *args, data=lines(pages), cwd=tmp_path)
        assert done.status == 0
        return records(done.out)
    return labelled


def page(texts=TEXTS, **fields):
    return {"id": "1", "segments": [{"text": text, "x": number}
                                    for number, text in enumerate(texts)], **fields}


def test_labels(label):
    found, = label([page(y=1)], [GOLD])
    assert (found["y"], found["site"]) == (1, "example.org")
    assert [one["x"] for one in found["segments"]] == list(range(len(TEXTS)))
    assert [(one["label"], one["label_confidence"]) for one in found["segments"]] == [
        ("dirty", 1), ("clean", 1), ("dirty", 0), ("dirty", 0),
        ("clean", 0.125), ("dirty", 1)], "9 words of 16; nothing is known of those without a word"
    assert not any("label_class" in one for one in found["segments"])


def test_classes(label):
    found, = label([page()], [GOLD | {"classes": CLASSES}])
    assert [one["label_class"] for one in found["segments"]] == [
        "boilerplate", "headline", "boilerplate", "boilerplate", "fulltext", "related"]
    assert [one["label"] for one in found["segments"]] == [
        "dirty", "clean", "dirty", "dirty", "clean", "dirty"]


@pytest.mark.parametrize("classes", [
    None, 7, {}, [7], [{"class": "a"}], [{"class": 1, "text": ""}]])
def test_classes_that_are_none(label, classes):
    found, = label([page()], [GOLD | {"classes": classes, "site": 7}])
    assert not any("label_class" in one for one in found["segments"])
    assert "site" not in found


@pytest.mark.parametrize("gold, kept", [
    ({}, True), ({"coverage": 0}, True), ({"text": GOLD["text"] + " a" * 40}, False),
    ({"text": ""}, False), ({"text": None}, False), ({"id": "2"}, False)])
def test_pages_left_out(label, gold, kept):
    assert len(label([page()], [GOLD | gold])) == kept
    assert len(label([page()], [GOLD | gold], "--min-coverage", "0")) == bool(
        (GOLD | gold)["text"] and "id" not in gold)


def test_the_title_of_the_gold_is_text_where_it_is_asked_for(label):
    gold = GOLD | {"text": "The cables to the coast are laid in summer.",
                   "title": "Wind farms at sea"}
    for option, first in ([], "dirty"), (["--with-title"], "clean"):
        found, = label([page()], [gold], *option)
        assert [one["label"] for one in found["segments"]] == [
            "dirty", first, "dirty", "dirty", "clean", "dirty"]
    found, = label([page()], [gold | {"title": None}], "--with-title")
    assert found["segments"][1]["label"] == "dirty"


def test_where_the_gold_has_no_title_the_headline_of_the_page_is_clean(label):
    some = page(title="Wind farms at sea – Example")
    for gold, first in (({}, "clean"), ({"title": None}, "clean"), ({"title": ""}, "dirty")):
        found, = label([some], [GOLD | {"text": TEXTS[4]} | gold], "--with-title")
        assert [one["label"] for one in found["segments"]] == [
            "dirty", first, "dirty", "dirty", "clean", "dirty"]
        assert found["segments"][1]["label_confidence"] == 1


@pytest.mark.parametrize("classes, clean", [
    ("fulltext", [4]), ("headline,fulltext", [1, 4]), ("related,boilerplate", [0, 5])])
def test_the_classes_that_are_clean(label, classes, clean):
    """The text of the gold says nothing then, and may be empty."""
    for text in TEXTS[0], "", None:
        found, = label([page()], [GOLD | {"classes": CLASSES, "text": text}], "--with-title",
                       "--clean", classes)
        assert [place for place, one in enumerate(found["segments"])
                if one["label"] == "clean"] == clean
        assert found["segments"][2]["label_confidence"] == 0, "no word, so nothing is known"


def test_strings_that_must_be_kept_say_nothing_of_other_text(label):
    gold = {"id": "1", "text": None, "with": ["The cables to the coast are laid in summer."]}
    done, = label([page()], [gold])
    assert [one["label"] for one in done["segments"]] == [*["unsure"] * 4, "clean", "unsure"]
    assert not label([page(TEXTS[:1])], [gold]), "none of it is on the page"


def test_the_share_of_words_of_clean_classes(label):
    for classes, confidence in ("fulltext", 0.125), ("fulltext,boilerplate", 1):
        found, = label([page()], [GOLD | {"classes": CLASSES}], "--clean", classes)
        assert found["segments"][4]["label_confidence"] == confidence


def test_pages_without_the_classes_that_are_clean(tmp_path):
    (tmp_path / "gold.jsonl").write_bytes(lines([
        GOLD | {"classes": CLASSES}, GOLD | {"id": "2"},
        {"id": "3", "text": TEXTS[0], "classes": [{"class": "fulltext", "text": "Not here."}]}]))

    def labelled(classes):
        return run("label", "--gold", "gold.jsonl", "--clean", classes,
                   data=lines([page(id=name) for name in "123"]), cwd=tmp_path)
    assert labelled("fulltext").err == (
        b'scutch-label: left out 2 of 3 records: 1 whose gold has no "classes", 1 with too little '
        b"of the gold on the page\n")
    assert labelled("fulltext,full").err == (
        b"scutch-label: --clean full: no class of gold.jsonl; known are boilerplate, fulltext, "
        b"headline, related\n")
    (tmp_path / "gold.jsonl").write_bytes(lines([GOLD]))
    assert labelled("full").err == (
        b"scutch-label: --clean full: no class of gold.jsonl; its pages have none\n")


def test_comments_that_the_gold_lacks_are_unsure(label):
    """The fifth text is in the gold and therefore clean, wherever it is on the page."""
    some = page()
    some["elements"] = [["body", -1, "comments"], ["div", 0, "comment-list"], ["p", 1, ""]]
    for segment, element in zip(some["segments"], [0, 0, 2, -1, 2, 2], strict=True):
        segment["element"] = element
    for option, name in ([], "dirty"), (["--unsure-comments"], "unsure"):
        found, = label([some], [GOLD], *option)
        assert [one["label"] for one in found["segments"]] == [
            "dirty", "clean", name, "dirty", "clean", name]


def test_nothing_trains_from_what_is_unsure():
    segments = [{"text": "Me too!", "label": label, "label_confidence": 1.0}
                for label in ("dirty", "unsure", "clean")]
    assert words_of(segments) == [2, 0, 2]
    assert shares_of(segments) == [0, 0, 1]


def test_what_is_left_out_is_counted_by_reason(tmp_path):
    (tmp_path / "gold.jsonl").write_bytes(lines([
        GOLD, {"id": "2"}, {"id": "3", "text": "None of these words stands there."}]))
    of_ids = [page(id=name) for name in "12349"]
    done = run("label", "--gold", "gold.jsonl", "--stats", data=lines(of_ids), cwd=tmp_path)
    line, stats = done.err.decode().splitlines()
    assert line == ('scutch-label: left out 4 of 5 records: 1 whose gold has no "text", 2 whose id '
                    "is not in the gold, 1 with too little of the gold on the page")
    assert json.loads(stats).items() >= {"read": 5, "written": 1, "left_out": 4}.items()
    done = run("label", "--gold", "gold.jsonl", data=lines(of_ids[3:]), cwd=tmp_path)
    assert done == (0, b"", b"scutch-label: left out all of 2 records: 2 whose id is not in the "
                            b"gold\n")


def test_gold_text_under_another_name_is_named(tmp_path):
    (tmp_path / "gold.jsonl").write_bytes(lines([{"id": "1", "gold_text": "It is near."}]))
    done = run("label", "--gold", "gold.jsonl", data=lines([page()]), cwd=tmp_path)
    assert done == (2, b"", b'scutch-label: gold.jsonl: no line has "text", which is to hold the '
                            b"gold text\n")


def test_no_gold(tmp_path):
    done = run("label", "--gold", "none", cwd=tmp_path)
    assert done == (2, b"", b"scutch-label: none: No such file or directory\n")
    assert run("label").status == 2


def test_shares_come_back():
    """shares_of() reads what labelled() writes, to the four decimals of a score."""
    rng = random.Random(1)
    words = [f"word{number}" for number in range(40)]
    for _ in range(50):
        texts = [" ".join(rng.sample(words, rng.randrange(8))) for _ in range(6)]
        gold = "\n".join(rng.sample(texts, 3))
        segments = labelled([{"text": text} for text in texts], {"text": gold})
        found = shares_of(segments)
        assert found == pytest.approx(labels(texts, gold), abs=1e-4)
        assert [share >= 0.5 for share in found] == [one["label"] == "clean" for one in segments]


@pytest.mark.parametrize("segment", [
    {}, {"label": None}, {"label": ["clean"]}, {"label": "good"},
    {"label": "clean", "label_confidence": 1.1}, {"label": "clean", "label_confidence": None},
    {"label": "dirty", "label_confidence": True}, {"label": "dirty", "label_confidence": -0.1}])
def test_labels_that_are_none(segment):
    with pytest.raises(BadRecord):
        shares_of([segment])


def test_known_classes(shared):
    """L3S-GN1 gives the class of all text; fewer than 3 words in 1,000 get another class here."""
    wrong = total = 0
    with gzip.open(shared / "gold" / "l3s-gn1" / "gold.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in [*file][::10]:
            gold = json.loads(line)
            pieces = [(item["class"], text) for item in gold["classes"]
                      for text in item["text"].split("\n") if any(map(str.isalnum, text))]
            found = labelled([{"text": text} for _, text in pieces], gold)
            for (name, text), one in zip(pieces, found, strict=True):
                total += len(text.split())
                wrong += len(text.split()) * (one["label_class"] != name)
    assert 1000 * wrong / total < 3
