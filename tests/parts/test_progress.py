"""The counter in a terminal: it appears only where it does not disturb other output."""
import gzip
import os
import pty
import re
import subprocess
import sys
from itertools import pairwise

import pytest

from utils import BIN, SAMPLE_LINE, environment


def in_a_terminal(line, cwd):
    """Return all that a line of bash leaves on a terminal that is its stdout and stderr."""
    leader, follower = pty.openpty()
    with subprocess.Popen(["bash", "-c", line], cwd=cwd, stdin=subprocess.DEVNULL,
                          stdout=follower, stderr=follower, env=environment()) as process:
        os.close(follower)
        seen = b""
        try:
            while piece := os.read(leader, 1 << 16):
                seen += piece
        except OSError:                  # EIO: the other end is closed
            pass
        assert process.wait(120) == 0
    os.close(leader)
    return seen


@pytest.fixture
def many(tmp_path):
    (tmp_path / "many").write_bytes(SAMPLE_LINE * 3000)
    return tmp_path


@pytest.mark.parametrize("line", [
    "scutch-tag many | scutch-tag | cat > /dev/null", "head -2 many | scutch-tag",
])
def test_no_counter_where_others_may_write(line, many):
    assert b"records" not in in_a_terminal(line, many)


@pytest.mark.parametrize("target", ["out", "/dev/null"])
def test_a_counter_where_nobody_does(target, many):
    seen = in_a_terminal(f"cat many | scutch-tag > {target}", many)
    assert b"\rscutch-tag: 3000 records [" in seen and b"%" not in seen


def test_one_counter_in_a_pipe_to_a_file(many):
    seen = in_a_terminal("scutch-tag many | scutch-tag | scutch-emit > out", many)
    assert set(re.findall(rb"scutch-[a-z]+", seen)) == {b"scutch-emit"}


@pytest.mark.parametrize("words", ["- many < many", "many.gz"])
def test_a_percentage_where_the_size_of_the_input_is_known(words, many):
    (many / "many.gz").write_bytes(gzip.compress((many / "many").read_bytes()))
    seen = in_a_terminal(f"scutch-tag {words} > out", many)
    shares = [int(share) for share in re.findall(rb"scutch-tag: +(\d+)%", seen)]
    assert shares == sorted(shares) and shares[-1] == 100
    count = (many / "out").read_bytes().count(b"\n")
    assert b"| %d records [" % count in seen.rpartition(b"%")[2]


def test_the_estimate_goes_with_what_is_read(tmp_path):
    """Progress goes by bytes: one of two records may be a hundredth of the file."""
    small, large = SAMPLE_LINE, SAMPLE_LINE.replace(b"Farms", b"Farms " * 50_000)
    (tmp_path / "one").write_bytes(large)
    (tmp_path / "two").write_bytes(small + b" " * (len(large) - len(small) - 1) + b"\n")
    script = ("import sys; sys.path.insert(0, sys.argv[1])\n"
              "from argparse import Namespace\n"
              "from scutch.filters.edge.bytestreams import numbered_lines\n"
              "from scutch.filters.stream import runner\n"
              "opts = Namespace(files=['one', 'two'], progress='on')\n"
              "runner.EVERY = 0\n"
              "lines = (line for file in opts.files for line in numbered_lines(file))\n"
              "for _ in runner.with_progress(lines, 'x', opts): pass\n")
    done = subprocess.run([sys.executable, "-c", script, BIN], cwd=tmp_path, capture_output=True,
                          env=environment(), check=True)
    shares = [int(share) for share in re.findall(rb"x: +(\d+)%", done.stderr)]
    assert any(45 <= share <= 60 for share in shares) and shares[-1] == 100


@pytest.mark.parametrize("line", [
    pytest.param("scutch-clean -o out --progress on a.jsonl many", marks=pytest.mark.long),
    "scutch-eval --gold a.jsonl --measures bow --progress on many",
])
def test_files_read_before_do_not_count(line, many):
    before = [SAMPLE_LINE.replace(b'"a"', b'"%d"' % number, number > 0) for number in range(3000)]
    (many / "a.jsonl").write_bytes(b"".join(before).replace(b'"html"', b'"text"'))
    seen = in_a_terminal(f"{line} > /dev/null", many)
    shares = [int(share) for share in re.findall(rb": +(\d+)%", seen)]
    restarts = [share for before, share in pairwise([100, *shares]) if share < before]
    assert len(restarts) == 1 + ("clean" in line) and max(restarts) < 50 and shares[-1] == 100
