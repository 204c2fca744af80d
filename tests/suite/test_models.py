"""The models that come with scutch are what share/models/make makes of the shared data."""
import hashlib
import os
import re
import subprocess

import numpy as np
import pytest

from scutch.lm import modelfile
from utils import ROOT, environment

FOLDER = ROOT / "share" / "models"
MAKE = FOLDER / "make"
ALL = re.search(r'^ALL="(.*?)"', MAKE.read_text("utf-8"), re.MULTILINE | re.DOTALL)[1].split()
OF_PAGES = {"charlm-en", "charlm-latin", "mlp-web", "shallow-web"}   # on html2text's segments


def test_make_knows_each_model_that_is_shipped():
    assert sorted(ALL) == sorted(path.stem for path in FOLDER.glob("*.model"))
    assert os.access(MAKE, os.X_OK)
    done = subprocess.run([MAKE, "charlm-xx"], capture_output=True, timeout=60)
    assert done.returncode == 2 and b"charlm-xx: no model of this name" in done.stderr


@pytest.mark.parametrize("name", ALL)
def test_its_card_says_which_file_it_is_and_how_it_is_made(name):
    card = FOLDER / (re.sub("^(combine|languages)-.*", r"\1", name) + ".md")
    text = (card if card.exists() else FOLDER / "mlp-texrex.md").read_text("utf-8")
    data = (FOLDER / f"{name}.model").read_bytes()
    assert hashlib.sha256(data).hexdigest() in text and f"{len(data):,} bytes" in text
    assert re.search(r"by scutch \d+\.\d+\.\d+", text) and f"share/models/make {name[:3]}" in text
    if name.startswith(("charlm-", "wordlm-")):
        assert modelfile.load(FOLDER / f"{name}.model", name[:6]).sha256[:12] in text
        assert "## Data, licence, notice" in text and "Keep this notice" in text
        assert re.search("https://(creativecommons.org/licenses|www.mozilla.org/MPL)/", text)


@pytest.mark.models
@pytest.mark.parametrize("name", ALL)
def test_what_is_shipped_is_what_make_makes(name, shared, tmp_path):
    """To the byte; models trained on segments of html2text may differ a little."""
    if name.startswith(("letters", "languages")) and not (shared / "packages").is_dir():
        pytest.skip("packages/ with what it reads is not there, and no test downloads it")
    subprocess.run([MAKE, "--out", tmp_path, "--data", shared, name], check=True,
                   env=environment(), timeout=3600)
    made, shipped = tmp_path / f"{name}.model", FOLDER / f"{name}.model"
    if name not in OF_PAGES:
        assert made.read_bytes() == shipped.read_bytes()
        return
    one, other = (modelfile.load(path, name.partition("-")[0]) for path in (made, shipped))
    assert list(one.settings) == list(other.settings)
    for key, array in other.arrays.items():
        if array.dtype.kind == "f" and array.shape == one.arrays[key].shape:
            assert np.abs(array.astype(float) - one.arrays[key]).mean() < 0.1
