"""The programs of share/bench run, on the example pages; what most of them measure is no test."""
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
    "accuracy.py --tools bte --by site --measures bow,evert {gold}": None,
    "accuracy.py --dumps --scopes page --chain 'raw=segment, prune, emit' {gold}": "lynx",
    "hostile.py --only 'bare tag'": "selectolax", "parsers.py {gold}": "selectolax",
    "otherlanguages.py --languages en {gold}": None,
    "precision.py {gold} {gold}": None, "roles.py {gold}": None, "rules.py {gold}": None,
    "speed.py --pages 2 --rounds 1 --tools bte --parts turns,stages {gold}": "warcio"}


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
    assert printed(program.format(gold=gold))


def printed(command):
    name, *args = shlex.split(command)
    done = subprocess.run([sys.executable, ROOT / "share" / "bench" / name, *args],
                          capture_output=True, env=environment(), timeout=300)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.parametrize("program", ["retrieval.py", "lmproof.py --n 2 --estimator interpolated"])
def test_gold_is_the_row_of_scutch(program, gold):
    """Its text is what scutch makes of these pages; all text has more words."""
    lines = printed(f"{program} --tools bte {gold}").split("\n")
    rows = {line[:22].strip(): line[22:].split() for line in reversed(lines) if len(line) > 22}
    whole, ours, clean = (rows[tool] for tool in ("all text", "scutch-clean", "gold"))
    assert ours == clean
    if program == "retrieval.py":
        words = [float(row[-3].replace(",", "")) for row in (whole, ours)]
        assert words[0] > words[1]
    else:
        assert float(whole[0]) < float(ours[0])
