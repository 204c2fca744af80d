"""scutch-train: its methods, each with its own manual and imports, and what is no method."""
import subprocess
import sys

import pytest

import scutch
from scutch.filters.train import METHODS
from utils import BIN, environment, modules, run


def train(*words):
    return run("train", *words)


def test_each_method_has_a_module():
    assert [f"train_{name}" for name in METHODS] == [
        name for name in modules() if name.startswith("train_")]


def test_help_lists_the_methods():
    done = train("--help")
    assert (done.status, done.err) == (0, b"")
    text = done.out.decode()
    assert text.startswith("usage: scutch-train [OPTION]... METHOD [OPTION]... [FILE]...\n")
    for name in METHODS:
        assert f"\n  {name}  " in text or f"\n  {name} " in text
    assert train("--version").out == f"scutch-train {scutch.__version__}\n".encode()


def test_no_other_method_is_imported():
    script = ("import sys; sys.path.insert(0, sys.argv[1])\n"
              "from scutch.filters.train import main\n"
              "try:\n    main(['docfreq', '--help'])\nexcept SystemExit:\n    pass\n"
              "print([name for name in sys.modules if 'filters.train_' in name], file=sys.stderr)")
    done = subprocess.run([sys.executable, "-c", script, BIN], capture_output=True,
                          env=environment(), timeout=60)
    assert done.stderr == b"['scutch.filters.train_docfreq']\n"


@pytest.mark.parametrize("name", ["train", "train-charlm", "train no-such", "train charlm-en"])
def test_a_chain_takes_a_method_as_two_words(name):
    done = run("chain", f"segment, {name}")
    assert (done.status, done.out) == (2, b"") and b": no" in done.err
    with pytest.raises(scutch.Unusable, match="scutch-train charlm: --out is required"):
        scutch.pipe([], "segment, scutch-train charlm")
