"""The programs of share/bench run, on the example pages; what they measure is no test."""
import gzip
import json
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest

import scutch
from utils import ROOT, environment, not_installed

pytestmark = pytest.mark.long
PAGES = sorted((ROOT / "share" / "examples" / "pages").glob("*.html"))
# The package or program that each needs besides those of scutch; "{gold}" is a folder of gold pages
PROGRAMS = {
    "arrays.py --mutations 20 {gold}": None,
    "energy.py --rounds 1 --timed 5 --tools bte {gold}": None,
    "hostile.py --only 'bare tag'": "selectolax",
    "lmproof.py --tools bte --n 2 --estimator interpolated {gold}": None,
    "markdown.py --tools scutch {gold}": "markdown_it",
    "parsers.py {gold}": "selectolax", "peers.py --tools bte --rounds 0 {gold}": None,
    "plaintext.py {gold}": "lynx", "precision.py {gold} {gold}": None,
    "retrieval.py --tools bte {gold}": None, "roles.py {gold}": None,
    "rules.py {gold}": None, "scopes.py {gold}": None, "scale.py --rounds 1 {gold}": "warcio",
    "snapshot.py --rounds 1 {gold}": "pyarrow",
    "soak.py --documents 200 --every 100 {gold}": None, "wordaccuracy.py {gold}": None}


@pytest.fixture(scope="module")
def gold(tmp_path_factory):
    """Return a folder with the example pages as a gold set; their text is what scutch makes."""
    folder = tmp_path_factory.mktemp("bench") / "tiny"
    (folder / "html").mkdir(parents=True)
    records = []
    for path in PAGES:
        page = path.read_bytes()
        (folder / "html" / f"{path.stem}.html.gz").write_bytes(gzip.compress(page))
        text = scutch.clean(page)
        records.append({"id": path.stem, "text": text, "site": path.stem, "lang": "en",
                        "classes": [{"class": "fulltext", "text": text}]})
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (folder / "gold.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    return folder


@pytest.mark.parametrize("program", PROGRAMS)
def test_it_runs(program, gold):
    needed = PROGRAMS[program]
    if needed and not shutil.which(needed) and not find_spec(needed):
        pytest.skip(not_installed([needed]))
    name, *args = shlex.split(program.format(gold=gold))
    done = subprocess.run([sys.executable, ROOT / "share" / "bench" / name, *args],
                          capture_output=True, env=environment(), timeout=300)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout
