"""The time that a record may take where one process does the work."""
import signal
import threading
import time

import pytest

import scutch
from scutch.filters.errors import BadRecord
from scutch.filters.stream.stages import Stages, TimeLimit
from scutch.filters.stream.step import FunctionStep, PageStep, Step
from utils import PAGE, ROOT, shell

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer here")

SECONDS = 0.3            # of the limit in these tests; what is late never ends by itself


def never_ends(record):
    while record["id"] == "slow":
        pass
    return [record]


def waits(record):
    while record["id"] == "slow":
        time.sleep(9)
    return [record]


def catches_all(record):
    while record["id"] == "slow":
        try:
            never_ends(record)
        except BadRecord:
            record = {**record, "caught": record.get("caught", 0) + 1}
            if record["caught"] > 3:
                raise
    return [record]


class Pages(PageStep):
    """A step that never ends where one of its pages is slow."""

    def read(self, record):
        return {**record, "segments": []}

    def of_pages(self, pages):
        list(map(never_ends, pages.records))
        return pages


@pytest.fixture
def limit():
    limit = TimeLimit(SECONDS)
    limit.start()
    yield limit
    limit.stop()


def limited(limit, *steps):
    stages = Stages([("test", step if isinstance(step, Step) else FunctionStep(step))
                     for step in steps])
    stages.limit = limit
    return stages


@pytest.mark.parametrize("step", [never_ends, waits, catches_all, Pages()])
def test_a_record_that_never_ends_is_bad(limit, step, capsys):
    stages = limited(limit, step)
    (_, good), (_, slow), (_, after) = stages.over(
        [(name, {"id": name}) for name in ("a", "slow", "b")])
    assert (good["id"], after["id"]) == ("a", "b") and "errors" not in {**good, **after}
    assert slow == {"id": "slow", "errors": [{"command": "test", "code": "timeout", "message":
                                              "it took more than 0.3 seconds"}]}
    assert stages.tally.counts == {"bad": 1}
    assert capsys.readouterr().err == "test: slow: it took more than 0.3 seconds\n"


def test_the_timer_of_somebody_else_stays():
    signal.setitimer(signal.ITIMER_REAL, 50)
    limit = TimeLimit(SECONDS)
    try:
        limit.start()
        assert 40 < signal.getitimer(signal.ITIMER_REAL)[0] <= 50
        limit.stop()
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 40
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    handler = signal.signal(signal.SIGALRM, print)
    try:
        limit.start()
        limit.stop()
        assert signal.getsignal(signal.SIGALRM) is print
    finally:
        signal.signal(signal.SIGALRM, handler)


def test_no_other_thread_and_no_library_has_a_timer():
    seen = []

    def clean():
        limit = TimeLimit(SECONDS)
        limit.start()
        seen.append(scutch.clean(PAGE, max=1))
        seen.extend(scutch.pipe([{"id": "a", "html": PAGE}], "html2text"))
        limit.stop()
    thread = threading.Thread(target=clean)
    thread.start()
    thread.join()
    assert len(seen) == 2
    scutch.clean(PAGE, max=1)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


SLOW = """
import sys
from scutch.filters import html2text
from scutch.filters.stream import runner
runner.MAX_SECONDS = 0.5
def slow(self, record, before=html2text.Html2Text.read):
    while record["id"] == "slow":
        pass
    return before(self, record)
html2text.Html2Text.read = slow
from scutch.commands import clean
sys.exit(clean())
"""


@pytest.mark.parametrize("words", [[], ["--archive"], ["--dedup"]])
def test_the_command_has_a_limit_by_default(tmp_path, words):
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "a.jsonl").write_text("".join(
        f'{{"id": "{name}", "html": "<p>{name} of the farms at sea"}}\n'
        for name in ("one", "slow", "two")))
    done = shell(f"PYTHONPATH={ROOT}/bin python slow.py --max 1 --format jsonl {' '.join(words)} "
                 "a.jsonl", cwd=tmp_path)
    assert done.status == 0 and done.err.startswith(
        b"scutch-html2text: a.jsonl:2: it took more than 0.5 seconds\n")
    assert b"one of the farms" in done.out and b"two of the farms" in done.out
