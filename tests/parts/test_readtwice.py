"""scutch-dedup -o reads its files twice: what they do meanwhile, and what ends the run."""
import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from utils import ROOT, environment, launcher, run

COUNT = 4_000


def corpus(count=COUNT, words=40):
    """Return lines of documents, every seventh of which comes twice."""
    generator = random.Random(1)
    out = []
    for number in range(count):
        text = " ".join(f"w{generator.randrange(3000)}" for _ in range(words))
        out += [json.dumps({"id": f"d{number}{copy}", "text": text}, separators=(",", ":")) + "\n"
                for copy in ("a", "b")[:1 + (number % 7 == 0)]]
    return out


def longer(lines):
    lines[2] = lines[2].replace('"text":"', '"text":"x')


def same_length(lines):
    lines[-1] = lines[-1].replace("w1", "w2")


def swapped(lines):
    lines[1:3] = lines[2:0:-1]


CHANGES = {"junk": lambda lines: lines.__setitem__(2, "junk\n"), "longer": longer,
           "same length": same_length, "swapped": swapped,
           "shorter": lambda lines: lines.__delitem__(slice(-100, None)),
           "added": lambda lines: lines.append('{"id":"new","text":"New."}\n'),
           "empty": lambda lines: lines.clear()}


# Runs the command; when it has read its files, b takes the place of a
CHANGING = """
import os, sys
from scutch.filters import dedup
from scutch.filters.duplicates.readtwice import Again
read = Again.all_read
def then_changed(*arguments):
    read(*arguments)
    os.replace("b", "a")
Again.all_read = then_changed
sys.exit(dedup.main(sys.argv[1:]))
"""


@pytest.mark.parametrize("options, pack, change", [
    *(("", bytes, change) for change in CHANGES), ("", gzip.compress, "junk"),
    ("", gzip.compress, "shorter"), ("--segments", bytes, "longer"), ("--lines", bytes, "added")])
def test_a_file_that_changes_between_its_readings(options, pack, change, tmp_path):
    """Lines without a mark once passed as they were by then, with status 0."""
    lines = corpus(300)
    if options == "--segments":
        lines = [line.replace('"text":', '"segments":[{"text":')[:-2] + "}]}\n" for line in lines]
    (tmp_path / "a").write_bytes(pack("".join(lines).encode()))
    CHANGES[change](lines)
    (tmp_path / "b").write_bytes(pack("".join(lines).encode()))
    done = subprocess.run([sys.executable, "-c", CHANGING, *options.split(), "-o", "out", "a"],
                          cwd=tmp_path, capture_output=True, check=False,
                          env=environment(PYTHONPATH=str(ROOT / "bin")))
    assert done.returncode == 2 and b"has changed since it was read first" in done.stderr
    assert b"Traceback" not in done.stderr
    assert [name for name in os.listdir(tmp_path / "out") if not name.endswith(".part")] == []


@pytest.mark.parametrize("count, words", [
    (10, 40), (1_001, 40), pytest.param(1_000, 40, marks=pytest.mark.long),
    pytest.param(4_000, 150, marks=pytest.mark.long)])
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_the_number_of_documents_is_foretold(count, words, pack, tmp_path):
    """The bytes read ahead, a megabyte, once counted as those of the first thousand documents."""
    lines = corpus(count, words)
    data = "".join(lines).encode()
    (tmp_path / "a").write_bytes(pack(data[:len(data) // 3]))
    (tmp_path / "b").write_bytes(pack(data[len(data) // 3:]))
    done = run("dedup", "-o", str(tmp_path / "out"), str(tmp_path / "a"), str(tmp_path / "b"))
    told = int(done.err.decode().split("about ")[1].split(" ")[0].replace(",", ""))
    assert told == pytest.approx(len(lines), rel=0.03, abs=1)


BETWEEN = """
import os, signal
from scutch.filters.edge.console import folders_removed, temporary_folder
made = os.mkdir
os.mkdir = lambda *args: (made(*args), os.kill(os.getpid(), signal.SIGTERM))
with folders_removed():
    temporary_folder("scutch-")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signals on Windows")
def test_a_signal_that_comes_when_the_folder_is_made(tmp_path):
    done = subprocess.run([sys.executable, "-c", BETWEEN], check=False,
                          env=environment(PYTHONPATH=str(ROOT / "bin"), TMPDIR=str(tmp_path)))
    assert done.returncode == 128 + signal.SIGTERM and os.listdir(tmp_path) == []


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signals on Windows")
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("words", [["dedup"], ["dedup", "-o", "out"], ["chain", "dedup, prune"],
                                   ["clean", "--dedup"]], ids=" ".join)
def test_a_signal_leaves_no_folder(words, number, tmp_path):
    (tmp_path / "a").write_text("".join(corpus()) * 3)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with subprocess.Popen([sys.executable, launcher(words[0]), *words[1:], "a"], cwd=tmp_path,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          env=environment(TMPDIR=str(temporary))) as process:
        # not the file by which Python tries the folder, before anything is done
        while process.poll() is None and not list(temporary.glob("scutch-*")):
            time.sleep(0.01)
        assert list(temporary.glob("scutch-*"))
        process.send_signal(getattr(signal, number))
        errors = process.stderr.read()
    assert process.returncode == 128 + getattr(signal, number) and b"Traceback" not in errors
    assert os.listdir(temporary) == []
