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


def test_nothing_trains_from_what_is_unsure():
    segments = [{"text": "Me too!", "label": label, "label_confidence": 1.0}
                for label in ("dirty", "unsure", "clean")]
    assert words_of(segments) == [2, 0, 2]
    assert shares_of(segments) == [0, 0, 1]


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
