"""The commands of the checkout: their names, what each needs, and how a test runs one."""
import importlib
import importlib.util
import json
import os
import pkgutil
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import scutch
from forked import CAN_FORK, forked

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / "bin"
GOLDEN = ROOT / "tests" / "golden"
DATA = ROOT / "tests" / "data"
ARCHIVES = importlib.util.find_spec("warcio") is not None
# modules of filters/ that are no commands by themselves
NO_COMMAND = {"errors", "fields", "lazypattern", "record", "scutch", "train", "wording"}

RECORDS = "records"      # reads records and writes one for each
TEXT = "text"            # reads records and writes something else
WHOLE = "whole"          # reads records and writes one result, if they are enough
TOGETHER = {"archive", "docfreq", "dedup"}      # compare the records of a host, or all
PAGES = "pages"          # reads archives and pages of any bytes
SERVER = "server"        # reads no input, and does not end by itself

PAGE = "<!doctype html><title>T</title><body><h1>Wind</h1><p>Farms at sea, and on land.</p></body>"
# One record that every filter can work on, whatever it reads
SAMPLE = {
    "id": "a", "url": "https://example.org/a", "html": PAGE,
    "x_unknown": {"z": 1, "a": [None, 0.5]},
    "segments": [{"text": "Farms at sea, and on land.", "kind": "p", "tag": "p", "chars": 26,
                  "words": 6, "scores": {"charlm": 0.25}, "raw": {"charlm": -0.5},
                  "tags": {"charlm": "c"}}],
    "scorers": ["charlm"], "cuts": {"charlm": 0.5}, "midpoints": {"charlm": 0.5},
}
SAMPLE_LINE = json.dumps(SAMPLE).encode() + b"\n"
# Lines for scutch-tag: a good one, what it makes of it, and a bad one
GOOD = b'{"id":"1","segments":[{"text":"a","scores":{"x":0.5}}]}\n'
GOOD_OUT = b'{"id":"1","segments":[{"text":"a","scores":{"x":0.5},"tags":{"x":"e"}}]}\n'
BAD = b"no record\n"
# Two pages of one template: listings 1.2 and 1.3 of Leśniak 2017
DOC1 = """<html><head></head><body>
  <span class="def" style="color:blue">
    <ul class="adv"><li>Buy More</li><li>New Cars</li></ul>
    Definition of Boilerplate
    2016 - Example Inc. All rights reserved
  </span>
</body></html>"""
DOC2 = DOC1.replace("Definition of Boilerplate", "<i>Content description</i>")


PIPEFAIL = "set -o pipefail; "
# Shell syntax other than words and pipes
SHELL_SYNTAX = re.compile(r"""(?!scutch-)\A | \|\s*(?!\s|scutch-) | ["'\\$`<>&;(){}*?[\]~#!=\n]""",
                          re.VERBOSE)


class Needs(NamedTuple):
    """What a test must know to run a command: its arguments, its input and output."""

    args: tuple = ()
    kind: str = RECORDS
    given: Callable | None = None      # makes input of `count` records, if SAMPLE is not enough


def three_languages(count):
    """Return records with text in three languages, enough to train a model.

    The words of each language have other letters.
    """
    texts = {"x": "abcd ba cad ", "y": "efgh fe geh ", "z": "ijkl ji kil "}
    count = max(3, count)
    return b"".join(json.dumps({"lang": "xyz"[number % 3],
                                "text": texts["xyz"[number % 3]] * (7000 // count + 1)}).encode()
                    + b"\n" for number in range(count))


def labelled(count):
    """Return `count` records with a label in each segment."""
    segments = [{**one, "label": "clean"} for one in SAMPLE["segments"]]
    return b"".join(json.dumps({**SAMPLE, "id": f"a{number}", "segments": segments}).encode()
                    + b"\n" for number in range(count))


def labelled_sites(count):
    """Return records with labels of both kinds, each of its own site, two at least."""
    first = json.loads(labelled(1))
    first["segments"].append({**SAMPLE["segments"][0], "text": "Home", "words": 1, "chars": 4,
                              "label": "dirty"})
    return b"".join(json.dumps({**first, "id": f"a{number}",
                                "url": f"https://a{number}.example/"}).encode() + b"\n"
                    for number in range(max(2, count)))


def labelled_articles(count):
    """Return records with clean and dirty segments and labels, each of its own site."""
    menu = {**SAMPLE["segments"][0], "text": "Home", "words": 1, "chars": 4, "label": "dirty"}
    texts = [{**SAMPLE["segments"][0], "label": "clean"}, menu]
    return b"".join(json.dumps({**SAMPLE, "id": f"a{number}", "segments": texts * (number % 3 + 1),
                                "url": f"https://a{number}.example/"}).encode() + b"\n"
                    for number in range(max(6, count)))


GOLD = str(ROOT / "tests" / "data" / "gold.jsonl")     # text for four records of good_input
NEEDS = {
    "chain": Needs(args=("html2text, segment, tag",)),
    "clean": Needs(kind=PAGES),
    "emit": Needs(kind=TEXT),
    "eval": Needs(args=("--gold", GOLD), kind=WHOLE),
    "look": Needs(kind=TEXT),
    "serve": Needs(kind=SERVER),
    "view": Needs(kind=WHOLE),
    "label": Needs(args=("--gold", GOLD), kind=TEXT),
    "read": Needs(kind=PAGES),
    "train_combine": Needs(args=("--out", os.devnull, "--folds", "2", "--trees", "2", "--splits",
                                 "2"), kind=WHOLE, given=labelled_articles),
    "train_docfreq": Needs(args=("--out", os.devnull), kind=WHOLE),
    "train_charlm": Needs(args=("--tune", "--n", "2", "--folds", "2"), kind=WHOLE,
                          given=labelled_sites),
    "train_lang": Needs(args=("--out", os.devnull), kind=WHOLE, given=three_languages),
    "train_mlp": Needs(args=("--out", os.devnull, "--folds", "2", "--epochs", "2"), kind=WHOLE,
                       given=labelled_sites),
    "train_shallow": Needs(args=("--folds", "2"), kind=WHOLE, given=labelled_sites),
    "train_wordlm": Needs(args=("--out", os.devnull), kind=WHOLE),
}


def archive(count):
    """Return a WARC archive of `count` pages."""
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE.encode()
    return b"".join(
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/%d\r\n"
        b"WARC-Date: 2025-03-19T08:06:18Z\r\nContent-Type: application/http; msgtype=response\r\n"
        b"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-%012d>\r\n"
        b"Content-Length: %d\r\n\r\n%b\r\n\r\n" % (number, number, len(response), response)
        for number in range(count))


def good_input(module, count):
    """Return valid input of `count` records or pages for a command."""
    if make := needs(module).given:
        return make(count)
    if needs(module).kind == PAGES:
        return archive(count) if ARCHIVES else PAGE.encode() * count
    return b"".join(json.dumps({**SAMPLE, "id": f"a{number or ''}"}).encode() + b"\n"
                    for number in range(count))


class Ran(NamedTuple):
    """The result of a command: exit status, stdout and stderr as bytes."""

    status: int
    out: bytes
    err: bytes


def not_installed(names):
    """Return the reason for which a test is skipped that needs these programs or packages."""
    return f"not installed: {', '.join(sorted(names))}"


def requires(*programs):
    """Return the mark of a test that needs programs that are not Python.

    It is skipped, and the reason names them, where one of them is not on the path.
    """
    missing = [program for program in programs if not shutil.which(program)]
    return pytest.mark.skipif(bool(missing), reason=not_installed(missing))


# The device of Linux that is always full
on_a_full_disk = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")


def modules():
    """Return the names of the modules of filters/ that are commands, sorted."""
    return sorted(module.name for module in pkgutil.iter_modules([str(ROOT / "filters")])
                  if not module.ispkg and module.name not in NO_COMMAND)


def commands():
    """Return these names, "scutch", which calls the commands, and "train", its methods."""
    return ["scutch", "train", *modules()]


def reading():
    """Return those that read an input, and end with it."""
    return [name for name in modules() if needs(name).kind != SERVER]


def stands_for_others(module):
    """Return whether a command is the one of its kind that the test command tries.

    The same code reads lines, opens files and writes for all of them.
    """
    return module in {needs(name).kind: name for name in reading()}.values()


def each_reading():
    """Return the commands that read as parameters of a test; others of a kind take long."""
    return [pytest.param(name, marks=[pytest.mark.long] * (not stands_for_others(name)))
            for name in reading()]


def launcher(module):
    """Return the path of the command of a module of filters/; of scutch it is the package."""
    return BIN / command_of(module).partition(" ")[0]


def command_of(module):
    """Return what a user types for a module of filters/: that of a method is two words."""
    return module if module == "scutch" else "scutch-" + module.replace("_", " ")


def method_of(module):
    """Return the second of these words in a list, [] where there is one.

    >>> method_of("train_charlm"), method_of("tag")
    (['charlm'], [])
    """
    return command_of(module).split()[1:]


def load(module):
    """Return the imported module of a command."""
    return importlib.import_module("scutch.filters." + module)


def needs(module):
    """Return what a command needs; most need only records."""
    return NEEDS.get(module, Needs())


def environment(**changes):
    """Return the environment of a test's commands: bin/ and this Python first on the path.

    PYTHONUNBUFFERED is removed, since it hides failures of the last flush.
    """
    found = {**os.environ, **changes}
    found.pop("PYTHONUNBUFFERED", None)
    found["PATH"] = os.pathsep.join([str(BIN), os.path.dirname(sys.executable), found["PATH"]])
    return found


def run(module, *args, data=b"", cwd=None, **env):
    """Run a command on input bytes; return its status and all that it wrote.

    It is a fork of this process, or a new process if the environment changes.
    """
    if CAN_FORK and not env:
        return Ran(*forked(launcher(module), [*method_of(module), *args], data, cwd,
                           environment()))
    return started(module, *args, data=data, cwd=cwd, **env)


def started(module, *args, data=b"", cwd=None, **env):
    """Run a command in a new process; return its status and all that it wrote."""
    done = subprocess.run([sys.executable, launcher(module), *method_of(module), *args], input=data,
                          cwd=cwd, capture_output=True, env=environment(**env), timeout=300)
    return Ran(done.returncode, done.stdout, done.stderr)


def shell(command, data=b"", cwd=None):
    """Run a line of bash with bin/ on its path; return its status and all that it wrote.

    A pipe of scutch commands alone runs in forks, one after the other. Real pipes
    are tested by the golden runs, the documents and the edge suite.
    """
    line = command.removeprefix(PIPEFAIL)
    heads, group, tail = line.removeprefix("{ ").partition("; } | ")
    pipes = [*heads.split("; "), tail] if group else [line]
    if CAN_FORK and not any(map(SHELL_SYNTAX.search, pipes)):
        if group:
            ran = [_piped(head, data, cwd, pipefail=True) for head in pipes[:-1]]
            data = b"".join(head.out for head in ran)
        done = _piped(pipes[-1], data, cwd, pipefail=line != command)
        return done._replace(err=b"".join(head.err for head in ran) + done.err) if group else done
    done = subprocess.run(["bash", "-c", command], input=data, cwd=cwd, capture_output=True,
                          env=environment(), timeout=300)
    return Ran(done.returncode, done.stdout, done.stderr)


def _piped(line, data, cwd, pipefail):
    """Return the result of a pipe of scutch commands, run one after the other."""
    status, err = 0, b""
    for name, *args in map(str.split, line.split("|")):
        done = Ran(*forked(BIN / name, args, data, cwd, environment()))
        data, err = done.out, err + done.err
        status = done.status or (status if pipefail else 0)
    return Ran(status, data, err)


def same_as_the_pipe(arguments, cwd, data=b""):
    """Return what scutch-clean did, after a check that the pipe of --explain does the same."""
    explained = shell(f"scutch-clean --explain {arguments}", data, cwd)
    assert (explained.status, explained.err, explained.out.count(b"\n")) == (0, b"", 1)
    done = shell(f"scutch-clean {arguments}", data, cwd)
    pipe = shell(PIPEFAIL + explained.out.decode().rstrip("\n"), data, cwd)
    assert (done.out, done.status) == (pipe.out, pipe.status)
    return done


def written(record, segments, *options):
    """Return what scutch-emit writes of a record with these segments, bytes."""
    words = " ".join(f"'{option}'" for option in options)
    return b"".join(scutch.pipe([{**record, "segments": segments}], f"emit --format {words}"))


def lines(some):
    """Return records as JSON lines."""
    return b"".join(json.dumps(one).encode() + b"\n" for one in some)


def lines_of(*some):
    """Return the same of records that are arguments."""
    return lines(some)


def texts_in_languages(group):
    """Return {language: text} of a group of tests/data/languages.jsonl."""
    rows = map(json.loads, (DATA / "languages.jsonl").read_text("utf-8").splitlines())
    return {row["lang"]: row["text"] for row in rows if row["group"] == group}


def records(out):
    """Return the records of some output; each line must be one."""
    assert not out or out.endswith(b"\n")
    return [json.loads(line, parse_constant=_no_constant) for line in out.split(b"\n")[:-1]]


def _no_constant(name):
    raise AssertionError(f"{name} in the output")


def pages_in(records):
    """Return the Pages that scutch-html2text makes of records."""
    from scutch.filters.html2text import Html2Text
    step = Html2Text()
    return step.of_records(list(map(step.read, records)))
