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
