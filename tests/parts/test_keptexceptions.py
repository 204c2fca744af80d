"""Exceptions that are kept as values hold no page, no file and no frame."""
import gc
import gzip
import types

import pytest
from crawls import page, read, read_bytes, response, warc

import scutch
from scutch.filters.errors import BadRecord, Unusable
from scutch.filters.serving import worker
from scutch.filters.sources.pagesources import read_pages
from scutch.filters.stream.stages import Stages, StoppedAtBadRecord
from scutch.filters.stream.step import PageStep
from utils import load

LARGE = b"<p>" + b"word " * 100


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


def kept_by(error):
    """Return what else an exception holds that was kept."""
    return error.__traceback__, error.__context__, error.__cause__


def index(tmp_path):
    (tmp_path / "a.cdxj.gz").write_bytes(gzip.compress(b" CDX N b a m s k r M S V g\n" * 999)[:-9])
    return read(tmp_path / "a.cdxj.gz")


def in_archive(body, **settings):
    def call(tmp_path):
        pytest.importorskip("warcio", reason="archives need warcio")
        return read_bytes(tmp_path / "a.warc", warc(response(body)), **settings)
    return call


READS = {
    "a large page of an archive": in_archive(LARGE, max_bytes=99),
    "a large page with its headers": lambda tmp_path: read_bytes(
        tmp_path / "a.html", response(LARGE), max_bytes=99),
    "a large file": lambda tmp_path: read_bytes(tmp_path / "a.html", LARGE, max_bytes=99),
    "a file that breaks off": lambda tmp_path: read_bytes(
        tmp_path / "a.html.gz", gzip.compress(LARGE)[:-9]),
    "a file that is broken from its beginning": lambda tmp_path: read_bytes(
        tmp_path / "a.html.gz", gzip.compress(LARGE)[:12] + b"\xff" * 20),
    "an archive that breaks off": lambda tmp_path: read_bytes(
        tmp_path / "a.warc.gz", gzip.compress(warc(response(page(1))))[:-40]),
    "no file": lambda tmp_path: read(tmp_path / "none"),
    "an index": index,
}


@pytest.mark.parametrize("what", READS)
def test_what_is_read_badly(tmp_path, what):
    errors = []
    assert not frames_left(lambda: errors.extend(READS[what](tmp_path)))
    assert [item for item in errors if isinstance(item, Exception)]
    for error in errors:
        if isinstance(error, Exception):
            assert not any(kept_by(error)), repr(error)


def raises(error):
    def step(record):
        page = [record] * 3
        raise error(f"of {len(page)}")
    return step


class Failing(PageStep):
    """A step that fails for several pages at once, not for one."""

    def __init__(self, error):
        self._error = error

    def read(self, record):
        return record

    def of_records(self, read):
        if len(read) > 1:
            raise self._error("of several")
        return read


@pytest.mark.parametrize("error", [BadRecord, Unusable, MemoryError, ValueError])
@pytest.mark.parametrize("on_error", ["keep", "skip", "stop", "raise"])
def test_steps_that_fail(error, on_error, capsys):
    def run(step):
        try:
            stages = Stages([("test", step)], on_error)
            stages.many([("a", {"id": "a"}), ("b", {"id": "b"})])
            assert stages.stopped_by is None or not any(kept_by(stages.stopped_by))
        except (BadRecord, ValueError, StoppedAtBadRecord):
            pass
    assert not frames_left(lambda: run(raises(error)))
    assert not frames_left(lambda: run(Failing(error)))


def test_lack_of_memory_is_an_error_of_its_own():
    errors = []
    for _ in range(2):
        with pytest.raises(BadRecord) as caught:
            Stages([("test", raises(MemoryError))], "raise")({"id": "a"})
        errors.append(caught.value)
    assert errors[0] is not errors[1]


@pytest.mark.parametrize("kind, data, options", [
    ("clean", b"\x89PNG\r\n\x1a\n" + bytes(99), {}),
    ("clean", b"%PDF-1.4 " + bytes(99), {}),
    ("view", gzip.compress(LARGE)[:-9], {}),
    ("clean", b'{"html": "<p>Farms at sea."}\n{no record}\n', {}),
    ("clean", LARGE, {"max": "x"}),
    ("clean", LARGE, {"by": "wordlm"}),
])
def test_requests_that_are_refused(tmp_path, kind, data, options):
    path = tmp_path / "page"
    path.write_bytes(data)
    job = {"kind": kind, "path": str(path), "name": "page", "options": options}
    worker.answer(job)                   # loads models
    answers = []
    assert not frames_left(lambda: answers.append(worker.answer(job)))
    assert answers[0][0] in (400, 422)


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


@pytest.mark.parametrize("words, data", [
    (["--on-error", "skip"], b"{}\n[]\n"), ([], b"\xff\n"), (["--max", "1"], b"{}\n"),
    (["--dropped", "none/a"], b"{}\n"),
])
def test_runs_that_fail(tmp_path, capfd, monkeypatch, words, data):
    from scutch.filters.stream import main
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").write_bytes(data)
    command = "prune" if {"--dropped", "--max"} & set(words) else "tag"
    assert not frames_left(lambda: main(load(command), [*words, "a.jsonl"]))


def test_a_frame_that_is_held_is_seen():
    def leave():
        try:
            list(read_pages("a.html"))
        except TypeError as error:
            circle = [error]
            circle.append(circle)
    assert "units_of" in frames_left(leave)
