"""For all tests: the checkout's scutch on the path, the shared gold pages, options."""
import gc
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import forked

os.environ.setdefault("OMP_NUM_THREADS", "1")         # as the commands do, before numpy is imported
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores SIGINT in background jobs; commands would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)

gc.set_threshold(100_000)          # as the commands do

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true",
                     help="rewrite what the golden runs print; read the diff before committing")
    parser.addoption("--skipped", metavar="FILE", type=Path,
                     help="write the names of skipped tests to a file: pytest @FILE runs them")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the tests that read shared data, which are not among those that run without a word."""
    for item in items:
        if "shared" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("models"):
            item.add_marker("gold")


def pytest_make_parametrize_id(val):
    """Number the tests of binary parameters, so that all workers collect the same names.

    A gzip member contains the time at which it was made.
    """
    if isinstance(val, bytes) and not (val.isascii() and val.decode().isprintable()):
        return f"{len(val)} bytes"
    return None


def pytest_terminal_summary(terminalreporter, config):
    if path := config.getoption("--skipped"):
        names = {report.nodeid for report in terminalreporter.stats.get("skipped", [])}
        path.write_text("".join(f"{name}\n" for name in sorted(names)))


def pytest_unconfigure():
    forked.end()


def pytest_collection_finish():
    """Take the tests themselves out of what the garbage collector looks through."""
    gc.freeze()


@pytest.fixture(scope="session")
def shared():
    """The folder of shared data beside the checkout."""
    if not (SHARED / "gold").is_dir():
        pytest.skip("no ../shared/gold beside the checkout")
    return SHARED


@pytest.fixture(scope="session")
def gold(shared):
    """Return a function from the name of a gold set to an iterator over its pages, JSON lines."""
    def lines(name, *ids):
        command = [sys.executable, shared / "tools" / "gold2jsonl", shared / "gold" / name, *ids]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            yield from process.stdout
        assert process.returncode == 0
    return lines
