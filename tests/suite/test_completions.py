"""Completions for bash, zsh and fish: the committed files are up to date, and they work."""
import doctest
import runpy
import subprocess

import pytest

from utils import ROOT, commands, launcher, requires

FOLDER = ROOT / "share" / "completions"
MADE = runpy.run_path(str(FOLDER / "make_completions.py"))
NAMES = ["_scutch", "scutch.bash", "scutch.fish"]


def test_they_are_what_their_program_makes(tmp_path):
    MADE["main"](tmp_path)
    for name in NAMES:
        assert (tmp_path / name).read_text("utf-8") == (FOLDER / name).read_text("utf-8"), \
            "run share/completions/make_completions.py"


def test_every_command_is_there():
    for name in NAMES:
        words = set((FOLDER / name).read_text("utf-8").replace(")", " ").split())
        assert {launcher(module).name for module in commands()} <= words


def test_examples_of_the_program():
    runner = doctest.DocTestRunner()
    for name in "explained", "of_zsh":
        for test in doctest.DocTestFinder().find(MADE[name], name, globs=dict(MADE)):
            assert runner.run(test).failed == 0
    assert runner.tries


WORDS = [
    ("scutch-html2text --pars", ["--parser"]),
    ("scutch-html2text --parser ", ["auto", "html5lib", "lexbor"]),
    ("scutch-tag --on-error s", ["skip", "stop"]), ("scutch-tag --no-such", []),
    ("scutch-train c", ["charlm", "combine"]), ("scutch-train charlm --alph", ["--alphabet"]),
    ("scutch-train lang --alph", []), ("scutch-train mlp --out m --features ", ["web", "texrex"]),
    ("scutch ch", ["chain", "charlm"]), ("scutch --v", ["--version"]),
    ("scutch tag --lett", ["--letters"]), ("scutch tag --on-error s", ["skip", "stop"]),
    ("scutch train c", ["charlm", "combine"]), ("scutch train charlm --alph", ["--alphabet"])]


@pytest.mark.parametrize("words, wanted", [*WORDS,
    ("/usr/bin/scutch-html2text --parser ", ["auto", "html5lib", "lexbor"]),
    ("scutch-train ", ["charlm", "combine", "docfreq", "lang", "mlp", "shallow", "wordlm"]),
    ("scutch-train --he", ["--help"]), ("scutch-train lang -o ", []), ("scutch-train lang ch", []),
    ("/usr/bin/scutch html2text --parser ", ["auto", "html5lib", "lexbor"]),
    ("scutch tag fi", []), ("scutch-tag fi", [])])
def test_bash(words, wanted):
    quoted = " ".join(f"'{word}'" for word in words.split(" "))
    done = subprocess.run(["bash", "-euc", f"source '{FOLDER}/scutch.bash'\nCOMP_WORDS=({quoted})\n"
                           "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_scutch \"${COMP_WORDS[0]}\"\n"
                           "printf '%s\\n' \"${COMPREPLY[@]:-}\"; complete -p scutch-tag"],
                          capture_output=True, text=True)
    *found, known = done.stdout.splitlines()
    assert [word for word in found if word] == wanted
    assert known == "complete -o default -F _scutch scutch-tag" and done.stderr == ""


@requires("zsh")
def test_zsh_takes_them():
    done = subprocess.run(["zsh", "-fc", f"fpath+=('{FOLDER}'); autoload -U compinit; compinit -D "
                           "-u; print $_comps[scutch-tag]; zsh -n $1", "zsh", FOLDER / "_scutch"],
                          capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("_scutch\n", "")


@requires("zsh")
@pytest.mark.parametrize("words, wanted", [
    ("scutch ch", "1:command:(archive chain charlm "), ("scutch tag --lett", "--letters[how many"),
    ("scutch train ch", "1:method:(charlm combine "), ("scutch-train ch", "1:method:(charlm "),
    ("scutch train charlm --al", "--alphabet["), ("scutch-train charlm --al", "--alphabet[")])
def test_zsh_asks_for_the_words_of_the_command(words, wanted):
    """_arguments, zsh's own, gets the options of the command, with its words alone before it."""
    done = subprocess.run(["zsh", "-fc", f"words=({words}) CURRENT=${{#words}} service=$words[1]\n"
                           "_arguments() { print -l -- $CURRENT $words[CURRENT] $@ }\n"
                           f"source {FOLDER}/_scutch"], capture_output=True, text=True)
    at, word, *options = done.stdout.splitlines()
    assert (at, word, done.stderr) == ("2", words.split()[-1], "")
    assert any(option.startswith(wanted) for option in options)


@requires("fish")
@pytest.mark.parametrize("words, wanted", [*WORDS, ("scutch tag --vers", ["--version"])])
def test_fish(words, wanted, tmp_path):
    done = subprocess.run(["fish", "--no-config", "-c", f"source {FOLDER}/scutch.fish; "
                           f"complete -C '{words}'"], capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}, cwd=tmp_path)
    found = [line.partition("\t")[0] for line in done.stdout.splitlines()]
    assert sorted(found) == sorted(wanted)
    assert done.stderr == ""
