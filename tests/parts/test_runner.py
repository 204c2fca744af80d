"""The runner: input, output and exit status."""
import argparse
import gzip
import json
import os
import subprocess
import sys

import pytest

from scutch.filters import stream, tag
from scutch.filters.errors import Unusable
from scutch.filters.stream.options import stage_options
from scutch.filters.stream.plainlines import as_lines
from utils import BIN, PAGE, ROOT, SAMPLE_LINE, environment, records, run, shell

GOOD = b'{"id":"1","segments":[{"text":"a","scores":{"x":0.5}}]}\n'
GOOD_OUT = b'{"id":"1","segments":[{"text":"a","scores":{"x":0.5},"tags":{"x":"e"}}]}\n'
BAD = b"no record\n"

# A command with a filter made for these tests
SCRIPT = """
import sys
sys.path.insert(0, {bin!r})
from scutch.filters import errors, stream
from scutch.filters.stream.step import FunctionStep
from types import SimpleNamespace

def step(record):
    {body}

filter = SimpleNamespace(__name__="scutch.filters.made_up", __doc__="made-up - for a test.",
                         arguments=lambda parser: None, make=lambda opts: step)
raise SystemExit(stream.main(filter))
"""


def made_up(body, data, *args):
    script = SCRIPT.format(bin=str(BIN), body=body)
    return subprocess.run([sys.executable, "-c", script, *args], input=data, capture_output=True,
                          env=environment(), timeout=60)


# ------------------------------------------------------------------ statuses

def test_status_0_also_for_no_records():
    assert run("tag") == (0, b"", b"")
    assert run("tag", data=GOOD) == (0, GOOD_OUT, b"")


def test_status_1_for_a_bug_and_the_other_records_are_written():
    done = made_up("return [{**record, 'y': 1 / record['x']}]", b'{"id":"a","x":0}\n' * 2
                   + b'{"id":"b","x":2}\n')
    assert done.returncode == 1
    first, second, third = records(done.stdout)
    assert first == second == {"id": "a", "x": 0, "errors": [
        {"command": "scutch-made-up", "code": "internal",
         "message": "ZeroDivisionError: division by zero"}]}
    assert third == {"id": "b", "x": 2, "y": 0.5}
    assert done.stderr.count(b"Traceback") == 1      # of the first alone
    assert done.stderr.count(b"please report it") == 1


def test_status_1_for_what_a_step_makes_unwritable():
    done = made_up("return [{**record, 'y': {1, 2}}]", b'{"id":"a"}\n')
    assert done.returncode == 1
    assert records(done.stdout)[0]["errors"][0]["code"] == "internal"


@pytest.mark.parametrize("args", [["--no-such-option"], ["--let", "3"], ["--letters", "1"],
                                  ["--schema", "none"], ["no such file"]])
def test_status_2_and_one_line_that_says_why(args):
    done = run("tag", *args, data=GOOD)
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(b"scutch-tag: ") and done.err.count(b"\n") == 1


def test_status_2_for_a_second_file_that_is_missing_comes_after_the_first(tmp_path):
    (tmp_path / "a").write_bytes(GOOD)
    done = run("tag", "a", "b", cwd=tmp_path)
    assert done == (2, GOOD_OUT, b"scutch-tag: b: No such file or directory\n")


def test_status_2_for_a_model_that_is_missing_under_way():
    done = made_up("if 'n' in record: raise errors.Unusable('no model for n')\n    return [record]",
                   b'{"id":"a"}\n{"id":"n","n":0}\n{"id":"b"}\n')
    assert (done.returncode, done.stdout) == (2, b'{"id":"a"}\n')
    assert done.stderr == b"scutch-made-up: no model for n\n"


def test_status_3_only_where_stopping_was_asked_for():
    data = GOOD + BAD + GOOD
    kept = run("tag", data=data)
    assert kept.status == 0 and len(records(kept.out)) == 3
    left_out = run("tag", "--on-error", "skip", data=data)
    assert (left_out.status, left_out.out) == (0, GOOD_OUT * 2)
    assert left_out.err.endswith(b"scutch-tag: left out 1 bad record\n")
    stopped = run("tag", "--on-error", "stop", data=data)
    assert (stopped.status, stopped.out) == (3, GOOD_OUT)
    assert stopped.err.startswith(b"scutch-tag: stdin:2: not JSON")


def test_many_bad_lines_are_told_in_few():
    data = b"".join(b"line %d\n" % number for number in range(57))
    done = run("segment", data=data)
    assert done.status == 0 and len(records(done.out)) == 57
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


@pytest.mark.parametrize("head", ["<!doctype html>", "\ufeff<html lang=en>", "WARC/1.0"])
def test_a_page_by_mistake_is_refused_in_one_line(head, tmp_path):
    data = "".join(f"{line}\n" for line in [head, *(f"<p>Line {i}" for i in range(56))]).encode()
    (tmp_path / "page.html").write_bytes(data)
    (tmp_path / "page.gz").write_bytes(gzip.compress(data))
    for done, name in (run("html2text", data=data), b"stdin"), *(
            (run("html2text", file, cwd=tmp_path), file.encode())
            for file in ("page.html", "page.gz")):
        assert done == (2, b"", b"scutch-html2text: %s: a page or an archive, not JSON lines: "
                        b"scutch-clean reads it, and scutch-read makes records of it\n" % name)


def test_records_behind_a_line_of_a_page_are_not_lost():
    done = run("tag", data=b"<html>\n" + GOOD)
    assert done.status == 0 and len(records(done.out)) == 2


def test_that_all_records_are_bad_is_said_last():
    line = b'{"id":"%d","segments":[{"text":"Hi."}]}\n'
    two = line % 1 + line % 2
    done = run("emit", "--keep", "a-c", data=two)
    assert (done.status, done.out) == (0, b"")
    assert done.err.endswith(b"\nscutch-emit: all 2 records are bad\n")
    assert b"all" not in run("tag", data=two + BAD).err


def test_an_address_is_not_fetched():
    for name in "clean", "read", "tag":
        done = run(name, "https://example.org/page.html")
        assert done == (2, b"", b"scutch-%s: https://example.org/page.html: scutch downloads "
                        b"nothing; pipe the page in: curl -sL URL | scutch-clean\n"
                        % name.encode())


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
    assert done.stderr == b"scutch-made-up: stdin: after line 3: Input/output error\n"


def test_a_read_error_after_good_files_leaves_their_records(tmp_path):
    (tmp_path / "good").write_bytes(GOOD)
    done = run("tag", "good", "/proc/self/mem", cwd=tmp_path)
    assert (done.status, done.out) == (2, GOOD_OUT)
    assert done.err == b"scutch-tag: /proc/self/mem: Input/output error\n"


def test_too_little_memory_for_the_input_is_no_bug_of_ours():
    done = made_up("raise MemoryError", GOOD + GOOD)
    assert done.returncode == 0
    assert [record["errors"][0]["code"] for record in records(done.stdout)] == ["memory"] * 2
    done = made_up("return [record]\n"
                   "def nothing(name): raise MemoryError\n"
                   "from scutch.filters.edge import compression\n"
                   "compression.open_raw = nothing", GOOD)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"scutch-made-up: there is too little memory\n"


def test_the_manual_is_there_without_docstrings():
    for option in "-O", "-OO":
        done = subprocess.run([sys.executable, option, BIN / "scutch-tag", "--help"],
                              capture_output=True, env=environment(), timeout=60)
        assert done.returncode == 0 and tag.__doc__.encode() in done.stdout


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


@pytest.mark.parametrize("command", [
    "scutch-tag --help >/dev/full", "scutch-tag --version >/dev/full",
    "scutch-tag --signature >/dev/full", "scutch-tag >/dev/full", "scutch-tag >&-"])
def test_what_cannot_be_printed_is_status_2(command):
    done = shell(command, data=GOOD)
    assert done.status == 2
    assert done.err.startswith(b"scutch-tag: standard output: ") and done.err.count(b"\n") == 1


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


# ------------------------------------------------------------------ input

def test_lines_end_at_lf_alone():
    text = "one\u2028two\x85three\x0bfour\x0cfive"
    line = json.dumps({"id": "1", "segments": [{"text": text}]}, ensure_ascii=False).encode()
    out = records(run("tag", data=line + b"\r\n\n \t\n" + line).out)
    assert [record["segments"][0]["text"] for record in out] == [text, text]


def test_files_are_told_by_their_content_and_dash_is_stdin(tmp_path):
    import bz2
    import gzip
    import lzma
    (tmp_path / "a").write_bytes(gzip.compress(GOOD) + gzip.compress(GOOD))
    (tmp_path / "b").write_bytes(bz2.compress(GOOD) + bz2.compress(GOOD))
    (tmp_path / "c").write_bytes(lzma.compress(GOOD) + lzma.compress(GOOD))
    done = run("tag", "a", "-", "b", "c", data=GOOD, cwd=tmp_path)
    assert done == (0, GOOD_OUT * 7, b"")


def test_zstandard_in_several_frames(tmp_path):
    zstandard = pytest.importorskip("zstandard", reason="the extra [warc] is not installed")
    frame = zstandard.ZstdCompressor().compress(GOOD)
    assert run("tag", data=frame + frame) == (0, GOOD_OUT * 2, b"")


def test_cut_gzip_gives_what_is_whole_and_says_where_it_broke(tmp_path):
    import gzip
    lines = b"".join(b'{"id":"%d","segments":[]}\n' % number for number in range(5000))
    (tmp_path / "cut.gz").write_bytes(gzip.compress(lines)[:9000])
    done = run("tag", "cut.gz", cwd=tmp_path)
    assert done.status == 2
    whole = len(records(done.out))
    assert whole > 100
    assert done.err.startswith(b"scutch-tag: cut.gz: after line %d: " % whole)
    assert done.err.count(b"\n") == 1


def test_a_line_too_long_is_cut_and_named(monkeypatch, tmp_path):
    from scutch.filters.edge import lines
    monkeypatch.setattr(lines, "LONGEST_LINE", 100)
    monkeypatch.setattr(lines, "LONGEST_SHOWN", 10)
    monkeypatch.setattr(lines, "CHUNK", 7)
    (tmp_path / "a").write_bytes(b"x" * 99 + b"\n" + b"y" * 99 + b"z\n" + b"w" * 1000)
    found = [(line, left_out) for _, line, left_out in lines.numbered_lines([tmp_path / "a"])]
    assert found == [(b"x" * 99, 0), (b"y" * 10, 90), (b"w" * 10, 990)]


def test_id_is_the_url_else_the_place(tmp_path):
    (tmp_path / "in").write_bytes(b'{"url":"http://a"}\n{"url":7}\n{"url":""}\n{"id":0,"url":"u"}\n')
    out = records(run("tag", "in", cwd=tmp_path).out)
    assert [record["id"] for record in out] == ["http://a", "in:2", "in:3", 0]


def test_an_id_of_null_is_none():
    found, = records(run("tag", data=b'{"x":1,"id":null,"url":"http://a","segments":[]}\n').out)
    assert found["id"] == "http://a"


@pytest.mark.parametrize("words, complaint", [
    (["--schema", "tsv"], b"--lines is plain text, --schema tsv is not: give one"),
    (["--text-key", "body"], b"--text-key names a field; plain text has none"),
])
@pytest.mark.parametrize("command", ["tag", "clean"])
def test_plain_text_has_no_fields(command, words, complaint):
    assert run(command, "--lines", *words, data=b"a\n") == (
        2, b"", b"scutch-" + command.encode() + b": " + complaint + b"\n")


@pytest.mark.parametrize("words", [("tag",), ("emit",), ("emit", "--format", "lines")])
def test_a_long_document_of_lines_has_no_more_empty_ones(words):
    lines = b"".join(b"line %d\n" % number for number in range(20_003))
    done = run(words[0], "--lines", *words[1:], data=lines + b"\nnext\n")
    assert done.out == lines + b"\nnext\n\n"


def test_a_name_of_a_file_that_cannot_be(tmp_path):
    pytest.importorskip("warcio", reason="the extra [warc] is not installed")
    line = ('org,example)/ 20250319080618 {"url": "x", "filename": "\\ud800.warc.gz", '
            '"offset": "0", "length": "9"}\n')
    (tmp_path / "a.cdxj").write_text(line)
    done = run("read", "a.cdxj", cwd=tmp_path)
    assert done.status == 2 and done.err.count(b"\n") == 1 and b"\\ud800.warc.gz" in done.err


def test_names_of_other_schemas_and_of_the_users():
    assert list(_read(b'{"u":"http://a","p":"hi"}')) == ["id", "url", "text"]
    assert list(_read(b'{"u":"http://a","p":"hi"}', "--schema", "scutch")) == ["id", "u", "p"]
    assert list(_read(b'{"u":"http://a","body":"hi"}', "--text-key", "body")) == [
        "id", "url", "text"]
    # the user's key has priority; the schema's field stays as it is
    assert list(_read(b'{"p":"a","body":"b","k":"c"}', "--text-key", "body", "--id-key", "k")) == [
        "p", "text", "id"]


def _read(line, *args):
    record, = records(run("tag", *args, data=line).out)
    return [name for name in record if name != "errors"]


def test_tsv():
    record, = records(run("tag", "--schema", "tsv", data=rb"7	one\ntwo").out)
    assert (record["id"], record["text"]) == ("7", "one\ntwo")


def test_plain_lines_in_and_out():
    data = b"\xef\xbb\xbfone  two\r\n\n\n\nthree\nfo\xffur"
    assert run("tag", "--lines", data=data) == (
        0, "one two\n\nthree\nfo\ufffdur\n\n".encode(),
        b"scutch-tag: stdin:6: not UTF-8: invalid bytes become U+FFFD, in this and later lines\n")
    assert run("tag", "--lines", data="ok \ufffd\n".encode()).err == b""
    assert run("tag", "--lines") == (0, b"", b"")


@pytest.mark.parametrize("head, name", [(b"%PDF-1.4\n", "a PDF"), (b"\1\2\3\4", "binary data")])
def test_what_is_no_text_is_not_read_as_lines(head, name):
    done = run("tag", "--lines", data=head + b"x\n")
    assert done.status == 2 and done.out == b""
    assert done.err.startswith(f"scutch-tag: stdin: {name}, not lines of plain text".encode())


def test_score_columns():
    record = {"segments": [{"text": "a\tb", "scores": {"y": 0.5, "x": 1}}, {"text": "c"}],
              "scorers": ["x", "y"]}
    assert as_lines(record, record["segments"], columns=True) == b"a b\t1.0\t0.5\nc\t\t\n\n"


def test_options_may_stand_after_the_files(tmp_path):
    (tmp_path / "in").write_bytes(GOOD)
    assert run("tag", "in", "--letters", "2", cwd=tmp_path).out == GOOD_OUT.replace(b'"e"', b'"a"')


# ------------------------------------------------------------------ the rest of the edge

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


def test_stats_count():
    done = run("tag", "--stats", "--on-error", "skip", data=GOOD + BAD)
    assert json.loads(done.err.split(b"\n")[-2]) == {
        "command": "scutch-tag", "read": 2, "written": 1, "bad": 1, "skipped": 1,
        "left_out": 0, "internal": 0}


def test_progress_counts_on_stderr():
    done = run("tag", "--progress", "on", data=GOOD)
    assert done.out == GOOD_OUT and b"1 records" in done.err
    assert run("tag", "--progress", "auto", data=GOOD).err == b""


def test_signature_names_what_changes_the_output():
    done = run("tag", "--signature", "--letters", "11", "--line-buffered")
    assert done.out == b"scutch-tag|version:%s|bins:equal|letters:11\n" % _version()


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


def test_stages_of_a_chain_take_no_shared_options():
    assert stage_options(tag, ["--letters", "3"]).letters == 3
    for words in ["--lines"], ["file"], ["--no-such"], ["--on-error", "stop"]:
        with pytest.raises(Unusable):
            stage_options(tag, words)


def test_a_start_without_numpy():
    """No filter imports what it does not need; --help imports none of it."""
    script = ("import sys; sys.path.insert(0, sys.argv[1]); sys.argv[1:] = [];"
              "from scutch.filters import tag; tag.main(['/dev/null']);"
              "print(*sorted({'numpy', 'regex', 'ftfy', 'html5lib', 'tqdm'} & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", script, BIN], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"\n", b"")


def test_the_parser_keeps_no_default_of_argparse():
    parser = stream.options(tag)
    assert isinstance(parser, argparse.ArgumentParser) and not parser.allow_abbrev


def test_the_launcher_finds_scutch_from_anywhere(tmp_path):
    os.symlink(BIN / "scutch-tag", tmp_path / "scutch-tag")
    done = subprocess.run([sys.executable, "scutch-tag"], input=GOOD, cwd=tmp_path,
                          capture_output=True, env=environment(), timeout=60)
    assert (done.returncode, done.stdout) == (0, GOOD_OUT)
    assert (ROOT / "bin").samefile(BIN)


def test_the_sample_of_the_tests_is_a_record():
    done = run("tag", data=SAMPLE_LINE)
    assert done.status == 0 and done.err == b""


def test_what_is_held_is_written_whatever_ends_the_run():
    body = ('return [{**one, "of": len(record)} for one in record]\n'
            'step = FunctionStep(step)\nstep.group = lambda record: record["x"]')
    lines = b'{"id":"a","x":1}\n{"id":"b","x":1}\n'
    stopped = made_up(body, lines + b"{\n", "--on-error=stop")
    assert stopped.returncode == 3
    broken = made_up(body, gzip.compress(lines * 9)[:-9])
    assert broken.returncode == 2
    for done, count in (stopped, 2), (broken, 18):
        assert [record["of"] for record in records(done.stdout)] == [count] * count
