"""What is read is decoded elsewhere: in one process as in many, at the cost of itself alone."""
import json
import os
import signal
import time

import pytest
from crawls import page, response, warc

from scutch.filters.edge.jsonlines import encode
from scutch.filters.errors import BadRecord, PassedOver
from scutch.filters.sources.units import Line
from scutch.filters.stream.stages import Stages
from scutch.filters.stream.step import FunctionStep
from scutch.filters.stream.workers import Workers
from utils import ARCHIVES, records, run

ARCHIVE = b"".join([
    warc(b"GET / HTTP/1.1\r\n\r\n", kind="request"),
    *(warc(response(page(number)), f"http://example.org/{number}") for number in range(30)),
    warc(response(b"\x89PNG\r\n\x1a\n" + b"\0" * 90, Content_Type="image/png")),
    warc(response(page(31), status="404 Not Found")),
    warc(response(b"\x1f\x8bno gzip", Content_Encoding="gzip"), "http://example.org/broken"),
    warc(response(page(32)), "http://example.org/last"), b"no record\r\n"])


def decode(_place, line):
    """Return the record of a Line; some are fatal where they are decoded."""
    if line.data == b"bug":
        raise ZeroDivisionError
    if line.data == b"memory":
        raise MemoryError
    if line.data == b"bad":
        raise BadRecord("not this one", "refused", {"id": "b"})
    if line.data == b"over":
        raise PassedOver("not_html")
    if line.data == b"hang":
        time.sleep(60)
    if line.data == b"die":
        os.kill(os.getpid(), signal.SIGKILL)
    return {"id": line.data.decode()}


def stages():
    return Stages([("scutch-x", FunctionStep(lambda record: [record]))], "keep", decode)


def lines_of(*words):
    return [(f"place {number}", Line(word.encode())) for number, word in enumerate(words)]


@pytest.mark.skipif(not ARCHIVES, reason="the extra [warc] is not installed")
@pytest.mark.parametrize("args", [("--jobs", "2"), ("--jobs", "5", "--on-error", "skip"),
                                  ("--max-seconds", "60"), ("--jobs", "2", "--line-buffered")])
def test_an_archive_in_several_processes(args, tmp_path):
    (tmp_path / "a.warc").write_bytes(ARCHIVE)
    words = ["clean", "--format", "jsonl", "--stats", "a.warc"]
    error = [word for word in args if word in ("--on-error", "skip")]
    alone = run(*words, *error, cwd=tmp_path)
    stats = json.loads(alone.err.splitlines()[-1])
    assert (stats["other_status"], stats["not_html"], stats["other_records"]) == (1, 1, 1)
    assert (stats["read"], stats["bad"]) == (33, 2)
    assert len(records(alone.out)) == (31 if error else 33)
    assert run(*words, *args, cwd=tmp_path) == alone


@pytest.mark.parametrize(("word", "code", "crashed"), [("bug", "internal", 1),
                                                       ("memory", "memory", 0)])
def test_what_fails_in_a_decoder_costs_itself(word, code, crashed, capfd):
    through = stages()
    found = [record for place, item in through.reads(lines_of("a", word, "c"))
             for record in through(item, place)]
    assert [record["id"] for record in found] == ["a", "place 1", "c"]
    assert [error["code"] for error in found[1]["errors"]] == [code]
    assert through.tally.counts["crashed"] == crashed
    assert ("ZeroDivisionError" in capfd.readouterr().err) == bool(crashed)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes fork here")
@pytest.mark.parametrize(("word", "code"), [("hang", "timeout"), ("die", "died")])
def test_what_kills_its_decoder_is_named_by_its_place(word, code):
    workers = Workers(stages(), encode, 2, 0.5, "scutch-x")
    units = lines_of("a", "over", word, "d", "e")
    try:
        done = workers.send(units) + workers.rest()
    finally:
        workers.close()
    found = records(b"".join(line for one in done for _, line in one.output))
    assert [record["id"] for record in found] == ["a", "place 2", "d", "e"]
    assert [error["code"] for error in found[1]["errors"]] == [code]
    assert sum(one.tally.passed_over.get("not_html", 0) for one in done) == 1
