"""The runner: output, counts, signals, options."""
import gzip
import os
import subprocess
import sys

import pytest
from madeup import made_up

from scutch.filters import stream
from utils import BIN, GOOD, GOOD_OUT, PAGE, ROOT, environment, records, run


def test_complaints_hold_no_control_characters(capsys):
    stream.complain("scutch-x", "a\nb\x1b[31mc\u2028d")
    assert capsys.readouterr().err == "scutch-x: a b [31mc d\n"


def test_line_buffered_writes_each_record_at_once():
    with subprocess.Popen([sys.executable, BIN / "scutch-tag", "--line-buffered"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          env=environment()) as process:
        for _ in range(3):
            process.stdin.write(GOOD)
            process.stdin.flush()
            assert process.stdout.readline() == GOOD_OUT
        process.stdin.close()


def test_progress_counts_on_stderr():
    done = run("tag", "--progress", "on", data=GOOD)
    assert done.out == GOOD_OUT and b"1 records" in done.err
    assert run("tag", "--progress", "auto", data=GOOD).err == b""


def test_signature_names_what_changes_the_output():
    done = run("tag", "--signature", "--letters", "11", "--line-buffered")
    assert done.out == b"scutch-tag|version:%s|letters:11\n" % _version()


def _version():
    from scutch import __version__
    return __version__.encode()


def test_interrupt_ends_with_130():
    with subprocess.Popen([sys.executable, BIN / "scutch-tag", "--line-buffered"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment()) as process:
        process.stdin.write(GOOD)
        process.stdin.flush()
        assert process.stdout.readline() == GOOD_OUT     # it runs
        process.send_signal(2)
        assert process.wait(60) == 130
        assert process.stderr.read() == b""
        process.stdin.close()


@pytest.mark.parametrize("words", [[], ["-o", "out"], ["-o", "out", "--jobs", "2"]])
def test_an_interrupt_before_the_first_record_is_quiet(words, tmp_path):
    script = ("import os, signal, sys\n"
              "sys.path.insert(0, sys.argv.pop(1))\n"
              "import scutch.commands\n"
              "signal.signal(signal.SIGINT, signal.SIG_DFL)\n"
              "from scutch.filters import clean\n"
              "from scutch.filters.stream import runner\n"
              "runner.Runs.__init__ = lambda *_: os.kill(os.getpid(), signal.SIGINT)\n"
              "sys.exit(clean.main())\n")
    (tmp_path / "a.html").write_text(PAGE)
    done = subprocess.run([sys.executable, "-c", script, BIN, *words, "a.html"], cwd=tmp_path,
                          capture_output=True, env=environment(), timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_a_start_without_numpy():
    """No filter imports what it does not need; --help imports none of it."""
    script = ("import sys; sys.path.insert(0, sys.argv[1]); sys.argv[1:] = [];"
              "from scutch.filters import stream, tag; stream.main(tag, ['/dev/null']);"
              "print(*sorted({'numpy', 'regex', 'ftfy', 'html5lib', 'tqdm'} & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", script, BIN], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"\n", b"")


def test_the_launcher_finds_scutch_from_anywhere(tmp_path):
    os.symlink(BIN / "scutch-tag", tmp_path / "scutch-tag")
    done = subprocess.run([sys.executable, "scutch-tag"], input=GOOD, cwd=tmp_path,
                          capture_output=True, env=environment(), timeout=60)
    assert (done.returncode, done.stdout) == (0, GOOD_OUT)
    assert (ROOT / "bin").samefile(BIN)


def test_what_is_held_is_written_whatever_ends_the_run():
    body = ('return [{**one, "of": len(record)} for one in record]\n'
            'class ByX(Grouping):\n    def __call__(self, record):\n        return record["x"]\n'
            'step = FunctionStep(step)\nstep.group = ByX()')
    lines = b'{"id":"a","x":1}\n{"id":"b","x":1}\n'
    stopped = made_up(body, lines + b"{\n", "--on-error=stop")
    assert stopped.returncode == 3
    broken = made_up(body, gzip.compress(lines * 9)[:-9])
    assert broken.returncode == 2
    for done, count in (stopped, 2), (broken, 18):
        assert [record["of"] for record in records(done.stdout)] == [count] * count
