"""A disk that is full: the message names the file that was written to, whichever it is."""
import json
import os

import pytest

from utils import requires, shell

pytestmark = [pytest.mark.slow, requires("bash"),
              pytest.mark.skipif(os.name != "posix", reason="no limit of files")]

COUNT = 3000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with records whose texts are many different words."""
    folder = tmp_path_factory.mktemp("disk")
    with open(folder / "a.jsonl", "w") as file:
        for number in range(COUNT):
            text = " ".join(word(number * 7 % 991 * 60 + place) for place in range(60))
            file.write(json.dumps({"id": f"a{number}", "lang": "en", "segments": [
                {"text": text, "kind": "p"}]}) + "\n")
    (folder / "tmp").mkdir()
    return folder


def word(number):
    return "".join(chr(97 + number // 26**place % 26) for place in range(4))


@pytest.mark.parametrize("words, named", [
    ("dedup a.jsonl", "/tmp/scutch-dedup-"),
    pytest.param("dedup -o out a.jsonl", "/tmp/scutch-dedup-", marks=pytest.mark.long),
    pytest.param("dedup --segments a.jsonl", "/tmp/scutch-dedup-", marks=pytest.mark.long),
    ("chain dedup,prune a.jsonl", "/tmp/scutch-dedup-"),
    ("clean --dedup --max 1 --format jsonl a.jsonl", "/tmp"),
    ("clean --max-quality 0.0001 --dropped dropped.jsonl a.jsonl", "dropped.jsonl"),
    pytest.param("clean --max-quality 0.0001 --jobs 2 --dropped dropped.jsonl a.jsonl",
                 "dropped.jsonl", marks=pytest.mark.long),
    ("train wordlm --n 2 --out model a.jsonl", "/tmp/scutch-"),
    ("tag a.jsonl", "standard output"),
])
def test_the_file_is_named(folder, words, named):
    """Files may have 20 KB here; stdout is one of them."""
    out = "out.jsonl" if named == "standard output" else "/dev/null"
    done = shell(f"ulimit -f 20; TMPDIR=$PWD/tmp scutch-{words} > {out}", cwd=folder)
    assert done.status == 2 and b"Traceback" not in done.err
    line, = (line for line in done.err.decode().splitlines() if line.endswith("File too large"))
    assert named in line
