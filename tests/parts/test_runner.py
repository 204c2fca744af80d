"""The runner: output, counts, signals, options."""
import gc
import gzip
import json
import os
import subprocess
import sys
import types

import pytest
from madeup import SCRIPT, made_up

import scutch
from scutch.filters import stream, tag
from scutch.filters.errors import BadRecord, Unusable
from scutch.filters.stream.stages import Stages
from scutch.filters.stream.step import FunctionStep
from utils import (
    BAD,
    BIN,
    GOOD,
    GOOD_OUT,
    PAGE,
    ROOT,
    environment,
    on_a_full_disk,
    records,
    run,
    shell,
)


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
            'class ByX(Grouped):\n    def group(self, record):\n        return record["x"]\n'
            'step = ByX(step)')
    lines = b'{"id":"a","x":1}\n{"id":"b","x":1}\n'
    stopped = made_up(body, lines + b"{\n", "--on-error=stop")
    assert stopped.returncode == 3
    broken = made_up(body, gzip.compress(lines * 9)[:-9])
    assert broken.returncode == 2
    for done, count in (stopped, 2), (broken, 18):
        assert [record["of"] for record in records(done.stdout)] == [count] * count


# ---------- exit statuses, and the one line on stderr that says why

def test_status_1_for_a_bug_and_the_other_records_are_written():
    done = made_up("return [{**record, 'y': 1 / record['x']}]", b'{"id":"a","x":0}\n' * 2
                   + b'{"id":"b","x":2}\n')
    assert done.returncode == 1
    first, second, third = records(done.stdout)
    assert first == second == {"id": "a", "x": 0, "errors": [
        {"command": "scutch-madeup", "code": "internal",
         "message": "ZeroDivisionError: division by zero"}]}
    assert third == {"id": "b", "x": 2, "y": 0.5}
    assert done.stderr.count(b"Traceback") == 1      # of the first alone
    assert done.stderr.count(b"please report it") == 1


def test_status_1_for_what_a_step_makes_unwritable():
    done = made_up("return [{**record, 'y': {1, 2}}]", b'{"id":"a"}\n')
    assert done.returncode == 1
    assert records(done.stdout)[0]["errors"][0]["code"] == "internal"


def test_status_2_for_a_model_that_is_missing_under_way():
    done = made_up("if 'n' in record: raise errors.Unusable('no model for n')\n    return [record]",
                   b'{"id":"a"}\n{"id":"n","n":0}\n{"id":"b"}\n')
    assert (done.returncode, done.stdout) == (2, b'{"id":"a"}\n')
    assert done.stderr == b"scutch-madeup: no model for n\n"


def test_many_bad_lines_are_told_in_few():
    data = b"".join(b"line %d\n" % number for number in range(57))
    done = run("segment", data=data)
    assert done.status == 2 and len(records(done.out)) == 57
    first, *_, more, last = told = done.err.decode().splitlines()
    assert first == ("scutch-segment: stdin:1: not JSON (Expecting value at character 1); --lines "
                     "reads plain text")
    assert more == "scutch-segment: 47 more bad records" and len(told) == 12
    assert last == "scutch-segment: all 57 records are bad"
    skipped = run("segment", "--on-error", "skip", "--stats", data=data)
    *told, again, left_out, every, stats = skipped.err.decode().splitlines()
    assert len(told) == 10 and again == more and every == last
    assert left_out == "scutch-segment: left out 57 bad records"
    assert json.loads(stats)["bad"] == 57


def test_a_read_error_half_way_is_one_of_the_input_and_what_was_read_is_written():
    done = made_up("return [record]\n"
                   "import io\n"
                   "class Failing(io.RawIOBase):\n"
                   "    left = 3\n"
                   "    def readable(self): return True\n"
                   "    def readinto(self, buffer):\n"
                   "        self.left -= 1\n"
                   "        if self.left < 0: raise OSError(5, 'Input/output error')\n"
                   "        line = b'{\"id\":%d}\\n' % self.left\n"
                   "        buffer[:len(line)] = line\n"
                   "        return len(line)\n"
                   "sys.stdin = SimpleNamespace(buffer=io.BufferedReader(Failing()))", b"")
    assert (done.returncode, done.stdout) == (2, b'{"id":2}\n{"id":1}\n{"id":0}\n')
    assert done.stderr == b"scutch-madeup: stdin: after line 3: Input/output error\n"


def test_too_little_memory_for_the_input_is_no_bug_of_ours():
    done = made_up("raise MemoryError", GOOD + GOOD)
    assert done.returncode == 2
    assert [record["errors"][0]["code"] for record in records(done.stdout)] == ["memory"] * 2
    done = made_up("return [record]\n"
                   "def nothing(name): raise MemoryError\n"
                   "from scutch.filters.sources import kinds\n"
                   "kinds.open_raw = nothing", GOOD)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"scutch-madeup: there is too little memory\n"


def test_the_manual_is_there_without_docstrings():
    whole, *others = (subprocess.run([sys.executable, *option, BIN / "scutch-tag", "--help"],
                                     capture_output=True, env=environment(), timeout=60, check=True)
                      for option in ([], ["-O"], ["-OO"]))
    assert tag.__doc__.split("\n")[0].encode() in whole.stdout
    assert all(other.stdout == whole.stdout for other in others)


def test_an_interrupt_while_modules_are_read_is_quiet():
    script = ("import os, signal, sys\n"
              "sys.path.insert(0, sys.argv[1])\n"
              "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
              "import scutch.commands\n"
              "class Finder:\n"
              "    def find_spec(self, name, *_):\n"
              "        if name == 'scutch.filters.tag':\n"
              "            os.kill(os.getpid(), signal.SIGINT)\n"
              "sys.meta_path.insert(0, Finder())\n"
              "from scutch.commands import tag\n"
              "tag()\n"
              "print('still there')\n")
    done = subprocess.run([sys.executable, "-c", script, BIN], capture_output=True,
                          env=environment(), timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (-2, b"", b"")


def test_one_more_and_no_more():
    bad = b"{\n"
    assert run("tag", data=GOOD + bad * 10).err.count(b"\n") == 10
    assert run("tag", data=GOOD + bad * 11).err.endswith(b"\nscutch-tag: 1 more bad record\n")


def test_status_141_and_silence_when_the_reader_has_gone(tmp_path):
    (tmp_path / "many").write_bytes(GOOD * 20_000)
    done = shell("scutch-tag many | head -1; echo ${PIPESTATUS[0]}", cwd=tmp_path)
    assert done.out == GOOD_OUT + b"141\n"
    assert done.err == b""


@on_a_full_disk
@pytest.mark.parametrize("command", [
    "scutch-tag --help >/dev/full", "scutch-tag --version >/dev/full",
    "scutch-tag --signature >/dev/full", "scutch-tag >/dev/full", "scutch-tag >&-"])
def test_what_cannot_be_printed_is_status_2(command):
    done = shell(command, data=GOOD)
    assert done.status == 2
    assert done.err.startswith(b"scutch-tag: standard output: ") and done.err.count(b"\n") == 1


@on_a_full_disk
@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize("options", ["", "--stats", "--progress on"])
def test_a_lost_stderr_changes_nothing(redirection, options):
    done = shell(f"scutch-tag {options} {redirection}", data=GOOD + BAD)
    assert done.status == 0
    assert [record["id"] for record in records(done.out)] == ["1", "stdin:2"]


def test_a_traceback_never_lands_among_the_records():
    done = subprocess.run(["bash", "-c", '"$0" -c "$1" 2>&-', sys.executable,
                           SCRIPT.format(bin=str(BIN), body="return 1 / 0")],
                          input=GOOD, capture_output=True, env=environment(), timeout=60)
    assert done.returncode == 1
    assert len(records(done.stdout)) == 1


def test_a_closed_stdin_is_named():
    done = shell("scutch-tag <&-")
    assert done == (2, b"", b"scutch-tag: stdin: it is closed\n")


# ---------- exceptions that are kept as values hold no page, no file and no frame

def frames_left(call):
    """Return the names of our functions whose frames only the garbage collector frees."""
    gc.freeze()                  # what is there already is not looked through
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        call()
        gc.collect()
        return [item.f_code.co_name for item in gc.garbage if isinstance(item, types.FrameType)
                and item.f_globals["__name__"].startswith("scutch.filters.")]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def raises(error):
    def step(record):
        page = [record] * 3
        raise error(f"of {len(page)}")
    return step


def test_lack_of_memory_is_an_error_of_its_own():
    errors = []
    for _ in range(2):
        with pytest.raises(BadRecord) as caught:
            Stages([("test", FunctionStep(raises(MemoryError)))], "raise")({"id": "a"})
        errors.append(caught.value)
    assert errors[0] is not errors[1]


@pytest.mark.parametrize("page, options", [
    (b"%PDF-1.4", {}), ("<p>" * 7_000_000, {}), ("<p>Farms", {"max": "x"}),
    ("<p>Farms", {"min_f": 2}),
])
def test_pages_that_are_refused(page, options):
    def clean():
        try:
            scutch.clean(page, **options)
        except (BadRecord, Unusable):
            return
        pytest.fail("it is not refused")
    assert not frames_left(clean)
