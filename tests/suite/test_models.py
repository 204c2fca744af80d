"""The models that come with scutch are what share/models/make makes of the shared data."""
import os
import re
import subprocess
from itertools import islice

import pytest

from utils import ROOT, environment, records, run

FOLDER = ROOT / "share" / "models"
MAKE = FOLDER / "make"
ALL = re.search(r'^ALL="(.*?)"', MAKE.read_text("utf-8"), re.MULTILINE | re.DOTALL)[1].split()
# What shows the decisions of models that are trained on the segments of html2text
DECIDES = {"charlm-en": "charlm", "charlm-latin": "charlm", "mlp-web": "charlm, mlp",
           "shallow-web": "shallow", "combine-page": "charlm, mlp, combine",
           "combine-main": "charlm, combine --scope main"}
ALIKE = 0.95             # of the words get the same decision; the least seen: 0.954, shallow-web


def test_make_knows_each_model_that_is_shipped():
    assert sorted(ALL) == sorted(path.stem for path in FOLDER.glob("*.model"))
    assert os.access(MAKE, os.X_OK)
    done = subprocess.run([MAKE, "charlm-xx"], capture_output=True, timeout=60)
    assert done.returncode == 2 and b"charlm-xx: no model of this name" in done.stderr


@pytest.mark.parametrize("name", ALL)
def test_its_card_says_of_which_version_it_is_and_how_it_is_made(name):
    card = FOLDER / f"{re.sub('^combine-.*', 'combine', name)}.md"
    text = (card if card.exists() else FOLDER / "mlp-texrex.md").read_text("utf-8")
    assert re.search(r"by scutch \d+\.\d+\.\d+", text) and f"share/models/make {name[:3]}" in text


def decisions(name, path, pages):
    """Return [(words, whether the segment is clean)] of all segments, by the model in a file."""
    done = run("chain", f"html2text, segment, {DECIDES[name]} --model {path}", data=pages)
    assert (done.status, done.err) == (0, b"")
    scorer = name.partition("-")[0]
    return [(segment["words"], segment["scores"][scorer] < record["cuts"][scorer])
            for record in records(done.out) for segment in record["segments"]
            if scorer in segment.get("scores", {})]


@pytest.mark.models
@pytest.mark.parametrize("name", ALL)
def test_what_is_shipped_is_what_make_makes(name, shared, gold, tmp_path):
    """To the byte; models trained on segments of html2text decide nearly all words alike."""
    subprocess.run([MAKE, "--out", tmp_path, "--data", shared, name], check=True,
                   env=environment(), timeout=3600)
    made, shipped = tmp_path / f"{name}.model", FOLDER / f"{name}.model"
    if name not in DECIDES:
        assert made.read_bytes() == shipped.read_bytes()
        return
    pages = b"".join(islice(gold("l3s-gn1"), 0, None, 10))
    one, other = (decisions(name, path, pages) for path in (made, shipped))
    words, same = zip(*[(words, words * (decided == clean))
                        for (words, decided), (_, clean) in zip(one, other, strict=True)],
                      strict=True)
    assert sum(same) >= ALIKE * sum(words) > 0
