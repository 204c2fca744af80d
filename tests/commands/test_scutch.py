"""scutch: the commands in groups, each of them in the same process, and what is no command."""
import subprocess
import sys

import pytest

import scutch
from scutch.filters import GROUPS
from utils import BIN, GOOD, GOOD_OUT, environment, load, method_of, modules, needs, run, started

PLAIN = [name for name in modules() if not method_of(name)]


def lines_of(text):
    """Return the lines of a list of commands: {name: what it does}."""
    return {name: meaning.strip() for line in text.splitlines() if line[:2] == "  "
            for name, _, meaning in [line[2:].partition("  ")] if name in [*PLAIN, "train"]}


def test_without_arguments_it_lists_the_commands_in_their_groups():
    done = run("scutch")
    assert (done.status, done.err) == (0, b"") and done == run("scutch", "--help")
    text = done.out.decode()
    parts = text.partition("\n\nExamples:\n")[0].split("\n\n")[3:]
    assert [part.partition(":\n")[0] for part in parts] == list(GROUPS)
    for part, names in zip(parts, GROUPS.values(), strict=True):
        assert list(lines_of(part)) == [name for name in names if "_" not in name]
    for name, meaning in lines_of(text).items():
        assert load(name).__doc__.splitlines()[0].rstrip(".") == f"{name} - {meaning}", (
            "run .ci/generate")


@pytest.mark.parametrize("module", modules()[::3])
def test_each_command_is_the_same_as_by_its_own_name(module):
    words = module.split("_")
    for options in ["--version"], ["--no-such"], [*needs(module).args, "no-such-file"]:
        assert run("scutch", *words, *options) == run(module, *options)


def test_it_reads_and_writes_as_the_command():
    assert run("scutch", "tag", data=GOOD) == (0, GOOD_OUT, b"")
    assert run("scutch", "tag", "--lines", data=GOOD[:9]) == run("tag", "--lines", data=GOOD[:9])


def test_other_options_are_those_of_the_command():
    assert run("scutch", "--version").out == f"scutch {scutch.__version__}\n".encode()
    assert run("scutch", "--letters", "3", "tag").status == 2


@pytest.mark.parametrize("words", [["-m", "scutch"], ["scutch"], [BIN / "scutch"]])
def test_as_a_module_and_as_a_folder(words, tmp_path):
    folder = tmp_path if words == [BIN / "scutch"] else BIN
    done = subprocess.run([sys.executable, *words, "tag"], input=GOOD, capture_output=True,
                          cwd=folder, env=environment(), timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, GOOD_OUT, b"")


def test_a_command_starts_as_fast_as_by_its_own_name():
    """No module is imported that the command itself does not need, but scutch."""
    def imported(command, *words):
        script = (f"import sys; sys.path.insert(0, sys.argv[1]); sys.argv[1:] = {words}\n"
                  f"from scutch.commands import {command}\n"
                  f"try:\n    {command}()\n"
                  "finally:\n    print(*sys.modules, file=sys.stderr)")
        done = subprocess.run([sys.executable, "-c", script, BIN], input=GOOD,
                              capture_output=True, env=environment(), timeout=60)
        assert (done.returncode, b"scutch.commands" in done.stderr) == (0, True)
        return set(done.stderr.decode().split())

    smallest = {*imported("tag", "--help"), "scutch.filters.scutch"} - {"scutch.filters.tag"}
    assert imported("scutch", "--help") <= smallest
    assert imported("scutch", "tag") - imported("tag") == {"scutch.filters.scutch"}


def test_the_name_in_messages_is_that_of_the_command():
    done = started("scutch", "tag", "/dev/null", "--stats")
    assert (done.status, done.out) == (0, b"") and b'"command": "scutch-tag"' in done.err
